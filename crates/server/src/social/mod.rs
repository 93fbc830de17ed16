//! Contact between users: chat, challenges, notifications, and the open sockets of each user.

pub mod challenges;
pub mod chat;
pub mod notifications;
pub mod push;
pub(crate) mod sockets;
