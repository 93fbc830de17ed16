//! Contact between users: chat, challenges, studies, notifications, and the open sockets of each user.

pub mod challenges;
pub mod chat;
pub mod notifications;
pub mod push;
pub(crate) mod sockets;
pub(crate) mod studies;
