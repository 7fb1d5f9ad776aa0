//! Properties of Konkan's parsers, melds and rules over random texts, hands and games, and of
//! Pokle's colours over random guesses and boards.

use proptest::prelude::*;
use rust_meld::konkan::cards::{card_name, card_names, parse_card, parse_cards, parse_hand, Hand};
use rust_meld::konkan::game::{Game, Phase, Rules};
use rust_meld::konkan::meld::{parse_meld, Meld};
use rust_meld::konkan::notation::{game_text, parse_action, parse_game};
use rust_meld::konkan::players::random_action;
use rust_meld::konkan::rng::Rng;
use rust_meld::konkan::solver::{Solver, Worth, MAX_CARDS};
use rust_meld::konkan::view::View;
use rust_meld::pokle::feedback::{patterns, same_class, Cards, N_PATTERNS, WON};

const RULES: Rules = Rules {
    threshold: 81,
    min_naturals: 1,
    raise_by_later_melds: false,
    swap_own: false,
    keep_top: false,
    joker_deadwood: 25,
    max_turns: 60,
};

/// Five different cards of a pack of 52: the flop in ascending order, turn and river.
fn boards() -> impl Strategy<Value = Cards> {
    proptest::sample::subsequence((0..52u8).collect::<Vec<_>>(), 5)
        .prop_shuffle()
        .prop_map(|cards| {
            let mut board: Cards = cards.try_into().unwrap();
            board[..3].sort_unstable();
            board
        })
}

/// The pattern of a guess by the rules of the game, card by card: grey 0, yellow 1, green 2.
fn pattern_by_rules(guess: &Cards, board: &Cards) -> u8 {
    let alike = |a: u8, b: u8| a / 4 == b / 4 || a % 4 == b % 4;
    let colour = |place: usize| {
        let card = guess[place];
        if place > 2 {
            return u8::from(alike(card, board[place])) + u8::from(card == board[place]);
        }
        let mut open = board[..3]
            .iter()
            .filter(|other| !guess[..3].contains(other));
        match board[..3].contains(&card) {
            true => 2,
            false => u8::from(open.any(|&other| alike(card, other))),
        }
    };
    (0..5).fold(0, |pattern, place| 3 * pattern + colour(place))
}

/// A hand of up to so many cards, by the places of its cards in a pack of 106.
fn hands(most: usize) -> impl Strategy<Value = Hand> {
    let places = proptest::collection::hash_set(0u8..106, 0..=most);
    places.prop_map(|places| {
        let kinds: Vec<u8> = places.iter().map(|place| place % 53).collect();
        Hand::from_kinds(&kinds).expect("no kind is there three times")
    })
}

/// A game after some random actions.
fn games() -> impl Strategy<Value = Game> {
    (any::<u64>(), 2u8..=3, 0usize..120, 1u8..=2).prop_map(|(seed, players, n_steps, naturals)| {
        let rules = Rules {
            min_naturals: naturals,
            ..RULES
        };
        let mut game = Game::deal(seed, players, (seed % u64::from(players)) as u8, rules);
        let (mut solver, mut rng) = (Solver::new(naturals), Rng::new(seed));
        for _ in 0..n_steps {
            let is_stuck = game.legal_actions(&mut solver).is_empty();
            if game.phase == Phase::Over || is_stuck {
                break;
            }
            let action = random_action(&game, &mut solver, &mut rng);
            game.apply(action, &mut solver).expect("legal");
        }
        game
    })
}

/// A text in which some letters are changed, left out or doubled.
fn changed(text: &str, changes: &[(usize, char)]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for &(place, letter) in changes {
        let place = place % letters.len().max(1);
        match letter {
            '-' if !letters.is_empty() => drop(letters.remove(place)),
            '+' if !letters.is_empty() => letters.insert(place, letters[place]),
            _ => letters.insert(place, letter),
        }
    }
    letters.into_iter().collect()
}

fn changes() -> impl Strategy<Value = Vec<(usize, char)>> {
    let letters = prop_oneof![
        Just('-'),
        Just('+'),
        proptest::char::range('0', '9'),
        any::<char>()
    ];
    proptest::collection::vec((any::<usize>(), letters), 1..6)
}

/// The most points with each number of cards, by trying every choice of melds.
fn slow_frontier(hand: Hand) -> [u32; MAX_CARDS + 1] {
    fn lay(hand: Hand, melds: &[Meld], n: usize, points: u32, best: &mut [u32; MAX_CARDS + 1]) {
        best[n] = best[n].max(points);
        for (i, meld) in melds.iter().enumerate() {
            if let Some(left) = meld.take_from(hand) {
                let n = n + usize::from(meld.len());
                lay(left, &melds[i..], n, points + meld.points(), best);
            }
        }
    }
    let mut best = [0; MAX_CARDS + 1];
    lay(hand, &Meld::all_in(hand, 1), 0, 0, &mut best);
    best
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..Default::default() })]

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,40}|[0-9AJQKCDHS*?+:, \n-]{0,60}") {
        let _ = parse_card(&text);
        let _ = parse_cards(&text);
        let _ = parse_hand(&text);
        let _ = parse_meld(&text);
        let _ = parse_action(&text, &[]);
        let _ = parse_game(&text);
    }

    #[test]
    fn a_hand_comes_back_from_its_text(hand in hands(16)) {
        prop_assert_eq!(parse_hand(&card_names(hand.cards())).unwrap(), hand);
        for kind in hand.cards() {
            prop_assert_eq!(parse_card(&card_name(kind)).unwrap(), kind);
        }
    }

    #[test]
    fn every_meld_is_legal_and_comes_back_from_its_text(hand in hands(15), naturals in 1u8..=2) {
        for meld in Meld::all_in(hand, naturals) {
            prop_assert!(meld.verify(naturals).is_ok());
            prop_assert_eq!(parse_meld(&meld.to_string()).unwrap(), meld);
            let left = meld.take_from(hand).unwrap();
            prop_assert_eq!(left.len() + meld.len(), hand.len());
        }
    }

    #[test]
    fn the_solver_agrees_with_every_choice_of_melds(hand in hands(11)) {
        let (mut solver, slow) = (Solver::new(1), slow_frontier(hand));
        let fast = solver.solve(hand, Worth::Table).0;
        for n in 1..=MAX_CARDS {
            prop_assert_eq!(u32::from(fast[n - 1]), slow[n], "{} cards", n);
            let melds = solver.layout(hand, Worth::Table, n);
            prop_assert_eq!(melds.is_some(), slow[n] > 0);
            let (mut left, mut points) = (hand, 0);
            for meld in melds.iter().flatten() {
                left = meld.take_from(left).expect("the hand has the cards");
                points += meld.points();
            }
            prop_assert_eq!(points, slow[n]);
        }
    }

    #[test]
    fn a_game_keeps_its_cards_and_comes_back_from_its_text(game in games()) {
        let n_hands: usize = game.hands.iter().map(|hand| usize::from(hand.len())).sum();
        let n_laid: usize = game.table.iter().map(|laid| usize::from(laid.meld.len())).sum();
        prop_assert_eq!(n_hands + n_laid + game.trash.len() + game.deck.len(), 106);
        let text = game_text(&game);
        let again = parse_game(&text).unwrap();
        prop_assert_eq!(game_text(&again), text);
        for seat in 0..game.n_players {
            let view = View::of(&game, seat);
            let again = View::new(view.game.clone(), seat, view.n_hidden);
            prop_assert_eq!(again.unwrap(), view);
        }
    }

    #[test]
    fn a_changed_game_is_read_or_refused(game in games(), changes in changes()) {
        let _ = parse_game(&changed(&game_text(&game), &changes));
    }

    #[test]
    fn no_action_of_a_changed_text_breaks_a_game(game in games(), changes in changes()) {
        let mut solver = Solver::new(game.rules.min_naturals);
        let actions = game.legal_actions(&mut solver);
        for action in actions.iter().take(3) {
            let text = rust_meld::konkan::notation::action_name(*action, &game.table);
            prop_assert_eq!(parse_action(&text, &game.table).unwrap(), *action);
            if let Ok(other) = parse_action(&changed(&text, &changes), &game.table) {
                let mut copy = game.clone();
                if copy.apply(other, &mut solver).is_err() {
                    prop_assert_eq!(&copy, &game, "a refused action changes nothing");
                }
            }
        }
    }

    #[test]
    fn colours_follow_the_rules(guess in boards(), other in boards(), n_same in 0usize..=5) {
        let mut board = other;
        board[..n_same].copy_from_slice(&guess[..n_same]); // many greens, which chance rarely deals
        board[..3].sort_unstable();
        let is_board = (1..5).all(|i| !board[..i].contains(&board[i]));
        prop_assume!(is_board);
        let [plain] = patterns(&guess, &[board], false)[..] else { unreachable!() };
        let [pardoned] = patterns(&guess, &[board], true)[..] else { unreachable!() };
        prop_assert_eq!(plain, pattern_by_rules(&guess, &board));
        prop_assert!(usize::from(plain) < N_PATTERNS);
        prop_assert_eq!(plain == WON, guess == board);
        let expected = if same_class(&guess, &board, true) { WON } else { plain };
        prop_assert_eq!(pardoned, expected);
    }
}
