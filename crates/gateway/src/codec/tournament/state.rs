//! Tournament views in their wire form.

use std::collections::HashMap;
use std::sync::Arc;

use sumito_game::Timestamp;
use sumito_protocol::RoomId;
use sumito_protocol::parts::User;
use sumito_protocol::receipts::{ReceiptGame, ReceiptParticipant, TournamentReceipt};
use sumito_protocol::tournament as wire;
use sumito_tournament::{
    AddedTime, Announcement, Bye, Draft, Game, GameNumber, Membership, Participant, ParticipantId, Penalty,
    PlannedBye, Round, RulingReason, Standing, TeamStanding, TeamStatus, Tournament, TournamentStatus,
    Verdict,
};

use super::settings::{settings, start};
use crate::codec::{parts, user};
use sumito_kit::names;
use sumito_rooms::EncodedView;
use sumito_services::tournaments::{Summary, TournamentUpdate, TournamentView};
use sumito_store::{InvitationRow, ListedTournament};
use uuid::Uuid;

/// Converts a tournament for lists.
pub(crate) fn tournament_summary((listed, summary): &(ListedTournament, Summary)) -> wire::TournamentSummary {
    wire::TournamentSummary {
        id: listed.id.0,
        name: summary.name.clone(),
        form: summary.form,
        mode: parts::mode(summary.mode),
        layout: summary.layout.to_string(),
        clock: parts::clock(summary.time),
        rated: summary.rated,
        status: summary.status,
        start: start(summary.start),
        started_at: moment(summary.started_at),
        ended_at: moment(summary.ended_at),
        participants: summary.participants,
        capacity: summary.capacity,
        admission: summary.admission,
        club: summary.club,
        teams: summary.teams,
        podium: summary.podium.clone(),
    }
}

/// Converts an invitation that waits for an answer.
pub(crate) fn tournament_invitation((row, summary): (InvitationRow, Summary)) -> wire::TournamentInvitation {
    wire::TournamentInvitation {
        by: user(&row.by),
        tournament: tournament_summary(&(row.tournament, summary)),
    }
}

/// Converts a tournament without the games of earlier rounds.
pub(crate) fn tournament_detail(view: &TournamentView) -> wire::TournamentDetail {
    wire::TournamentDetail {
        state: tournament_state(view),
        settings: settings(view.tournament.settings()),
        participants: participants(view),
        invited: invited(&view.tournament),
        standings: standings(view),
        teams: teams(view),
        invited_clubs: invited_clubs(&view.tournament),
        forbidden_pairs: forbidden_pairs(&view.tournament),
        announcements: announcements(&view.tournament),
        rounds: view.tournament.rounds().last().map(|one| round(&view.tournament, one)).into_iter().collect(),
        games: games_at_hand(&view.tournament).map(|one| game(&view.tournament, one)).collect(),
    }
}

/// Converts a finished tournament to its receipt.
pub(crate) fn tournament_receipt(view: &TournamentView) -> TournamentReceipt {
    let (tournament, agreed) = (&view.tournament, view.tournament.settings());
    let participant = |one: &Participant| ReceiptParticipant {
        number: one.id.0,
        players: one.members.iter().map(|member| member.player.id.0).collect(),
    };
    let game = |one: &Arc<Game>| ReceiptGame {
        number: one.number.0,
        round: one.round,
        game: one.number.game_of(tournament.id()).0,
        sides: one.sides.iter().map(|side| side.0).collect(),
        verdict: one.verdict.as_ref().map(verdict),
    };
    TournamentReceipt {
        id: tournament.id().0,
        form: agreed.form.name(),
        mode: parts::mode(agreed.game.mode),
        layout: agreed.game.layout.to_string(),
        clock: parts::clock(agreed.game.time),
        rated: agreed.game.rated,
        started_at: moment(tournament.started_at()),
        ended_at: moment(tournament.ended_at()),
        participants: tournament.participants().iter().map(participant).collect(),
        tie_breaks: agreed.tie_breaks().to_vec(),
        standings: standings(view),
        teams: teams(view),
        games: tournament.games().iter().map(game).collect(),
    }
}

/// Converts an update for the subscribers of a tournament.
pub(crate) fn tournament_change(update: &TournamentUpdate) -> wire::TournamentChange {
    let now = tournament_detail(&update.view);
    let Some(before) = &update.before else {
        return wire::TournamentChange {
            state: now.state,
            settings: Some(now.settings),
            full: true,
            participants: now.participants,
            invited: Some(now.invited),
            order: Some(now.standings.iter().map(|standing| standing.participant).collect()),
            standings: now.standings,
            teams: Some(now.teams),
            invited_clubs: Some(now.invited_clubs),
            forbidden_pairs: Some(now.forbidden_pairs),
            announcements: Some(now.announcements),
            rounds: now.rounds,
            games: now.games,
            more: false,
        };
    };
    let (known, tournament) = (&before.tournament, &update.view.tournament);
    let agreed = settings(known.settings());
    let games = tournament.games().iter().map(AsRef::as_ref);
    let changed_games = games.filter(|&one: &&Game| known.game(one.number) != Some(one));
    let changed_rounds = tournament.rounds().iter().zip(1..).filter(|(one, number)| {
        known.rounds().get(*number as usize - 1).is_none_or(|before: &Round| {
            (before.ended_at, before.began_at, &before.byes) != (one.ended_at, one.began_at, &one.byes)
        })
    });
    let changed_people =
        tournament.participants().iter().filter(|one| known.participant(one.id) != Some(*one));
    wire::TournamentChange {
        state: now.state,
        settings: (now.settings != agreed).then_some(now.settings),
        full: false,
        participants: changed_people.map(participant).collect(),
        invited: (now.invited != invited(known)).then_some(now.invited),
        standings: changed_standings(&before.standings, &update.view.standings, now.standings),
        teams: (before.teams != update.view.teams).then_some(now.teams),
        invited_clubs: (now.invited_clubs != invited_clubs(known)).then_some(now.invited_clubs),
        forbidden_pairs: (known.forbidden_pairs() != tournament.forbidden_pairs())
            .then_some(now.forbidden_pairs),
        announcements: (known.announcements() != tournament.announcements()).then_some(now.announcements),
        order: changed_order(&before.standings, &update.view.standings),
        rounds: changed_rounds.map(|(one, _): (&Round, u32)| round(tournament, one)).collect(),
        games: changed_games.map(|one| game(tournament, one)).collect(),
        more: false,
    }
}

/// Returns the entries of `shown`, which is `after` in wire form, that differ from `before`.
fn changed_standings(
    before: &[Standing],
    after: &[Standing],
    shown: Vec<wire::TournamentStanding>,
) -> Vec<wire::TournamentStanding> {
    let known: HashMap<_, _> = before.iter().map(|standing| (standing.participant, standing)).collect();
    let is_new = |standing: &Standing| known.get(&standing.participant) != Some(&standing);
    after.iter().zip(shown).filter(|(standing, _)| is_new(standing)).map(|(_, shown)| shown).collect()
}

/// Returns the order of the participants, if it differs from `before`.
fn changed_order(before: &[Standing], after: &[Standing]) -> Option<Vec<u32>> {
    let order = |standings: &[Standing]| standings.iter().map(|one| one.participant.0).collect::<Vec<_>>();
    let now = order(after);
    (now != order(before)).then_some(now)
}

/// Converts the state of a tournament, without its participants.
pub(crate) fn tournament_state(view: &TournamentView) -> wire::TournamentState {
    let tournament = &view.tournament;
    wire::TournamentState {
        id: tournament.id().0,
        seq: tournament.seq(),
        revision: tournament.revision(),
        made_by: view.row.made_by.map(|user| user.0),
        club: view.row.club,
        directors: tournament.directors().iter().map(|user| user.0).filter(|user| !user.is_nil()).collect(),
        status: tournament.status(),
        paused_since: moment(tournament.paused_since()),
        started_at: moment(tournament.started_at()),
        ended_at: moment(tournament.ended_at()),
        ends_at: moment(tournament.ends_at()),
        next_round_at: moment(tournament.next_round_at()),
        round: tournament.rounds().len() as u32,
        rounds: tournament.rounds_planned(),
        entry_round: tournament.entry_round(),
        tie_breaks: tournament.settings().tie_breaks().to_vec(),
        point_unit: tournament.settings().point_unit(),
        draft: tournament.draft().map(|draft| draft.seq),
    }
}

/// Converts the running games of a tournament, in the state of their rooms, and its absent participants.
pub(crate) fn tournament_hall(
    at: Timestamp,
    absent: Vec<ParticipantId>,
    boards: &[(GameNumber, EncodedView)],
) -> wire::TournamentHall {
    let board = |(game, room): &(GameNumber, EncodedView)| wire::TournamentBoard {
        game: game.0,
        ply: room.value().game.as_ref().map_or(0, |game| game.moves.len() as u32),
        clocks: parts::clocks(&room.value().clocks),
    };
    wire::TournamentHall {
        at: at.0,
        absent: absent.into_iter().map(|ParticipantId(number)| number).collect(),
        boards: boards.iter().map(board).collect(),
    }
}

/// Converts the pairing of the next round that waits for a director.
pub(crate) fn tournament_next_round(view: &TournamentView) -> wire::TournamentNextRound {
    let draft = |draft: &Draft| wire::TournamentDraft {
        seq: draft.seq,
        round: draft.round,
        tables: draft.tables.iter().map(|table| table.iter().map(|one| one.0).collect()).collect(),
        byes: draft.byes.iter().copied().map(draft_bye).collect(),
    };
    wire::TournamentNextRound { draft: view.tournament.draft().map(draft) }
}

/// Converts the ranking of the participants.
pub(crate) fn tournament_standings(view: &TournamentView) -> wire::TournamentStandings {
    wire::TournamentStandings {
        tie_breaks: view.tournament.settings().tie_breaks().to_vec(),
        standings: standings(view),
        teams: teams(view),
        participants: participants(view),
    }
}

/// Maximum number of games on a page of rounds, unless a single round has more.
const MAX_GAMES: usize = 1_024;

/// Converts a whole tournament.
pub(crate) fn tournament_export(view: &TournamentView) -> wire::TournamentExport {
    let tournament = &view.tournament;
    wire::TournamentExport {
        id: tournament.id().0,
        status: tournament.status(),
        settings: settings(tournament.settings()),
        started_at: moment(tournament.started_at()),
        ended_at: moment(tournament.ended_at()),
        participants: participants(view),
        tie_breaks: tournament.settings().tie_breaks().to_vec(),
        standings: standings(view),
        teams: teams(view),
        rounds: tournament.rounds().iter().map(|one| round(tournament, one)).collect(),
        games: tournament.games().iter().map(|one| game(tournament, one)).collect(),
    }
}

/// Converts at most `limit` of the rounds after the round `after`, and their games; fewer rounds if there are many games. The number of the
/// last round comes last, if there are further ones.
pub(crate) fn tournament_rounds(
    view: &TournamentView,
    after: u32,
    limit: usize,
) -> (Vec<wire::TournamentRound>, Vec<wire::TournamentGame>, Option<u32>) {
    let tournament = &view.tournament;
    let rounds = || tournament.rounds().iter().filter(move |one| one.number > after).take(limit);
    let wanted: Vec<_> = rounds().take(page(rounds().map(|one| one.games.len()), MAX_GAMES)).collect();
    let numbers = wanted.iter().flat_map(|one| &one.games);
    let games = numbers.filter_map(|&number| tournament.game(number)).map(|one| game(tournament, one));
    let last = wanted.last().map_or(0, |one| one.number);
    let more = tournament.rounds().len() as u32 > last && last > 0;
    let games = games.collect();
    (wanted.into_iter().map(|one| round(tournament, one)).collect(), games, more.then_some(last))
}

/// Returns how many of these sizes have a sum of at most `max`; at least one.
fn page(sizes: impl Iterator<Item = usize>, max: usize) -> usize {
    let together = sizes.scan(0, |sum: &mut usize, size| {
        *sum += size;
        Some(*sum)
    });
    together.take_while(|sum| *sum <= max).count().max(1)
}

/// Converts at most `limit` of the games after the game with this number.
pub(crate) fn tournament_games(view: &TournamentView, after: u32, limit: usize) -> Vec<wire::TournamentGame> {
    let tournament = &view.tournament;
    let wanted = tournament.games().iter().filter(|one| one.number.0 > after).take(limit);
    wanted.map(|one| game(tournament, one)).collect()
}

/// Returns the games of the last round, and earlier games under way.
fn games_at_hand(tournament: &Tournament) -> impl Iterator<Item = &Game> {
    let last = tournament.rounds().len() as u32;
    let games = tournament.games().iter().map(AsRef::as_ref);
    games.filter(move |one: &&Game| one.round == last || one.is_open())
}

fn participants(view: &TournamentView) -> Vec<wire::TournamentParticipant> {
    let entered = view.tournament.participants().iter().filter(|one| one.standing != Membership::Gone);
    entered.map(participant).collect()
}

fn invited(tournament: &Tournament) -> Vec<User> {
    tournament.open_invitations().map(|(player, _)| parts::player(player)).collect()
}

/// Returns the displayed name: for a single player the current user name, for a team its own name.
pub(super) fn shown_name(one: &Participant) -> String {
    match &one.members[..] {
        [member] if member.player.name == one.name => names::of(&member.player),
        _ => one.name.clone(),
    }
}

fn participant(one: &Participant) -> wire::TournamentParticipant {
    wire::TournamentParticipant {
        number: one.id.0,
        name: shown_name(one),
        players: one.members.iter().map(|member| parts::player(&member.player)).collect(),
        rating: one.rating(),
        provisional: one.members.iter().any(|member| member.provisional),
        membership: one.standing,
        since_round: one.since_round,
        club: one.club.map(|club| club.0),
        byes: one.planned_byes.iter().copied().map(planned_bye).collect(),
        penalties: one.penalties.iter().map(penalty).collect(),
    }
}

fn planned_bye(bye: PlannedBye) -> wire::TournamentPlannedBye {
    wire::TournamentPlannedBye { round: bye.round, kind: bye.kind, granted: bye.granted }
}

fn penalty(one: &Penalty) -> wire::TournamentPenalty {
    wire::TournamentPenalty {
        number: one.number,
        units: one.units,
        reason: one.reason.clone(),
        lifted: one.lifted,
    }
}

fn forbidden_pairs(tournament: &Tournament) -> Vec<[u32; 2]> {
    tournament.forbidden_pairs().iter().map(|pair| pair.map(|ParticipantId(number)| number)).collect()
}

fn announcements(tournament: &Tournament) -> Vec<wire::TournamentAnnouncement> {
    let shown = |one: &Announcement| wire::TournamentAnnouncement {
        seq: one.seq,
        at: one.at.0,
        by: one.by.map(|user| user.0),
        text: one.text.clone(),
    };
    tournament.announcements().iter().map(shown).collect()
}

fn standings(view: &TournamentView) -> Vec<wire::TournamentStanding> {
    let agreed = view.tournament.settings();
    let order = agreed.tie_breaks();
    let unit = f64::from(agreed.point_unit());
    let shown = |standing: &Standing| wire::TournamentStanding {
        place: standing.place,
        participant: standing.participant.0,
        points: f64::from(standing.points) / unit,
        penalty: f64::from(standing.penalty) / unit,
        tie_breaks: order
            .iter()
            .zip(&standing.tie_breaks)
            .map(|(by, &value)| value as f64 / f64::from(agreed.divisor(*by)))
            .collect(),
        won: standing.score.won,
        drawn: standing.score.drawn,
        lost: standing.score.lost,
        streak: standing.streak,
        group: standing.group.map(|one| one.group),
        group_place: standing.group.map(|one| one.place),
    };
    view.standings.iter().map(shown).collect()
}

fn teams(view: &TournamentView) -> Vec<wire::TournamentTeam> {
    let unit = f64::from(view.tournament.settings().point_unit());
    let shown = |team: &TeamStanding| wire::TournamentTeam {
        place: team.place,
        club: team.club.0,
        points: f64::from(team.points) / unit,
        scorers: team.scorers.iter().map(|id| id.0).collect(),
        players: team.players,
    };
    view.teams.iter().map(shown).collect()
}

/// Returns the clubs that have not answered. The invitations end with the start.
fn invited_clubs(tournament: &Tournament) -> Vec<Uuid> {
    let is_open = tournament.status() == TournamentStatus::Registering;
    let invited = tournament.teams().iter().filter(|team| is_open && team.status == TeamStatus::Invited);
    invited.map(|team| team.club.0).collect()
}

fn round(tournament: &Tournament, one: &Round) -> wire::TournamentRound {
    let unit = f64::from(tournament.settings().point_unit());
    let bye = |bye: &sumito_tournament::Bye| wire::TournamentBye {
        participant: bye.participant.0,
        kind: bye.kind,
        points: f64::from(tournament.bye_points(bye.kind)) / unit,
    };
    wire::TournamentRound {
        number: one.number,
        began_at: one.began_at.0,
        ended_at: moment(one.ended_at),
        byes: one.byes.iter().map(bye).collect(),
    }
}

pub(super) fn draft_bye(bye: Bye) -> wire::TournamentDraftBye {
    wire::TournamentDraftBye { participant: bye.participant.0, kind: bye.kind }
}

fn game(tournament: &Tournament, one: &Game) -> wire::TournamentGame {
    wire::TournamentGame {
        number: one.number.0,
        round: one.round,
        room: RoomId(one.number.room_of(tournament.id()).to_string()),
        game: one.number.game_of(tournament.id()).0,
        sides: one.sides.iter().map(|side| side.0).collect(),
        berserk: one.berserk.clone(),
        pairing: one.pairing,
        verdict: one.verdict.as_ref().map(verdict),
        added_times: one.added_times.iter().map(added_time).collect(),
        ruling: one.ruling.as_ref().map(|ruling| match ruling {
            RulingReason::Director { reason, own } => {
                wire::TournamentRuling::Director { reason: reason.clone(), own: *own }
            }
            RulingReason::Withdrawal => wire::TournamentRuling::Withdrawal,
            RulingReason::Deadline => wire::TournamentRuling::Deadline,
            RulingReason::End => wire::TournamentRuling::End,
            RulingReason::Computers => wire::TournamentRuling::Computers,
        }),
    }
}

fn added_time(added: &AddedTime) -> wire::TournamentAddedTime {
    wire::TournamentAddedTime { side: added.side, seconds: added.seconds }
}

pub(super) fn verdict(one: &Verdict) -> wire::TournamentVerdict {
    match one.clone() {
        Verdict::Played { winners, marbles, plies } => {
            wire::TournamentVerdict::Played { winners, marbles, plies }
        }
        Verdict::Forfeit { winners } => wire::TournamentVerdict::Forfeit { winners },
        Verdict::Void => wire::TournamentVerdict::Void {},
    }
}

fn moment(at: Option<Timestamp>) -> Option<i64> {
    at.map(|at| at.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_of_rounds_bounds_the_number_of_games() {
        assert_eq!(page([512, 512, 512].into_iter(), MAX_GAMES), 2);
        assert_eq!(page([2_000, 1].into_iter(), MAX_GAMES), 1);
        assert_eq!(page([3, 0, 3].into_iter(), MAX_GAMES), 3);
    }
}
