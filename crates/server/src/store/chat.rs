//! What is said in rooms, lobbies and tournaments.

use sumito_game::{Timestamp, UserId};
use uuid::Uuid;

use super::{Deed, Store, StoreError, UserRow, each_database};
use crate::text::Text;

/// What can be said to everybody, whatever language they read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Preset {
    Hello,
    GoodLuck,
    HaveFun,
    WellPlayed,
    GoodGame,
    Thanks,
    OneMoment,
    Sorry,
    HaveToGo,
    Goodbye,
}

impl Preset {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Hello,
        Self::GoodLuck,
        Self::HaveFun,
        Self::WellPlayed,
        Self::GoodGame,
        Self::Thanks,
        Self::OneMoment,
        Self::Sorry,
        Self::HaveToGo,
        Self::Goodbye,
    ];

    /// As it is stored.
    pub fn word(self) -> &'static str {
        match self {
            Self::Hello => "hello",
            Self::GoodLuck => "good_luck",
            Self::HaveFun => "have_fun",
            Self::WellPlayed => "well_played",
            Self::GoodGame => "good_game",
            Self::Thanks => "thanks",
            Self::OneMoment => "one_moment",
            Self::Sorry => "sorry",
            Self::HaveToGo => "have_to_go",
            Self::Goodbye => "goodbye",
        }
    }

    /// Reads what [`word`](Self::word) writes.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.word() == word)
    }
}

/// What a line says.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Said {
    /// Its author's own words.
    Text(Text),
    /// What each reader sees in their language.
    Preset(Preset),
}

impl Said {
    /// What was said, as a text: a preset by its word.
    pub fn into_text(self) -> Text {
        match self {
            Self::Text(text) => text,
            Self::Preset(preset) => Text::stored(preset.word().to_owned()),
        }
    }

    /// The text, or the word of the preset.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Text(text) => text.as_str(),
            Self::Preset(preset) => preset.word(),
        }
    }
}

/// Something that somebody has said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineRow {
    /// What it is called by; ids grow with time.
    pub id: Uuid,
    /// Where, as text that only the caller understands.
    pub channel: String,
    /// Who.
    pub author: UserRow,
    /// When.
    pub at: Timestamp,
    /// What.
    pub said: Said,
    /// What the author's client called the command.
    pub command: Option<String>,
}

/// Lines that are removed in one transaction.
const AT_ONCE: u32 = 1_000;

/// Lines that are removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Removed {
    /// This one.
    Line(Uuid),
    /// All of a user.
    Of(UserId),
}

impl Store {
    /// Stores lines, all or none of them.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when nothing can be stored.
    pub async fn add_lines(&self, lines: &[LineRow]) -> Result<(), StoreError> {
        each_database!(self, queries => queries.add_lines(lines).await)
    }

    /// The last lines that were said in a channel, the oldest first.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn last_lines(&self, channel: &str, limit: u32) -> Result<Vec<LineRow>, StoreError> {
        each_database!(self, queries => queries.last_lines(channel, limit).await)
    }

    /// The line with this id.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn line(&self, id: Uuid) -> Result<Option<LineRow>, StoreError> {
        each_database!(self, queries => queries.line(id).await)
    }

    /// Removes lines, and writes into the log who has done so where that was a moderator. Returns whether there were any.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when nothing can be stored.
    pub async fn remove_lines(&self, which: Removed, deed: Option<&Deed>) -> Result<bool, StoreError> {
        let mut removed = false;
        // Of a user there may be very many: nobody waits for all of them at once.
        loop {
            // The log says it with the first ones.
            let deed = deed.filter(|_| !removed);
            let count = each_database!(self, queries => queries.remove_lines(which, deed, AT_ONCE).await)?;
            removed |= count > 0;
            if count < u64::from(AT_ONCE) {
                return Ok(removed);
            }
        }
    }
}
