//! The files that are generated from the types of this crate, for programs in other languages.

mod asyncapi;

use std::path::PathBuf;

use schemars::{JsonSchema, schema_for};
use ts_rs::TS;

use crate::{
    admin, challenges, chat, client, error, identity, moderation, notifications, parts, push, rest, server,
    tournament,
};

/// The generated files: path from the repository's root, and content.
pub fn files() -> Vec<(PathBuf, String)> {
    vec![
        ("web/src/lib/protocol/types.ts".into(), typescript()),
        ("docs/schema/client-message.json".into(), json_schema::<client::ClientMessage>()),
        ("docs/schema/server-message.json".into(), json_schema::<server::ServerMessage>()),
        ("docs/schema/asyncapi.json".into(), pretty(&asyncapi::document())),
    ]
}

fn json_schema<T: JsonSchema>() -> String {
    pretty(&schema_for!(T))
}

fn pretty(value: &impl serde::Serialize) -> String {
    let text = serde_json::to_string_pretty(value).expect("a schema is plain JSON");
    format!("{text}\n")
}

#[expect(clippy::too_many_lines, reason = "a list of types, one a line")]
fn typescript() -> String {
    let config = ts_rs::Config::default();
    let mut text =
        String::from("// Generated from crates/protocol by `cargo xtask generate`. Do not edit.\n\n");
    macro_rules! declare {
        ($($type:ty),* $(,)?) => {$(
            text.push_str("export ");
            text.push_str(&<$type>::decl(&config));
            text.push_str("\n\n");
        )*};
    }
    declare!(
        parts::Mode,
        parts::Color,
        parts::Clock,
        parts::Visibility,
        parts::User,
        parts::Seat,
        parts::Status,
        parts::Clocks,
        parts::MoveTiming,
        parts::SeatPresence,
        parts::SeatRating,
        parts::Offer,
        parts::Claim,
        parts::OpenOffer,
        parts::Reason,
        parts::GameResult,
        parts::RoomSummary,
        parts::RatingRange,
        parts::Seek,
        parts::SeatSummary,
        parts::OwnRoom,
        parts::Score,
        parts::Mistake,
        parts::AnalysedPosition,
        parts::Analysis,
        parts::Board,
        error::ErrorCode,
        client::ComputerSeat,
        client::BotSeat,
        client::CreateRoom,
        client::RoomsWanted,
        client::SeekWish,
        chat::Audience,
        chat::ChatChannel,
        chat::Preset,
        chat::ChatLine,
        chat::LineRemoval,
        client::Command,
        client::ClientMessage,
        challenges::Terms,
        challenges::NewChallenge,
        challenges::Acceptance,
        challenges::DeclineReason,
        challenges::Decline,
        challenges::CounterOffer,
        challenges::ChallengeStatus,
        challenges::Challenge,
        challenges::ChallengeList,
        challenges::PlayerPresence,
        challenges::FollowList,
        notifications::SeekEnd,
        notifications::Notification,
        server::Notice,
        server::Outcome,
        server::Snapshot,
        server::ClockCause,
        server::EventKind,
        server::Event,
        server::ServerMessage,
        rest::GuestCreated,
        rest::Me,
        identity::Role,
        identity::NameAndPassword,
        identity::SignedIn,
        identity::SessionInfo,
        identity::SessionList,
        identity::Scope,
        identity::TokenWish,
        identity::TokenInfo,
        identity::TokenCreated,
        identity::TokenList,
        identity::PasswordChange,
        identity::PasswordShown,
        identity::RecoveryCodes,
        identity::RecoveryCodesLeft,
        identity::Recovery,
        identity::Language,
        identity::MailAddresses,
        identity::MailWish,
        identity::MailCode,
        identity::RecoveryWays,
        identity::RecoveryMail,
        push::PushOffer,
        push::PushWish,
        moderation::SanctionKind,
        moderation::SanctionWish,
        moderation::Sanction,
        moderation::SanctionPage,
        moderation::Renaming,
        moderation::RoomClosing,
        moderation::RoomClosed,
        moderation::Report,
        moderation::ReportPage,
        moderation::ReportClosing,
        moderation::GameSignals,
        moderation::PlayerSignals,
        moderation::MoveSignals,
        moderation::DeedKind,
        moderation::Deed,
        moderation::DeedPage,
        admin::ServerState,
        admin::Count,
        admin::Announcement,
        admin::Reloaded,
        tournament::TournamentFormName,
        tournament::TournamentForm,
        tournament::TournamentStart,
        tournament::Admission,
        tournament::TournamentEntry,
        tournament::TournamentRounds,
        tournament::TournamentSettings,
        tournament::TournamentWish,
        tournament::TournamentEdit,
        tournament::TournamentCommand,
        tournament::TournamentStatus,
        tournament::TieBreak,
        tournament::TournamentSummary,
        tournament::TournamentPage,
        tournament::TournamentState,
        tournament::Membership,
        tournament::TournamentParticipant,
        tournament::TournamentStanding,
        tournament::TournamentVerdict,
        tournament::TournamentRuling,
        tournament::TournamentGame,
        tournament::ByeKind,
        tournament::TournamentBye,
        tournament::TournamentRound,
        tournament::TournamentDetail,
        tournament::TournamentChange,
        tournament::TournamentStandings,
        tournament::TournamentRoundPage,
        tournament::TournamentGamePage,
        tournament::TournamentDeed,
        tournament::TournamentLog,
        rest::BotAccepts,
        rest::Bot,
        rest::BotList,
        rest::RoomCreated,
        rest::RoomList,
        rest::OwnRoomList,
        rest::RatedOffer,
        rest::LobbyOffer,
        rest::LobbyList,
        rest::GameSummary,
        rest::GamePage,
        rest::GameDetail,
        rest::ExportedGame,
        rest::Explored,
        rest::ExploredMove,
        rest::RatingBand,
        rest::ModeCounts,
        rest::PlayerCounts,
        rest::Speed,
        rest::PlayerRating,
        rest::RatingChange,
        rest::Leader,
        rest::Leaderboard,
        rest::Profile,
        rest::OwnProfile,
        rest::PlayerList,
        rest::BlockList,
        rest::RatingPoint,
        rest::RatingHistory,
        rest::Tally,
        rest::GameScore,
        rest::PlayedStatistics,
        rest::OpponentStatistics,
        rest::StreakStatistics,
        rest::PlayerStatistics,
        rest::NewReport,
        rest::LayoutInfo,
        rest::PositionEvaluation,
        rest::Direction,
        rest::Contact,
        rest::ColorFormations,
        rest::PositionFormations,
        rest::Problem,
    );
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}
