//! Chat lines in the store.

use std::time::Duration;

use sumito_game::Timestamp;
use sumito_kit::text::Text;
use sumito_store::{
    AddedLine, ConversationLimits, LineContent, LineLimit, LineLimits, LineRow, NewLine, Preset, Stale, Store,
};
use uuid::Uuid;

use super::{Scene, on_all, settings, user};
use crate::database::Kind;

/// Limits that no test of other subjects reaches.
pub(super) const LIMITS: LineLimits =
    LineLimits { pace: None, conversations: ConversationLimits { per_user: 100, lines: 100 } };

/// A line of the first user.
fn line(said: LineContent) -> NewLine {
    let at = Timestamp(86_400_000_000);
    NewLine { channel: "lobby:main".to_owned(), author: user(1), at, said, command: None }
}

pub(super) fn text(words: &str) -> LineContent {
    LineContent::Text(Text::chat_line(words, 99, 400, true).unwrap())
}

/// Stores lines; returns their rows.
async fn add(store: &Store, lines: &[NewLine]) -> Vec<LineRow> {
    let added = store.add_lines(lines, LIMITS).await.unwrap();
    let stored = lines.iter().zip(added).map(|(line, added)| match added {
        AddedLine::Stored { id, .. } => line.stored(id),
        other => panic!("{other:?}"),
    });
    stored.collect()
}

/// Time in the id of a line.
pub(super) fn moment(line: &LineRow) -> Timestamp {
    Timestamp((line.id.as_u128() >> 80) as i64 * 1_000)
}

#[tokio::test]
async fn chat_lines_are_kept_until_they_expire() {
    on_all(async |Scene { store, .. }: &mut Scene| {
        let elsewhere =
            NewLine { channel: "lobby:other".to_owned(), ..line(LineContent::Preset(Preset::Hello)) };
        let elsewhere = add(store, &[elsewhere]).await.remove(0);
        let said = [text("żółw"), LineContent::Preset(Preset::GoodGame), text("end")];
        let lines = add(store, &said.map(line)).await;
        assert_eq!(store.last_lines("lobby:main", 9).await.unwrap(), lines);
        assert_eq!(store.last_lines("lobby:main", 2).await.unwrap(), lines[1..]);
        assert_eq!(store.line(lines[1].id).await.unwrap().as_ref(), Some(&lines[1]));
        assert_eq!(store.line(Uuid::nil()).await.unwrap(), None);
        let old = Stale::Lines(moment(&lines[2]));
        let (mut first, next) = store.stale(old, None, 2).await.unwrap();
        // Both may be of the same millisecond.
        first.sort_by_key(|id| *id == lines[0].id);
        assert_eq!(first, [elsewhere.id, lines[0].id], "the oldest first");
        let (second, end) = store.stale(old, next, 2).await.unwrap();
        assert_eq!((second.as_slice(), end), (&[lines[1].id][..], None), "the next page");
        assert_eq!(store.remove_stale(old, &first).await.unwrap().rows, 2);
        assert_eq!(store.last_lines("lobby:main", 9).await.unwrap(), lines[1..]);
        assert_eq!(
            store.remove_stale(old, &[lines[1].id, lines[2].id]).await.unwrap().rows,
            1,
            "not the newer one"
        );
        assert_eq!(store.last_lines("lobby:main", 9).await.unwrap(), lines[2..]);
    })
    .await;
}

#[tokio::test]
async fn a_repeated_command_makes_no_second_line() {
    on_all(async |Scene { store, .. }: &mut Scene| {
        let named = |command: &str| NewLine { command: Some(command.to_owned()), ..line(text("hello")) };
        let [first, second] = ["c1", "c2"].map(named);
        let first_row = add(store, std::slice::from_ref(&first)).await.remove(0);
        let added = store.add_lines(&[first, second.clone()], LIMITS).await.unwrap();
        assert_eq!(added[0], AddedLine::Repeated(first_row.id));
        let AddedLine::Stored { id, after, .. } = added[1] else { panic!("{added:?}") };
        assert_eq!(after, Some(first_row.id));
        assert_eq!(store.last_lines("lobby:main", 9).await.unwrap(), [first_row, second.stored(id)]);
    })
    .await;
}

#[tokio::test]
async fn an_authors_lines_are_limited() {
    on_all(async |Scene { store, .. }: &mut Scene| {
        let pace = Some(LineLimit { burst: 2, span: Duration::from_hours(1) });
        let limits = LineLimits { pace, ..LIMITS };
        let elsewhere = NewLine { channel: "lobby:other".to_owned(), ..line(text("there")) };
        let lines = [line(text("one")), elsewhere, line(text("three"))];
        let added = store.add_lines(&lines, limits).await.unwrap();
        let is_stored = |added: &AddedLine| matches!(added, AddedLine::Stored { .. });
        assert_eq!(added.iter().filter(|added| is_stored(added)).count(), 2, "{added:?}");
        let refused = store.add_lines(&lines[..1], limits).await.unwrap();
        assert!(matches!(refused[0], AddedLine::TooFast { wait } if !wait.is_zero()), "{refused:?}");
    })
    .await;
}

/// Several servers write to the same channels at the same time. Each line names the line before it: no line becomes visible before an
/// earlier one.
#[tokio::test]
async fn lines_of_several_servers_have_one_order() {
    let Scene { database, store, writer, .. } = Scene::new(Kind::Postgres).await;
    let beside = Store::open_beside(database.url(), &settings()).await.unwrap();
    let channels = ["lobby:main", "lobby:other"];
    let say = async |store: &Store, first: usize| {
        let mut added = Vec::new();
        for round in 0..20 {
            let mut lines = channels.map(|channel| NewLine {
                channel: channel.to_owned(),
                ..line(text(&format!("line {round}")))
            });
            lines.rotate_left(first);
            added.extend(store.add_lines(&lines, LIMITS).await.unwrap());
        }
        added
    };
    let (one, other) = tokio::join!(say(&store, 0), say(&beside, 1));
    let before = |id: Uuid| {
        one.iter().chain(&other).find_map(|added| match added {
            AddedLine::Stored { id: this, after, .. } if *this == id => Some(*after),
            _ => None,
        })
    };
    for channel in channels {
        let lines = store.last_lines(channel, 99).await.unwrap();
        assert_eq!(lines.len(), 40);
        let mut last = None;
        for line in lines {
            assert_eq!(before(line.id), Some(last));
            last = Some(line.id);
        }
    }
    beside.close().await;
    writer.close().await;
    store.close().await;
}
