//! Invariants of every pairing, computed from games and byes alone.

use std::collections::{BTreeMap, BTreeSet};

use sumito_tournament::{BracketPart, Bye, ByeKind, Format, ParticipantId, PlannedGame, Tournament, Verdict};

/// Counts of observations in simulations.
#[derive(Debug, Default, Clone)]
pub(crate) struct Counts {
    pub(crate) tournaments: u32,
    pub(crate) finished: u32,
    pub(crate) games: u32,
    pub(crate) rounds: u32,
    pub(crate) kills: u32,
    pub(crate) repeated_results: u32,
    pub(crate) withdrawals: u32,
    pub(crate) deletions: u32,
    pub(crate) late: u32,
    pub(crate) corrections: u32,
    /// Pairs of a Swiss system who met again because no other pairing was possible.
    pub(crate) rematches: u32,
    /// Pairs with a forbidden colour because no other pairing was possible.
    pub(crate) colors: u32,
    /// Byes for participants who already had one, because no other pairing was possible.
    pub(crate) byes: u32,
    /// Pairs from different score groups.
    pub(crate) floats: u32,
    /// Rounds in which forbidden pairs left players without an opponent.
    pub(crate) left_over: u32,
    /// Rounds in which every other pairing was tried, and none had smaller floats.
    pub(crate) all_tried: u32,
}

impl Counts {
    pub(crate) fn add(&mut self, other: &Self) {
        let fields = |counts: &Self| {
            [
                counts.tournaments,
                counts.finished,
                counts.games,
                counts.rounds,
                counts.kills,
                counts.repeated_results,
                counts.withdrawals,
                counts.deletions,
                counts.late,
                counts.corrections,
                counts.rematches,
                counts.colors,
                counts.byes,
                counts.floats,
                counts.left_over,
                counts.all_tried,
            ]
        };
        let mut sums = fields(self);
        for (sum, more) in sums.iter_mut().zip(fields(other)) {
            *sum += more;
        }
        let [
            tournaments,
            finished,
            games,
            rounds,
            kills,
            repeated_results,
            withdrawals,
            deletions,
            late,
            corrections,
            rematches,
            colors,
            byes,
            floats,
            left_over,
            all_tried,
        ] = sums;
        *self = Self {
            tournaments,
            finished,
            games,
            rounds,
            kills,
            repeated_results,
            withdrawals,
            deletions,
            late,
            corrections,
            rematches,
            colors,
            byes,
            floats,
            left_over,
            all_tried,
        };
    }
}

/// Checks a pairing against the previous state of the tournament.
pub(crate) fn pairing(
    before: &Tournament,
    games: &[PlannedGame],
    byes: &[Bye],
    counts: &mut Counts,
    seed: u64,
) {
    counts.rounds += 1;
    let mut seen = BTreeSet::new();
    let playing = games.iter().flat_map(|game| game.sides.iter().copied());
    for id in playing.chain(byes.iter().map(|bye| bye.participant)) {
        assert!(seen.insert(id), "seed {seed}: {id} is paired twice");
    }
    for game in games {
        let busy = game.sides.iter().any(|&side| before.open_game_of(side).is_some());
        assert!(!busy, "seed {seed}: a participant plays two games concurrently");
    }
    if let Format::Swiss(form) = before.settings().form {
        if before.settings().sides() == 2 {
            swiss(before, games, byes, counts, seed, form.accelerated);
        } else {
            tables_of_three(before, games, byes, seed);
        }
    }
}

/// Checks that as few players as possible have a bye, and of these none who had more byes than a player at a table.
fn tables_of_three(before: &Tournament, games: &[PlannedGame], byes: &[Bye], seed: u64) {
    assert!(games.iter().all(|game| game.sides.len() == 3), "seed {seed}: a table without three players");
    let allocated = |bye: &&Bye| bye.kind == ByeKind::Full;
    let alone: Vec<ParticipantId> = byes.iter().filter(allocated).map(|bye| bye.participant).collect();
    assert!(alone.len() < 3, "seed {seed}: three players could have a table");
    let had = |id: &ParticipantId| {
        let byes = before.rounds().iter().flat_map(|round| &round.byes).filter(allocated);
        let walkovers = before.games().iter().filter(|game| {
            let side = game.sides.iter().position(|side| side == id);
            matches!(&game.verdict, Some(Verdict::Forfeit { winners }) if side.is_some_and(|side| winners.contains(&(side as u8))))
        });
        byes.filter(|bye| bye.participant == *id).count() + walkovers.count()
    };
    let max = alone.iter().map(had).max().unwrap_or(0);
    let least = games.iter().flat_map(|game| &game.sides).map(had).min().unwrap_or(max);
    assert!(max <= least, "seed {seed}: an avoidable further bye");
}

/// The previous games of a participant.
#[derive(Debug, Default, Clone)]
struct Past {
    met: BTreeSet<ParticipantId>,
    /// The side of each game that was played.
    colors: Vec<usize>,
    had_bye: bool,
    points: i64,
}

impl Past {
    /// Returns whether this side is forbidden: it would be the third time in a row, or three times more than the other.
    fn must_not(&self, side: usize) -> bool {
        let on = self.colors.iter().filter(|&&color| color == side).count() as i64;
        let in_a_row = self.colors.iter().rev().take_while(|&&color| color == side).count();
        in_a_row >= 2 || 2 * on - self.colors.len() as i64 >= 2
    }
}

fn pasts(before: &Tournament) -> BTreeMap<ParticipantId, Past> {
    let mut pasts: BTreeMap<ParticipantId, Past> =
        before.participants().iter().map(|one| (one.id, Past::default())).collect();
    for round in before.rounds() {
        for bye in &round.byes {
            let past = pasts.get_mut(&bye.participant).unwrap();
            match bye.kind {
                ByeKind::Full | ByeKind::NoOpponent => {
                    (past.had_bye, past.points) = (true, past.points + 2);
                }
                ByeKind::Half => past.points += 1,
                ByeKind::Absent => {}
            }
        }
        for game in round.games.iter().map(|&number| before.game(number).unwrap()) {
            for side in 0..2 {
                let past = pasts.get_mut(&game.sides[side]).unwrap();
                match game.verdict.as_ref().unwrap() {
                    Verdict::Played { winners, .. } => {
                        past.met.insert(game.sides[1 - side]);
                        past.colors.push(side);
                        past.points += match winners.first() {
                            None => 1,
                            Some(&winner) if usize::from(winner) == side => 2,
                            Some(_) => 0,
                        };
                    }
                    Verdict::Forfeit { winners } if winners.contains(&(side as u8)) => {
                        past.had_bye = true;
                        past.points += 2;
                    }
                    Verdict::Forfeit { .. } | Verdict::Void => {}
                }
            }
        }
    }
    pasts
}

fn swiss(
    before: &Tournament,
    games: &[PlannedGame],
    byes: &[Bye],
    counts: &mut Counts,
    seed: u64,
    accelerated: bool,
) {
    let pasts = pasts(before);
    let pairs: Vec<[ParticipantId; 2]> = games.iter().map(|game| [game.sides[0], game.sides[1]]).collect();
    let alone = byes.iter().find(|bye| bye.kind == ByeKind::Full).map(|bye| bye.participant);
    let players: Vec<ParticipantId> = pairs.iter().flatten().copied().chain(alone).collect();
    let have_met = |one: &ParticipantId, other: &ParticipantId| pasts[one].met.contains(other);
    let are_forbidden = |one: &ParticipantId, other: &ParticipantId| {
        before.forbidden_pairs().contains(&[*one.min(other), *one.max(other)])
    };
    assert!(!pairs.iter().any(|[one, other]| are_forbidden(one, other)), "seed {seed}: a forbidden pair");
    let left_over = byes.iter().filter(|bye| bye.kind == ByeKind::NoOpponent).map(|bye| bye.participant);
    let all: Vec<ParticipantId> = players.iter().copied().chain(left_over).collect();
    if all.len() > players.len() {
        let possible = can_pair(&all, |one, other| !are_forbidden(one, other), |_| true);
        assert!(!possible, "seed {seed}: an avoidable bye without an opponent");
        counts.left_over += 1;
        return;
    }
    let may_meet =
        |one: &ParticipantId, other: &ParticipantId| !have_met(one, other) && !are_forbidden(one, other);
    let clash = |one: &ParticipantId, other: &ParticipantId| {
        let fits = |first: &Past, second: &Past| !first.must_not(0) && !second.must_not(1);
        !fits(&pasts[one], &pasts[other]) && !fits(&pasts[other], &pasts[one])
    };
    let met = pairs.iter().filter(|[one, other]| have_met(one, other)).count() as u32;
    let colors =
        pairs.iter().filter(|[one, other]| pasts[one].must_not(0) || pasts[other].must_not(1)).count() as u32;
    let again = u32::from(alone.is_some_and(|id| pasts[&id].had_bye));
    if met > 0 {
        let possible = can_pair(&players, may_meet, |_| true);
        assert!(!possible, "seed {seed}: two meet again who need not");
    } else if colors > 0 {
        let possible = can_pair(&players, |one, other| may_meet(one, other) && !clash(one, other), |_| true);
        assert!(!possible, "seed {seed}: an avoidable forbidden colour");
    } else if again > 0 {
        let may_rest = |one: &ParticipantId| !pasts[one].had_bye;
        let possible = can_pair(&players, |one, other| may_meet(one, other) && !clash(one, other), may_rest);
        assert!(!possible, "seed {seed}: an avoidable second bye");
    } else if players.len() <= 10 && !accelerated {
        let lowest = players.iter().map(|id| pasts[id].points).min().unwrap_or(0);
        let square = |one: i64, other: i64| (one - other) * (one - other);
        let floats: i64 =
            pairs.iter().map(|[one, other]| square(pasts[one].points, pasts[other].points)).sum();
        let rest = |id: &ParticipantId| (!pasts[id].had_bye).then(|| square(pasts[id].points, lowest - 1));
        let cost = |one: &ParticipantId, other: &ParticipantId| {
            let free = may_meet(one, other) && !clash(one, other);
            free.then(|| square(pasts[one].points, pasts[other].points))
        };
        let ours = floats + alone.as_ref().and_then(rest).unwrap_or(0);
        assert_eq!(
            Some(ours),
            least(&players, &cost, &rest, players.len() % 2 == 1),
            "seed {seed}: floats are not minimal"
        );
        counts.all_tried += 1;
    }
    counts.rematches += met;
    counts.colors += colors;
    counts.byes += again;
    counts.floats +=
        pairs.iter().filter(|[one, other]| pasts[one].points != pasts[other].points).count() as u32;
}

/// Returns whether all can be paired so that each pair may meet, and the leftover participant may have the bye.
fn can_pair(
    players: &[ParticipantId],
    may_meet: impl Fn(&ParticipantId, &ParticipantId) -> bool,
    may_rest: impl Fn(&ParticipantId) -> bool,
) -> bool {
    let count = players.len() + players.len() % 2;
    let mut rng = fastrand::Rng::with_seed(count as u64);
    let mut tutte = vec![vec![0; count]; count];
    let pairs = (0..players.len()).flat_map(|place| (place + 1..count).map(move |other| (place, other)));
    for (place, other) in pairs {
        let one = &players[place];
        if players.get(other).map_or_else(|| may_rest(one), |other| may_meet(one, other)) {
            let number = rng.u64(1..PRIME);
            tutte[place][other] = number;
            tutte[other][place] = PRIME - number;
        }
    }
    is_regular(tutte)
}

/// A prime number.
const PRIME: u64 = (1 << 61) - 1;

/// Returns whether the determinant is not 0, by Gauss. For a skew-symmetric matrix of random numbers, one for each possible pair, this is
/// so if and only if all can be paired (Tutte), but for a chance of 1 in 10^16.
fn is_regular(mut rows: Vec<Vec<u64>>) -> bool {
    let times = |one: u64, other: u64| (u128::from(one) * u128::from(other) % u128::from(PRIME)) as u64;
    for column in 0..rows.len() {
        let Some(pivot) = (column..rows.len()).find(|&row| rows[row][column] != 0) else { return false };
        rows.swap(column, pivot);
        let (above, below) = rows.split_at_mut(column + 1);
        let pivot = &above[column];
        for row in below.iter_mut().filter(|row| row[column] != 0) {
            let (own, first) = (row[column], pivot[column]);
            for (one, &of_pivot) in row.iter_mut().zip(pivot) {
                *one = (times(*one, first) + PRIME - times(of_pivot, own)) % PRIME;
            }
        }
    }
    true
}

/// Finds the minimum cost of all pairings by trying them.
fn least(
    left: &[ParticipantId],
    cost: &dyn Fn(&ParticipantId, &ParticipantId) -> Option<i64>,
    rest: &dyn Fn(&ParticipantId) -> Option<i64>,
    odd: bool,
) -> Option<i64> {
    let Some((one, others)) = left.split_first() else { return Some(0) };
    let with = |place: usize| {
        let mut left = others.to_vec();
        let other = left.remove(place);
        Some(cost(one, &other)? + least(&left, cost, rest, odd)?)
    };
    let alone =
        if odd { rest(one).and_then(|more| Some(more + least(others, cost, rest, false)?)) } else { None };
    (0..others.len()).filter_map(with).chain(alone).min()
}

/// Checks the invariants of a finished tournament.
pub(crate) fn whole(tournament: &Tournament, seed: u64) {
    let numbers: Vec<_> = tournament.games().iter().map(|game| game.number.0).collect();
    assert_eq!(numbers, (1..=numbers.len() as u32).collect::<Vec<_>>(), "seed {seed}");
    let rooms: BTreeSet<_> =
        tournament.games().iter().map(|game| game.number.room_of(tournament.id())).collect();
    assert_eq!(rooms.len(), tournament.games().len(), "seed {seed}: two games in one room");
    let listed: usize = tournament.rounds().iter().map(|round| round.games.len()).sum();
    assert_eq!(listed, tournament.games().len(), "seed {seed}: each game is in one round");
    for (round, &planned) in tournament.rounds().iter().zip(&tournament.settings().rounds.starts) {
        assert!(round.began_at >= planned, "seed {seed}: round {} begins before its time", round.number);
    }
    let by_points = !matches!(
        tournament.settings().form,
        Format::Knockout(_) | Format::DoubleElimination(_) | Format::Groups(_)
    );
    for pair in tournament.standings().windows(2) {
        assert!(!by_points || pair[0].points >= pair[1].points, "seed {seed}");
    }
    if let Format::Groups(form) = tournament.settings().form {
        groups(tournament, form.groups.into(), seed);
    }
    if let Format::DoubleElimination(form) = tournament.settings().form {
        double_elimination(tournament, form.reset, seed);
    }
}

/// Checks that the groups are as equal as possible, that each pair of a group meets as often as another in its rounds, and that only
/// qualified participants play the knockout, each until the first lost match.
fn groups(tournament: &Tournament, count: usize, seed: u64) {
    let rows: Vec<_> = tournament.standings().into_iter().filter(|one| one.group.is_some()).collect();
    let group_of: BTreeMap<ParticipantId, u32> =
        rows.iter().map(|one| (one.participant, one.group.map_or(0, |group| group.group))).collect();
    let size = |group: u32| group_of.values().filter(|&&other| other == group).count();
    let sizes: Vec<usize> = (1..=count as u32).map(size).collect();
    let (least, max) = (sizes.iter().min().unwrap(), sizes.iter().max().unwrap());
    assert!(max - least <= 1, "seed {seed}: {sizes:?}");
    let rounds = tournament.schedule().len() as u32;
    let qualified: BTreeSet<ParticipantId> = tournament.qualified().iter().flatten().copied().collect();
    for game in tournament.games() {
        let of = |side: usize| group_of[&game.sides[side]];
        if game.round <= rounds {
            assert_eq!(of(0), of(1), "seed {seed}: game {} in the groups", game.number);
        } else {
            assert!(game.sides.iter().all(|side| qualified.contains(side)), "seed {seed}");
        }
    }
    let mut out: BTreeSet<ParticipantId> = BTreeSet::new();
    let brackets = tournament.bracket_matches();
    for one in brackets.iter().filter(|one| one.is_over && one.part == BracketPart::Winners) {
        for player in one.slots.iter().filter_map(|slot| slot.participant) {
            assert!(!out.contains(&player), "seed {seed}: {player} plays after a lost match");
            if one.winner != Some(player) {
                out.insert(player);
            }
        }
    }
}

/// Checks that each player plays until the second lost match, and not longer.
fn double_elimination(tournament: &Tournament, reset: bool, seed: u64) {
    let mut losses: BTreeMap<ParticipantId, u32> = BTreeMap::new();
    for one in tournament.bracket_matches().iter().filter(|one| one.is_over) {
        for player in one.slots.iter().filter_map(|slot| slot.participant) {
            let before = losses.entry(player).or_default();
            assert!(*before < 2, "seed {seed}: {player} plays after the second lost match");
            if one.winner != Some(player) {
                let is_last = one.winner.is_none() || (one.part == BracketPart::Final && !reset);
                *before += if is_last { 2 } else { 1 };
            }
        }
    }
    let is_alive = |id: ParticipantId| {
        let is_in = tournament.participant(id).is_some_and(|one| one.is_in() && one.seed.is_some());
        is_in && losses.get(&id).is_none_or(|&count| count < 2)
    };
    let standings = tournament.standings();
    let alive: Vec<_> = standings.iter().map(|one| one.participant).filter(|&id| is_alive(id)).collect();
    assert!(alive.len() < 2, "seed {seed}: {alive:?} are not eliminated");
    if let Some(&winner) = alive.first() {
        assert_eq!(standings[0].participant, winner, "seed {seed}: the last player left wins");
        assert!(standings.len() < 2 || standings[1].place > 1, "seed {seed}: one player wins");
    }
}
