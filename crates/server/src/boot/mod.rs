//! Start and stop of the server, and the command line.

pub mod backups;
pub mod cli;
pub mod demo;
pub mod doctor;
pub mod input;
mod outage;
pub mod process;
pub mod reached;
mod server;

pub use self::server::Server;
