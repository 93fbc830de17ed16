//! Lists of ids in queries.

use std::collections::HashSet;

use serde::de::Error;
use serde::{Deserialize, Deserializer};
use uuid::Uuid;

/// Maximum number of ids: the address stays below the 8 KiB that proxies accept.
pub(crate) const MAX_IDS: usize = 200;

/// 1 to [`MAX_IDS`] ids, separated by commas. A repeated id counts once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct IdList(pub(crate) Vec<Uuid>);

impl<'de> Deserialize<'de> for IdList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let ids: Result<Vec<Uuid>, _> = text.split(',').take(MAX_IDS + 1).map(str::parse).collect();
        let mut ids = ids
            .ok()
            .filter(|ids| ids.len() <= MAX_IDS)
            .ok_or_else(|| D::Error::custom(format!("expected 1 to {MAX_IDS} ids, separated by commas")))?;
        let mut seen = HashSet::new();
        ids.retain(|id| seen.insert(*id));
        Ok(Self(ids))
    }
}

#[cfg(test)]
mod tests {
    use serde::de::IntoDeserializer;
    use serde::de::value::{Error, StrDeserializer};

    use super::*;

    fn read(text: &str) -> Result<IdList, Error> {
        let deserializer: StrDeserializer<'_, Error> = text.into_deserializer();
        IdList::deserialize(deserializer)
    }

    #[test]
    fn list_has_each_id_once_and_is_bounded() {
        let [one, other] = [Uuid::from_u128(1), Uuid::from_u128(2)];
        assert_eq!(read(&format!("{other},{one},{other}")).unwrap().0, [other, one]);
        let many: Vec<_> = (0..=MAX_IDS as u128).map(|id| Uuid::from_u128(id).to_string()).collect();
        assert_eq!(read(&many[1..].join(",")).unwrap().0.len(), MAX_IDS);
        for text in [many.join(","), String::new(), format!("{one},"), "x".to_owned()] {
            assert!(read(&text).is_err(), "{text}");
        }
    }
}
