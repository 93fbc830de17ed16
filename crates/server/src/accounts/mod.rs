//! Users: who they are, what they may do, and how operators and moderators act on them.

pub mod admin;
pub mod apps;
pub mod identity;
pub mod mail;
pub mod moderation;
