//! Pairing history of the previous rounds.

use std::collections::BTreeSet;

use super::colors::Colors;
use crate::{ParticipantId, Tournament, Verdict};

/// A pairing with an opponent of another score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Float {
    /// An opponent with more points.
    Up,
    /// An opponent with fewer points, or none.
    Down,
}

/// A participant to be paired.
#[derive(Debug, Clone)]
pub(super) struct Player<'a> {
    pub(super) id: ParticipantId,
    /// Points for the pairing, including acceleration.
    pub(super) points: u32,
    /// The position among the seeds.
    pub(super) seed: u32,
    pub(super) past: &'a History,
}

/// The previous rounds of a participant.
#[derive(Debug, Clone, Default)]
pub(super) struct History {
    /// Opponents in played games.
    pub(super) met: BTreeSet<ParticipantId>,
    pub(super) colors: Colors,
    /// True if the participant got a full point without playing.
    pub(super) had_bye: bool,
    /// Floats of the last round and the one before.
    pub(super) floats: [Option<Float>; 2],
    /// Points without acceleration.
    pub(super) points: u32,
    /// True if the participant has been paired, or has had a bye because the number was odd.
    pub(super) was_paired: bool,
}

/// How the rounds before count for floats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Floats {
    /// By the points alone; every round without a game is a float.
    Simple,
    /// By FIDE's rules: by the points with acceleration; a round without a game is a float only if it gives points (Handbook C.04.3, 1.4).
    Fide,
}

/// The histories of all participants, by number.
pub(super) struct Histories<'a> {
    tournament: &'a Tournament,
    all: Vec<History>,
}

impl<'a> Histories<'a> {
    /// `more` returns the additional points of a participant in a round.
    pub(super) fn of(
        tournament: &'a Tournament,
        floats: Floats,
        more: impl Fn(u32, ParticipantId) -> u32,
    ) -> Self {
        let mut histories =
            Self { tournament, all: vec![History::default(); tournament.participants().len()] };
        for round in tournament.rounds() {
            for history in &mut histories.all {
                history.floats = [None, history.floats[0]];
            }
            let points = histories.all.iter().map(|history| history.points);
            let before: Vec<u32> = match floats {
                Floats::Simple => points.collect(),
                Floats::Fide => points
                    .zip(0..)
                    .map(|(points, index)| points + more(round.number, ParticipantId::at(index)))
                    .collect(),
            };
            for bye in &round.byes {
                let history = &mut histories.all[bye.participant.index()];
                let points = tournament.bye_points(bye.kind);
                history.points += points;
                history.had_bye |= bye.is_allocated();
                history.was_paired |= bye.is_allocated();
                if points > 0 || floats == Floats::Simple {
                    history.floats[0] = Some(Float::Down);
                }
            }
            for game in tournament.counted_games(round) {
                let Some(verdict) = &game.verdict else { continue };
                for (side, &id) in game.sides.iter().enumerate() {
                    histories.apply(verdict, side, id, game.sides[1 - side], &before);
                }
            }
        }
        histories
    }

    fn apply(
        &mut self,
        verdict: &Verdict,
        side: usize,
        id: ParticipantId,
        other: ParticipantId,
        before: &[u32],
    ) {
        let settings = self.tournament.settings();
        let history = &mut self.all[id.index()];
        history.was_paired = true;
        if verdict.won(side) {
            history.points += settings.win_points();
        } else if verdict.is_draw() {
            history.points += settings.draw_points();
        }
        if verdict.is_played() {
            history.met.insert(other);
            history.colors.push(side as u8);
            history.floats[0] = match before[id.index()].cmp(&before[other.index()]) {
                std::cmp::Ordering::Greater => Some(Float::Down),
                std::cmp::Ordering::Less => Some(Float::Up),
                std::cmp::Ordering::Equal => None,
            };
        } else if verdict.won(side) {
            history.had_bye = true;
            history.floats[0] = Some(Float::Down);
        }
    }

    /// Returns whether the participant has been paired.
    pub(super) fn was_paired(&self, id: ParticipantId) -> bool {
        self.all[id.index()].was_paired
    }

    /// Returns these participants in the order of the pairing, from first to last.
    pub(super) fn players(
        &self,
        ids: &[ParticipantId],
        more: impl Fn(ParticipantId) -> u32,
    ) -> Vec<Player<'_>> {
        let mut players: Vec<_> = ids
            .iter()
            .map(|&id| {
                let past = &self.all[id.index()];
                let seed = self.tournament.participant(id).and_then(|one| one.seed).unwrap_or(u32::MAX);
                Player { id, points: past.points + more(id), seed, past }
            })
            .collect();
        players.sort_by_key(|player| (std::cmp::Reverse(player.points), player.seed, player.id));
        players
    }
}
