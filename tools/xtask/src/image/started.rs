//! A start of the image as in `docker-compose.yml`: without privileges, on a read-only root, with a real PostgreSQL.

use std::{
    fs,
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Instant,
};

use anyhow::{Context, Result, ensure};
use nix::{
    sys::signal::{self, Signal},
    unistd::Pid,
};

use super::{
    NAME,
    buildah::Buildah,
    compose::{Service, default_of},
};
use crate::{postgres, process};

/// The confinement of a container engine: a mount namespace, a root that is read-only except for the volume and `/tmp`, and no
/// capabilities.
const CONFINED: &str = r#"
set -e
root=$1 volume=$2 secrets=$3 hosts=$4; shift 4
mount --bind "$root" "$root"
touch "$root/etc/hosts"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --bind "$volume" "$root/data"
mount -t tmpfs tmpfs "$root/tmp"
mount -t tmpfs tmpfs "$root/run"
mkdir "$root/run/secrets"
mount --bind "$secrets" "$root/run/secrets"
mount --bind "$hosts" "$root/etc/hosts"
mount -o remount,bind,ro "$root/run/secrets"
mount -o remount,bind,ro "$root"
exec chroot "$root" setpriv --reuid sumito --regid sumito --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all -- "$@"
"#;

/// Starts the image, runs its health check, and stops it as an engine would.
pub(super) fn smoke_test(buildah: &Buildah, folder: &Path, service: &Service) -> Result<()> {
    let cluster = postgres::Cluster::start()?;
    let files = buildah.files(NAME)?;
    let outside = HostEnv::make(folder, service)?;
    let start = Instant::now();
    let mut server =
        confined(files.place(), &outside, service, &cluster, &[])?.stdout(Stdio::piped()).spawn()?;
    let address = ready(&mut server);
    let took = start.elapsed();
    let checked = address.and_then(|address| {
        println!("{address} after {} ms", took.as_millis());
        let user = fs::read_to_string(format!("/proc/{}/status", server_process(&server)?))?;
        ensure!(
            user.lines().any(|line| line.starts_with("CapBnd:") && line.ends_with("0000000000000000")),
            "it has capabilities"
        );
        ensure!(user.lines().any(|line| line == "NoNewPrivs:\t1"), "it could get privileges");
        process::run(&mut confined(files.place(), &outside, service, &cluster, &["healthcheck"])?)?;
        process::run(&mut confined(files.place(), &outside, service, &cluster, &["verify"])?)?;
        let mut writes = confined_program(files.place(), &outside, &["touch", "/written"]);
        ensure!(!writes.stderr(Stdio::null()).status()?.success(), "the root can be written");
        Ok(())
    });
    let stopped = stop(server);
    checked.and(stopped)
}

/// Resources outside of the image.
struct HostEnv {
    folder: tempfile::TempDir,
    /// The published address.
    listen: String,
}

impl HostEnv {
    fn make(folder: &Path, service: &Service) -> Result<Self> {
        let outside = Self {
            folder: tempfile::tempdir_in(folder)?,
            listen: format!("127.0.0.1:{}", postgres::free_port()?),
        };
        let volume = outside.path("volume");
        fs::create_dir(&volume)?;
        process::run(Command::new("chown").arg("10001:10001").arg(&volume))?;
        let secrets = outside.path("secrets");
        fs::create_dir(&secrets)?;
        for secret in &service.secrets {
            fs::write(secrets.join(secret), "a word that only the test knows\n")?;
        }
        fs::write(outside.path("hosts"), "127.0.0.1 localhost postgres\n")?;
        process::run(Command::new("chmod").args(["--recursive", "a+rX"]).arg(outside.folder.path()))?;
        Ok(outside)
    }

    fn path(&self, part: &str) -> PathBuf {
        self.folder.path().join(part)
    }
}

fn confined_program(root: &Path, outside: &HostEnv, words: &[&str]) -> Command {
    let mut command = Command::new("unshare");
    command.args(["--mount", "--pid", "--fork", "--kill-child", "sh", "-c", CONFINED, "sh"]).arg(root);
    command.arg(outside.path("volume")).arg(outside.path("secrets")).arg(outside.path("hosts")).args(words);
    command
}

fn confined(
    root: &Path,
    outside: &HostEnv,
    service: &Service,
    cluster: &postgres::Cluster,
    words: &[&str],
) -> Result<Command> {
    let mut command = confined_program(root, outside, &[&["/usr/local/bin/sumito"], words].concat());
    command
        .env_clear()
        .env("PATH", "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin")
        .env("SUMITO_LISTEN", &outside.listen);
    for (name, value) in &service.environment {
        command.env(name, default_of(value));
    }
    // Compose's PostgreSQL has its own host with the default port.
    let address = cluster.url();
    let (_, place) = address.rsplit_once(':').context("the address has no port")?;
    command.env("SUMITO_DATABASE_URL", format!("postgres://postgres@postgres:{place}"));
    command.env("SUMITO_METRICS__LISTEN", "127.0.0.1:0");
    Ok(command)
}

/// Waits for the address on which the server reports to listen.
fn ready(server: &mut Child) -> Result<String> {
    let stdout = server.stdout.take().context("the server has no output pipe")?;
    let line = BufReader::new(stdout).lines().next().context("the server exited before it was ready")??;
    let place = line.find("http://").with_context(|| format!("the server says {line}"))?;
    Ok(line[place..].trim().to_owned())
}

/// The server's process, which has replaced the shell.
fn server_process(server: &Child) -> Result<Pid> {
    let outer = server.id();
    let children = fs::read_to_string(format!("/proc/{outer}/task/{outer}/children"))?;
    let inner = children.split_whitespace().next().context("the server exited")?;
    Ok(Pid::from_raw(inner.parse()?))
}

/// Sends the signal that an engine sends first.
fn stop(mut server: Child) -> Result<()> {
    if let Ok(inner) = server_process(&server) {
        signal::kill(inner, Signal::SIGTERM)?;
    }
    let status = server.wait()?;
    ensure!(status.success(), "after SIGTERM the server exited with {status}");
    Ok(())
}
