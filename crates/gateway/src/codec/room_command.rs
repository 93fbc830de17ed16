//! Commands to a room over HTTP.

use std::time::Duration;

use sumito_game::Command;
use sumito_protocol::room_command::PlayerCommand;

use super::api_error::ApiError;
use super::{chat, room};
use sumito_services::social::chat::LineText;
use sumito_store::UserRow;
use sumito_vocabulary::Audience;

/// A command for the table of a room, or a line for its chat.
pub(crate) enum AskedOfRoom {
    /// A command for the table.
    Command(Command),
    /// A chat line.
    Chat(Audience, LineText),
}

/// Converts `user`'s command. The network latency is unknown, so none is compensated.
///
/// # Errors
/// Fails if a number or the content of a line is invalid.
pub(crate) fn room_command_from_wire(
    command: PlayerCommand,
    user: &UserRow,
) -> Result<AskedOfRoom, ApiError> {
    use PlayerCommand as C;
    Ok(AskedOfRoom::Command(match command {
        C::Play { ply, mv } => Command::Play { ply, text: mv, lag: Duration::ZERO },
        C::SetConditionalMoves { ply, lines } => Command::SetConditionalMoves { ply, lines },
        C::Join { seat } => Command::Join {
            name: user.name.clone(),
            guest: user.guest,
            bot: user.bot,
            chosen: false,
            seat: seat.map(room::seat_from_wire).transpose()?,
        },
        C::Leave {} => Command::Leave,
        C::Ready { ready } => Command::Ready(ready),
        C::Offer { what } => Command::Offer(what),
        C::Accept { what } => Command::Accept(what),
        C::Decline { what } => Command::Decline(what),
        C::Resign {} => Command::Resign,
        C::Abort {} => Command::Abort,
        C::Berserk {} => Command::Berserk,
        C::Claim { result } => Command::Claim(result),
        C::Chat { audience, text, preset } => {
            let words = chat::words(text, preset)?;
            return Ok(AskedOfRoom::Chat(audience, words));
        }
    }))
}
