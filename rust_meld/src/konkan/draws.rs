//! What a card does that may be drawn next: how much can be laid with it, and whether it goes out.

use crate::konkan::game::{Action, Game, Phase};
use crate::konkan::search::Tools;
use crate::konkan::solver::Worth;
use crate::konkan::turns::End;
use crate::konkan::view::View;

/// A card that may come: the most points that could be laid with it, and whether it ends the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draw {
    pub kind: u8,
    pub points: u32,
    pub goes_out: bool,
}

/// Each kind that may be drawn after a turn of the view's player, and what it then does.
pub fn draws_after(view: &View, turn: &[Action]) -> Vec<Draw> {
    let shown = turn.iter().filter(|&&action| action != Action::PullDeck);
    let game = view.game.after(&shown.copied().collect::<Vec<_>>());
    if game.hands[view.me as usize].is_empty() {
        return Vec::new();
    }
    let mut tools = Tools::new(game.rules.min_naturals);
    let draw = |kind: u8| {
        let drawn = with_card(&game, view.me, kind);
        Draw {
            kind,
            points: most_laid(&drawn, &mut tools),
            goes_out: goes_out(&drawn, &mut tools),
        }
    };
    view.drawable().into_iter().map(draw).collect()
}

/// True if the player goes out with whatever card is drawn now.
pub fn every_draw_wins(view: &View, tools: &mut Tools) -> bool {
    let mut kinds = view.drawable().into_iter();
    kinds.all(|kind| goes_out(&with_card(&view.game, view.me, kind), tools))
}

/// The game as it is for a player who has just drawn a card.
fn with_card(game: &Game, seat: u8, kind: u8) -> Game {
    let mut drawn = game.clone();
    drawn.hands[seat as usize].add(kind);
    (drawn.seat, drawn.phase) = (seat, Phase::Act);
    (drawn.coming, drawn.taken) = (0, None);
    drawn
}

fn goes_out(game: &Game, tools: &mut Tools) -> bool {
    tools.turns.going_out(game, &mut tools.solver).is_some()
}

/// The most points that the acting seat can lay with a card left to throw: in melds, and by a seat
/// that is down in every way, cards counting what they would in hand.
fn most_laid(game: &Game, tools: &mut Tools) -> u32 {
    let Tools { solver, turns } = tools;
    let hand = game.hand();
    if !game.is_down() {
        let n_laid = hand.len() as usize - 1;
        return solver.frontier(hand, Worth::Table).best(n_laid);
    }
    let joker = u32::from(game.rules.joker_deadwood);
    let left = |end: &End| end.left.deadwood(joker);
    let least = turns.list(game, solver).iter().map(left).min();
    hand.deadwood(joker) - least.unwrap_or(hand.deadwood(joker))
}
