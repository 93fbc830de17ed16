//! The bot's token.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use sumito_client::{Error, Rest};

/// The source of the bot's token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TokenSource {
    /// The token itself.
    Inline(String),
    /// A file with the token. If it is missing, a guest is created and its token is stored there, so that the bot keeps its identity.
    File(PathBuf),
}

/// The reason why there is no token.
#[derive(Debug, thiserror::Error)]
pub enum TokenError {
    /// The file is unusable.
    #[error("the token in {} could not be {what}", file.display())]
    File {
        /// The file's path.
        file: PathBuf,
        /// The attempted operation.
        what: &'static str,
        /// The operating system's error.
        source: std::io::Error,
    },
    /// The file is empty.
    #[error("token file {} is empty; delete it to create a new guest", .0.display())]
    Empty(PathBuf),
    /// The server does not create a guest.
    #[error("cannot create a guest for the bot")]
    Guest(#[from] Error),
}

impl TokenSource {
    /// Returns the token; creates a guest if there is none yet.
    ///
    /// # Errors
    /// Fails if the file cannot be read or written, or the server does not create a guest.
    pub async fn get(&self, rest: &Rest) -> Result<String, TokenError> {
        let file = match self {
            Self::Inline(token) => return Ok(token.clone()),
            Self::File(file) => file,
        };
        if let Some(token) = read(file)? {
            return Ok(token);
        }
        let guest = rest.guest().await?;
        write(file, &guest.token)?;
        tracing::info!(name = guest.user.name, file = %file.display(), "guest account created; token saved");
        Ok(guest.token)
    }
}

fn read(file: &Path) -> Result<Option<String>, TokenError> {
    match std::fs::read_to_string(file) {
        Ok(text) if text.trim().is_empty() => Err(TokenError::Empty(file.to_owned())),
        Ok(text) => Ok(Some(text.trim().to_owned())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(source) => Err(TokenError::File { file: file.to_owned(), what: "read", source }),
    }
}

/// The token grants full control of the bot, so only its owner may read the file.
fn write(file: &Path, token: &str) -> Result<(), TokenError> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = options.open(file).and_then(|mut open| writeln!(open, "{token}"));
    written.map_err(|source| TokenError::File { file: file.to_owned(), what: "written", source })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_kept_for_oneself_and_never_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("token");
        assert_eq!(read(&file).unwrap(), None);
        write(&file, "6b448a32").unwrap();
        assert_eq!(read(&file).unwrap().as_deref(), Some("6b448a32"));
        assert!(matches!(write(&file, "other"), Err(TokenError::File { what: "written", .. })));
        #[cfg(unix)]
        assert_eq!(std::os::unix::fs::MetadataExt::mode(&file.metadata().unwrap()) & 0o777, 0o600);
        std::fs::write(&file, "\n").unwrap();
        assert!(matches!(read(&file), Err(TokenError::Empty(_))));
        assert!(matches!(read(folder.path()), Err(TokenError::File { what: "read", .. })));
    }
}
