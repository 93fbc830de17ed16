//! Bots in their wire form.

use sumito_game::{CommandError, Seat, Timestamp, UserId};
use sumito_protocol::client::BotSeat;
use sumito_protocol::{ErrorCode, bots};

use super::api_error::ApiError;
use super::parts;
use super::rating::rating;
use super::room::seat_from_wire;
use sumito_services::play::bots::{BotError, BotPreferences, ShownBot};

/// Converts a bot for lists.
pub(crate) fn bot(shown: &ShownBot, now: Timestamp) -> bots::Bot {
    let ShownBot { bot, author, played, rating: row, online, .. } = shown;
    bots::Bot {
        user: parts::user(&bot.user),
        accepts: accepts(&bot.accepts),
        games: bot.games,
        online: *online,
        author: (!author.is_empty()).then(|| author.clone()),
        played: *played,
        rating: row.as_ref().map(|row| rating(row, now)),
    }
}

fn accepts(accepts: &BotPreferences) -> bots::BotAccepts {
    bots::BotAccepts {
        modes: accepts.modes.iter().copied().map(parts::mode).collect(),
        shortest_s: accepts.shortest_s,
        longest_s: accepts.longest_s,
        untimed: accepts.untimed,
        rated: accepts.rated,
        games_at_once: accepts.games_at_once,
    }
}

/// Converts a bot's preferences for games.
pub(crate) fn accepts_from_wire(accepts: &bots::BotAccepts) -> BotPreferences {
    BotPreferences {
        modes: accepts.modes.iter().copied().map(parts::mode_from_wire).collect(),
        shortest_s: accepts.shortest_s,
        longest_s: accepts.longest_s,
        untimed: accepts.untimed,
        rated: accepts.rated,
        games_at_once: accepts.games_at_once,
    }
}

/// Converts the requested bots, each with its seat.
///
/// # Errors
/// `out_of_range` for a seat that does not exist, `room_full` for more bots than there are seats.
pub(crate) fn bots_from_wire(bots: &[BotSeat]) -> Result<Vec<(UserId, Option<Seat>)>, ApiError> {
    if bots.len() >= Seat::MAX {
        return Err(CommandError::Full.into());
    }
    let seat = |bot: &BotSeat| Ok((UserId(bot.id), bot.seat.map(seat_from_wire).transpose()?));
    bots.iter().map(seat).collect()
}

impl From<BotError> for ApiError {
    fn from(error: BotError) -> Self {
        let code = match error {
            BotError::NoSuchBot | BotError::Away => ErrorCode::NoSuchBot,
            BotError::Busy(_) | BotError::PreferenceMismatch(_) => ErrorCode::NotAccepted,
            BotError::Itself | BotError::HasPlayed | BotError::NoBot => ErrorCode::Forbidden,
            BotError::Filter(_) => ErrorCode::OutOfRange,
            BotError::Store(error) => return error.into(),
        };
        Self::new(code, error.to_string())
    }
}
