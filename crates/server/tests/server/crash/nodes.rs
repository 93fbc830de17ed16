//! Failures of a cluster: three servers, NATS and PostgreSQL, each killed, suspended or restarted while players connect to any of the
//! servers: pairs that play, players who seek games, and the members of a club.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{env, mem};

use nix::sys::signal::Signal;
use parking_lot::Mutex;
use sqlx::{Connection, PgConnection};
use tokio::process::Command;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use uuid::Uuid;

use super::club::{self, Club};
use super::links::{self, Lost, Network, Peer, Place};
use super::log::Charge;
use super::pair::{Pair, Tally};
use super::seekers::Seekers;
use super::{SETTINGS, given, make_pairs_on};
use crate::cluster::Cluster as Postgres;
use crate::nats_server::NatsServer;
use crate::process::{LOOPBACK, PROGRAM, Process, output_of};

/// Number of servers.
const SERVERS: usize = 3;

/// Number of pairs.
const PAIRS: usize = 4;

/// Maximum number of commands between two faults, over all pairs.
const COMMANDS_MAX: u64 = 60;

/// Duration of a lease.
const LEASE: Duration = Duration::from_secs(3);

/// Time within which all players continue after a fault. Much longer than expected, so that a failing test ends.
const PATIENCE: Duration = Duration::from_secs(90);

/// Difference between the clocks of the database and of the test, and rounding.
const TOLERANCE_MS: u64 = 50;

/// Pause of a client between two tries.
const RETRY_PAUSE: Duration = Duration::from_millis(20);

#[derive(Debug, Clone, Copy)]
pub(super) enum Fault {
    /// A server is killed, and another one started.
    Kill,
    /// The matchmaker is suspended until others have claimed its rooms and duties. When it continues, it ends.
    Zombie,
    /// A server is suspended for less than a lease.
    Nap,
    /// NATS stops, and starts again.
    Nats,
    /// PostgreSQL stops as in a power cut, and starts again.
    Postgres,
    /// Every server is stopped in order, after another one was started in its place.
    Upgrade,
    /// Packets between a server and a peer get lost for a while.
    Cut(Peer, Lost),
}

/// Names the program of an earlier release. The cluster starts with it; each upgrade goes to the other release, so that both run on the
/// same tables and the same bus.
const PREVIOUS_PROGRAM: &str = "PREVIOUS_SUMITO";

/// All faults: a short test has each of them once.
const FAULTS: [Fault; 6] =
    [Fault::Kill, Fault::Zombie, Fault::Postgres, Fault::Nap, Fault::Nats, Fault::Upgrade];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_when_any_part_of_a_cluster_fails() {
    let seed = given("SUMITO_CRASH_SEED").unwrap_or_else(|| fastrand::u64(..));
    let count = given("SUMITO_CRASH_KILLS").unwrap_or(FAULTS.len());
    let (mut rng, mut faults) = (fastrand::Rng::with_seed(seed), Vec::new());
    while faults.len() < count {
        let mut order = FAULTS;
        rng.shuffle(&mut order);
        faults.extend(order);
    }
    faults.truncate(count);
    fail(faults, seed, None).await;
}

/// Lets players play while one part after the other fails, and checks the result.
#[expect(clippy::print_stderr, reason = "a failure at a random moment cannot be repeated without its seed")]
pub(super) async fn fail(faults: Vec<Fault>, seed: u64, network: Option<Network>) {
    let (count, started) = (faults.len(), Instant::now());
    eprintln!("{count} faults with SUMITO_CRASH_SEED={seed}");
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut cluster = Cluster::start(network).await;
    let process = &cluster.servers[0].process;
    let pairs = make_pairs_on(process, PAIRS, &mut rng).await;
    let mut players: Vec<_> = pairs.into_iter().map(|pair| Player::Pair(Box::new(pair))).collect();
    players.push(Player::Club(Club::found(process, rng.fork()).await));
    players.push(Player::Seekers(Seekers::new(process, rng.fork()).await));
    let mut players = Players::start(players, &cluster.addresses);
    for fault in faults {
        players.wait_for(rng.u64(1..COMMANDS_MAX)).await;
        eprintln!("{:.1?}: {fault:?}", started.elapsed());
        cluster.inflict(fault, &mut rng).await;
        players.wait_until_all_continue().await;
    }
    let commands = players.commands();
    let players = players.stop().await;
    let again = cluster.check(players).await;
    eprintln!("{count} faults in {:.1?}: {commands} commands; sent again: {again:?}", started.elapsed());
}

/// Addresses of the servers that run, shared with the players.
type Addresses = Arc<Mutex<Vec<String>>>;

/// Servers, and their surroundings.
struct Cluster {
    postgres: Postgres,
    nats: NatsServer,
    /// `None`: all are at the same address.
    network: Option<Network>,
    /// The program of the next server.
    program: PathBuf,
    /// The program of another release: the next upgrade goes there.
    other_program: PathBuf,
    servers: Vec<Server>,
    /// Namespaces of servers that have ended: the hosts still answer packets to closed sockets.
    hosts_left: Vec<Place>,
    addresses: Addresses,
    /// Periods in which rooms had no owner that could store a move.
    unowned: Vec<Unowned>,
}

struct Server {
    process: Process,
    id: Uuid,
    place: Option<Place>,
}

/// A period in which rooms had no owner. Times are in microseconds since 1970 on the clock of the nodes, as in events.
#[derive(Debug)]
struct Unowned {
    /// `None`: all rooms.
    rooms: Option<Vec<String>>,
    from: u64,
    to: u64,
}

impl Cluster {
    async fn start(network: Option<Network>) -> Self {
        let address = |peer: Peer| if network.is_some() { peer.address() } else { LOOPBACK.to_owned() };
        let postgres = Postgres::start_at(&address(Peer::Postgres)).await;
        let nats = NatsServer::start_at(&address(Peer::Nats)).await;
        let (servers, addresses, unowned) = (Vec::new(), Addresses::default(), Vec::new());
        let other_program = PathBuf::from(PROGRAM);
        let program = env::var_os(PREVIOUS_PROGRAM).map_or_else(|| other_program.clone(), PathBuf::from);
        let mut cluster = Self {
            postgres,
            nats,
            network,
            program,
            other_program,
            servers,
            hosts_left: Vec::new(),
            addresses,
            unowned,
        };
        for _ in 0..SERVERS {
            cluster.join().await;
        }
        cluster
    }

    /// Starts another server.
    async fn join(&mut self) {
        let nats = self.nats.settings().url;
        let mut settings = [&SETTINGS[..], &club::SETTINGS].concat();
        settings.push(("SUMITO_CLUSTER__NATS_URL", &nats));
        settings.push(("SUMITO_DATABASE__CONNECTIONS", "4"));
        if self.network.is_some() {
            settings.extend(links::SETTINGS);
        }
        let place = match &mut self.network {
            Some(network) => Some(network.add().await),
            None => None,
        };
        let (program, address) = match &place {
            Some(place) => (place.command(&self.program), place.address()),
            None => (Command::new(&self.program), LOOPBACK),
        };
        let process = Process::start_at(program, address, &self.postgres.url(), &settings).await;
        let known: Vec<_> = self.servers.iter().map(|server| server.id).collect();
        let id = sqlx::query_scalar("SELECT id FROM nodes WHERE fenced_at IS NULL AND id <> ALL($1)");
        let id = id.bind(known).fetch_one(&mut self.database().await).await.unwrap();
        self.servers.push(Server { process, id, place });
        self.publish_addresses();
    }

    /// Sets the running servers for the players.
    fn publish_addresses(&self) {
        *self.addresses.lock() = self.servers.iter().map(|server| server.process.url("")).collect();
    }

    async fn database(&self) -> PgConnection {
        PgConnection::connect(&self.postgres.url()).await.unwrap()
    }

    async fn inflict(&mut self, fault: Fault, rng: &mut fastrand::Rng) {
        let victim = rng.usize(..self.servers.len());
        match fault {
            Fault::Kill => {
                let server = self.remove(victim);
                let rooms = self.rooms_of(server.id).await;
                server.process.kill().await;
                self.wait_until_fenced(server.id, rooms, now()).await;
                self.join().await;
            }
            Fault::Zombie => {
                let pairing = self.pairing().await;
                self.suspend_beyond_lease(pairing.unwrap_or(victim)).await;
            }
            Fault::Nap => {
                let span = Duration::from_millis(rng.u64(100..2_000));
                self.servers[victim].process.freeze(span).await;
            }
            Fault::Nats => {
                self.nats.stop().await;
                sleep(Duration::from_millis(rng.u64(..5_000))).await;
                self.nats.start_again().await;
            }
            Fault::Postgres => self.restart_postgres(Duration::from_millis(rng.u64(..6_000))).await,
            Fault::Upgrade => {
                mem::swap(&mut self.program, &mut self.other_program);
                for _ in 0..SERVERS {
                    self.join().await;
                    let server = self.remove(0);
                    assert!(server.process.terminate().await.success(), "a server stops in order");
                }
            }
            Fault::Cut(peer, lost) => self.cut(victim, peer, lost).await,
        }
    }

    /// Removes a server, to which no player connects from now on.
    fn remove(&mut self, number: usize) -> Server {
        let server = self.servers.remove(number);
        self.publish_addresses();
        server
    }

    async fn suspend_beyond_lease(&mut self, victim: usize) {
        let server = self.remove(victim);
        let rooms = self.rooms_of(server.id).await;
        server.process.signal(Signal::SIGSTOP);
        self.wait_until_fenced(server.id, rooms, now()).await;
        server.process.signal(Signal::SIGCONT);
        assert!(!server.process.ended().await.success(), "a fenced server ends");
        self.join().await;
    }

    /// Cuts a link of a server for a while. Others claim its rooms if it is the link to PostgreSQL.
    async fn cut(&mut self, victim: usize, peer: Peer, lost: Lost) {
        let Server { id, place, .. } = &self.servers[victim];
        let (id, place) = (*id, place.as_ref().expect("the servers have networks"));
        let rooms = self.rooms_of(id).await;
        place.set_cut(peer, lost, true).await;
        let from = now();
        sleep(links::CUT).await;
        place.set_cut(peer, lost, false).await;
        if peer == Peer::Postgres {
            let server = self.remove(victim);
            // The last statements may have arrived.
            self.wait_until_fenced(id, rooms, from + 1_000_000).await;
            assert!(!server.process.ended().await.success(), "a fenced server ends");
            self.hosts_left.extend(server.place);
            self.join().await;
        }
    }

    async fn restart_postgres(&mut self, pause: Duration) {
        let ahead = self.nodes_ahead().await;
        let from = now();
        self.postgres.stop().await;
        sleep(pause).await;
        let to = now();
        self.postgres.start_again().await;
        // The last moves may have been stored at the moment of the stop.
        let from = from + 200_000;
        self.unowned.push(Unowned::of_machine(None, from, to.max(from), ahead));
    }

    /// Returns by how many microseconds the clock of the nodes is ahead of the machine's, which the database uses.
    async fn nodes_ahead(&self) -> i64 {
        // A renewal takes time to arrive, so the greatest difference counts.
        let ahead = "SELECT max(alive_at - (lease_until - $1)) FROM nodes WHERE fenced_at IS NULL";
        let ahead = sqlx::query_scalar::<_, i64>(ahead).bind(LEASE.as_micros() as i64);
        ahead.fetch_one(&mut self.database().await).await.unwrap()
    }

    /// Returns the rooms that a server owns.
    async fn rooms_of(&self, id: Uuid) -> Vec<String> {
        let keys = sqlx::query_scalar::<_, String>("SELECT key FROM claims WHERE node = $1");
        let keys = keys.bind(id).fetch_all(&mut self.database().await).await.unwrap();
        keys.iter().filter_map(|key| key.strip_prefix("room/")).map(str::to_owned).collect()
    }

    /// Returns the number of the server that pairs seeks; `None` if none does at the moment.
    async fn pairing(&self) -> Option<usize> {
        let node = sqlx::query_scalar::<_, Uuid>("SELECT node FROM claims WHERE key = 'duty/matchmaking'");
        let node = node.fetch_optional(&mut self.database().await).await.unwrap()?;
        self.servers.iter().position(|server| server.id == node)
    }

    /// Waits until no claim is left of a room that was not created.
    async fn wait_until_claims_have_rooms(&self) {
        let mut database = self.database().await;
        let without = "SELECT key FROM claims WHERE key LIKE 'room/%'
            AND NOT EXISTS (SELECT 1 FROM rooms WHERE rooms.id = substr(claims.key, 6))";
        let mut left = Vec::new();
        let wait = async {
            loop {
                left = sqlx::query_scalar::<_, String>(without).fetch_all(&mut database).await.unwrap();
                if left.is_empty() {
                    return;
                }
                sleep(Duration::from_millis(50)).await;
            }
        };
        let are_released = timeout(PATIENCE, wait).await.is_ok();
        assert!(are_released, "claims of rooms that do not exist: {left:?}");
    }

    /// Waits until the others have fenced a server. Its rooms had no owner since `from`.
    async fn wait_until_fenced(&mut self, id: Uuid, rooms: Vec<String>, from: u64) {
        let mut database = self.database().await;
        let wait = async {
            loop {
                let fenced_at =
                    sqlx::query_scalar::<_, Option<i64>>("SELECT fenced_at FROM nodes WHERE id = $1");
                if let Some(fenced_at) = fenced_at.bind(id).fetch_one(&mut database).await.unwrap() {
                    return fenced_at as u64;
                }
                sleep(Duration::from_millis(50)).await;
            }
        };
        let to = timeout(LEASE * 5, wait).await.expect("another server fences it");
        let ahead = self.nodes_ahead().await;
        self.unowned.push(Unowned::of_machine(Some(rooms), from, to, ahead));
    }

    /// Checks all that is stored, and all that players have seen.
    async fn check(mut self, players: Vec<Player>) -> Tally {
        let servers = self.addresses.lock().clone();
        let (mut pairs, mut clubs, mut paired, mut sought) = (Vec::new(), Vec::new(), 0_usize, 0_usize);
        let mut seeking = Vec::new();
        for player in players {
            match player {
                Player::Pair(mut pair) => {
                    let urls = [0, 1].map(|number: usize| format!("{}/ws", servers[number]));
                    let resolve = async {
                        while pair.resolve([&urls[0], &urls[1]]).await.is_none() {
                            sleep(RETRY_PAUSE).await;
                        }
                    };
                    let resolved = timeout(PATIENCE, resolve).await;
                    assert!(resolved.is_ok(), "a pair does not return: {}", pair.describe());
                    pairs.push(pair);
                }
                Player::Seekers(seekers) => {
                    paired += seekers.paired;
                    sought += seekers.sought;
                    seeking.extend(seekers.users);
                }
                Player::Club(mut club) => {
                    let played = timeout(PATIENCE, club.resolve(&servers)).await;
                    clubs.push((club, played.expect("the servers run")));
                }
            }
        }
        self.wait_until_claims_have_rooms().await;
        for server in self.servers.drain(..) {
            assert!(server.process.terminate().await.success());
        }
        let charges: Vec<_> = pairs.iter().flat_map(|pair| pair.charges()).collect();
        for unowned in &self.unowned {
            unowned.check(&charges);
        }
        for (club, played) in &clubs {
            club.check_ratings(&self.postgres.url(), *played).await;
        }
        let (well, stdout, stderr) =
            output_of(&["verify", "--database-url", &self.postgres.url()], &[]).await;
        assert!(well, "{stdout}{stderr}");
        let rooms: usize = pairs.iter().map(|pair| pair.rooms_made).sum();
        let mut database = self.database().await;
        let sql = "SELECT count(*) FROM rooms WHERE tournament IS NULL AND (created_by = ANY($1)) = $2";
        let mut count = async |is_of_seekers: bool| {
            let count = sqlx::query_scalar::<_, i64>(sql).bind(&seeking).bind(is_of_seekers);
            usize::try_from(count.fetch_one(&mut database).await.unwrap()).unwrap()
        };
        assert_eq!(count(false).await, rooms, "each room was made once");
        let rooms = count(true).await;
        assert!(
            (paired..=sought).contains(&rooms),
            "{sought} pairs of seeks, {paired} games seen, {rooms} rooms"
        );
        let twice = "SELECT user_id, seek_command FROM own_rooms WHERE seek_command IS NOT NULL
            GROUP BY user_id, seek_command HAVING count(*) > 1";
        let twice = sqlx::query_as::<_, (Uuid, String)>(twice).fetch_all(&mut database).await.unwrap();
        assert_eq!(twice, [], "commands that have led to two games");
        pairs.iter().map(|pair| pair.sent_again).fold(Tally::default(), Tally::plus)
    }
}

impl Unowned {
    /// Returns a period that was measured on the clock of the machine.
    fn of_machine(rooms: Option<Vec<String>>, from: u64, to: u64, ahead: i64) -> Self {
        Self { rooms, from: from.saturating_add_signed(ahead), to: to.saturating_add_signed(ahead) }
    }

    /// Checks that no clock was charged for this period.
    fn check(&self, charges: &[&Charge]) {
        for charge in charges {
            let overlap = self.to.min(charge.to).saturating_sub(self.from.max(charge.from));
            // The rooms are many, so they come last.
            if overlap > 0 && self.rooms.as_ref().is_none_or(|rooms| rooms.contains(&charge.room)) {
                let max_ms = (charge.to - charge.from - overlap).div_ceil(1_000) + TOLERANCE_MS;
                assert!(charge.charged_ms <= max_ms, "{charge:?} for a time without an owner: {self:?}");
            }
        }
    }
}

/// Returns the time of the machine, in microseconds since 1970.
fn now() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    now.as_micros() as u64
}

/// Players who connect to any of the servers.
enum Player {
    Pair(Box<Pair>),
    Seekers(Seekers),
    Club(Club),
}

impl Player {
    /// Plays until a server is gone or unavailable.
    async fn play(&mut self, servers: &[String], acknowledged: impl Fn() + Send) {
        match self {
            Self::Pair(pair) => {
                let urls = [0, 1].map(|_| format!("{}/ws", fastrand::choice(servers).unwrap()));
                let None = pair.play([&urls[0], &urls[1]], acknowledged).await;
            }
            Self::Seekers(seekers) => {
                let None = seekers.play(servers, acknowledged).await;
            }
            Self::Club(club) => {
                let None = club.play(servers, acknowledged).await;
            }
        }
    }

    /// Records that a server was lost.
    fn server_lost(&mut self) {
        match self {
            Self::Pair(pair) => pair.server_lost(),
            Self::Seekers(_) | Self::Club(_) => {}
        }
    }
}

/// Players who play.
struct Players {
    playing: JoinSet<Player>,
    stopping: watch::Sender<bool>,
    /// Number of acknowledged commands by player.
    counts: watch::Receiver<HashMap<usize, u64>>,
}

impl Players {
    fn start(players: Vec<Player>, addresses: &Addresses) -> Self {
        let (count, counts) = watch::channel(HashMap::new());
        let (count, stopping) = (Arc::new(count), watch::Sender::new(false));
        let mut playing = JoinSet::new();
        for (number, mut player) in players.into_iter().enumerate() {
            let (count, addresses) = (Arc::clone(&count), Arc::clone(addresses));
            let mut stop = stopping.subscribe();
            count.send_modify(|counts| *counts.entry(number).or_default() = 0);
            playing.spawn(async move {
                let acknowledged = || count.send_modify(|counts| *counts.entry(number).or_default() += 1);
                loop {
                    let servers = addresses.lock().clone();
                    let is_stopping = tokio::select! {
                        () = player.play(&servers, acknowledged) => false,
                        stopped = stop.wait_for(|is_stopping| *is_stopping) => stopped.is_ok(),
                    };
                    player.server_lost();
                    if is_stopping {
                        return player;
                    }
                    sleep(RETRY_PAUSE).await;
                }
            });
        }
        Self { playing, stopping, counts }
    }

    /// Returns the number of acknowledged commands.
    fn commands(&self) -> u64 {
        self.counts.borrow().values().sum()
    }

    /// Waits until so many further commands are acknowledged.
    async fn wait_for(&mut self, further: u64) {
        let enough = self.commands() + further;
        self.wait_until(|counts| counts.values().sum::<u64>() >= enough).await;
    }

    /// Waits until each player has two more commands acknowledged.
    async fn wait_until_all_continue(&mut self) {
        let before = self.counts.borrow().clone();
        self.wait_until(|counts| counts.iter().all(|(player, count)| *count >= before[player] + 2)).await;
    }

    async fn wait_until(&mut self, reached: impl Fn(&HashMap<usize, u64>) -> bool) {
        let before = self.counts.borrow().clone();
        let mut counts = self.counts.clone();
        let all_play = timeout(PATIENCE, counts.wait_for(|counts| reached(counts)));
        let is_reached = tokio::select! {
            counts = all_play => counts.is_ok_and(|counts| counts.is_ok()),
            ended = self.playing.join_next() => {
                let Some(Err(error)) = ended else { panic!("a player ended") };
                std::panic::resume_unwind(error.into_panic());
            }
        };
        if !is_reached {
            let after = self.counts.borrow().clone();
            self.stopping.send_replace(true);
            let mut pairs = Vec::new();
            while let Some(player) = self.playing.join_next().await {
                if let Player::Pair(pair) = player.unwrap() {
                    pairs.push(pair.describe());
                }
            }
            panic!("a player does not continue: from {before:?} to {after:?}; pairs: {pairs:#?}");
        }
    }

    /// Ends the games in their current state.
    async fn stop(mut self) -> Vec<Player> {
        self.stopping.send_replace(true);
        let mut players = Vec::new();
        while let Some(player) = self.playing.join_next().await {
            players.push(player.unwrap());
        }
        players
    }
}
