//! Moderation data in its wire form.

use sumito_protocol::{ErrorCode, moderation as body};

use super::ApiError;
use super::parts::mode;
use super::rating::speed;
use sumito_game::GameId;
use sumito_kit::text::Text;
use sumito_services::accounts::moderation::{
    self as domain, CreateSanction, DecideAppeal, ModerationError, MonthlyFigures, MoveStats, PlayerSignals,
    SMALLEST_SHOWN, SharedNetwork, UserRecord, appeal_from,
};
use sumito_store::{
    AppealRow, FiledReport, ImposedSanction, LogRow, ModerationCounts, ModerationNoteRow, SanctionRow,
    SanctionTarget, UserRow, WaitingAppeal,
};

pub(crate) fn sanction_from_wire(request: body::CreateSanction) -> CreateSanction {
    let user = super::user_from_wire(request.user);
    CreateSanction {
        user,
        kind: request.kind,
        networks: request.networks,
        days: request.days,
        reason: request.reason,
    }
}

pub(crate) fn sanction(row: SanctionRow) -> body::Sanction {
    let (user, name, network) = match row.whom {
        SanctionTarget::User(user, name) => (Some(user.0), Some(name), None),
        SanctionTarget::Network(network) => (None, None, Some(network)),
    };
    body::Sanction {
        id: row.id,
        kind: row.kind,
        user,
        name,
        network,
        reason: row.reason,
        made_by: row.made_by,
        created_at: row.created_at.0,
        ends_at: row.ends_at.map(|moment| moment.0),
        lifted_at: row.lifted_at.map(|moment| moment.0),
    }
}

pub(crate) fn report(row: FiledReport) -> body::Report {
    let FiledReport { report, closed_at, reporter, reported, together } = row;
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
        closed_at: closed_at.map(|moment| moment.0),
        together: together.map(|together| body::ReportsTogether {
            reports: count(together.reports),
            accounts: count(together.accounts),
        }),
    }
}

pub(crate) fn moderation_overview(counts: ModerationCounts) -> body::ModerationOverview {
    let ModerationCounts { reports, appeals, signals } = counts;
    body::ModerationOverview { reports: count(reports), appeals: count(appeals), signals: count(signals) }
}

pub(crate) fn user_record(record: UserRecord) -> body::UserRecord {
    let UserRecord { user, last_seen_at, sanctions, reported, reporting, actions, notes, signals } = record;
    body::UserRecord {
        user: super::user(&user),
        role: user.role,
        created_at: user.created_at.0,
        last_seen_at: last_seen_at.map(|moment| moment.0),
        sanctions: sanctions.into_iter().map(sanction).collect(),
        reported: reported.into_iter().map(report).collect(),
        reporting: reporting.into_iter().map(report).collect(),
        deeds: actions.into_iter().map(moderation_action).collect(),
        notes: notes.into_iter().map(moderation_note).collect(),
        signals: signals.into_iter().map(signal).collect(),
    }
}

pub(crate) fn moderation_note(row: ModerationNoteRow) -> body::ModerationNote {
    let ModerationNoteRow { id, author, words, created_at } = row;
    body::ModerationNote { id, by: author, words: words.into_string(), at: created_at.0 }
}

pub(crate) fn shared_network(shared: SharedNetwork) -> body::SharedNetwork {
    let SharedNetwork { network, last_used_at, users, more } = shared;
    let users = users.into_iter().map(|account| body::NetworkUser {
        user: super::user(&account.user.user),
        banned: account.user.banned,
        last_used_at: account.user.last_used_at.0,
        programs: account.programs,
        same_program: account.same_program,
    });
    let last_used_at = last_used_at.map(|moment| moment.0);
    body::SharedNetwork { network, last_used_at, users: users.collect(), more }
}

pub(crate) fn own_sanction(sanction: &ImposedSanction) -> body::OwnSanction {
    body::OwnSanction {
        id: sanction.id,
        kind: sanction.kind,
        network: sanction.network,
        reason: sanction.reason.clone(),
        created_at: sanction.created_at.0,
        ends_at: sanction.ends_at.map(|moment| moment.0),
        active: sanction.in_force,
        appeal: sanction.appeal.clone().map(appeal),
        appeal_from: appeal_from(sanction).map(|moment| moment.0),
    }
}

pub(crate) fn ban_notice(notice: &domain::BanNotice) -> body::BanNotice {
    body::BanNotice { sanction: own_sanction(&notice.sanction), appeal_token: notice.token.as_str().into() }
}

pub(crate) fn appeal(row: AppealRow) -> body::Appeal {
    let AppealRow { id, words, created_at, decision } = row;
    body::Appeal {
        id,
        at: created_at.0,
        words: words.into_string(),
        outcome: decision.as_ref().map(|decision| decision.outcome),
        answered_at: decision.as_ref().map(|decision| decision.at.0),
        answer: decision.map(|decision| decision.answer.into_string()),
    }
}

pub(crate) fn decision_from_wire(answer: body::AppealAnswer) -> DecideAppeal {
    DecideAppeal { outcome: answer.outcome, days: answer.days, answer: answer.answer }
}

/// Converts an appeal for a moderator.
pub(crate) fn open_appeal(row: WaitingAppeal, by: &UserRow) -> body::OpenAppeal {
    let yours = row.role < by.role && (row.made_by != by.id || !row.other_judges);
    body::OpenAppeal {
        id: row.appeal.id,
        at: row.appeal.created_at.0,
        user: row.user.0,
        name: row.name,
        words: row.appeal.words.into_string(),
        sanction: sanction(row.sanction),
        yours,
    }
}

/// Converts the numbers of a month. Small ones are left out.
pub(crate) fn transparent_month(month: &MonthlyFigures) -> body::TransparentMonth {
    let shown = |number: u64| (number >= SMALLEST_SHOWN).then(|| count(number));
    let figures = month.figures;
    let [lifted, shortened, kept] = figures.outcomes.map(shown);
    let closed = shown(figures.closed);
    let minutes = figures.median.map(|micros| count(micros / 60_000_000));
    body::TransparentMonth {
        month: month.month.clone(),
        reports: shown(figures.reports),
        closed,
        closed_after_minutes: closed.and(minutes),
        bans: shown(figures.bans),
        mutes: shown(figures.mutes),
        appeals: shown(figures.appeals),
        lifted,
        shortened,
        kept,
    }
}

fn count(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

pub(crate) fn moderation_action(row: LogRow) -> body::ModerationAction {
    let LogRow { id, at, by, kind, target, words } = row;
    body::ModerationAction { id, at: at.0, by, action: kind, target, words }
}

pub(crate) fn game_signals(players: &[PlayerSignals]) -> body::GameSignals {
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

pub(crate) fn signal(signal: domain::Signal) -> body::Signal {
    let domain::Signal { id, users, strength, evidence, found_at, updated_at } = signal;
    body::Signal {
        id,
        users: users.iter().map(super::user).collect(),
        strength,
        evidence: match evidence {
            domain::Evidence::Farming { games, gained, plies, same_network, latest } => {
                body::Evidence::Farming {
                    games: count(games),
                    gained: gained.map(count).into(),
                    plies: count(plies),
                    same_network,
                    latest: ids(&latest),
                }
            }
            domain::Evidence::Sandbagging { pool, losses, highest, lowest, games, won, latest } => {
                let (mode, speed, latest) = (mode(pool.mode), speed(pool.speed), ids(&latest));
                body::Evidence::Sandbagging { mode, speed, losses, highest, lowest, games, won, latest }
            }
            domain::Evidence::Engine { games, plain, hard } => body::Evidence::Engine {
                games: ids(&games),
                plain: move_group(plain),
                hard: move_group(hard),
            },
        },
        found_at: found_at.0,
        updated_at: updated_at.0,
    }
}

fn ids(games: &[GameId]) -> Vec<uuid::Uuid> {
    games.iter().map(|game| game.0).collect()
}

fn move_group(group: domain::MoveGroup) -> body::MoveGroup {
    let domain::MoveGroup { count, best, half_ms } = group;
    body::MoveGroup { count, best, half_ms }
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
            E::NoSuchSanction
            | E::NoSuchReport
            | E::NoSuchLine
            | E::NoSuchAppeal
            | E::NoSuchSignal
            | E::NotSanctioned => ErrorCode::NotFound,
            E::AppealToken => ErrorCode::BadToken,
            E::AppealWaits => ErrorCode::NotNow,
            E::AppealTooEarly(from) => {
                return Self { until: Some(from), ..Self::new(ErrorCode::NotNow, error.to_string()) };
            }
            E::TooManyNotes(_) => ErrorCode::TooMany,
            E::Chat(error) => return error.into(),
            E::Muted(mute) => {
                let message = ModerationError::Muted(mute.clone()).to_string();
                return Self { until: mute.ends_at, ..Self::new(ErrorCode::Muted, message) };
            }
            E::Rank(_) | E::OwnSanction => ErrorCode::Forbidden,
            E::Reason(_) | E::Words(_) | E::Days | E::DaysOfOutcome | E::NotShorter | E::Networks => {
                ErrorCode::OutOfRange
            }
            E::Guest => ErrorCode::NeedsAccount,
        };
        Self::new(code, error.to_string())
    }
}
