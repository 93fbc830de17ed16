//! Calculation of the standings.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::direct_encounter;
use crate::{
    ByeKind, Format, Game, GroupPlace, Membership, Participant, ParticipantId, Score, Standing, TieBreak,
    Tournament, UnplayedRounds, Verdict, limits,
};

/// A participant's result in a round, or in one of several games of it.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    /// The number of the round.
    pub(crate) round: u32,
    /// The opponents; empty without a game. A forfeit in a round robin counts as a game (Handbook C.07, 15.2).
    pub(crate) opponents: Vec<ParticipantId>,
    /// The points for it.
    pub(crate) points: u32,
    pub(crate) end: RoundEnd,
    /// Marbles ejected minus marbles lost.
    pub(crate) marbles: i32,
}

impl Entry {
    fn without_game(round: u32, points: u32, end: RoundEnd) -> Self {
        Self { round, opponents: Vec::new(), points, end, marbles: 0 }
    }

    fn score(&self) -> Option<GameScore> {
        if let RoundEnd::Game(score) = self.end { Some(score) } else { None }
    }
}

/// How a round ended for a participant. FIDE's tie-break regulations distinguish the rounds without a game (Handbook C.07, 16.2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum RoundEnd {
    Game(GameScore),
    /// A bye that the pairing allocated.
    AllocatedBye,
    /// A bye that the participant requested, or a round without them: before a late entry, after a withdrawal, until a return.
    RequestedBye,
    /// A win or a loss without a game against these opponents.
    Forfeit {
        won: bool,
        opponents: Vec<ParticipantId>,
    },
}

impl RoundEnd {
    /// Returns whether the participant chose not to play (16.1.2).
    fn is_voluntary(&self) -> bool {
        matches!(self, Self::RequestedBye | Self::Forfeit { won: false, .. })
    }
}

/// The result of a played game for a participant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GameScore {
    Won,
    Drawn,
    Lost,
}

/// Results of all participants, by number.
struct ScoreTable {
    entries: Vec<Vec<Entry>>,
    points: Vec<u32>,
    /// The points as opponents count them: with [`UnplayedRounds::Fide`], requested byes after the last round in which a participant was
    /// available count as draws (16.2.5).
    adjusted: Vec<u32>,
    streaks: Vec<u32>,
    reached: Vec<u32>,
}

/// The values of the tie-breaks of each participant, by number.
struct Ranking {
    values: Vec<Vec<i64>>,
}

impl Ranking {
    fn new(count: usize) -> Self {
        Self { values: vec![Vec::new(); count] }
    }
}

impl Tournament {
    /// Returns the standings of all who took part, from first to last.
    pub fn standings(&self) -> Vec<Standing> {
        let books = self.books();
        let took_part = self.participants().iter().filter(|one| one.standing != Membership::Gone);
        let players: Vec<ParticipantId> = took_part.map(|one| one.id).collect();
        let mut ranking = Ranking::new(self.participants().len());
        let mut places = vec![None; self.participants().len()];
        let has_groups = matches!(self.settings().form, Format::Groups(_)) && self.started_at().is_some();
        let runs = if has_groups {
            for (members, group) in self.groups().into_iter().zip(1..) {
                let mut place = 1;
                for run in self.rank(members, &books, &mut ranking) {
                    for id in &run {
                        places[id.index()] = Some(GroupPlace { group, place });
                    }
                    place += run.len() as u32;
                }
            }
            self.rank_over_groups(players, &books, &ranking, &places)
        } else {
            self.rank(players, &books, &mut ranking)
        };
        let mut standings = Vec::new();
        for run in runs {
            let place = standings.len() as u32 + 1;
            for participant in run {
                let index = participant.index();
                standings.push(Standing {
                    place,
                    participant,
                    points: self.kept(participant, &books),
                    penalty: books.points[index].min(self.penalty(participant)),
                    tie_breaks: std::mem::take(&mut ranking.values[index]),
                    score: score(&books.entries[index]),
                    streak: books.streaks[index],
                    group: places[index],
                });
            }
        }
        standings
    }

    /// The participants of each group, from first to last.
    pub(crate) fn group_tables(&self) -> Vec<Vec<ParticipantId>> {
        let books = self.books();
        let mut ranking = Ranking::new(self.participants().len());
        let groups = self.groups().into_iter();
        groups.map(|members| self.rank(members, &books, &mut ranking).concat()).collect()
    }

    /// Ranks participants by points and tie-breaks, and keeps the values of the tie-breaks. Each returned list has fully tied participants,
    /// in the order of the seeds.
    fn rank(
        &self,
        mut players: Vec<ParticipantId>,
        books: &ScoreTable,
        ranking: &mut Ranking,
    ) -> Vec<Vec<ParticipantId>> {
        // In a match, the number of games needed does not matter.
        let by_points = !self.settings().form.is_elimination();
        let points = |id: ParticipantId| if by_points { i64::from(self.kept(id, books)) } else { 0 };
        players.sort_by_key(|&id| (Reverse(points(id)), self.seed_of(id), id));
        // Groups of participants tied so far, each a run of `players`.
        let mut groups = runs(&players, points);
        for &tie_break in self.settings().tie_breaks() {
            let mut finer = Vec::new();
            for group in groups {
                let members = &mut players[group.clone()];
                for (&id, value) in members.iter().zip(self.tie_break(tie_break, members, books)) {
                    ranking.values[id.index()].push(value);
                }
                let last =
                    |id: &ParticipantId| ranking.values[id.index()].last().copied().unwrap_or_default();
                members.sort_by_key(|id| Reverse(last(id)));
                finer.extend(
                    runs(members, |id| last(&id))
                        .into_iter()
                        .map(|run| run.start + group.start..run.end + group.start),
                );
            }
            groups = finer;
        }
        groups.into_iter().map(|group| players[group].to_vec()).collect()
    }

    /// Ranks the participants of all groups: by the round that they reached in the knockout, then by their places in the groups, then by points
    /// and tie-breaks. Participants of different groups have no direct encounter in the groups.
    fn rank_over_groups(
        &self,
        mut players: Vec<ParticipantId>,
        books: &ScoreTable,
        ranking: &Ranking,
        places: &[Option<GroupPlace>],
    ) -> Vec<Vec<ParticipantId>> {
        let breaks = self.settings().tie_breaks();
        let key = |id: ParticipantId| {
            let values = breaks.iter().zip(&ranking.values[id.index()]);
            let values: Vec<i64> =
                values.filter(|(by, _)| **by != TieBreak::DirectEncounter).map(|(_, value)| *value).collect();
            let place = places[id.index()].map_or(u32::MAX, |one| one.place);
            (Reverse(books.reached[id.index()]), place, Reverse((self.kept(id, books), values)))
        };
        players.sort_by_cached_key(|&id| (key(id), self.seed_of(id), id));
        players.chunk_by(|&one, &next| key(one) == key(next)).map(<[_]>::to_vec).collect()
    }

    /// Fully tied participants are listed in the order of the seeds.
    fn seed_of(&self, id: ParticipantId) -> u32 {
        self.participant(id).and_then(|one| one.seed).unwrap_or(u32::MAX)
    }

    fn penalty(&self, id: ParticipantId) -> u32 {
        self.participant(id).map_or(0, Participant::penalty)
    }

    /// The points of a participant without those that penalties took.
    fn kept(&self, id: ParticipantId, books: &ScoreTable) -> u32 {
        books.points[id.index()].saturating_sub(self.penalty(id))
    }

    /// Number of rounds whose games count for points and tie-breaks: with groups, the rounds of the groups.
    fn counted_rounds(&self) -> usize {
        let all = self.rounds().len();
        if matches!(self.settings().form, Format::Groups(_)) { all.min(self.group_rounds()) } else { all }
    }

    /// The points of all participants, by number.
    pub(crate) fn points(&self) -> Vec<u32> {
        self.books().points
    }

    fn books(&self) -> ScoreTable {
        let count = self.participants().len();
        let mut entries: Vec<Vec<Entry>> = vec![Vec::new(); count];
        let mut available_until = vec![0_u32; count];
        let mut streaks = vec![0_u32; count];
        let annulled = self.annulled();
        for round in self.rounds().iter().take(self.counted_rounds()) {
            let mut is_in_round = vec![false; count];
            for bye in &round.byes {
                is_in_round[bye.participant.index()] = true;
                let mut end = RoundEnd::RequestedBye;
                if bye.is_allocated() {
                    available_until[bye.participant.index()] = round.number;
                    end = RoundEnd::AllocatedBye;
                }
                let entry = Entry::without_game(round.number, self.bye_points(bye.kind), end);
                entries[bye.participant.index()].push(entry);
            }
            for game in self.counted_games(round) {
                game.sides.iter().for_each(|side| is_in_round[side.index()] = true);
                if game.sides.iter().any(|side| annulled[side.index()]) {
                    continue;
                }
                for side in 0..game.sides.len() {
                    let index = game.sides[side].index();
                    let lost_by_forfeit = matches!(&game.verdict, Some(verdict @ Verdict::Forfeit { .. }) if !verdict.won(side));
                    if !lost_by_forfeit {
                        available_until[index] = round.number;
                    }
                    entries[index].extend(self.entry(game, side, &mut streaks[index]));
                }
            }
            for (entries, _) in entries.iter_mut().zip(is_in_round).filter(|(_, is_in_round)| !is_in_round) {
                entries.push(Entry::without_game(round.number, 0, RoundEnd::RequestedBye));
            }
        }
        let points: Vec<u32> =
            entries.iter().map(|entries| entries.iter().map(|entry| entry.points).sum()).collect();
        let adjusted = match self.settings().unplayed_rounds {
            UnplayedRounds::OwnPoints => points.clone(),
            UnplayedRounds::Fide => self.with_drawn_byes(&entries, &available_until),
        };
        ScoreTable { entries, points, adjusted, streaks, reached: self.reached() }
    }

    /// Returns the points of all participants if a requested bye after the last round in which they were available counts as a draw.
    fn with_drawn_byes(&self, entries: &[Vec<Entry>], available_until: &[u32]) -> Vec<u32> {
        let draw = self.settings().draw_points();
        let adjusted = |(entries, &until): (&Vec<Entry>, &u32)| {
            let is_drawn = |entry: &Entry| entry.round > until && entry.end == RoundEnd::RequestedBye;
            entries.iter().map(|entry| if is_drawn(entry) { draw } else { entry.points }).sum()
        };
        entries.iter().zip(available_until).map(adjusted).collect()
    }

    fn reached(&self) -> Vec<u32> {
        match self.settings().form {
            Format::Knockout(_) | Format::Groups(_) => self.reached_in_knockout(),
            Format::DoubleElimination(_) => self.reached_in_double_elimination(),
            Format::RoundRobin(_) | Format::Swiss(_) | Format::Arena(_) => {
                vec![0; self.participants().len()]
            }
        }
    }

    /// Returns the result of a game for one of its sides; `None` while it is in progress.
    fn entry(&self, game: &Game, side: usize, streak: &mut u32) -> Option<Entry> {
        let verdict = game.verdict.as_ref()?;
        let won = verdict.won(side);
        let others: Vec<_> = game.sides.iter().copied().filter(|&other| other != game.sides[side]).collect();
        let (end, opponents) = match verdict {
            Verdict::Void => return None,
            Verdict::Forfeit { .. } if self.settings().form.meets_all() => {
                (RoundEnd::Forfeit { won, opponents: others.clone() }, others)
            }
            Verdict::Forfeit { .. } => (RoundEnd::Forfeit { won, opponents: others }, Vec::new()),
            Verdict::Played { .. } => {
                let score = if won {
                    GameScore::Won
                } else if verdict.is_draw() {
                    GameScore::Drawn
                } else {
                    GameScore::Lost
                };
                (RoundEnd::Game(score), others)
            }
        };
        let points = match self.settings().form {
            Format::Arena(form) => {
                let before = *streak;
                *streak = if won { before + 1 } else { 0 };
                let double = if form.streaks && before >= 2 { 2 } else { 1 };
                self.arena_points(game, verdict, side, double)
            }
            _ if won => self.settings().win_points(),
            _ if end == RoundEnd::Game(GameScore::Drawn) => self.settings().draw_points(),
            _ => 0,
        };
        let marbles = verdict.marbles(side);
        Some(Entry { round: game.round, opponents, points, end, marbles })
    }

    fn arena_points(&self, game: &Game, verdict: &Verdict, side: usize, factor: u32) -> u32 {
        let plies = if let Verdict::Played { plies, .. } = verdict { *plies } else { 0 };
        if verdict.won(side) {
            let berserk = game.berserk.contains(&(side as u8)) && plies >= limits::BERSERK_PLIES_MIN;
            self.settings().win_points() * factor + u32::from(berserk)
        } else if verdict.is_draw() && plies >= limits::ARENA_DRAW_PLIES_MIN {
            self.settings().draw_points() * factor
        } else {
            0
        }
    }

    /// Points of a bye, in [units](crate::Settings::point_unit): with an odd number of players, a round robin gives each of them a bye,
    /// which counts nothing.
    pub fn bye_points(&self, kind: ByeKind) -> u32 {
        match (kind, self.settings().form) {
            (ByeKind::Full | ByeKind::NoOpponent, Format::Swiss(_)) => self.settings().win_points(),
            (ByeKind::Half, _) => self.settings().draw_points(),
            (ByeKind::Full | ByeKind::NoOpponent | ByeKind::Absent, _) => 0,
        }
    }

    /// Participants whose games do not count, by number: players who left a round robin or a group before they had played half of it. All
    /// others have then met the same opponents (FIDE Handbook C.05). The games of participants of the knockout count.
    pub(crate) fn annulled(&self) -> Vec<bool> {
        let mut annulled = vec![false; self.participants().len()];
        if !self.settings().form.meets_all() {
            return annulled;
        }
        let mut played = vec![0_usize; self.participants().len()];
        let counts = |game: &&std::sync::Arc<Game>| {
            game.round as usize <= self.counted_rounds()
                && game.verdict.as_ref().is_some_and(Verdict::is_played)
        };
        for game in self.games().iter().filter(counts) {
            for side in &game.sides {
                played[side.index()] += 1;
            }
        }
        for (place, id) in self.seeds().iter().enumerate() {
            let all = self.schedule().iter().flatten().filter(|table| {
                table.contains(&(place as u16))
                    && table.iter().all(|&other| usize::from(other) < self.seeds().len())
            });
            let is_out = |one: &Participant| !one.is_in() && !self.qualified().contains(&Some(one.id));
            annulled[id.index()] =
                self.participant(*id).is_some_and(is_out) && played[id.index()] * 2 < all.count();
        }
        annulled
    }

    /// Returns the values of a tie-break of participants who are tied so far.
    fn tie_break(&self, tie_break: TieBreak, tied: &[ParticipantId], books: &ScoreTable) -> Vec<i64> {
        match tie_break {
            TieBreak::DirectEncounter => self.direct_encounter(tied, books),
            _ => tied.iter().map(|&id| self.own_tie_break(tie_break, id, books)).collect(),
        }
    }

    /// Returns the number of tied participants whom each of them is above by the games among them.
    fn direct_encounter(&self, tied: &[ParticipantId], books: &ScoreTable) -> Vec<i64> {
        // In a larger group, a participant without an encounter could still win more points than the first has.
        let max_met = self.counted_rounds() * (self.settings().sides() - 1);
        if tied.len() < 2 || tied.len() > 2 * max_met {
            return vec![0; tied.len()];
        }
        let mut below = tied.len() as i64;
        let mut values = BTreeMap::new();
        for run in direct_encounter::order(tied, &books.entries, self.settings().win_points()) {
            below -= run.len() as i64;
            values.extend(run.into_iter().map(|id| (id, below)));
        }
        tied.iter().map(|id| values.get(id).copied().unwrap_or_default()).collect()
    }

    /// Returns the value of a tie-break from the participant's own results.
    fn own_tie_break(&self, tie_break: TieBreak, id: ParticipantId, books: &ScoreTable) -> i64 {
        let entries = &books.entries[id.index()];
        match tie_break {
            TieBreak::Reached => i64::from(books.reached[id.index()]),
            TieBreak::Buchholz => self.met(id, books).iter().sum(),
            TieBreak::BuchholzCut1 => self.met(id, books).iter().skip(1).sum(),
            TieBreak::BuchholzMedian => {
                let met = self.met(id, books);
                let rest = met.get(1..).unwrap_or_default();
                rest.iter().sum::<i64>() - rest.iter().max().copied().unwrap_or_default()
            }
            TieBreak::SonnebornBerger => {
                let only_games = self.settings().unplayed_rounds == UnplayedRounds::OwnPoints;
                let counted = entries.iter().filter(|entry| !only_games || !entry.opponents.is_empty());
                let against = |entry: &Entry| {
                    self.opposed(id, entry, books).iter().sum::<i64>() * i64::from(entry.points)
                };
                counted.map(against).sum()
            }
            // It depends on who is tied.
            TieBreak::DirectEncounter => 0,
            TieBreak::Marbles => entries.iter().map(|entry| i64::from(entry.marbles)).sum(),
            TieBreak::Progressive => {
                let rounds = self.counted_rounds() as u32;
                entries.iter().map(|entry| i64::from(entry.points * (rounds + 1 - entry.round))).sum()
            }
            TieBreak::Performance => self.performance(entries),
            TieBreak::Wins => {
                entries.iter().filter(|entry| entry.score() == Some(GameScore::Won)).count() as i64
            }
        }
    }

    /// The mean of the opponents' ratings, plus 400 for a win and minus 400 for a loss; 0 before the first game.
    fn performance(&self, entries: &[Entry]) -> i64 {
        let rating = |id: &ParticipantId| self.participant(*id).map_or(0, |one| i64::from(one.rating()));
        let (mut sum, mut games) = (0, 0);
        for entry in entries {
            let more = match entry.score() {
                Some(GameScore::Won) => 400,
                Some(GameScore::Drawn) => 0,
                Some(GameScore::Lost) => -400,
                None => continue,
            };
            sum += entry.opponents.iter().map(|id| rating(id) + more).sum::<i64>();
            games += entry.opponents.len() as i64;
        }
        if games == 0 { 0 } else { sum.div_euclid(games) }
    }

    /// Returns the points of a participant's opponents, with the ones to cut first, each part from the lowest. With
    /// [`UnplayedRounds::Fide`], the rounds that the participant chose not to play are cut before all others (16.5).
    fn met(&self, id: ParticipantId, books: &ScoreTable) -> Vec<i64> {
        let by_fide = self.settings().unplayed_rounds == UnplayedRounds::Fide;
        let (chosen, others): (Vec<&Entry>, Vec<&Entry>) =
            books.entries[id.index()].iter().partition(|entry| by_fide && entry.end.is_voluntary());
        let sorted = |entries: Vec<&Entry>| {
            let mut met: Vec<i64> = entries.iter().flat_map(|entry| self.opposed(id, entry, books)).collect();
            met.sort_unstable();
            met
        };
        [sorted(chosen), sorted(others)].concat()
    }

    /// Returns the points of the opponents in a round. A round without a game counts as a game against opponents with the participant's
    /// own points (16.4). With [`UnplayedRounds::Fide`], these are at most the points of the scheduled opponent after a forfeit, and at most
    /// the points for draws in all rounds after a bye (16.4.1 and 16.4.2 of the regulations since March 2026).
    fn opposed(&self, id: ParticipantId, entry: &Entry, books: &ScoreTable) -> Vec<i64> {
        let own = books.points[id.index()];
        let adjusted = |other: &ParticipantId| books.adjusted[other.index()];
        if !entry.opponents.is_empty() {
            return entry.opponents.iter().map(|other| i64::from(adjusted(other))).collect();
        }
        let max = match &entry.end {
            _ if self.settings().unplayed_rounds == UnplayedRounds::OwnPoints => own,
            RoundEnd::Game(_) => own,
            RoundEnd::Forfeit { opponents, .. } => opponents.iter().map(adjusted).min().unwrap_or(own),
            RoundEnd::AllocatedBye | RoundEnd::RequestedBye => {
                self.rounds().len() as u32 * self.settings().draw_points()
            }
        };
        // As many opponents as in a game.
        vec![i64::from(own.min(max)); self.settings().sides() - 1]
    }
}

fn score(entries: &[Entry]) -> Score {
    let count = |end| entries.iter().filter(|entry| entry.score() == Some(end)).count() as u32;
    Score { won: count(GameScore::Won), drawn: count(GameScore::Drawn), lost: count(GameScore::Lost) }
}

/// Returns the runs of participants with the same value.
fn runs(players: &[ParticipantId], value: impl Fn(ParticipantId) -> i64) -> Vec<std::ops::Range<usize>> {
    let mut runs = Vec::new();
    let mut start = 0;
    for run in players.chunk_by(|&one, &next| value(one) == value(next)) {
        runs.push(start..start + run.len());
        start += run.len();
    }
    runs
}
