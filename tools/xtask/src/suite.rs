//! Execution of the steps of `cargo xtask test`, in order. Some run next to others, which would leave a core idle.

use std::{
    process::ExitCode,
    time::{Duration, Instant},
};

use clap::{Args, ValueEnum};

use crate::{
    aside::Aside,
    interrupt,
    report::{Line, Report},
    step::Step,
};

/// The selection of steps.
#[derive(Args)]
pub(crate) struct Selection {
    /// Run only this step (repeatable)
    #[arg(long, value_name = "STEP", value_enum)]
    only: Vec<Step>,
    /// Skip this step (repeatable)
    #[arg(long, value_name = "STEP", value_enum)]
    skip: Vec<Step>,
    /// Stop after the first failed step
    #[arg(long)]
    fail_fast: bool,
    /// Only list the steps
    #[arg(long)]
    list: bool,
}

impl Selection {
    fn steps(&self) -> impl Iterator<Item = Step> {
        let wanted = |step: &Step| self.only.is_empty() || self.only.contains(step);
        let kept = |step: &Step| !self.skip.contains(step);
        Step::value_variants().iter().copied().filter(move |step| wanted(step) && kept(step))
    }
}

/// Runs the selected steps. A failed step does not prevent the next ones, so that one run shows all faults.
pub(crate) fn run(selection: &Selection) -> ExitCode {
    if selection.list {
        list();
        return ExitCode::SUCCESS;
    }
    let mut report = Report::new();
    let mut beside: Option<(Step, Aside)> = None;
    let mut steps = selection.steps().peekable();
    while let Some(step) = steps.next() {
        if let Some(aside) = beside.take_if(|(aside, _)| aside.beside_until() <= Some(step)) {
            report.add(finished(aside));
        }
        println!("\n==> {}", name(step));
        let has_company = steps.peek().is_some_and(|next| Some(*next) < step.beside_until());
        let line = if has_company {
            match Aside::start(name(step)) {
                Ok(aside) => {
                    beside = Some((step, aside));
                    continue;
                }
                Err(error) => Line::new(name(step), Duration::ZERO, Err(error)),
            }
        } else {
            let start = Instant::now();
            let outcome = step.run();
            Line::new(name(step), start.elapsed(), outcome)
        };
        println!("{line}");
        let failed = line.failed();
        report.add(line);
        if (failed && selection.fail_fast) || interrupt::check().is_err() {
            break;
        }
    }
    if let Some(aside) = beside {
        report.add(finished(aside));
    }
    println!("\n{report}");
    report.exit_code()
}

/// Waits for a step that ran next to others.
fn finished((step, aside): (Step, Aside)) -> Line {
    println!("\n==> {}, which ran beside the other steps", name(step));
    let (time, outcome) = aside.finish();
    let line = Line::new(name(step), time, outcome);
    println!("{line}");
    line
}

fn list() {
    for step in Step::value_variants() {
        let value = step.to_possible_value();
        let help = value.as_ref().and_then(|value| value.get_help()).map(ToString::to_string);
        println!("{:<14}{}", name(*step), help.unwrap_or_default());
    }
}

fn name(step: Step) -> String {
    step.to_possible_value().map(|value| value.get_name().to_owned()).expect("no step is hidden")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selected(only: &[Step], skip: &[Step]) -> Vec<Step> {
        Selection { only: only.to_vec(), skip: skip.to_vec(), fail_fast: false, list: false }
            .steps()
            .collect()
    }

    #[test]
    fn without_options_every_step_runs() {
        assert_eq!(selected(&[], &[]), Step::value_variants());
    }

    #[test]
    fn steps_keep_their_order_and_a_skip_wins() {
        assert_eq!(selected(&[Step::Nextest, Step::Fmt], &[]), [Step::Fmt, Step::Nextest]);
        assert_eq!(selected(&[Step::Nextest, Step::Fmt], &[Step::Fmt]), [Step::Nextest]);
        assert!(!selected(&[], &[Step::E2e]).contains(&Step::E2e));
    }
}
