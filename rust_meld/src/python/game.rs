//! The game for Python. Moves and whole games can be passed in and out as text, as files have them.

use pyo3::prelude::*;

use crate::konkan::game::Phase;
use crate::konkan::rng::Rng;
use crate::konkan::turns::{self, End, Turns};
use crate::konkan::value::Weights;
use crate::konkan::{game, notation, players, view};
use crate::python::faults::{guarded, refuse, require};
use crate::python::melds::with_solver;
use crate::python::values::{
    action_value, meld_value, read_rules, rules_value, verify_rules, ActionValue, MeldValue,
    RulesValue, View,
};

/// Letters of an action or a game, at most: the longest game has some thousands.
const MAX_TEXT: usize = 100_000;

/// An end of a turn: the cards that stay before the throw, points of new melds that count, and the
/// texts of the actions that lead there.
type EndValue = (Vec<u8>, u32, Vec<String>);

/// One round of Konkan.
#[pyclass(module = "rust_meld")]
#[derive(Clone)]
pub(crate) struct Game(pub(crate) game::Game);

impl Game {
    fn parse(&self, action: &str) -> PyResult<game::Action> {
        require("letters", action.len(), 0..=MAX_TEXT)?;
        notation::parse_action(action, &self.0.table).map_err(refuse)
    }

    fn action_of(&self, player: &str, seed: u64) -> PyResult<game::Action> {
        if self.0.phase == Phase::Over {
            return Err(refuse("the round is over"));
        }
        if self.0.phase == Phase::Pull && self.0.trash.is_empty() && self.0.deck.is_empty() {
            return Err(refuse("no action is legal: deck and trash are empty"));
        }
        with_solver(self.0.rules.min_naturals, |solver| match player {
            "random" => Ok(players::random_action(&self.0, solver, &mut Rng::new(seed))),
            "greedy" => Ok(players::greedy_action(&self.0, solver)),
            other => Err(refuse(format!("\"{other}\": expected random or greedy"))),
        })
    }

    fn verify_acting(&self) -> PyResult<()> {
        if self.0.phase == Phase::Act {
            return Ok(());
        }
        Err(refuse("no turn is under way: draw a card first"))
    }

    fn seat_index(&self, seat: u8) -> PyResult<usize> {
        let n = self.0.n_players;
        if seat < n {
            return Ok(seat as usize);
        }
        Err(refuse(format!("there is no seat {seat} among {n} players")))
    }
}

#[pymethods]
impl Game {
    /// Deal from a seed; rules in the order of `Rules`.
    #[new]
    fn new(seed: u64, players: u8, starter: u8, rules: RulesValue) -> PyResult<Game> {
        if !(2..=3).contains(&players) || starter >= players {
            let message = format!("{players} players, starter {starter}: expected 2 or 3 players");
            return Err(refuse(message));
        }
        let rules = read_rules(rules)?;
        guarded(|| Ok(Game(game::Game::deal(seed, players, starter, rules))))
    }

    /// Read a game back from its text.
    #[staticmethod]
    fn from_text(text: &str) -> PyResult<Game> {
        require("letters", text.len(), 0..=MAX_TEXT)?;
        let game = guarded(|| notation::parse_game(text).map_err(refuse))?;
        verify_rules(&game.rules)?;
        Ok(Game(game))
    }

    fn text(&self) -> PyResult<String> {
        guarded(|| Ok(notation::game_text(&self.0)))
    }

    /// Return a seat's view.
    fn view(&self, seat: u8) -> PyResult<View> {
        self.seat_index(seat)?;
        guarded(|| Ok(View(view::View::of(&self.0, seat))))
    }

    /// Return a copy with the deck in another order.
    fn shuffled(&self, seed: u64) -> Game {
        let mut game = self.0.clone();
        Rng::new(seed).shuffle(&mut game.deck);
        Game(game)
    }

    fn copy(&self) -> Game {
        self.clone()
    }

    #[getter]
    fn players(&self) -> u8 {
        self.0.n_players
    }

    #[getter]
    fn seat(&self) -> u8 {
        self.0.seat
    }

    #[getter]
    fn phase(&self) -> &'static str {
        match self.0.phase {
            Phase::Pull => "pull",
            Phase::Act => "act",
            Phase::Over => "over",
        }
    }

    #[getter]
    fn turn(&self) -> u32 {
        self.0.turn
    }

    #[getter]
    fn winner(&self) -> Option<u8> {
        self.0.winner
    }

    /// Return the trash card taken this turn, as long as it is in hand.
    #[getter]
    fn taken(&self) -> Option<u8> {
        self.0.taken
    }

    #[getter]
    fn rules(&self) -> RulesValue {
        rules_value(self.0.rules)
    }

    #[getter]
    fn must_lay(&self) -> bool {
        self.0.phase == Phase::Act && self.0.must_lay()
    }

    #[getter]
    fn coming(&self) -> u32 {
        self.0.coming
    }

    #[getter]
    fn deck_size(&self) -> usize {
        self.0.deck.len()
    }

    #[getter]
    fn trash(&self) -> Vec<u8> {
        self.0.trash.clone()
    }

    /// Return owner and meld of each entry on the table.
    #[getter]
    fn table(&self) -> Vec<(u8, MeldValue)> {
        let melds = self.0.table.iter();
        melds.map(|t| (t.owner, meld_value(t.meld))).collect()
    }

    fn hand(&self, seat: u8) -> PyResult<Vec<u8>> {
        Ok(self.0.hands[self.seat_index(seat)?].cards().collect())
    }

    fn hand_size(&self, seat: u8) -> PyResult<u8> {
        Ok(self.0.hands[self.seat_index(seat)?].len())
    }

    /// Return the cards of a hand that everybody saw.
    fn known(&self, seat: u8) -> PyResult<Vec<u8>> {
        Ok(self.0.known[self.seat_index(seat)?].cards().collect())
    }

    fn down(&self, seat: u8) -> PyResult<Option<u32>> {
        Ok(self.0.down[self.seat_index(seat)?])
    }

    fn laid(&self, seat: u8) -> PyResult<u32> {
        Ok(self.0.laid[self.seat_index(seat)?])
    }

    fn deadwood(&self, seat: u8) -> PyResult<u32> {
        self.seat_index(seat)?;
        guarded(|| Ok(self.0.deadwood(seat)))
    }

    fn threshold(&self, seat: u8) -> PyResult<u32> {
        self.seat_index(seat)?;
        guarded(|| Ok(self.0.threshold(seat)))
    }

    /// Return every legal action.
    fn legal_actions(&self) -> PyResult<Vec<ActionValue>> {
        guarded(|| {
            let actions = with_solver(self.0.rules.min_naturals, |s| self.0.legal_actions(s));
            let encode = |action| action_value(action, &self.0.table);
            Ok(actions.into_iter().map(encode).collect())
        })
    }

    /// Read an action, which need not be legal.
    fn read_action(&self, text: &str) -> PyResult<ActionValue> {
        guarded(|| Ok(action_value(self.parse(text)?, &self.0.table)))
    }

    /// Return every end of this turn.
    fn turns(&self) -> PyResult<Vec<EndValue>> {
        self.verify_acting()?;
        guarded(|| {
            let mut turns = Turns::default();
            let ends = with_solver(self.0.rules.min_naturals, |s| {
                turns.list(&self.0, s).to_vec()
            });
            let encode = |&end: &End| {
                let names = notation::turn_names(&self.0, &turns.way(end));
                (end.left.cards().collect(), end.points, names)
            };
            Ok(ends.iter().map(encode).collect())
        })
    }

    /// Return the actions that go out in this turn, None if nothing does; before a pull those with
    /// the trash.
    fn going_out(&self) -> PyResult<Option<Vec<String>>> {
        guarded(|| {
            let way = with_solver(self.0.rules.min_naturals, |s| {
                turns::going_out(&self.0, &mut Turns::default(), s)
            });
            Ok(way.map(|way| notation::turn_names(&self.0, &way)))
        })
    }

    /// Raise with the reason if an action is not legal.
    fn verify(&self, action: &str) -> PyResult<()> {
        guarded(|| {
            let action = self.parse(action)?;
            with_solver(self.0.rules.min_naturals, |s| self.0.verify(action, s)).map_err(refuse)
        })
    }

    /// Do an action; an illegal one raises and changes nothing.
    fn apply(&mut self, action: &str) -> PyResult<()> {
        guarded(|| {
            let action = self.parse(action)?;
            with_solver(self.0.rules.min_naturals, |s| self.0.apply(action, s)).map_err(refuse)
        })
    }

    /// Return the action of the player "random" or "greedy".
    fn choose(&self, player: &str, seed: u64) -> PyResult<String> {
        guarded(|| {
            let action = self.action_of(player, seed)?;
            Ok(notation::action_name(action, &self.0.table))
        })
    }

    /// Return the next actions of the player of the playouts, who weighs all hands: for measurements
    /// only.
    fn reference_actions(&self) -> PyResult<Vec<String>> {
        if self.0.phase == Phase::Over {
            return Err(refuse("the round is over"));
        }
        guarded(|| {
            let actions = with_solver(self.0.rules.min_naturals, |solver| {
                let weights = Weights::shipped();
                players::playout_actions(&self.0, weights, solver, &mut Turns::default())
            });
            Ok(notation::turn_names(&self.0, &actions))
        })
    }

    /// Play to the end between players "random" or "greedy", one a seat; return all actions, one a
    /// line. The n-th choice of a seat has the seat's seed plus n.
    fn play_out(
        &mut self,
        py: Python<'_>,
        players: Vec<String>,
        mut seeds: Vec<u64>,
    ) -> PyResult<String> {
        let n = usize::from(self.0.n_players);
        if players.len() != n || seeds.len() != n {
            return Err(refuse(format!("expected {n} players and {n} seeds")));
        }
        let play = || {
            let mut lines = Vec::new();
            while self.0.phase != Phase::Over {
                let seat = usize::from(self.0.seat);
                seeds[seat] = seeds[seat].wrapping_add(1);
                let action = self.action_of(&players[seat], seeds[seat])?;
                lines.push(notation::action_name(action, &self.0.table));
                with_solver(self.0.rules.min_naturals, |s| self.0.apply(action, s))
                    .map_err(refuse)?;
            }
            Ok(lines.join("\n"))
        };
        py.detach(|| guarded(play))
    }
}
