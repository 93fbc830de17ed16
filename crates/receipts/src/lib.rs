//! Signed receipts, and the log of their hashes. No I/O.
//!
//! A receipt is a text that a server signs with its Ed25519 key. The hashes of all receipts are the leaves of a Merkle tree, in the order in
//! which they were issued. The server signs the root of the tree; a copy of the leaves shows whether the server has changed the log since.
//!
//! | file | content | format |
//! |---|---|---|
//! | `key` | keys of a server | [C2SP signed-note](https://c2sp.org/signed-note), verifier keys |
//! | `note` | signed texts | C2SP signed-note, with exactly one signature |
//! | `tree` | the Merkle tree of the log | [RFC 6962](https://www.rfc-editor.org/rfc/rfc6962), section 2.1 |
//! | `checkpoint` | the signed state of the log | [C2SP tlog-checkpoint](https://c2sp.org/tlog-checkpoint) |

mod checkpoint;
mod key;
mod note;
mod tree;

pub use checkpoint::{Checkpoint, CheckpointError};
pub use key::{KeyError, PublicKey, SecretKey, endorsement, is_host};
pub use note::{NoteError, open, sign};
pub use tree::{Hash, Tree};
