//! Builds `web/` into `OUT_DIR/dist`, from which the crate embeds it, and compresses its files into `OUT_DIR/brotli` and `OUT_DIR/gzip`:
//! only once and at the highest level, instead of for each request.
//!
//! If `SUMITO_WEB_DIST` is set, that folder is used as the built client and neither Node.js nor npm is needed.

use std::{
    env, fs,
    io::Write,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context, Result};
use brotli::enc::BrotliEncoderParams;
use flate2::{Compression, write::GzEncoder};
use sumito_web_build::{WebProject, require_index};

const PREBUILT: &str = "SUMITO_WEB_DIST";

/// Extensions of the files that are compressed. Pictures and fonts are compressed already.
const COMPRESSIBLE: [&str; 9] = ["css", "html", "js", "json", "map", "svg", "txt", "wasm", "webmanifest"];

/// The sources that the client shares with the SDK for TypeScript.
const SHARED: &str = "sdk/typescript/src";

/// Entries of `web/` that are not part of the client: changes there do not trigger a build.
const NOT_SOURCES: [&str; 5] = ["dist", "e2e", "node_modules", "playwright-report", "test-results"];

fn main() -> ExitCode {
    let Err(error) = embeddable() else { return ExitCode::SUCCESS };
    // Cargo shows the directive as one plain line, and because of the exit code also npm's output.
    println!("cargo::error={error:#}");
    ExitCode::FAILURE
}

fn embeddable() -> Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed={PREBUILT}");
    let out = PathBuf::from(env::var_os("OUT_DIR").context("OUT_DIR is set by Cargo")?);
    let target = out.join("dist");
    match env::var_os(PREBUILT) {
        Some(folder) => take(Path::new(&folder), &target).with_context(|| format!("{PREBUILT} is set")),
        None => build(&target),
    }?;
    compress_all(&target, &out.join("brotli"), brotli)?;
    compress_all(&target, &out.join("gzip"), gzip)
}

/// Writes the output of `compress` for each compressible file in `from` to `to`, if it is shorter.
fn compress_all(from: &Path, to: &Path, compress: fn(&[u8]) -> Result<Vec<u8>>) -> Result<()> {
    make_empty(to)?;
    for entry in listed(from)? {
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        if source.is_dir() {
            compress_all(&source, &target, compress)?;
            continue;
        }
        if !source.extension().is_some_and(|extension| COMPRESSIBLE.iter().any(|text| extension == *text)) {
            continue;
        }
        let content = fs::read(&source).with_context(|| format!("cannot read {}", source.display()))?;
        let compressed = compress(&content)?;
        if compressed.len() < content.len() {
            fs::write(&target, compressed).with_context(|| format!("cannot write {}", target.display()))?;
        }
    }
    Ok(())
}

fn brotli(content: &[u8]) -> Result<Vec<u8>> {
    let mut compressed = Vec::new();
    let best = BrotliEncoderParams { quality: 11, size_hint: content.len(), ..Default::default() };
    brotli::BrotliCompress(&mut &*content, &mut compressed, &best)?;
    Ok(compressed)
}

fn gzip(content: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content)?;
    Ok(encoder.finish()?)
}

fn build(target: &Path) -> Result<()> {
    let project = WebProject::new(in_repository(Path::new("web"))?);
    println!("cargo::rerun-if-changed={}", in_repository(Path::new(SHARED))?.display());
    for entry in listed(project.folder())? {
        let name = entry.file_name();
        if !NOT_SOURCES.iter().any(|other| name == *other) {
            println!("cargo::rerun-if-changed={}", entry.path().display());
        }
    }
    project.build(target)?;
    Ok(())
}

fn take(folder: &Path, target: &Path) -> Result<()> {
    let folder = in_repository(folder)?;
    println!("cargo::rerun-if-changed={}", folder.display());
    require_index(&folder)?;
    copy(&folder, target)
}

fn make_empty(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    make_empty(to)?;
    for entry in listed(from)? {
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        if source.is_dir() {
            copy(&source, &target)?;
        } else {
            fs::copy(&source, &target).with_context(|| format!("cannot copy {}", source.display()))?;
        }
    }
    Ok(())
}

fn listed(folder: &Path) -> Result<Vec<fs::DirEntry>> {
    fs::read_dir(folder)
        .and_then(Iterator::collect)
        .with_context(|| format!("cannot read {}", folder.display()))
}

/// Resolves a relative path from the root of the repository, where people run Cargo, instead of from this crate.
fn in_repository(path: &Path) -> Result<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    path.canonicalize().with_context(|| format!("cannot find {}", path.display()))
}
