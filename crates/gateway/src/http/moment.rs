//! Times in queries.

use std::borrow::Cow;

use serde::de::{Deserialize, Deserializer, Error};
use sumito_game::Timestamp;
use sumito_protocol::shape::moment;

/// A time in a query: microseconds since the Unix epoch, or a text as RFC 3339 says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Moment(pub(crate) Timestamp);

impl<'de> Deserialize<'de> for Moment {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(source)?;
        // A `+` that is not escaped means a space in a query.
        let at = text.parse().ok().or_else(|| moment::from_text(&text.replace(' ', "+")));
        at.map(|at| Self(Timestamp(at)))
            .ok_or_else(|| D::Error::custom(format_args!("must be {}", moment::FORMS)))
    }
}
