//! A throwaway PostgreSQL for the tests.

mod binaries;
mod cluster;
mod owner;

use anyhow::Result;

pub(crate) use cluster::{Cluster, free_port};

use crate::interrupt;

/// The environment variable that tells the tests where PostgreSQL listens, as a URL of a superuser.
pub(crate) const URL_VARIABLE: &str = "SUMITO_TEST_POSTGRES_URL";

/// Starts a cluster, says how to use it, and removes it when a signal arrives.
pub(crate) fn serve() -> Result<()> {
    let cluster = Cluster::start()?;
    eprintln!("PostgreSQL runs until Ctrl-C. In another terminal:");
    println!("export {URL_VARIABLE}={}", cluster.url());
    interrupt::wait();
    Ok(())
}
