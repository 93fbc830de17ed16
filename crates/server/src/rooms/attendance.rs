//! Who is there: everybody who has a socket open, whatever they look at.
//!
//! A room does not know sockets. It says who sits there, is woken when one of them comes or goes, and looks here who is there. What it
//! missed while it was not in memory it finds here as well.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sumito_game::{Absence, RoomId, Timestamp, UserId};
use tokio::sync::Notify;

use crate::time_source::TimeSource;

/// People who have gone of whom it is remembered when. Of those who went before, the rooms remember what they have seen.
const GONE_REMEMBERED: usize = 32_768;

/// Where somebody is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Whereabouts {
    /// There.
    Here,
    /// Gone, since when and how.
    Gone(Absence),
    /// Not there; they were there long ago, or never since the server has started.
    Unknown,
}

/// Who is there. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Attendance(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    time: TimeSource,
    grace: Duration,
    state: Mutex<State>,
    /// Somebody may be about to be gone.
    is_leaving: Notify,
    /// Somebody has come.
    has_come: Notify,
}

#[derive(Debug, Default)]
struct State {
    /// How often each of those who are there is there.
    here: HashMap<UserId, u32>,
    /// Who has just left and counts as there still, in the order in which that ends.
    leaving: HashMap<UserId, Absence>,
    leaving_until: VecDeque<(Timestamp, UserId, Absence)>,
    /// Who has gone: those who went last, and those before them.
    gone: [HashMap<UserId, Absence>; 2],
    /// Who has come since somebody looked last.
    came: HashSet<UserId>,
    /// Rooms in memory, by those who sit there.
    seats: HashMap<UserId, Vec<(RoomId, Arc<Notify>)>>,
}

/// Somebody is there as long as this is not dropped: they have opened a socket, or play in another way.
#[derive(Debug)]
pub struct Stay {
    attendance: Attendance,
    user: UserId,
    on_purpose: bool,
}

impl Stay {
    /// Ends it; `on_purpose` tells somebody who leaves from somebody who was cut off.
    pub fn end(mut self, on_purpose: bool) {
        self.on_purpose = on_purpose;
    }
}

impl Drop for Stay {
    fn drop(&mut self) {
        self.attendance.left(self.user, self.on_purpose);
    }
}

impl Attendance {
    /// Nobody is there yet. Whoever leaves counts as there for `grace`, so that loading a page anew is no absence.
    pub(super) fn new(time: TimeSource, grace: Duration) -> Self {
        let state = Mutex::default();
        Self(Arc::new(Inner { time, grace, state, is_leaving: Notify::new(), has_come: Notify::new() }))
    }

    /// `user` is there, until the stay ends.
    pub fn enter(&self, user: UserId) -> Stay {
        let mut state = self.state();
        let count = state.here.entry(user).or_default();
        *count += 1;
        if *count == 1 && state.leaving.remove(&user).is_none() {
            state.came.insert(user);
            self.0.has_come.notify_one();
            state.wake_rooms_of(user);
        }
        Stay { attendance: self.clone(), user, on_purpose: false }
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

    /// Whether `user` is there.
    pub fn is_here(&self, user: UserId) -> bool {
        self.whereabouts(user) == Whereabouts::Here
    }

    /// All who are there.
    pub fn present(&self) -> Vec<UserId> {
        let state = self.state();
        state.here.keys().chain(state.leaving.keys()).copied().collect()
    }

    /// Whether `user` is not there and was cut off, or has long been gone: they may not have seen what they were told last.
    pub fn may_have_missed(&self, user: UserId) -> bool {
        match self.whereabouts(user) {
            Whereabouts::Here => false,
            Whereabouts::Gone(absence) => !absence.on_purpose,
            Whereabouts::Unknown => true,
        }
    }

    pub(super) fn whereabouts(&self, user: UserId) -> Whereabouts {
        let state = self.state();
        if state.here.contains_key(&user) || state.leaving.contains_key(&user) {
            return Whereabouts::Here;
        }
        let gone = state.gone.iter().find_map(|gone| gone.get(&user));
        gone.map_or(Whereabouts::Unknown, |absence| Whereabouts::Gone(*absence))
    }

    /// In a room in memory sit these users, and no more `before`; it is woken when one of them comes or goes.
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

    /// A room leaves memory.
    pub(super) fn forget_room(&self, room: RoomId, users: &[UserId]) {
        let mut state = self.state();
        for &user in users {
            state.unseat(room, user);
        }
    }

    /// Waits until somebody has come, and returns who has since this was asked last.
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

    /// Lets those who have left be gone when their time has come, for ever.
    pub(super) async fn run(&self) {
        loop {
            let next = self.state().leaving_until.front().map(|(until, ..)| *until);
            match next {
                None => self.0.is_leaving.notified().await,
                Some(until) => {
                    tokio::time::sleep_until(self.0.time.instant(until)).await;
                    self.settle();
                }
            }
        }
    }

    fn settle(&self) {
        let now = self.0.time.now();
        let mut state = self.state();
        while let Some((_, user, absence)) = state.leaving_until.pop_front_if(|(until, ..)| *until <= now) {
            // They may have come back, and left again.
            if state.leaving.get(&user) == Some(&absence) {
                state.leaving.remove(&user);
                state.note_gone(user, absence);
                state.wake_rooms_of(user);
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
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

    fn note_gone(&mut self, user: UserId, absence: Absence) {
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

    fn attendance() -> Attendance {
        let attendance = Attendance::new(TimeSource::starting_at(Timestamp(0)), GRACE);
        let running = attendance.clone();
        tokio::spawn(async move { running.run().await });
        attendance
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_has_one_of_several_sockets_left_is_there() {
        let attendance = attendance();
        assert_eq!(attendance.whereabouts(ANNE), Whereabouts::Unknown);
        let stays = [attendance.enter(ANNE), attendance.enter(ANNE)];
        let [first, second] = stays;
        first.end(true);
        sleep(GRACE * 2).await;
        assert_eq!(attendance.whereabouts(ANNE), Whereabouts::Here);
        second.end(true);
        let since = Timestamp(0) + GRACE * 2;
        sleep(GRACE * 2).await;
        assert_eq!(
            attendance.whereabouts(ANNE),
            Whereabouts::Gone(Absence { since, on_purpose: true }),
            "since the socket was closed"
        );
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_loads_a_page_anew_has_not_been_away() {
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
        assert_eq!(attendance.whereabouts(ANNE), Whereabouts::Here);
        assert!(wake.notified().now_or_never().is_none(), "nobody has noticed");
        assert!(attendance.arrivals().now_or_never().is_none());
        drop(stay);
        sleep(GRACE * 2).await;
        let gone =
            Whereabouts::Gone(Absence { since: Timestamp(0) + GRACE / 2 + GRACE * 2, on_purpose: false });
        assert_eq!(attendance.whereabouts(ANNE), gone);
        assert!(wake.notified().now_or_never().is_some());
        attendance.forget_room(room, &[ANNE]);
        assert!(attendance.state().seats.is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn of_all_who_have_gone_the_last_ones_are_remembered() {
        let attendance = attendance();
        let user = |number: usize| UserId(Uuid::from_u128(number as u128));
        for number in 0..=GONE_REMEMBERED * 2 {
            attendance.state().note_gone(user(number), Absence { since: Timestamp(1), on_purpose: false });
        }
        assert_eq!(attendance.whereabouts(user(0)), Whereabouts::Unknown);
        assert_ne!(attendance.whereabouts(user(GONE_REMEMBERED)), Whereabouts::Unknown);
        let remembered: usize = attendance.state().gone.iter().map(HashMap::len).sum();
        assert!(remembered <= GONE_REMEMBERED * 2, "{remembered}");
    }
}
