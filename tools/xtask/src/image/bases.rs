//! The base images of the Dockerfile, built from Debian's packages and this machine's toolchain and Node.js.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail, ensure};

use super::buildah::Buildah;
use crate::{process, repository};

/// Path of the certificates in Debian.
const CERTIFICATES: &str = "/etc/ssl/certs/ca-certificates.crt";

/// Builds the images that `FROM` names and that do not exist yet; returns their names in order.
pub(super) fn make(buildah: &Buildah, folder: &Path) -> Result<Vec<String>> {
    let dockerfile = fs::read_to_string(repository::root().join("Dockerfile")).context("Dockerfile")?;
    let names = named_by(&dockerfile);
    for name in &names {
        if !buildah.has(name) {
            println!("building {name} on this machine");
            make_one(buildah, folder, name)?;
        }
    }
    Ok(names)
}

/// Returns the external images of a Dockerfile: those in `FROM`, except its own stages.
fn named_by(dockerfile: &str) -> Vec<String> {
    let mut stages = Vec::new();
    let mut names = Vec::new();
    for line in dockerfile.lines() {
        let mut words = line.split_whitespace();
        if words.next() != Some("FROM") {
            continue;
        }
        if let Some(name) = words.next().filter(|name| *name != "scratch" && !stages.contains(name)) {
            names.push(name.to_owned());
        }
        stages.extend(words.nth(1));
    }
    names
}

fn make_one(buildah: &Buildah, folder: &Path, name: &str) -> Result<()> {
    let (kind, tag) = name.split_once(':').with_context(|| format!("{name} has no tag"))?;
    let release = tag.split('-').find(|word| word.chars().all(char::is_alphabetic) && *word != "slim");
    let release = release.with_context(|| format!("{name} names no release of Debian"))?;
    match kind {
        "debian" => buildah.make(name, &[(debian(folder, release, &[])?, "/".to_owned())], &[]),
        "rust" => {
            let version = version_of("rustc")?;
            ensure!(
                version.contains(tag.split('-').next().unwrap_or(tag)),
                "{name} requires another version than the {version} of this machine"
            );
            let toolchain =
                PathBuf::from(process::output(Command::new("rustc").args(["--print", "sysroot"]))?.trim());
            let mut parts = for_building(folder, release)?;
            parts
                .extend(["bin", "lib"].map(|part| (toolchain.join(part), format!("/usr/local/rust/{part}"))));
            let path = "/usr/local/cargo/bin:/usr/local/rust/bin:/usr/local/bin:/usr/bin:/bin";
            buildah.make(name, &parts, &[("PATH", path), ("CARGO_HOME", "/usr/local/cargo")])
        }
        "node" => {
            let mut parts = for_building(folder, release)?;
            let node = process::find("node").context("Node.js is missing")?;
            parts.push((fs::canonicalize(node)?, "/usr/local/bin/node".to_owned()));
            let modules = process::output(Command::new("npm").args(["root", "--global"]))?;
            parts.push((Path::new(modules.trim()).join("npm"), "/usr/local/lib/node_modules/npm".to_owned()));
            parts.push((npm(folder)?, "/usr/local/bin/".to_owned()));
            buildah.make(name, &parts, &[("NODE_EXTRA_CA_CERTS", CERTIFICATES)])
        }
        _ => bail!("no source on this machine to build {name} from"),
    }
}

fn version_of(program: &str) -> Result<String> {
    process::output(Command::new(program).arg("--version"))
}

/// Debian with a C compiler, and the certificates that this machine trusts.
fn for_building(folder: &Path, release: &str) -> Result<Vec<(PathBuf, String)>> {
    let system = debian(folder, release, &["ca-certificates", "gcc", "libc6-dev", "libstdc++6"])?;
    let trusted = env::var_os("SSL_CERT_FILE").map_or_else(|| PathBuf::from(CERTIFICATES), PathBuf::from);
    let mut parts = vec![(system, "/".to_owned())];
    if trusted.is_file() {
        parts.push((trusted, CERTIFICATES.to_owned()));
    }
    Ok(parts)
}

/// Installs `npm` as a program; in an image it is a link that copying would resolve.
fn npm(folder: &Path) -> Result<PathBuf> {
    let programs = folder.join("npm");
    fs::create_dir_all(&programs)?;
    let program = programs.join("npm");
    fs::write(&program, "#!/bin/sh\nexec node /usr/local/lib/node_modules/npm/bin/npm-cli.js \"$@\"\n")?;
    process::run(Command::new("chmod").arg("755").arg(&program))?;
    Ok(programs)
}

/// Builds a minimal Debian with these additional packages, from this machine's mirror.
fn debian(folder: &Path, release: &str, packages: &[&str]) -> Result<PathBuf> {
    let system = folder.join(if packages.is_empty() { "debian" } else { "debian-for-building" });
    let done = system.with_extension("done");
    if done.is_file() {
        return Ok(system);
    }
    if system.exists() {
        fs::remove_dir_all(&system).with_context(|| format!("{}", system.display()))?;
    }
    let mut command = Command::new("debootstrap");
    command.arg("--variant=minbase");
    if !packages.is_empty() {
        command.arg(format!("--include={}", packages.join(",")));
    }
    process::run(command.arg(release).arg(&system).arg(mirror(release)?))?;
    for kept in ["var/cache/apt", "var/lib/apt/lists", "usr/share/doc", "usr/share/man", "usr/share/locale"] {
        let _ = fs::remove_dir_all(system.join(kept));
    }
    fs::write(done, "")?;
    Ok(system)
}

/// Returns this machine's mirror for that release.
fn mirror(release: &str) -> Result<String> {
    let mut asked = Command::new("apt-get");
    asked.args(["indextargets", "--format", "$(SITE) $(RELEASE)", "Created-By: Packages"]);
    let lines = process::output(&mut asked)?;
    let found = lines.lines().filter_map(|line| line.split_once(' ')).find(|(_, of)| *of == release);
    let (site, _) = found.with_context(|| format!("this machine has no packages of Debian {release}"))?;
    Ok(site.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn external_images_of_a_dockerfile_exclude_its_own_stages() {
        let text = "FROM node:20-bookworm-slim AS web\nFROM rust:1.95 AS chef\nFROM chef AS plan\nCOPY . .\nFROM scratch AS symbols\nFROM debian:bookworm-slim\n";
        assert_eq!(named_by(text), ["node:20-bookworm-slim", "rust:1.95", "debian:bookworm-slim"]);
    }
}
