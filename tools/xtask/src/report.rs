//! Results of the steps of a run.

use std::{
    fmt,
    process::ExitCode,
    time::{Duration, Instant},
};

use anyhow::Result;

use crate::step::Outcome;

/// A finished step.
pub(crate) struct Line {
    step: String,
    time: Duration,
    outcome: Result<Outcome>,
}

impl Line {
    pub(crate) fn new(step: String, time: Duration, outcome: Result<Outcome>) -> Self {
        Self { step, time, outcome }
    }

    /// Returns why a step was skipped, according to the line about it in a report.
    pub(crate) fn reason_of_skip(step: &str, report: &str) -> Option<String> {
        let of_step =
            report.lines().filter_map(|line| line.strip_prefix(step)?.trim_start().strip_prefix("SKIPPED"));
        of_step.filter_map(|rest| rest.split_once(" s  ")).map(|(_, reason)| reason.to_owned()).next_back()
    }

    pub(crate) fn failed(&self) -> bool {
        self.outcome.is_err()
    }

    fn was_skipped(&self) -> bool {
        matches!(self.outcome, Ok(Outcome::Skipped(_)))
    }
}

impl fmt::Display for Line {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = match &self.outcome {
            Ok(Outcome::Passed) => "passed",
            Ok(Outcome::Skipped(_)) => "SKIPPED",
            Err(_) => "FAILED",
        };
        let (step, seconds) = (&self.step, self.time.as_secs_f64());
        write!(formatter, "{step:<14}{result:<9}{seconds:>7.1} s")?;
        match &self.outcome {
            Ok(Outcome::Passed) => Ok(()),
            Ok(Outcome::Skipped(reason)) => write!(formatter, "  {reason}"),
            Err(error) => write!(formatter, "  {error:#}"),
        }
    }
}

/// All steps of a run.
pub(crate) struct Report {
    start: Instant,
    lines: Vec<Line>,
}

impl Report {
    pub(crate) fn new() -> Self {
        Self { start: Instant::now(), lines: Vec::new() }
    }

    pub(crate) fn add(&mut self, line: Line) {
        self.lines.push(line);
    }

    /// Fails if any step has failed, and also if there was no step, because then nothing was checked.
    pub(crate) fn exit_code(&self) -> ExitCode {
        if self.lines.is_empty() || self.lines.iter().any(Line::failed) {
            ExitCode::FAILURE
        } else {
            ExitCode::SUCCESS
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.lines {
            writeln!(formatter, "{line}")?;
        }
        write!(formatter, "{:<23}{:>7.1} s", "total", self.start.elapsed().as_secs_f64())?;
        let count = |is: fn(&Line) -> bool| self.lines.iter().filter(|line| is(line)).count();
        let (failed, skipped) = (count(Line::failed), count(Line::was_skipped));
        if failed > 0 {
            write!(formatter, "  {failed} failed")?;
        }
        match skipped {
            0 => Ok(()),
            skipped => write!(
                formatter,
                "  {skipped} SKIPPED, at least in part: nothing is known of what they check"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::*;

    fn report(outcomes: Vec<Result<Outcome>>) -> Report {
        let line = |outcome| Line::new("step".to_owned(), Duration::from_millis(1500), outcome);
        Report { start: Instant::now(), lines: outcomes.into_iter().map(line).collect() }
    }

    #[test]
    fn one_failure_fails_the_run() {
        let good = report(vec![Ok(Outcome::Passed), Ok(Outcome::Skipped("no tool".to_owned()))]);
        assert_eq!(good.exit_code(), ExitCode::SUCCESS);
        let bad = report(vec![Ok(Outcome::Passed), Err(anyhow!("broken")), Ok(Outcome::Passed)]);
        assert_eq!(bad.exit_code(), ExitCode::FAILURE);
        assert_eq!(report(vec![]).exit_code(), ExitCode::FAILURE);
    }

    #[test]
    fn table_names_skipped_and_failed_steps() {
        let report = report(vec![Ok(Outcome::Skipped("no tool".to_owned())), Err(anyhow!("broken"))]);
        let expected = "step          SKIPPED      1.5 s  no tool\n\
                        step          FAILED       1.5 s  broken\n\
                        total";
        assert!(report.to_string().starts_with(expected), "{report}");
        let text = report.to_string();
        let last = text.lines().last().unwrap();
        assert!(last.contains("1 failed  1 SKIPPED"), "{last}");
        assert_eq!(Line::reason_of_skip("step", &report.to_string()).as_deref(), Some("no tool"));
        assert_eq!(Line::reason_of_skip("other", &report.to_string()), None);
    }
}
