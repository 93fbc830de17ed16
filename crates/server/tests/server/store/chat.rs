//! Chat lines in the store.

use sumito_game::Timestamp;
use sumito_kit::text::Text;
use sumito_store::{LineContent, LineRow, Preset, Stale};
use uuid::{Builder, Uuid};

use super::{Scene, on_all, user};

/// A line of the first user, with an id of this moment.
fn line(millis: u64, said: LineContent) -> LineRow {
    let id = Builder::from_unix_timestamp_millis(millis, &[7; 10]).into_uuid();
    let at = Timestamp(millis as i64 * 1_000);
    LineRow {
        id,
        channel: "lobby:main".to_owned(),
        author: user(1),
        at,
        said,
        command: Some("c1".to_owned()),
    }
}

fn text(words: &str) -> LineContent {
    LineContent::Text(Text::chat_line(words, 99, 400, true).unwrap())
}

#[tokio::test]
async fn chat_lines_are_kept_until_they_expire() {
    on_all(async |Scene { store, .. }: &mut Scene| {
        let said = [text("żółw"), LineContent::Preset(Preset::GoodGame), text("end")];
        let lines: Vec<_> = (1..).zip(said).map(|(day, said)| line(day * 86_400_000, said)).collect();
        let elsewhere =
            LineRow { channel: "lobby:other".to_owned(), ..line(1, LineContent::Preset(Preset::Hello)) };
        store.add_lines(&lines).await.unwrap();
        store.add_lines(std::slice::from_ref(&elsewhere)).await.unwrap();
        assert_eq!(store.last_lines("lobby:main", 9).await.unwrap(), lines);
        assert_eq!(store.last_lines("lobby:main", 2).await.unwrap(), lines[1..]);
        assert_eq!(store.line(lines[1].id).await.unwrap().as_ref(), Some(&lines[1]));
        assert_eq!(store.line(Uuid::nil()).await.unwrap(), None);
        let third = lines[2].at;
        let old = Stale::Lines(third);
        let (first, next) = store.stale(old, None, 2).await.unwrap();
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
