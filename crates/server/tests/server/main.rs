//! Tests against the real server, through sockets, HTTP and signals.

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
mod clubs;
mod cluster;
mod compression;
mod computers;
mod connections;
mod copy;
mod crash;
mod database;
mod delay;
mod deletion;
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
mod hang_ups;
mod history;
mod http;
mod hygiene;
mod identity;
mod import;
mod interleaved;
mod limits;
mod lobby;
mod lockout;
mod mail;
mod matchmaking;
mod metrics;
mod moderation;
#[path = "../../../cluster/tests/cluster/nats_server.rs"]
#[allow(dead_code, reason = "the tests of the bus use more of it")]
mod nats_server;
mod node_accounts;
mod node_chat;
mod node_duties;
mod node_lobby;
mod node_own_rooms;
mod node_pairing;
mod node_presence;
mod node_servers;
mod nodes;
mod nul;
mod once;
mod one_game;
mod openapi;
mod operator;
mod origins;
mod outage;
mod overview;
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
mod puzzles;
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
