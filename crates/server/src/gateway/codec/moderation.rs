//! Moderation data in its wire form.

use sumito_protocol::{ErrorCode, moderation as body, parts};

use super::ApiError;
use crate::accounts::moderation::{CreateSanction, ModerationError, MoveStats, PlayerSignals};
use sumito_kit::text::Text;
use sumito_store::{
    LogRow, ModerationActionKind, OpenReport, SanctionKind, SanctionRow, SanctionTarget, SuspectPair,
};

pub(crate) fn sanction_from_wire(request: body::CreateSanction) -> CreateSanction {
    let kind = match request.kind {
        body::SanctionKind::Ban => SanctionKind::Ban,
        body::SanctionKind::Mute => SanctionKind::Mute,
    };
    let user = super::user_from_wire(request.user);
    CreateSanction { user, kind, networks: request.networks, days: request.days, reason: request.reason }
}

pub(crate) fn sanction(row: SanctionRow) -> body::Sanction {
    let (user, name, network) = match row.whom {
        SanctionTarget::User(user, name) => (Some(user.0), Some(name), None),
        SanctionTarget::Network(network) => (None, None, Some(network)),
    };
    body::Sanction {
        id: row.id,
        kind: match row.kind {
            SanctionKind::Ban => body::SanctionKind::Ban,
            SanctionKind::Mute => body::SanctionKind::Mute,
        },
        user,
        name,
        network,
        reason: row.reason,
        made_by: row.made_by,
        created_at: row.created_at.0,
        ends_at: row.ends_at.map(|moment| moment.0),
    }
}

pub(crate) fn report(row: OpenReport) -> body::Report {
    let OpenReport { report, reporter, reported } = row;
    body::Report {
        id: report.id,
        at: report.created_at.0,
        reporter: report.reporter.0,
        reporter_name: reporter,
        reported: report.reported.0,
        reported_name: reported,
        game: report.game.map(|game| game.0),
        line: report.line,
        tournament: report.tournament.map(|tournament| tournament.0),
        club: report.club,
        said: report.said.map(Text::into_string),
        words: report.words.into_string(),
    }
}

pub(crate) fn moderation_action(row: LogRow) -> body::ModerationAction {
    let LogRow { id, at, by, kind, target, words } = row;
    let action = match kind {
        ModerationActionKind::Ban => body::ModerationActionKind::Ban,
        ModerationActionKind::Mute => body::ModerationActionKind::Mute,
        ModerationActionKind::LiftSanction => body::ModerationActionKind::Lift,
        ModerationActionKind::Rename => body::ModerationActionKind::Rename,
        ModerationActionKind::CloseRoom => body::ModerationActionKind::CloseRoom,
        ModerationActionKind::CloseReport => body::ModerationActionKind::CloseReport,
        ModerationActionKind::RemoveLine => body::ModerationActionKind::RemoveLine,
        ModerationActionKind::ClearLines => body::ModerationActionKind::ClearLines,
        ModerationActionKind::RemoveAvatar => body::ModerationActionKind::RemoveAvatar,
        ModerationActionKind::Reword => body::ModerationActionKind::Reword,
        ModerationActionKind::CloseClub => body::ModerationActionKind::CloseClub,
        ModerationActionKind::Drain => body::ModerationActionKind::Drain,
        ModerationActionKind::Undrain => body::ModerationActionKind::Undrain,
        ModerationActionKind::Announce => body::ModerationActionKind::Announce,
        ModerationActionKind::Reload => body::ModerationActionKind::Reload,
        ModerationActionKind::Tournament => body::ModerationActionKind::Tournament,
        ModerationActionKind::RegistrationLink => body::ModerationActionKind::RegistrationLink,
        ModerationActionKind::CreateAccounts => body::ModerationActionKind::CreateAccounts,
    };
    body::ModerationAction { id, at: at.0, by, action, target, words }
}

pub(crate) fn signals(players: &[PlayerSignals]) -> body::GameSignals {
    let player = |one: &PlayerSignals| body::PlayerSignals {
        user: super::parts::player(&one.player),
        all: moves(&one.all),
        plain: one.plain.as_ref().map(moves),
        hard: one.hard.as_ref().map(moves),
    };
    body::GameSignals {
        analysed: players.iter().all(|one| one.hard.is_some()),
        players: players.iter().map(player).collect(),
    }
}

pub(crate) fn suspect_pair(pair: SuspectPair) -> body::SuspectPair {
    let user = |(id, name): (sumito_game::UserId, String)| parts::User {
        id: id.0,
        name,
        guest: false,
        bot: false,
        computer: None,
    };
    let count = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
    body::SuspectPair {
        users: pair.players.map(user).into(),
        games: count(pair.games),
        gained: pair.gained.map(count).into(),
        plies: count(pair.plies / pair.games.max(1)),
        same_network: pair.same_network,
        latest: pair.latest.iter().map(|game| game.0).collect(),
    }
}

fn moves(moves: &MoveStats) -> body::MoveSignals {
    let [quarter_ms, half_ms, three_quarters_ms] = moves.quartiles.map(|span| span.as_millis() as u64);
    body::MoveSignals { count: moves.count, best: moves.best, quarter_ms, half_ms, three_quarters_ms }
}

impl From<ModerationError> for ApiError {
    fn from(error: ModerationError) -> Self {
        use ModerationError as E;
        let code = match error {
            E::Identity(error) => return error.into(),
            E::Room(error) => return error.into(),
            E::Analysis(error) => return error.into(),
            E::NoSuchGame => ErrorCode::NoSuchGame,
            E::Store(error) => return error.into(),
            E::NoSuchUser => ErrorCode::NoSuchPlayer,
            E::NoSuchSanction | E::NoSuchReport | E::NoSuchLine => ErrorCode::NotFound,
            E::Chat(error) => return error.into(),
            E::Muted(mute) => {
                let message = ModerationError::Muted(mute.clone()).to_string();
                return Self { until: mute.ends_at, ..Self::new(ErrorCode::Muted, message) };
            }
            E::Rank(_) => ErrorCode::Forbidden,
            E::Reason(_) | E::Days | E::Networks => ErrorCode::OutOfRange,
            E::Guest => ErrorCode::NeedsAccount,
        };
        Self::new(code, error.to_string())
    }
}
