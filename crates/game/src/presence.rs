//! Which players are there, and since when the others are not.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Timestamp, UserId};

/// Who of a table's players is there now, and since when those who were there before are not. Whether that means to look at the table, or
/// only to be reachable, is for whoever keeps it to say.
///
/// It is no part of the table: whether somebody's connection holds is not stored as an event. [`Table`](crate::Table) asks
/// it where absence counts: when a game is claimed, and when a partner has to agree to resign.
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
pub struct Presence(BTreeMap<UserId, Whereabouts>);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Whereabouts {
    Here,
    Away(Absence),
}

/// How somebody who is not there has gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Absence {
    /// Since when; [`Timestamp::MIN`] for somebody who has never been there.
    pub since: Timestamp,
    /// Whether they left, rather than being cut off.
    pub on_purpose: bool,
}

impl Presence {
    /// Everybody is away since the same moment: for a table that comes back after an outage through which no connection
    /// can have lasted.
    pub fn all_away_since(users: impl IntoIterator<Item = UserId>, since: Timestamp) -> Self {
        let away = Whereabouts::Away(Absence { since, on_purpose: false });
        Self(users.into_iter().map(|user| (user, away)).collect())
    }

    /// `user` is there from now on. Returns whether that is new.
    pub fn connect(&mut self, user: UserId) -> bool {
        self.0.insert(user, Whereabouts::Here) != Some(Whereabouts::Here)
    }

    /// `user` is not there any more. Returns whether that is new: of two absences the later one counts, since somebody was there between
    /// them, and whoever was never there is not noted.
    pub fn disconnect(&mut self, user: UserId, absence: Absence) -> bool {
        match self.0.get_mut(&user) {
            Some(Whereabouts::Away(known)) if known.since >= absence.since => false,
            Some(place) => {
                *place = Whereabouts::Away(absence);
                true
            }
            None => false,
        }
    }

    /// Whether `user` is there.
    pub fn is_connected(&self, user: UserId) -> bool {
        self.absence(user).is_none()
    }

    /// Since when and why `user` is away; `None` for those who are there.
    pub fn absence(&self, user: UserId) -> Option<Absence> {
        match self.0.get(&user) {
            Some(Whereabouts::Here) => None,
            Some(Whereabouts::Away(absence)) => Some(*absence),
            None => Some(Absence { since: Timestamp::MIN, on_purpose: false }),
        }
    }

    /// Forgets everybody who is not wanted any more, such as those who have left their seats, so that this stays as small as
    /// the table is.
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
    fn who_was_never_there_is_away_since_ever() {
        let presence = Presence::default();
        assert!(!presence.is_connected(ANNE));
        assert_eq!(presence.absence(ANNE), Some(Absence { since: Timestamp::MIN, on_purpose: false }));
    }

    #[test]
    fn an_outage_that_no_connection_lasts_through_sends_everybody_away() {
        let presence = Presence::all_away_since([ANNE, BEN], Timestamp(7));
        for user in [ANNE, BEN] {
            assert_eq!(presence.absence(user), Some(Absence { since: Timestamp(7), on_purpose: false }));
        }
    }

    #[test]
    fn those_who_are_not_wanted_are_forgotten() {
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
