//! Tournament settings, in both directions.

use std::time::Duration;

use sumito_game::{Policy, Settings as GameSettings, TimeControl, Timestamp};
use sumito_protocol::ErrorCode;
use sumito_protocol::tournament as wire;
use sumito_rules::{Layout, Mode};
use sumito_tournament::{
    Arena, DoubleElimination, Entry, Format, Groups, Knockout, RoundRobin, Rounds, Settings, Start, Swiss,
    Teams,
};

use crate::codec::tournament::text_refusal;
use crate::codec::{ApiError, parts};
use sumito_kit::text::{Text, Unmuted};
use sumito_services::tournaments::NewTournament;

pub(super) fn start(start: Start) -> wire::TournamentStart {
    match start {
        Start::At(at) => wire::TournamentStart::At { at: at.0 },
        Start::WhenHere(participants) => wire::TournamentStart::WhenHere { participants },
        Start::ByDirector => wire::TournamentStart::ByDirector {},
    }
}

/// Converts the settings of a tournament.
pub(super) fn settings(agreed: &Settings) -> wire::TournamentSettings {
    let Entry { minimum, capacity, rating_min, rating_max, accounts_only, programs, .. } = agreed.entry;
    wire::TournamentSettings {
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
        entry: wire::TournamentEntry {
            minimum: Some(minimum),
            capacity: Some(capacity),
            rating_min,
            rating_max,
            accounts_only,
            programs,
            admission: agreed.entry.admission,
        },
        rounds: wire::TournamentRounds {
            break_s: agreed.rounds.break_seconds,
            deadline_s: agreed.rounds.deadline_seconds,
            starts: agreed.rounds.starts.iter().map(|at| at.0).collect(),
            reviewed: agreed.rounds.reviewed,
        },
        no_shows_max: agreed.no_shows_max,
        teams: agreed.teams.map(|teams| wire::TournamentTeams { best: teams.best }),
        tie_breaks: agreed.tie_break_order.clone(),
        unplayed_rounds: agreed.unplayed_rounds,
    }
}

pub(super) fn form(form: Format) -> wire::TournamentFormat {
    match form {
        Format::RoundRobin(RoundRobin { cycles }) => wire::TournamentFormat::RoundRobin { cycles },
        Format::Swiss(Swiss { rounds, pairing, accelerated, half_point_byes, late_entry_rounds }) => {
            wire::TournamentFormat::Swiss { rounds, pairing, accelerated, half_point_byes, late_entry_rounds }
        }
        Format::Knockout(Knockout { best_of, third_place, extra_pairs }) => {
            wire::TournamentFormat::Knockout { best_of, third_place, extra_pairs }
        }
        Format::DoubleElimination(DoubleElimination { best_of, extra_pairs, reset }) => {
            wire::TournamentFormat::DoubleElimination { best_of, extra_pairs, reset }
        }
        Format::Groups(Groups { groups, advance, cycles, best_of, extra_pairs, third_place }) => {
            wire::TournamentFormat::Groups { groups, advance, cycles, best_of, extra_pairs, third_place }
        }
        Format::Arena(Arena { duration_seconds, closing_seconds, wave_seconds, berserk, streaks }) => {
            wire::TournamentFormat::Arena {
                duration_s: duration_seconds,
                closing_s: closing_seconds,
                wave_s: wave_seconds,
                berserk,
                streaks,
            }
        }
    }
}

pub(super) fn form_from_wire(form: wire::TournamentFormat) -> Format {
    match form {
        wire::TournamentFormat::RoundRobin { cycles } => Format::RoundRobin(RoundRobin { cycles }),
        wire::TournamentFormat::Swiss {
            rounds,
            pairing,
            accelerated,
            half_point_byes,
            late_entry_rounds,
        } => Format::Swiss(Swiss { rounds, pairing, accelerated, half_point_byes, late_entry_rounds }),
        wire::TournamentFormat::Knockout { best_of, third_place, extra_pairs } => {
            Format::Knockout(Knockout { best_of, third_place, extra_pairs })
        }
        wire::TournamentFormat::DoubleElimination { best_of, extra_pairs, reset } => {
            Format::DoubleElimination(DoubleElimination { best_of, extra_pairs, reset })
        }
        wire::TournamentFormat::Groups { groups, advance, cycles, best_of, extra_pairs, third_place } => {
            Format::Groups(Groups { groups, advance, cycles, best_of, extra_pairs, third_place })
        }
        wire::TournamentFormat::Arena { duration_s, closing_s, wave_s, berserk, streaks } => {
            Format::Arena(Arena {
                duration_seconds: duration_s,
                closing_seconds: closing_s,
                wave_seconds: wave_s,
                berserk,
                streaks,
            })
        }
    }
}

/// Default maximum number of participants.
pub(super) const CAPACITY: u32 = 64;

fn layout_from_wire(name: Option<&str>, mode: Mode) -> Result<Layout, ApiError> {
    let Some(name) = name else { return Ok(mode.default_layout()) };
    name.parse().map_err(|_| {
        let message = format!("no layout {name:?}; GET /api/v1/layouts lists them");
        ApiError::new(ErrorCode::BadLayout, message)
    })
}

fn start_from_wire(start: wire::TournamentStart) -> Start {
    match start {
        wire::TournamentStart::At { at } => Start::At(Timestamp(at)),
        wire::TournamentStart::WhenHere { participants } => Start::WhenHere(participants),
        wire::TournamentStart::ByDirector {} => Start::ByDirector,
    }
}

/// Converts a client's settings for a tournament. `policy` has the defaults for games with a clock.
///
/// # Errors
/// `bad_layout`, or an error for a text that is rejected; the tournament checks the rest.
pub(crate) fn tournament_from_wire(
    settings: &wire::TournamentSettings,
    password: Option<String>,
    unmuted: Unmuted,
    policy: impl FnOnce(TimeControl) -> Policy,
) -> Result<NewTournament, ApiError> {
    let name = Text::tournament_name(&settings.name, unmuted).map_err(text_refusal)?;
    let description = Text::description(&settings.description, unmuted).map_err(text_refusal)?;
    let mode = parts::mode_from_wire(settings.mode);
    let layout = layout_from_wire(settings.layout.as_deref(), mode)?;
    let time = parts::time_from_wire(&settings.clock);
    let usual = policy(time);
    let seconds = |count: u32| Duration::from_secs(count.into());
    let first_move = settings.first_move_s.map(seconds).or(usual.first_move);
    let entry = settings.entry;
    let form = form_from_wire(settings.form);
    let minimum = entry.minimum.unwrap_or(form.participants_min(mode));
    let settings = Settings {
        name: String::new(),
        description: String::new(),
        form,
        game: GameSettings {
            mode,
            layout,
            start_position: None,
            coach: false,
            time,
            rated: settings.rated,
            ready: false,
            spectator_delay: seconds(settings.spectator_delay_s),
            tournament: None,
            policy: Policy { first_move, ..usual },
        },
        start: start_from_wire(settings.start),
        entry: Entry {
            minimum,
            capacity: entry.capacity.unwrap_or(form.participants_max(mode).min(CAPACITY.max(minimum))),
            rating_min: entry.rating_min,
            rating_max: entry.rating_max,
            accounts_only: entry.accounts_only,
            programs: entry.programs,
            admission: entry.admission,
        },
        rounds: Rounds {
            break_seconds: settings.rounds.break_s,
            deadline_seconds: settings.rounds.deadline_s,
            starts: settings.rounds.starts.iter().copied().map(Timestamp).collect(),
            reviewed: settings.rounds.reviewed,
        },
        no_shows_max: settings.no_shows_max,
        teams: settings.teams.map(|teams| Teams { best: teams.best }),
        tie_break_order: settings.tie_breaks.clone(),
        unplayed_rounds: settings.unplayed_rounds,
    };
    Ok(NewTournament::new(name, description, settings, password))
}
