//! Properties of Konkan's readers, melds and rules, over random texts, hands and games.

use proptest::prelude::*;
use rust_meld::konkan::cards::{card_name, card_names, parse_card, parse_cards, parse_hand, Hand};
use rust_meld::konkan::game::{Game, Phase, Rules};
use rust_meld::konkan::meld::{parse_meld, Meld};
use rust_meld::konkan::notation::{game_text, parse_action, parse_game, parse_view, view_text};
use rust_meld::konkan::players::random_action;
use rust_meld::konkan::rng::Rng;
use rust_meld::konkan::solver::{Solver, Worth, MAX_CARDS};
use rust_meld::konkan::view::View;

const RULES: Rules = Rules {
    threshold: 81,
    min_naturals: 1,
    raise_by_later_melds: false,
    swap_own: false,
    keep_top: false,
    joker_deadwood: 25,
    max_turns: 60,
};

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
        let _ = parse_view(&text, 0);
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
            prop_assert!(view.verify().is_ok());
            prop_assert_eq!(parse_view(&view_text(&view), seat).unwrap(), view);
        }
    }

    #[test]
    fn a_changed_game_is_read_or_refused(game in games(), changes in changes()) {
        let _ = parse_game(&changed(&game_text(&game), &changes));
        let view = view_text(&View::of(&game, game.seat));
        let _ = parse_view(&changed(&view, &changes), game.seat);
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
}
