//! A whole tournament, from registration to podium, with clients that follow it and play their games.

use std::collections::HashSet;
use std::fmt;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use futures_util::future::try_join_all;
use sumito_client::{Client, Tournament};
use sumito_protocol::parts::{Clock, Mode, Offer};
use sumito_protocol::tournament::{
    CreateTournament, TournamentCommand, TournamentEntry, TournamentFormat, TournamentRounds,
    TournamentSettings, TournamentStanding, TournamentStart, TournamentStatus, UnplayedRounds,
};
use sumito_protocol::{ErrorCode, RoomId};
use tokio::time::{sleep, timeout};
use uuid::Uuid;

use crate::Target;

/// Timeout of a whole tournament, so that it fails instead of hanging.
const PATIENCE: Duration = Duration::from_mins(10);

/// The first moves of a game from the standard layout.
const OPENING: [&str; 2] = ["a1b2", "i9h8"];

/// Plan of a tournament.
#[derive(Debug, Clone)]
pub struct TournamentPlan {
    /// The tournament's format.
    pub form: TournamentFormat,
    /// Number of participants.
    pub clients: usize,
}

/// Result of a tournament.
#[derive(Debug, Clone, PartialEq)]
pub struct TournamentPlayed {
    /// The tournament's format.
    pub form: TournamentFormat,
    /// Number of participants.
    pub clients: usize,
    /// Rounds; in an arena, waves.
    pub rounds: u32,
    /// Number of games, as counted by the server.
    pub games: usize,
    /// Number of changes received by the clients.
    pub messages: u64,
    /// Time from the start to the podium.
    pub span: Duration,
    /// The best three, with their points.
    pub podium: Vec<(String, f64)>,
}

impl fmt::Display for TournamentPlayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { form, clients, rounds, games, messages, span, podium } = self;
        writeln!(f, "{form:?}")?;
        writeln!(
            f,
            "{clients} clients, {rounds} rounds, {games} games in {:.1} s; {messages} messages to each client",
            span.as_secs_f64()
        )?;
        for (place, (name, points)) in (1..).zip(podium) {
            writeln!(f, "{place}. {name}, {points} points")?;
        }
        Ok(())
    }
}

/// Plays a tournament to its end.
///
/// # Errors
/// Fails if the server rejects a command, or the tournament does not end.
pub async fn play_tournament(target: &Target, plan: &TournamentPlan) -> anyhow::Result<TournamentPlayed> {
    timeout(PATIENCE, Box::pin(play(target, plan))).await.context("the tournament does not end")?
}

async fn play(target: &Target, plan: &TournamentPlan) -> anyhow::Result<TournamentPlayed> {
    let director = target.account().await?;
    let request = CreateTournament { settings: settings(plan), password: None, club: None };
    let id = director.create_tournament(&request).await?.state.id;
    let mut clients = Vec::with_capacity(plan.clients);
    for _ in 0..plan.clients {
        clients.push(target.client().await?);
    }
    let register = TournamentCommand::Register { password: None, team_name: None, team: None, club: None };
    for client in &clients {
        client.rest().in_tournament(id, &register).await?;
    }
    let players = clients.into_iter().map(|client| take_part(client, id));
    let begun = Instant::now();
    let (results, started) = tokio::join!(try_join_all(players), async {
        director.in_tournament(id, &TournamentCommand::Start {}).await
    });
    started?;
    let results = results?;
    let messages = results.iter().map(|(messages, _)| *messages).max().unwrap_or_default();
    let span = begun.elapsed();
    let standings = director.tournament_standings(id).await?;
    for (_, followed) in &results {
        ensure!(*followed == standings.standings, "updates add up to {followed:?}, not to {standings:?}");
    }
    let name = |number: u32| {
        standings.participants.iter().find(|one| one.number == number).map(|one| one.name.clone())
    };
    let best = standings.standings.iter().take(3);
    let podium: Vec<_> = best.map(|row| (name(row.participant).unwrap_or_default(), row.points)).collect();
    let (rounds, games) = count(&director, id).await?;
    ensure!(podium.len() == plan.clients.min(3), "a podium of {podium:?}");
    Ok(TournamentPlayed { form: plan.form, clients: plan.clients, rounds, games, messages, span, podium })
}

fn settings(plan: &TournamentPlan) -> TournamentSettings {
    TournamentSettings {
        name: "Load test".to_owned(),
        description: String::new(),
        form: plan.form,
        mode: Mode::Two,
        layout: Some("standard".to_owned()),
        clock: Clock::SuddenDeath { initial_ms: 60_000 },
        rated: false,
        first_move_s: None,
        spectator_delay_s: 0,
        start: TournamentStart::ByDirector {},
        entry: TournamentEntry { capacity: Some(plan.clients as u32), ..TournamentEntry::default() },
        rounds: TournamentRounds::default(),
        no_shows_max: 0,
        teams: None,
        tie_breaks: Vec::new(),
        unplayed_rounds: UnplayedRounds::OwnPoints,
    }
}

/// Counts rounds and games, and checks that each is over and counted once.
async fn count(rest: &sumito_client::Rest, id: Uuid) -> anyhow::Result<(u32, usize)> {
    let (mut cursor, mut rounds, mut games) = (None, 0, HashSet::new());
    loop {
        let page = rest.tournament_rounds(id, cursor.as_deref()).await?;
        rounds += page.rounds.len() as u32;
        for game in page.games {
            ensure!(game.verdict.is_some(), "game {} is not over", game.number);
            ensure!(games.insert(game.number), "game {} is listed twice", game.number);
        }
        match page.next {
            Some(next) => cursor = Some(next),
            None => return Ok((rounds, games.len())),
        }
    }
}

/// Follows the tournament and plays every game until it is over; returns the number of changes received, and the resulting table.
async fn take_part(client: Client, id: Uuid) -> anyhow::Result<(u64, Vec<TournamentStanding>)> {
    let user = client.user().context("the client is authenticated")?.id;
    let mut tournament = client.tournament(id).await?;
    let (mut messages, mut played) = (0, HashSet::new());
    loop {
        if is_over(&tournament) {
            return Ok((messages, tournament.state().standings.clone()));
        }
        let own = tournament.participant_of(user).map(|one| one.number);
        let game = own.and_then(|number| tournament.open_game_of(number).cloned());
        if let Some(game) = game.filter(|game| played.insert(game.number)) {
            play_game(&client, &game.room, user, game.number).await?;
        }
        tournament.next().await?;
        messages += 1;
    }
}

fn is_over(tournament: &Tournament) -> bool {
    matches!(tournament.state().state.status, TournamentStatus::Finished | TournamentStatus::Cancelled)
}

/// Plays a move each; then, by the number of the game, one player resigns or both agree to a draw.
async fn play_game(client: &Client, room: &RoomId, user: Uuid, number: u32) -> anyhow::Result<()> {
    // The server creates the room right after announcing the pairing.
    let mut room = loop {
        match client.watch(room).await {
            Ok(room) => break room,
            Err(failure) if failure.is(ErrorCode::NoSuchRoom) => sleep(Duration::from_millis(20)).await,
            Err(failure) => return Err(failure.into()),
        }
    };
    let seat = room.state().seat_of(user).context("a seat in one's own game")?;
    let loser = match number % 3 {
        0 => None,
        rest => Some((rest - 1) as u8),
    };
    let (mut played, mut offered) = (0, false);
    loop {
        let state = room.state();
        if state.result.is_some() {
            return Ok(());
        }
        let (ply, is_turn) = (state.ply as usize, state.turn == Some(seat));
        match loser {
            // The event of the own move arrives a little later.
            _ if is_turn && (played..OPENING.len()).contains(&ply) => {
                played = ply + 1;
                over(room.play(OPENING[ply]).await)?;
            }
            Some(loser) if ply >= OPENING.len() && loser == seat => return over(room.resign().await),
            // The event of the offer also arrives a little later, and offers must not be repeated.
            None if ply >= OPENING.len() && seat == 0 && !offered => {
                offered = true;
                over(room.offer(Offer::Draw).await)?;
            }
            None if ply >= OPENING.len() && seat == 1 && !state.offers.is_empty() => {
                return over(room.accept(Offer::Draw).await);
            }
            _ => {}
        }
        room.next().await?;
    }
}

/// The tournament may have decided the game at the same moment: at the end of an arena, or at a deadline.
fn over<T>(outcome: Result<T, sumito_client::Error>) -> anyhow::Result<()> {
    match outcome {
        Ok(_) => Ok(()),
        Err(failure) if failure.is(ErrorCode::NotPlaying) => Ok(()),
        Err(failure) => Err(failure.into()),
    }
}
