//! The signed state of the log.

use std::fmt::Write as _;

use base64ct::{Base64, Encoding as _};

use crate::{Hash, NoteError, PublicKey, SecretKey, Tree, note};

/// Identifies the log among others that a server might have. It follows the name of the server in the first line of a checkpoint.
const LOG: &str = "/receipts";

/// The number of leaves of the log, and the root of its tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Checkpoint {
    /// Number of leaves.
    pub size: u64,
    /// Root of the tree.
    pub root: Hash,
}

/// The reason why a text is no checkpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CheckpointError {
    /// The signature proves nothing.
    #[error(transparent)]
    Note(#[from] NoteError),
    /// The text is not a checkpoint of this server.
    #[error("not a checkpoint of the log of receipts")]
    Form,
}

impl Checkpoint {
    /// Returns the state of a log.
    pub fn of(tree: &Tree) -> Self {
        Self { size: tree.size(), root: tree.root() }
    }

    /// Returns the checkpoint as a signed note.
    pub fn sign(&self, key: &SecretKey) -> String {
        note::sign(&self.text(key.public().name()), key)
    }

    /// Reads a signed checkpoint.
    ///
    /// # Errors
    /// [`CheckpointError`].
    pub fn open<'k>(
        note: &[u8],
        keys: impl IntoIterator<Item = &'k PublicKey>,
    ) -> Result<Self, CheckpointError> {
        let (text, key) = note::open(note, keys)?;
        let mut lines = text.lines().skip(1);
        let size = lines.next().and_then(|line| line.parse().ok()).ok_or(CheckpointError::Form)?;
        let root = lines.next().and_then(|line| Base64::decode_vec(line).ok()?.try_into().ok());
        let checkpoint = Self { size, root: Hash(root.ok_or(CheckpointError::Form)?) };
        // There is only one way to write it.
        if checkpoint.text(key.name()) == text { Ok(checkpoint) } else { Err(CheckpointError::Form) }
    }

    fn text(&self, name: &str) -> String {
        let mut text = format!("{name}{LOG}\n");
        let _ = writeln!(text, "{}", self.size);
        text + &Base64::encode_string(&self.root.0) + "\n"
    }
}

#[cfg(test)]
mod tests {
    use zeroize::Zeroizing;

    use super::*;

    #[test]
    fn checkpoint_is_read_again_and_other_notes_are_not() {
        let key = SecretKey::new("play.example", &Zeroizing::new([1; 32])).unwrap();
        let mut tree = Tree::default();
        tree.push(Hash::of_leaf(b"first"));
        let checkpoint = Checkpoint::of(&tree);
        let note = checkpoint.sign(&key);
        assert!(note.starts_with("play.example/receipts\n1\n"), "{note}");
        assert_eq!(Checkpoint::open(note.as_bytes(), [&key.public()]), Ok(checkpoint));
        for text in ["play.example/receipts\n01\n", "other\n1\n"] {
            let note =
                note::sign(&(text.to_owned() + &Base64::encode_string(&checkpoint.root.0) + "\n"), &key);
            assert_eq!(Checkpoint::open(note.as_bytes(), [&key.public()]), Err(CheckpointError::Form));
        }
        let other = SecretKey::new("play.example", &Zeroizing::new([2; 32])).unwrap();
        let unknown = Checkpoint::open(note.as_bytes(), [&other.public()]);
        assert_eq!(unknown, Err(CheckpointError::Note(NoteError::UnknownKey)));
    }
}
