//! The effect of each card that may be drawn next: how much can be laid with it, and whether the
//! player then goes out.

use crate::konkan::cards::Hand;
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

/// Return each kind that may be drawn after a turn of the view's player, and what it then does.
pub fn draws_after(view: &View, turn: &[Action]) -> Vec<Draw> {
    let shown = turn.iter().filter(|&&action| action != Action::PullDeck);
    let game = view.game.after(&shown.copied().collect::<Vec<_>>());
    if game.hands[view.me as usize].is_empty() {
        return Vec::new();
    }
    let mut tools = Tools::new(game.rules.min_naturals);
    let draw = |kind| draw_of(kind, &with_card(&game, view.me, kind), &mut tools);
    view.drawable().into_iter().map(draw).collect()
}

/// Return true if the player goes out with whatever card is drawn now.
pub fn every_draw_wins(view: &View, tools: &mut Tools) -> bool {
    let mut kinds = view.drawable().into_iter();
    kinds.all(|kind| {
        let drawn = with_card(&view.game, view.me, kind);
        tools.turns.going_out(&drawn, &mut tools.solver).is_some()
    })
}

/// Return the game as it is for a player who has just drawn a card.
fn with_card(game: &Game, seat: u8, kind: u8) -> Game {
    let mut drawn = game.clone();
    drawn.hands[seat as usize].add(kind);
    (drawn.seat, drawn.phase) = (seat, Phase::Act);
    (drawn.coming, drawn.taken) = (0, None);
    drawn
}

/// Return what a drawn card does: the points that can be laid with a card left to throw. For a seat
/// that is down these are all cards laid in any way, by their points in hand; else the points of
/// new melds.
fn draw_of(kind: u8, drawn: &Game, tools: &mut Tools) -> Draw {
    let Tools { solver, turns } = tools;
    let hand = drawn.hand();
    let worth = |hand: Hand| hand.deadwood(u32::from(drawn.rules.joker_deadwood));
    let ends = turns.list(drawn, solver);
    let goes_out = ends.iter().any(|end| end.left.len() == 1);
    let points = if drawn.is_down() {
        let laid = |end: &End| worth(hand).saturating_sub(worth(end.left)); // a swap brings points
        ends.iter().map(laid).max().unwrap_or(0)
    } else {
        let n_laid = hand.len() as usize - 1;
        solver.frontier(hand, Worth::Table).best(n_laid)
    };
    Draw {
        kind,
        points,
        goes_out,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::konkan::cards::{parse_card, parse_hand};
    use crate::konkan::game::{Rules, TableMeld};
    use crate::konkan::meld::parse_meld;

    /// A joker that is left to throw counts more in hand than the card it was swapped for.
    #[test]
    fn points_laid_are_never_negative_where_a_joker_is_won() {
        let mut game = Game::deal(1, 2, 0, Rules::default());
        (game.turn, game.phase, game.down) = (20, Phase::Pull, [Some(90), Some(95), None]);
        let on_table = |text| TableMeld {
            owner: 1,
            meld: parse_meld(text).unwrap(),
        };
        game.table = vec![on_table("8S 9S 10S"), on_table("JK=10C JC QC")];
        game.hands[0] = parse_hand("7S").unwrap();
        let draws = draws_after(&View::of(&game, 0), &[Action::PullDeck]);
        let ten = parse_card("10C").unwrap();
        let draw = draws.iter().find(|draw| draw.kind == ten).unwrap();
        assert_eq!((draw.points, draw.goes_out), (0, true));
    }
}
