//! A second calculation of the standings, from games and byes alone, written directly from docs/tournaments.md.

use std::collections::BTreeMap;

use sumito_tournament::{
    ByeKind, Format, Game, Membership, ParticipantId, Round, TieBreak, Tournament, Verdict,
};

/// Compares the standings with the second calculation.
pub(crate) fn check(tournament: &Tournament, seed: u64) {
    let standings = tournament.standings();
    let breaks = tournament.settings().tie_breaks();
    let all: Vec<ParticipantId> = tournament
        .participants()
        .iter()
        .filter(|one| one.standing != Membership::Gone)
        .map(|one| one.id)
        .collect();
    assert_eq!(standings.len(), all.len(), "seed {seed}");
    let by_points = !tournament.settings().form.is_elimination();
    let has_groups = matches!(tournament.settings().form, Format::Groups(_));
    let large = all.len() > 60;
    for (place, standing) in standings.iter().enumerate() {
        // All participants of a small tournament, some of a large one: this is slow.
        if large && place % 40 != 0 {
            continue;
        }
        let id = standing.participant;
        assert_eq!(standing.points, points(tournament, id), "seed {seed}: points of {id}");
        for (index, &tie_break) in breaks.iter().enumerate() {
            let equals = || -> Vec<ParticipantId> {
                let same = |other: &&sumito_tournament::Standing| {
                    (other.points == standing.points || !by_points)
                        && other.group.map(|one| one.group) == standing.group.map(|one| one.group)
                        && other.tie_breaks[..index] == standing.tie_breaks[..index]
                };
                standings.iter().filter(same).map(|other| other.participant).collect()
            };
            let Some(slow) = value(tournament, tie_break, id, equals) else { continue };
            assert_eq!(standing.tie_breaks[index], slow, "seed {seed}: {tie_break:?} of {id}");
        }
    }
    if has_groups {
        return groups(&standings, seed);
    }
    let key = |standing: &sumito_tournament::Standing| {
        (if by_points { standing.points } else { 0 }, standing.tie_breaks.clone())
    };
    for (place, standing) in standings.iter().enumerate() {
        let better = standings.iter().filter(|other| key(other) > key(standing)).count();
        assert_eq!(standing.place as usize, better + 1, "seed {seed}: place {place}");
    }
}

/// Checks the places in the groups, and that the places of all follow their order.
fn groups(standings: &[sumito_tournament::Standing], seed: u64) {
    let key = |standing: &sumito_tournament::Standing| (standing.points, standing.tie_breaks.clone());
    for standing in standings {
        let Some(own) = standing.group else { continue };
        let in_group =
            standings.iter().filter(|other| other.group.is_some_and(|group| group.group == own.group));
        let better = in_group.filter(|other| key(other) > key(standing)).count();
        assert_eq!(own.place as usize, better + 1, "seed {seed}: {} in the group", standing.participant);
    }
    for (index, standing) in standings.iter().enumerate() {
        assert!(standing.place as usize <= index + 1, "seed {seed}");
    }
}

/// Counting games of `id`, with its side in each.
fn games(tournament: &Tournament, id: ParticipantId) -> Vec<(&Game, usize)> {
    let counts = |game: &&Game| {
        !matches!(game.verdict, None | Some(Verdict::Void))
            && is_counted(tournament, game.round)
            && !game.sides.iter().any(|&side| left_early(tournament, side))
    };
    tournament
        .games()
        .iter()
        .map(AsRef::as_ref)
        .filter(counts)
        .filter_map(|game| Some((game, game.sides.iter().position(|&side| side == id)?)))
        .collect()
}

/// Returns whether the games of a round give points: games of the knockout after groups do not.
fn is_counted(tournament: &Tournament, round: u32) -> bool {
    !matches!(tournament.settings().form, Format::Groups(_)) || round as usize <= tournament.schedule().len()
}

/// Returns whether a participant left a round robin or a group before playing half of their games.
fn left_early(tournament: &Tournament, id: ParticipantId) -> bool {
    if !matches!(tournament.settings().form, Format::RoundRobin(_) | Format::Groups(_))
        || tournament.qualified().contains(&Some(id))
        || tournament.participant(id).unwrap().is_in()
    {
        return false;
    }
    let seeds = tournament.seeds();
    let Some(place) = seeds.iter().position(|&seed| seed == id) else { return false };
    let mut planned = 0;
    for table in tournament.schedule().iter().flatten() {
        planned += usize::from(
            table.iter().any(|&other| usize::from(other) == place)
                && !table.iter().any(|&other| usize::from(other) >= seeds.len()),
        );
    }
    let is_played = |game: &&Game| {
        let is_counted = is_counted(tournament, game.round);
        is_counted && matches!(game.verdict, Some(Verdict::Played { .. })) && game.sides.contains(&id)
    };
    tournament.games().iter().map(AsRef::as_ref).filter(is_played).count() * 2 < planned
}

fn bye(tournament: &Tournament, round: &Round, id: ParticipantId) -> Option<u32> {
    let bye = round.byes.iter().find(|bye| bye.participant == id)?;
    Some(match (bye.kind, tournament.settings().form) {
        (ByeKind::Full | ByeKind::NoOpponent, Format::Swiss(_)) if tournament.settings().sides() == 3 => 3,
        (ByeKind::Full | ByeKind::NoOpponent, Format::Swiss(_)) => 2,
        (ByeKind::Half, _) => 1,
        _ => 0,
    })
}

fn points(tournament: &Tournament, id: ParticipantId) -> u32 {
    let byes: u32 = tournament.rounds().iter().filter_map(|round| bye(tournament, round, id)).sum();
    let games = games(tournament, id);
    byes + (0..games.len()).map(|index| game_points(tournament, &games, index)).sum::<u32>()
}

/// Points of the game: 1 and ½ (counted in halves), 3 and 1 among three, 2 and 1 in an arena.
fn game_points(tournament: &Tournament, games: &[(&Game, usize)], index: usize) -> u32 {
    let won = |index: usize| {
        let (game, side) = games[index];
        game.verdict.as_ref().unwrap().winners().contains(&(side as u8))
    };
    let (game, side) = games[index];
    let (drawn, plies) = match game.verdict.as_ref().unwrap() {
        Verdict::Played { winners, plies, .. } => (winners.is_empty(), *plies),
        Verdict::Forfeit { .. } | Verdict::Void => (false, 0),
    };
    let win = if game.sides.len() == 3 { 3 } else { 2 };
    let Format::Arena(form) = tournament.settings().form else {
        return if won(index) { win } else { u32::from(drawn) };
    };
    let twice = form.streaks && index >= 2 && won(index - 1) && won(index - 2);
    let factor = if twice { 2 } else { 1 };
    if won(index) {
        let brave = game.berserk.contains(&(side as u8)) && plies >= 14;
        win * factor + u32::from(brave)
    } else if drawn && plies >= 20 {
        factor
    } else {
        0
    }
}

fn others(game: &Game, side: usize) -> Vec<ParticipantId> {
    game.sides.iter().enumerate().filter(|&(other, _)| other != side).map(|(_, &id)| id).collect()
}

/// The value of a tie-break; `None` for the reached round, which `knockout.rs` and `double_elimination.rs` test.
fn value(
    tournament: &Tournament,
    tie_break: TieBreak,
    id: ParticipantId,
    equals: impl Fn() -> Vec<ParticipantId>,
) -> Option<i64> {
    let all = games(tournament, id);
    let played: Vec<(usize, &Game, usize)> = all
        .iter()
        .enumerate()
        .filter(|(_, (game, _))| matches!(game.verdict, Some(Verdict::Played { .. })))
        .map(|(index, &(game, side))| (index, game, side))
        .collect();
    let of = |other: &ParticipantId| i64::from(points(tournament, *other));
    let counted = |index: usize| i64::from(game_points(tournament, &all, index));
    let won = |game: &Game, side: usize| game.verdict.as_ref().unwrap().winners().contains(&(side as u8));
    let mut met: Vec<i64> =
        played.iter().flat_map(|&(_, game, side)| others(game, side)).map(|id| of(&id)).collect();
    let forfeited = all.len() - played.len();
    let without_game = |round: &&Round| {
        let mut games = round.games.iter().filter_map(|&number| tournament.game(number));
        !games.any(|game| game.sides.contains(&id) && game.verdict != Some(Verdict::Void))
    };
    let met_all = matches!(tournament.settings().form, Format::RoundRobin(_) | Format::Groups(_));
    let unplayed = forfeited + tournament.rounds().iter().filter(without_game).count();
    met.extend(std::iter::repeat_n(of(&id), unplayed * (tournament.settings().sides() - 1)));
    met.sort_unstable();
    Some(match tie_break {
        TieBreak::Reached => return None,
        TieBreak::Buchholz => met.iter().sum(),
        TieBreak::BuchholzCut1 => met.iter().sum::<i64>() - met.first().unwrap_or(&0),
        TieBreak::BuchholzMedian if met.len() < 3 => 0,
        TieBreak::BuchholzMedian => met[1..met.len() - 1].iter().sum(),
        TieBreak::SonnebornBerger => all
            .iter()
            .enumerate()
            .filter(|(_, (game, _))| met_all || matches!(game.verdict, Some(Verdict::Played { .. })))
            .map(|(index, &(game, side))| counted(index) * others(game, side).iter().map(of).sum::<i64>())
            .sum(),
        TieBreak::DirectEncounter => {
            let equals = equals();
            // In a larger group a missing game can always change the first place.
            if equals.len() > 64 {
                return Some(0);
            }
            let win = if tournament.settings().sides() == 3 { 3.0 } else { 2.0 };
            let mut below = 0;
            for run in by_encounters(&encounters(tournament, &equals), &equals, win).iter().rev() {
                if run.contains(&id) {
                    break;
                }
                below += run.len() as i64;
            }
            below
        }
        TieBreak::Marbles => played.iter().map(|&(_, game, side)| marbles(game, side)).sum(),
        TieBreak::Progressive => {
            let rounds = tournament.rounds().iter().filter(|round| is_counted(tournament, round.number));
            let last = rounds.count() as u32;
            let after = |round: u32| -> i64 {
                let byes = tournament.rounds().iter().filter(|other| other.number <= round);
                let byes: i64 = byes.filter_map(|other| bye(tournament, other, id)).map(i64::from).sum();
                let games = (0..all.len()).filter(|&index| all[index].0.round <= round);
                byes + games.map(counted).sum::<i64>()
            };
            (1..=last).map(after).sum()
        }
        TieBreak::Performance => {
            let rating = |id: &ParticipantId| i64::from(tournament.participant(*id).unwrap().rating());
            let mut sum = 0;
            let mut count = 0;
            for &(_, game, side) in &played {
                let drawn = game.verdict.as_ref().unwrap().winners().is_empty();
                let more = if drawn {
                    0
                } else if won(game, side) {
                    400
                } else {
                    -400
                };
                for other in others(game, side) {
                    sum += rating(&other) + more;
                    count += 1;
                }
            }
            if count == 0 { 0 } else { sum.div_euclid(count) }
        }
        TieBreak::Wins => played.iter().filter(|&&(_, game, side)| won(game, side)).count() as i64,
    })
}

/// The points of each tied participant in each game against another of them.
type Encounters = BTreeMap<(ParticipantId, ParticipantId), Vec<f64>>;

fn encounters(tournament: &Tournament, tied: &[ParticipantId]) -> Encounters {
    let met_all = matches!(tournament.settings().form, Format::RoundRobin(_) | Format::Groups(_));
    let mut all = Encounters::new();
    for &id in tied {
        let games = games(tournament, id);
        for (index, &(game, side)) in games.iter().enumerate() {
            if met_all || matches!(game.verdict, Some(Verdict::Played { .. })) {
                let points = f64::from(game_points(tournament, &games, index));
                for other in others(game, side) {
                    all.entry((id, other)).or_default().push(points);
                }
            }
        }
    }
    all
}

/// Orders tied participants by the games among them.
fn by_encounters(all: &Encounters, tied: &[ParticipantId], win: f64) -> Vec<Vec<ParticipantId>> {
    let against = |one: ParticipantId, missing: f64| -> f64 {
        let mean = |other: &ParticipantId| match all.get(&(one, *other)) {
            Some(points) => points.iter().sum::<f64>() / points.len() as f64,
            None => missing,
        };
        tied.iter().filter(|&&other| other != one).map(mean).sum()
    };
    let same = |one: f64, other: f64| (one - other).abs() < 1e-6;
    let mut order: Vec<Vec<ParticipantId>> = Vec::new();
    let mut rest = tied.to_vec();
    if tied.iter().all(|&one| same(against(one, 0.0), against(one, win))) {
        rest.sort_by(|&one, &other| against(other, 0.0).total_cmp(&against(one, 0.0)));
        for id in rest {
            match order.last_mut() {
                Some(run) if same(against(run[0], 0.0), against(id, 0.0)) => run.push(id),
                _ => order.push(vec![id]),
            }
        }
        if order.len() == 1 {
            return order;
        }
        return order.into_iter().flat_map(|run| by_encounters(all, &run, win)).collect();
    }
    while let Some(first) = rest.iter().copied().find(|&one| {
        let mut rivals = rest.iter().filter(|&&other| other != one);
        rivals.all(|&other| against(one, 0.0) > against(other, win) + 1e-6)
    }) {
        order.push(vec![first]);
        rest.retain(|&other| other != first);
    }
    match (order.is_empty(), rest.is_empty()) {
        (true, _) => vec![rest],
        (_, true) => order,
        _ => order.into_iter().chain(by_encounters(all, &rest, win)).collect(),
    }
}

/// Marbles ejected, minus those ejected by the others, divided among them.
fn marbles(game: &Game, side: usize) -> i64 {
    let Some(Verdict::Played { marbles, .. }) = &game.verdict else { return 0 };
    let out: i64 = marbles
        .iter()
        .enumerate()
        .filter(|&(other, _)| other != side)
        .map(|(_, &count)| i64::from(count))
        .sum();
    let others = marbles.len() as i64 - 1;
    marbles.get(side).map_or(0, |&own| i64::from(own)) - out / others.max(1)
}
