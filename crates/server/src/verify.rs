#![allow(missing_docs, unused)]
use crate::store::{Store, StoreError};
#[derive(Debug, Clone, Copy)] pub struct Verified { pub games: u64 }
impl std::fmt::Display for Verified { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { Ok(()) } }
#[derive(Debug, thiserror::Error)] pub enum Fault { #[error("x")] Store(#[from] StoreError) }
pub async fn verify(store: &Store) -> Result<Verified, Fault> { Ok(Verified { games: 0 }) }
