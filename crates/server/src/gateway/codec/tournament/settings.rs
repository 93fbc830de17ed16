//! Tournament settings, in both directions.

use std::time::Duration;

use sumito_game::{Policy, Settings as GameSettings, TimeControl, Timestamp};
use sumito_protocol::ErrorCode;
use sumito_protocol::tournament as words;
use sumito_rules::Layout;
use sumito_tournament::{
    Admission, Arena, DoubleElimination, Entry, Format, FormatName, Groups, Knockout, RoundRobin, Rounds,
    Settings, Start, Swiss, SwissPairing, Teams, TieBreak, UnplayedRounds,
};

use crate::gateway::codec::tournament::text_refusal;
use crate::gateway::codec::{ApiError, parts};
use crate::tournaments::NewTournament;
use sumito_kit::text::{Text, Unmuted};

pub(super) fn form_name(form: FormatName) -> words::TournamentFormatName {
    match form {
        FormatName::RoundRobin => words::TournamentFormatName::RoundRobin,
        FormatName::Swiss => words::TournamentFormatName::Swiss,
        FormatName::Knockout => words::TournamentFormatName::Knockout,
        FormatName::DoubleElimination => words::TournamentFormatName::DoubleElimination,
        FormatName::Groups => words::TournamentFormatName::Groups,
        FormatName::Arena => words::TournamentFormatName::Arena,
    }
}

pub(super) fn tie_breaks(tie_breaks: &[TieBreak]) -> Vec<words::TieBreak> {
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
    tie_breaks.iter().map(word).collect()
}

fn tie_break_from_wire(by: words::TieBreak) -> TieBreak {
    match by {
        words::TieBreak::Reached => TieBreak::Reached,
        words::TieBreak::Buchholz => TieBreak::Buchholz,
        words::TieBreak::BuchholzCut1 => TieBreak::BuchholzCut1,
        words::TieBreak::BuchholzMedian => TieBreak::BuchholzMedian,
        words::TieBreak::SonnebornBerger => TieBreak::SonnebornBerger,
        words::TieBreak::DirectEncounter => TieBreak::DirectEncounter,
        words::TieBreak::Marbles => TieBreak::Marbles,
        words::TieBreak::Progressive => TieBreak::Progressive,
        words::TieBreak::Performance => TieBreak::Performance,
        words::TieBreak::Wins => TieBreak::Wins,
    }
}

pub(super) fn start(start: Start) -> words::TournamentStart {
    match start {
        Start::At(at) => words::TournamentStart::At { at: at.0 },
        Start::WhenHere(participants) => words::TournamentStart::WhenHere { participants },
        Start::ByDirector => words::TournamentStart::ByDirector {},
    }
}

pub(super) fn admission(admission: Admission) -> words::Admission {
    match admission {
        Admission::Open => words::Admission::Open,
        Admission::Password => words::Admission::Password,
        Admission::Invitation => words::Admission::Invitation,
    }
}

/// Converts the settings of a tournament.
pub(super) fn settings(agreed: &Settings) -> words::TournamentSettings {
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
            minimum: Some(minimum),
            capacity: Some(capacity),
            rating_min,
            rating_max,
            accounts_only,
            programs,
            admission: admission(agreed.entry.admission),
        },
        rounds: words::TournamentRounds {
            break_s: agreed.rounds.break_seconds,
            deadline_s: agreed.rounds.deadline_seconds,
            starts: agreed.rounds.starts.iter().map(|at| at.0).collect(),
            reviewed: agreed.rounds.reviewed,
        },
        no_shows_max: agreed.no_shows_max,
        teams: agreed.teams.map(|teams| words::TournamentTeams { best: teams.best }),
        tie_breaks: tie_breaks(&agreed.tie_break_order),
        unplayed_rounds: match agreed.unplayed_rounds {
            UnplayedRounds::OwnPoints => words::UnplayedRounds::OwnPoints,
            UnplayedRounds::Fide => words::UnplayedRounds::Fide,
        },
    }
}

pub(super) fn form(form: Format) -> words::TournamentFormat {
    match form {
        Format::RoundRobin(RoundRobin { cycles }) => words::TournamentFormat::RoundRobin { cycles },
        Format::Swiss(Swiss { rounds, pairing, accelerated, half_point_byes, late_entry_rounds }) => {
            let pairing = match pairing {
                SwissPairing::Balanced => words::SwissPairing::Balanced,
                SwissPairing::Dutch => words::SwissPairing::Dutch,
            };
            words::TournamentFormat::Swiss {
                rounds,
                pairing,
                accelerated,
                half_point_byes,
                late_entry_rounds,
            }
        }
        Format::Knockout(Knockout { best_of, third_place, extra_pairs }) => {
            words::TournamentFormat::Knockout { best_of, third_place, extra_pairs }
        }
        Format::DoubleElimination(DoubleElimination { best_of, extra_pairs, reset }) => {
            words::TournamentFormat::DoubleElimination { best_of, extra_pairs, reset }
        }
        Format::Groups(Groups { groups, advance, cycles, best_of, extra_pairs, third_place }) => {
            words::TournamentFormat::Groups { groups, advance, cycles, best_of, extra_pairs, third_place }
        }
        Format::Arena(Arena { duration_seconds, closing_seconds, wave_seconds, berserk, streaks }) => {
            words::TournamentFormat::Arena {
                duration_s: duration_seconds,
                closing_s: closing_seconds,
                wave_s: wave_seconds,
                berserk,
                streaks,
            }
        }
    }
}

pub(super) fn form_from_wire(form: words::TournamentFormat) -> Format {
    match form {
        words::TournamentFormat::RoundRobin { cycles } => Format::RoundRobin(RoundRobin { cycles }),
        words::TournamentFormat::Swiss {
            rounds,
            pairing,
            accelerated,
            half_point_byes,
            late_entry_rounds,
        } => {
            let pairing = match pairing {
                words::SwissPairing::Balanced => SwissPairing::Balanced,
                words::SwissPairing::Dutch => SwissPairing::Dutch,
            };
            Format::Swiss(Swiss { rounds, pairing, accelerated, half_point_byes, late_entry_rounds })
        }
        words::TournamentFormat::Knockout { best_of, third_place, extra_pairs } => {
            Format::Knockout(Knockout { best_of, third_place, extra_pairs })
        }
        words::TournamentFormat::DoubleElimination { best_of, extra_pairs, reset } => {
            Format::DoubleElimination(DoubleElimination { best_of, extra_pairs, reset })
        }
        words::TournamentFormat::Groups { groups, advance, cycles, best_of, extra_pairs, third_place } => {
            Format::Groups(Groups { groups, advance, cycles, best_of, extra_pairs, third_place })
        }
        words::TournamentFormat::Arena { duration_s, closing_s, wave_s, berserk, streaks } => {
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

/// Converts a client's settings for a tournament. `policy` has the defaults for games with a clock.
///
/// # Errors
/// `bad_layout`, or an error for a text that is rejected; the tournament checks the rest.
pub(crate) fn tournament_from_wire(
    settings: &words::TournamentSettings,
    password: Option<String>,
    unmuted: Unmuted,
    policy: impl FnOnce(TimeControl) -> Policy,
) -> Result<NewTournament, ApiError> {
    let name = Text::tournament_name(&settings.name, unmuted).map_err(text_refusal)?;
    let description = Text::description(&settings.description, unmuted).map_err(text_refusal)?;
    let mode = parts::mode_from_wire(settings.mode);
    let layout = match &settings.layout {
        None => mode.default_layout(),
        Some(name) => name.parse::<Layout>().map_err(|_| {
            let message = format!("no layout {name:?}; GET /api/v1/layouts lists them");
            ApiError::new(ErrorCode::BadLayout, message)
        })?,
    };
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
        start: match settings.start {
            words::TournamentStart::At { at } => Start::At(Timestamp(at)),
            words::TournamentStart::WhenHere { participants } => Start::WhenHere(participants),
            words::TournamentStart::ByDirector {} => Start::ByDirector,
        },
        entry: Entry {
            minimum,
            capacity: entry.capacity.unwrap_or(form.participants_max(mode).min(CAPACITY.max(minimum))),
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
        rounds: Rounds {
            break_seconds: settings.rounds.break_s,
            deadline_seconds: settings.rounds.deadline_s,
            starts: settings.rounds.starts.iter().copied().map(Timestamp).collect(),
            reviewed: settings.rounds.reviewed,
        },
        no_shows_max: settings.no_shows_max,
        teams: settings.teams.map(|teams| Teams { best: teams.best }),
        tie_break_order: settings.tie_breaks.iter().copied().map(tie_break_from_wire).collect(),
        unplayed_rounds: match settings.unplayed_rounds {
            words::UnplayedRounds::OwnPoints => UnplayedRounds::OwnPoints,
            words::UnplayedRounds::Fide => UnplayedRounds::Fide,
        },
    };
    Ok(NewTournament::new(name, description, settings, password))
}
