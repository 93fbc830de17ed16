//! Benchmark requests.

use anyhow::Context;
use sumito_game::{Reason, Seat, Timestamp, UserId};
use sumito_puzzles::PuzzleTheme;
use sumito_ratings::{Pool, Speed};
use sumito_rules::{Layout, Mode, Position};
use sumito_store::{CanonicalPosition, GameFilter, LeftOut, PuzzleSearch, Store, WinnerFilter};

use crate::{PAGE, get};

/// A kind of request.
pub(crate) struct Case {
    /// The query string, without the `?`.
    pub(crate) query: String,
    /// Whether it is a list.
    pub(crate) has_pages: bool,
    asks: Asks,
}

/// Its SQL query.
enum Asks {
    Games(GameFilter),
    Explorer,
    Leaders,
    Profile(UserId),
    Statistics(UserId),
    NextPuzzle(PuzzleSearch),
    /// More than one table. Their plans are not shown.
    Several,
}

impl Case {
    /// The address of its first page.
    pub(crate) fn path(&self, url: &str) -> String {
        if self.has_pages {
            format!("{url}/api/v1/games?limit={PAGE}&{}", self.query)
        } else {
            format!("{url}/api/v1/{}", self.query)
        }
    }

    /// The indexes that the database uses for it; `Seq Scan` if none.
    pub(crate) async fn indexes(&self, store: &Store) -> anyhow::Result<String> {
        let plan = match self.asks {
            Asks::Games(filter) => store.explain_games(&filter).await?,
            Asks::Explorer => {
                let start = Position::start(Mode::Two, Layout::BelgianDaisy)?;
                store.explain_explored(CanonicalPosition::of(Layout::BelgianDaisy, &start).position).await?
            }
            Asks::Leaders => {
                let pool = Pool { mode: Mode::Two, speed: Speed::Live };
                store.explain_leaders(pool, None, Timestamp(0), None, PAGE as u32).await?
            }
            Asks::Profile(user) => store.explain_profile(user).await?,
            Asks::NextPuzzle(search) => store.explain_next_puzzle(&search).await?,
            Asks::Statistics(user) => store.explain_statistics(user, 20).await?,
            Asks::Several => return Ok("several".to_owned()),
        };
        let mut names: Vec<String> = Vec::new();
        for line in plan.lines() {
            let name = match line.split_once(" using ").or_else(|| line.split_once("Bitmap Index Scan on ")) {
                Some((_, rest)) => rest.split([' ', '(']).next().unwrap_or_default().to_owned(),
                None if line.contains("Seq Scan") => "**Seq Scan**".to_owned(),
                None => continue,
            };
            if !names.contains(&name) {
                names.push(name);
            }
        }
        Ok(names.join(", "))
    }
}

/// The id of the account with this name.
async fn found(http: &reqwest::Client, url: &str, name: &str) -> anyhow::Result<String> {
    let profile = get(http, &format!("{url}/api/v1/players/{name}")).await?;
    Ok(profile["user"]["id"].as_str().context("a player has an id")?.to_owned())
}

/// Each word alone, and usual combinations, frequent and rare.
///
/// `solver` sends the requests, and has attempted many puzzles.
#[expect(clippy::too_many_lines, reason = "a list of cases")]
pub(crate) async fn cases(http: &reqwest::Client, url: &str, solver: UserId) -> anyhow::Result<Vec<Case>> {
    let newest = get(http, &format!("{url}/api/v1/games?limit=200&mode=two")).await?;
    let games = newest["games"].as_array().context("a list has games")?;
    let game = games.last().context("there are games")?;
    let id = |seat: usize| game["players"][seat]["id"].as_str().context("a player has an id");
    let user = |id: &str| anyhow::Ok(UserId(id.parse()?));
    let (one, other) = (id(0)?, id(1)?);
    let (player, opponent) = (Some(user(one)?), Some(user(other)?));
    // The users with the most games, as `cargo xtask seed-history` names them.
    let (often, too) = (found(http, url, "Player0").await?, found(http, url, "Player1").await?);
    let (frequent, as_frequent) = (user(&often)?, user(&too)?);
    let ended = game["finished_at"].as_i64().context("a game has ended")?;
    // Half a year before the newest games.
    let (since, until) = (Timestamp(ended - 200 * 86_400_000_000), Timestamp(ended - 180 * 86_400_000_000));
    let (mode, layout) = (Some(Mode::Two), Some(Layout::BelgianDaisy));
    let black = Seat::new(0).map(WinnerFilter::Seat);
    let all = GameFilter { limit: PAGE as u32 + 1, ..GameFilter::default() };
    let lists: Vec<(String, GameFilter)> = vec![
        (String::new(), all),
        (format!("player={one}"), GameFilter { player, ..all }),
        (format!("player={one}&opponent={other}"), GameFilter { player, opponent, ..all }),
        (format!("player={often}"), GameFilter { player: Some(frequent), ..all }),
        (
            format!("player={often}&opponent={too}"),
            GameFilter { player: Some(frequent), opponent: Some(as_frequent), ..all },
        ),
        ("mode=two".to_owned(), GameFilter { mode, ..all }),
        ("mode=four-consecutive".to_owned(), GameFilter { mode: Some(Mode::FourConsecutive), ..all }),
        ("layout=belgian_daisy".to_owned(), GameFilter { layout, ..all }),
        ("layout=checkerboard".to_owned(), GameFilter { layout: Some(Layout::Checkerboard), ..all }),
        ("result=black".to_owned(), GameFilter { won: black, ..all }),
        ("result=draw".to_owned(), GameFilter { won: Some(WinnerFilter::NoWinner), ..all }),
        ("reason=resignation".to_owned(), GameFilter { reason: Some(Reason::Resignation), ..all }),
        ("reason=stuck".to_owned(), GameFilter { reason: Some(Reason::Stuck), ..all }),
        ("rated=true".to_owned(), GameFilter { rated: Some(true), ..all }),
        (
            format!("since={}&until={}", since.0, until.0),
            GameFilter { since: Some(since), until: Some(until), ..all },
        ),
        ("plies_min=100".to_owned(), GameFilter { plies_min: Some(100), ..all }),
        ("plies_min=390".to_owned(), GameFilter { plies_min: Some(390), ..all }),
        (
            "plies_min=57&plies_max=57".to_owned(),
            GameFilter { plies_min: Some(57), plies_max: Some(57), ..all },
        ),
        (format!("player={one}&result=win"), GameFilter { player, won: Some(WinnerFilter::Player), ..all }),
        (
            format!("player={one}&rated=true&layout=belgian_daisy"),
            GameFilter { player, rated: Some(true), layout, ..all },
        ),
        (
            format!("player={one}&result=loss&reason=time&plies_max=80"),
            GameFilter {
                player,
                won: Some(WinnerFilter::Opponents),
                reason: Some(Reason::Time),
                plies_max: Some(80),
                ..all
            },
        ),
        (
            "mode=two&layout=belgian_daisy&reason=ejections&rated=true".to_owned(),
            GameFilter { mode, layout, reason: Some(Reason::Ejections), rated: Some(true), ..all },
        ),
        (
            "mode=two&layout=belgian_daisy&result=black&rated=true".to_owned(),
            GameFilter { mode, layout, won: black, rated: Some(true), ..all },
        ),
        (
            "mode=two&result=draw&plies_min=150".to_owned(),
            GameFilter { mode, won: Some(WinnerFilter::NoWinner), plies_min: Some(150), ..all },
        ),
        (
            format!(
                "mode=two&layout=belgian_daisy&result=black&reason=time&rated=true&plies_min=60&until={}",
                until.0
            ),
            GameFilter {
                mode,
                layout,
                won: black,
                reason: Some(Reason::Time),
                rated: Some(true),
                plies_min: Some(60),
                until: Some(until),
                ..all
            },
        ),
    ];
    let lists =
        lists.into_iter().map(|(query, filter)| Case { query, has_pages: true, asks: Asks::Games(filter) });
    let puzzle = |theme: Option<PuzzleTheme>| {
        Asks::NextPuzzle(PuzzleSearch {
            mode: Mode::Two,
            theme: theme.map_or(0, PuzzleTheme::bit),
            rating: 1_500.0,
            left_out: LeftOut::AttemptsOf(solver),
            shuffle: 0,
        })
    };
    let others = [
        ("puzzles/next?mode=two".to_owned(), puzzle(None)),
        ("puzzles/next?mode=two&theme=shield".to_owned(), puzzle(Some(PuzzleTheme::Shield))),
        ("explorer?layout=belgian_daisy".to_owned(), Asks::Explorer),
        ("explorer?layout=belgian_daisy&moves=a1a2".to_owned(), Asks::Explorer),
        (format!("leaderboards/two?limit={PAGE}"), Asks::Leaders),
        (format!("players/{often}"), Asks::Profile(frequent)),
        (format!("players/{often}/statistics"), Asks::Statistics(frequent)),
    ];
    let several = [
        "activity".to_owned(),
        "leaderboards/two/distribution".to_owned(),
        "me/overview".to_owned(),
        "me/puzzles".to_owned(),
        "puzzles/daily".to_owned(),
        "puzzles/leaderboards/storm".to_owned(),
        format!("players/{often}/achievements"),
        format!("players/{often}/activity"),
        format!("players/{often}/compare/{too}"),
        format!("players/{often}/counts"),
        format!("players/{often}/ratings?mode=two"),
        format!("players/{often}/ratings/days"),
    ];
    let several = several.map(|query| (query, Asks::Several));
    let others =
        others.into_iter().chain(several).map(|(query, asks)| Case { query, has_pages: false, asks });
    Ok(lists.chain(others).collect())
}
