//! Conversations in the store.

use sumito_game::Timestamp;
use sumito_services::history::retention::erase_deleted;
use sumito_store::{
    AddedLine, ConversationLimits, ConversationView, DeleteOutcome, Grounds, LineLimits, LineSelector,
    NewLine, Store, UserPair,
};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::chat::{LIMITS, moment, text};
use super::{Scene, count, execute, user, user_id};
use crate::database::{BOTH, Kind};

/// A store in which the users are accounts that follow each other.
async fn friends(kind: Kind) -> Scene {
    let scene = Scene::new(kind).await;
    execute(&scene.database, "UPDATE users SET guest = FALSE").await;
    let follow = "INSERT INTO follows (user_id, followed_id, created_at)
                  SELECT one.id, other.id, 0 FROM users AS one CROSS JOIN users AS other WHERE one.id <> other.id";
    execute(&scene.database, follow).await;
    scene
}

fn pair(one: u8, other: u8) -> UserPair {
    UserPair::new(user_id(one), user_id(other)).unwrap()
}

fn line(from: u8, to: u8, words: &str) -> NewLine {
    NewLine {
        channel: pair(from, to).channel(),
        author: user(from),
        at: Timestamp(1),
        said: text(words),
        command: None,
    }
}

async fn added(store: &Store, line: NewLine) -> AddedLine {
    store.add_lines(&[line], LIMITS).await.unwrap().remove(0)
}

/// Stores a line; returns its id, and the user for whom it is the first unread one.
async fn write(store: &Store, from: u8, to: u8, words: &str) -> (Uuid, Option<u8>) {
    match added(store, line(from, to, words)).await {
        AddedLine::Stored { id, first_unread_of, .. } => {
            (id, first_unread_of.map(|user| if user == user_id(to) { to } else { from }))
        }
        other => panic!("{other:?}"),
    }
}

/// The partners of a user's conversations, with their last lines and the number of unread ones.
async fn list(store: &Store, user: u8) -> Vec<(u8, String, u32)> {
    let rows = store.conversations(user_id(user), None, 99).await.unwrap();
    let shown = |row: sumito_store::ConversationRow| {
        (row.partner.id.0.as_u128() as u8, row.line.said.as_str().to_owned(), row.unread)
    };
    rows.into_iter().map(shown).collect()
}

fn listed(rows: &[(u8, &str, u32)]) -> Vec<(u8, String, u32)> {
    rows.iter().map(|(user, words, unread)| (*user, (*words).to_owned(), *unread)).collect()
}

#[test]
fn a_pair_has_one_channel() {
    assert_eq!(pair(1, 2), pair(2, 1));
    assert_eq!(UserPair::of_channel(&pair(1, 2).channel()), Some(pair(1, 2)));
    assert_eq!(UserPair::new(user_id(1), user_id(1)), None);
    assert_eq!((pair(1, 2).partner(user_id(2)), pair(1, 2).partner(user_id(3))), (Some(user_id(1)), None));
    for channel in ["lobby:main", "conversation:", "conversation:x:y"] {
        assert_eq!(UserPair::of_channel(channel), None);
    }
}

#[tokio::test]
async fn unread_lines_are_counted_until_they_are_read() {
    for kind in BOTH {
        let scene = friends(kind).await;
        let store = &scene.store;
        let (first, told) = write(store, 1, 2, "first").await;
        assert_eq!(told, Some(2));
        let (second, told) = write(store, 1, 2, "second").await;
        assert_eq!(told, None, "the first line is unread");
        assert_eq!(list(store, 1).await, listed(&[(2, "second", 0)]));
        assert_eq!(list(store, 2).await, listed(&[(1, "second", 2)]));
        assert_eq!(store.unread_conversations(user_id(2)).await.unwrap(), 1);
        assert_eq!(store.unread_conversations(user_id(1)).await.unwrap(), 0);

        let read = async |line| store.read_conversation(pair(1, 2), user_id(2), line).await.unwrap();
        assert_eq!(read(first).await, Some(true));
        assert_eq!(list(store, 2).await, listed(&[(1, "second", 1)]));
        assert_eq!(read(first).await, None, "nothing changes");
        assert_eq!(read(Uuid::max()).await, Some(false));
        let view = store.conversation_view(pair(1, 2), user_id(2)).await.unwrap();
        assert_eq!(view, Some(ConversationView { read: second, hidden: Uuid::nil() }), "not the future");
        let (_, told) = write(store, 1, 2, "third").await;
        assert_eq!(told, Some(2));
        let (_, told) = write(store, 2, 1, "answer").await;
        assert_eq!(told, Some(1));
        assert_eq!(list(store, 2).await, listed(&[(1, "answer", 0)]), "who answers has read");

        // Two lines of one transaction.
        read(Uuid::max()).await;
        store.read_conversation(pair(1, 2), user_id(1), Uuid::max()).await.unwrap();
        let both = store.add_lines(&[line(1, 2, "a"), line(1, 2, "b")], LIMITS).await.unwrap();
        let told =
            both.iter().filter(|added| matches!(added, AddedLine::Stored { first_unread_of: Some(_), .. }));
        assert_eq!(told.count(), 1, "{both:?}");

        // A removed line is not unread.
        store.remove_lines(LineSelector::Of(user_id(1)), None).await.unwrap();
        assert_eq!(list(store, 2).await, listed(&[(1, "answer", 0)]));
        assert_eq!(store.unread_conversations(user_id(2)).await.unwrap(), 0);
        scene.end().await;
    }
}

#[tokio::test]
async fn conversations_are_listed_in_pages() {
    for kind in BOTH {
        let scene = friends(kind).await;
        let store = &scene.store;
        for other in [2, 3, 4] {
            write(store, other, 1, "hello").await;
        }
        write(store, 1, 2, "hi").await;
        // Lines of different conversations may be of the same millisecond.
        let all = store.conversations(user_id(1), None, 9).await.unwrap();
        assert!(all.is_sorted_by(|one, other| one.place > other.place));
        let mut rows = list(store, 1).await;
        rows.sort();
        assert_eq!(rows, listed(&[(2, "hi", 0), (3, "hello", 1), (4, "hello", 1)]));
        let page = store.conversations(user_id(1), None, 2).await.unwrap();
        let rest = store.conversations(user_id(1), Some(page[1].place), 2).await.unwrap();
        assert_eq!([page, rest].concat(), all);
        let mut lines = Vec::new();
        for number in 0..5 {
            lines.push(write(store, 1, 5, &format!("line {number}")).await.0);
        }
        let channel = pair(1, 5).channel();
        let between = async |before, after| {
            let found = store.lines_between(&channel, before, after, 2).await.unwrap();
            found.into_iter().map(|line| line.id).collect::<Vec<_>>()
        };
        assert_eq!(between(None, Uuid::nil()).await, [lines[4], lines[3]]);
        assert_eq!(between(Some(lines[3]), Uuid::nil()).await, [lines[2], lines[1]]);
        assert_eq!(between(Some(lines[3]), lines[1]).await, [lines[2]]);
        let middle = store.line(lines[2]).await.unwrap().unwrap();
        let around = store.lines_around(&middle, 1).await.unwrap();
        assert_eq!(around.iter().map(|line| line.id).collect::<Vec<_>>(), lines[1..=3]);
        scene.end().await;
    }
}

#[tokio::test]
async fn only_friends_write() {
    for kind in BOTH {
        let scene = friends(kind).await;
        let store = &scene.store;
        write(store, 1, 2, "hello").await;
        let ends = [
            ("DELETE FROM follows WHERE user_id = $1 AND followed_id = $2", 1, 2),
            ("DELETE FROM follows WHERE user_id = $1 AND followed_id = $2", 4, 3),
            ("INSERT INTO blocks (user_id, blocked_id, created_at) VALUES ($1, $2, 0)", 5, 6),
        ];
        let place = |number: u8| match kind {
            Kind::Postgres => format!("'{}'", user_id(number).0),
            _ => format!("x'{}'", user_id(number).0.simple()),
        };
        for (sql, one, other) in ends {
            execute(&scene.database, sql.replace("$1", &place(one)).replace("$2", &place(other))).await;
            assert!(!store.may_converse(pair(one, other)).await.unwrap());
            for (from, to) in [(one, other), (other, one)] {
                assert_eq!(added(store, line(from, to, "hello?")).await, AddedLine::NotFriends);
            }
        }
        execute(&scene.database, format!("UPDATE users SET guest = TRUE WHERE id = {}", place(7))).await;
        assert_eq!(added(store, line(8, 7, "hello?")).await, AddedLine::NotFriends);
        let foreign = NewLine { author: user(9), ..line(1, 8, "hello?") };
        assert_eq!(added(store, foreign).await, AddedLine::NotFriends);
        assert_eq!(list(store, 2).await, listed(&[(1, "hello", 1)]), "old lines stay");
        assert!(list(store, 8).await.is_empty());
        scene.end().await;
    }
}

#[tokio::test]
async fn a_deleted_conversation_returns_with_the_next_line() {
    for kind in BOTH {
        let scene = friends(kind).await;
        let store = &scene.store;
        assert_eq!(store.hide_conversation(pair(1, 2), user_id(1)).await.unwrap(), None);
        write(store, 1, 2, "first").await;
        let (second, _) = write(store, 2, 1, "second").await;
        let hidden = store.hide_conversation(pair(1, 2), user_id(1)).await.unwrap().unwrap();
        assert_eq!((hidden.until, hidden.until_for_both), (second, Uuid::nil()));
        assert!(list(store, 1).await.is_empty());
        assert_eq!(store.unread_conversations(user_id(1)).await.unwrap(), 0);
        assert_eq!(list(store, 2).await, listed(&[(1, "second", 0)]));
        write(store, 2, 1, "third").await;
        assert_eq!(list(store, 1).await, listed(&[(2, "third", 1)]));
        let lines = store.lines_between(&pair(1, 2).channel(), None, hidden.until, 9).await.unwrap();
        assert_eq!(lines.len(), 1);

        // Conversations that both have deleted are removed.
        let hidden = store.hide_conversation(pair(1, 2), user_id(2)).await.unwrap().unwrap();
        assert_eq!(hidden.until_for_both, second);
        let removed = LineSelector::Conversation(pair(1, 2), hidden.until_for_both);
        assert!(store.remove_lines(removed, None).await.unwrap());
        assert_eq!(count(&scene.database, "SELECT count(*) FROM chat_lines").await, 1);
        assert_eq!(list(store, 1).await, listed(&[(2, "third", 1)]));
        scene.end().await;
    }
}

#[tokio::test]
async fn conversations_and_their_lines_are_limited() {
    for kind in BOTH {
        let scene = friends(kind).await;
        let store = &scene.store;
        let conversations = ConversationLimits { per_user: 2, lines: 3 };
        let limits = LineLimits { conversations, ..LIMITS };
        let say = async |from, to, words: &str| {
            store.add_lines(&[line(from, to, words)], limits).await.unwrap().remove(0)
        };
        let is_stored = |added: &AddedLine| matches!(added, AddedLine::Stored { .. });
        let many = [line(1, 2, "a"), line(1, 3, "b"), line(1, 4, "c"), line(5, 1, "d"), line(1, 2, "e")];
        let added = store.add_lines(&many, limits).await.unwrap();
        assert_eq!(added.iter().map(is_stored).collect::<Vec<_>>(), [true, true, false, false, true]);
        for refused in &added[2..4] {
            assert_eq!(*refused, AddedLine::TooManyConversations { of: user_id(1) });
        }
        assert!(list(store, 4).await.is_empty() && list(store, 5).await.is_empty());
        store.hide_conversation(pair(1, 2), user_id(1)).await.unwrap();
        assert!(is_stored(&say(1, 4, "c").await), "a deleted one makes room");
        let back = say(2, 1, "back?").await;
        assert_eq!(back, AddedLine::TooManyConversations { of: user_id(1) }, "and needs room to return");
        for words in ["f", "g", "h"] {
            assert!(is_stored(&say(3, 1, words).await));
        }
        let lines = store.lines_between(&pair(1, 3).channel(), None, Uuid::nil(), 9).await.unwrap();
        assert_eq!(lines.iter().map(|line| line.said.as_str()).collect::<Vec<_>>(), ["h", "g", "f"]);
        scene.end().await;
    }
}

#[tokio::test]
async fn conversations_end_with_their_lines_and_with_accounts() {
    for kind in BOTH {
        let scene = friends(kind).await;
        let store = &scene.store;
        let (first, _) = write(store, 1, 2, "old").await;
        let old = store.line(first).await.unwrap().unwrap();
        let (second, _) = write(store, 3, 1, "new").await;
        let new = store.line(second).await.unwrap().unwrap();
        write(store, 1, 3, "newer").await;
        let rows = async || count(&scene.database, "SELECT count(*) FROM conversations").await;
        store.remove_lines(LineSelector::Line(first), None).await.unwrap();
        assert_eq!(store.forget_conversations(moment(&old), 9).await.unwrap(), 0);
        let next = Timestamp(moment(&old).0 + 1_000);
        // The lines may be of the same millisecond.
        let forgotten = store.forget_conversations(next.min(moment(&new)), 1).await.unwrap();
        assert_eq!(rows().await, 4 - forgotten as i64);
        assert!(list(store, 2).await.is_empty(), "it has no line");

        let grounds = Grounds { user: user_id(1), session: None, password_hash: None, second: None };
        let deleted = store.delete_user(&grounds, "[deleted]").await.unwrap();
        assert!(matches!(deleted, Ok(DeleteOutcome::Done(_))));
        erase_deleted(store, &CancellationToken::new()).await.unwrap();
        assert_eq!(rows().await, 0);
        assert_eq!(count(&scene.database, "SELECT count(*) FROM chat_lines").await, 0, "of both users");
        assert!(list(store, 3).await.is_empty());
        scene.end().await;
    }
}
