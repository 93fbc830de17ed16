//! Team arenas: invitations of clubs, entries, pairings between teams, and the standings of teams.

use std::collections::BTreeMap;

use sumito_rules::Mode;
use sumito_tournament::{
    Actor, Arena, ClubId, Command, CommandError, Event, Format, GameNumber, RoundRobin, Settings,
    SettingsError, Standing, Teams, Tournament, TournamentStatus, Verdict, limits,
};
use uuid::Uuid;

use crate::scene::{DIRECTOR, End, Scene, applicant, id, settings, user};

/// The club to which the arena belongs.
const HOST: u32 = 1;

fn club(number: u32) -> ClubId {
    ClubId(Uuid::from_u128(0xc0 + u128::from(number)))
}

fn arena(best: u8) -> Settings {
    let form =
        Arena { duration_seconds: 600, closing_seconds: 0, wave_seconds: 10, berserk: true, streaks: true };
    Settings { teams: Some(Teams { best }), ..settings(Format::Arena(form), Mode::Two) }
}

/// A team arena of these clubs, all of which have accepted.
fn of_clubs(best: u8, count: u32) -> Scene {
    let mut scene = Scene::of_club(arena(best), Some(club(HOST)));
    for number in HOST + 1..=count {
        scene.direct(Command::InviteClub { club: club(number) }).unwrap();
        answer(&mut scene, number, true).unwrap();
    }
    scene
}

fn answer(scene: &mut Scene, number: u32, accept: bool) -> Result<Vec<Event>, CommandError> {
    scene.player(900, Command::AnswerClub { club: club(number), accept })
}

fn enter(scene: &mut Scene, number: u32, of: Option<u32>) -> Result<Vec<Event>, CommandError> {
    scene.present.insert(user(number));
    let applicant = Box::new(sumito_tournament::Applicant {
        club: of.map(club),
        ..applicant(number, 2_500 - number as u16)
    });
    scene.player(number, Command::Register { applicant })
}

/// The sum of the points of the best players of a team, computed from scratch.
fn best_sum(tournament: &Tournament, standings: &[Standing], team: ClubId, best: u8) -> u32 {
    let of_team = |standing: &&Standing| {
        let one = tournament.participant(standing.participant).unwrap();
        one.club == Some(team) && !one.disqualified
    };
    let mut points: Vec<_> = standings.iter().filter(of_team).map(|standing| standing.points).collect();
    points.sort_unstable_by(|one, other| other.cmp(one));
    points.iter().take(best.into()).sum()
}

#[test]
fn team_arenas_are_arenas_of_two_players_with_a_host() {
    let director = DIRECTOR.user().unwrap();
    let create = |settings, host| Tournament::create(settings, director, host).map(|events| events.len());
    assert_eq!(create(arena(5), Some(club(HOST))), Ok(2));
    assert_eq!(create(arena(5), None), Err(SettingsError::NoHost));
    let form = Format::RoundRobin(RoundRobin { cycles: 1 });
    assert_eq!(create(Settings { form, ..arena(5) }, Some(club(HOST))), Err(SettingsError::Teams));
    let three = Settings { teams: Some(Teams { best: 5 }), ..settings(arena(5).form, Mode::Three) };
    assert_eq!(create(three, Some(club(HOST))), Err(SettingsError::Teams));
    for best in [0, limits::BEST_MAX + 1] {
        assert!(matches!(create(arena(best), Some(club(HOST))), Err(SettingsError::Range { .. })));
    }
    let mut scene = of_clubs(5, 2);
    let edited = Settings { teams: None, ..arena(5) };
    let edit = |settings, revision| Command::Edit { settings: Box::new(settings), revision };
    assert_eq!(scene.direct(edit(edited, 0)), Err(CommandError::FixedTeams));
    scene.direct(edit(arena(3), 0)).unwrap();
    assert_eq!(scene.tournament.settings().teams, Some(Teams { best: 3 }));
}

#[test]
fn clubs_take_part_only_if_they_accept() {
    let mut scene = Scene::of_club(arena(5), Some(club(HOST)));
    assert_eq!(answer(&mut scene, 2, true), Err(CommandError::ClubNotInvited));
    let invite = |number| Command::InviteClub { club: club(number) };
    assert_eq!(scene.player(7, invite(2)), Err(CommandError::NotDirector));
    scene.direct(invite(2)).unwrap();
    assert_eq!(scene.direct(invite(2)), Ok(vec![]), "once is enough");
    assert_eq!(enter(&mut scene, 1, Some(2)), Err(CommandError::NeedsClub), "it has not accepted");
    assert_eq!(enter(&mut scene, 1, None), Err(CommandError::NeedsClub));
    answer(&mut scene, 2, false).unwrap();
    assert_eq!(scene.direct(invite(2)), Err(CommandError::ClubHasDeclined));
    answer(&mut scene, 2, true).unwrap();
    assert_eq!(answer(&mut scene, 2, true), Ok(vec![]));
    assert_eq!(scene.tournament.joined_clubs().collect::<Vec<_>>(), [club(HOST), club(2)]);

    // It can leave until a player has entered for it; the host cannot.
    answer(&mut scene, 2, false).unwrap();
    answer(&mut scene, 2, true).unwrap();
    enter(&mut scene, 1, Some(2)).unwrap();
    assert_eq!(answer(&mut scene, 2, false), Err(CommandError::ClubTakesPart));
    assert_eq!(scene.direct(Command::UninviteClub { club: club(2) }), Err(CommandError::ClubTakesPart));
    assert_eq!(scene.direct(Command::UninviteClub { club: club(HOST) }), Err(CommandError::ClubTakesPart));
    scene.player(1, Command::Withdraw).unwrap();
    scene.direct(Command::UninviteClub { club: club(2) }).unwrap();
    assert_eq!(answer(&mut scene, 2, true), Err(CommandError::ClubNotInvited));

    // Eight clubs at most take part or are invited.
    for number in 3..=9 {
        scene.direct(invite(number)).unwrap();
    }
    assert!(matches!(scene.direct(invite(10)), Err(CommandError::TooMany(_))));
    scene.direct(Command::UninviteClub { club: club(9) }).unwrap();
    scene.direct(invite(10)).unwrap();
    assert_eq!(scene.tournament, scene.fold());
}

#[test]
fn answers_of_a_club_are_limited() {
    let mut scene = of_clubs(5, 2);
    let refused = (0..limits::TEAM_CHANGES_MAX).find_map(|_| {
        answer(&mut scene, 2, false).unwrap();
        answer(&mut scene, 2, true).err()
    });
    assert!(matches!(refused, Some(CommandError::TooMany(_))), "{refused:?}");
}

#[test]
fn start_needs_players_of_two_teams_and_fixes_the_teams() {
    let mut scene = of_clubs(5, 3);
    scene.direct(Command::InviteClub { club: club(4) }).unwrap();
    enter(&mut scene, 1, Some(1)).unwrap();
    enter(&mut scene, 2, Some(1)).unwrap();
    assert_eq!(scene.direct(Command::Start), Err(CommandError::TooFewTeams));
    // Before the start, a player may leave and enter for another club.
    scene.player(2, Command::Withdraw).unwrap();
    enter(&mut scene, 2, Some(2)).unwrap();
    scene.direct(Command::Start).unwrap();
    assert_eq!(answer(&mut scene, 4, true), Err(CommandError::Started));
    assert_eq!(scene.direct(Command::InviteClub { club: club(5) }), Err(CommandError::Started));
    // After the start, a player stays in the team.
    scene.player(2, Command::Withdraw).unwrap();
    enter(&mut scene, 2, Some(3)).unwrap();
    assert_eq!(scene.tournament.participant(id(2)).unwrap().club, Some(club(2)));
    enter(&mut scene, 3, Some(3)).unwrap();
    assert_eq!(scene.tournament.participant(id(3)).unwrap().club, Some(club(3)), "a late entry");
}

#[test]
fn the_larger_team_waits_in_turn() {
    let mut scene = of_clubs(5, 2);
    for number in 1..=5 {
        enter(&mut scene, number, Some(if number <= 2 { 1 } else { 2 })).unwrap();
    }
    scene.direct(Command::Start).unwrap();
    let mut played = BTreeMap::<u32, u32>::new();
    for _ in 0..9 {
        let open = scene.open();
        assert_eq!(open.len(), 2, "the smaller team always plays");
        for (number, sides) in open {
            for side in sides {
                *played.entry(side).or_default() += 1;
            }
            scene.finish(number, End::Draw);
        }
        scene.pass(10);
    }
    assert_eq!(played, [(1, 9), (2, 9), (3, 6), (4, 6), (5, 6)].into());
}

/// Ends the current game of each of these players with a win.
fn decided(scene: &mut Scene, winners: &[u32]) {
    for &winner in winners {
        let open = scene.open();
        let (number, sides) = open.iter().find(|(_, sides)| sides.contains(&winner)).unwrap();
        let side = sides.iter().position(|&one| one == winner).unwrap();
        scene.finish(*number, End::Wins(side as u8, 2));
    }
}

#[test]
fn equal_teams_are_ordered_by_their_best_players() {
    let mut scene = of_clubs(2, 2);
    for number in 1..=4 {
        enter(&mut scene, number, Some(number.div_ceil(2))).unwrap();
    }
    scene.direct(Command::Start).unwrap();
    let places = |scene: &Scene| {
        let standings = scene.tournament.standings();
        let teams = scene.tournament.team_standings(&standings);
        teams.iter().map(|team| (team.place, team.club, team.points)).collect::<Vec<_>>()
    };
    assert_eq!(places(&scene), [(1, club(1), 0), (1, club(2), 0)], "they share the place");
    decided(&mut scene, &[1, 4]);
    assert_eq!(places(&scene), [(1, club(1), 2), (1, club(2), 2)], "still the same");
    scene.pass(10);
    decided(&mut scene, &[1, 3]);
    assert_eq!(places(&scene), [(1, club(1), 4), (2, club(2), 4)], "four points of one player are first");
}

#[test]
fn points_of_a_disqualified_player_do_not_count() {
    let mut scene = of_clubs(5, 2);
    for number in 1..=4 {
        enter(&mut scene, number, Some(number.div_ceil(2))).unwrap();
    }
    scene.direct(Command::Start).unwrap();
    decided(&mut scene, &[1, 4]);
    let points = |scene: &Scene, team| {
        let standings = scene.tournament.standings();
        let teams = scene.tournament.team_standings(&standings);
        teams.into_iter().find(|one| one.club == team).unwrap().points
    };
    assert_eq!((points(&scene, club(1)), points(&scene, club(2))), (2, 2));
    scene.player(1, Command::Withdraw).unwrap();
    assert_eq!(points(&scene, club(1)), 2, "what was played counts");
    scene.direct(Command::Exclude { participant: id(4), reason: "engine".to_owned() }).unwrap();
    assert_eq!((points(&scene, club(1)), points(&scene, club(2))), (2, 0));
}

/// Plays a whole team arena that a seed determines, and checks it after each step.
fn play_from(seed: u64) {
    let mut rng = fastrand::Rng::with_seed(seed);
    let (best, clubs, mut players) = (rng.u8(1..=6), rng.u32(2..=8), rng.u32(2..=24));
    let mut scene = of_clubs(best, clubs);
    enter(&mut scene, 1, Some(1)).unwrap();
    enter(&mut scene, 2, Some(2)).unwrap();
    for number in 3..=players {
        // Some teams are much larger than others.
        let of = if rng.bool() { 1 } else { rng.u32(1..=clubs) };
        enter(&mut scene, number, Some(of)).unwrap();
    }
    scene.direct(Command::Start).unwrap();
    while scene.tournament.status() == TournamentStatus::Running {
        for (number, sides) in scene.open() {
            let end = match rng.u8(..8) {
                0 => End::Draw,
                1 => End::Aborted,
                2 => continue,
                3 => End::NoShow(rng.u8(..2)),
                winner => End::Wins(winner % 2, 2),
            };
            if rng.u8(..9) == 0 {
                scene.player(sides[0], Command::Berserk { game: number }).unwrap();
            }
            scene.finish(number, end);
        }
        let chosen = rng.u32(1..=players);
        // Each of these may be impossible at the moment.
        match rng.u8(..20) {
            0 => drop(scene.player(chosen, Command::Withdraw)),
            1 => drop(scene.player(chosen, Command::Return)),
            2 => drop(scene.direct(Command::Exclude { participant: id(chosen), reason: "why".to_owned() })),
            3 => {
                let entered = enter(&mut scene, players + 1, Some(rng.u32(1..=clubs)));
                players += u32::from(entered.is_ok());
            }
            4 => drop(scene.present.remove(&user(chosen))),
            5 => drop(scene.present.insert(user(chosen))),
            6 => {
                let games = scene.tournament.games().len() as u32;
                let game = GameNumber(rng.u32(..games.max(1)) + 1);
                if let Some(seen) = scene.tournament.game(game).map(|one| one.verdict.clone()) {
                    let reason = "mistake".to_owned();
                    drop(scene.direct(Command::Rule { game, verdict: Verdict::Void, seen, reason }));
                }
            }
            _ => {}
        }
        if scene.tournament.status() == TournamentStatus::Running {
            scene.pass(rng.u64(3..15));
        }
        check(&scene, best, clubs, seed);
    }
    assert!(!scene.tournament.games().is_empty(), "seed {seed}");
}

fn check(scene: &Scene, best: u8, clubs: u32, seed: u64) {
    let tournament = &scene.tournament;
    for game in tournament.games() {
        let team = |side: usize| tournament.participant(game.sides[side]).unwrap().club;
        assert!(team(0).is_some() && team(0) != team(1), "seed {seed}: {game:?}");
    }
    let standings = tournament.standings();
    let teams = tournament.team_standings(&standings);
    assert_eq!(teams.len(), clubs as usize, "seed {seed}");
    for team in &teams {
        assert_eq!(team.points, best_sum(tournament, &standings, team.club, best), "seed {seed}: {team:?}");
        assert!(team.scorers.len() <= best.into(), "seed {seed}");
    }
    assert!(
        teams.is_sorted_by(|one, next| one.points >= next.points && one.place <= next.place),
        "seed {seed}"
    );
}

#[test]
fn no_pair_is_of_one_team_and_the_best_count() {
    for seed in 0..150 {
        play_from(seed);
    }
}

#[test]
fn large_teams_are_paired_without_a_pair_of_one_team() {
    let mut scene = of_clubs(5, 2);
    let settings =
        Settings { entry: sumito_tournament::Entry { capacity: 600, ..arena(5).entry }, ..arena(5) };
    scene.direct(Command::Edit { settings: Box::new(settings), revision: 0 }).unwrap();
    for number in 1..=600 {
        enter(&mut scene, number, Some(if number <= 350 { 1 } else { 2 })).unwrap();
    }
    scene.direct(Command::Start).unwrap();
    assert_eq!(scene.open().len(), 250, "all of the smaller team");
    check(&scene, 5, 2, 0);
    assert_eq!(scene.run_command(Actor::System, Command::Tick), Ok(vec![]));
}
