//! The filter of users' texts lets everyday words of four languages, names and numbers pass, and finds bad words in disguise.

use sumito_kit::text::{Text, offence};

/// For each language, frequent words and words that contain bad words.
const HARMLESS: [&str; 4] = [
    include_str!("words/en.txt"),
    include_str!("words/de.txt"),
    include_str!("words/pl.txt"),
    include_str!("words/nl.txt"),
];
/// Names of people, places, clubs and tournaments.
const NAMES: &str = include_str!("words/names.txt");

fn is_accepted(text: &str) -> bool {
    Text::chat_line(text, 300, 1_200, false).is_ok()
}

#[test]
fn harmless_words_pass() {
    let refused: Vec<_> =
        HARMLESS.iter().flat_map(|words| words.lines()).filter(|word| !is_accepted(word)).collect();
    assert!(refused.is_empty(), "{refused:?}");
}

#[test]
fn lines_of_harmless_words_pass() {
    let mut rng = fastrand::Rng::with_seed(7);
    for words in HARMLESS {
        let words: Vec<_> = words.lines().collect();
        for _ in 0..2_000 {
            let line: Vec<_> = (0..6).map(|_| *rng.choice(&words).unwrap()).collect();
            let line = line.join(" ");
            assert!(is_accepted(&line), "{line}: {:?}", offence(&line));
        }
    }
}

#[test]
fn names_pass_with_every_year_of_birth() {
    for name in NAMES.lines() {
        assert!(is_accepted(name), "{name}");
        let last = name.rsplit(' ').next().unwrap();
        for number in (0..100).chain(1920..2030) {
            assert_eq!(offence(&format!("{last}{number}")), None, "{last}{number}");
        }
    }
}

#[test]
fn digits_are_numbers() {
    for text in [
        "3.5 Punkte",
        "1. a1b2",
        "0:1, 5:5 and 6:9",
        "Blitz 3+2",
        "29.11.2026",
        "20.00 Uhr",
        "a1b2 i9h8 g5f5",
        "88",
        "8 s 5",
    ] {
        assert!(is_accepted(text), "{text}");
    }
}

#[test]
fn only_addresses_of_known_domains_are_links() {
    for text in [
        "gg.danke",
        "ok.nice game",
        "z.B.so",
        "St.Pauli",
        "usw.usf.",
        "1.Runde",
        "Abalone vs.Hex",
        "e.V.",
        "@ada",
        "a@b",
        "end...",
        "x.y",
    ] {
        assert!(is_accepted(text), "{text}");
    }
    for text in [
        "example.com",
        "see Example.DE!",
        "discord.gg/abc",
        "t.me/abc",
        "http://localhost",
        "me@example.org",
        "a.b.example.so",
    ] {
        assert!(!is_accepted(text), "{text}");
    }
}

#[test]
fn bad_words_are_found_in_disguise() {
    for (text, part) in [
        ("you NIGGER!", "NIGGER"),
        ("niggers", "niggers"),
        ("n1gg3r", "n1gg3r"),
        ("N1gg4", "N1gg4"),
        ("niggggger", "niggggger"),
        ("n i g g e r", "n i g g e r"),
        ("n.i.g.g.e.r", "n.i.g.g.e.r"),
        ("say f u c k now", "f u c k"),
        ("BigNiggerFan", "NiggerFan"),
        ("fück", "fück"),
        ("fuсk", "fuсk"),
        ("ｆｕｃｋ", "ｆｕｃｋ"),
        ("motherfuckers", "fuck"),
        ("f@ggot$", "f@ggot$"),
        ("Kill   YOURSELF", "Kill   YOURSELF"),
        ("kill-yourself", "kill-yourself"),
        ("k1ll yourself", "k1ll yourself"),
        ("Du Hur3nsohn", "Hur3nsohn"),
        ("Fotze88", "Fotze"),
        ("Schlampen", "Schlampen"),
        ("du Mißgeburt", "Mißgeburt"),
        ("fick dich", "fick dich"),
        ("spierdalaj", "spierdalaj"),
        ("skurwysynu", "skurwysynu"),
        ("KURWA", "KURWA"),
        ("kankerlijers", "kankerlijers"),
        ("vuile hoer", "hoer"),
    ] {
        let found = offence(text);
        assert!(found.as_ref().is_some_and(|found| part.starts_with(found.as_str())), "{text}: {found:?}");
    }
}
