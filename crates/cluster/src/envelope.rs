//! The bytes of a message: the version of the envelope (1 byte), the id of the sender (16 bytes), and the body as JSON.

use bytes::{BufMut, Bytes, BytesMut};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sumito_kit::metrics;
use sumito_kit::node::NodeId;
use sumito_kit::retry::Flood;
use tracing::warn;
use uuid::Uuid;

/// Version of the envelopes that this release writes, and the latest that it reads.
pub(crate) const VERSION: u8 = 1;

/// Oldest version that this release reads. A new version is written one release after the first that reads it.
pub(crate) const OLDEST_VERSION: u8 = 1;

/// Maximum size of a message in bytes, with its envelope of 17 bytes: half of the default limit of a NATS server.
pub const MAX_MESSAGE_BYTES: usize = 512 * 1024;

/// Bytes before the body.
const HEAD: usize = 17;

/// Messages that this release cannot read.
static UNREADABLE: Flood = Flood::new();

/// A message as received.
#[derive(Debug, Clone)]
pub(crate) struct Envelope {
    /// The sender of the message.
    pub(crate) from: NodeId,
    body: Bytes,
}

/// The reason why a message cannot be sent.
#[derive(Debug, thiserror::Error)]
pub(crate) enum EncodeError {
    #[error("a message of {bytes} bytes is too large: at most {MAX_MESSAGE_BYTES} bytes are allowed")]
    TooLarge { bytes: usize },
    #[error("the message has no form in JSON: {0}")]
    NotJson(#[from] serde_json::Error),
}

/// Returns the bytes of a message from this node.
pub(crate) fn encode<T: Serialize>(from: NodeId, body: &T) -> Result<Bytes, EncodeError> {
    let mut bytes = BytesMut::with_capacity(256).writer();
    bytes.get_mut().put_u8(VERSION);
    bytes.get_mut().put_slice(from.0.as_bytes());
    serde_json::to_writer(&mut bytes, body)?;
    let bytes = bytes.into_inner().freeze();
    if bytes.len() > MAX_MESSAGE_BYTES {
        return Err(EncodeError::TooLarge { bytes: bytes.len() });
    }
    Ok(bytes)
}

impl Envelope {
    /// Reads the bytes of a message. Counts and drops a message with an unknown version, or without a complete head.
    pub(crate) fn open(mut bytes: Bytes) -> Option<Self> {
        let is_known = bytes.first().is_some_and(|version| (OLDEST_VERSION..=VERSION).contains(version));
        if !is_known || bytes.len() < HEAD {
            metrics::bus_dropped("unknown_version");
            return None;
        }
        let body = bytes.split_off(HEAD);
        let from = NodeId(Uuid::from_slice(&bytes[1..]).ok()?);
        Some(Self { from, body })
    }

    /// Returns the number of bytes that the message occupies.
    pub(crate) fn size(&self) -> usize {
        HEAD + self.body.len()
    }

    /// Returns the body. Counts and drops a body that is not a `T`.
    pub(crate) fn read<T: DeserializeOwned>(&self) -> Option<T> {
        serde_json::from_slice(&self.body)
            .inspect_err(|error| {
                metrics::bus_dropped("unreadable");
                if let Some(left_out) = UNREADABLE.record() {
                    warn!(from = %self.from.0, %error, left_out, "unreadable message from another node dropped");
                }
            })
            .ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node() -> NodeId {
        NodeId(Uuid::from_u128(7))
    }

    #[test]
    fn a_message_survives_its_envelope() {
        let envelope = Envelope::open(encode(node(), &vec![1, 2]).unwrap()).unwrap();
        assert_eq!(envelope.from, node());
        assert_eq!(envelope.read::<Vec<i32>>(), Some(vec![1, 2]));
        assert_eq!(envelope.read::<String>(), None);
    }

    /// The next release must read these bytes.
    #[test]
    fn the_bytes_of_version_1_are_fixed() {
        let mut expected = vec![1];
        expected.extend([0; 15]);
        expected.extend(b"\x07{\"a\":null}");
        assert_eq!(encode(node(), &serde_json::json!({"a": null})).unwrap(), expected);
    }

    #[test]
    fn unknown_versions_and_incomplete_heads_are_dropped() {
        for version in [0, VERSION + 1, u8::MAX] {
            let mut bytes = encode(node(), &1).unwrap().to_vec();
            bytes[0] = version;
            assert!(Envelope::open(bytes.into()).is_none());
        }
        let whole = encode(node(), &1).unwrap();
        assert!(Envelope::open(whole.slice(..HEAD - 1)).is_none());
        assert!(Envelope::open(Bytes::new()).is_none());
    }

    #[test]
    fn a_message_has_a_maximum_size() {
        let text = |bytes: usize| "x".repeat(bytes - HEAD - 2);
        assert_eq!(encode(node(), &text(MAX_MESSAGE_BYTES)).unwrap().len(), MAX_MESSAGE_BYTES);
        let error = encode(node(), &text(MAX_MESSAGE_BYTES + 1)).unwrap_err();
        assert!(matches!(error, EncodeError::TooLarge { bytes } if bytes == MAX_MESSAGE_BYTES + 1));
    }
}
