//! Recurring tournaments of the configuration.

use std::time::Duration;

use sumito_game::{Settings as GameSettings, Timestamp};
use sumito_tournament::{Admission, Entry, Rounds, Settings, Start, UnplayedRounds};
use tokio::time::{MissedTickBehavior, interval};
use tracing::info;

use super::create::NewTournament;
use super::{TournamentError, Tournaments};
use sumito_config::TournamentSeries;
use sumito_kit::retry::Retry;
use sumito_kit::text::Text;

/// Interval at which the series are checked for tournaments to announce.
const LOOK_EVERY: Duration = Duration::from_secs(30);

/// Announces each recurring tournament once, even across restarts. Tournaments that were due while the server was down are skipped.
pub(super) async fn run(tournaments: &Tournaments) {
    let mut looks = interval(LOOK_EVERY);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let retry = |series| (series, Retry::new("creation of scheduled tournaments"));
    let mut all: Vec<_> = tournaments.shared().config.series.iter().map(retry).collect();
    // The event log reports outages, and accepts nothing while the server starts.
    let mut outage = Retry::quiet("creation of scheduled tournaments");
    loop {
        looks.tick().await;
        for (series, retry) in &mut all {
            match announce(tournaments, series).await {
                Ok(()) => {
                    outage.succeeded();
                    retry.succeeded();
                }
                Err(error @ TournamentError::Unavailable) => looks.reset_after(outage.failed(error)),
                Err(error) => looks.reset_after(retry.failed(format!("series {}: {error}", series.key))),
            }
        }
    }
}

/// Announces the tournaments of a series that start within the configured time, unless they exist.
async fn announce(tournaments: &Tournaments, series: &TournamentSeries) -> Result<(), TournamentError> {
    let shared = tournaments.shared();
    let now = shared.time.now();
    for begins in beginnings(series, now) {
        let key = format!("{}-{}", series.key, begins.0);
        if shared.store.tournament_of_series(&key).await?.is_some() {
            continue;
        }
        let (name, description) = (Text::of_operator(&series.name), Text::of_operator(&series.description));
        let tournament = NewTournament::new(name, description, settings(tournaments, series, begins), None);
        let id = shared.make(None, Some(key), tournament).await?;
        info!(tournament = %id.0, series = %series.key, "scheduled tournament created");
    }
    Ok(())
}

/// Returns the start times of a series after `now`, up to the end of the announcement period.
fn beginnings(series: &TournamentSeries, now: Timestamp) -> impl Iterator<Item = Timestamp> {
    let minute = 60_000_000;
    let (every, offset) =
        (i64::from(series.every_minutes.max(1)) * minute, i64::from(series.offset_minutes) * minute);
    let last = now.0 + i64::from(series.announced_minutes) * minute;
    let first = (now.0 - offset).div_euclid(every) + 1;
    (first..).map(move |number| number * every + offset).take_while(move |&at| at <= last).map(Timestamp)
}

fn settings(tournaments: &Tournaments, series: &TournamentSeries, begins: Timestamp) -> Settings {
    Settings {
        name: String::new(),
        description: String::new(),
        form: series.form,
        game: GameSettings {
            mode: series.mode,
            layout: series.layout.unwrap_or_else(|| series.mode.default_layout()),
            start_position: None,
            coach: false,
            time: series.clock,
            rated: series.rated,
            ready: false,
            spectator_delay: Duration::ZERO,
            tournament: None,
            policy: tournaments.shared().config.policy.for_games(series.clock),
        },
        start: Start::At(begins),
        entry: Entry {
            minimum: series.minimum,
            capacity: series.capacity,
            rating_min: None,
            rating_max: None,
            accounts_only: series.rated,
            programs: series.programs && !series.rated,
            admission: Admission::Open,
        },
        rounds: Rounds {
            break_seconds: series.break_seconds,
            deadline_seconds: series.deadline_seconds,
            ..Rounds::default()
        },
        no_shows_max: series.no_shows_max,
        teams: None,
        tie_break_order: Vec::new(),
        unplayed_rounds: UnplayedRounds::OwnPoints,
    }
}

#[cfg(test)]
mod tests {
    use sumito_game::TimeControl;
    use sumito_rules::Mode;
    use sumito_tournament::{Arena, Format};

    use super::*;

    fn series(every_minutes: u32, offset_minutes: u32, announced_minutes: u32) -> TournamentSeries {
        let arena = Arena {
            duration_seconds: 3_000,
            closing_seconds: 60,
            wave_seconds: 5,
            berserk: true,
            streaks: true,
        };
        TournamentSeries {
            key: "hourly".to_owned(),
            name: "Hourly arena".to_owned(),
            description: String::new(),
            every_minutes,
            offset_minutes,
            announced_minutes,
            form: Format::Arena(arena),
            mode: Mode::Two,
            layout: None,
            clock: TimeControl::SuddenDeath { initial: Duration::from_mins(3) },
            rated: false,
            programs: false,
            minimum: 2,
            capacity: 100,
            break_seconds: 0,
            deadline_seconds: None,
            no_shows_max: 0,
        }
    }

    fn minutes(series: &TournamentSeries, now: i64) -> Vec<i64> {
        beginnings(series, Timestamp(now * 60_000_000)).map(|at| at.0 / 60_000_000).collect()
    }

    #[test]
    fn hourly_tournaments_are_announced_in_advance() {
        assert_eq!(minutes(&series(60, 0, 120), 30), [60, 120]);
        assert_eq!(
            minutes(&series(60, 0, 120), 60),
            [120, 180],
            "the one that begins now was announced before"
        );
        assert_eq!(minutes(&series(60, 15, 60), 0), [15]);
        assert!(minutes(&series(60, 15, 10), 0).is_empty());
    }
}
