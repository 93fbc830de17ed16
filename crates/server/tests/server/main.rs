//! The real server, spoken to as a client would: sockets, HTTP, signals.

#![expect(clippy::unwrap_used, reason = "a test that panics has failed")]

mod accounts;
mod addresses;
mod analyses;
mod bad_input;
mod bots;
mod client;
mod compression;
mod computers;
mod connections;
mod crash;
mod database;
mod delay;
#[cfg(target_os = "linux")]
mod disk;
mod documented;
mod explorer;
mod export;
mod feed;
mod history;
mod http;
mod identity;
mod import;
mod limits;
mod lobby;
mod moderation;
mod nul;
mod once;
mod one_game;
mod openapi;
mod operator;
mod origins;
mod outage;
mod own_rooms;
mod pages;
mod pictures;
mod play;
mod players;
mod positions;
mod presence;
mod process;
mod ratings;
mod raw;
mod resume;
mod sessions;
mod store;
mod tables;
mod test_server;
mod tokens;
mod tournaments;
mod verify;
