//! Contact between users: chat, conversations, challenges, clubs, studies, notifications, and the open sockets of each user.

pub mod challenges;
pub mod chat;
pub mod clubs;
pub mod conversations;
pub mod notifications;
pub mod push;
pub mod sockets;
pub mod studies;
pub mod webhooks;
