//! Registry of actors: tasks that each own the state of one thing (a room, a tournament) and are found by its id.
//!
//! An actor is loaded once, however many callers ask for it at the same time, and leaves memory when it is unused. A message that arrives
//! at that moment is delivered to its next task. The registry has a capacity for each class of actors, and each actor's queue reserves a
//! part for its members.
//!
//! The [holders](Holder) for whom actors were loaded share the capacity of a class. When it is reached, a holder gets a place from
//! another one that has more, if the actors can leave memory on request.

use crate::task;
use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use sumito_game::UserId;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{OnceCell, mpsc, watch};
use tokio::task::JoinError;
use tokio_util::task::TaskTracker;

use crate::holder::Holder;

/// Maximum number of tries when an actor leaves memory just as a message is sent to it.
const MAX_TRIES: usize = 3;

/// Id of an actor.
pub trait Id: Copy + Eq + Hash + fmt::Debug + Send + Sync + 'static {}
impl<T: Copy + Eq + Hash + fmt::Debug + Send + Sync + 'static> Id for T {}

/// Class of an actor. Each class has its own capacity.
pub trait Class: Copy + Eq + Hash + fmt::Debug + Send + Sync + 'static {}
impl<T: Copy + Eq + Hash + fmt::Debug + Send + Sync + 'static> Class for T {}

/// A message to an actor.
pub trait Message: Send + 'static {
    /// Reason for which a message is rejected.
    type Error: From<Busy> + Send;

    /// Returns the user who caused the message. Members of the actor may use the reserved part of its queue.
    fn user(&self) -> Option<UserId> {
        None
    }

    /// Returns the message that asks an actor to leave memory, although it is in use; `None` if actors of this kind cannot.
    fn leave() -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// Rejects the message, so that no caller keeps waiting.
    fn reject(self, error: Self::Error);
}

/// The registry or the queue of an actor is full.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Busy;

/// Users who may use the reserved part of an actor's queue. The actor writes them; senders read them while the queue is filling.
#[derive(Debug, Clone, Default)]
pub struct Members(Arc<Mutex<Vec<UserId>>>);

impl Members {
    /// Replaces the members; returns the previous ones.
    pub fn set(&self, users: Vec<UserId>) -> Vec<UserId> {
        std::mem::replace(&mut *lock(&self.0), users)
    }

    fn contains(&self, user: UserId) -> bool {
        lock(&self.0).contains(&user)
    }
}

/// The sending side of an actor's queue. Cheap to clone.
pub struct Inbox<M> {
    queue: mpsc::Sender<M>,
    members: Members,
    /// Number of places that only messages of members may take.
    reserved: usize,
}

impl<M> Clone for Inbox<M> {
    fn clone(&self) -> Self {
        Self { queue: self.queue.clone(), members: self.members.clone(), reserved: self.reserved }
    }
}

impl<M> fmt::Debug for Inbox<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inbox").field("free", &self.queue.capacity()).finish_non_exhaustive()
    }
}

impl<M: Message> Inbox<M> {
    fn new(capacity: usize, reserved: usize) -> (Self, mpsc::Receiver<M>) {
        let (queue, messages) = mpsc::channel(capacity);
        (Self { queue, members: Members::default(), reserved }, messages)
    }

    /// Returns whether the actor's task has ended or is about to end.
    pub fn is_closed(&self) -> bool {
        self.queue.is_closed()
    }

    /// Puts a message into the queue.
    ///
    /// # Errors
    /// Returns the message if the queue is closed, or has no place for the message's user.
    pub fn try_send(&self, message: M) -> Result<(), TrySendError<M>> {
        if self.queue.capacity() <= self.reserved
            && !message.user().is_some_and(|user| self.members.contains(user))
            && !self.queue.is_closed()
        {
            return Err(TrySendError::Full(message));
        }
        self.queue.try_send(message)
    }

    /// Puts a message into the queue as soon as there is a place. A message to a task that has ended is dropped; returns whether there was a
    /// task.
    pub async fn send(&self, message: M) -> bool {
        self.queue.send(message).await.is_ok()
    }
}

/// Sizes of a registry.
#[derive(Debug, Clone, Copy)]
pub struct Sizes {
    /// Capacity of each actor's queue.
    pub queue: usize,
    /// Places of the queue that are reserved for members.
    pub reserved: usize,
    /// Number of actors above which the registry counts as crowded.
    pub crowded_above: usize,
}

/// Registry of the actors of one kind that are in memory. Cheap to clone.
pub struct Registry<I, M, C = ()>(Arc<Inner<I, M, C>>);

struct Inner<I, M, C> {
    sizes: Sizes,
    slots: Mutex<Slots<I, M, C>>,
    crowded: watch::Sender<bool>,
    tasks: TaskTracker,
}

struct Slots<I, M, C> {
    by_id: HashMap<I, Slot<M, C>>,
    /// Number of slots of each class, without the actors that have to leave.
    counts: HashMap<C, usize>,
}

struct Slot<M, C> {
    /// The holder for whom the actor was loaded.
    holder: Holder,
    /// Whether the actor has to leave memory. It no longer counts.
    is_leaving: bool,
    /// Empty while the actor is being loaded.
    inbox: Arc<OnceCell<Inbox<M>>>,
    /// Number of callers that wait for it to be filled.
    reservations: usize,
    class: C,
}

/// State of an actor in a registry.
#[derive(Debug, Clone)]
pub enum Lookup<M, C> {
    /// The actor is not in memory.
    Absent,
    /// The actor is being loaded.
    Loading(C),
    /// The actor has a task.
    Running(C, Inbox<M>),
}

/// Outcome of an actor's task.
#[derive(Debug)]
pub enum Ended<M, T> {
    /// The task returned `outcome`. `left` are the messages that it did not handle.
    Returned {
        /// Messages that arrived after the last one that was handled.
        left: Vec<M>,
        /// Result of the task.
        outcome: T,
    },
    /// The task panicked. Its messages are lost, and their callers receive an error.
    Panicked(JoinError),
}

/// Reservation of an actor's slot while the actor is being loaded or created.
pub struct Reservation<I: Id, M: Message, C: Class> {
    registry: Registry<I, M, C>,
    id: I,
    inbox: Arc<OnceCell<Inbox<M>>>,
}

impl<I, M, C> Clone for Registry<I, M, C> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<I, M, C> fmt::Debug for Registry<I, M, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Registry").field("sizes", &self.0.sizes).finish_non_exhaustive()
    }
}

impl<M: Message, C> Slot<M, C> {
    /// Returns whether the actor's task has ended or is about to end.
    fn is_over(&self) -> bool {
        self.inbox.get().is_some_and(Inbox::is_closed)
    }
}

impl<I: Id, M: Message, C: Class> Slots<I, M, C> {
    fn remove(&mut self, id: I) {
        if let Some(slot) = self.by_id.remove(&id)
            && !slot.is_leaving
        {
            self.count(slot.class, |count| count - 1);
        }
    }

    /// Asks an actor of a class to leave memory, for a new one of `holder`; returns whether one was found.
    fn make_place(&mut self, class: C, holder: Holder) -> bool {
        let Some(id) = self.heaviest(class, holder) else { return false };
        let Some(slot) = self.by_id.get_mut(&id) else { return false };
        let asked = M::leave().and_then(|leave| slot.inbox.get()?.queue.try_send(leave).ok());
        slot.is_leaving = asked.is_some();
        if slot.is_leaving {
            self.count(class, |count| count - 1);
        }
        asked.is_some()
    }

    /// Returns an actor of another network that would still have as many actors of a class as the network of `holder`, or of another user
    /// of the same network: of the heaviest of them.
    fn heaviest(&self, class: C, holder: Holder) -> Option<I> {
        let (mut networks, mut users) = (HashMap::new(), HashMap::new());
        let of_class = || self.by_id.iter().filter(|(_, slot)| slot.class == class && !slot.is_leaving);
        for (_, slot) in of_class() {
            *networks.entry(slot.holder.network).or_insert(0_usize) += 1;
            *users.entry(slot.holder).or_insert(0_usize) += 1;
        }
        let own = networks.get(&holder.network).copied().unwrap_or(0);
        let of_user = users.get(&holder).copied().unwrap_or(0);
        let has_more = |slot: &Slot<M, C>| {
            if slot.holder.network == holder.network {
                users[&slot.holder] > of_user + 1
            } else {
                networks[&slot.holder.network] > own + 1
            }
        };
        of_class()
            .filter(|(_, slot)| slot.inbox.get().is_some() && has_more(slot))
            .max_by_key(|(_, slot)| (networks[&slot.holder.network], users[&slot.holder]))
            .map(|(id, _)| *id)
    }

    fn count(&mut self, class: C, change: impl FnOnce(usize) -> usize) {
        let count = self.counts.entry(class).or_default();
        *count = change(*count);
    }
}

impl<I: Id, M: Message, C: Class> Registry<I, M, C> {
    /// Returns a registry without actors.
    pub fn new(sizes: Sizes) -> Self {
        Self(Arc::new(Inner {
            sizes,
            slots: Mutex::new(Slots { by_id: HashMap::new(), counts: HashMap::new() }),
            crowded: watch::Sender::new(false),
            tasks: TaskTracker::new(),
        }))
    }

    /// Returns the number of actors in memory.
    pub fn len(&self) -> usize {
        lock(&self.0.slots).by_id.len()
    }

    /// Returns the number of actors of a class.
    pub fn len_of(&self, class: C) -> usize {
        lock(&self.0.slots).counts.get(&class).copied().unwrap_or(0)
    }

    /// Returns whether no actor is in memory.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns whether the registry is crowded at the moment.
    pub fn is_crowded(&self) -> bool {
        *self.0.crowded.borrow()
    }

    /// Returns whether the registry is crowded, and every change of that.
    pub fn crowded(&self) -> watch::Receiver<bool> {
        self.0.crowded.subscribe()
    }

    /// Returns the state of an actor without loading it.
    pub fn lookup(&self, id: I) -> Lookup<M, C> {
        match lock(&self.0.slots).by_id.get(&id).filter(|slot| !slot.is_over()) {
            None => Lookup::Absent,
            Some(slot) => match slot.inbox.get() {
                None => Lookup::Loading(slot.class),
                Some(inbox) => Lookup::Running(slot.class, inbox.clone()),
            },
        }
    }

    /// Returns the actors of a class that have a task.
    pub fn running_of(&self, class: C) -> Vec<(I, Inbox<M>)> {
        let slots = lock(&self.0.slots);
        let of_class = slots.by_id.iter().filter(|(_, slot)| slot.class == class && !slot.is_over());
        of_class.filter_map(|(id, slot)| Some((*id, slot.inbox.get()?.clone()))).collect()
    }

    /// Returns the inbox of an actor, if it has a task.
    pub fn running(&self, id: I) -> Option<Inbox<M>> {
        match self.lookup(id) {
            Lookup::Running(_, inbox) => Some(inbox),
            Lookup::Absent | Lookup::Loading(_) => None,
        }
    }

    /// Reserves the slot of an actor. An actor that is not in memory gets a slot of this class if fewer than `capacity` slots of the class
    /// are in use, or if another actor is asked to leave for it.
    ///
    /// # Errors
    /// [`Busy`] if the capacity is reached.
    pub fn reserve(&self, id: I, class: C, capacity: usize) -> Result<Reservation<I, M, C>, Busy> {
        let holder = Holder::current();
        let mut slots = lock(&self.0.slots);
        if slots.by_id.get(&id).is_some_and(Slot::is_over) {
            slots.remove(id);
        }
        if !slots.by_id.contains_key(&id) {
            let is_full = slots.counts.get(&class).copied().unwrap_or(0) >= capacity;
            if is_full && !slots.make_place(class, holder) {
                return Err(Busy);
            }
            let inbox = Arc::default();
            slots.by_id.insert(id, Slot { holder, is_leaving: false, inbox, reservations: 0, class });
            slots.count(class, |count| count + 1);
        }
        let inbox = slots.by_id.get_mut(&id).map(|slot| {
            slot.reservations += 1;
            Arc::clone(&slot.inbox)
        });
        self.note_crowd(slots.by_id.len());
        Ok(Reservation { registry: self.clone(), id, inbox: inbox.ok_or(Busy)? })
    }

    /// Returns the inbox of an actor; `load` starts it if it is not in memory. Concurrent callers share one call of `load`.
    ///
    /// # Errors
    /// [`Busy`] if the capacity is reached; fails if `load` fails.
    pub async fn get_or_load<E: From<Busy>, F: Future<Output = Result<Inbox<M>, E>>>(
        &self,
        id: I,
        class: C,
        capacity: usize,
        load: impl FnOnce() -> F,
    ) -> Result<Inbox<M>, E> {
        let reservation = self.reserve(id, class, capacity)?;
        reservation.inbox.get_or_try_init(load).await.cloned()
    }

    /// Starts an actor's task with a new queue. `run` receives the queue and its members, and returns the messages that it left. `ended` is
    /// called when the task has ended.
    pub fn start<T, R, E>(
        &self,
        id: I,
        run: impl FnOnce(mpsc::Receiver<M>, Members) -> R,
        ended: impl FnOnce(Ended<M, T>) -> E + Send + 'static,
    ) -> Inbox<M>
    where
        T: Send + 'static,
        R: Future<Output = (Vec<M>, T)> + Send + 'static,
        E: Future<Output = ()> + Send + 'static,
    {
        let Sizes { queue, reserved, .. } = self.0.sizes;
        let (inbox, messages) = Inbox::new(queue, reserved);
        let (registry, task) = (self.clone(), run(messages, inbox.members.clone()));
        self.0.tasks.spawn(async move {
            let outcome = match task::spawn(task).await {
                Ok((left, outcome)) => Ended::Returned { left, outcome },
                Err(panic) => Ended::Panicked(panic),
            };
            registry.free(id);
            ended(outcome).await;
        });
        inbox
    }

    /// Closes the queue of an actor with a task that is about to end, and frees its slot at once: later callers reload the actor. Returns the
    /// messages that are left.
    pub async fn retire(&self, id: I, messages: &mut mpsc::Receiver<M>) -> Vec<M> {
        messages.close();
        self.free(id);
        let mut left = Vec::new();
        while let Some(message) = messages.recv().await {
            left.push(message);
        }
        left
    }

    /// Counts an actor as one of another class from now on, whatever the capacity of that class is.
    pub fn reclassify(&self, id: I, class: C) {
        let mut slots = lock(&self.0.slots);
        let Some(slot) = slots.by_id.get_mut(&id) else { return };
        let earlier = std::mem::replace(&mut slot.class, class);
        if slot.is_leaving {
            return;
        }
        slots.count(earlier, |count| count - 1);
        slots.count(class, |count| count + 1);
    }

    /// Waits until all tasks have ended. They end when the server stops.
    pub async fn stopped(&self) {
        self.0.tasks.close();
        self.0.tasks.wait().await;
    }

    /// Frees the slot of an actor with a closed queue.
    fn free(&self, id: I) {
        let mut slots = lock(&self.0.slots);
        if slots.by_id.get(&id).is_some_and(Slot::is_over) {
            slots.remove(id);
        }
        self.note_crowd(slots.by_id.len());
    }

    fn note_crowd(&self, actors: usize) {
        let is_crowded = actors > self.0.sizes.crowded_above;
        self.0.crowded.send_if_modified(|crowded| std::mem::replace(crowded, is_crowded) != is_crowded);
    }
}

/// Delivers a message to an actor. `get` returns its inbox and loads the actor if necessary; it is called again if the actor leaves memory
/// at this moment. A message that cannot be delivered is rejected.
pub async fn deliver<M: Message, F>(message: M, get: impl FnMut() -> F)
where
    F: Future<Output = Result<Inbox<M>, M::Error>>,
{
    if let Err((message, error)) = try_deliver(message, get).await {
        message.reject(error);
    }
}

/// As [`deliver`], but returns a message that cannot be delivered.
///
/// # Errors
/// The message, with the reason: `get` failed, or the queue is full.
pub async fn try_deliver<M: Message, F>(
    mut message: M,
    mut get: impl FnMut() -> F,
) -> Result<(), (M, M::Error)>
where
    F: Future<Output = Result<Inbox<M>, M::Error>>,
{
    for _ in 0..MAX_TRIES {
        let inbox = match get().await {
            Ok(inbox) => inbox,
            Err(error) => return Err((message, error)),
        };
        match inbox.try_send(message) {
            Ok(()) => return Ok(()),
            Err(TrySendError::Full(message)) => return Err((message, Busy.into())),
            Err(TrySendError::Closed(returned)) => {
                message = returned;
                tokio::task::yield_now().await;
            }
        }
    }
    Err((message, Busy.into()))
}

impl<I: Id, M: Message, C: Class> Reservation<I, M, C> {
    /// Fills the slot, unless another caller has.
    pub async fn fill(&self, start: impl FnOnce() -> Inbox<M>) {
        self.inbox.get_or_init(|| async { start() }).await;
    }
}

impl<I: Id, M: Message, C: Class> Drop for Reservation<I, M, C> {
    /// The last waiting caller frees a slot that stays empty, because loading failed or the caller was cancelled.
    fn drop(&mut self) {
        let mut slots = lock(&self.registry.0.slots);
        let Some(slot) = slots.by_id.get_mut(&self.id).filter(|slot| Arc::ptr_eq(&slot.inbox, &self.inbox))
        else {
            return;
        };
        slot.reservations -= 1;
        if slot.reservations == 0 && !slot.inbox.initialized() {
            slots.remove(self.id);
            self.registry.note_crowd(slots.by_id.len());
        }
    }
}

impl<I: Id, M: Message, C: Class> fmt::Debug for Reservation<I, M, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reservation").field("id", &self.id).finish_non_exhaustive()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock()
}

#[cfg(test)]
mod tests;
