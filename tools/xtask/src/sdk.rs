//! The SDKs for Python and TypeScript: checks of the packages, and their tests against the real server. Generated clients play, too.

use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};
use sumito_web_build::WebProject;

use crate::{cargo, generators, interrupt, process, python, repository, step::Outcome};

/// The variable that names the server to the tests.
const SERVER_VARIABLE: &str = "SUMITO_BIN";

/// Checks both packages. A failed check does not prevent the next ones. The one for Python is left out if its tools cannot be installed.
pub(crate) fn run() -> Result<Outcome> {
    let server = cargo::server_binary()?;
    let mut checks = typescript(&server)?;
    let missing = match install_python() {
        Ok(environment) => {
            checks.extend(python(&environment, &server));
            None
        }
        Err(missing) => {
            Some(format!("only TypeScript was checked: cannot install the tools for Python: {missing:#}"))
        }
    };
    let mut failed = Vec::new();
    for (name, mut check) in checks {
        if process::run(&mut check).is_err() {
            interrupt::check()?;
            failed.push(name);
        }
    }
    if missing.is_none() && generators::run(&server).is_err() {
        interrupt::check()?;
        failed.push("generated clients");
    }
    if !failed.is_empty() {
        bail!("in sdk/, {}", failed.join(", "));
    }
    Ok(missing.map_or(Outcome::Passed, Outcome::Skipped))
}

type Check = (&'static str, Command);

/// Returns the checks of `sdk/typescript`, with installed packages.
fn typescript(server: &Path) -> Result<Vec<Check>> {
    let project = WebProject::new(repository::root().join("sdk/typescript"));
    project.install()?;
    let mut test = project.script("test", &[]);
    test.env(SERVER_VARIABLE, server);
    let mut pack = Command::new("npm");
    pack.current_dir(project.folder()).args(["pack", "--dry-run"]);
    Ok(vec![("npm run lint", project.script("lint", &[])), ("npm test", test), ("npm pack", pack)])
}

/// Installs the package for Python from its folder, with the tools that check it. Returns the folder of the virtual environment.
fn install_python() -> Result<PathBuf> {
    let package = python_folder();
    let description = fs::read_to_string(package.join("pyproject.toml")).context("pyproject.toml")?;
    let mut source = OsString::from(&package);
    source.push("[check]");
    python::environment("sdk-python", &description, &["--editable".as_ref(), &source])
}

/// Returns the checks of `sdk/python`. The tests also find out whether the generated types are up to date.
fn python(environment: &Path, server: &Path) -> Vec<Check> {
    let in_package = |program: &str, arguments: &[&str]| {
        let mut command = Command::new(environment.join("bin").join(program));
        command.current_dir(python_folder()).args(arguments);
        command
    };
    let example = "../../examples/python/player.py";
    let mut test = in_package("python", &["-X", "dev", "-m", "unittest"]);
    test.env(SERVER_VARIABLE, server);
    let mut build = in_package("python", &["-m", "build", "--no-isolation", "--wheel", "--outdir"]);
    build.arg(environment.join("wheel"));
    vec![
        ("mypy", in_package("mypy", &[])),
        ("ruff check", in_package("ruff", &["check", ".", example])),
        ("ruff format", in_package("ruff", &["format", "--check", ".", example])),
        ("python -m unittest", test),
        ("python -m build", build),
    ]
}

fn python_folder() -> PathBuf {
    repository::root().join("sdk/python")
}
