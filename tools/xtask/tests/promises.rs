//! `docs/promises.md` names a test for each promise, `docs/testing.md` for each fault, and `SECURITY.md` for each attack: the named tests
//! must exist.

use std::fs;
use std::path::Path;

/// The rows of the page's tables, without their headers.
fn rows(page: &str) -> impl Iterator<Item = &str> {
    let is_row = |line: &&str| line.starts_with("| ") && !line.starts_with("| ---");
    page.lines()
        .filter(is_row)
        .filter(|line| !["| Promise |", "| Fault |"].iter().any(|head| line.starts_with(head)))
}

/// The tests that a row names: their files and names.
fn named(row: &str) -> Vec<(&str, &str)> {
    row.split('`').skip(1).step_by(2).filter_map(|word| word.split_once("::")).collect()
}

/// Returns whether a file has a test of this name.
fn has_test(source: &str, name: &str) -> bool {
    let lines: Vec<_> = source.lines().map(str::trim).collect();
    let begins = [format!("fn {name}("), format!("async fn {name}(")];
    let is_function = |line: &str| begins.iter().any(|begin| line.starts_with(begin));
    let is_test = |line: &str| line == "#[test]" || line.starts_with("#[tokio::test");
    lines.iter().enumerate().any(|(place, line)| {
        let attributes = lines[..place].iter().rev().take_while(|before| before.starts_with("#["));
        is_function(line) && attributes.into_iter().any(|before| is_test(before))
    })
}

#[test]
fn each_promise_and_each_fault_names_tests_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let page = |file: &str| fs::read_to_string(root.join("docs").join(file)).unwrap();
    let (promises, testing) = (page("promises.md"), page("testing.md"));
    let faults = testing.split("\n## ").find(|section| section.starts_with("Faults\n")).unwrap();
    assert!(rows(&promises).count() > 20 && rows(faults).count() > 15);
    for row in rows(&promises).chain(rows(faults)) {
        let tests = named(row);
        assert!(!tests.is_empty(), "no test is named for: {row}");
        for (file, name) in tests {
            let folder = if file.starts_with("tools/") { root.to_owned() } else { root.join("crates") };
            let source = fs::read_to_string(folder.join(file));
            let source = source.unwrap_or_else(|error| panic!("{file}: {error}"));
            assert!(has_test(&source, name), "there is no test `{name}` in {file}");
        }
    }
}

#[test]
fn each_attack_names_files_of_tests_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let page = fs::read_to_string(root.join("SECURITY.md")).unwrap();
    let table = page.split_once("| Attack | Test |").unwrap().1;
    let attacks: Vec<_> = table.lines().skip(2).take_while(|line| line.starts_with("| ")).collect();
    assert!(attacks.len() > 10, "{attacks:?}");
    for attack in attacks {
        let is_source = |word: &&str| Path::new(word).extension().is_some_and(|extension| extension == "rs");
        let files: Vec<_> = attack.split('`').skip(1).step_by(2).filter(is_source).collect();
        assert!(!files.is_empty(), "no test is named for: {attack}");
        for file in files {
            assert!(root.join("crates/server/tests/server").join(file).is_file(), "there is no {file}");
        }
    }
}

#[test]
fn non_tests_are_not_accepted_as_tests() {
    let source = "#[tokio::test(start_paused = true)]\nasync fn one() {}\n\n#[test]\n#[ignore = \"slow\"]\nfn two() {}\n\nfn three() {}\n";
    assert!(has_test(source, "one") && has_test(source, "two"));
    assert!(!has_test(source, "three") && !has_test(source, "on") && !has_test(source, "four"));
    assert_eq!(named("| It holds. | `a/b.rs::one`, `c.rs::two` |"), [("a/b.rs", "one"), ("c.rs", "two")]);
    assert!(named("| It is said of `SIGTERM`. | |").is_empty());
}
