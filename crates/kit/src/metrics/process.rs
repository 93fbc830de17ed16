//! The usual metrics of a process, `process_…`, from Linux's `/proc`. Other systems have none of them.

use std::fs;
use std::sync::LazyLock;

use metrics::{Unit, counter, describe_counter, describe_gauge, gauge};
use rustix::param::{clock_ticks_per_second, page_size};
use rustix::process::{Resource, getrlimit};

const CPU: &str = "process_cpu_seconds_total";
const OPEN_FILES: &str = "process_open_fds";
const OPEN_FILES_MAX: &str = "process_max_fds";
const VIRTUAL: &str = "process_virtual_memory_bytes";
const VIRTUAL_MAX: &str = "process_virtual_memory_max_bytes";
const RESIDENT: &str = "process_resident_memory_bytes";
const START: &str = "process_start_time_seconds";
const THREADS: &str = "process_threads";

/// Registers the help texts.
pub fn describe() {
    describe_counter!(CPU, Unit::Seconds, "Total user and system CPU time spent in seconds.");
    for (name, unit, help) in [
        (OPEN_FILES, Unit::Count, "Number of open file descriptors."),
        (OPEN_FILES_MAX, Unit::Count, "Maximum number of open file descriptors."),
        (VIRTUAL, Unit::Bytes, "Virtual memory size in bytes."),
        (VIRTUAL_MAX, Unit::Bytes, "Maximum amount of virtual memory available in bytes."),
        (RESIDENT, Unit::Bytes, "Resident memory size in bytes."),
        (START, Unit::Seconds, "Start time of the process since unix epoch in seconds."),
        (THREADS, Unit::Count, "Number of OS threads in the process."),
    ] {
        describe_gauge!(name, unit, help);
    }
}

/// Reads the current values.
pub fn collect() {
    /// Seconds from 1970 to the start of the system.
    static BOOT: LazyLock<Option<u64>> = LazyLock::new(|| boot(&fs::read_to_string("/proc/stat").ok()?));
    if let Some(usage) = fs::read_to_string("/proc/self/stat").ok().and_then(|stat| Usage::of(&stat)) {
        let ticks = clock_ticks_per_second();
        counter!(CPU).absolute(usage.cpu_ticks / ticks);
        gauge!(VIRTUAL).set(usage.virtual_bytes as f64);
        gauge!(RESIDENT).set((usage.resident_pages * page_size() as u64) as f64);
        gauge!(THREADS).set(usage.threads as f64);
        if let Some(boot) = *BOOT {
            gauge!(START).set((boot + usage.start_ticks / ticks) as f64);
        }
        // 0: no limit.
        gauge!(OPEN_FILES_MAX).set(getrlimit(Resource::Nofile).current.unwrap_or_default() as f64);
        gauge!(VIRTUAL_MAX).set(getrlimit(Resource::As).current.unwrap_or_default() as f64);
    }
    if let Ok(open) = fs::read_dir("/proc/self/fd") {
        gauge!(OPEN_FILES).set(open.count() as f64);
    }
}

/// The used part of `/proc/self/stat`.
#[derive(Debug, PartialEq, Eq)]
struct Usage {
    cpu_ticks: u64,
    threads: u64,
    /// Time from the start of the system to the start of the process.
    start_ticks: u64,
    virtual_bytes: u64,
    resident_pages: u64,
}

impl Usage {
    /// `proc_pid_stat(5)` numbers the fields from 1. The second one, the name in brackets, can contain spaces.
    fn of(stat: &str) -> Option<Self> {
        let fields: Vec<_> = stat.rsplit_once(") ")?.1.split_ascii_whitespace().collect();
        let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
        Some(Self {
            cpu_ticks: field(14)? + field(15)?,
            threads: field(20)?,
            start_ticks: field(22)?,
            virtual_bytes: field(23)?,
            resident_pages: field(24)?,
        })
    }
}

/// Returns the time of the system's start from `/proc/stat`.
fn boot(stat: &str) -> Option<u64> {
    stat.lines().find_map(|line| line.strip_prefix("btime "))?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_follow_the_name() {
        let stat = "4242 (a b) c) S 1 4242 4242 0 -1 4194560 3512 0 0 0 110 25 0 0 20 0 9 0 8100 412864512 2100 \
                    18446744073709551615 1 1 0 0 0 0 0 4096 17642 0 0 0 17 1 0 0 0 0 0";
        let usage = Usage {
            cpu_ticks: 135,
            threads: 9,
            start_ticks: 8_100,
            virtual_bytes: 412_864_512,
            resident_pages: 2_100,
        };
        assert_eq!(Usage::of(stat), Some(usage));
        assert_eq!(Usage::of("4242 (a) S 1"), None);
        assert_eq!(boot("cpu 1 2 3\nbtime 1795000000\nprocesses 7\n"), Some(1_795_000_000));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn this_process_has_values() {
        let usage = Usage::of(&fs::read_to_string("/proc/self/stat").unwrap()).unwrap();
        assert!(usage.threads > 0 && usage.resident_pages > 0 && usage.virtual_bytes > 0, "{usage:?}");
        assert!(boot(&fs::read_to_string("/proc/stat").unwrap()).is_some());
    }
}
