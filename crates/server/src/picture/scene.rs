//! What is in a picture.

use sumito_rules::{Bitboard, Color, Layout, Mode, Position};

use super::PictureError;

/// Where marbles were that the last move has moved, and where they are now; a cell that is both counts as the latter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Trace {
    pub(super) left: Bitboard,
    pub(super) entered: Bitboard,
}

/// A board after some moves, and the marbles beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Scene {
    position: Position,
    /// What each team has pushed out, in that order.
    captured: Vec<Vec<Color>>,
    /// What the last move did.
    trace: Trace,
    /// Who plays no more while the others go on.
    out: Vec<Color>,
}

impl Scene {
    /// The board after these moves from a start layout.
    ///
    /// # Errors
    /// When the layout is not for the mode, or a move is not legal.
    pub(crate) fn after<'a>(
        mode: Mode,
        layout: Layout,
        moves: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, PictureError> {
        let mut position = Position::start(mode, layout).map_err(|error| wrong(&error))?;
        let mut captured = vec![Vec::new(); mode.teams()];
        let mut trace = Trace::default();
        for text in moves {
            let played = position.parse_move(text).map_err(|error| wrong(&error))?;
            let played = position.play(played).map_err(|error| wrong(&error))?;
            let effect = played.effect;
            captured[mode.team_of(position.turn()).index()].extend(effect.ejected);
            let touched = effect.moved | effect.pushed;
            let entered = touched.step(effect.direction);
            trace = Trace { left: touched - entered, entered };
            position = played.position;
        }
        Ok(Self { position, captured, trace, out: Vec::new() })
    }

    /// The same, with the marbles of those who play no more paler than others.
    pub(crate) fn without(self, out: Vec<Color>) -> Self {
        Self { out, ..self }
    }

    pub(super) fn position(&self) -> &Position {
        &self.position
    }

    pub(super) fn captured(&self) -> &[Vec<Color>] {
        &self.captured
    }

    pub(super) fn trace(&self) -> Trace {
        self.trace
    }

    pub(super) fn is_out(&self, color: Color) -> bool {
        self.out.contains(&color)
    }
}

fn wrong(error: &dyn std::error::Error) -> PictureError {
    PictureError::Moves(error.to_string())
}

#[cfg(test)]
mod tests {
    use sumito_rules::Cell;

    use super::*;

    #[test]
    fn what_is_pushed_out_lies_with_the_team_that_did_it() {
        // Whoever is to move plays the first move that pushes out, or else any.
        let mut position = Position::start(Mode::Three, Layout::ThreeStandard).unwrap();
        let (mut moves, mut seed) = (Vec::new(), 1_usize);
        while position.captured().iter().sum::<u8>() < 3 {
            let legal: Vec<_> = position.legal_moves().into_iter().collect();
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let chosen = legal.iter().find(|mv| position.effect(**mv).ejected.is_some());
            let chosen = *chosen.unwrap_or(&legal[(seed >> 33) % legal.len()]);
            moves.push(chosen.to_string());
            position = position.play(chosen).unwrap().position;
        }
        let moves: Vec<_> = moves.iter().map(String::as_str).collect();
        let scene = Scene::after(Mode::Three, Layout::ThreeStandard, moves.iter().copied()).unwrap();
        assert_eq!(scene.position(), &position);
        let counts: Vec<_> = scene.captured().iter().map(|tray| tray.len() as u8).collect();
        assert_eq!(counts, position.captured());
        for color in Color::ALL.into_iter().take(3) {
            let lying = scene.captured().iter().flatten().filter(|other| **other == color).count();
            assert_eq!(position.marbles(color).len() + lying, 11, "{color}");
        }
    }

    #[test]
    fn the_last_move_leaves_a_trace() {
        let after = |moves: &[&str]| {
            Scene::after(Mode::Two, Layout::Standard, moves.iter().copied()).unwrap().trace()
        };
        assert_eq!(after(&[]), Trace::default());
        let cells =
            |names: &str| names.split(' ').map(|name| name.parse::<Cell>().unwrap()).collect::<Bitboard>();
        assert_eq!(after(&["a1b2"]), Trace { left: cells("a1"), entered: cells("b2 c3 d4") });
        assert_eq!(after(&["a1b2", "i5h5"]), Trace { left: cells("i5"), entered: cells("h5 g5 f5") });
    }

    #[test]
    fn moves_that_cannot_be_played_are_an_error() {
        for moves in [&["a1"][..], &["i5h5"], &["a1b2", "a1b2"]] {
            let error = Scene::after(Mode::Two, Layout::Standard, moves.iter().copied()).unwrap_err();
            assert!(matches!(error, PictureError::Moves(_)), "{moves:?}: {error}");
        }
    }
}
