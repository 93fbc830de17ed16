//! Random edits of a study, the stored form, and the text.

#![expect(clippy::unwrap_used, reason = "a test that panics has failed")]

use proptest::prelude::*;
use sumito_rules::{Layout, Mode, Position};
use sumito_studies::{
    Chapter, ChapterData, Edit, EditError, Place, Shape, Study, StudyColor, StudyRole, StudyVisibility,
    limits,
};
use uuid::Uuid;

const OWNER: Uuid = Uuid::from_u128(1);
const OTHER: Uuid = Uuid::from_u128(2);

fn start(mode: Mode) -> ChapterData {
    let start = Position::start(mode, mode.default_layout()).unwrap();
    Chapter::new(0, "First".to_owned(), start).data()
}

fn study() -> Study {
    Study::new(OWNER, "Daisies".to_owned(), StudyVisibility::Private, &[start(Mode::Two)]).unwrap()
}

fn shape(color: StudyColor, from: &str, to: Option<&str>) -> Shape {
    let place = |name: &str| Place(name.parse().unwrap());
    Shape { color, from: place(from), to: to.map(place) }
}

/// A random edit; numbers choose among the existing things.
#[derive(Debug, Clone)]
struct Draw {
    kind: u8,
    chapter: usize,
    node: usize,
    choice: usize,
    text: String,
}

fn draws() -> impl Strategy<Value = Vec<Draw>> {
    let draw = (0_u8..16, 0_usize..8, 0_usize..200, 0_usize..100, "[a-z{}\\[\\]\"\\\\ äß]{0,12}");
    let draw =
        draw.prop_map(|(kind, chapter, node, choice, text)| Draw { kind, chapter, node, choice, text });
    prop::collection::vec(draw, 0..120)
}

fn edit(study: &Study, draw: &Draw) -> Edit {
    let of = &study.chapters[draw.chapter % study.chapters.len()];
    let nodes = of.data().nodes;
    let (chapter, node) = (of.id, nodes[draw.node % nodes.len()].id);
    match draw.kind {
        0 => Edit::AddChapter {
            chapter: Box::new(start(if draw.choice.is_multiple_of(2) { Mode::Two } else { Mode::Three })),
        },
        1 => Edit::DeleteChapter { chapter },
        2 => Edit::MoveChapter { chapter, to: draw.choice as u32 },
        3 => Edit::RenameChapter { chapter, name: format!("x{}", draw.text.trim()) },
        4 => Edit::DeleteNode { chapter, node },
        5 | 6 => Edit::PromoteNode { chapter, node },
        7 => Edit::SetComment { chapter, node, text: draw.text.trim().to_owned() },
        8 => Edit::SetFormation { chapter, node, name: draw.text.trim().to_owned() },
        9 => {
            let shapes = [shape(StudyColor::Red, "a1", None), shape(StudyColor::Green, "c3", Some("e5"))];
            Edit::SetShapes { chapter, node, shapes: shapes[..draw.choice % 3].to_vec() }
        }
        _ => {
            let moves: Vec<_> = of.position(node).unwrap().legal_moves().iter().collect();
            let mv = moves.get(draw.choice % moves.len().max(1)).map(ToString::to_string).unwrap_or_default();
            Edit::AddNode { chapter, parent: node, mv }
        }
    }
}

proptest! {
    #[test]
    fn a_study_equals_the_fold_of_its_edits_from_any_snapshot(draws in draws()) {
        let mut study = study();
        let mut copy = study.clone();
        for (number, draw) in draws.into_iter().enumerate() {
            let edit = edit(&study, &draw);
            if study.check(OWNER, &edit) != Ok(true) {
                continue;
            }
            study.apply(&edit).unwrap();
            copy.apply(&edit).unwrap();
            prop_assert_eq!(&study, &copy);
            if number % 7 == 0 {
                copy = Study::read(&study.data()).unwrap();
                prop_assert_eq!(&study, &copy);
            }
        }
        let stored = serde_json::to_string(&study.data()).unwrap();
        prop_assert_eq!(&Study::read(&serde_json::from_str(&stored).unwrap()).unwrap(), &study);
        for chapter in &study.chapters {
            let (text_bytes, shapes) = chapter.data().nodes.iter().fold((chapter.name.len(), 0), |(text, shapes), node| {
                (text + node.comment.len() + node.formation.len(), shapes + node.shapes.len())
            });
            prop_assert_eq!((chapter.text_bytes(), chapter.shapes()), (text_bytes, shapes));
        }
    }

    #[test]
    fn a_text_that_is_read_and_written_stays_the_same(draws in draws()) {
        let mut study = study();
        for draw in draws {
            let edit = edit(&study, &draw);
            if study.check(OWNER, &edit) == Ok(true) {
                study.apply(&edit).unwrap();
            }
        }
        let text = study.chapters.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        let (read, _) = ChapterData::read_text(&text).unwrap();
        prop_assert_eq!(read.len(), study.chapters.len());
        let again: Vec<_> = read.iter().map(|data| Chapter::read(1, data).unwrap().to_string()).collect();
        prop_assert_eq!(again.join("\n"), text);
        for (read, chapter) in read.iter().zip(&study.chapters) {
            let noted = |data: &ChapterData| -> Vec<_> {
                data.nodes.iter().map(|node| (node.comment.clone(), node.formation.clone(), node.shapes.len())).collect()
            };
            prop_assert_eq!(noted(read).len(), noted(&chapter.data()).len());
        }
    }

    #[test]
    fn no_text_panics(text in "(\\[|\\]|[A-Za-z\" {}()\\\\.1-9\n]|a1b2|Layout|standard|ä){0,40}") {
        let _ = ChapterData::read_text(&text);
    }
}

#[test]
fn a_game_with_variations_and_comments_is_read() {
    let text = "[Black \"Ada\"]\n[White \"Ben\"]\n[Layout \"standard\"]\n\n{Start} 1. a1b2 {[%shapes green:b2-c3 red:e5] [%formation Row] Good} (1. a2b3 i5h5) (a4b5) i5h5 2. b2c3";
    let (chapters, _) = ChapterData::read_text(text).unwrap();
    let chapter = Chapter::read(1, &chapters[0]).unwrap();
    assert_eq!(chapter.name, "Ada – Ben");
    let root = chapter.node(0).unwrap();
    assert_eq!((&*root.comment, root.next.len(), chapter.moves()), ("Start", 3, 6));
    let first = chapter.node(root.next[0]).unwrap();
    assert_eq!((&*first.comment, &*first.formation, first.shapes.len()), ("Good", "Row", 2));
}

#[test]
fn comments_are_written_and_read_unchanged() {
    let comments = [
        "a } brace",
        "a { brace",
        "( paren )",
        "[%shapes red:b2] typed by hand",
        "[%formation Wall] typed",
        "\\[%formation Wall] typed",
        "two\nlines",
        "1. a1b2 i5h5 1-0",
        "\"quotes\" \\ and \\\\ backslashes \\",
        "[Layout \"standard\"]",
        "; semicolon",
        "%",
        "*",
        "{}",
        "[%clk 0:01:00] note",
        "[% open",
    ];
    for comment in comments {
        let mut study = study();
        let add = Edit::AddNode { chapter: 1, parent: 0, mv: "a1b2".to_owned() };
        let shape = shape(StudyColor::Red, "a1", None);
        for edit in [
            add,
            Edit::SetComment { chapter: 1, node: 1, text: comment.to_owned() },
            Edit::SetFormation { chapter: 1, node: 1, name: "a ] and }".to_owned() },
            Edit::SetShapes { chapter: 1, node: 1, shapes: vec![shape] },
        ] {
            study.apply(&edit).unwrap();
        }
        let chapter = study.chapter(1).unwrap();
        let (read, assumptions) = ChapterData::read_text(&chapter.to_string()).unwrap();
        assert_eq!((&read[0].nodes, assumptions), (&chapter.data().nodes, Vec::new()), "{comment}");
    }
}

#[test]
fn the_second_player_has_three_points() {
    let text = "[Layout \"belgian_daisy\"]\n\n1. a1b2 i5h5 (i6h6 2. a2b3) 2. b2c3";
    let (chapters, _) = ChapterData::read_text(text).unwrap();
    let written = Chapter::read(1, &chapters[0]).unwrap().to_string();
    assert!(written.ends_with("\n\n1. a1b2 i5h5 ( 1... i6h6 2. a2b3 ) 2. b2c3\n"), "{written}");
}

#[test]
fn assumptions_of_all_chapters_are_returned_once() {
    let text = "1. a1b2 i5h5 1-0\n\n1. i9h8! 1/2-1/2";
    let (chapters, assumptions) = ChapterData::read_text(text).unwrap();
    let said: Vec<_> = assumptions.iter().map(ToString::to_string).collect();
    assert_eq!(
        (chapters.len(), said),
        (2, vec!["layout assumed: belgian_daisy".to_owned(), "marks such as !? and $2 ignored".to_owned()])
    );
}

#[test]
fn faults_of_texts_have_lines() {
    for (text, line) in [
        ("", 1),
        ("[Layout \"standard\"]\n\n1. a1a2", 3),
        ("[Layout \"standard\"]\n\n(1. a1b2)", 3),
        ("[Layout \"standard\"]\n1. a1b2 (a2b3", 2),
        ("[Layout \"nowhere\"]\n", 1),
        ("[Layout \"standard\"]\n{open", 2),
        ("[Layout standard]\n", 1),
    ] {
        assert_eq!(ChapterData::read_text(text).unwrap_err().line, line, "{text:?}");
    }
}

#[test]
fn roles_permit_edits() {
    let mut study = study();
    let comment = Edit::SetComment { chapter: 1, node: 0, text: "Hello".to_owned() };
    assert_eq!(study.check(OTHER, &comment), Err(EditError::Forbidden));
    assert!(!study.may_read(Some(OTHER)) && !study.may_read(None) && study.may_read(Some(OWNER)));
    study.apply(&Edit::SetMember { user: OTHER, role: StudyRole::Viewer }).unwrap();
    assert!(study.may_read(Some(OTHER)));
    assert_eq!(study.check(OTHER, &comment), Err(EditError::Forbidden));
    study.apply(&Edit::SetMember { user: OTHER, role: StudyRole::Contributor }).unwrap();
    assert_eq!(study.check(OTHER, &comment), Ok(true));
    assert_eq!(study.check(OTHER, &Edit::Rename { name: "Mine".to_owned() }), Err(EditError::Forbidden));
    assert_eq!(study.check(OTHER, &Edit::RemoveMember { user: OTHER }), Ok(true));
    assert_eq!(
        study.check(OWNER, &Edit::SetMember { user: OWNER, role: StudyRole::Viewer }),
        Err(EditError::Owner)
    );
}

#[test]
fn edits_of_vanished_nodes_and_illegal_moves_are_rejected() {
    let mut study = study();
    let add = |parent, mv: &str| Edit::AddNode { chapter: 1, parent, mv: mv.to_owned() };
    study.apply(&add(0, "a1b2")).unwrap();
    assert_eq!(study.check(OWNER, &add(0, "A1B2")), Ok(false));
    assert!(matches!(study.check(OWNER, &add(1, "a2b3")), Err(EditError::Illegal(_))));
    assert_eq!(study.check(OWNER, &add(1, "castle")), Err(EditError::NotAMove));
    study.apply(&Edit::DeleteNode { chapter: 1, node: 1 }).unwrap();
    assert_eq!(study.check(OWNER, &add(1, "i5h5")), Err(EditError::NoSuchNode));
    assert_eq!(study.check(OWNER, &Edit::DeleteNode { chapter: 1, node: 0 }), Err(EditError::Root));
    assert_eq!(study.check(OWNER, &Edit::DeleteChapter { chapter: 9 }), Err(EditError::NoSuchChapter));
    assert_eq!(study.check(OWNER, &Edit::DeleteChapter { chapter: 1 }), Err(EditError::LastChapter));
    study.apply(&add(0, "a1b2")).unwrap();
    assert!(study.chapter(1).unwrap().node(2).is_ok(), "no id is used twice");
}

#[test]
fn limits_hold() {
    let mut study = study();
    for _ in 1..limits::CHAPTERS {
        study.apply(&Edit::AddChapter { chapter: Box::new(start(Mode::Two)) }).unwrap();
    }
    let more = Edit::AddChapter { chapter: Box::new(start(Mode::Two)) };
    assert!(matches!(study.check(OWNER, &more), Err(EditError::Full(_))));
    let long = Edit::SetComment { chapter: 1, node: 0, text: "x".repeat(limits::COMMENT_BYTES + 1) };
    assert_eq!(study.check(OWNER, &long), Err(EditError::TooLong(limits::COMMENT_BYTES)));
    for user in 10..10 + limits::MEMBERS as u128 {
        study.apply(&Edit::SetMember { user: Uuid::from_u128(user), role: StudyRole::Viewer }).unwrap();
    }
    let more = Edit::SetMember { user: OTHER, role: StudyRole::Viewer };
    assert!(matches!(study.check(OWNER, &more), Err(EditError::Full(_))));
    let standard = Position::start(Mode::Two, Layout::Standard).unwrap();
    assert_eq!(study.chapter(1).unwrap().position(0).unwrap().mode(), standard.mode());
}
