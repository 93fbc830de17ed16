//! A step that runs next to others, in a separate process.

use std::{
    fs,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use tempfile::NamedTempFile;

use crate::{cargo, interrupt, report::Line, step::Outcome};

/// A running step.
pub(crate) struct Aside {
    step: String,
    start: Instant,
    child: Child,
    output: NamedTempFile,
}

impl Aside {
    /// Starts this program with a single step, without input. Its output goes to a file.
    pub(crate) fn start(step: String) -> Result<Self> {
        // By its name: an earlier step may have built it again, and replaced the file of the running program.
        let program = cargo::built("xtask")?;
        let output = NamedTempFile::new().context("cannot create a file for the output")?;
        let file = || output.reopen().context("cannot open the file for the output");
        let mut command = Command::new(program);
        command.args(["test", "--only", &step]).stdin(Stdio::null()).stdout(file()?).stderr(file()?);
        let start = Instant::now();
        let spawn = || command.spawn().with_context(|| format!("cannot start the step {step}"));
        let child = interrupt::start(spawn)?;
        Ok(Self { step, start, child, output })
    }

    /// Waits for the end of the step and prints its output. Returns the time since its start.
    pub(crate) fn finish(self) -> (Duration, Result<Outcome>) {
        let status = interrupt::wait_for(self.child).context("cannot wait for the step");
        let time = self.start.elapsed();
        let output = fs::read(self.output.path()).unwrap_or_default();
        let output = String::from_utf8_lossy(&output);
        println!("{output}");
        let outcome = status.and_then(|status| {
            interrupt::check()?;
            if !status.success() {
                bail!("see its output");
            }
            Ok(Line::reason_of_skip(&self.step, &output).map_or(Outcome::Passed, Outcome::Skipped))
        });
        (time, outcome)
    }
}
