//! The program `sumito`: [`boot`] has its start, stop and command line. Below are the crates [`sumito_gateway`] and [`sumito_services`].

pub mod boot;

pub use boot::Server;
