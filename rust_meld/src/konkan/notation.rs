//! The text of actions and games, for files and people, and how it is read back.
//!
//! A game is one line of fields, "players 2; seat 0; …".

use std::collections::HashMap;

use crate::konkan::cards::{
    card_name, card_names, parse_card, parse_cards, parse_hand, Hand, JOKER, N_KINDS,
};
use crate::konkan::errors::ReadError;
use crate::konkan::game::{Action, Game, Phase, Rules, TableMeld, MAX_PLAYERS};
use crate::konkan::meld::{parse_meld, Meld, ACE_HIGH};
use crate::konkan::rng::Rng;
use crate::konkan::view::verify_hands;

/// Return the text of an action; sarf and swap name the meld by its number on the table.
pub fn action_name(action: Action, table: &[TableMeld]) -> String {
    let kind_at = |meld: u8, place: u8| {
        let high = if place == ACE_HIGH { " high" } else { "" };
        let on_table = table.get(meld as usize).map(|t| t.meld);
        (
            on_table.map_or(String::new(), |m| card_name(m.kind_at(place))),
            high,
        )
    };
    match action {
        Action::PullDeck => "pull deck".into(),
        Action::PullTrash => "pull trash".into(),
        Action::Lay(meld) => format!("lay {meld}"),
        Action::Throw(kind) => format!("throw {}", card_name(kind)),
        Action::Sarf { meld, place, joker } => {
            let (card, high) = kind_at(meld, place);
            format!("sarf {meld} {}{card}{high}", if joker { "JK=" } else { "" })
        }
        Action::Swap { meld, place } => {
            let (card, high) = kind_at(meld, place);
            format!("swap {meld} {card}{high}")
        }
    }
}

/// Actions one after the other, each with the melds on the table as they lie then, as far as a turn
/// shows no hidden card.
pub fn turn_steps<T>(
    game: &Game,
    actions: &[Action],
    mut encode: impl FnMut(Action, &[TableMeld]) -> T,
) -> Vec<T> {
    let mut game = game.clone();
    let mut encoded = Vec::new();
    for &action in actions {
        encoded.push(encode(action, &game.table));
        if !matches!(action, Action::PullDeck | Action::Throw(_)) {
            game.perform(action);
        }
    }
    encoded
}

/// Return the texts of actions one after the other.
pub fn turn_names(game: &Game, actions: &[Action]) -> Vec<String> {
    turn_steps(game, actions, action_name)
}

/// Read an action in the light of the melds on the table.
pub fn parse_action(text: &str, table: &[TableMeld]) -> Result<Action, ReadError> {
    let refuse = || ReadError::Action(text.into());
    let mut words = text.split_whitespace();
    let verb = words.next().ok_or_else(refuse)?.to_lowercase();
    let rest: Vec<&str> = words.collect();
    match (verb.as_str(), rest.as_slice()) {
        ("pull", ["deck"]) => Ok(Action::PullDeck),
        ("pull", ["trash"]) => Ok(Action::PullTrash),
        ("lay", cards) => parse_meld(&cards.join(" ")).map(Action::Lay),
        ("throw", [card]) => parse_card(card).map(Action::Throw),
        ("sarf" | "swap", [number, card, end @ ..]) => {
            let meld: u8 = number.parse().map_err(|_| refuse())?;
            let on_table = (table.get(meld as usize)).ok_or_else(|| ReadError::NoSuchMeld {
                text: text.into(),
                number: meld,
                n_melds: table.len(),
            })?;
            let sarf = verb == "sarf";
            let (place, joker) = parse_place(on_table.meld, card, end, sarf).ok_or_else(|| {
                ReadError::DoesNotFit {
                    text: text.into(),
                    meld: on_table.meld,
                }
            })?;
            Ok(if sarf {
                Action::Sarf { meld, place, joker }
            } else {
                Action::Swap { meld, place }
            })
        }
        _ => Err(refuse()),
    }
}

/// Return the place that a card names: an open one for a sarf, a joker's for a swap.
fn parse_place(meld: Meld, card: &str, end: &[&str], sarf: bool) -> Option<(u8, bool)> {
    let (joker, name) = match card.split_once('=') {
        Some((joker, name)) if parse_card(joker) == Ok(JOKER) => (true, name),
        Some(_) => return None,
        None => (false, card),
    };
    let kind = parse_card(name).ok()?;
    let bare_joker = kind == JOKER;
    let mut places: Vec<u8> = if sarf {
        meld.open_places().collect()
    } else {
        meld.places()
            .filter(|&p| meld.jokers >> p & 1 == 1)
            .collect()
    };
    places.retain(|&place| bare_joker || meld.kind_at(place) == kind);
    let place = match end {
        [] => places.first(),
        ["high"] => places.iter().find(|&&place| place == ACE_HIGH),
        ["low"] => places.iter().find(|&&place| place == 0),
        _ => None,
    };
    place.map(|&place| (place, joker || bare_joker))
}

fn seats(game: &Game) -> std::ops::Range<usize> {
    0..game.n_players as usize
}

/// Return the text of a whole game.
pub fn game_text(game: &Game) -> String {
    let rules = game.rules;
    let hands: Vec<String> = seats(game)
        .map(|s| card_names(game.hands[s].cards()))
        .collect();
    let rng: Vec<String> = game.rng.0.iter().map(|word| format!("{word:x}")).collect();
    let phase = match game.phase {
        Phase::Pull => "pull",
        Phase::Act => "act",
        Phase::Over => "over",
    };
    let known: Vec<String> = seats(game)
        .map(|s| card_names(game.known[s].cards()))
        .collect();
    let down: Vec<String> = seats(game).map(|s| or_dash(game.down[s])).collect();
    let laid: Vec<String> = seats(game).map(|s| game.laid[s].to_string()).collect();
    let table: Vec<String> = (game.table.iter())
        .map(|on_table| format!("{}: {}", on_table.owner, on_table.meld))
        .collect();
    [
        format!("players {}", game.n_players),
        format!("seat {}", game.seat),
        format!("phase {phase}"),
        format!("turn {}", game.turn),
        format!(
            "rules {} {} {} {} {} {} {}",
            rules.threshold,
            rules.min_naturals,
            u8::from(rules.raise_by_later_melds),
            u8::from(rules.swap_own),
            u8::from(rules.keep_top),
            rules.joker_deadwood,
            rules.max_turns
        ),
        format!("coming {}", game.coming),
        format!("taken {}", game.taken.map_or("-".into(), card_name)),
        format!("winner {}", or_dash(game.winner)),
        format!("down {}", down.join(" ")),
        format!("laid {}", laid.join(" ")),
        format!("hands {}", hands.join(" / ")),
        format!("known {}", known.join(" / ")),
        format!("table {}", table.join(", ")),
        format!("trash {}", card_names(game.trash.iter().copied())),
        format!("deck {}", card_names(game.deck.iter().copied())),
        format!("rng {}", rng.join(" ")),
    ]
    .join("; ")
}

fn or_dash<T: ToString>(value: Option<T>) -> String {
    value.map_or("-".into(), |value| value.to_string())
}

/// The fields of a line, each read by name.
struct Fields<'a>(HashMap<&'a str, &'a str>);

impl<'a> Fields<'a> {
    fn of(text: &'a str) -> Fields<'a> {
        let fields = text.split(';').map(str::trim);
        Fields(
            fields
                .map(|f| f.split_once(' ').unwrap_or((f, "")))
                .collect(),
        )
    }

    fn text(&self, name: &str) -> Result<&'a str, ReadError> {
        let found = self.0.get(name).copied().map(str::trim);
        found.ok_or_else(|| ReadError::FieldMissing(name.into()))
    }

    fn number<T: std::str::FromStr>(&self, name: &str) -> Result<T, ReadError> {
        parse_number(self.text(name)?)
    }

    fn words(&self, name: &str, n: usize) -> Result<Vec<&'a str>, ReadError> {
        let words: Vec<&str> = self.text(name)?.split_whitespace().collect();
        if words.len() == n {
            Ok(words)
        } else {
            Err(ReadError::WordCount {
                field: name.into(),
                expected: n,
                given: words.len(),
            })
        }
    }
}

fn parse_number<T: std::str::FromStr>(word: &str) -> Result<T, ReadError> {
    word.parse().map_err(|_| ReadError::Number(word.into()))
}

/// Read turns or points, which stay far from where sums overflow.
fn parse_count(word: &str) -> Result<u32, ReadError> {
    parse_number::<u16>(word).map(u32::from)
}

fn parse_optional<T: std::str::FromStr>(word: &str) -> Result<Option<T>, ReadError> {
    if word == "-" {
        return Ok(None);
    }
    parse_number(word).map(Some)
}

/// Read a whole game; nothing may be hidden, and all 106 cards must be there.
pub fn parse_game(text: &str) -> Result<Game, ReadError> {
    let fields = Fields::of(text);
    let mut game = parse_public(&fields)?;
    for (hand, text) in game
        .hands
        .iter_mut()
        .zip(hand_texts(&fields, game.n_players)?)
    {
        *hand = parse_hand(text)?;
    }
    game.deck = parse_cards(fields.text("deck")?)?;
    let words = fields.words("rng", 4)?;
    for (slot, word) in game.rng.0.iter_mut().zip(words) {
        *slot = u64::from_str_radix(word, 16).map_err(|_| ReadError::Generator(word.into()))?;
    }
    verify_cards(&game)?;
    verify_hands(&game, [0; MAX_PLAYERS])?;
    Ok(game)
}

/// Return the texts of the hands, one for each player.
fn hand_texts<'a>(fields: &Fields<'a>, n_players: u8) -> Result<Vec<&'a str>, ReadError> {
    let hands: Vec<&str> = fields.text("hands")?.split('/').collect();
    if hands.len() == usize::from(n_players) {
        return Ok(hands);
    }
    Err(ReadError::HandCount {
        expected: n_players,
        given: hands.len(),
    })
}

fn parse_public(fields: &Fields) -> Result<Game, ReadError> {
    let n_players: u8 = fields.number("players")?;
    if !(2..=3).contains(&n_players) {
        return Err(ReadError::Players(n_players));
    }
    let n = n_players as usize;
    let mut game = Game::deal(0, n_players, 0, parse_rules(fields)?);
    game.hands = [Hand::default(); MAX_PLAYERS];
    game.deck.clear();
    game.rng = Rng::new(0);
    game.seat = fields.number("seat")?;
    game.turn = parse_count(fields.text("turn")?)?;
    game.coming = parse_count(fields.text("coming")?)?;
    game.winner = parse_optional(fields.text("winner")?)?;
    game.phase = match fields.text("phase")? {
        "pull" => Phase::Pull,
        "act" => Phase::Act,
        "over" => Phase::Over,
        other => return Err(ReadError::Phase(other.into())),
    };
    let taken = fields.text("taken")?;
    game.taken = (taken != "-").then(|| parse_card(taken)).transpose()?;
    for (i, word) in fields.words("down", n)?.into_iter().enumerate() {
        game.down[i] = (word != "-").then(|| parse_count(word)).transpose()?;
    }
    for (i, word) in fields.words("laid", n)?.into_iter().enumerate() {
        game.laid[i] = parse_count(word)?;
    }
    for (known, text) in game.known.iter_mut().zip(fields.text("known")?.split('/')) {
        *known = parse_hand(text)?;
    }
    game.table = parse_table(fields.text("table")?, game.rules.min_naturals)?;
    game.trash = parse_cards(fields.text("trash")?)?;
    let seats = game.table.iter().map(|t| t.owner).chain(game.winner);
    if seats.chain([game.seat]).any(|seat| seat >= n_players) {
        return Err(ReadError::SeatOutOfRange(n_players));
    }
    Ok(game)
}

fn parse_rules(fields: &Fields) -> Result<Rules, ReadError> {
    let words = fields.words("rules", 7)?;
    let flag = |i: usize| parse_number::<u8>(words[i]).map(|value| value != 0);
    Ok(Rules {
        threshold: parse_number(words[0])?,
        min_naturals: parse_number(words[1])?,
        raise_by_later_melds: flag(2)?,
        swap_own: flag(3)?,
        keep_top: flag(4)?,
        joker_deadwood: parse_number(words[5])?,
        max_turns: parse_number(words[6])?,
    })
}

fn parse_table(text: &str, min_naturals: u8) -> Result<Vec<TableMeld>, ReadError> {
    let melds = text
        .split(',')
        .map(str::trim)
        .filter(|meld| !meld.is_empty());
    melds
        .map(|text| {
            let (owner, meld) = text
                .split_once(':')
                .ok_or_else(|| ReadError::Owner(text.into()))?;
            let meld = parse_meld(meld)?;
            meld.verify(min_naturals)?;
            let owner = parse_number(owner.trim())?;
            Ok(TableMeld { owner, meld })
        })
        .collect()
}

fn verify_cards(game: &Game) -> Result<(), ReadError> {
    let mut counts = [0u8; N_KINDS as usize];
    let hands = game.hands.iter().flat_map(|hand| hand.cards());
    let melds = game.table.iter().flat_map(|on_table| on_table.meld.cards());
    let piles = game.trash.iter().chain(&game.deck).copied();
    for kind in hands.chain(melds).chain(piles) {
        counts[kind as usize] += 1;
    }
    match counts.iter().position(|&count| count != 2) {
        None => Ok(()),
        Some(kind) => Err(ReadError::CardCount {
            kind: kind as u8,
            count: counts[kind],
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::konkan::solver::Solver;

    #[test]
    fn games_and_actions_read_back() {
        let mut solver = Solver::default();
        let mut rng = Rng::new(4);
        let mut game = Game::deal(4, 3, 2, Rules::default());
        while game.phase != Phase::Over {
            assert_eq!(parse_game(&game_text(&game)).as_ref(), Ok(&game));
            let actions = game.legal_actions(&mut solver);
            for &action in &actions {
                let text = action_name(action, &game.table);
                assert_eq!(parse_action(&text, &game.table), Ok(action), "{text}");
            }
            game.perform(actions[rng.below(actions.len())]);
        }
    }

    #[test]
    fn damaged_text_is_refused() {
        let text = game_text(&Game::deal(4, 2, 0, Rules::default()));
        assert!(parse_game("").is_err());
        assert!(parse_game(&text.replace("players 2", "players 7")).is_err());
        assert!(parse_game(&text.replace("JK", "7S")).is_err());
        for (field, damaged) in [
            ("known  / ", "known JK JK JK / "),
            ("winner -", "winner 7"),
            ("taken -", "taken 10S"),
            ("hands ", "hands 7S / "),
            ("turn 0", "turn 4294967295"),
            ("down -", "down 4294967295"),
            ("laid 0", "laid 4294967295"),
        ] {
            assert!(text.contains(field), "{field}");
            assert!(
                parse_game(&text.replacen(field, damaged, 1)).is_err(),
                "{damaged}"
            );
        }
        assert!(parse_action("sarf 0 7S", &[]).is_err());
        assert!(parse_action("fly 7S", &[]).is_err());
    }
}
