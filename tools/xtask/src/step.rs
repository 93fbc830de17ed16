//! The steps of `cargo xtask test`.

use std::{env, ffi::OsStr};

use anyhow::{Result, bail};
use clap::ValueEnum;
use sumito_web_build::WebProject;

use crate::{cargo, chromium, manifests, nats, process, repository, schemathesis, sdk};

/// A step of the test command. The cheap ones come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Step {
    /// The Rust sources are formatted
    Fmt,
    /// Licences, sources and banned crates
    Deny,
    /// The web client: types, lints, unit tests
    Web,
    /// Clippy finds nothing in the workspace
    Clippy,
    /// The documentation builds without warnings
    Doc,
    /// The tests of the workspace, with a temporary PostgreSQL and NATS servers
    Nextest,
    /// The REST API matches its description (Schemathesis)
    Schemathesis,
    /// The examples in the documentation
    Doctest,
    /// The SDKs for Python and TypeScript: types, lints, packages, tests against the real server
    Sdk,
    /// The manifests for Kubernetes match its schemas
    Manifests,
    /// Generated files are up to date
    Generated,
    /// Real browsers play against the real server
    E2e,
}

/// The result of a step that did not fail.
pub(crate) enum Outcome {
    Passed,
    /// The step was skipped, or a part of it, with the reason.
    Skipped(String),
}

impl Step {
    /// Returns the step before which this one ends, if it runs next to others. Clippy and rustdoc use a single core for minutes while they
    /// check the server, and Schemathesis uses less than a core.
    pub(crate) fn beside_until(self) -> Option<Self> {
        match self {
            Self::Web => Some(Self::Nextest),
            Self::Schemathesis => Some(Self::E2e),
            _ => None,
        }
    }

    pub(crate) fn run(self) -> Result<Outcome> {
        match self {
            Self::Fmt => cargo::fmt(),
            Self::Deny => return cargo::deny(),
            Self::Web => web(),
            Self::Clippy => cargo::clippy(),
            Self::Doc => cargo::doc(),
            Self::Nextest => cargo::nextest(),
            Self::Doctest => cargo::doctest(),
            Self::Sdk => return sdk::run(),
            Self::Schemathesis => return described(),
            Self::Manifests => return validated(),
            Self::Generated => return cargo::generate(true),
            Self::E2e => end_to_end(),
        }?;
        Ok(Outcome::Passed)
    }
}

fn web_project() -> WebProject {
    WebProject::new(repository::root().join("web"))
}

fn web() -> Result<()> {
    let project = web_project();
    project.install()?;
    let scripts = ["check", "lint", "test"];
    let failed: Vec<_> = scripts
        .into_iter()
        .filter(|script| process::run(&mut project.script(script, &[])).is_err())
        .collect();
    if !failed.is_empty() {
        bail!("in web/, npm run {}", failed.join(", npm run "));
    }
    Ok(())
}

fn described() -> Result<Outcome> {
    // It comes from a registry that not every machine can reach.
    match schemathesis::install() {
        Ok(program) => schemathesis::run_with(&program, &schemathesis::SchemathesisArgs::of_test_run())?,
        Err(missing) => {
            return Ok(Outcome::Skipped(format!("cannot install Schemathesis: {missing:#}")));
        }
    }
    Ok(Outcome::Passed)
}

fn validated() -> Result<Outcome> {
    // It comes from the same registry.
    match manifests::install() {
        Ok(program) => manifests::run_with(&program)?,
        Err(missing) => {
            return Ok(Outcome::Skipped(format!("cannot install the validator of manifests: {missing:#}")));
        }
    }
    Ok(Outcome::Passed)
}

fn end_to_end() -> Result<()> {
    let project = web_project();
    project.install()?;
    let browser = chromium::path()?;
    let server = cargo::server_binary()?;
    // A CI has no time to repeat checks in all languages, colours and sizes.
    let core = ["--project=core", "--project=browser"].map(OsStr::new);
    let selection: &[&OsStr] = if env::var_os("CI").is_some() { &core } else { &[] };
    let mut script = project.script("e2e", selection);
    script.env("SUMITO_BIN", server).env(chromium::VARIABLE, browser).env(nats::VARIABLE, nats::path()?);
    if let Some(shell) = chromium::headless_shell() {
        script.env(chromium::HEADLESS_SHELL_VARIABLE, shell);
    }
    cargo::with_postgres(&mut script)
}
