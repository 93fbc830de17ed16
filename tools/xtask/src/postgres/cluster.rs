use std::{
    fs::{self, OpenOptions, Permissions},
    io::Write as _,
    net::{Ipv4Addr, TcpListener},
    os::unix::fs::PermissionsExt as _,
    path::PathBuf,
    process::Command,
};

use anyhow::{Context, Result};
use tempfile::TempDir;

use super::{binaries::Binaries, owner::ServiceUser};
use crate::{interrupt, process, temporary};

/// A throwaway PostgreSQL in a temporary folder, stopped and removed when the value is dropped.
///
/// `fsync` and `synchronous_commit` stay on, as in production: the tests also check that an acknowledged move is durable. Every user with
/// access to this machine's loopback interface may connect as superuser.
pub(crate) struct Cluster {
    folder: TempDir,
    binaries: Binaries,
    owner: ServiceUser,
    port: u16,
}

impl Cluster {
    /// Creates a cluster and waits until it accepts connections.
    pub(crate) fn start() -> Result<Self> {
        let binaries = Binaries::find_or_install()?;
        let owner = ServiceUser::find()?;
        let private = Permissions::from_mode(0o700);
        let folder = tempfile::Builder::new()
            .prefix("sumito-postgres-")
            .permissions(private)
            .tempdir_in(temporary::folder());
        let folder = folder.context("cannot create a temporary folder for PostgreSQL")?;
        owner.give(folder.path())?;
        let cluster = Self { folder, binaries, owner, port: free_port()? };
        cluster.init()?;
        cluster.configure()?;
        cluster.listen()?;
        interrupt::check()?;
        Ok(cluster)
    }

    /// The address of the database `postgres` for the superuser `postgres`.
    pub(crate) fn url(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}/postgres", self.port)
    }

    fn init(&self) -> Result<()> {
        let mut initdb = self.binaries.initdb();
        initdb.args(["--username=postgres", "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync"]);
        initdb.arg("--pgdata").arg(self.data());
        self.run(initdb)
    }

    fn configure(&self) -> Result<()> {
        let path = self.data().join("postgresql.conf");
        let settings = format!(
            "listen_addresses = '127.0.0.1'\n\
             port = {}\n\
             unix_socket_directories = ''\n\
             max_connections = 200\n\
             shared_buffers = '32MB'\n",
            self.port
        );
        let file = OpenOptions::new().append(true).open(&path);
        file.and_then(|mut file| file.write_all(settings.as_bytes()))
            .with_context(|| format!("cannot write {}", path.display()))
    }

    fn listen(&self) -> Result<()> {
        let mut start = self.pg_ctl("start");
        start.arg("--log").arg(self.log());
        self.run(start).with_context(|| fs::read_to_string(self.log()).unwrap_or_default())
    }

    fn stop(&self) -> Result<()> {
        let mut stop = self.pg_ctl("stop");
        stop.args(["--mode", "immediate"]);
        self.run(stop)
    }

    fn pg_ctl(&self, action: &str) -> Command {
        let mut command = self.binaries.pg_ctl();
        command.args([action, "--wait", "--pgdata"]).arg(self.data());
        command
    }

    fn run(&self, mut command: Command) -> Result<()> {
        self.owner.run(&mut command);
        // The owner may lack access to the current folder, which PostgreSQL's programs require.
        command.current_dir(self.folder.path());
        process::output(&mut command).map(drop)
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn log(&self) -> PathBuf {
        self.folder.path().join("log")
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let runs = self.data().join("postmaster.pid").exists();
        if runs && let Err(error) = self.stop() {
            eprintln!("warning: cannot stop PostgreSQL in {}: {error:#}", self.folder.path().display());
        }
    }
}

/// Returns a port that is currently free.
pub(crate) fn free_port() -> Result<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|listener| listener.local_addr());
    Ok(listener.context("cannot find a free port")?.port())
}

#[cfg(test)]
mod tests {
    use std::net::TcpStream;

    use super::*;

    #[test]
    fn a_cluster_listens_while_it_is_held_and_leaves_nothing_behind() {
        let cluster = Cluster::start().unwrap();
        let (folder, port) = (cluster.folder.path().to_owned(), cluster.port);
        TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
        drop(cluster);
        TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap_err();
        assert!(!folder.exists());
    }

    #[test]
    fn a_cluster_that_does_not_start_says_why_and_leaves_nothing_behind() {
        let mut cluster = Cluster::start().unwrap();
        cluster.stop().unwrap();
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        cluster.port = taken.local_addr().unwrap().port();
        cluster.configure().unwrap();
        let error = cluster.listen().unwrap_err();
        assert!(format!("{error:#}").contains("Address already in use"), "{error:#}");
        let folder = cluster.folder.path().to_owned();
        drop(cluster);
        assert!(!folder.exists());
    }
}
