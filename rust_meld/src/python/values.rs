//! Konkan's values as they cross to Python: the one place that encodes and decodes them.
//!
//! A card is the byte of its kind, 52 for a joker; on the table a joker that stands for a card is
//! `DECLARED` plus that card's kind. Cards are bytes, a meld is its cards with their points.

use pyo3::prelude::*;

use crate::konkan::cards::{Hand, JOKER, N_KINDS};
use crate::konkan::game::{Action, Game, Phase, Rules, TableMeld, MAX_PLAYERS};
use crate::konkan::meld::{meld_of, Meld, MeldCard};
use crate::konkan::notation::action_name;
use crate::konkan::view;
use crate::python::faults::{guarded, refuse, require};

/// Points of a joker in hand, at most.
pub(crate) const MAX_JOKER: u8 = 50;
/// Turns of a round, at most.
pub(crate) const MAX_TURNS: u32 = 10_000;
/// Points to come down with, at most: no hand has more.
const MAX_THRESHOLD: u32 = 255;
/// The offset added to the kind of the card that a joker stands for.
const DECLARED: u8 = 64;

/// The rules in the order of `Rules`.
pub(crate) type RulesValue = (u32, u8, bool, bool, bool, u8, u32);
/// Cards and points of a meld.
pub(crate) type MeldValue = (Vec<u8>, u32);
/// The public state of a seat: number of cards, known ones, points of coming down, points laid.
type SeatValue = (u8, Vec<u8>, Option<u16>, u16);
/// An action: its text, its verb, the pile that a pull takes from, the card that is thrown, added or
/// put in for a joker, the number of the meld that it changes, and the meld that is laid or changed,
/// as it lies then.
pub(crate) type ActionValue = (
    String,
    &'static str,
    Option<&'static str>,
    Option<u8>,
    Option<u8>,
    Option<MeldValue>,
);

/// Read the rules; those under which a round has no end or its points no room are refused.
pub(crate) fn read_rules(value: RulesValue) -> PyResult<Rules> {
    let rules = Rules {
        threshold: value.0,
        min_naturals: value.1,
        raise_by_later_melds: value.2,
        swap_own: value.3,
        keep_top: value.4,
        joker_deadwood: value.5,
        max_turns: value.6,
    };
    verify_rules(&rules)?;
    Ok(rules)
}

pub(crate) fn verify_rules(rules: &Rules) -> PyResult<()> {
    require("threshold", rules.threshold, 1..=MAX_THRESHOLD)?;
    require("min_naturals", rules.min_naturals, 1..=2)?;
    require("joker_deadwood", rules.joker_deadwood, 0..=MAX_JOKER)?;
    require("max_turns", rules.max_turns, 1..=MAX_TURNS)
}

pub(crate) fn rules_value(rules: Rules) -> RulesValue {
    (
        rules.threshold,
        rules.min_naturals,
        rules.raise_by_later_melds,
        rules.swap_own,
        rules.keep_top,
        rules.joker_deadwood,
        rules.max_turns,
    )
}

/// Read kinds of cards.
fn verify_kinds(kinds: &[u8]) -> PyResult<()> {
    kinds
        .iter()
        .try_for_each(|&kind| require("a card", kind, 0..=N_KINDS - 1))
}

pub(crate) fn read_hand(kinds: &[u8]) -> PyResult<Hand> {
    verify_kinds(kinds)?;
    Hand::from_kinds(kinds).ok_or_else(|| refuse("a card is there three times"))
}

pub(crate) fn read_meld(codes: &[u8], min_naturals: u8) -> PyResult<Meld> {
    let read = |&code: &u8| match code {
        0..JOKER => Ok((Some(code), false)),
        JOKER => Ok((None, true)),
        _ if (DECLARED..DECLARED + JOKER).contains(&code) => Ok((Some(code - DECLARED), true)),
        _ => Err(refuse(format!("{code} is not a card of a meld"))),
    };
    let cards: PyResult<Vec<MeldCard>> = codes
        .iter()
        .map(|code| read(code).map(|(kind, joker)| MeldCard { kind, joker }))
        .collect();
    let meld = meld_of(&cards?).map_err(refuse)?;
    meld.verify(min_naturals).map_err(refuse)?;
    Ok(meld)
}

pub(crate) fn meld_value(meld: Meld) -> MeldValue {
    let code = |place: u8| match meld.card_at(place) {
        JOKER => DECLARED + meld.kind_at(place),
        kind => kind,
    };
    (meld.places().map(code).collect(), meld.points())
}

/// Return an action on a table as it lies.
pub(crate) fn action_value(action: Action, table: &[TableMeld]) -> ActionValue {
    let text = action_name(action, table);
    let on = |number: u8| table[usize::from(number)].meld;
    match action {
        Action::PullDeck => (text, "pull", Some("deck"), None, None, None),
        Action::PullTrash => (text, "pull", Some("trash"), None, None, None),
        Action::Lay(meld) => (text, "lay", None, None, None, Some(meld_value(meld))),
        Action::Throw(kind) => (text, "throw", None, Some(kind), None, None),
        Action::Sarf { meld, place, joker } => {
            let card = on(meld).kind_at(place) + if joker { DECLARED } else { 0 };
            let changed = Some(meld_value(on(meld)));
            (text, "sarf", None, Some(card), Some(meld), changed)
        }
        Action::Swap { meld, place } => {
            let (card, changed) = (on(meld).kind_at(place), meld_value(on(meld)));
            (text, "swap", None, Some(card), Some(meld), Some(changed))
        }
    }
}

/// A seat's view of a round: made by a game, or from what a player sees.
#[pyclass(module = "rust_meld", frozen, eq)]
#[derive(Clone, PartialEq)]
pub(crate) struct View(pub(crate) view::View);

#[pymethods]
impl View {
    /// Return the view of seat 0, who is to act; seats in the order of play, the own one first.
    #[new]
    #[pyo3(signature = (hand, seats, table, trash, *, phase, turn, taken, coming, rules))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        hand: &[u8],
        seats: Vec<SeatValue>,
        table: Vec<(u8, Vec<u8>)>,
        trash: Vec<u8>,
        phase: &str,
        turn: u32,
        taken: Option<u8>,
        coming: u16,
        rules: RulesValue,
    ) -> PyResult<View> {
        let rules = read_rules(rules)?;
        require("players", seats.len(), 2..=MAX_PLAYERS)?;
        require("turn", turn, 0..=MAX_TURNS)?;
        require("melds", table.len(), 0..=35)?;
        verify_kinds(&trash)?;
        let n_players = seats.len() as u8;
        let mut game = Game::deal(0, n_players, 0, rules);
        game.phase = match phase {
            "pull" => Phase::Pull,
            "act" => Phase::Act,
            other => return Err(refuse(format!("phase \"{other}\": expected pull or act"))),
        };
        (game.turn, game.taken, game.coming) = (turn, taken, u32::from(coming));
        verify_kinds(game.taken.as_slice())?;
        game.trash = trash;
        let mut n_hidden = [0; MAX_PLAYERS];
        for (seat, (n_cards, known, down, laid)) in seats.into_iter().enumerate() {
            game.known[seat] = read_hand(&known)?;
            game.hands[seat] = game.known[seat];
            game.down[seat] = down.map(u32::from);
            game.laid[seat] = u32::from(laid);
            let n_known = known.len() as u8;
            require("known cards", n_known, 0..=n_cards)?;
            n_hidden[seat] = n_cards - n_known;
        }
        game.hands[0] = read_hand(hand)?;
        n_hidden[0] = 0;
        for (owner, codes) in table {
            require("owner", owner, 0..=n_players - 1)?;
            let meld = read_meld(&codes, rules.min_naturals)?;
            game.table.push(TableMeld { owner, meld });
        }
        guarded(|| view::View::new(game, 0, n_hidden).map(View).map_err(refuse))
    }

    /// Return the seat that sees this.
    #[getter]
    fn me(&self) -> u8 {
        self.0.me
    }

    /// Return the points that this seat needs to come down.
    #[getter]
    fn threshold(&self) -> u32 {
        self.0.game.threshold(self.0.me)
    }

    /// Return cards left to draw.
    #[getter]
    fn deck_size(&self) -> u8 {
        self.0.n_deck
    }
}
