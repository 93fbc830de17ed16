//! Contact between users: chat, conversations, challenges, clubs, studies, notifications, and the open sockets of each user.

pub mod challenges;
pub mod chat;
pub(crate) mod clubs;
pub(crate) mod conversations;
pub mod notifications;
pub mod push;
pub(crate) mod sockets;
pub(crate) mod studies;
pub mod webhooks;
