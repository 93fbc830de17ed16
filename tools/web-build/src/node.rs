use std::{fmt, io::ErrorKind, process::Command, str::FromStr};

use crate::Error;

/// The oldest Node.js that Vite 8 supports.
pub(crate) const MINIMUM: Version = Version { major: 20, minor: 19 };

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Version {
    major: u32,
    minor: u32,
}

impl FromStr for Version {
    type Err = ();

    /// Parses the output of `node --version`, such as `v20.20.2`.
    fn from_str(text: &str) -> Result<Self, ()> {
        let mut parts = text.trim().trim_start_matches('v').split('.').map(str::parse);
        match (parts.next(), parts.next()) {
            (Some(Ok(major)), Some(Ok(minor))) => Ok(Self { major, minor }),
            _ => Err(()),
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}.{}", self.major, self.minor)
    }
}

pub(crate) fn require() -> Result<(), Error> {
    let output = Command::new("node").arg("--version").output().map_err(|source| match source.kind() {
        ErrorKind::NotFound => Error::Missing { program: "node" },
        _ => Error::NotStarted { command: "node --version".to_owned(), source },
    })?;
    let printed = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    match printed.parse::<Version>() {
        Ok(version) if version >= MINIMUM => Ok(()),
        _ => Err(Error::TooOld { found: printed }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_compare_by_number_and_not_by_text() {
        let version = |text: &str| text.parse::<Version>();
        assert!(version("v20.20.2\n") >= Ok(MINIMUM));
        assert!(version("v100.0.0") >= Ok(MINIMUM));
        assert_eq!(version("v20.9.0").map(|found| found < MINIMUM), Ok(true));
        assert_eq!(version("v18.20.4").map(|found| found < MINIMUM), Ok(true));
        assert_eq!(version("nightly"), Err(()));
    }
}
