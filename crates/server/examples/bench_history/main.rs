//! How fast the history answers while others read, compared with a look-up by primary key in the same run: `cargo xtask bench-history`.

#![expect(clippy::print_stdout, reason = "a program for the terminal prints")]

mod cases;
mod slow_reader;
mod solver;

use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use clap::Parser;
use hdrhistogram::Histogram;
use serde_json::Value;
use sumito_config::{Config, Overrides};
use sumito_store::Store;

use cases::{Case, cases};

/// Games on a page, as in the web client.
const PAGE: usize = 25;
/// The page that is far from the first.
const FAR: usize = 1_000;

#[derive(Parser)]
#[command(about = "Measure the history of a server")]
struct Arguments {
    /// The server's URL
    #[arg(long, value_name = "URL")]
    url: String,
    /// Its process, to measure its memory during an export
    #[arg(long)]
    pid: u32,
    /// Its database, for the query plans
    #[arg(long, value_name = "URL")]
    database_url: String,
    /// Requests of each kind, by each reader
    #[arg(long, default_value_t = 150)]
    requests: usize,
    /// Number of concurrent readers
    #[arg(long, default_value_t = 4)]
    readers: usize,
    /// Games that are exported to a slow reader
    #[arg(long, default_value_t = 100_000)]
    export: usize,
}

/// Timings of one kind of request.
type Times = Histogram<u64>;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let (http, solver) = solver::create(&arguments.url, &arguments.database_url).await?;
    let settings = Config::load(None, &Overrides::default())?.database;
    let store = Store::open_existing(&arguments.database_url, &settings).await.context("the database")?;
    let known = ids(&http, &arguments.url).await?;
    println!(
        "| Asked for | Index | p50, p99 first page, ms | p99 page (number), ms | p99 by key, ms | Ratio |"
    );
    println!("|---|---|---|---|---|---|");
    let mut worst = 0.0_f64;
    for case in cases(&http, &arguments.url, solver).await? {
        let indexes = case.indexes(&store).await?;
        let (far, page) = far(&http, &arguments.url, &case).await?;
        let paths = [case.path(&arguments.url), far];
        let [first, far, key] = measure(&http, &arguments, &paths, &known).await?;
        let p99 = |times: &Times| times.value_at_quantile(0.99) as f64 / 1_000.0;
        let ratio = p99(&first).max(p99(&far)) / p99(&key);
        worst = worst.max(ratio);
        println!(
            "| `{}` | {indexes} | {:.1}, {:.1} | {:.1} ({page}) | {:.1} | {ratio:.1} |",
            case.query,
            first.value_at_quantile(0.5) as f64 / 1_000.0,
            p99(&first),
            p99(&far),
            p99(&key),
        );
    }
    println!("\nthe worst ratio: {worst:.1}");
    slow_reader::export(&arguments.url, arguments.pid, arguments.export).await?;
    store.close().await;
    Ok(())
}

async fn get(http: &reqwest::Client, url: &str) -> anyhow::Result<Value> {
    let answer = http.get(url).send().await?;
    ensure!(answer.status().is_success(), "{url}: {}", answer.text().await?);
    Ok(answer.json().await?)
}

/// The ids of a few thousand games, to look them up.
async fn ids(http: &reqwest::Client, url: &str) -> anyhow::Result<Vec<String>> {
    let mut ids = Vec::new();
    for result in ["black", "white", "draw"] {
        for rated in [true, false] {
            let page =
                get(http, &format!("{url}/api/v1/games?limit=200&result={result}&rated={rated}")).await?;
            let games = page["games"].as_array().into_iter().flatten();
            ids.extend(games.filter_map(|game| game["id"].as_str().map(str::to_owned)));
        }
    }
    ensure!(!ids.is_empty(), "there are no games: run `cargo xtask seed-history` first");
    Ok(ids)
}

/// Pages that are leafed through at once: a cursor fits pages of any length.
const AT_ONCE: usize = 8;

/// The address of the thousandth page, or of the last one where there are fewer, and its number.
async fn far(http: &reqwest::Client, url: &str, case: &Case) -> anyhow::Result<(String, usize)> {
    let first = case.path(url);
    let (mut address, mut page) = (first.clone(), 1);
    if !case.has_pages {
        return Ok((address, page));
    }
    while page + AT_ONCE <= FAR {
        let limit = format!("limit={}", PAGE * AT_ONCE);
        let answer = get(http, &address.replace(&format!("limit={PAGE}"), &limit)).await?;
        let Some(next) = answer["next"].as_str() else { break };
        address = format!("{first}&cursor={next}");
        page += AT_ONCE;
    }
    Ok((address, page))
}

/// Lets readers request the two pages and single games in turn.
async fn measure(
    http: &reqwest::Client,
    arguments: &Arguments,
    paths: &[String; 2],
    known: &[String],
) -> anyhow::Result<[Times; 3]> {
    let reader = |number: usize| {
        let (http, paths, requests) = (http.clone(), paths.clone(), arguments.requests);
        let (url, known) = (arguments.url.clone(), known.to_vec());
        async move {
            let mut rng = fastrand::Rng::with_seed(number as u64);
            let mut times = [times()?, times()?, times()?];
            for _ in 0..requests {
                for (kind, path) in paths.iter().enumerate() {
                    times[kind].record(fetch(&http, path).await?)?;
                    let id = &known[rng.usize(..known.len())];
                    times[2].record(fetch(&http, &format!("{url}/api/v1/games/{id}")).await?)?;
                }
            }
            anyhow::Ok(times)
        }
    };
    let readers: Vec<_> = (0..arguments.readers).map(|number| tokio::spawn(reader(number))).collect();
    let mut all = [times()?, times()?, times()?];
    for reader in readers {
        for (sum, times) in all.iter_mut().zip(reader.await??) {
            sum.add(times)?;
        }
    }
    Ok(all)
}

fn times() -> anyhow::Result<Times> {
    Ok(Histogram::new_with_max(60_000_000, 3)?)
}

/// How long an answer took, in microseconds, until its last byte was there.
async fn fetch(http: &reqwest::Client, url: &str) -> anyhow::Result<u64> {
    let start = Instant::now();
    let answer = http.get(url).send().await?;
    let is_well = answer.status().is_success();
    answer.bytes().await?;
    ensure!(is_well, "{url} was refused");
    Ok(start.elapsed().max(Duration::from_micros(1)).as_micros() as u64)
}
