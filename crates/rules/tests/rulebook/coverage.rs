//! Checks that `docs/rules.md` names existing tests, and at least one for each rule.

use std::{fs, path::Path};

/// Returns the rows of the tables under a heading: the first column, and the tests in the last.
fn table<'a>(document: &'a str, heading: &str) -> Vec<(&'a str, Vec<&'a str>)> {
    let section = document.split("\n## ").find(|section| section.starts_with(heading)).unwrap();
    let rows = section.lines().filter(|line| line.starts_with('|') && !line.starts_with("|--"));
    rows.skip(1)
        .map(|line| {
            let columns: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
            let tests = columns.last().unwrap().split('`').skip(1).step_by(2).collect();
            (columns[1], tests)
        })
        .collect()
}

/// Returns whether `path::test` names a test: a path from `crates/`, and a function in that file with a test attribute.
fn exists(name: &str) -> bool {
    let Some((path, function)) = name.rsplit_once("::") else { return false };
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    let Ok(source) = fs::read_to_string(file) else { return false };
    let mut attributes: Vec<&str> = Vec::new();
    for line in source.lines().map(str::trim) {
        if line.starts_with("#[") {
            attributes.push(line);
        } else if line.contains(&format!("fn {function}(")) {
            return attributes
                .iter()
                .any(|attribute| attribute.contains("test]") || attribute.contains("test("));
        } else if !line.starts_with("//") {
            attributes.clear();
        }
    }
    false
}

fn document() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules.md")).unwrap()
}

/// Checks that every row of the table has at least one test, and that all named tests exist.
fn check(heading: &str, least: usize) {
    let document = document();
    let rules = table(&document, heading);
    assert!(rules.len() >= least, "the table has {} lines", rules.len());
    for (rule, tests) in rules {
        assert!(!tests.is_empty(), "no test for: {rule}");
        for test in tests {
            assert!(exists(test), "{test} of {rule:?} does not exist");
        }
    }
}

#[test]
fn every_sentence_of_the_rulebooks_has_tests_that_exist() {
    check("The rulebooks, sentence by sentence", 70);
}

#[test]
fn every_policy_of_a_match_has_tests_that_exist() {
    check("What a match decides", 10);
}

#[test]
fn a_test_that_is_not_there_is_noticed() {
    assert!(exists("rules/tests/rulebook/coverage.rs::a_test_that_is_not_there_is_noticed"));
    for name in ["rules/tests/rulebook/coverage.rs::exists", "rules/tests/none.rs::x", "exists", ""] {
        assert!(!exists(name), "{name}");
    }
}
