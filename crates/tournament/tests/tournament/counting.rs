//! Counting in books and files: games that do not count, forfeits of a round robin, direct encounters, and forbidden pairs.

use sumito_rules::Mode;
use sumito_tournament::export::{CrossTable, TrfHead, trf};
use sumito_tournament::{
    BracketMatch, Command, Format, GameNumber, Groups, Knockout, RoundRobin, Settings, Swiss, SwissPairing,
    TieBreak, TournamentStatus, UnplayedRounds, Verdict,
};

use crate::scene::{End, Scene, id, settings};

fn dutch(rounds: u32) -> Settings {
    let form = Swiss {
        rounds,
        pairing: SwissPairing::Dutch,
        accelerated: false,
        half_point_byes: 0,
        late_entry_rounds: 0,
    };
    settings(Format::Swiss(form), Mode::Two)
}

fn round_robin(cycles: u8) -> Settings {
    settings(Format::RoundRobin(RoundRobin { cycles }), Mode::Two)
}

fn rule(scene: &mut Scene, game: GameNumber, verdict: Verdict) {
    let seen = scene.tournament.game(game).unwrap().verdict.clone();
    scene.direct(Command::Rule { game, verdict, seen, reason: "power cut".to_owned() }).unwrap();
}

/// Ends the game of two players. `end` gets the side of the loser.
fn meet(scene: &mut Scene, winner: u32, loser: u32, end: impl Fn(u8) -> End) {
    let open = scene.open().into_iter();
    let (number, sides) =
        open.filter(|(_, sides)| sides.contains(&winner)).find(|(_, sides)| sides.contains(&loser)).unwrap();
    scene.finish(number, end(u8::from(sides[1] == loser)));
}

fn value(scene: &Scene, number: u32, by: TieBreak) -> i64 {
    let place = scene.tournament.settings().tie_breaks().iter().position(|one| *one == by).unwrap();
    let standings = scene.tournament.standings();
    standings.iter().find(|one| one.participant == id(number)).unwrap().tie_breaks[place]
}

fn points(scene: &Scene, number: u32) -> u32 {
    scene.tournament.standings().iter().find(|one| one.participant == id(number)).unwrap().points
}

fn file(scene: &Scene) -> String {
    trf(&scene.tournament, &TrfHead::default()).unwrap()
}

fn row(file: &str, number: u32) -> &str {
    file.lines().find(|line| line.starts_with(&format!("001 {number:>4} "))).unwrap()
}

#[test]
fn a_game_that_does_not_count_is_a_round_without_a_game() {
    for unplayed_rounds in [UnplayedRounds::OwnPoints, UnplayedRounds::Fide] {
        let mut scene = Scene::started(Settings { unplayed_rounds, ..dutch(3) }, 4);
        let (voided, sides) = scene.open().remove(0);
        rule(&mut scene, voided, Verdict::Void);
        scene.play_out();
        assert_eq!(scene.tournament.status(), TournamentStatus::Finished);
        for number in sides {
            let games = scene.tournament.games().iter().filter(|game| game.sides.contains(&id(number)));
            let met = games.filter(|game| game.number != voided).flat_map(|game| game.sides.clone());
            let of_opponents: u32 =
                met.filter(|other| *other != id(number)).map(|other| points(&scene, other.0)).sum();
            let own = points(&scene, number);
            // By FIDE's rules at most the points for three draws.
            let without = if unplayed_rounds == UnplayedRounds::Fide { own.min(3) } else { own };
            assert_eq!(value(&scene, number, TieBreak::Buchholz), i64::from(of_opponents + without));
            let file = file(&scene);
            assert_eq!(row(&file, number).get(91..99), Some("0000 - Z"), "{file}");
        }
        let cells = CrossTable::of(&scene.tournament).lines;
        assert!(cells.iter().any(|line| line.rounds[0][0].text().ends_with('Z')));
    }
}

#[test]
fn players_of_a_game_that_does_not_count_can_meet_again() {
    let mut scene = Scene::started(dutch(2), 2);
    let (voided, _) = scene.open().remove(0);
    rule(&mut scene, voided, Verdict::Void);
    scene.play_out();
    assert_eq!(scene.tournament.games().len(), 2);
    assert_eq!([1, 2].map(|number| points(&scene, number)), [2, 0]);
}

#[test]
fn a_match_replaces_a_game_that_does_not_count() {
    let form = Knockout { best_of: 1, third_place: false, extra_pairs: 0 };
    let mut scene = Scene::started(settings(Format::Knockout(form), Mode::Two), 2);
    rule(&mut scene, GameNumber(1), Verdict::Void);
    assert_eq!(scene.open().len(), 1, "another game of the match");
    scene.play_out();
    assert_eq!(scene.order(), [1, 2]);
}

#[test]
fn a_round_robin_does_not_repeat_a_game_that_does_not_count() {
    let mut scene = Scene::started(round_robin(1), 4);
    rule(&mut scene, GameNumber(1), Verdict::Void);
    scene.play_out();
    assert_eq!(scene.tournament.games().len(), 6);
    assert_eq!(row(&file(&scene), 1).get(91..99), Some("0000 - Z"));
}

/// Handbook C.07, 15.2: forfeits of a round robin count as games against the scheduled opponents.
#[test]
fn forfeits_of_a_round_robin_are_games() {
    let mut scene = Scene::started(round_robin(1), 4);
    let mut play = |winner, loser, end: &dyn Fn(u8) -> End| meet(&mut scene, winner, loser, end);
    let wins = |loser: u8| End::Wins(1 - loser, 3);
    play(1, 4, &wins);
    play(2, 3, &|loser| End::NoShow(loser));
    play(4, 3, &wins);
    play(1, 2, &wins);
    play(2, 4, &wins);
    play(3, 1, &wins);
    assert_eq!(scene.tournament.status(), TournamentStatus::Finished);
    assert_eq!([1, 2, 3, 4].map(|number| points(&scene, number)), [4, 4, 2, 2]);
    // 2 has beaten 3 without a game, and 4: two units each, multiplied by the two units of a win.
    assert_eq!(value(&scene, 2, TieBreak::SonnebornBerger), 2 * 2 + 2 * 2);
    assert_eq!(scene.order(), [1, 2, 4, 3], "by the direct encounters");
    assert_eq!(value(&scene, 1, TieBreak::DirectEncounter), 1);
}

#[test]
fn the_forfeit_decides_a_direct_encounter_of_a_round_robin() {
    let mut scene = Scene::started(round_robin(1), 4);
    let wins = |loser: u8| End::Wins(1 - loser, 3);
    meet(&mut scene, 1, 4, wins);
    meet(&mut scene, 3, 2, End::NoShow);
    meet(&mut scene, 4, 3, wins);
    meet(&mut scene, 2, 1, wins);
    meet(&mut scene, 2, 4, wins);
    meet(&mut scene, 3, 1, wins);
    // 2 and 3 have two wins each, and 3 has won against 2 without a game.
    assert_eq!(scene.order()[..2], [3, 2]);
}

#[test]
fn the_points_of_a_file_are_those_of_the_standings() {
    let mut scene = Scene::started(round_robin(1), 5);
    let (number, _) = scene.open().into_iter().find(|(_, sides)| sides.contains(&5)).unwrap();
    scene.finish(number, End::Draw);
    // Less than half of the games: they do not count.
    scene.player(5, Command::Withdraw).unwrap();
    scene.play_out();
    let penalty = Command::Penalise { participant: id(2), units: 1, reason: "late".to_owned() };
    scene.direct(penalty).unwrap();
    let file = file(&scene);
    let mut annulled = 0;
    for standing in scene.tournament.standings() {
        let line = row(&file, standing.participant.0);
        let written = format!("{}.{}", standing.points / 2, standing.points % 2 * 5);
        assert_eq!(line[80..84].trim(), written, "{file}");
        annulled += u32::from(line[91..].contains('+'));
    }
    assert!(annulled > 0, "wins against the withdrawn player are in the file:\n{file}");
}

#[test]
fn a_file_has_the_forbidden_pairs() {
    let mut scene = Scene::with(dutch(3), 4);
    scene.direct(Command::ForbidPair { pair: [id(4), id(2)] }).unwrap();
    scene.direct(Command::Start).unwrap();
    assert!(file(&scene).lines().any(|line| line == "XXP 2 4"), "{}", file(&scene));
}

#[test]
fn a_drawn_decider_with_draw_odds_leaves_the_points_as_they_are() {
    let form = Knockout { best_of: 1, third_place: false, extra_pairs: 0 };
    let mut scene = Scene::started(settings(Format::Knockout(form), Mode::Two), 2);
    scene.finish(GameNumber(1), End::Draw);
    scene.finish(GameNumber(2), End::Draw);
    assert_eq!(scene.tournament.status(), TournamentStatus::Finished);
    let BracketMatch { points, winner, .. } = scene.tournament.bracket_matches().remove(0);
    assert_eq!((points, winner), ([2, 2], Some(id(1))), "two draws, in half points");
}

#[test]
fn players_of_a_finished_group_have_no_bye() {
    let form = Groups { groups: 2, advance: 1, cycles: 1, best_of: 1, extra_pairs: 0, third_place: false };
    let mut settings = settings(Format::Groups(form), Mode::Two);
    (settings.entry.minimum, settings.entry.capacity) = (4, 32);
    let mut scene = Scene::started(settings, 5);
    scene.play_out();
    // Three players need three rounds, two players one.
    let byes: Vec<_> = scene.tournament.rounds()[..3].iter().map(|round| round.byes.len()).collect();
    assert_eq!(byes, [1, 1, 1]);
}
