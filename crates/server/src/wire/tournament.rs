//! How a tournament looks to clients, and what their wishes for one mean.

use std::time::Duration;

use sumito_game::{Policy, Settings as GameSettings, TimeControl, Timestamp, UserId};
use sumito_protocol::tournament as words;
use sumito_protocol::{ErrorCode, RoomId};
use sumito_rules::Layout;
use sumito_tournament::{
    Actor, Admission, Arena, ByeKind, Command, Entry, Event, Form, FormName, Game, GameNumber, Knockout,
    Membership, Participant, ParticipantId, Record, Refusal as Refused, Round, RoundRobin, Rounds, Ruling,
    Settings, SettingsError, Standing, Start, Status, Swiss, TieBreak, Tournament, Verdict,
};

use super::{Refusal, parts};
use crate::store::ListedTournament;
use crate::tournaments::{
    NewTournament, Registration, Summary, TournamentError, TournamentUpdate, TournamentView,
};

/// A tournament as a list shows it.
pub(crate) fn tournament_summary(
    (listed, summary): &(ListedTournament, Summary),
) -> words::TournamentSummary {
    words::TournamentSummary {
        id: listed.id.0,
        name: summary.name.clone(),
        form: form_name(summary.form),
        mode: parts::mode(summary.mode),
        layout: summary.layout.to_string(),
        clock: parts::clock(summary.time),
        rated: summary.rated,
        status: status(summary.status),
        start: start(summary.start),
        started_at: moment(summary.started_at),
        ended_at: moment(summary.ended_at),
        participants: summary.participants,
        capacity: summary.capacity,
        admission: admission(summary.admission),
        podium: summary.podium.clone(),
    }
}

/// All of a tournament but the games of earlier rounds.
pub(crate) fn tournament_detail(view: &TournamentView) -> words::TournamentDetail {
    words::TournamentDetail {
        state: tournament_state(view),
        settings: settings(view.tournament.settings()),
        participants: participants(view),
        standings: standings(view),
        rounds: view.tournament.rounds().last().map(round).into_iter().collect(),
        games: games_at_hand(&view.tournament).map(|one| game(&view.tournament, one)).collect(),
    }
}

/// What those who follow a tournament are told.
pub(crate) fn tournament_change(update: &TournamentUpdate) -> words::TournamentChange {
    let now = tournament_detail(&update.view);
    let Some(before) = &update.before else {
        return words::TournamentChange {
            state: now.state,
            settings: Some(now.settings),
            full: true,
            participants: now.participants,
            standings: Some(now.standings),
            rounds: now.rounds,
            games: now.games,
        };
    };
    let (known, tournament) = (&before.tournament, &update.view.tournament);
    let agreed = settings(known.settings());
    let changed_games = tournament.games().iter().filter(|one| known.game(one.number) != Some(*one));
    let changed_rounds = tournament.rounds().iter().zip(1..).filter(|(one, number)| {
        known.rounds().get(*number as usize - 1).is_none_or(|before: &Round| {
            (before.ended_at, before.began_at, &before.byes) != (one.ended_at, one.began_at, &one.byes)
        })
    });
    let changed_people =
        tournament.participants().iter().filter(|one| known.participant(one.id) != Some(*one));
    words::TournamentChange {
        state: now.state,
        settings: (now.settings != agreed).then_some(now.settings),
        full: false,
        participants: changed_people.map(participant).collect(),
        standings: (before.standings != update.view.standings).then_some(now.standings),
        rounds: changed_rounds.map(|(one, _): (&Round, u32)| round(one)).collect(),
        games: changed_games.map(|one| game(tournament, one)).collect(),
    }
}

/// How a tournament stands, without those who take part.
pub(crate) fn tournament_state(view: &TournamentView) -> words::TournamentState {
    let tournament = &view.tournament;
    words::TournamentState {
        id: tournament.id().0,
        seq: tournament.seq(),
        revision: tournament.revision(),
        made_by: view.row.made_by.map(|user| user.0),
        directors: tournament.directors().iter().map(|user| user.0).filter(|user| !user.is_nil()).collect(),
        status: status(tournament.status()),
        paused_since: moment(tournament.paused_since()),
        started_at: moment(tournament.started_at()),
        ended_at: moment(tournament.ended_at()),
        ends_at: moment(tournament.ends_at()),
        next_round_at: moment(tournament.next_round_at()),
        round: tournament.rounds().len() as u32,
        rounds: tournament.rounds_planned(),
        tie_breaks: tie_breaks(tournament.settings()),
    }
}

/// Where everybody stands.
pub(crate) fn tournament_standings(view: &TournamentView) -> words::TournamentStandings {
    words::TournamentStandings {
        tie_breaks: tie_breaks(view.tournament.settings()),
        standings: standings(view),
        participants: participants(view),
    }
}

/// At most `limit` of the rounds from `first` on, with their games.
pub(crate) fn tournament_rounds(
    view: &TournamentView,
    first: u32,
    limit: usize,
) -> words::TournamentRoundPage {
    let tournament = &view.tournament;
    let wanted: Vec<_> = tournament.rounds().iter().filter(|one| one.number >= first).take(limit).collect();
    let numbers = wanted.iter().flat_map(|one| &one.games);
    let games = numbers.filter_map(|&number| tournament.game(number)).map(|one| game(tournament, one));
    let last = wanted.last().map_or(0, |one| one.number);
    let more = tournament.rounds().len() as u32 > last && last > 0;
    words::TournamentRoundPage {
        games: games.collect(),
        rounds: wanted.into_iter().map(round).collect(),
        next: more.then_some(last + 1),
    }
}

/// At most `limit` of the games after the one with this number.
pub(crate) fn tournament_games(
    view: &TournamentView,
    after: u32,
    limit: usize,
) -> Vec<words::TournamentGame> {
    let tournament = &view.tournament;
    let wanted = tournament.games().iter().filter(|one| one.number.0 > after).take(limit);
    wanted.map(|one| game(tournament, one)).collect()
}

/// A line of a tournament's audit log.
pub(crate) fn tournament_deed(record: &Record) -> words::TournamentDeed {
    words::TournamentDeed {
        seq: record.seq,
        at: record.at.0,
        by: record.by.user().map(|user| user.0),
        steward: matches!(record.by, Actor::Steward(_)),
        event: told(&record.event),
    }
}

/// An event as everybody may read it: what is agreed is shown elsewhere in the protocol's own words.
fn told(event: &Event) -> serde_json::Value {
    let mut value = serde_json::to_value(event).unwrap_or_default();
    if let Some(fields) = value.as_object_mut() {
        for hidden in ["settings", "schedule", "member"] {
            fields.remove(hidden);
        }
    }
    value
}

/// The last round's games, and others under way.
fn games_at_hand(tournament: &Tournament) -> impl Iterator<Item = &Game> {
    let last = tournament.rounds().len() as u32;
    tournament.games().iter().filter(move |one| one.round == last || one.is_open())
}

fn participants(view: &TournamentView) -> Vec<words::TournamentParticipant> {
    view.tournament.participants().iter().map(participant).collect()
}

fn participant(one: &Participant) -> words::TournamentParticipant {
    words::TournamentParticipant {
        number: one.id.0,
        name: one.name.clone(),
        players: one.members.iter().map(|member| parts::player(&member.player)).collect(),
        rating: one.rating(),
        provisional: one.members.iter().any(|member| member.provisional),
        membership: match one.standing {
            Membership::In => words::Membership::In,
            Membership::Gone => words::Membership::Gone,
            Membership::Withdrawn => words::Membership::Withdrawn,
            Membership::Excluded => words::Membership::Excluded,
        },
        since_round: one.since_round,
    }
}

fn standings(view: &TournamentView) -> Vec<words::TournamentStanding> {
    let agreed = view.tournament.settings();
    let order = agreed.tie_breaks();
    let unit = f64::from(agreed.point_unit());
    let shown = |standing: &Standing| words::TournamentStanding {
        place: standing.place,
        participant: standing.participant.0,
        points: f64::from(standing.points) / unit,
        tie_breaks: order
            .iter()
            .zip(&standing.tie_breaks)
            .map(|(by, &value)| value as f64 / f64::from(by.divisor(agreed)))
            .collect(),
        won: standing.score.won,
        drawn: standing.score.drawn,
        lost: standing.score.lost,
        streak: standing.streak,
    };
    view.standings.iter().map(shown).collect()
}

fn round(one: &Round) -> words::TournamentRound {
    let bye = |bye: &sumito_tournament::Bye| words::TournamentBye {
        participant: bye.participant.0,
        kind: match bye.kind {
            ByeKind::Full => words::ByeKind::Full,
            ByeKind::Half => words::ByeKind::Half,
            ByeKind::Absent => words::ByeKind::Absent,
        },
    };
    words::TournamentRound {
        number: one.number,
        began_at: one.began_at.0,
        ended_at: moment(one.ended_at),
        byes: one.byes.iter().map(bye).collect(),
    }
}

fn game(tournament: &Tournament, one: &Game) -> words::TournamentGame {
    words::TournamentGame {
        number: one.number.0,
        round: one.round,
        room: RoomId(one.number.room_of(tournament.id()).to_string()),
        game: one.number.game_of(tournament.id()).0,
        sides: one.sides.iter().map(|side| side.0).collect(),
        berserk: one.berserk.clone(),
        pairing: one.pairing,
        verdict: one.verdict.as_ref().map(verdict),
        ruling: one.ruling.as_ref().map(|ruling| match ruling {
            Ruling::Director { reason } => words::TournamentRuling::Director { reason: reason.clone() },
            Ruling::Withdrawal => words::TournamentRuling::Withdrawal,
            Ruling::Deadline => words::TournamentRuling::Deadline,
            Ruling::End => words::TournamentRuling::End,
        }),
    }
}

fn verdict(one: &Verdict) -> words::TournamentVerdict {
    match one.clone() {
        Verdict::Played { winners, marbles, plies } => {
            words::TournamentVerdict::Played { winners, marbles, plies }
        }
        Verdict::Forfeit { winners } => words::TournamentVerdict::Forfeit { winners },
        Verdict::Void => words::TournamentVerdict::Void,
    }
}

fn domain_verdict(one: words::TournamentVerdict) -> Verdict {
    match one {
        words::TournamentVerdict::Played { winners, marbles, plies } => {
            Verdict::Played { winners, marbles, plies }
        }
        words::TournamentVerdict::Forfeit { winners } => Verdict::Forfeit { winners },
        words::TournamentVerdict::Void => Verdict::Void,
    }
}

fn moment(at: Option<Timestamp>) -> Option<i64> {
    at.map(|at| at.0)
}

fn status(status: Status) -> words::TournamentStatus {
    match status {
        Status::Registering => words::TournamentStatus::Registering,
        Status::Running => words::TournamentStatus::Running,
        Status::Finished => words::TournamentStatus::Finished,
        Status::Cancelled => words::TournamentStatus::Cancelled,
    }
}

fn form_name(form: FormName) -> words::TournamentFormName {
    match form {
        FormName::RoundRobin => words::TournamentFormName::RoundRobin,
        FormName::Swiss => words::TournamentFormName::Swiss,
        FormName::Knockout => words::TournamentFormName::Knockout,
        FormName::Arena => words::TournamentFormName::Arena,
    }
}

fn tie_breaks(settings: &Settings) -> Vec<words::TieBreak> {
    let word = |by: &TieBreak| match by {
        TieBreak::Reached => words::TieBreak::Reached,
        TieBreak::Buchholz => words::TieBreak::Buchholz,
        TieBreak::BuchholzCut1 => words::TieBreak::BuchholzCut1,
        TieBreak::BuchholzMedian => words::TieBreak::BuchholzMedian,
        TieBreak::SonnebornBerger => words::TieBreak::SonnebornBerger,
        TieBreak::DirectEncounter => words::TieBreak::DirectEncounter,
        TieBreak::Marbles => words::TieBreak::Marbles,
        TieBreak::Progressive => words::TieBreak::Progressive,
        TieBreak::Performance => words::TieBreak::Performance,
        TieBreak::Wins => words::TieBreak::Wins,
    };
    settings.tie_breaks().iter().map(word).collect()
}

fn start(start: Start) -> words::TournamentStart {
    match start {
        Start::At(at) => words::TournamentStart::At { at: at.0 },
        Start::WhenHere(participants) => words::TournamentStart::WhenHere { participants },
        Start::ByDirector => words::TournamentStart::ByDirector,
    }
}

fn admission(admission: Admission) -> words::Admission {
    match admission {
        Admission::Open => words::Admission::Open,
        Admission::Password => words::Admission::Password,
        Admission::Invitation => words::Admission::Invitation,
    }
}

/// What is agreed, in the protocol's words.
fn settings(agreed: &Settings) -> words::TournamentSettings {
    let Entry { minimum, capacity, rating_min, rating_max, accounts_only, programs, .. } = agreed.entry;
    words::TournamentSettings {
        name: agreed.name.clone(),
        description: agreed.description.clone(),
        form: form(agreed.form),
        mode: parts::mode(agreed.game.mode),
        layout: Some(agreed.game.layout.to_string()),
        clock: parts::clock(agreed.game.time),
        rated: agreed.game.rated,
        first_move_s: agreed.game.policy.first_move.map(|span| span.as_secs() as u32),
        spectator_delay_s: parts::spectator_delay_s(&agreed.game),
        start: start(agreed.start),
        entry: words::TournamentEntry {
            minimum,
            capacity,
            rating_min,
            rating_max,
            accounts_only,
            programs,
            admission: admission(agreed.entry.admission),
        },
        rounds: words::TournamentRounds {
            break_s: agreed.rounds.break_seconds,
            deadline_s: agreed.rounds.deadline_seconds,
        },
        no_shows_max: agreed.no_shows_max,
    }
}

fn form(form: Form) -> words::TournamentForm {
    match form {
        Form::RoundRobin(RoundRobin { cycles }) => words::TournamentForm::RoundRobin { cycles },
        Form::Swiss(Swiss { rounds, accelerated, half_point_byes, late_entry_rounds }) => {
            words::TournamentForm::Swiss { rounds, accelerated, half_point_byes, late_entry_rounds }
        }
        Form::Knockout(Knockout { best_of, third_place, extra_pairs }) => {
            words::TournamentForm::Knockout { best_of, third_place, extra_pairs }
        }
        Form::Arena(Arena { duration_seconds, closing_seconds, wave_seconds, berserk, streaks }) => {
            words::TournamentForm::Arena {
                duration_s: duration_seconds,
                closing_s: closing_seconds,
                wave_s: wave_seconds,
                berserk,
                streaks,
            }
        }
    }
}

fn domain_form(form: words::TournamentForm) -> Form {
    match form {
        words::TournamentForm::RoundRobin { cycles } => Form::RoundRobin(RoundRobin { cycles }),
        words::TournamentForm::Swiss { rounds, accelerated, half_point_byes, late_entry_rounds } => {
            Form::Swiss(Swiss { rounds, accelerated, half_point_byes, late_entry_rounds })
        }
        words::TournamentForm::Knockout { best_of, third_place, extra_pairs } => {
            Form::Knockout(Knockout { best_of, third_place, extra_pairs })
        }
        words::TournamentForm::Arena { duration_s, closing_s, wave_s, berserk, streaks } => {
            Form::Arena(Arena {
                duration_seconds: duration_s,
                closing_seconds: closing_s,
                wave_seconds: wave_s,
                berserk,
                streaks,
            })
        }
    }
}

/// What somebody wants to be agreed. `policy` is what is usual with a clock.
///
/// # Errors
/// `bad_layout`; the rest is looked at by the tournament.
pub(crate) fn domain_tournament(
    wish: words::TournamentSettings,
    password: Option<String>,
    policy: impl FnOnce(TimeControl) -> Policy,
) -> Result<NewTournament, Refusal> {
    let mode = parts::domain_mode(wish.mode);
    let layout = match &wish.layout {
        None => mode.default_layout(),
        Some(name) => name.parse::<Layout>().map_err(|_| {
            let message = format!("there is no layout {name:?}; GET /api/v1/layouts lists them");
            Refusal::new(ErrorCode::BadLayout, message)
        })?,
    };
    let time = parts::domain_time(&wish.clock);
    let usual = policy(time);
    let seconds = |count: u32| Duration::from_secs(count.into());
    let first_move = wish.first_move_s.map(seconds).or(usual.first_move);
    let entry = wish.entry;
    let settings = Settings {
        name: wish.name,
        description: wish.description,
        form: domain_form(wish.form),
        game: GameSettings {
            mode,
            layout,
            time,
            rated: wish.rated,
            ready: false,
            spectator_delay: seconds(wish.spectator_delay_s),
            tournament: None,
            policy: Policy { first_move, ..usual },
        },
        start: match wish.start {
            words::TournamentStart::At { at } => Start::At(Timestamp(at)),
            words::TournamentStart::WhenHere { participants } => Start::WhenHere(participants),
            words::TournamentStart::ByDirector => Start::ByDirector,
        },
        entry: Entry {
            minimum: entry.minimum,
            capacity: entry.capacity,
            rating_min: entry.rating_min,
            rating_max: entry.rating_max,
            accounts_only: entry.accounts_only,
            programs: entry.programs,
            admission: match entry.admission {
                words::Admission::Open => Admission::Open,
                words::Admission::Password => Admission::Password,
                words::Admission::Invitation => Admission::Invitation,
            },
        },
        rounds: Rounds { break_seconds: wish.rounds.break_s, deadline_seconds: wish.rounds.deadline_s },
        no_shows_max: wish.no_shows_max,
    };
    Ok(NewTournament { settings, password })
}

/// What somebody wants of a tournament.
pub(crate) enum TournamentAsked {
    /// To take part.
    Register(Registration),
    /// To enter somebody else, by whatever word they are called.
    Add(String, Registration),
    /// To enter a computer player of this level.
    AddComputer(u8, Registration),
    /// Something about somebody, by whatever word they are called.
    About(String, fn(UserId) -> Command),
    /// Anything else.
    Command(Command),
}

/// # Errors
/// When it is not said who is to be entered.
pub(crate) fn domain_tournament_command(
    command: words::TournamentCommand,
) -> Result<TournamentAsked, Refusal> {
    use TournamentAsked as Asked;
    use words::TournamentCommand as C;
    let registration = |password, team_name, team: Option<u32>| Registration {
        password,
        team_name,
        team: team.map(ParticipantId),
    };
    Ok(Asked::Command(match command {
        C::Register { password, team_name, team } => {
            return Ok(Asked::Register(registration(password, team_name, team)));
        }
        C::Add { player: Some(player), computer: None, team_name, team } => {
            return Ok(Asked::Add(player, registration(None, team_name, team)));
        }
        C::Add { player: None, computer: Some(level), team_name, team } => {
            return Ok(Asked::AddComputer(level, registration(None, team_name, team)));
        }
        C::Add { .. } => {
            let message = "exactly one of `player` and `computer` says who is to be entered";
            return Err(Refusal::new(ErrorCode::OutOfRange, message));
        }
        C::Invite { player } => return Ok(Asked::About(player, |user| Command::Invite { user })),
        C::AddDirector { player } => return Ok(Asked::About(player, |user| Command::AddDirector { user })),
        C::RemoveDirector { player } => {
            return Ok(Asked::About(player, |user| Command::RemoveDirector { user }));
        }
        C::Withdraw => Command::Withdraw,
        C::Return => Command::Return,
        C::AskBye { round } => Command::AskBye { round },
        C::Start => Command::Start,
        C::BeginRound { round } => Command::BeginRound { round },
        C::Pause { reason } => Command::Pause { reason },
        C::Resume => Command::Resume,
        C::Cancel { reason } => Command::Cancel { reason },
        C::Rule { game, verdict, seen, reason } => Command::Rule {
            game: GameNumber(game),
            verdict: domain_verdict(verdict),
            seen: seen.map(domain_verdict),
            reason,
        },
        C::Remove { participant, reason } => {
            Command::Exclude { participant: ParticipantId(participant), reason }
        }
    }))
}

impl From<TournamentError> for Refusal {
    fn from(error: TournamentError) -> Self {
        use TournamentError as E;
        let code = match error {
            E::Refused(refused) => return refused.into(),
            E::Identity(error) => return error.into(),
            E::NoSuchTournament => ErrorCode::NoSuchTournament,
            E::NoSuchPlayer => ErrorCode::NoSuchPlayer,
            E::Busy => ErrorCode::Busy,
            E::Draining => ErrorCode::Draining,
            E::Unavailable => ErrorCode::Unavailable,
            E::NeedsAccount => ErrorCode::NeedsAccount,
            E::TooManyOpen { .. } => ErrorCode::TooMany,
            E::TooManyPlaces { .. } | E::StartsAt | E::NeedsPassword => ErrorCode::OutOfRange,
            E::WrongPassword => ErrorCode::WrongPassword,
            E::Damaged | E::Internal => ErrorCode::Internal,
        };
        Self::new(code, error.to_string())
    }
}

impl From<Refused> for Refusal {
    fn from(refused: Refused) -> Self {
        let code = match &refused {
            Refused::Settings(error) => settings_code(error),
            Refused::NotDirector | Refused::NotSystem => ErrorCode::Forbidden,
            Refused::NotParticipant => ErrorCode::NotRegistered,
            Refused::Outdated | Refused::VerdictChanged(_) => ErrorCode::Outdated,
            Refused::Started => ErrorCode::AlreadyStarted,
            Refused::NotStarted | Refused::Over | Refused::NotPlaying(_) => ErrorCode::NotPlaying,
            Refused::AlreadyIn => ErrorCode::AlreadyRegistered,
            Refused::Full(_) => ErrorCode::TournamentFull,
            Refused::TooLate | Refused::Advanced | Refused::NoBye => ErrorCode::TooLate,
            Refused::RatingTooLow(_)
            | Refused::RatingTooHigh(_)
            | Refused::NoPrograms
            | Refused::Unratable
            | Refused::NeedsInvitation
            | Refused::Excluded
            | Refused::NoReturn => ErrorCode::NotEligible,
            Refused::NeedsAccount => ErrorCode::NeedsAccount,
            Refused::NeedsPassword => ErrorCode::WrongPassword,
            Refused::NeedsTeamName
            | Refused::NoSuchTeam(_)
            | Refused::NoSuchParticipant(_)
            | Refused::NoSuchGame(_)
            | Refused::BadVerdict { .. }
            | Refused::NeedsReason => ErrorCode::OutOfRange,
            Refused::NoBerserk => ErrorCode::Unsupported,
            Refused::TooFew { .. } | Refused::NotNextRound(_) | Refused::LastDirector | Refused::Paused => {
                ErrorCode::NotNow
            }
            Refused::TooMany(_) => ErrorCode::TooMany,
        };
        Self::new(code, refused.to_string())
    }
}

fn settings_code(error: &SettingsError) -> ErrorCode {
    match error {
        SettingsError::NoClock => ErrorCode::NeedsClock,
        SettingsError::Game(game) => Refusal::from(*game).code,
        SettingsError::Form | SettingsError::Rated => ErrorCode::Unsupported,
        _ => ErrorCode::OutOfRange,
    }
}
