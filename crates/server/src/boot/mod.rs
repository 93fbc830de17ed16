//! Start and stop of the server, and the command line.

pub mod cli;
pub mod process;
mod server;

pub use self::server::Server;
