//! A copy of the log of a server. It shows whether the server has changed the log since the copy was made.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use reqwest::{Client, Url};
use serde::de::DeserializeOwned;
use sumito_protocol::receipts::{ReceiptKeys, ReceiptLogPage};
use sumito_receipts::{Checkpoint, CheckpointError, Hash, PublicKey, Tree};

use super::check::{KeysError, trusted};

/// Timeout of a request.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Maximum size of an answer in bytes.
const LARGEST_ANSWER: usize = 4 << 20;

/// Hashes that are requested at once.
const HASHES_AT_ONCE: u64 = 5_000;

/// Where a server lists its keys.
pub const KEYS_PATH: &str = "/.well-known/sumito-receipt-keys";

/// A copy of a log.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Mirror {
    /// The keys of the server, in the order of their use.
    pub keys: Vec<PublicKey>,
    /// The hashes of the receipts, in order.
    pub leaves: Vec<Hash>,
}

/// The result of an update.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MirrorReport {
    /// The signed state of the log up to which the copy is complete.
    pub checkpoint: String,
    /// Number of receipts.
    pub size: u64,
    /// Number of receipts that are new in the copy.
    pub added: u64,
}

/// The reason why a copy cannot be updated.
#[derive(Debug, thiserror::Error)]
pub enum MirrorError {
    /// The server gives no valid answer.
    #[error("no valid answer from {0}")]
    Request(Url, #[source] Box<dyn std::error::Error + Send + Sync>),
    /// The keys of the server cannot be trusted.
    #[error("keys of the server")]
    Keys(#[from] KeysError),
    /// The server has replaced keys that the copy has.
    #[error("the log was rewritten: the server lists other keys than before; key {number} was {known}")]
    OtherKeys {
        /// The number of the first key that differs, from 1.
        number: usize,
        /// The key in the copy.
        known: String,
    },
    /// The signed state of the log is invalid.
    #[error("checkpoint of the server")]
    Checkpoint(#[from] CheckpointError),
    /// The log has fewer receipts than the copy.
    #[error("the log was rewritten: the server's log has {size} receipts, the copy has {known}")]
    Shorter {
        /// Number of receipts in the server's log.
        size: u64,
        /// Number of receipts in the copy.
        known: u64,
    },
    /// A receipt of the copy is another one in the log.
    #[error("the log was rewritten: receipt {position} was {known} and is {found} now")]
    Rewritten {
        /// Position of the first receipt that differs, from 1.
        position: u64,
        /// The hash in the copy.
        known: Hash,
        /// The hash in the server's log.
        found: Hash,
    },
    /// The log does not lead to its signed state.
    #[error("the server's log does not lead to the root that it has signed")]
    Root,
    /// The file cannot be read or written, or is not a copy.
    #[error("{}", .0.display())]
    File(PathBuf, #[source] io::Error),
}

impl Mirror {
    /// Reads a copy; `None` if there is no file.
    ///
    /// # Errors
    /// [`MirrorError::File`].
    pub fn read(file: &Path) -> Result<Option<Self>, MirrorError> {
        let failed = |error| MirrorError::File(file.to_owned(), error);
        let text = match fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed(error)),
        };
        let invalid =
            || failed(io::Error::new(io::ErrorKind::InvalidData, "not a copy of a log of receipts"));
        let (keys, leaves) = text.split_once("\n\n").ok_or_else(invalid)?;
        let keys = keys.lines().map(str::parse).collect::<Result<_, _>>().map_err(|_| invalid())?;
        let leaves = leaves.lines().map(Hash::parse).collect::<Option<_>>().ok_or_else(invalid)?;
        Ok(Some(Self { keys, leaves }))
    }

    /// Writes the copy, together with the signed state of the log, which proves the signed contents to others.
    fn write(&self, file: &Path, checkpoint: &str) -> Result<(), MirrorError> {
        let mut text = String::with_capacity(self.leaves.len() * 65 + 1_024);
        for key in &self.keys {
            let _ = writeln!(text, "{key}");
        }
        text.push('\n');
        for leaf in &self.leaves {
            let _ = writeln!(text, "{leaf}");
        }
        replace(file, &text)?;
        replace(&with_suffix(file, ".checkpoint"), checkpoint)
    }

    /// Updates the copy in `file` from the server at `url`; creates it if it does not exist. The first update trusts the keys that the
    /// server lists, later updates trust only these and keys that they endorse.
    ///
    /// # Errors
    /// [`MirrorError`]. The copy is unchanged.
    pub async fn update(url: &Url, file: &Path) -> Result<MirrorReport, MirrorError> {
        let mut mirror = Self::read(file)?.unwrap_or_default();
        let server = Server::new(url.clone());
        let keys = server.keys().await?;
        let differs = |(known, listed): (&PublicKey, Option<&PublicKey>)| Some(known) != listed;
        let listed = keys.iter().map(Some).chain(std::iter::repeat(None));
        if let Some(place) = mirror.keys.iter().zip(listed).position(differs) {
            return Err(MirrorError::OtherKeys { number: place + 1, known: mirror.keys[place].to_string() });
        }
        mirror.keys = keys;
        let note = server.checkpoint().await?;
        let checkpoint = Checkpoint::open(note.as_bytes(), &mirror.keys)?;
        let known = mirror.leaves.len() as u64;
        if checkpoint.size < known {
            return Err(MirrorError::Shorter { size: checkpoint.size, known });
        }
        let mut tree = Tree::default();
        mirror.leaves.iter().for_each(|leaf| tree.push(*leaf));
        while tree.size() < checkpoint.size {
            let wanted = checkpoint.size - tree.size();
            let page = server.leaves(tree.size(), wanted.min(HASHES_AT_ONCE)).await?;
            if page.is_empty() {
                return Err(MirrorError::Root);
            }
            for leaf in page.into_iter().take(wanted as usize) {
                tree.push(leaf);
                mirror.leaves.push(leaf);
            }
        }
        if tree.root() != checkpoint.root {
            return Err(first_difference(&server, &mirror.leaves[..known as usize]).await?);
        }
        mirror.write(file, &note)?;
        Ok(MirrorReport { checkpoint: note, size: checkpoint.size, added: checkpoint.size - known })
    }
}

/// Returns the first receipt of the copy that is another one in the server's log.
async fn first_difference(server: &Server, known: &[Hash]) -> Result<MirrorError, MirrorError> {
    let mut position = 0;
    while position < known.len() as u64 {
        let page = server.leaves(position, HASHES_AT_ONCE).await?;
        if page.is_empty() {
            break;
        }
        for (found, known) in page.into_iter().zip(&known[position as usize..]) {
            position += 1;
            if found != *known {
                return Ok(MirrorError::Rewritten { position, known: *known, found });
            }
        }
    }
    Ok(MirrorError::Root)
}

/// Fetches the keys of a server.
///
/// # Errors
/// [`MirrorError::Request`] or [`MirrorError::Keys`].
pub async fn fetch_keys(url: &Url) -> Result<Vec<PublicKey>, MirrorError> {
    Server::new(url.clone()).keys().await
}

/// The server of the log.
struct Server {
    url: Url,
    client: Client,
}

impl Server {
    fn new(url: Url) -> Self {
        Self { url, client: Client::new() }
    }

    async fn keys(&self) -> Result<Vec<PublicKey>, MirrorError> {
        let list: ReceiptKeys = self.json(KEYS_PATH).await?;
        Ok(trusted(&list)?)
    }

    async fn checkpoint(&self) -> Result<String, MirrorError> {
        let (url, body) = self.get("/api/v1/receipts/checkpoint").await?;
        String::from_utf8(body).map_err(|error| MirrorError::Request(url, error.into()))
    }

    async fn leaves(&self, after: u64, limit: u64) -> Result<Vec<Hash>, MirrorError> {
        let path = format!("/api/v1/receipts/log?after={after}&limit={limit}");
        let page: ReceiptLogPage = self.json(&path).await?;
        let hashes = page.hashes.iter().map(|hash| Hash::parse(hash)).collect::<Option<_>>();
        hashes.ok_or_else(|| MirrorError::Request(self.url.clone(), "invalid hash in the log".into()))
    }

    async fn json<T: DeserializeOwned>(&self, path: &str) -> Result<T, MirrorError> {
        let (url, body) = self.get(path).await?;
        serde_json::from_slice(&body).map_err(|error| MirrorError::Request(url, error.into()))
    }

    async fn get(&self, path: &str) -> Result<(Url, Vec<u8>), MirrorError> {
        let failed =
            |error: Box<dyn std::error::Error + Send + Sync>| MirrorError::Request(self.url.clone(), error);
        let url = self.url.join(path).map_err(|error| failed(error.into()))?;
        let answer = self.client.get(url.clone()).timeout(TIMEOUT).send().await;
        let mut answer =
            answer.and_then(reqwest::Response::error_for_status).map_err(|error| failed(error.into()))?;
        let mut body = Vec::new();
        while let Some(chunk) = answer.chunk().await.map_err(|error| failed(error.into()))? {
            if body.len() + chunk.len() > LARGEST_ANSWER {
                return Err(failed("the answer is too large".into()));
            }
            body.extend_from_slice(&chunk);
        }
        Ok((url, body))
    }
}

/// Replaces a file at once, so that a crash leaves the old or the new text.
fn replace(file: &Path, text: &str) -> Result<(), MirrorError> {
    let failed = |error| MirrorError::File(file.to_owned(), error);
    let unfinished = with_suffix(file, "-unfinished");
    let mut new = fs::File::create(&unfinished).map_err(failed)?;
    new.write_all(text.as_bytes()).and_then(|()| new.sync_all()).map_err(failed)?;
    fs::rename(&unfinished, file).map_err(failed)
}

fn with_suffix(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}
