//! The filter of users' texts lets everyday words of four languages, names and numbers pass, and finds bad words in disguise.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use sumito_kit::text::{Text, offence};

const LANGUAGES: [&str; 4] = ["en", "de", "pl", "nl"];
/// For each language, frequent words and words that contain bad words.
const FREQUENT: [&str; 4] = [
    include_str!("words/en.txt"),
    include_str!("words/de.txt"),
    include_str!("words/pl.txt"),
    include_str!("words/nl.txt"),
];
/// For each language, words and phrases that are found, with their inflections.
const BAD: [&str; 4] = [
    include_str!("words/bad/en.txt"),
    include_str!("words/bad/de.txt"),
    include_str!("words/bad/pl.txt"),
    include_str!("words/bad/nl.txt"),
];
/// Minimum number of different harmless words of each language.
const FEWEST_WORDS: usize = 2_000;
/// Names of people, places, clubs and tournaments.
const NAMES: &str = include_str!("words/names.txt");

fn is_accepted(text: &str) -> bool {
    Text::chat_line(text, 300, 1_200, false).is_ok()
}

/// Returns the frequent words of each language, and all words that the page uses in it.
fn harmless() -> [BTreeSet<String>; 4] {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/lib/base/i18n/messages");
    std::array::from_fn(|language| {
        let mut words = FREQUENT[language].lines().map(str::to_owned).collect();
        collect_words(&page.join(LANGUAGES[language]), &mut words);
        assert!(words.len() >= FEWEST_WORDS, "{} words of {}", words.len(), LANGUAGES[language]);
        words
    })
}

fn collect_words(folder: &Path, words: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect_words(&path, words);
        } else {
            let text = fs::read_to_string(path).unwrap();
            words.extend(
                text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).map(str::to_owned),
            );
        }
    }
}

#[test]
fn harmless_words_pass() {
    for words in harmless() {
        let refused: Vec<_> = words.iter().filter(|word| !is_accepted(word)).collect();
        assert!(refused.is_empty(), "{refused:?}");
    }
}

#[test]
fn lines_of_harmless_words_pass() {
    let mut rng = fastrand::Rng::with_seed(7);
    for words in harmless() {
        let words: Vec<_> = words.iter().map(String::as_str).collect();
        for _ in 0..4_000 {
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
        "Nutt3, Rap3 and Kik3",
        "f4 a3 g5",
        "f4, then g5!",
    ] {
        assert!(is_accepted(text), "{text}");
    }
    let cells: Vec<_> =
        ('a'..='i').flat_map(|row| (1..=9).map(move |column| format!("{row}{column}"))).collect();
    for from in &cells {
        for to in &cells {
            assert_eq!(offence(&format!("1. {from}{to}!")), None, "{from}{to}");
        }
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
        "gg.so it ends",
        "Nice.Is it over?",
        "dobrze.to jest remis",
        "koniec.na dziś",
        "klaar.De volgende",
        "goed gespeeld.nu jij",
        "schade.es war knapp",
        "usw.usf.so",
        "d.h.in Runde 2",
        "z.B.de facto",
        "lol.wow",
        "Good.game",
        "partie.zip",
        "notes.md",
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
        "www.gg.so",
        "gg.so/x",
        "gg.so:8080",
        "gg.so?x=1",
        "me@gg.so",
        "HTTP://gg.so",
        "example.shop",
        "example.co.uk",
        "Example.Com",
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
        ("kuurwa", "kuurwa"),
        ("kur.wa mać", "kur.wa"),
        ("fu-ck", "fu-ck"),
        ("k.u.r.w.a!", "k.u.r.w.a!"),
        ("M.i.ß.g.e.b.u.r.t", "M.i.ß.g.e.b.u.r.t"),
    ] {
        let found = offence(text);
        assert!(found.as_ref().is_some_and(|found| part.starts_with(found.as_str())), "{text}: {found:?}");
    }
}

/// Returns usual disguises of a word of letters.
fn disguises(word: &str) -> Vec<String> {
    let letters: Vec<_> = word.chars().collect();
    let spaced = |gap: &str| letters.iter().map(char::to_string).collect::<Vec<_>>().join(gap);
    let stretched = letters.iter().map(|letter| letter.to_string().repeat(4)).collect();
    let mut disguises = vec![
        word.to_uppercase(),
        spaced(" "),
        spaced("."),
        stretched,
        format!("{word}1999"),
        format!("du {word}!!"),
    ];
    let leet = [('a', '4'), ('e', '3'), ('i', '1'), ('o', '0'), ('s', '5'), ('t', '7')];
    for (letter, digit) in leet {
        let inner = letters.iter().skip(1).take(letters.len() - 2).position(|other| *other == letter);
        if let Some(at) = inner {
            let mut letters = letters.clone();
            letters[at + 1] = digit;
            disguises.push(letters.into_iter().collect());
        }
    }
    disguises
}

#[test]
fn bad_words_are_found_with_inflections_and_in_usual_disguises() {
    for (language, texts) in LANGUAGES.into_iter().zip(BAD) {
        let texts: BTreeSet<_> = texts.lines().collect();
        assert!(texts.len() >= 40, "{language}");
        for text in texts {
            assert!(offence(text).is_some(), "{language}: {text}");
            if !text.contains(' ') {
                for disguise in disguises(text) {
                    assert!(offence(&disguise).is_some(), "{language}: {disguise}");
                }
            }
        }
    }
}
