//! Users: their identity, their rights, and the tools of operators and moderators.

pub mod admin;
pub mod apps;
pub mod identity;
pub mod mail;
pub mod moderation;
