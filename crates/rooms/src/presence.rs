//! Presence of users: a user is online while at least one socket of theirs is open, on any node.
//!
//! Rooms do not depend on sockets. A room registers the users with a seat, is notified when one of them connects or disconnects, and reads
//! their presence here. Changes that happened while the room was not in memory are found here as well.
//!
//! Each node reports to the others which users have a stay with it, and how the last stay of a user ended. Each node counts the grace
//! period itself, from the moment at which it receives the end of a user's last stay on any node: the clocks of the nodes may differ.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use serde::{Deserialize, Serialize};
use sumito_cluster::{Change, Node, Union};
use sumito_game::{Absence, Computer, RoomId, Timestamp, UserId};
use tokio::sync::Notify;

use sumito_kit::time_source::TimeSource;

/// Number of departed users with a known time of departure. For users who left earlier, the rooms keep their own record.
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

/// Presence of a user on one node, for the others. A user who has left stays in this state for the grace period.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum NodePresence {
    /// The user has a stay.
    Here,
    /// The user has left on purpose.
    Left,
    /// The connection was lost.
    Lost,
}

/// Presence of all users. Cheap to clone.
#[derive(Debug, Clone)]
pub struct PresenceTracker(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    time: TimeSource,
    grace: Duration,
    /// The users of each node.
    union: Union<UserId, NodePresence>,
    state: Mutex<State>,
    /// Notified when a user's last stay ends.
    is_leaving: Notify,
    /// Notified when a user has come online.
    has_come: Notify,
}

#[derive(Debug, Default)]
struct State {
    /// Online users with at least one stay.
    here: HashMap<UserId, Stays>,
    /// Users in the grace period after leaving. They still count as online.
    leaving: HashMap<UserId, Absence>,
    /// Ends of grace periods, in order: of users, and of the last stays on this node.
    leaving_until: VecDeque<(Timestamp, UserId, Absence)>,
    /// Departed users in two generations: the most recent, and those before them.
    gone: [HashMap<UserId, Absence>; 2],
    /// Users who came online on this node since the last call of `arrivals`.
    came: HashSet<UserId>,
    /// Rooms in memory by the users with a seat in them.
    seats: HashMap<UserId, Vec<(RoomId, Arc<Notify>)>>,
}

/// The stays of a user.
#[derive(Debug, Clone, Copy, Default)]
struct Stays {
    /// Number of open stays on this node.
    on_this_node: u32,
    /// Number of other nodes with stays.
    other_nodes: u32,
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
    pub(super) fn new(time: TimeSource, grace: Duration, node: &Node) -> Self {
        Self::with(time, grace, Union::new("presence", node))
    }

    fn with(time: TimeSource, grace: Duration, union: Union<UserId, NodePresence>) -> Self {
        let (state, is_leaving, has_come) = (Mutex::default(), Notify::new(), Notify::new());
        Self(Arc::new(Inner { time, grace, union, state, is_leaving, has_come }))
    }

    /// Marks `user` as online until the returned stay ends.
    pub fn enter(&self, user: UserId) -> PresenceGuard {
        let mut state = self.state();
        let is_first = state.come(user, |stays| &mut stays.on_this_node);
        if state.stays_on_this_node(user) == 1 {
            self.0.union.set(&user, Some(&NodePresence::Here));
        }
        if is_first {
            state.came.insert(user);
            self.0.has_come.notify_one();
        }
        PresenceGuard { attendance: self.clone(), user, on_purpose: false }
    }

    fn left(&self, user: UserId, on_purpose: bool) {
        let mut state = self.state();
        let absence = Absence { since: self.0.time.now(), on_purpose };
        state.go(user, absence, |stays| &mut stays.on_this_node);
        if state.stays_on_this_node(user) == 0 {
            let presence = if on_purpose { NodePresence::Left } else { NodePresence::Lost };
            self.0.union.set(&user, Some(&presence));
            self.end_grace_later(state, user, absence);
        }
    }

    /// Applies a change of another node.
    fn changed_elsewhere(&self, Change { key: user, before, now, .. }: Change<UserId, NodePresence>) {
        let [was_here, is_here] = [before, now].map(|presence| presence == Some(NodePresence::Here));
        let mut state = self.state();
        if is_here && !was_here {
            state.come(user, |stays| &mut stays.other_nodes);
        } else if was_here && !is_here {
            let on_purpose = now == Some(NodePresence::Left);
            let absence = Absence { since: self.0.time.now(), on_purpose };
            state.go(user, absence, |stays| &mut stays.other_nodes);
            self.end_grace_later(state, user, absence);
        }
    }

    fn end_grace_later(&self, mut state: MutexGuard<'_, State>, user: UserId, absence: Absence) {
        state.leaving_until.push_back((absence.since + self.0.grace, user, absence));
        self.0.is_leaving.notify_one();
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

    /// Returns the number of online users, without the computers.
    pub fn online(&self) -> usize {
        let state = self.state();
        let is_here = |user| state.here.contains_key(&user) || state.leaving.contains_key(&user);
        let computers = Computer::all().filter(|computer| is_here(computer.id())).count();
        state.here.len() + state.leaving.len() - computers
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

    /// Returns the rooms in memory in which `user` has a seat.
    pub(super) fn rooms_of(&self, user: UserId) -> Vec<RoomId> {
        self.state().seats.get(&user).into_iter().flatten().map(|(room, _)| *room).collect()
    }

    /// Removes a room that leaves memory.
    pub(super) fn forget_room(&self, room: RoomId, users: &[UserId]) {
        let mut state = self.state();
        for &user in users {
            state.unseat(room, user);
        }
    }

    /// Waits until a user comes online on this node who was on no node. Returns all users who did since the last call.
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

    /// Follows the users of the other nodes, and marks users as offline when their grace period ends. Runs forever.
    pub(super) async fn run(&self) {
        let following = self.0.union.run(|change| self.changed_elsewhere(change));
        tokio::join!(following, self.end_grace_periods());
    }

    async fn end_grace_periods(&self) {
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
            if !state.leaving.contains_key(&user) && state.stays_on_this_node(user) == 0 {
                self.0.union.set(&user, None);
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock()
    }
}

impl State {
    /// Adds a stay; returns whether the user was offline.
    fn come(&mut self, user: UserId, count: impl Fn(&mut Stays) -> &mut u32) -> bool {
        let is_known = self.here.contains_key(&user);
        *count(self.here.entry(user).or_default()) += 1;
        let was_offline = !is_known && self.leaving.remove(&user).is_none();
        if was_offline {
            self.wake_rooms_of(user);
        }
        was_offline
    }

    /// Removes a stay. With the last one starts the grace period.
    fn go(&mut self, user: UserId, absence: Absence, count: impl Fn(&mut Stays) -> &mut u32) {
        let Some(stays) = self.here.get_mut(&user) else { return };
        *count(stays) -= 1;
        if (stays.on_this_node, stays.other_nodes) == (0, 0) {
            self.here.remove(&user);
            self.leaving.insert(user, absence);
        }
    }

    fn stays_on_this_node(&self, user: UserId) -> u32 {
        self.here.get(&user).map_or(0, |stays| stays.on_this_node)
    }

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
    use sumito_cluster::NodeId;
    use tokio::time::{advance, sleep};
    use uuid::Uuid;

    use super::*;

    const ANNE: UserId = UserId(Uuid::from_u128(1));
    const GRACE: Duration = Duration::from_secs(3);

    fn attendance() -> PresenceTracker {
        let attendance = PresenceTracker::new(TimeSource::starting_at(Timestamp(0)), GRACE, &Node::alone());
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
        let _computer = Computer::all().next().map(|computer| attendance.enter(computer.id()));
        assert_eq!(attendance.online(), 1, "of two sockets, and without the computer");
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
    async fn a_user_on_another_node_is_online() {
        let attendance = attendance();
        let (room, wake) = (RoomId::from_random([1; 8]), Arc::new(Notify::new()));
        attendance.seat(room, &[], &[ANNE], &wake);
        let nodes = [NodeId::random(), NodeId::random()];
        let change = |node: usize, before, now| {
            attendance.changed_elsewhere(Change { node: nodes[node], key: ANNE, before, now });
        };
        let (here, left, lost) =
            (Some(NodePresence::Here), Some(NodePresence::Left), Some(NodePresence::Lost));
        change(0, None, here);
        assert!(wake.notified().now_or_never().is_some());
        assert_eq!(attendance.whereabouts(ANNE), PresenceState::Here);
        assert!(attendance.arrivals().now_or_never().is_none(), "that is the concern of the other node");

        // She moves to this node, and to another one.
        let stay = attendance.enter(ANNE);
        change(0, here, left);
        change(0, left, None);
        sleep(GRACE * 2).await;
        change(1, None, here);
        stay.end(true);
        sleep(GRACE * 2).await;
        assert_eq!(attendance.whereabouts(ANNE), PresenceState::Here);
        assert!(attendance.arrivals().now_or_never().is_none());
        assert!(wake.notified().now_or_never().is_none(), "no change yet");

        // That node dies.
        let since = Timestamp(0) + GRACE * 4;
        change(1, here, None);
        advance(GRACE / 2).await;
        assert_eq!(attendance.whereabouts(ANNE), PresenceState::Here, "for the grace period");
        sleep(GRACE).await;
        let gone = |on_purpose| PresenceState::Gone(Absence { since, on_purpose });
        assert_eq!(attendance.whereabouts(ANNE), gone(false));
        assert!(wake.notified().now_or_never().is_some());
        change(0, None, lost);
        assert_eq!(attendance.whereabouts(ANNE), gone(false), "she was not there");
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
