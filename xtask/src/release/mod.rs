//! What is handed to others: an archive with the program, a Debian package, its symbols, and lists of what is inside (SBOM); the same bytes whoever makes
//! them and where, from the same commit with the same tools ([0041](../../../docs/adr/0041-releases-are-reproducible.md)).

mod sbom;

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::{debian, process, repository};

/// Where the sums of all files stand.
const SUMS: &str = "SHA256SUMS";

/// What lies in the archive beside the program: where it comes from, and what it is called there.
const BESIDE: [(&str, &str); 7] = [
    ("README.md", "README.md"),
    ("CHANGELOG.md", "CHANGELOG.md"),
    ("LICENSE", "LICENSE"),
    ("LICENSE-APACHE", "LICENSE-APACHE"),
    ("LICENSE-MIT", "LICENSE-MIT"),
    ("config/default.toml", "default.toml"),
    ("packaging/sumito.service", "sumito.service"),
];

/// What to make.
#[derive(Args)]
pub(crate) struct Wish {
    /// Make all of it once more in another folder, and compare
    #[arg(long)]
    twice: bool,
}

/// Makes what is handed to others of the last commit, in `target/release-files/out`.
pub(crate) fn run(wish: &Wish) -> Result<()> {
    let root = repository::root();
    let changed = process::output(git(root).args(["status", "--porcelain"]))?;
    ensure!(changed.is_empty(), "a release is made of a commit; these files differ from it:\n{changed}");
    need("cargo-cyclonedx")?;
    need("cargo-deb")?;
    for (program, package) in
        [("objcopy", "binutils"), ("tar", "tar"), ("gzip", "gzip"), ("sha256sum", "coreutils")]
    {
        if process::find(program).is_none() {
            debian::install(package, program)?;
        }
    }
    let sums = Release::of(root, &root.join("target/release-files"))?.make()?;
    print!("{sums}");
    if wish.twice {
        let other = tempfile::tempdir_in(root.join("target"))?;
        let again = Release::of(root, other.path())?.make()?;
        ensure!(sums == again, "another folder gave other files:\n{again}");
        println!("the same in another folder");
    }
    Ok(())
}

/// A release that is being made.
struct Release {
    /// The commit, and nothing else.
    source: PathBuf,
    /// What Cargo builds, kept for the next time.
    build: PathBuf,
    /// What comes of it.
    out: PathBuf,
    /// When the commit was made, in seconds: the time of all files.
    moment: String,
}

impl Release {
    /// Takes the last commit into `folder`.
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

    /// Makes all of it, and gives the sums.
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
        part_symbols(&program, &symbols)?;
        let sboms = sbom::make(self)?;
        self.archive(&name, &program, &sboms)?;
        self.package()?;
        process::run(Command::new("gzip").args(["--best", "--no-name"]).arg(&symbols))?;
        self.sums()
    }

    /// Cargo in the commit's folder, told to leave no trace of where that is.
    fn cargo(&self) -> Result<Command> {
        let home = env::var_os("CARGO_HOME").map_or_else(
            || env::home_dir().context("there is no home folder").map(|home| home.join(".cargo")),
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

    /// One folder with the program and what belongs to it.
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

    /// The Debian package; what is in it stands in `crates/server/Cargo.toml`.
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

/// Moves what tells a debugger, a profiler or `addr2line` where an address is into a file of its own, as the Dockerfile does.
fn part_symbols(program: &Path, symbols: &Path) -> Result<()> {
    let objcopy = || Command::new("objcopy");
    process::run(objcopy().arg("--only-keep-debug").args([program, symbols]))?;
    let link = format!("--add-gnu-debuglink={}", symbols.display());
    process::run(objcopy().args(["--strip-all", &link]).arg(program))
}

/// Installs a program of Cargo's where it is missing.
fn need(program: &str) -> Result<()> {
    if process::find(program).is_none() {
        println!("{program} is missing and is now installed; this takes some minutes");
        process::run(Command::new("cargo").args(["install", program, "--locked"]))?;
    }
    Ok(())
}

/// What the program is built for, as `rustc` names it.
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
