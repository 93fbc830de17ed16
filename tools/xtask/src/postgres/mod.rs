//! A throwaway PostgreSQL for the tests.

mod binaries;
mod cluster;
mod owner;

use anyhow::Result;

pub(crate) use cluster::{Cluster, free_port};

use crate::interrupt;

/// The environment variable with the tests' PostgreSQL, as a URL of a superuser.
pub(crate) const URL_VARIABLE: &str = "SUMITO_TEST_POSTGRES_URL";

/// Starts a cluster, prints its address, and removes it when a signal arrives.
pub(crate) fn serve() -> Result<()> {
    let cluster = Cluster::start()?;
    eprintln!("PostgreSQL runs until Ctrl-C. In another terminal:");
    println!("export {URL_VARIABLE}={}", cluster.url());
    interrupt::wait();
    Ok(())
}
