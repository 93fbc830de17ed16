//! Puzzles from random games, compared with a search that prunes nothing.

#![expect(clippy::unwrap_used, reason = "a test that panics has failed")]

use proptest::prelude::*;
use sumito_puzzles::{Force, Puzzle, SymmetryKey, Verdict, longest};
use sumito_rules::{Color, Layout, Mode, Move, Position, Setup, Symmetry};

/// Plays random moves, pushes twice as often as others.
fn random_position(mode: Mode, seed: u64, plies: usize) -> Position {
    let mut random = fastrand::Rng::with_seed(seed);
    let layouts: Vec<_> = Layout::ALL.into_iter().filter(|layout| layout.fits(mode)).collect();
    let mut position = Position::start(mode, layouts[random.usize(..layouts.len())]).unwrap();
    for _ in 0..plies {
        let moves: Vec<_> = position.legal_moves().iter().collect();
        if moves.is_empty() {
            break;
        }
        let tries = [moves[random.usize(..moves.len())], moves[random.usize(..moves.len())]];
        let m = tries.into_iter().max_by_key(|&m| position.effect(m).pushed.len()).unwrap();
        position = position.play(m).unwrap().position;
    }
    position
}

/// Returns by how many marbles the solver is better off than at the start, as the definition says.
fn gain(start: &Position, now: &Position) -> i32 {
    let team = start.mode().team_of(start.turn());
    let ejected = i32::from(now.captured()[team.index()]) - i32::from(start.captured()[team.index()]);
    let own = |position: &Position| {
        position.mode().colors_of(team).map(|color| position.marbles(color).len() as i32).sum::<i32>()
    };
    ejected + own(now) - own(start)
}

/// Whether the solver forces a gain within this many moves; without any pruning or order.
fn forces(start: &Position, now: &Position, moves: u32) -> bool {
    moves > 0 && now.legal_moves().iter().any(|m| keeps(start, &now.play(m).unwrap().position, moves - 1))
}

fn keeps(start: &Position, now: &Position, moves: u32) -> bool {
    let team = start.mode().team_of(start.turn());
    if let Some(winner) = now.winner() {
        return winner == team;
    }
    if now.turn() == start.turn() {
        return gain(start, now) > 0 || forces(start, now, moves);
    }
    now.legal_moves().iter().all(|m| keeps(start, &now.play(m).unwrap().position, moves))
}

/// Positions with a puzzle, from one random game.
fn puzzles(seed: u64) -> Vec<Puzzle> {
    (20..120).step_by(4).filter_map(|plies| Puzzle::find(&random_position(Mode::Two, seed, plies))).collect()
}

fn image(symmetry: Symmetry, position: &Position) -> Position {
    let mut setup = Setup::new(position.mode()).captured(position.captured());
    for color in Color::ALL {
        let cells = position.marbles(color).sorted().map(|cell| symmetry.of_cell(cell));
        setup = setup.marbles(color, cells);
    }
    setup.turn(position.turn()).position().unwrap()
}

/// The same with the colours of both players exchanged.
fn with_colors_exchanged(position: &Position) -> Position {
    let [black, white] = [position.captured()[0], position.captured()[1]];
    Setup::new(Mode::Two)
        .marbles(Color::Black, position.marbles(Color::White))
        .marbles(Color::White, position.marbles(Color::Black))
        .turn(if position.turn() == Color::Black { Color::White } else { Color::Black })
        .captured(&[white, black])
        .position()
        .unwrap()
}

fn judge(puzzle: &Puzzle, moves: &[Move]) -> Verdict {
    let mut attempt = puzzle.attempt();
    moves.iter().fold(Verdict::Continue, |_, &m| attempt.play(m).unwrap())
}

fn solvers_moves(puzzle: &Puzzle) -> Vec<Move> {
    puzzle.line().iter().copied().step_by(2).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn pruned_search_agrees_with_the_definition(seed: u64, plies in 10..150_usize, mode in 0..4_usize) {
        let mode = Mode::ALL[mode];
        let position = random_position(mode, seed, plies);
        // With three and four players, the definition alone covers 60³ replies.
        let max = if mode == Mode::Two { 2 } else { 1 };
        for moves in 1..=max {
            prop_assert_eq!(Force::of(&position).holds(&position, moves), forces(&position, &position, moves));
        }
    }

    #[test]
    fn solution_is_the_only_one_and_solves(seed: u64) {
        for puzzle in puzzles(seed) {
            let moves = solvers_moves(&puzzle);
            prop_assert_eq!(moves.len() as u32, puzzle.length());
            prop_assert_eq!(judge(&puzzle, &moves), Verdict::Solved);
            for number in 0..moves.len() {
                prop_assert_eq!(judge(&puzzle, &moves[..number]), Verdict::Continue);
            }
            for m in puzzle.start().legal_moves() {
                if m != moves[0] {
                    prop_assert_eq!(judge(&puzzle, &[m]), Verdict::Wrong);
                }
            }
            let force = Force::of(puzzle.start());
            prop_assert_eq!(force.winning(puzzle.start(), longest(Mode::Two)), vec![moves[0]]);
            prop_assert_eq!(&puzzle.to_string().parse::<Puzzle>().unwrap(), &puzzle);
        }
    }

    #[test]
    fn images_of_a_puzzle_are_alike(seed: u64, symmetry in 0..12_usize) {
        let symmetry = Symmetry::ALL[symmetry];
        for puzzle in puzzles(seed) {
            let turned = image(symmetry, puzzle.start());
            let exchanged = with_colors_exchanged(&turned);
            prop_assert_eq!(SymmetryKey::of(&turned), SymmetryKey::of(puzzle.start()));
            prop_assert_eq!(SymmetryKey::of(&exchanged), SymmetryKey::of(puzzle.start()));
            let first = symmetry.of_move(puzzle.line()[0]);
            prop_assert_eq!(Puzzle::find(&turned).unwrap().line()[0], first);
        }
    }
}

#[test]
fn random_games_have_puzzles_of_every_length() {
    let mut lengths: Vec<_> = (0..40).flat_map(puzzles).map(|puzzle| puzzle.length()).collect();
    lengths.sort_unstable();
    lengths.dedup();
    assert_eq!(lengths, [1, 2, 3]);
}

#[test]
fn wrong_texts_are_refused_with_the_reason() {
    for (text, reason) in [
        ("two", "a puzzle has a mode, a position and moves"),
        ("five | 5/6/7/8/6bbw/8/7/6/5 b 0,0 0 0 | e7e8", "mode"),
        ("two | 5/6/7/8/6bbw/8/7/6/5 b 0,0 0 0 | a1a2", ""),
        ("two | 5/6/7/8/6bbw/8/7/6/5 b 0,0 0 0 |", "the last move is not the solver's"),
    ] {
        let error = text.parse::<Puzzle>().unwrap_err().to_string();
        assert!(error.contains(reason) && error.contains(text), "{error}");
    }
}
