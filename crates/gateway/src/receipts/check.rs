//! Checks receipts and the keys that sign them, without a server.

use std::fmt;

use sumito_protocol::receipts::{
    GAME_RECEIPT, GameReceipt, ReceiptKeys, TOURNAMENT_RECEIPT, TournamentReceipt,
};
use sumito_receipts::{Hash, KeyError, NoteError, PublicKey, endorsement, is_host, open};
use uuid::Uuid;

use crate::codec;
use sumito_services::history::replay;

/// A receipt with a valid signature.
#[derive(Debug, Clone, PartialEq)]
pub struct CheckedReceipt {
    /// The signed content.
    pub facts: ReceiptFacts,
    /// The key that has signed it.
    pub key: PublicKey,
    /// Its hash in the log.
    pub leaf: Hash,
}

/// The facts of a receipt.
#[derive(Debug, Clone, PartialEq)]
pub enum ReceiptFacts {
    /// Of a game.
    Game(Box<GameReceipt>),
    /// Of a tournament.
    Tournament(Box<TournamentReceipt>),
}

/// The reason why a receipt proves nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CheckError {
    /// The signature proves nothing.
    #[error(transparent)]
    Note(#[from] NoteError),
    /// Signed, but no receipt.
    #[error("not a receipt: {0}")]
    Form(String),
    /// The moves do not lead to the result.
    #[error("the signature is valid, but the game is not: {0}")]
    Game(String),
}

/// The reason why a list of keys cannot be trusted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KeysError {
    /// There is no key.
    #[error("the list of keys is empty")]
    Empty,
    /// A key is invalid.
    #[error("key {number}: {error}")]
    Key {
        /// The number of the key, from 1.
        number: usize,
        /// The reason why the key is invalid.
        error: KeyError,
    },
    /// The key before has not endorsed a key.
    #[error("key {number} is not endorsed by the key before it")]
    Endorsement {
        /// The number of the key, from 1.
        number: usize,
    },
}

/// Checks a receipt: its signature; for a game also that its moves follow the rules and lead to its result.
///
/// # Errors
/// [`CheckError`].
pub fn check(note: &[u8], keys: &[PublicKey]) -> Result<CheckedReceipt, CheckError> {
    let (text, key) = open(note, keys)?;
    let form = |error: serde_json::Error| CheckError::Form(error.to_string());
    let facts = match text.split_once('\n') {
        Some((GAME_RECEIPT, json)) => ReceiptFacts::Game(serde_json::from_str(json).map_err(form)?),
        Some((TOURNAMENT_RECEIPT, json)) => {
            ReceiptFacts::Tournament(serde_json::from_str(json).map_err(form)?)
        }
        _ => return Err(CheckError::Form("its first line is unknown".to_owned())),
    };
    if let ReceiptFacts::Game(game) = &facts {
        let game = codec::game_of_receipt((**game).clone()).map_err(CheckError::Game)?;
        replay::check(&game).map_err(CheckError::Game)?;
    }
    Ok(CheckedReceipt { facts, key: key.clone(), leaf: Hash::of_leaf(note) })
}

/// Returns the host of the server in the signature of a receipt, without checking the signature.
pub fn server_of(note: &[u8]) -> Option<&str> {
    let line = str::from_utf8(note).ok()?.trim_end().rsplit_once('\n')?.1;
    line.strip_prefix("\u{2014} ")?.split_once(' ').map(|(name, _)| name).filter(|name| is_host(name))
}

/// Returns the keys of a list after checking that each is endorsed by the key before it.
///
/// # Errors
/// [`KeysError`].
pub fn trusted(list: &ReceiptKeys) -> Result<Vec<PublicKey>, KeysError> {
    let mut keys: Vec<PublicKey> = Vec::with_capacity(list.keys.len());
    for (number, listed) in (1..).zip(&list.keys) {
        let key: PublicKey = listed.key.parse().map_err(|error| KeysError::Key { number, error })?;
        if let Some(before) = keys.last() {
            let note = listed.endorsement.as_deref().unwrap_or_default();
            let is_endorsed =
                open(note.as_bytes(), [before]).is_ok_and(|(text, _)| text == endorsement(&key));
            if !is_endorsed {
                return Err(KeysError::Endorsement { number });
            }
        }
        keys.push(key);
    }
    if keys.is_empty() { Err(KeysError::Empty) } else { Ok(keys) }
}

impl fmt::Display for ReceiptFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ids = |ids: &[Uuid]| ids.iter().map(Uuid::to_string).collect::<Vec<_>>().join(", ");
        match self {
            Self::Game(game) => {
                writeln!(f, "game       {}", game.id)?;
                writeln!(f, "players    {}", ids(&game.players))?;
                let winners: Vec<_> = game.result.winners.iter().map(ToString::to_string).collect();
                let winners = if winners.is_empty() { "none".to_owned() } else { winners.join(", ") };
                writeln!(f, "winners    {winners} (seats from 0; {})", game.result.reason.as_str())?;
                write!(f, "moves      {}, all legal, leading to the result", game.moves.len())
            }
            Self::Tournament(tournament) => {
                writeln!(f, "tournament {}", tournament.id)?;
                for standing in tournament.standings.iter().filter(|standing| standing.place <= 3) {
                    let players = tournament
                        .participants
                        .iter()
                        .find(|one| one.number == standing.participant)
                        .map_or_else(String::new, |one| ids(&one.players));
                    writeln!(f, "place {:<4} {players} with {} points", standing.place, standing.points)?;
                }
                write!(f, "games      {}", tournament.games.len())
            }
        }
    }
}
