//! Presence of a table's players.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Timestamp, UserId};

/// Players of a table who are present, and the time since which the others are absent. The caller defines presence: watching the table, or
/// merely being reachable.
///
/// It is not part of the table: connection state is not stored as events. [`Table`](crate::Table) consults it where absence counts: when a
/// game is claimed, and when a partner must agree to resign.
///
/// ```
/// use sumito_game::{Absence, Presence, Timestamp, UserId};
/// use uuid::Uuid;
///
/// let anne = UserId(Uuid::from_u128(1));
/// let mut presence = Presence::default();
/// assert!(presence.connect(anne));
/// assert!(!presence.connect(anne), "nothing has changed");
/// assert!(presence.disconnect(anne, Absence { since: Timestamp(5), on_purpose: false }));
/// assert!(!presence.is_connected(anne));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Presence(BTreeMap<UserId, Connection>);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Connection {
    Here,
    Away(Absence),
}

/// The absence of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Absence {
    /// Start of the absence; [`Timestamp::MIN`] for a player who was never present.
    pub since: Timestamp,
    /// True if the player left, false if the connection was lost.
    pub on_purpose: bool,
}

impl Presence {
    /// Marks all users as absent since the same moment: for a table restored after an outage that no connection can have survived.
    pub fn all_away_since(users: impl IntoIterator<Item = UserId>, since: Timestamp) -> Self {
        let away = Connection::Away(Absence { since, on_purpose: false });
        Self(users.into_iter().map(|user| (user, away)).collect())
    }

    /// Marks `user` as present. Returns whether that is a change.
    pub fn connect(&mut self, user: UserId) -> bool {
        self.0.insert(user, Connection::Here) != Some(Connection::Here)
    }

    /// Marks `user` as absent. Returns whether that is a change. Of two absences the later counts, since the player was present between
    /// them; users who were never present are ignored.
    pub fn disconnect(&mut self, user: UserId, absence: Absence) -> bool {
        match self.0.get_mut(&user) {
            Some(Connection::Away(known)) if known.since >= absence.since => false,
            Some(place) => {
                *place = Connection::Away(absence);
                true
            }
            None => false,
        }
    }

    /// Returns whether `user` is present.
    pub fn is_connected(&self, user: UserId) -> bool {
        self.absence(user).is_none()
    }

    /// Returns the absence of `user`; `None` for present users.
    pub fn absence(&self, user: UserId) -> Option<Absence> {
        match self.0.get(&user) {
            Some(Connection::Here) => None,
            Some(Connection::Away(absence)) => Some(*absence),
            None => Some(Absence { since: Timestamp::MIN, on_purpose: false }),
        }
    }

    /// Removes users for whom `wanted` returns false, such as players who left their seats, so that the size stays bounded by the table.
    pub fn retain(&mut self, mut wanted: impl FnMut(UserId) -> bool) {
        self.0.retain(|&user, _| wanted(user));
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    const ANNE: UserId = UserId(Uuid::from_u128(1));
    const BEN: UserId = UserId(Uuid::from_u128(2));

    #[test]
    fn only_changes_count() {
        let mut presence = Presence::default();
        let cut_off = |at| Absence { since: Timestamp(at), on_purpose: false };
        assert!(!presence.disconnect(ANNE, cut_off(1)), "she was not there");
        assert_eq!(presence, Presence::default(), "and is not noted");
        assert!(presence.connect(ANNE));
        assert!(!presence.connect(ANNE));
        assert!(presence.disconnect(ANNE, cut_off(2)));
        assert!(!presence.disconnect(ANNE, cut_off(2)));
        assert_eq!(presence.absence(ANNE), Some(cut_off(2)));
        let left = Absence { since: Timestamp(3), on_purpose: true };
        assert!(presence.disconnect(ANNE, left), "she came back unnoticed, and left");
        assert!(!presence.disconnect(ANNE, cut_off(2)), "that is over");
        assert_eq!(presence.absence(ANNE), Some(left));
        assert!(presence.connect(ANNE));
        assert_eq!(presence.absence(ANNE), None);
    }

    #[test]
    fn user_who_never_connected_is_absent_since_minimum() {
        let presence = Presence::default();
        assert!(!presence.is_connected(ANNE));
        assert_eq!(presence.absence(ANNE), Some(Absence { since: Timestamp::MIN, on_purpose: false }));
    }

    #[test]
    fn outage_marks_all_users_absent() {
        let presence = Presence::all_away_since([ANNE, BEN], Timestamp(7));
        for user in [ANNE, BEN] {
            assert_eq!(presence.absence(user), Some(Absence { since: Timestamp(7), on_purpose: false }));
        }
    }

    #[test]
    fn retain_removes_unwanted_users() {
        let mut presence = Presence::all_away_since([ANNE, BEN], Timestamp(7));
        presence.retain(|user| user == BEN);
        assert_eq!(presence, Presence::all_away_since([BEN], Timestamp(7)));
    }

    #[test]
    fn it_is_plain_json() {
        let mut presence = Presence::all_away_since([ANNE], Timestamp(7));
        presence.connect(BEN);
        let json = serde_json::to_string(&presence).unwrap();
        assert_eq!(
            json,
            concat!(
                r#"{"00000000-0000-0000-0000-000000000001":{"away":{"since":7,"on_purpose":false}},"#,
                r#""00000000-0000-0000-0000-000000000002":"here"}"#
            )
        );
        assert_eq!(serde_json::from_str::<Presence>(&json).unwrap(), presence);
    }
}
