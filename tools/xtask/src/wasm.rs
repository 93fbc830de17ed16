//! The engine as a WebAssembly module: a generated file of the repository, so that a build needs no second target.

use std::{
    env, fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::{process, repository};

const TARGET: &str = "wasm32-unknown-unknown";
const MODULE: &str = "sdk/typescript/src/sumito-engine.wasm";
const MANIFEST: &str = "sdk/typescript/src/sumito-engine.json";

/// The module's sources: files, and folders with all their files.
const SOURCES: [&str; 6] = [
    "crates/rules/Cargo.toml",
    "crates/rules/src",
    "crates/engine/Cargo.toml",
    "crates/engine/src",
    "crates/engine-web/Cargo.toml",
    "crates/engine-web/src",
];

/// Sources of the native program only.
const NOT_SOURCES: &str = "crates/engine/src/bin";

/// Bytes of the module, compressed with brotli.
const MAX_COMPRESSED: usize = 195_000;

/// Options of `cargo xtask wasm`.
#[derive(Args)]
pub(crate) struct WasmArgs {
    /// Write nothing; fail if the module differs from the built one
    #[arg(long)]
    check: bool,
}

/// The origin of the module.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Manifest {
    /// SHA-256 over the sources.
    sources: String,
    /// The compiler that built it: another one writes other bytes.
    toolchain: String,
    /// SHA-256 of the module.
    module: String,
    bytes: usize,
    /// The size with brotli.
    compressed_bytes: usize,
}

/// Builds the module, and writes it with its manifest.
pub(crate) fn run(options: &WasmArgs) -> Result<()> {
    let toolchain = Toolchain::find()?;
    let module = toolchain.build()?;
    let manifest = Manifest {
        sources: hash_of_sources(repository::root())?,
        toolchain: toolchain.version()?,
        module: hex(&Sha256::digest(&module)),
        bytes: module.len(),
        compressed_bytes: compressed(&module)?,
    };
    ensure!(
        manifest.compressed_bytes <= MAX_COMPRESSED,
        "the module has {} bytes with brotli, more than {MAX_COMPRESSED}",
        manifest.compressed_bytes
    );
    let root = repository::root();
    if options.check {
        let known = read_manifest(root)?;
        if known.toolchain != manifest.toolchain {
            bail!("{MODULE} was built by {}, and this is {}", known.toolchain, manifest.toolchain);
        }
        ensure!(known == manifest, "{MODULE} is out of date: run `cargo xtask wasm`");
        return Ok(());
    }
    fs::write(root.join(MODULE), module).with_context(|| format!("cannot write {MODULE}"))?;
    let text = serde_json::to_string_pretty(&manifest)? + "\n";
    fs::write(root.join(MANIFEST), text).with_context(|| format!("cannot write {MANIFEST}"))
}

/// A compiler with the target.
enum Toolchain {
    /// The default toolchain, to which rustup has added the target.
    Rustup,
    /// Debian's packages `rustc-web`, `rust-web-src`, `cargo-web` and `lld`, which build the standard library, too.
    Debian,
}

const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_LINKER: &str = "/usr/bin/wasm-ld";
const DEBIAN_SOURCES: &str = "/usr/lib/rustlib/src/rust/library";

impl Toolchain {
    fn find() -> Result<Self> {
        let installed = Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]).output();
        if installed.is_ok_and(|output| Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir()) {
            return Ok(Self::Rustup);
        }
        if [DEBIAN_SOURCES, DEBIAN_LINKER].iter().all(|path| Path::new(path).exists()) {
            return Ok(Self::Debian);
        }
        bail!(
            "no compiler for {TARGET}: run `rustup target add {TARGET}`, or on Debian \
             `apt-get install --no-install-recommends rustc-web rust-web-src cargo-web lld`"
        )
    }

    /// Builds the module. Returns its bytes.
    fn build(&self) -> Result<Vec<u8>> {
        let root = repository::root();
        let folder = root.join("target/wasm");
        let mut cargo = match self {
            Self::Rustup => Command::new("cargo"),
            Self::Debian => Command::new("/usr/bin/cargo"),
        };
        for name in ["CARGO", "RUSTC", "RUSTUP_TOOLCHAIN", "CARGO_ENCODED_RUSTFLAGS"] {
            cargo.env_remove(name);
        }
        // Paths of this machine are not part of the module.
        let mut flags = vec![
            "-Ctarget-feature=+simd128".to_owned(),
            format!("--remap-path-prefix={}=sumito", root.display()),
            format!("--remap-path-prefix={}=cargo", cargo_home()?.display()),
        ];
        if matches!(self, Self::Debian) {
            flags.push(format!("-Clinker={DEBIAN_LINKER}"));
            cargo.env("RUSTC", DEBIAN_RUSTC).env("RUSTC_BOOTSTRAP", "1");
            cargo.args(["-Z", "build-std=std,panic_abort"]);
        }
        cargo.current_dir(root).args(["build", "--locked", "--package", "sumito-engine-web"]);
        cargo.args(["--profile", "wasm", "--target", TARGET, "--target-dir"]).arg(&folder);
        process::run(cargo.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}")))?;
        let built = folder.join(TARGET).join("wasm/sumito_engine_web.wasm");
        fs::read(&built).with_context(|| format!("cannot read {}", built.display()))
    }

    fn version(&self) -> Result<String> {
        let rustc = match self {
            Self::Rustup => "rustc",
            Self::Debian => DEBIAN_RUSTC,
        };
        let version = process::output(Command::new(rustc).arg("--version"))?;
        Ok(version.trim().to_owned())
    }
}

fn cargo_home() -> Result<PathBuf> {
    let home = || env::var_os("HOME").map(|home| PathBuf::from(home).join(".cargo"));
    env::var_os("CARGO_HOME").map(PathBuf::from).or_else(home).context("HOME is not set")
}

fn read_manifest(root: &Path) -> Result<Manifest> {
    let text = fs::read_to_string(root.join(MANIFEST)).with_context(|| format!("cannot read {MANIFEST}"))?;
    serde_json::from_str(&text).with_context(|| format!("{MANIFEST} is damaged"))
}

/// Returns the SHA-256 over paths and contents of the sources.
fn hash_of_sources(root: &Path) -> Result<String> {
    let mut files = Vec::new();
    for source in SOURCES {
        collect(root, Path::new(source), &mut files)?;
    }
    files.sort();
    let mut hash = Sha256::new();
    for file in files {
        let content =
            fs::read(root.join(&file)).with_context(|| format!("cannot read {}", file.display()))?;
        hash.update(file.to_string_lossy().as_bytes());
        hash.update((content.len() as u64).to_le_bytes());
        hash.update(content);
    }
    Ok(hex(&hash.finalize()))
}

fn collect(root: &Path, path: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    if path == Path::new(NOT_SOURCES) {
        return Ok(());
    }
    if !root.join(path).is_dir() {
        files.push(path.to_path_buf());
        return Ok(());
    }
    for entry in fs::read_dir(root.join(path)).with_context(|| format!("cannot read {}", path.display()))? {
        collect(root, &path.join(entry?.file_name()), files)?;
    }
    Ok(())
}

fn compressed(module: &[u8]) -> Result<usize> {
    let mut writer = brotli::CompressorWriter::new(Vec::new(), 1 << 16, 11, 22);
    writer.write_all(module)?;
    Ok(writer.into_inner().len())
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_module_is_built_from_these_sources() {
        let root = repository::root();
        let manifest = read_manifest(root).unwrap();
        let module = fs::read(root.join(MODULE)).unwrap();
        assert_eq!(
            manifest.sources,
            hash_of_sources(root).unwrap(),
            "the engine has changed: run `cargo xtask wasm` and commit {MODULE}"
        );
        assert_eq!(manifest.module, hex(&Sha256::digest(&module)), "{MODULE} is damaged");
        assert!(compressed(&module).unwrap() <= MAX_COMPRESSED);
    }
}
