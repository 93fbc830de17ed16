//! Writes that are based on outdated account data: the store rejects them.

use sumito_kit::text::Text;
use sumito_store::{DeleteOutcome, Grounds, NewCredentials, NewSanction, Outdated, SanctionKind, TokenHash};

use super::*;

/// Makes an account with one session; returns the data that two requests have read: a login, and a change with that session.
async fn account(store: &Store) -> (Grounds, Grounds) {
    let claim = NewCredentials {
        name: "Ada".into(),
        name_key: "ada".into(),
        password_hash: "first".into(),
        link: None,
        terms: None,
    };
    let first = session(11);
    store.add_account(&UserRow { guest: false, ..user(10) }, &claim, &first).await.unwrap().unwrap();
    let account = store.account_of_name("ada").await.unwrap().unwrap();
    let password_hash = Some(account.password_hash);
    let login =
        Grounds { user: account.user.id, session: None, password_hash: password_hash.clone(), second: None };
    let change = Grounds { user: account.user.id, session: Some(first.row.id), password_hash, second: None };
    (login, change)
}

#[tokio::test]
async fn recovery_invalidates_changes_under_way() {
    on_all(async |scene| {
        let store = &scene.store;
        let (login, change) = account(store).await;
        let code = TokenHash([9; 32]);
        store.set_recovery_codes(&change, &[code]).await.unwrap().unwrap();
        store.recover("ada", &code, None, "second", &session(12)).await.unwrap().unwrap().unwrap();
        assert!(matches!(store.add_session(&login, &session(13), 9).await.unwrap(), Err(Outdated::Password)));
        assert!(matches!(store.set_password(&change, "third").await.unwrap(), Err(Outdated::Session)));
        assert!(matches!(store.set_recovery_codes(&change, &[code]).await.unwrap(), Err(Outdated::Session)));
        assert!(matches!(store.add_token(&change, &session(14), 9).await.unwrap(), Err(Outdated::Session)));
        assert!(matches!(store.remove_mail(&change).await.unwrap(), Err(Outdated::Session)));
        assert!(matches!(store.delete_user(&change, "[deleted]").await.unwrap(), Err(Outdated::Session)));
        assert_eq!(holder(store, 13).await, None);
        assert_eq!(store.account_of_name("ada").await.unwrap().unwrap().password_hash, "second");
        assert_eq!(store.recovery_codes(login.user).await.unwrap(), 0);
        let now = Grounds { password_hash: Some("second".into()), ..login };
        assert!(store.add_session(&now, &session(15), 9).await.unwrap().is_ok());
    })
    .await;
}

#[tokio::test]
async fn ban_invalidates_changes_under_way() {
    on_all(async |scene| {
        let store = &scene.store;
        let (login, _) = account(store).await;
        let ban = NewSanction {
            user: login.user,
            name: "Ada".to_owned(),
            kind: SanctionKind::Ban,
            networks: false,
            reason: Text::moderator_reason("cheating").unwrap(),
            made_by: login.user,
            created_at: Timestamp(0),
            ends_at: None,
        };
        store.sanction(&ban).await.unwrap();
        assert!(matches!(
            store.add_session(&login, &session(13), 9).await.unwrap(),
            Err(Outdated::Banned(_))
        ));
        assert_eq!(holder(store, 13).await, None);
    })
    .await;
}

#[tokio::test]
async fn deleted_guest_cannot_make_an_account() {
    on_all(async |scene| {
        let store = &scene.store;
        let first = session(11);
        store.add_user(&user(10), &first).await.unwrap();
        let grounds =
            Grounds { user: user_id(10), session: Some(first.row.id), password_hash: None, second: None };
        let deleted = store.delete_user(&grounds, "[deleted]").await.unwrap().unwrap();
        assert_eq!(deleted, DeleteOutcome::Done(vec![first.row.id]));
        let claim = NewCredentials {
            name: "Ada".into(),
            name_key: "ada".into(),
            password_hash: "first".into(),
            link: None,
            terms: None,
        };
        let made = store.make_account(&grounds, &claim, &session(12)).await.unwrap();
        assert!(matches!(made, Err(Outdated::Session)));
        assert!(store.account_of_name("ada").await.unwrap().is_none());
        assert_eq!(holder(store, 12).await, None);
    })
    .await;
}
