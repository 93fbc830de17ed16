//! The container image without a container engine: Buildah builds the Dockerfile from base images made on this machine, and the result is
//! started.
//!
//! `docker build` and `docker compose up` would do the same where an engine and Docker's registry are reachable. This command needs neither,
//! so that the Dockerfile and `docker-compose.yml` can be tested in a container, on a CI runner, or offline with a mirror of Debian.

mod bases;
mod buildah;
mod compose;
mod started;

use anyhow::{Context, Result, ensure};
use clap::Args;
use nix::unistd::geteuid;

use crate::{debian, process, repository};
use buildah::Buildah;

/// Name of the image here and in `docker-compose.yml`.
const NAME: &str = "sumito";

/// Options for the image.
#[derive(Args)]
pub(crate) struct ImageArgs {
    /// Only build the image
    #[arg(long)]
    build_only: bool,
}

/// Builds the image, checks `docker-compose.yml`, and starts the image with its settings.
pub(crate) fn run(options: &ImageArgs) -> Result<()> {
    ensure!(geteuid().is_root(), "image layers belong to several users; run this as root");
    for (program, package) in
        [("buildah", "buildah"), ("debootstrap", "debootstrap"), ("docker-compose", "docker-compose")]
    {
        if process::find(program).is_none() {
            debian::install(package, program)?;
        }
    }
    let folder = repository::root().join("target/image");
    let buildah = Buildah::with_storage(&folder)?;
    compose::check()?;
    let bases = bases::make(&buildah, &folder)?;
    buildah.build(NAME)?;
    let base = bases.last().context("the Dockerfile has no FROM")?;
    let (size, below) = (buildah.size(NAME)?, buildah.size(base)?);
    println!("{NAME}: {} MB, {} MB above {base}", size / 1_000_000, size.saturating_sub(below) / 1_000_000);
    if options.build_only {
        return Ok(());
    }
    let service = compose::server()?;
    started::smoke_test(&buildah, &folder, &service)
}
