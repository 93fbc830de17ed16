//! Clients that generators of other projects make from the descriptions: each is generated, compiled or imported, and plays a game.

use std::{
    env,
    ffi::OsString,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};
use sumito_web_build::WebProject;

use crate::{history::Server, process, python::PythonProgram, repository, temporary};

/// The generator for Python, in the version for which `play.py` is written.
const PYTHON: PythonProgram = PythonProgram {
    package: "openapi-python-client==0.29.1",
    program: "openapi-python-client",
    folder: "openapi-python-client",
};

/// Name of the generated package.
const PACKAGE: &str = "sumito_generated";

/// Generates the clients and lets them play on a server.
pub(crate) fn run(server: &Path) -> Result<()> {
    let project = WebProject::new(repository::root().join("sdk/generated"));
    project.install()?;
    process::run(&mut project.script("asyncapi", &[]))?;
    process::run(&mut project.script("build", &[]))?;
    let package = python()?;
    let folder = server.parent().context("the server lies in a folder")?;
    let files = tempfile::tempdir_in(temporary::folder()).context("cannot create a temporary folder")?;
    let database = format!("sqlite://{}", files.path().join("sumito.db").display());
    let server = Server::start_with(folder, &database, &[])?;
    process::run(&mut project.script("play", &[server.url.as_ref()]))?;
    let generator = repository::root().join("target").join(PYTHON.folder);
    let mut play = Command::new(generator.join("bin/python"));
    play.arg(project.folder().join("play.py")).arg(&server.url);
    process::run(play.env("PYTHONPATH", package))
}

/// Generates the client for Python. Returns the folder with its package.
fn python() -> Result<PathBuf> {
    let program = PYTHON.install()?;
    let folder = repository::root().join("target/generated");
    let mut generate = Command::new(&program);
    generate.args(["generate", "--meta", "none", "--overwrite", "--path"]);
    generate.arg(repository::root().join("docs/schema/openapi.json"));
    generate.arg("--output-path").arg(folder.join(PACKAGE));
    // It formats its output with a program next to it.
    let mut places = vec![program.parent().context("the program lies in a folder")?.to_path_buf()];
    places.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    let path: OsString = env::join_paths(places).context("a folder in PATH has a colon")?;
    let output = generate.env("PATH", path).output().context("cannot start openapi-python-client")?;
    let text = String::from_utf8_lossy(&output.stdout);
    // It warns of unknown content types, such as pictures, and leaves them out.
    if !output.status.success() || text.contains("Unable to process") {
        bail!("openapi-python-client: {text}{}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(folder)
}
