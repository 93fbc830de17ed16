//! Serde for the reasons why the rules reject a move: they travel between the servers of a cluster. The crate of the rules has no
//! dependencies, so that its types are described again here; the compiler checks that no variant and no field is missing.

use serde::{Deserialize, Serialize};
use sumito_rules::{Cell, Color, IllegalMove, MoveError, NotationError};

use crate::as_text;

#[derive(Serialize, Deserialize)]
#[serde(remote = "MoveError")]
pub(crate) enum MoveErrorDef {
    Syntax(#[serde(with = "NotationErrorDef")] NotationError),
    Illegal(#[serde(with = "IllegalMoveDef")] IllegalMove),
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "NotationError")]
enum NotationErrorDef {
    Length { characters: usize },
    NoSuchCell { number: usize },
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "IllegalMove")]
#[non_exhaustive]
pub(crate) enum IllegalMoveDef {
    GameOver,
    EmptyCell {
        #[serde(with = "as_text")]
        cell: Cell,
    },
    NotYours {
        #[serde(with = "as_text")]
        cell: Cell,
        #[serde(with = "as_text")]
        color: Color,
    },
    TrailingNotYours {
        #[serde(with = "as_text")]
        cell: Cell,
    },
    PartnerInSideStep {
        #[serde(with = "as_text")]
        cell: Cell,
    },
    NotALine,
    TooMany,
    Gap {
        #[serde(with = "as_text")]
        cell: Cell,
    },
    TooFar,
    AlongTheRow,
    Occupied {
        #[serde(with = "as_text")]
        cell: Cell,
    },
    Pac {
        each: usize,
    },
    Outnumbered {
        own: usize,
        opposing: usize,
    },
    BlockedBehind {
        #[serde(with = "as_text")]
        cell: Cell,
    },
    OverTheEdge {
        #[serde(with = "as_text")]
        cell: Cell,
    },
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use sumito_rules::{Layout, Mode, MoveError, Position};

    use crate::CommandError;

    #[test]
    fn rejections_of_moves_are_read_as_they_are_written() {
        let position = Position::start(Mode::Two, Layout::Standard).unwrap();
        let cells: Vec<_> =
            ('a'..='i').flat_map(|row| (1..=9).map(move |number| format!("{row}{number}"))).collect();
        let pairs = cells.iter().flat_map(|from| cells.iter().map(move |to| format!("{from}{to}")));
        let mut seen = BTreeSet::new();
        for text in pairs.chain(["castle".to_owned(), "a1b1a9".to_owned()]) {
            let Err(reason) = position.parse_move(&text) else { continue };
            seen.insert(reason.code());
            let mut errors = vec![CommandError::BadMove(reason)];
            if let MoveError::Illegal(reason) = reason {
                errors.push(CommandError::Illegal(reason));
            }
            for error in errors {
                let json = serde_json::to_string(&error).unwrap();
                assert_eq!(serde_json::from_str::<CommandError>(&json).unwrap(), error, "{json}");
            }
        }
        let expected = ["not_a_move", "not_a_line", "too_many", "empty_cell", "not_yours"];
        assert!(expected.iter().all(|code| seen.contains(code)), "{seen:?}");
    }
}
