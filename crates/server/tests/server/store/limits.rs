//! Limits per user hold for all nodes of a database together.

use std::time::Duration;

use futures_util::future::join_all;
use sumito_game::TimeControl;
use sumito_kit::text::Text;
use sumito_rules::{Layout, Mode};
use sumito_store::{
    AddChallengeError, AddedReport, AttemptKey, ChallengeRow, ChallengeStatus, ChallengeTerms, Grounds,
    NewCredentials, ReportLimits, ReportRow,
};

use super::*;

/// Limit of everything that a user may have.
const LIMIT: u32 = 3;

/// Returns two stores of one database, with a few users in it.
async fn two_stores(database: &Database) -> [Store; 2] {
    let stores = [
        Store::join(database.url(), &settings()).await.unwrap(),
        Store::join(database.url(), &settings()).await.unwrap(),
    ];
    for number in 1..=9 {
        stores[0].add_user(&user(number), &session(number)).await.unwrap();
    }
    stores
}

#[tokio::test]
async fn limits_per_user_hold_when_two_nodes_add_at_the_same_time() {
    let database = Database::new(Kind::Postgres).await;
    let stores = two_stores(&database).await;
    let claim = NewCredentials {
        name: "Ada".into(),
        name_key: "ada".into(),
        password_hash: "first".into(),
        link: None,
        terms: None,
    };
    let (owner, first) = (user_id(10), session(11));
    stores[0].add_account(&UserRow { guest: false, ..user(10) }, &claim, &first).await.unwrap().unwrap();
    let grounds = Grounds { user: owner, session: Some(first.row.id), password_hash: None, second: None };
    let report = |number: u8| ReportRow {
        id: Uuid::from_u128(number.into()),
        reporter: owner,
        reported: user_id(1),
        game: None,
        line: None,
        tournament: None,
        club: None,
        said: None,
        words: Text::default(),
        created_at: Timestamp(1),
    };
    let reports = ReportLimits { by_reporter: LIMIT, about_player: 100 };
    let adding = (1..=8).map(async |number: u8| {
        let store = &stores[usize::from(number % 2)];
        let mut token = session(20 + number);
        token.row.scopes = Some("play".to_owned());
        let (other, now) = (user_id(number), Timestamp(1));
        [
            store.follow(owner, other, now, LIMIT).await.unwrap(),
            store.block(owner, other, now, LIMIT).await.unwrap(),
            store.add_report(&report(number), Timestamp(0), reports).await.unwrap() == AddedReport::Added,
            store.add_token(&grounds, &token, LIMIT).await.unwrap().unwrap(),
        ]
    });
    let added = join_all(adding).await;
    for what in 0..4 {
        assert_eq!(added.iter().filter(|added| added[what]).count(), LIMIT as usize, "{what}");
    }
    for store in stores {
        store.close().await;
    }
}

fn challenge(challenger: u8, challenged: u8) -> ChallengeRow {
    let terms = ChallengeTerms {
        mode: Mode::Two,
        layout: Layout::Standard,
        time: TimeControl::None,
        vacations: false,
        rated: false,
        seat: None,
    };
    ChallengeRow {
        id: Uuid::new_v4(),
        challenger: user(challenger),
        challenged: user(challenged),
        answers: user_id(challenged),
        round: 1,
        terms,
        status: ChallengeStatus::Open,
        reason: None,
        room: None,
        room_made: false,
        pairing: None,
        created_at: Timestamp(1),
        expires_at: Timestamp(9),
    }
}

#[tokio::test]
async fn rooms_created_at_two_nodes_count_together() {
    let database = Database::new(Kind::Postgres).await;
    let stores = two_stores(&database).await;
    let mut writers = [stores[0].writer().unwrap(), stores[1].writer().unwrap()];
    let create = async |node: u8, writer: &mut Writer| {
        let mut stored = 0;
        for number in 1..=4_u8 {
            let mut change = created(10 * node + number, None);
            change.new.as_mut().unwrap().open_max = Some(LIMIT.into());
            match writer.append(&batch([change])).await {
                Ok(()) => stored += 1,
                Err(error) => assert!(matches!(error, StoreError::Conflict(_)), "{error}"),
            }
        }
        stored
    };
    let [one, other] = &mut writers;
    let (one, other) = tokio::join!(create(1, one), create(2, other));
    assert_eq!(one + other, LIMIT);
    for (store, writer) in stores.into_iter().zip(writers) {
        writer.close().await;
        store.close().await;
    }
}

#[tokio::test]
async fn challenges_at_two_nodes_count_together() {
    let database = Database::new(Kind::Postgres).await;
    let stores = two_stores(&database).await;
    let add = async |(number, challenge): (usize, ChallengeRow)| {
        stores[number % 2].add_challenge(&challenge, LIMIT).await.unwrap()
    };
    // Two players challenge each other.
    let mutual = (0..8).map(|number: u8| challenge(1 + number % 2, 2 - number % 2)).enumerate().map(add);
    let added = join_all(mutual).await;
    assert_eq!(added.iter().filter(|added| added.is_ok()).count(), 1, "{added:?}");
    assert!(added.iter().all(|added| matches!(added, Ok(()) | Err(AddChallengeError::Open))), "{added:?}");
    // A player challenges many others.
    let many = (4..=9).map(|number| challenge(3, number)).enumerate().map(add);
    let added = join_all(many).await;
    assert_eq!(added.iter().filter(|added| added.is_ok()).count(), LIMIT as usize, "{added:?}");
    for store in stores {
        store.close().await;
    }
}

#[tokio::test]
async fn attempts_at_two_nodes_count_together_and_are_forgotten() {
    let database = Database::new(Kind::Postgres).await;
    let stores = two_stores(&database).await;
    let (key, hour) = (AttemptKey::new("logins", &[b"ada"]), Duration::from_hours(1));
    let attempts = (0..8).map(|number: usize| stores[number % 2].count_attempt(key, LIMIT, hour));
    let waits: Vec<_> = join_all(attempts).await.into_iter().map(Result::unwrap).collect();
    assert_eq!(waits.iter().filter(|wait| wait.is_none()).count(), LIMIT as usize);
    assert!(waits.iter().flatten().all(|wait| *wait <= hour / LIMIT && !wait.is_zero()), "{waits:?}");
    let other = AttemptKey::new("logins", &[b"ad", b"a"]);
    assert_eq!(stores[1].count_attempt(other, LIMIT, Duration::ZERO).await.unwrap(), None);
    assert_eq!(
        stores[0].forget_attempts(9).await.unwrap(),
        1,
        "the count of the other key is no longer needed"
    );
    for store in stores {
        store.close().await;
    }
}
