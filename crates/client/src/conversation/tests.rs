//! Order of messages, tested without a socket and without waiting.

use std::time::Duration;

use sumito_protocol::parts::{Mode, Offer};
use sumito_protocol::{ErrorCode, RoomId};
use tokio::sync::oneshot::error::TryRecvError;

use super::*;
use crate::policy::EXPIRES_AFTER;
use crate::{ApiError, Error};

type Answer = oneshot::Receiver<Result<Outcome, Error>>;

struct Scene {
    conversation: Conversation,
    now: Instant,
}

impl Scene {
    /// A client that is not connected.
    fn new() -> Self {
        let conversation = Conversation::new(KeepAlive::default(), 16, Arc::new(ServerTime::new()));
        Self { conversation, now: Instant::now() }
    }

    fn connect(&mut self) {
        self.conversation.opened(&HelloResult { protocol: 1, now: 0, user: None }, self.now);
    }

    fn lose(&mut self) {
        self.conversation.on_disconnect();
    }

    fn give(&mut self, command: Command) -> Answer {
        let (reply, answer) = oneshot::channel();
        assert!(self.conversation.handle_request(HandleRequest::Command(command, reply), self.now));
        answer
    }

    fn subscribe(&mut self, room: &str) -> (Arc<LastSeq>, Subscription) {
        let (reply, mut answer) = oneshot::channel();
        let known = Arc::new(LastSeq::new(0));
        self.conversation.handle_request(
            HandleRequest::Subscribe(Source::Room(id(room)), Arc::downgrade(&known), reply),
            self.now,
        );
        (known, answer.try_recv().expect("it is followed at once"))
    }

    /// Advances the time; returns whether the other end is still alive.
    fn pass(&mut self, time: Duration) -> bool {
        self.now += time;
        self.conversation.tick(self.now)
    }

    /// The sent messages, without pings.
    fn sent(&mut self) -> Vec<ClientMessage> {
        let ping = |message: &ClientMessage| matches!(message.command, Command::Ping { .. });
        self.conversation.take_outgoing().into_iter().filter(|message| !ping(message)).collect()
    }

    /// The pings that were sent.
    fn pings(&mut self) -> Vec<i64> {
        let of = |message: ClientMessage| match message.command {
            Command::Ping { t } => Some(t),
            _ => None,
        };
        self.conversation.take_outgoing().into_iter().filter_map(of).collect()
    }

    fn ok(&mut self, message: &ClientMessage) {
        let ok = ServerMessage::Ok { id: message.id.clone(), result: Outcome::default() };
        self.conversation.handle_message(Decoded::Message(ok), self.now);
    }

    fn pong(&mut self, t: i64) {
        self.conversation.handle_message(Decoded::Message(ServerMessage::Pong { t, now: 0 }), self.now);
    }

    fn refuse(&mut self, message: &ClientMessage, word: &str) {
        let refusal = ApiError::new(word.to_owned(), String::new(), None);
        self.conversation.handle_message(Decoded::Refused { id: message.id.clone(), refusal }, self.now);
    }
}

fn id(room: &str) -> RoomId {
    RoomId(room.to_owned())
}

fn play(ply: u32) -> Command {
    Command::Play { room: id("here"), ply, mv: "a1b2".to_owned() }
}

fn offer() -> Command {
    Command::Offer { room: id("here"), what: Offer::Draw }
}

fn waits(answer: &mut Answer) -> bool {
    matches!(answer.try_recv(), Err(TryRecvError::Empty))
}

fn failure(answer: &mut Answer) -> Error {
    answer.try_recv().expect("it is answered").expect_err("it has failed")
}

#[test]
fn a_move_is_sent_under_its_id_until_it_is_answered() {
    let mut scene = Scene::new();
    let mut answer = scene.give(play(0));
    assert!(scene.sent().is_empty(), "there is no connection");
    scene.pass(Duration::from_hours(1));
    scene.connect();
    let first = scene.sent();
    assert_eq!(first.len(), 1);
    scene.lose();
    scene.connect();
    let second = scene.sent();
    assert_eq!(first, second);
    assert!(waits(&mut answer));
    scene.ok(&second[0]);
    assert_eq!(answer.try_recv(), Ok(Ok(Outcome::default())));
    scene.lose();
    scene.connect();
    assert!(scene.sent().is_empty());
}

#[test]
fn waiting_commands_follow_subscriptions_in_order() {
    let mut scene = Scene::new();
    let _answers: Vec<_> = (0..20).map(|ply| scene.give(play(ply))).collect();
    let _followed = scene.subscribe("here");
    scene.connect();
    let sent: Vec<_> = scene.sent().into_iter().map(|message| message.command).collect();
    assert!(matches!(sent[0], Command::Watch { since: None, .. }));
    assert_eq!(sent[1..], (0..20).map(play).collect::<Vec<_>>());
}

#[test]
fn an_offer_that_waits_too_long_is_never_sent() {
    let mut scene = Scene::new();
    let mut answer = scene.give(offer());
    assert_eq!(scene.conversation.deadline(scene.now), Some(scene.now + EXPIRES_AFTER));
    scene.pass(EXPIRES_AFTER);
    assert_eq!(failure(&mut answer), Error::Expired);
    scene.connect();
    assert!(scene.sent().is_empty());
}

#[test]
fn offer_with_lost_answer_fails_after_resubscription() {
    let mut scene = Scene::new();
    let _followed = scene.subscribe("here");
    scene.connect();
    let watch = scene.sent();
    scene.ok(&watch[0]);
    let mut answer = scene.give(offer());
    assert_eq!(scene.sent().len(), 1);
    scene.lose();
    scene.pass(EXPIRES_AFTER);
    assert!(waits(&mut answer), "it may have been carried out");
    scene.connect();
    let watch = scene.sent();
    assert!(matches!(watch[..], [ClientMessage { command: Command::Watch { .. }, .. }]), "{watch:?}");
    scene.ok(&watch[0]);
    assert!(waits(&mut answer));
    let asked = *scene.pings().last().expect("asks whether all has come");
    scene.pong(asked);
    assert_eq!(failure(&mut answer), Error::OutcomeUnknown);
}

#[test]
fn a_server_in_trouble_is_asked_again_after_a_while_under_the_same_id() {
    let mut scene = Scene::new();
    scene.connect();
    let mut answers = [scene.give(play(0)), scene.give(offer())];
    for message in scene.sent() {
        scene.refuse(&message, "busy");
    }
    assert!(answers.iter_mut().all(waits));
    assert!(scene.sent().is_empty());
    scene.pass(Duration::from_secs(1));
    let again = scene.sent();
    assert_eq!(again.len(), 2);
    for message in &again {
        scene.refuse(message, "unavailable");
    }
    scene.pass(Duration::from_secs(1));
    assert!(scene.sent().is_empty(), "longer than the first time");
    scene.pass(EXPIRES_AFTER);
    let refused = failure(&mut answers[1]);
    assert!(refused.is(ErrorCode::Unavailable), "{refused:?}");
    let last = scene.sent();
    assert_eq!(last.iter().map(|message| &message.id).collect::<Vec<_>>(), [&again[0].id]);
    scene.refuse(&last[0], "stale_ply");
    assert!(failure(&mut answers[0]).is(ErrorCode::StalePly));
}

#[test]
fn commands_bound_to_a_socket_fail_when_it_closes() {
    let mut scene = Scene::new();
    let watch = || Command::Watch { room: id("here"), since: None, legal: true };
    assert_eq!(failure(&mut scene.give(watch())), Error::Disconnected);
    scene.connect();
    let mut answer = scene.give(watch());
    assert!(waits(&mut answer));
    scene.lose();
    assert_eq!(failure(&mut answer), Error::Disconnected);
}

#[test]
fn rooms_are_asked_for_a_few_at_a_time_and_from_where_they_were() {
    let mut scene = Scene::new();
    let followed: Vec<_> = (0..10).map(|number| scene.subscribe(&number.to_string())).collect();
    for (known, _) in &followed {
        known.store(7, std::sync::atomic::Ordering::Release);
    }
    scene.connect();
    let mut asked = 0;
    loop {
        let sent = scene.sent();
        if sent.is_empty() {
            break;
        }
        assert!(sent.len() <= 4, "{sent:?}");
        for message in sent {
            assert!(matches!(message.command, Command::Watch { since: Some(7), .. }));
            asked += 1;
            scene.ok(&message);
        }
    }
    assert_eq!(asked, 10);
    drop(followed);
    scene.conversation.handle_request(HandleRequest::Sweep, scene.now);
    let left = scene.sent();
    assert!(left.iter().all(|message| matches!(message.command, Command::Unwatch { .. })));
    assert_eq!(left.len(), 10);
}

#[test]
fn temporarily_unavailable_room_is_retried_and_missing_room_is_not() {
    let mut scene = Scene::new();
    scene.connect();
    let (_known, mut subscription) = scene.subscribe("here");
    let watch = scene.sent();
    scene.refuse(&watch[0], "unavailable");
    assert!(scene.sent().is_empty());
    scene.pass(Duration::from_secs(1));
    let watch = scene.sent();
    assert_eq!(watch.len(), 1);
    scene.refuse(&watch[0], "no_such_room");
    let ended = subscription.try_recv().expect("a message");
    assert!(
        matches!(&*ended, crate::subscriptions::TopicEvent::Ended(failure) if failure.is(ErrorCode::NoSuchRoom))
    );
    scene.lose();
    scene.connect();
    assert!(scene.sent().is_empty());
}

#[test]
fn silent_connection_is_detected() {
    let mut scene = Scene::new();
    scene.connect();
    assert!(scene.pass(Duration::from_secs(6)));
    assert!(!scene.pass(Duration::from_secs(2)));
}

#[test]
fn close_answers_all_pending_commands() {
    let mut scene = Scene::new();
    let mut answer = scene.give(play(0));
    let mut creating = scene.give(Command::CreateRoom(sumito_protocol::client::CreateRoom {
        mode: Mode::Three,
        ..Default::default()
    }));
    let (_known, mut subscription) = scene.subscribe("here");
    assert!(!scene.conversation.handle_request(HandleRequest::Close, scene.now));
    scene.conversation.close();
    assert_eq!(failure(&mut answer), Error::Closed);
    assert_eq!(failure(&mut creating), Error::Closed);
    assert!(matches!(
        &*subscription.try_recv().expect("a message"),
        crate::subscriptions::TopicEvent::Ended(Error::Closed)
    ));
}
