//! The messages of webhooks. They have ids only: a receiver asks the server for the rest, and no name is stored a second time.

use serde::Serialize;
use serde_json::{Value, json};
use sumito_game::{Seat, Timestamp, TournamentId, UserId};
use time::format_description::well_known::Rfc3339;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use sumito_store::{ChallengeRow, GameSummary, WebhookMessage};
use sumito_vocabulary::WebhookEvent;

/// A message in the form of Standard Webhooks.
#[derive(Serialize)]
struct Envelope<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    timestamp: String,
    data: Value,
}

pub(super) fn game_finished(user: UserId, game: &GameSummary) -> WebhookMessage {
    let seats = Seat::first(Seat::MAX).zip(&game.players);
    let players = seats.map(|(seat, player)| json!({"seat": u8::from(seat), "id": player.id.0}));
    let winners = Seat::first(Seat::MAX).filter(|seat| game.outcome.winners.contains(*seat)).map(u8::from);
    let data = json!({
        "game": game.id.0,
        "room": game.room.to_string(),
        "tournament": game.tournament.map(|tournament| tournament.id.0),
        "mode": game.mode.name(),
        "rated": game.rated,
        "players": players.collect::<Vec<_>>(),
        "winners": winners.collect::<Vec<_>>(),
        "reason": game.outcome.reason.as_str(),
        "plies": game.plies,
    });
    message(user, WebhookEvent::GameFinished, game.id.0, game.finished_at, data)
}

pub(super) fn tournament_ended(
    user: UserId,
    tournament: TournamentId,
    status: &str,
    at: Timestamp,
) -> WebhookMessage {
    let data = json!({"tournament": tournament.0, "status": status});
    message(user, WebhookEvent::TournamentEnded, tournament.0, at, data)
}

pub(super) fn challenge_received(user: UserId, challenge: &ChallengeRow) -> WebhookMessage {
    let data = json!({
        "challenge": challenge.id,
        "challenger": challenge.challenger.id.0,
        "expires_at": written(challenge.expires_at),
    });
    message(user, WebhookEvent::ChallengeReceived, challenge.id, challenge.created_at, data)
}

/// Returns the message of a test.
pub(super) fn test_message(now: Timestamp) -> String {
    payload("test", now, json!({}))
}

/// Adds the user whom the event concerns: a webhook of an app receives the events of many users.
fn message(
    user: UserId,
    event: WebhookEvent,
    subject: Uuid,
    at: Timestamp,
    mut data: Value,
) -> WebhookMessage {
    data["user"] = json!(user.0);
    let event = event.as_str();
    WebhookMessage { user, event, subject, at, payload: payload(event, at, data) }
}

fn payload(kind: &str, at: Timestamp, data: Value) -> String {
    let envelope = Envelope { kind, timestamp: written(at), data };
    serde_json::to_string(&envelope).expect("a message has a JSON form")
}

/// Returns a moment as ISO 8601 text in UTC.
fn written(at: Timestamp) -> String {
    let at = OffsetDateTime::UNIX_EPOCH.saturating_add(Duration::microseconds(at.0));
    at.format(&Rfc3339).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn message_has_type_time_and_ids() {
        let at = Timestamp(1_795_242_244_678_934);
        let id = Uuid::from_u128(7);
        let message = tournament_ended(UserId(Uuid::nil()), TournamentId(id), "finished", at);
        assert_eq!((message.event, message.subject, message.at), ("tournament_ended", id, at));
        assert_eq!(
            message.payload,
            "{\"type\":\"tournament_ended\",\"timestamp\":\"2026-11-21T06:24:04.678934Z\",\
             \"data\":{\"status\":\"finished\",\"tournament\":\"00000000-0000-0000-0000-000000000007\",\
             \"user\":\"00000000-0000-0000-0000-000000000000\"}}"
        );
    }
}
