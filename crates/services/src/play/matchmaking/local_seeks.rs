//! Seeks of the players with sockets on this node.

use std::collections::HashMap;

use parking_lot::Mutex;
use sumito_game::UserId;

use super::requests::{Request, TermId};
use super::seek::{Seek, SeekId};
use crate::social::notifications::{GameOrigin, Gate, Notification};

/// Seeks that were started on this node and have not ended. When another node starts to pair, they are entered again.
#[derive(Debug, Default)]
pub(super) struct LocalSeeks(Mutex<HashMap<SeekId, LocalSeek>>);

#[derive(Debug)]
struct LocalSeek {
    entry: SeekEntry,
    state: State,
}

/// A seek of a player who waits for the answer.
#[derive(Debug)]
pub(super) struct Asked<'a> {
    own: &'a LocalSeeks,
    id: SeekId,
}

impl Asked<'_> {
    /// Records that the player has the answer: the seek is open. Returns the notifications that were held; if there are any, it has ended.
    pub(super) fn open(self, term: TermId) -> Vec<Notification> {
        self.own.answered(self.id, Some(State::Open(term)))
    }

    /// Records that the seek was not entered. Returns the notifications that were held.
    pub(super) fn close(self) -> Vec<Notification> {
        self.own.answered(self.id, None)
    }

    /// Records that the player gets no answer. Returns the notifications that were held; if there are any, the seek has ended.
    pub(super) fn abandon(self) -> Vec<Notification> {
        self.own.answered(self.id, Some(State::Abandoned))
    }
}

impl Drop for Asked<'_> {
    fn drop(&mut self) {
        self.own.answered(self.id, Some(State::Abandoned));
    }
}

/// A seek with the data to enter it.
#[derive(Debug, Clone)]
pub(super) struct SeekEntry {
    pub(super) lobby: String,
    pub(super) seek: Seek,
    pub(super) command: Option<String>,
}

impl SeekEntry {
    /// Returns the request to enter the seek, now or `again`.
    pub(super) fn into_request(self, again: bool) -> Request {
        let Self { lobby, seek, command } = self;
        Request::Enter { lobby, seek: Box::new(seek), command, again }
    }
}

#[derive(Debug)]
enum State {
    /// Its player waits for the answer. Notifications about it are held until then.
    Asked(Vec<Notification>),
    /// The matchmaker of this term has it.
    Open(TermId),
    /// Its player has cancelled it, but the matchmaker may still have it.
    Abandoned,
}

impl LocalSeeks {
    /// Adds a seek that is about to be entered. It is abandoned if the guard is dropped before it has an answer.
    pub(super) fn begin(&self, entry: SeekEntry) -> Asked<'_> {
        let (id, state) = (entry.seek.id, State::Asked(Vec::new()));
        self.0.lock().insert(id, LocalSeek { entry, state });
        Asked { own: self, id }
    }

    /// Adds a seek that the matchmaker already has.
    pub(super) fn adopt(&self, entry: SeekEntry, term: TermId) {
        let (id, state) = (entry.seek.id, State::Open(term));
        self.0.lock().entry(id).or_insert(LocalSeek { entry, state });
    }

    /// Sets the state of a seek that had no answer. Returns the notifications that were held; if there are any, the seek has ended.
    fn answered(&self, id: SeekId, then: Option<State>) -> Vec<Notification> {
        let mut seeks = self.0.lock();
        let Some(LocalSeek { state: State::Asked(held), .. }) = seeks.get_mut(&id) else { return Vec::new() };
        let held = std::mem::take(held);
        match then {
            Some(state) if held.is_empty() => {
                seeks.entry(id).and_modify(|own| own.state = state);
            }
            _ => {
                seeks.remove(&id);
            }
        }
        held
    }

    /// Records that the matchmaker of this term has an open seek.
    pub(super) fn set_term(&self, id: SeekId, term: TermId) {
        if let Some(LocalSeek { state: State::Open(known), .. }) = self.0.lock().get_mut(&id) {
            *known = term;
        }
    }

    /// Abandons the seeks of a user who no longer wants any.
    pub(super) fn abandon_all_of(&self, user: UserId) {
        for own in self.0.lock().values_mut().filter(|own| own.entry.seek.user() == user) {
            if let State::Open(_) = own.state {
                own.state = State::Abandoned;
            }
        }
    }

    /// Removes a seek.
    pub(super) fn forget(&self, id: SeekId) {
        self.0.lock().remove(&id);
    }

    /// Returns an open seek, and the term in which it was entered.
    pub(super) fn get(&self, id: SeekId) -> Option<(SeekEntry, TermId)> {
        let seeks = self.0.lock();
        let own = seeks.get(&id)?;
        match own.state {
            State::Open(term) => Some((own.entry.clone(), term)),
            State::Asked(_) | State::Abandoned => None,
        }
    }

    /// Returns the open seeks.
    pub(super) fn open(&self) -> Vec<SeekId> {
        self.ids(|state| matches!(state, State::Open(_))).into_iter().map(|(id, _)| id).collect()
    }

    /// Returns the abandoned seeks, and their users.
    pub(super) fn abandoned(&self) -> Vec<(SeekId, UserId)> {
        self.ids(|state| matches!(state, State::Abandoned))
    }

    fn ids(&self, wanted: impl Fn(&State) -> bool) -> Vec<(SeekId, UserId)> {
        let seeks = self.0.lock();
        let wanted = seeks.iter().filter(|(_, own)| wanted(&own.state));
        let mut ids: Vec<_> = wanted.map(|(id, own)| (*id, own.entry.seek.user())).collect();
        // Ids grow with time.
        ids.sort_unstable();
        ids
    }
}

/// A seek ends with a notification, which comes after the answer to the request for the seek.
impl Gate for LocalSeeks {
    fn pass(&self, notification: Notification) -> Option<Notification> {
        let id = match &notification {
            Notification::SeekEnded { seek, .. }
            | Notification::GameStarted { occasion: GameOrigin::Seek(seek), .. } => SeekId(*seek),
            _ => return Some(notification),
        };
        let mut seeks = self.0.lock();
        if let Some(LocalSeek { state: State::Asked(held), .. }) = seeks.get_mut(&id) {
            held.push(notification);
            return None;
        }
        seeks.remove(&id);
        Some(notification)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use sumito_game::{Player, TimeControl, Timestamp};
    use sumito_rules::{Layout, Mode};
    use sumito_vocabulary::SeekEnd;
    use uuid::Uuid;

    use super::*;
    use crate::play::matchmaking::{GameKind, RatingRange};

    const USER: UserId = UserId(Uuid::from_u128(1));
    const TERM: TermId = TermId(Uuid::from_u128(2));

    fn entry(id: u128) -> SeekEntry {
        let game =
            GameKind { mode: Mode::Two, layout: Layout::Standard, time: TimeControl::None, rated: false };
        let seek = Seek {
            id: SeekId(Uuid::from_u128(id)),
            player: Player { id: USER, name: "Anne".to_owned(), guest: true, bot: false },
            game,
            rating: 1_500,
            range: RatingRange::ALL,
            computers: None,
            bots: false,
            blocks: HashSet::new(),
            wants: None,
            since: Timestamp(0),
        };
        SeekEntry { lobby: "main".to_owned(), seek, command: None }
    }

    fn ended(id: u128) -> Notification {
        Notification::SeekEnded { seek: Uuid::from_u128(id), why: SeekEnd::Cancelled }
    }

    #[test]
    fn notifications_wait_for_the_answer_to_the_seek() {
        let own = LocalSeeks::default();
        let asked = own.begin(entry(1));
        assert_eq!(own.pass(ended(1)), None);
        assert_eq!(own.pass(ended(2)), Some(ended(2)));
        assert_eq!(asked.open(TERM), [ended(1)]);
        assert_eq!(own.open(), []);

        assert_eq!(own.begin(entry(3)).open(TERM), []);
        assert_eq!(own.open(), [entry(3).seek.id]);
        assert_eq!(own.pass(ended(3)), Some(ended(3)));
        assert_eq!(own.open(), []);
    }

    #[test]
    fn a_seek_without_an_answer_is_abandoned() {
        let own = LocalSeeks::default();
        drop(own.begin(entry(1)));
        assert_eq!(own.begin(entry(2)).abandon(), []);
        assert_eq!(own.begin(entry(3)).close(), []);
        assert_eq!(own.begin(entry(4)).open(TERM), []);
        own.abandon_all_of(USER);
        assert_eq!(own.open(), []);
        assert_eq!(own.abandoned(), [1, 2, 4].map(|id| (entry(id).seek.id, USER)));
        assert_eq!(own.pass(ended(1)), Some(ended(1)));
        own.forget(entry(2).seek.id);
        assert_eq!(own.abandoned(), [(entry(4).seek.id, USER)]);
    }
}
