//! The edge of the server: HTTP, WebSockets, pages, and the conversion between the wire format and domain values.

pub(crate) mod app;
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
pub(crate) mod router;
pub mod site;
pub mod socket;
