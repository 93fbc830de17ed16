//! Exports of a tournament.

use sumito_rules::Mode;
use sumito_tournament::export::{ClubNames, CrossTable, TrfHead, TrfUnsupported, csv, text, trf};
use sumito_tournament::{
    Arena, Command, Format, GameNumber, Knockout, RoundRobin, Swiss, SwissPairing, Tournament,
};

use crate::scene::{End, Scene, id, settings, user};

/// Five players, two rounds: wins, a draw, a forfeit, byes, and one game in progress.
fn swiss() -> Scene {
    let form = Swiss {
        rounds: 3,
        pairing: SwissPairing::Balanced,
        accelerated: false,
        half_point_byes: 1,
        late_entry_rounds: 0,
    };
    let mut scene = Scene::started(settings(Format::Swiss(form), Mode::Two), 5);
    scene.player(4, Command::RequestBye { round: 2 }).unwrap();
    scene.finish(GameNumber(1), End::Wins(0, 2));
    scene.finish(GameNumber(2), End::NoShow(0));
    let (number, _) = scene.open().remove(0);
    scene.finish(number, End::Draw);
    scene
}

fn row<'a>(text: &'a str, name: &str) -> &'a str {
    text.lines().find(|line| line.contains(name)).unwrap()
}

#[test]
fn the_cross_table_names_opponents_by_number() {
    let scene = swiss();
    let table = CrossTable::of(&scene.tournament);
    for line in &table.lines {
        for (round, cells) in line.rounds.iter().enumerate() {
            for cell in cells {
                for &opponent in &cell.opponents {
                    let back = table.lines.iter().find(|line| line.standing.participant == opponent).unwrap();
                    assert!(
                        back.rounds[round].iter().any(|cell| cell.opponents == [line.standing.participant]),
                        "both lines contain the game"
                    );
                }
            }
        }
    }
    let letters: Vec<_> =
        table.lines.iter().flat_map(|line| &line.rounds[0]).map(|cell| cell.result.unwrap()).collect();
    let count = |letter| letters.iter().filter(|&&other| other == letter).count();
    assert_eq!(['1', '0', '+', '-', 'U'].map(count), [1, 1, 1, 1, 1]);
}

#[test]
fn csv_is_a_line_for_each_and_no_name_is_a_formula() {
    let mut scene = Scene::new(settings(Format::RoundRobin(RoundRobin { cycles: 1 }), Mode::Two));
    for (number, name) in [(1, "=SUM(A1)"), (2, "Smith, \"Al\"")] {
        let mut applicant = crate::scene::applicant(number, 1_500);
        applicant.member.player.name = name.to_owned();
        scene.present.insert(crate::scene::user(number));
        scene.player(number, Command::Register { applicant: Box::new(applicant) }).unwrap();
    }
    scene.direct(Command::Start).unwrap();
    scene.finish(GameNumber(1), End::Draw);
    let lines = csv(&scene.tournament, &ClubNames::new());
    let mut lines = lines.split("\r\n");
    assert_eq!(
        lines.next(),
        Some(
            "place,number,name,rating,points,direct_encounter,sonneborn_berger,marbles,wins,progressive,performance,round_1"
        )
    );
    assert_eq!(lines.next(), Some("1,1,'=SUM(A1),1500,0.5,0,0.25,0,0,0.5,1500,2b="));
    assert_eq!(lines.next(), Some("1,2,\"Smith, \"\"Al\"\"\",1500,0.5,0,0.25,0,0,0.5,1500,1w="));
}

#[test]
fn text_stands_in_columns() {
    let scene = swiss();
    let text = text(&scene.tournament, &ClubNames::new());
    assert!(text.starts_with("Belgian Open\n\n"));
    let widths: Vec<_> =
        text.lines().skip(2).map(|line| line.find("24").map(|at| line[..at].chars().count())).collect();
    assert!(widths[1..].windows(2).all(|two| two[0] == two[1]), "{text}");
    assert!(row(&text, "Player 1").contains("1½") || row(&text, "Player 1").contains('1'));
}

/// A TRF is read by column, as the handbook numbers them.
#[test]
fn a_trf_has_its_fields_in_their_columns() {
    let scene = swiss();
    let head = TrfHead {
        officials: vec!["Ada Ünal".to_owned(), "Ben".to_owned()],
        city: "Köln".to_owned(),
        federation: "GER".to_owned(),
        federations: [(user(1), "NED")].into(),
    };
    let trf = trf(&scene.tournament, &head).unwrap();
    assert!(trf.contains("012 Belgian Open\n022 Koeln\n032 GER\n042 "), "{trf}");
    for line in ["062 5", "072 5", "082 0", "092 Swiss system", "102 Ada Uenal", "112 Ben", "122 300 s"] {
        assert!(trf.lines().any(|other| other == line), "{line}: {trf}");
    }
    let dates = trf.lines().find(|line| line.starts_with("132")).unwrap();
    assert_eq!(dates.get(91..99), Some("70/01/01"), "above the results of the first round");
    assert!(trf.contains("012 Belgian Open\n") && trf.contains("XXR 3\n") && trf.contains("062 5\n"));
    let line = row(&trf, "Player 1");
    let columns = |from: usize, to: usize| line.get(from - 1..to.min(line.len())).unwrap().trim();
    assert_eq!(
        (columns(1, 3), columns(5, 8), columns(15, 47), columns(49, 52)),
        ("001", "1", "Player 1", "2499")
    );
    assert_eq!((columns(54, 56), row(&trf, "Player 2").get(53..56)), ("NED", Some("   ")));
    let lines = CrossTable::of(&scene.tournament).lines;
    let place = 1 + lines.iter().position(|line| line.standing.participant == id(1)).unwrap();
    assert_eq!(columns(86, 89), place.to_string());
    let points =
        scene.tournament.standings().iter().find(|standing| standing.participant == id(1)).unwrap().points;
    assert_eq!(columns(81, 84), format!("{}.{}", points / 2, points % 2 * 5));
    assert_eq!(
        (columns(92, 95), columns(97, 97), columns(99, 99)),
        ("3", "w", "1"),
        "beat number 3 and began"
    );
    assert!(row(&trf, "Player 5").contains("0000 - U"));
}

#[test]
fn trf_requires_two_player_games() {
    let form = Arena {
        duration_seconds: 600,
        closing_seconds: 60,
        wave_seconds: 10,
        berserk: false,
        streaks: false,
    };
    let arena = Scene::started(settings(Format::Arena(form), Mode::Two), 4);
    assert_eq!(trf(&arena.tournament, &TrfHead::default()), Err(TrfUnsupported));
    let three = Scene::started(settings(Format::RoundRobin(RoundRobin { cycles: 1 }), Mode::Three), 3);
    assert_eq!(trf(&three.tournament, &TrfHead::default()), Err(TrfUnsupported));
    let cell = |tournament: &Tournament| CrossTable::of(tournament).lines[0].rounds[0][0].text();
    assert!(cell(&three.tournament).contains('·'), "{}", cell(&three.tournament));
}

/// Checks that the points of a file are the sum of its results.
fn adds_up(trf: &str) {
    for line in trf.lines().filter(|line| line.starts_with("001")) {
        let columns = line.get(91..).unwrap_or_default().as_bytes();
        let results = columns.chunks(10).filter_map(|round| round.get(7));
        let halves: u32 = results
            .map(|result| match result {
                b'1' | b'+' | b'U' => 2,
                b'=' | b'H' => 1,
                _ => 0,
            })
            .sum();
        assert_eq!(line[80..84].trim(), format!("{}.{}", halves / 2, halves % 2 * 5), "{trf}");
    }
}

#[test]
fn a_match_of_a_knockout_is_one_result_and_its_file_adds_up() {
    let form = Knockout { best_of: 2, third_place: true, extra_pairs: 1 };
    let mut scene = Scene::started(settings(Format::Knockout(form), Mode::Two), 5);
    while let Some((number, sides)) = scene.open().first().cloned() {
        // Every match needs extra games: its first two are drawn.
        let one = scene.tournament.game(number).unwrap();
        let earlier = scene.tournament.games().iter().filter(|other| {
            (other.round, other.pairing) == (one.round, one.pairing) && other.number < one.number
        });
        let better = u8::from(sides[0] > sides[1]);
        let end = if earlier.count() < 2 { End::Draw } else { End::Wins(better, 1) };
        scene.finish(number, end);
    }
    let trf = trf(&scene.tournament, &TrfHead::default()).unwrap();
    adds_up(&trf);
    let champion = row(&trf, "Player 1");
    assert_eq!(champion.get(80..84).unwrap().trim(), "3.0", "a bye and two matches: {trf}");
    assert!(champion.contains("0000 - U"), "{champion}");
    adds_up(&swiss_trf());
}

fn swiss_trf() -> String {
    trf(&swiss().tournament, &TrfHead::default()).unwrap()
}

#[test]
fn trf_has_ascii_names_and_marks_the_beginner() {
    let mut scene = Scene::new(settings(Format::RoundRobin(RoundRobin { cycles: 1 }), Mode::Two));
    for (number, name) in [(1, "Łukasz Żółw"), (2, "Jürgen Groß")] {
        let mut applicant = crate::scene::applicant(number, 1_500);
        applicant.member.player.name = name.to_owned();
        scene.present.insert(crate::scene::user(number));
        scene.player(number, Command::Register { applicant: Box::new(applicant) }).unwrap();
    }
    scene.direct(Command::Start).unwrap();
    scene.finish(GameNumber(1), End::Draw);
    let trf = trf(&scene.tournament, &TrfHead::default()).unwrap();
    assert!(trf.contains("Lukasz Zolw") && trf.contains("Juergen Gross"), "{trf}");
    assert!(trf.starts_with("### w begins: in Abalone that is Black\n"), "{trf}");
    assert!(!trf.contains("\n022") && !trf.contains("\n032"), "without a city and a federation: {trf}");
}
