//! JSON export of a tournament.

use serde::Serialize;
use sumito_game::{GameId, RoomId, Timestamp, TournamentId};

use crate::{
    Bye, ByeKind, ClubId, GameNumber, Member, ParticipantId, Score, Settings, Status, TeamStanding,
    Tournament, Verdict,
};

#[derive(Serialize)]
struct TournamentJson<'a> {
    id: TournamentId,
    status: Status,
    settings: &'a Settings,
    started_at: Option<Timestamp>,
    ended_at: Option<Timestamp>,
    participants: Vec<ParticipantJson<'a>>,
    tie_breaks: Vec<&'static str>,
    standings: Vec<Row>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    teams: Vec<TeamJson>,
    rounds: Vec<RoundJson<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    penalties: Vec<PenaltyJson<'a>>,
}

#[derive(Serialize)]
struct PenaltyJson<'a> {
    number: u32,
    participant: ParticipantId,
    units: u32,
    reason: &'a str,
    lifted: bool,
}

#[derive(Serialize)]
struct ParticipantJson<'a> {
    number: ParticipantId,
    name: &'a str,
    members: &'a [Member],
    standing: crate::Membership,
    rating: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    club: Option<ClubId>,
}

#[derive(Serialize)]
struct TeamJson {
    place: u32,
    club: ClubId,
    points: u32,
    scorers: Vec<ParticipantId>,
    players: u32,
}

#[derive(Serialize)]
struct Row {
    place: u32,
    participant: ParticipantId,
    points: u32,
    point_unit: u32,
    penalty: u32,
    tie_breaks: Vec<i64>,
    won: u32,
    drawn: u32,
    lost: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    group_place: Option<u32>,
}

#[derive(Serialize)]
struct RoundJson<'a> {
    round: u32,
    began_at: Timestamp,
    games: Vec<GameJson<'a>>,
    byes: Vec<(ParticipantId, ByeKind)>,
}

#[derive(Serialize)]
struct GameJson<'a> {
    number: GameNumber,
    room: RoomId,
    game: GameId,
    sides: &'a [ParticipantId],
    verdict: Option<&'a Verdict>,
}

/// Serialises the whole tournament as one JSON object: settings, participants, standings, teams, rounds with their games. Timestamps are
/// microseconds since the Unix epoch, points and tie-breaks whole numbers in the units of [`Settings::point_unit`] and
/// [`TieBreak::divisor`](crate::TieBreak::divisor).
///
/// # Errors
/// Any error of the serialiser; `serde_json` never returns one here.
pub fn json<S: serde::Serializer>(tournament: &Tournament, serializer: S) -> Result<S::Ok, S::Error> {
    let settings = tournament.settings();
    let entered = tournament.participants().iter().filter(|one| one.standing != crate::Membership::Gone);
    let participants = entered.map(|one| ParticipantJson {
        number: one.id,
        name: &one.name,
        members: &one.members,
        standing: one.standing,
        rating: one.rating(),
        club: one.club,
    });
    let ranking = tournament.standings();
    let teams = tournament.team_standings(&ranking).into_iter().map(|team| {
        let TeamStanding { place, club, points, scorers, players } = team;
        TeamJson { place, club, points, scorers, players }
    });
    let standings = ranking.into_iter().map(|standing| {
        let Score { won, drawn, lost } = standing.score;
        Row {
            place: standing.place,
            participant: standing.participant,
            points: standing.points,
            point_unit: settings.point_unit(),
            penalty: standing.penalty,
            tie_breaks: standing.tie_breaks,
            won,
            drawn,
            lost,
            group: standing.group.map(|one| one.group),
            group_place: standing.group.map(|one| one.place),
        }
    });
    let rounds = tournament.rounds().iter().map(|round| RoundJson {
        round: round.number,
        began_at: round.began_at,
        games: round.games.iter().filter_map(|&number| game(tournament, number)).collect(),
        byes: round.byes.iter().map(|&Bye { participant, kind }| (participant, kind)).collect(),
    });
    let penalties = tournament.participants().iter().flat_map(|one| {
        one.penalties.iter().map(|penalty| PenaltyJson {
            number: penalty.number,
            participant: one.id,
            units: penalty.units,
            reason: &penalty.reason,
            lifted: penalty.lifted,
        })
    });
    TournamentJson {
        id: tournament.id(),
        status: tournament.status(),
        settings,
        started_at: tournament.started_at(),
        ended_at: tournament.ended_at(),
        participants: participants.collect(),
        tie_breaks: settings.tie_breaks().iter().map(|one| one.name()).collect(),
        standings: standings.collect(),
        teams: teams.collect(),
        rounds: rounds.collect(),
        penalties: penalties.collect(),
    }
    .serialize(serializer)
}

fn game(tournament: &Tournament, number: GameNumber) -> Option<GameJson<'_>> {
    let game = tournament.game(number)?;
    Some(GameJson {
        number,
        room: number.room_of(tournament.id()),
        game: number.game_of(tournament.id()),
        sides: &game.sides,
        verdict: game.verdict.as_ref(),
    })
}
