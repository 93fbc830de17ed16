//! Presence of users: a user is online while at least one socket of theirs is open.
//!
//! A room does not know sockets. It registers the users with a seat, is woken when one of them comes or goes, and reads their presence
//! here. Changes that happened while the room was not in memory are found here as well.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use sumito_game::{Absence, RoomId, Timestamp, UserId};
use tokio::sync::Notify;

use sumito_kit::time_source::TimeSource;

/// Number of departed users whose time of departure is kept. For users who left earlier, the rooms keep what they have seen.
const GONE_REMEMBERED: usize = 32_768;

/// Presence of a user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PresenceState {
    /// The user is online.
    Here,
    /// The user is offline since a known time.
    Gone(Absence),
    /// The user is offline: they were online long ago, or never since the server started.
    Unknown,
}

/// Presence of all users. Cheap to clone.
#[derive(Debug, Clone)]
pub struct PresenceTracker(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    time: TimeSource,
    grace: Duration,
    state: Mutex<State>,
    /// Notified when a user's last stay ends.
    is_leaving: Notify,
    /// Notified when a user has come online.
    has_come: Notify,
}

#[derive(Debug, Default)]
struct State {
    /// Number of open stays per online user.
    here: HashMap<UserId, u32>,
    /// Users in the grace period after leaving, ordered by its end. They still count as online.
    leaving: HashMap<UserId, Absence>,
    leaving_until: VecDeque<(Timestamp, UserId, Absence)>,
    /// Departed users in two generations: the most recent, and those before them.
    gone: [HashMap<UserId, Absence>; 2],
    /// Users who came online since the last call of `arrivals`.
    came: HashSet<UserId>,
    /// Rooms in memory by the users with a seat in them.
    seats: HashMap<UserId, Vec<(RoomId, Arc<Notify>)>>,
}

/// Keeps its user online until it is dropped: held by an open socket, or by another way of playing.
#[derive(Debug)]
pub struct PresenceGuard {
    attendance: PresenceTracker,
    user: UserId,
    on_purpose: bool,
}

impl PresenceGuard {
    /// Ends the stay. `on_purpose` is true if the user left, and false if the connection was lost.
    pub fn end(mut self, on_purpose: bool) {
        self.on_purpose = on_purpose;
    }
}

impl Drop for PresenceGuard {
    fn drop(&mut self) {
        self.attendance.left(self.user, self.on_purpose);
    }
}

impl PresenceTracker {
    /// Starts with no user online. A user who leaves counts as online for `grace`, so that reloading a page is no absence.
    pub(super) fn new(time: TimeSource, grace: Duration) -> Self {
        let state = Mutex::default();
        Self(Arc::new(Inner { time, grace, state, is_leaving: Notify::new(), has_come: Notify::new() }))
    }

    /// Marks `user` as online until the returned stay ends.
    pub fn enter(&self, user: UserId) -> PresenceGuard {
        let mut state = self.state();
        let count = state.here.entry(user).or_default();
        *count += 1;
        if *count == 1 && state.leaving.remove(&user).is_none() {
            state.came.insert(user);
            self.0.has_come.notify_one();
            state.wake_rooms_of(user);
        }
        PresenceGuard { attendance: self.clone(), user, on_purpose: false }
    }

    fn left(&self, user: UserId, on_purpose: bool) {
        let since = self.0.time.now();
        let mut state = self.state();
        if let Some(count) = state.here.get_mut(&user) {
            *count -= 1;
            if *count == 0 {
                state.here.remove(&user);
                let absence = Absence { since, on_purpose };
                state.leaving.insert(user, absence);
                state.leaving_until.push_back((since + self.0.grace, user, absence));
                self.0.is_leaving.notify_one();
            }
        }
    }

    /// Returns whether `user` is online.
    pub fn is_here(&self, user: UserId) -> bool {
        self.whereabouts(user) == PresenceState::Here
    }

    /// Returns all users who are online.
    pub fn present(&self) -> Vec<UserId> {
        let state = self.state();
        state.here.keys().chain(state.leaving.keys()).copied().collect()
    }

    /// Returns whether `user` is offline after a lost connection or a long absence: they may have missed the latest messages.
    pub fn may_have_missed(&self, user: UserId) -> bool {
        match self.whereabouts(user) {
            PresenceState::Here => false,
            PresenceState::Gone(absence) => !absence.on_purpose,
            PresenceState::Unknown => true,
        }
    }

    pub(super) fn whereabouts(&self, user: UserId) -> PresenceState {
        let state = self.state();
        if state.here.contains_key(&user) || state.leaving.contains_key(&user) {
            return PresenceState::Here;
        }
        let gone = state.gone.iter().find_map(|gone| gone.get(&user));
        gone.map_or(PresenceState::Unknown, |absence| PresenceState::Gone(*absence))
    }

    /// Registers the users with a seat in a room in memory, in place of the users `before`. The room is woken when one of them comes or
    /// goes.
    pub(super) fn seat(&self, room: RoomId, before: &[UserId], users: &[UserId], wake: &Arc<Notify>) {
        let mut state = self.state();
        for user in before.iter().filter(|user| !users.contains(user)) {
            state.unseat(room, *user);
        }
        for &user in users {
            state.unseat(room, user);
            state.seats.entry(user).or_default().push((room, Arc::clone(wake)));
        }
    }

    /// Removes a room that leaves memory.
    pub(super) fn forget_room(&self, room: RoomId, users: &[UserId]) {
        let mut state = self.state();
        for &user in users {
            state.unseat(room, user);
        }
    }

    /// Waits until a user comes online. Returns all users who did since the last call.
    pub(super) async fn arrivals(&self) -> Vec<UserId> {
        loop {
            let mut came: Vec<_> = self.state().came.drain().collect();
            if !came.is_empty() {
                came.sort_unstable();
                return came;
            }
            self.0.has_come.notified().await;
        }
    }

    /// Marks users as offline when their grace period ends. Runs forever.
    pub(super) async fn run(&self) {
        loop {
            let next = self.state().leaving_until.front().map(|(until, ..)| *until);
            match next {
                None => self.0.is_leaving.notified().await,
                Some(until) => {
                    tokio::time::sleep_until(self.0.time.instant(until)).await;
                    self.run_due();
                }
            }
        }
    }

    fn run_due(&self) {
        let now = self.0.time.now();
        let mut state = self.state();
        while let Some((_, user, absence)) = state.leaving_until.pop_front_if(|(until, ..)| *until <= now) {
            // The user may have come back and left again.
            if state.leaving.get(&user) == Some(&absence) {
                state.leaving.remove(&user);
                state.record_gone(user, absence);
                state.wake_rooms_of(user);
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock()
    }
}

impl State {
    fn wake_rooms_of(&self, user: UserId) {
        for (_, wake) in self.seats.get(&user).into_iter().flatten() {
            wake.notify_one();
        }
    }

    fn unseat(&mut self, room: RoomId, user: UserId) {
        if let Some(rooms) = self.seats.get_mut(&user) {
            rooms.retain(|(other, _)| *other != room);
            if rooms.is_empty() {
                self.seats.remove(&user);
            }
        }
    }

    fn record_gone(&mut self, user: UserId, absence: Absence) {
        if self.gone[0].len() >= GONE_REMEMBERED {
            self.gone[1] = std::mem::take(&mut self.gone[0]);
        }
        self.gone[0].insert(user, absence);
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use tokio::time::{advance, sleep};
    use uuid::Uuid;

    use super::*;

    const ANNE: UserId = UserId(Uuid::from_u128(1));
    const GRACE: Duration = Duration::from_secs(3);

    fn attendance() -> PresenceTracker {
        let attendance = PresenceTracker::new(TimeSource::starting_at(Timestamp(0)), GRACE);
        let running = attendance.clone();
        tokio::spawn(async move { running.run().await });
        attendance
    }

    #[tokio::test(start_paused = true)]
    async fn user_is_online_while_a_socket_is_open() {
        let attendance = attendance();
        assert_eq!(attendance.whereabouts(ANNE), PresenceState::Unknown);
        let stays = [attendance.enter(ANNE), attendance.enter(ANNE)];
        let [first, second] = stays;
        first.end(true);
        sleep(GRACE * 2).await;
        assert_eq!(attendance.whereabouts(ANNE), PresenceState::Here);
        second.end(true);
        let since = Timestamp(0) + GRACE * 2;
        sleep(GRACE * 2).await;
        assert_eq!(
            attendance.whereabouts(ANNE),
            PresenceState::Gone(Absence { since, on_purpose: true }),
            "since the socket was closed"
        );
    }

    #[tokio::test(start_paused = true)]
    async fn reloading_a_page_is_no_absence() {
        let attendance = attendance();
        let room = RoomId::from_random([1; 8]);
        let wake = Arc::new(Notify::new());
        attendance.seat(room, &[], &[ANNE], &wake);
        let stay = attendance.enter(ANNE);
        assert!(wake.notified().now_or_never().is_some());
        assert_eq!(attendance.arrivals().await, [ANNE]);
        stay.end(true);
        advance(GRACE / 2).await;
        let stay = attendance.enter(ANNE);
        sleep(GRACE * 2).await;
        assert_eq!(attendance.whereabouts(ANNE), PresenceState::Here);
        assert!(wake.notified().now_or_never().is_none(), "no change yet");
        assert!(attendance.arrivals().now_or_never().is_none());
        drop(stay);
        sleep(GRACE * 2).await;
        let gone =
            PresenceState::Gone(Absence { since: Timestamp(0) + GRACE / 2 + GRACE * 2, on_purpose: false });
        assert_eq!(attendance.whereabouts(ANNE), gone);
        assert!(wake.notified().now_or_never().is_some());
        attendance.forget_room(room, &[ANNE]);
        assert!(attendance.state().seats.is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn most_recent_departures_are_kept() {
        let attendance = attendance();
        let user = |number: usize| UserId(Uuid::from_u128(number as u128));
        for number in 0..=GONE_REMEMBERED * 2 {
            attendance.state().record_gone(user(number), Absence { since: Timestamp(1), on_purpose: false });
        }
        assert_eq!(attendance.whereabouts(user(0)), PresenceState::Unknown);
        assert_ne!(attendance.whereabouts(user(GONE_REMEMBERED)), PresenceState::Unknown);
        let remembered: usize = attendance.state().gone.iter().map(HashMap::len).sum();
        assert!(remembered <= GONE_REMEMBERED * 2, "{remembered}");
    }
}
