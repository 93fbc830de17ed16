//! The edge of the server: HTTP, WebSockets, pages, and the conversion between the wire format and domain values. No other crate of the
//! server knows these.

pub mod app;
pub(crate) mod avatars;
pub(crate) mod codec;
pub mod http;
pub mod import;
pub mod limits;
mod listen;
mod pages;
pub(crate) mod pictures;
pub(crate) mod readiness;
pub mod receipts;
pub mod rest;
pub mod router;
#[cfg(feature = "simulated")]
pub mod simulated;
pub mod site;
pub mod socket;
pub mod waiting;
