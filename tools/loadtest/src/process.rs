//! Resource use of the server's process, from `/proc`.

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::Context;

/// Total resource use of a process.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Usage {
    /// CPU time of all live threads.
    pub cpu: Duration,
    /// CPU ticks of the process, in user mode and in kernel mode.
    pub ticks: [u64; 2],
    /// Resident memory in bytes.
    pub memory: u64,
}

impl Usage {
    /// Returns the total use of these processes. There can be several: a database counts with its server.
    ///
    /// # Errors
    /// Fails if a process does not exist or is not readable.
    pub fn of(pids: &[u32]) -> anyhow::Result<Self> {
        let mut sum = Self::default();
        for pid in pids {
            let one = of_one(*pid).with_context(|| format!("cannot read process {pid}"))?;
            sum.cpu += one.cpu;
            sum.memory += one.memory;
            sum.ticks = [sum.ticks[0] + one.ticks[0], sum.ticks[1] + one.ticks[1]];
        }
        Ok(sum)
    }

    /// Returns the use since `earlier`; the memory is the current value.
    #[must_use]
    pub fn since(&self, earlier: &Self) -> Self {
        let ticks = [self.ticks[0] - earlier.ticks[0], self.ticks[1] - earlier.ticks[1]];
        Self { cpu: self.cpu.saturating_sub(earlier.cpu), ticks, memory: self.memory }
    }
}

/// Number of open files and sockets of these processes.
///
/// # Errors
/// Fails if a process does not exist or is not readable.
pub(crate) fn open_files(pids: &[u32]) -> anyhow::Result<u64> {
    let mut sum = 0;
    for pid in pids {
        let folder = fs::read_dir(Path::new("/proc").join(pid.to_string()).join("fd"));
        sum += folder.with_context(|| format!("cannot read process {pid}"))?.count() as u64;
    }
    Ok(sum)
}

fn of_one(pid: u32) -> anyhow::Result<Usage> {
    let folder = Path::new("/proc").join(pid.to_string());
    let mut cpu = Duration::ZERO;
    for task in fs::read_dir(folder.join("task"))? {
        // A thread may end while it is read.
        let Ok(schedule) = fs::read_to_string(task?.path().join("schedstat")) else { continue };
        cpu += Duration::from_nanos(number(schedule.split(' ').next())?);
    }
    let status = fs::read_to_string(folder.join("status"))?;
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let memory = 1024 * number(resident.and_then(|rest| rest.split_whitespace().next()))?;
    let stat = fs::read_to_string(folder.join("stat"))?;
    // The program's name may contain spaces; the state after it is field 3, the ticks are fields 14 and 15.
    let mut fields = stat.rsplit_once(") ").context("a line without a name")?.1.split(' ').skip(11);
    let ticks = [number(fields.next())?, number(fields.next())?];
    Ok(Usage { cpu, ticks, memory })
}

fn number(text: Option<&str>) -> anyhow::Result<u64> {
    text.context("a number is missing")?.trim().parse().context("not a number")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_can_look_at_itself() {
        let usage = Usage::of(&[std::process::id()]).unwrap();
        assert!(usage.memory > 100_000, "{usage:?}");
        assert!(usage.cpu > Duration::ZERO, "{usage:?}");
    }
}
