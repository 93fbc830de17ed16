//! The documents stay short, and the index of decisions is complete.

use std::fs;
use std::path::{Path, PathBuf};

/// Most words of all documents together.
const WORDS: usize = 75_000;

/// Most words of a page that grows easily.
const PAGES: [(&str, usize); 4] = [
    ("ARCHITECTURE.md", 2_600),
    ("CHANGELOG.md", 1_200),
    ("docs/protocol.md", 8_200),
    ("docs/benchmarks.md", 2_400),
];

/// Most words of a decision.
const DECISION_WORDS: usize = 450;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the repository is complete")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("the repository is complete")
}

fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

/// The Markdown files of a folder, sorted.
fn pages(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).expect("the repository is complete");
    let mut pages: Vec<_> = entries.map(|entry| entry.expect("the folder can be read").path()).collect();
    pages.retain(|page| page.extension().is_some_and(|ending| ending == "md"));
    pages.sort();
    pages
}

/// The title in the form of a file name.
fn slug(title: &str) -> String {
    let kept = title.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

#[test]
fn documents_stay_short() {
    let all = ["", "docs", "docs/adr"].map(pages).concat();
    let count: usize = all.iter().map(|page| words(&read(page))).sum();
    assert!(count <= WORDS, "{count} words: remove or generate facts that are elsewhere");
    for (page, max) in PAGES {
        let count = words(&read(&root().join(page)));
        assert!(count <= max, "{page} has {count} words, {max} are allowed");
    }
}

#[test]
fn index_of_decisions_is_complete() {
    let index = read(&root().join("docs/adr/README.md"));
    let mut rows = index.lines().filter(|line| line.starts_with("| 0"));
    for page in pages("docs/adr") {
        let name = page.file_name().expect("a file has a name").to_string_lossy().into_owned();
        if name == "README.md" {
            continue;
        }
        let text = read(&page);
        let (number, file_title) =
            name.trim_end_matches(".md").split_once('-').expect("a number and a title");
        let heading = format!("# {number} ");
        let title = text.lines().next().and_then(|line| line.strip_prefix(&heading)).unwrap_or_default();
        assert_eq!(slug(title), file_title, "{name} is not named after its title");
        assert!(text.contains("Status"), "{name} has no status");
        let count = words(&text);
        assert!(count <= DECISION_WORDS, "{name} has {count} words");
        let row = rows.next().unwrap_or_default();
        let start = format!("| {number} | [{title}]({name}) | ");
        assert!(row.starts_with(&start), "the index lacks {start}: {row}");
    }
    assert_eq!(rows.next(), None, "a row without a page");
}
