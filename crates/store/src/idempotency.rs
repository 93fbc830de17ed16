//! Requests with an `Idempotency-Key`, and their answers. Each belongs to a session or token, and ends with it.

use sumito_game::Timestamp;

use super::{SessionId, StoreError, store_api};

/// A request with a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdempotentRequest {
    /// Session or token of the caller.
    pub session: SessionId,
    /// SHA-256 of the key.
    pub key: [u8; 32],
    /// SHA-256 of the path and the body.
    pub content: [u8; 32],
}

/// State of a request when it arrives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BegunRequest {
    /// No request had this key before.
    First,
    /// A request with another content had this key.
    Other,
    /// The same request is in progress, or was interrupted.
    Pending,
    /// The same request was answered.
    Answered(StoredAnswer),
}

/// The answer to a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredAnswer {
    /// HTTP status of the answer.
    pub status: u16,
    /// Address of the created resource.
    pub location: Option<String>,
    /// Encrypted body; `None` if it was too long to be stored.
    pub body: Option<Vec<u8>>,
}

store_api! { each_database:
    /// Records that a request starts, unless its key was used before. Of a session's keys the newest `max` are kept.
    pub async fn begin_request(
        &self,
        request: &IdempotentRequest,
        now: Timestamp,
        max: u32,
    ) -> Result<BegunRequest, StoreError>;

    /// Records the answer to a request that has started.
    pub async fn answer_request(&self, request: &IdempotentRequest, answer: &StoredAnswer) -> Result<(), StoreError>;

    /// Forgets a request that had no effect.
    pub async fn forget_request(&self, request: &IdempotentRequest) -> Result<(), StoreError>;

    /// Forgets at most `limit` requests from before a time; returns the number forgotten.
    pub async fn forget_requests(&self, before: Timestamp, limit: u32) -> Result<u64, StoreError>;
}
