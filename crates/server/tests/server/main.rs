//! The real server, spoken to as a client would: sockets, HTTP, signals.

#![expect(clippy::unwrap_used, reason = "a test that panics has failed")]
#![expect(clippy::disallowed_methods, reason = "a test asks the host what the time is, as a client would")]

mod accounts;
mod addresses;
mod admin;
mod analyses;
mod archive;
mod bad_input;
mod boards;
mod bots;
mod challenges;
mod chat;
mod client;
mod cluster;
mod compression;
mod computers;
mod connections;
mod copy;
mod crash;
mod database;
mod delay;
#[cfg(target_os = "linux")]
mod disk;
mod documented;
mod explorer;
mod export;
mod feed;
mod floods;
mod gate;
#[cfg(target_os = "linux")]
mod greed;
mod history;
mod http;
mod identity;
mod import;
mod limits;
mod lobby;
mod mail;
mod matchmaking;
mod metrics;
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
mod push;
mod push_service;
mod ratings;
mod raw;
mod resume;
mod retention;
mod sessions;
mod sizes;
mod smtp;
mod store;
mod tables;
mod test_server;
mod tokens;
mod tournaments;
mod traces;
mod transcript;
mod upgrades;
mod vanished;
mod verify;
