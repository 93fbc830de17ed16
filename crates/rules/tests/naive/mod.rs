//! A second, deliberately slow and plain implementation of the rules: a square array of cells, with marbles moved one by one. It shares no
//! code with the crate, only the text of positions and moves, so that the two can be compared.

use std::fmt::Write;

pub(crate) type Place = (i8, i8);

/// E, NE, NW, W, SW, SE as (row, number).
const DIRECTIONS: [Place; 6] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];
const LETTERS: [char; 4] = ['b', 'w', 'r', 'y'];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Square {
    Outside,
    Free,
    Marble(usize),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Naive {
    /// With a border of squares outside the board.
    squares: [[Square; 11]; 11],
    order: &'static [usize],
    turn: usize,
    captured: Vec<u32>,
    quiet: u32,
    ply: u32,
}

/// The moving marbles, the foremost first, and the direction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NaiveMove {
    pub(crate) text: String,
    marbles: Vec<Place>,
    direction: Place,
}

fn on_board((row, number): Place) -> bool {
    (0..9).contains(&row) && (1..=9).contains(&number) && (row - (number - 1)).abs() <= 4
}

fn add((row, number): Place, (rows, numbers): Place) -> Place {
    (row + rows, number + numbers)
}

fn name((row, number): Place) -> String {
    format!("{}{number}", char::from(b'a' + row as u8))
}

impl Naive {
    /// Parses a position's line that is known to be valid.
    pub(crate) fn read(mode: &str, text: &str) -> Self {
        let order: &[usize] = match mode {
            "two" => &[0, 1],
            "three" => &[0, 1, 2],
            "four" => &[0, 1, 2, 3],
            "four-consecutive" => &[0, 2, 1, 3],
            other => panic!("{other}"),
        };
        let mut fields = text.split(' ');
        let mut squares = [[Square::Outside; 11]; 11];
        for (row, symbols) in (0..9).rev().zip(fields.next().unwrap().split('/')) {
            let mut place = (row, (1..=9).find(|&number| on_board((row, number))).unwrap());
            for symbol in symbols.chars() {
                let (square, times) = match symbol.to_digit(10) {
                    Some(run) => (Square::Free, run),
                    None => (Square::Marble(LETTERS.iter().position(|&letter| letter == symbol).unwrap()), 1),
                };
                for _ in 0..times {
                    assert!(on_board(place));
                    squares[place.0 as usize + 1][place.1 as usize] = square;
                    place = add(place, (0, 1));
                }
            }
            assert!(!on_board(place));
        }
        let turn = fields.next().unwrap().chars().next().unwrap();
        Self {
            squares,
            order,
            turn: LETTERS.iter().position(|&letter| letter == turn).unwrap(),
            captured: fields.next().unwrap().split(',').map(|count| count.parse().unwrap()).collect(),
            quiet: fields.next().unwrap().parse().unwrap(),
            ply: fields.next().unwrap().parse().unwrap(),
        }
    }

    pub(crate) fn write(&self) -> String {
        let mut text = String::new();
        for row in (0..9).rev() {
            let mut free = 0;
            for number in 1..=9 {
                match self.square((row, number)) {
                    Square::Outside => {}
                    Square::Free => free += 1,
                    Square::Marble(seat) => {
                        if free > 0 {
                            write!(text, "{free}").unwrap();
                            free = 0;
                        }
                        text.push(LETTERS[seat]);
                    }
                }
            }
            if free > 0 {
                write!(text, "{free}").unwrap();
            }
            text.push(if row > 0 { '/' } else { ' ' });
        }
        let captured: Vec<_> = self.captured.iter().map(u32::to_string).collect();
        write!(text, "{} {} {} {}", LETTERS[self.turn], captured.join(","), self.quiet, self.ply).unwrap();
        text
    }

    fn square(&self, (row, number): Place) -> Square {
        self.squares[(row + 1) as usize][number as usize]
    }

    fn set(&mut self, (row, number): Place, square: Square) {
        self.squares[(row + 1) as usize][number as usize] = square;
    }

    fn is_own(&self, place: Place) -> bool {
        self.square(place) == Square::Marble(self.turn)
    }

    fn is_friend(&self, place: Place) -> bool {
        match self.square(place) {
            Square::Marble(seat) => seat == self.turn || self.order.len() == 4 && seat % 2 == self.turn % 2,
            _ => false,
        }
    }

    fn is_opponent(&self, place: Place) -> bool {
        matches!(self.square(place), Square::Marble(_)) && !self.is_friend(place)
    }

    /// Every legal move, in no particular order.
    pub(crate) fn moves(&self) -> Vec<NaiveMove> {
        let mut moves = Vec::new();
        if self.captured.iter().any(|&count| count >= 6) {
            return moves;
        }
        for row in 0..9 {
            for number in 1..=9 {
                let place = (row, number);
                if on_board(place) && self.is_own(place) {
                    for direction in DIRECTIONS {
                        moves.extend(self.in_line(place, direction));
                        for axis in &DIRECTIONS[..3] {
                            moves.extend(
                                (2..=3).filter_map(|length| self.side_step(place, *axis, length, direction)),
                            );
                        }
                    }
                }
            }
        }
        moves
    }

    fn in_line(&self, from: Place, direction: Place) -> Option<NaiveMove> {
        let mut marbles = Vec::new();
        let mut place = from;
        while self.is_friend(place) {
            marbles.push(place);
            place = add(place, direction);
        }
        let friends = marbles.len();
        while self.is_opponent(place) {
            marbles.push(place);
            place = add(place, direction);
        }
        let opponents = marbles.len() - friends;
        let room = match self.square(place) {
            Square::Free => true,
            Square::Outside => opponents > 0,
            Square::Marble(_) => false,
        };
        marbles.reverse();
        (friends <= 3 && opponents < friends && room).then(|| NaiveMove {
            text: name(from) + &name(add(from, direction)),
            marbles,
            direction,
        })
    }

    fn side_step(&self, from: Place, axis: Place, length: usize, direction: Place) -> Option<NaiveMove> {
        if direction == axis || add(direction, axis) == (0, 0) {
            return None;
        }
        let mut marbles = vec![from];
        for _ in 1..length {
            marbles.push(add(*marbles.last().unwrap(), axis));
        }
        let moves = |&place: &Place| {
            on_board(place) && self.is_own(place) && self.square(add(place, direction)) == Square::Free
        };
        marbles.iter().all(moves).then(|| NaiveMove {
            text: name(from) + &name(*marbles.last().unwrap()) + &name(add(from, direction)),
            marbles,
            direction,
        })
    }

    pub(crate) fn play(&self, m: &NaiveMove) -> Self {
        let mut after = self.clone();
        after.quiet += 1;
        after.ply += 1;
        for &place in &m.marbles {
            let target = add(place, m.direction);
            let marble = after.square(place);
            after.set(place, Square::Free);
            if after.square(target) == Square::Outside {
                let team = if self.order.len() == 4 { self.turn % 2 } else { self.turn };
                after.captured[team] += 1;
                after.quiet = 0;
            } else {
                after.set(target, marble);
            }
        }
        let at = self.order.iter().position(|&seat| seat == self.turn).unwrap();
        after.turn = self.order[(at + 1) % self.order.len()];
        after
    }

    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 { 1 } else { self.moves().iter().map(|m| self.play(m).perft(depth - 1)).sum() }
    }
}
