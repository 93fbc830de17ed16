use std::sync::atomic::{AtomicUsize, Ordering};

use fastrand::Rng;
use tokio::sync::oneshot;
use tokio::task::yield_now;
use uuid::Uuid;

use super::*;

const SIZES: Sizes = Sizes { queue: 8, reserved: 0, crowded_above: 3 };

/// Adds to the actor's sum; the answer is the number of the task that did.
#[derive(Debug)]
struct Add {
    user: Option<UserId>,
    answer: oneshot::Sender<Result<usize, Error>>,
}

#[derive(Debug, PartialEq, Eq)]
enum Error {
    Busy,
    Unreadable,
}

impl From<Busy> for Error {
    fn from(_: Busy) -> Self {
        Self::Busy
    }
}

impl Message for Add {
    type Error = Error;

    fn user(&self) -> Option<UserId> {
        self.user
    }

    fn reject(self, error: Error) {
        self.answer.send(Err(error)).unwrap();
    }
}

fn add() -> (Add, oneshot::Receiver<Result<usize, Error>>) {
    let (answer, answered) = oneshot::channel();
    (Add { user: None, answer }, answered)
}

/// A store with one actor, and the tasks that it had.
#[derive(Debug, Clone)]
struct World {
    registry: Registry<u32, Add>,
    /// Number of tasks that were started.
    tasks: Arc<AtomicUsize>,
    /// Number of times that a load started.
    loads: Arc<AtomicUsize>,
    /// Number of tasks that run now.
    running: Arc<AtomicUsize>,
}

impl World {
    fn new() -> Self {
        Self {
            registry: Registry::new(SIZES),
            tasks: Arc::default(),
            loads: Arc::default(),
            running: Arc::default(),
        }
    }

    /// Starts the actor, which handles `messages` messages and then leaves memory.
    fn start(&self, id: u32, messages: usize, mut rng: Rng) -> Inbox<Add> {
        let number = self.tasks.fetch_add(1, Ordering::Relaxed);
        let (world, again) = (self.clone(), self.clone());
        let run = async move |mut inbox: mpsc::Receiver<Add>, _| {
            assert_eq!(world.running.fetch_add(1, Ordering::Relaxed), 0, "two tasks of one actor");
            for _ in 0..messages {
                let Some(add) = inbox.recv().await else { break };
                pause(&mut rng).await;
                add.answer.send(Ok(number)).unwrap();
            }
            world.running.fetch_sub(1, Ordering::Relaxed);
            (world.registry.retire(id, &mut inbox).await, ())
        };
        self.registry.start(id, run, async move |ended| {
            let Ended::Returned { left, outcome: () } = ended else { return };
            for add in left {
                again.deliver(id, add).await;
            }
        })
    }

    async fn get(&self, id: u32) -> Result<Inbox<Add>, Error> {
        self.registry
            .get_or_load(id, (), 4, || async move {
                let mut rng = Rng::with_seed(self.loads.fetch_add(1, Ordering::Relaxed) as u64);
                pause(&mut rng).await;
                if rng.u8(..8) == 0 {
                    return Err(Error::Unreadable);
                }
                Ok(self.start(id, rng.usize(1..4), rng))
            })
            .await
    }

    /// Boxed: an actor's task delivers the remaining messages, so the future would contain itself.
    fn deliver(&self, id: u32, add: Add) -> std::pin::Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(deliver(add, move || self.get(id)))
    }
}

/// Lets other tasks run a few times.
async fn pause(rng: &mut Rng) {
    for _ in 0..rng.u8(..4) {
        yield_now().await;
    }
}

/// Sends many messages to an actor that keeps leaving memory, in an order that follows from the seed.
async fn race(seed: u64) -> usize {
    let (world, mut rng) = (World::new(), Rng::with_seed(seed));
    let senders: Vec<_> = (0..8)
        .map(|_| {
            let (world, mut rng) = (world.clone(), rng.fork());
            tokio::spawn(async move {
                let mut done = 0;
                for _ in 0..8 {
                    pause(&mut rng).await;
                    let (message, answered) = add();
                    world.deliver(7, message).await;
                    done += usize::from(answered.await.expect("every message is answered").is_ok());
                }
                done
            })
        })
        .collect();
    let mut done = 0;
    for sender in senders {
        done += sender.await.unwrap();
    }
    assert!(world.registry.len() <= 1);
    done
}

#[test]
fn every_message_is_answered_by_one_task_at_a_time() {
    let mut done = 0;
    for seed in 0..500 {
        // A single thread: the order of the tasks follows from the seed.
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        done += runtime.block_on(race(seed));
    }
    assert!(done > 20_000, "{done} of 32,000 messages were handled");
}

#[tokio::test]
async fn concurrent_callers_share_one_load() {
    let (world, loads) = (World::new(), std::cell::Cell::new(0));
    let load = || async {
        loads.set(loads.get() + 1);
        yield_now().await;
        Ok::<_, Error>(world.start(1, 9, Rng::with_seed(1)))
    };
    let get = || world.registry.get_or_load(1, (), 1, load);
    let (one, two) = tokio::join!(get(), get());
    assert!(one.is_ok() && two.is_ok());
    assert_eq!(loads.get(), 1);
}

#[tokio::test]
async fn failed_load_frees_the_slot() {
    let world = World::new();
    let failed = world.registry.get_or_load(1, (), 1, || async { Err(Error::Unreadable) }).await;
    assert_eq!(failed.unwrap_err(), Error::Unreadable);
    assert!(world.registry.is_empty());
    let reservation = world.registry.reserve(1, (), 1).unwrap();
    assert_eq!(world.registry.reserve(2, (), 1).unwrap_err(), Busy);
    drop(reservation);
    assert!(world.registry.reserve(2, (), 1).is_ok());
}

#[tokio::test]
async fn each_class_has_its_own_capacity() {
    let registry: Registry<u32, Add, &str> = Registry::new(SIZES);
    let _first = registry.reserve(1, "open", 1).unwrap();
    assert_eq!(registry.reserve(2, "open", 1).unwrap_err(), Busy);
    let _second = registry.reserve(2, "ended", 1).unwrap();
    registry.reclassify(1, "ended");
    assert!(matches!(registry.lookup(1), Lookup::Loading("ended")));
    assert!(registry.reserve(3, "open", 1).is_ok());
    assert_eq!(registry.reserve(4, "ended", 2).unwrap_err(), Busy);
}

#[tokio::test]
async fn panicked_actor_is_loaded_again() {
    let world = World::new();
    let (over, is_over) = oneshot::channel();
    let run = async |mut inbox: mpsc::Receiver<Add>, _| {
        inbox.recv().await;
        panic!("as it is meant to")
    };
    let inbox = world.registry.start(1, run, async move |ended: Ended<Add, ()>| {
        over.send(matches!(ended, Ended::Panicked(_))).unwrap();
    });
    world.registry.reserve(1, (), 1).unwrap().fill(|| inbox.clone()).await;
    let (message, answered) = add();
    inbox.try_send(message).unwrap();
    assert!(answered.await.is_err(), "the callers of a panicked task get no answer");
    assert_eq!(is_over.await, Ok(true));
    assert!(matches!(world.registry.lookup(1), Lookup::Absent));
}

#[tokio::test]
async fn part_of_a_queue_is_reserved_for_members() {
    let (inbox, _messages) = Inbox::new(8, 4);
    let member = UserId(Uuid::from_u128(1));
    inbox.members.set(vec![member]);
    let send = |user| inbox.try_send(Add { user, ..add().0 }).is_ok();
    let from_strangers = (0..8).filter(|_| send(None)).count();
    let from_member = (0..8).filter(|_| send(Some(member))).count();
    assert_eq!((from_strangers, from_member), (4, 4));
}

#[tokio::test]
async fn registry_is_crowded_above_its_mark() {
    let registry: Registry<u32, Add> = Registry::new(SIZES);
    let mut held: Vec<_> = (0..3).map(|id| registry.reserve(id, (), 9).unwrap()).collect();
    assert!(!registry.is_crowded());
    held.push(registry.reserve(3, (), 9).unwrap());
    assert!(registry.is_crowded());
    held.pop();
    assert!(!registry.is_crowded());
}

/// A message to an actor that runs until it is asked to leave.
#[derive(Debug)]
struct Leave;

impl Message for Leave {
    type Error = Error;

    fn leave() -> Option<Self> {
        Some(Self)
    }

    fn reject(self, _: Error) {}
}

/// Registers actors for holders, as many as there are places, and then one more for each of `others`; returns which actors are left.
async fn left_after(places: &[Holder], others: &[Holder]) -> (Vec<usize>, Vec<bool>) {
    let registry: Registry<usize, Leave> = Registry::new(SIZES);
    let add = |id: usize, holder: Holder| {
        let registry = registry.clone();
        let capacity = places.len();
        holder.scope(async move {
            let load = async || {
                let run = async |mut inbox: mpsc::Receiver<Leave>, _: Members| {
                    inbox.recv().await;
                    (Vec::new(), ())
                };
                Ok::<_, Error>(registry.start(id, run, async |_| ()))
            };
            registry.get_or_load(id, (), capacity, load).await.is_ok()
        })
    };
    for (id, holder) in places.iter().enumerate() {
        assert!(add(id, *holder).await);
    }
    let mut added = Vec::new();
    for (number, holder) in others.iter().enumerate() {
        added.push(add(places.len() + number, *holder).await);
    }
    while registry.len() > places.len() {
        yield_now().await;
    }
    let mut left: Vec<_> = registry.running_of(()).into_iter().map(|(id, _)| id).collect();
    left.sort_unstable();
    (left, added)
}

fn holder(network: u8, user: u128) -> Holder {
    Holder { network: Some([203, 0, 113, network].into()), user: Some(UserId(Uuid::from_u128(user))) }
}

#[tokio::test]
async fn network_with_most_actors_makes_place_for_others() {
    let full = [holder(1, 1), holder(1, 2), holder(1, 3), holder(2, 4)];
    let (left, added) = left_after(&full, &[holder(3, 5), holder(2, 4)]).await;
    assert_eq!(added, [true, false], "two of each are fair");
    assert!(left.contains(&3) && left.contains(&4) && left.len() == 4, "{left:?}");
}

#[tokio::test]
async fn users_of_one_network_share_its_places() {
    let full = [holder(1, 1), holder(1, 1), holder(1, 1)];
    let (left, added) = left_after(&full, &[holder(1, 1), holder(1, 2), holder(1, 2)]).await;
    assert_eq!(added, [false, true, false]);
    assert!(left.contains(&4) && left.len() == 3, "{left:?}");
}
