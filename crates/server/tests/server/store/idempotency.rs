//! Requests with an `Idempotency-Key`.

use sumito_store::{BegunRequest, IdempotentRequest, SessionId, StoredAnswer};

use super::*;

const MAX: u32 = 3;

/// Returns a request of the first user with this key.
async fn request(store: &Store, key: u8) -> IdempotentRequest {
    let owner = store.holder(&TokenHash([1; 32]), Timestamp(0)).await.unwrap().unwrap();
    IdempotentRequest { session: owner.session.id, key: [key; 32], content: [9; 32] }
}

#[tokio::test]
async fn a_request_is_answered_forgotten_or_pending() {
    on_all(async |Scene { store, .. }| {
        let request = request(store, 1).await;
        let begin = || store.begin_request(&request, Timestamp(1), MAX);
        assert_eq!(begin().await.unwrap(), BegunRequest::First);
        assert_eq!(begin().await.unwrap(), BegunRequest::Pending);
        store.forget_request(&request).await.unwrap();
        assert_eq!(begin().await.unwrap(), BegunRequest::First);
        let answer = StoredAnswer { status: 201, location: Some("/a".into()), body: Some(vec![1, 2]) };
        store.answer_request(&request, &answer).await.unwrap();
        assert_eq!(begin().await.unwrap(), BegunRequest::Answered(answer));
        let other = IdempotentRequest { content: [8; 32], ..request.clone() };
        assert_eq!(store.begin_request(&other, Timestamp(1), MAX).await.unwrap(), BegunRequest::Other);
        // Without a session there is nothing to remember.
        let ended = IdempotentRequest { session: SessionId(Uuid::nil()), ..request };
        for _ in 0..2 {
            assert_eq!(store.begin_request(&ended, Timestamp(1), MAX).await.unwrap(), BegunRequest::First);
        }
    })
    .await;
}

#[tokio::test]
async fn keys_of_a_session_are_bounded_and_expire() {
    on_all(async |Scene { store, .. }| {
        for key in 1..=5 {
            let request = request(store, key).await;
            store.begin_request(&request, Timestamp(key.into()), MAX).await.unwrap();
        }
        let first = request(store, 2).await;
        let known = request(store, 3).await;
        assert_eq!(store.begin_request(&known, Timestamp(6), MAX).await.unwrap(), BegunRequest::Pending);
        assert_eq!(store.begin_request(&first, Timestamp(6), MAX).await.unwrap(), BegunRequest::First);
        // The keys 4, 5 and 2 are left.
        assert_eq!(store.forget_requests(Timestamp(6), 1).await.unwrap(), 1);
        assert_eq!(store.forget_requests(Timestamp(6), 9).await.unwrap(), 1);
        assert_eq!(store.begin_request(&first, Timestamp(6), MAX).await.unwrap(), BegunRequest::Pending);
    })
    .await;
}
