//! Reading of TRF files.

use proptest::prelude::*;
use sumito_game::Timestamp;
use sumito_rules::Mode;
use sumito_tournament::export::{TrfHead, trf};
use sumito_tournament::import::{TRF_BYTES_MAX, Trf, TrfError, TrfPlayer};
use sumito_tournament::{
    Command, DoubleElimination, Format, GameNumber, Groups, Knockout, RoundRobin, Start, Swiss, SwissPairing,
};
use time::{Date, Month};

use crate::scene::{End, Scene, settings};

const ROUND_ROBIN: Format = Format::RoundRobin(RoundRobin { cycles: 1 });

fn dutch(rounds: u32) -> Format {
    Format::Swiss(Swiss {
        rounds,
        pairing: SwissPairing::Dutch,
        accelerated: false,
        half_point_byes: 0,
        late_entry_rounds: 0,
    })
}

/// A player's line: number, title, name, rating, federation, FIDE id, and rounds.
fn line(number: u32, name: &str, rating: &str, rest: &str) -> String {
    format!("001 {number:>4} m{:>3} {name:<33} {rating:>4} {rest}", "GM").trim_end().to_owned()
}

fn day(year: i32, month: Month, day: u8) -> Date {
    Date::from_calendar_date(year, month, day).unwrap()
}

#[test]
fn own_files_are_read_back() {
    let mut scene = Scene::with(settings(dutch(5), Mode::Two), 5);
    let mut names = vec!["Lukasz Zolw".to_owned()];
    names.extend((2..=5).map(|number| format!("Player {number}")));
    scene.tournament.call(crate::scene::user(1), "Łukasz Żółw", false);
    scene.direct(Command::Start).unwrap();
    scene.finish(GameNumber(1), End::Wins(0, 2));
    scene.finish(GameNumber(2), End::NoShow(0));
    let head = TrfHead { officials: vec!["Ada".to_owned()], ..TrfHead::default() };
    let file = Trf::parse(&trf(&scene.tournament, &head).unwrap()).unwrap();
    assert_eq!(file.name.as_deref(), Some("Belgian Open"));
    assert_eq!(file.starts_on, Some(day(1970, Month::January, 1)));
    assert_eq!((file.rounds, file.best_begins), (Some(5), Some(true)));
    assert_eq!(file.players.iter().map(|player| player.name.clone()).collect::<Vec<_>>(), names);
    let ratings: Vec<_> = file.players.iter().map(|player| player.rating).collect();
    assert_eq!(ratings, [2_499, 2_498, 2_497, 2_496, 2_495].map(Some));
    assert!(file.rounds_played >= 1);
    assert_eq!(file.format(ROUND_ROBIN), Some(dutch(5)));
}

#[test]
fn planned_dates_are_exported_and_read_back() {
    let at = |date: Date| Timestamp(date.midnight().assume_utc().unix_timestamp() * 1_000_000);
    let dates = [5, 12, 19].map(|number| day(2026, Month::December, number));
    let mut planned = settings(dutch(5), Mode::Two);
    planned.start = Start::At(at(dates[0]));
    planned.rounds.starts = dates.map(at).to_vec();
    let mut scene = Scene::with(planned, 4);
    let read = |scene: &Scene| Trf::parse(&trf(&scene.tournament, &TrfHead::default()).unwrap()).unwrap();
    let file = read(&scene);
    assert_eq!((file.starts_on, &*file.round_dates), (Some(dates[0]), &dates[..]));
    scene.now = at(day(2026, Month::December, 6));
    scene.direct(Command::Start).unwrap();
    scene.now = at(day(2026, Month::December, 13));
    let file = read(&scene);
    let began = day(2026, Month::December, 6);
    assert_eq!((file.starts_on, &*file.round_dates), (Some(began), &[began, dates[1], dates[2]][..]));
}

#[test]
fn only_planned_dates_of_rounds_that_can_be_played_are_exported() {
    let at = |number: u8| {
        let date = day(2026, Month::December, number);
        Timestamp(date.midnight().assume_utc().unix_timestamp() * 1_000_000)
    };
    let knockout = Format::Knockout(Knockout { best_of: 1, third_place: false, extra_pairs: 0 });
    let mut planned = settings(knockout, Mode::Two);
    planned.rounds.starts = (5..=10).map(at).collect();
    let mut scene = Scene::with(planned, 4);
    let read = |scene: &Scene| {
        let file = Trf::parse(&trf(&scene.tournament, &TrfHead::default()).unwrap()).unwrap();
        file.round_dates.iter().map(|date| date.day()).collect::<Vec<_>>()
    };
    assert_eq!(read(&scene), [5, 6, 7, 8, 9, 10]);
    scene.direct(Command::Start).unwrap();
    assert_eq!(read(&scene), [5, 6], "two rounds are enough for four players");
    scene.play_out();
    assert_eq!(read(&scene), [5, 6]);
}

#[test]
fn every_exported_format_is_recognised() {
    let knockout = Format::Knockout(Knockout { best_of: 1, third_place: false, extra_pairs: 0 });
    let double = Format::DoubleElimination(DoubleElimination { best_of: 1, extra_pairs: 0, reset: true });
    let accelerated = |pairing| {
        Format::Swiss(Swiss {
            rounds: 5,
            pairing,
            accelerated: true,
            half_point_byes: 0,
            late_entry_rounds: 0,
        })
    };
    let balanced = Format::Swiss(Swiss {
        rounds: 4,
        pairing: SwissPairing::Balanced,
        accelerated: false,
        half_point_byes: 0,
        late_entry_rounds: 0,
    });
    let twice = Format::RoundRobin(RoundRobin { cycles: 2 });
    for form in [
        ROUND_ROBIN,
        twice,
        balanced,
        accelerated(SwissPairing::Balanced),
        accelerated(SwissPairing::Dutch),
        knockout,
        double,
    ] {
        let scene = Scene::started(settings(form, Mode::Two), 8);
        let file = Trf::parse(&trf(&scene.tournament, &TrfHead::default()).unwrap()).unwrap();
        for given in [ROUND_ROBIN, knockout] {
            assert_eq!(file.format(given), Some(form));
        }
    }
    let groups = Format::Groups(Groups {
        groups: 2,
        advance: 2,
        cycles: 1,
        best_of: 1,
        extra_pairs: 0,
        third_place: false,
    });
    let mut grouped = settings(groups, Mode::Two);
    (grouped.entry.minimum, grouped.entry.capacity) = (4, 32);
    let scene = Scene::started(grouped, 8);
    let file = Trf::parse(&trf(&scene.tournament, &TrfHead::default()).unwrap()).unwrap();
    assert_eq!((file.format(groups), file.format(knockout)), (Some(groups), None), "the file has no groups");
}

#[test]
fn files_of_other_programs_are_read() {
    let text = [
        "\u{feff}012   Open  van Gent",
        "013 something new",
        "02",
        "042 27.11.2026",
        "092 Individual: Swiss-System (FIDE Dutch)",
        &format!("{:<91}26/11/27  2026-11-28", "132"),
        "XXC rank black1",
        "XXR 7",
        "XXZ 1 2",
        &line(2, "Żółw, Łukasz", "2104", "POL     1234567 1990/00/00  1.0    1     1 w 1"),
        "001    3        Ünal",
        &line(1, "Ada", "", ""),
    ]
    .join("\r\n");
    for text in [text.clone(), text.replace("\r\n", "\n"), text.replace("\r\n", "\r")] {
        let file = Trf::parse(&text).unwrap();
        assert_eq!(file.name.as_deref(), Some("Open van Gent"));
        assert_eq!(file.starts_on, Some(day(2026, Month::November, 27)));
        assert_eq!(file.round_dates, [day(2026, Month::November, 27), day(2026, Month::November, 28)]);
        assert_eq!((file.rounds, file.best_begins, file.rounds_played), (Some(7), Some(false), 1));
        assert_eq!(file.format(ROUND_ROBIN), Some(dutch(7)));
        assert_eq!(
            file.players[0],
            TrfPlayer {
                line: 10,
                number: 2,
                name: "Żółw, Łukasz".to_owned(),
                title: "GM".to_owned(),
                rating: Some(2_104),
                federation: "POL".to_owned(),
                fide_id: "1234567".to_owned(),
            }
        );
        let (short, last) = (&file.players[1], &file.players[2]);
        assert_eq!((short.line, &*short.name, short.rating), (11, "Ünal", None));
        assert_eq!((last.line, &*last.name, &*last.federation), (12, "Ada", ""));
    }
}

#[test]
fn names_can_be_padded_by_bytes() {
    // Each of the five letters has two bytes.
    let text = line(1, "Żółć, Łu", "2104", "POL").replace(&" ".repeat(25), &" ".repeat(20));
    assert_eq!(text.find("2104"), Some(48));
    let file = Trf::parse(&text).unwrap();
    let player = &file.players[0];
    assert_eq!((&*player.name, player.rating, &*player.federation), ("Żółć, Łu", Some(2_104), "POL"));
}

#[test]
fn what_a_file_leaves_open_is_as_given() {
    let given = Format::Swiss(Swiss {
        rounds: 9,
        pairing: SwissPairing::Dutch,
        accelerated: false,
        half_point_byes: 6,
        late_entry_rounds: 8,
    });
    let read = |head: &str| Trf::parse(&format!("{head}\n{}", line(1, "Ada", "", ""))).unwrap();
    assert_eq!(read("092 Swiss System").format(given), Some(given));
    let Some(Format::Swiss(form)) = read("092 Swiss System\nXXR 5").format(given) else { panic!() };
    assert_eq!((form.rounds, form.half_point_byes, form.late_entry_rounds), (5, 5, 5));
    assert_eq!(read("092 Swiss System").format(ROUND_ROBIN), None, "nothing has the number of rounds");
    let dated = read("092 Swiss System\n132 26/11/27 26/11/28").format(ROUND_ROBIN);
    assert!(matches!(dated, Some(Format::Swiss(form)) if form.rounds == 2), "{dated:?}");
    for kind in ["Team: Swiss System", "Scheveningen", ""] {
        assert_eq!(read(&format!("092 {kind}")).format(given), None, "{kind}");
    }
}

#[test]
fn dates_of_other_programs_are_read_or_left_out() {
    let date = Some(day(2010, Month::September, 24));
    for text in ["24/09/2010", "24-09-2010", "24. 09. 2010", "2010-09-24 10:00", "2010/9/24"] {
        let file = Trf::parse(&format!("012 Open\n042 {text}")).unwrap();
        assert_eq!((file.starts_on, file.has_unread_dates), (date, false), "{text}");
    }
    for text in ["042 May 29, 2020", "042 05/06/2010", "042 2026/02/30", "132 26/11/27 26/13/28"] {
        let file = Trf::parse(&format!("012 Open\n{text}")).unwrap();
        let read = (file.starts_on, file.round_dates.len(), file.has_unread_dates);
        assert_eq!(read, (None, 0, true), "{text}");
    }
}

#[test]
fn the_type_and_the_rounds_of_trf26_count() {
    let file = Trf::parse("012 Open\n192 FIDE_DUTCH_2025\n142 7").unwrap();
    assert_eq!(file.format(ROUND_ROBIN), Some(dutch(7)));
    assert_eq!(Trf::parse("012 Open\nXXR 5\n142 7").unwrap().rounds, Some(5), "the first counts");
}

#[test]
fn short_lines_can_count_bytes() {
    let name = "王小明";
    let text = format!("001    1      {name}{} 1900", " ".repeat(33 - name.len()));
    let file = Trf::parse(&text).unwrap();
    assert_eq!((&*file.players[0].name, file.players[0].rating), (name, Some(1_900)));
    let marked = Trf::parse(&line(1, "A\u{202e}B", "1900", "")).unwrap();
    assert_eq!(marked.players[0].name, "A B", "without the mark that reverses the text");
}

#[test]
fn faults_name_their_line() {
    for (text, error) in [
        ("001    x        Ada".to_owned(), TrfError::Number { line: 2 }),
        ("001             Ada".to_owned(), TrfError::Number { line: 2 }),
        ("001".to_owned(), TrfError::Number { line: 2 }),
        ("001    1".to_owned(), TrfError::Name { line: 2 }),
        (line(1, "Ada", "24x4", ""), TrfError::Columns { line: 2 }),
        (line(1, "Ada", "2404", "POL").replace("2404", "24045"), TrfError::Columns { line: 2 }),
        (line(1, &"x".repeat(34), "2404", ""), TrfError::Columns { line: 2 }),
        (
            format!("{0}\n{0}", line(1, "Ada", "", "")),
            TrfError::NumberTwice { line: 3, number: 1, earlier: 2 },
        ),
        (format!("132{}", " 26/11/27".repeat(300)), TrfError::TooManyDates { line: 2 }),
        ("XXR nine".to_owned(), TrfError::Rounds { name: "XXR", line: 2 }),
        ("142 nine".to_owned(), TrfError::Rounds { name: "142", line: 2 }),
    ] {
        assert_eq!(Trf::parse(&format!("012 Open\n{text}")), Err(error), "{text}");
    }
    for text in ["", "PK\u{3}\u{4}", "062 12\n", "001x   1        Ada"] {
        assert_eq!(Trf::parse(text), Err(TrfError::Empty), "{text}");
    }
    let full: Vec<_> = (1..=1_025).map(|number| line(number, "Ada", "", "")).collect();
    assert_eq!(Trf::parse(&full.join("\n")), Err(TrfError::TooManyPlayers { line: 1_025 }));
    assert!(Trf::parse(&full[..1_024].join("\n")).is_ok());
    assert_eq!(Trf::parse(&" ".repeat(TRF_BYTES_MAX + 1)), Err(TrfError::TooLong));
}

/// Text that resembles a file: known line names, letters of one to four bytes, all line ends.
fn file() -> impl Strategy<Value = String> {
    let name = prop::sample::select(vec!["001", "012", "042", "092", "132", "XXR", "XXC", "", "ż1"]);
    let fields = prop::collection::vec(
        prop_oneof![
            "[ 0-9]{0,12}",
            "[ a-zżŁ😀\u{0}\t]{0,40}",
            Just("2026/11/27".to_owned()),
            Just("Swiss dutch".to_owned()),
            Just(" ".repeat(30)),
        ],
        0..6,
    );
    let line = (name, fields).prop_map(|(name, fields)| format!("{name} {}", fields.concat()));
    let end = prop::sample::select(vec!["\n", "\r\n", "\r"]);
    prop::collection::vec((line, end), 0..12)
        .prop_map(|lines| lines.into_iter().map(|(line, end)| line + end).collect())
}

proptest! {
    #[test]
    fn any_text_has_an_answer(text in prop_oneof![any::<String>(), file()]) {
        let lines = u32::try_from(text.split(['\n', '\r']).count()).unwrap();
        if let Ok(file) = Trf::parse(&text) {
            prop_assert!(file.name.is_some() || !file.players.is_empty());
            for player in &file.players {
                prop_assert!(player.line >= 1 && player.line <= lines);
                prop_assert!(!player.name.is_empty() && player.name.chars().count() <= 33);
                prop_assert!(!player.name.contains(char::is_control));
            }
            let _ = file.format(ROUND_ROBIN);
        }
    }
}
