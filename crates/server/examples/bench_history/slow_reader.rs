//! An export to a client that reads slowly.

use std::fs;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::sleep;

/// Bytes of one read, and the pause after it: about eight megabytes a second.
const AT_ONCE: usize = 64 * 1024;
const REST: Duration = Duration::from_millis(8);

/// Reads this many games slowly, and prints the server's memory usage during the read.
pub(crate) async fn export(url: &str, pid: u32, games: usize) -> anyhow::Result<()> {
    let address = url.trim_start_matches("http://");
    let mut socket = TcpStream::connect(address).await.context("the server")?;
    let request = format!(
        "GET /api/v1/games/export?limit={games} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n"
    );
    socket.write_all(request.as_bytes()).await?;
    let (start, mut buffer, mut bytes, mut lines) = (Instant::now(), vec![0; AT_ONCE], 0_u64, 0_usize);
    let before = memory(pid)?;
    let (mut lowest, mut highest, mut looked_at) = (u64::MAX, 0, Instant::now());
    loop {
        let read = socket.read(&mut buffer).await?;
        if read == 0 {
            break;
        }
        bytes += read as u64;
        lines += buffer[..read].windows(2).filter(|pair| pair == b"}\n").count();
        if looked_at.elapsed() > Duration::from_secs(1) {
            let now = memory(pid)?;
            (lowest, highest, looked_at) = (lowest.min(now), highest.max(now), Instant::now());
        }
        sleep(REST).await;
    }
    ensure!(bytes > 0, "nothing came");
    let mib = |bytes: u64| bytes as f64 / (1024.0 * 1024.0);
    println!(
        "exported {lines} games, {:.0} MiB in {:.0?}: the server had {:.1} MiB before, {:.1} to {:.1} MiB meanwhile",
        mib(bytes),
        start.elapsed(),
        mib(before),
        mib(lowest),
        mib(highest),
    );
    Ok(())
}

/// The resident memory of a process, in bytes.
fn memory(pid: u32) -> anyhow::Result<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).context("the server's process")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("it has memory")?;
    let kib: u64 = line.trim().trim_end_matches("kB").trim().parse()?;
    Ok(kib * 1024)
}
