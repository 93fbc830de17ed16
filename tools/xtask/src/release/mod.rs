//! Release files: an archive with the program, a Debian package, its symbols, and lists of the contents (SBOM). They are reproducible: the
//! same commit and tools give the same bytes on every machine ([0041](../../../../docs/adr/0041-make-releases-reproducible.md)).

mod sbom;

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::{debian, process, repository};

/// File with the checksums of all files.
const SUMS: &str = "SHA256SUMS";

/// Files of the archive next to the program: their sources, and their names there.
const BESIDE: [(&str, &str); 9] = [
    ("README.md", "README.md"),
    ("CHANGELOG.md", "CHANGELOG.md"),
    ("LICENSE", "LICENSE"),
    ("LICENSE-APACHE", "LICENSE-APACHE"),
    ("LICENSE-MIT", "LICENSE-MIT"),
    ("config/default.toml", "default.toml"),
    ("packaging/sumito.service", "sumito.service"),
    ("packaging/sumito-backup.service", "sumito-backup.service"),
    ("packaging/sumito-backup.timer", "sumito-backup.timer"),
];

/// Options of the release.
#[derive(Args)]
pub(crate) struct ReleaseArgs {
    /// Build everything a second time in another folder, and compare
    #[arg(long)]
    twice: bool,
}

/// Builds the release files of the last commit, in `target/release-files/out`.
pub(crate) fn run(options: &ReleaseArgs) -> Result<()> {
    let root = repository::root();
    let changed = process::output(git(root).args(["status", "--porcelain"]))?;
    ensure!(changed.is_empty(), "a release is built from a commit; these files differ from it:\n{changed}");
    ensure_installed("cargo-cyclonedx")?;
    ensure_installed("cargo-deb")?;
    for (program, package) in
        [("objcopy", "binutils"), ("tar", "tar"), ("gzip", "gzip"), ("sha256sum", "coreutils")]
    {
        if process::find(program).is_none() {
            debian::install(package, program)?;
        }
    }
    let sums = Release::of(root, &root.join("target/release-files"))?.make()?;
    print!("{sums}");
    if options.twice {
        let other = tempfile::tempdir_in(root.join("target"))?;
        let again = Release::of(root, other.path())?.make()?;
        ensure!(sums == again, "the build in another folder differs:\n{again}");
        println!("the same in another folder");
    }
    Ok(())
}

/// A release under construction.
struct Release {
    /// The content of the commit, without other files.
    source: PathBuf,
    /// Cargo's build folder, kept for the next time.
    build: PathBuf,
    /// The output folder.
    out: PathBuf,
    /// Time of the commit, in seconds: the time of all files.
    moment: String,
}

impl Release {
    /// Exports the last commit into `folder`.
    fn of(root: &Path, folder: &Path) -> Result<Self> {
        let [source, build, out] = ["source", "build", "out"].map(|name| folder.join(name));
        for gone in [&source, &out] {
            if gone.exists() {
                fs::remove_dir_all(gone)?;
            }
        }
        fs::create_dir_all(&out)?;
        process::run(git(root).args(["clone", "--quiet", "--local"]).arg(root).arg(&source))?;
        let moment = process::output(git(&source).args(["log", "-1", "--format=%ct"]))?.trim().to_owned();
        Ok(Self { source, build, out, moment })
    }

    /// Builds all files, and returns the checksums.
    fn make(&self) -> Result<String> {
        let program = self.build("dist/sumito");
        process::run(self.cargo()?.args([
            "build",
            "--locked",
            "--profile",
            "dist",
            "--package",
            "sumito-server",
            "--bin",
            "sumito",
        ]))?;
        let name = format!("sumito-{}-{}", env!("CARGO_PKG_VERSION"), target()?);
        let symbols = self.out.join(format!("{name}.debug"));
        split_debug_symbols(&program, &symbols)?;
        let sboms = sbom::make(self)?;
        self.archive(&name, &program, &sboms)?;
        self.package()?;
        process::run(Command::new("gzip").args(["--best", "--no-name"]).arg(&symbols))?;
        self.sums()
    }

    /// Returns Cargo for the commit's folder, set up to leave no trace of the folder's path.
    fn cargo(&self) -> Result<Command> {
        let home = env::var_os("CARGO_HOME").map_or_else(
            || env::home_dir().context("no home folder").map(|home| home.join(".cargo")),
            |home| Ok(PathBuf::from(home)),
        )?;
        let places = [(&self.source, "/sumito"), (&self.build, "/build"), (&home, "/cargo")];
        let flags =
            |option: &str| places.map(|(from, to)| format!("{option}={}={to}", from.display())).join(" ");
        let mut command = Command::new("cargo");
        command
            .current_dir(&self.source)
            .env("CARGO_TARGET_DIR", &self.build)
            .env("RUSTFLAGS", flags("--remap-path-prefix"))
            .env("CFLAGS", flags("-ffile-prefix-map"))
            .env("SOURCE_DATE_EPOCH", &self.moment);
        Ok(command)
    }

    fn build(&self, path: &str) -> PathBuf {
        self.build.join(path)
    }

    /// Builds the archive: one folder with the program and its files.
    fn archive(&self, name: &str, program: &Path, sboms: &[PathBuf]) -> Result<()> {
        let folder = self.out.join(name);
        fs::create_dir(&folder)?;
        fs::copy(program, folder.join("sumito"))?;
        for (from, to) in BESIDE {
            fs::copy(self.source.join(from), folder.join(to)).context(from)?;
        }
        for sbom in sboms {
            fs::copy(sbom, folder.join(sbom.file_name().context("an SBOM has a name")?))?;
        }
        let time = format!("--mtime=@{}", self.moment);
        let same = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mode=u=rwX,go=rX"];
        let tar = self.out.join(format!("{name}.tar.gz"));
        let mut command = Command::new("tar");
        command
            .current_dir(&self.out)
            .args(same)
            .arg(time)
            .arg("--use-compress-program=gzip --best --no-name");
        process::run(command.arg("--create").arg("--file").arg(tar).arg(name))?;
        Ok(fs::remove_dir_all(folder)?)
    }

    /// Builds the Debian package; `crates/server/Cargo.toml` lists its content.
    fn package(&self) -> Result<()> {
        let arguments = [
            "deb",
            "--package",
            "sumito-server",
            "--profile",
            "dist",
            "--no-build",
            "--no-strip",
            "--locked",
        ];
        process::run(self.cargo()?.args(arguments).arg("--output").arg(&self.out))
    }

    fn sums(&self) -> Result<String> {
        let mut names: Vec<_> =
            fs::read_dir(&self.out)?.map(|file| Ok(file?.file_name())).collect::<Result<_>>()?;
        names.sort();
        let sums = process::output(Command::new("sha256sum").current_dir(&self.out).args(names))?;
        fs::write(self.out.join(SUMS), &sums)?;
        Ok(sums)
    }
}

/// Moves the debug symbols, which map addresses to source code, into a separate file, as the Dockerfile does.
fn split_debug_symbols(program: &Path, symbols: &Path) -> Result<()> {
    let objcopy = || Command::new("objcopy");
    process::run(objcopy().arg("--only-keep-debug").args([program, symbols]))?;
    let link = format!("--add-gnu-debuglink={}", symbols.display());
    process::run(objcopy().args(["--strip-all", &link]).arg(program))
}

/// Installs a program from Cargo if it is missing.
fn ensure_installed(program: &str) -> Result<()> {
    if process::find(program).is_none() {
        println!("{program} is missing; installing it takes some minutes");
        process::run(Command::new("cargo").args(["install", program, "--locked"]))?;
    }
    Ok(())
}

/// The target triple of the program, as `rustc` names it.
fn target() -> Result<String> {
    let about = process::output(Command::new("rustc").arg("-vV"))?;
    let host = about.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("`rustc -vV` names no host")?.to_owned())
}

fn git(folder: &Path) -> Command {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder);
    command
}
