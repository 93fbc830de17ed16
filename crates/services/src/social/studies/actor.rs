//! A study in memory.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use sumito_cluster::{Subject, Tail, Tailed};
use sumito_game::UserId;
use sumito_kit::encoded::Encoded;
use sumito_kit::task::until;
use sumito_kit::topic::{Subscriber, SubscriberId, Topic};
use sumito_store::{AppendedStudyEvent, NewStudyEvent, StudyEvent};
use sumito_studies::{ChapterId, Edit, EditError, NodeId as PlaceId};
use tokio::sync::mpsc;
use tokio::time::Instant;
use tracing::error;
use uuid::Uuid;

use super::presence::{Follower, Part};
use super::stored::{self, Known};
use super::{EncodedUpdate, Message, Reader, Result, Shared, StudyError, StudyReply, StudyUpdate, StudyView};

/// Number of the last stored event of a study. A subject for each study.
const CHANGES: Subject<u64> = Subject::new("study");

/// Minimum interval between two messages about presence.
const PRESENCE_EVERY: Duration = Duration::from_millis(500);

/// Time for which a study without followers stays in memory.
const KEPT_FOR: Duration = Duration::from_secs(15);

/// Maximum number of tries if edits of other nodes come in between.
const TRIES: usize = 16;

/// Events between two snapshots.
const SNAPSHOT_EVERY: u64 = 200;

/// Bytes of events between two snapshots: an event with a whole chapter is large.
const SNAPSHOT_BYTES: usize = 1024 * 1024;

/// Events in memory, for followers who have missed them, and their bytes.
const RECENT: usize = 256;
const RECENT_BYTES: usize = 256 * 1024;

/// A study in memory, which a task owns.
pub(super) struct Actor {
    shared: Arc<Shared>,
    id: Uuid,
    study: Arc<sumito_studies::Study>,
    seq: u64,
    snapshot_seq: u64,
    /// Bytes of the events since the snapshot.
    bytes: usize,
    /// The last events, each with its bytes.
    recent: VecDeque<(usize, EncodedUpdate)>,
    recent_bytes: usize,
    followers: Topic<StudyUpdate, Follower>,
    /// Edits of other nodes. It is stale after an uncertain write, too.
    tail: Tail,
    /// Time of the next message about presence, if one is due.
    present_at: Option<Instant>,
    presence_sent: Instant,
    used_at: Instant,
}

/// Outcome of storing an edit.
enum Stored {
    /// Appended as this event.
    Now(StudyEvent),
    /// Already included in the state up to this number.
    Before(u64),
}

/// The end of a study in memory.
enum Exit {
    /// It is unused.
    Idle,
    /// Another user needs the place.
    Evicted,
    /// It was deleted.
    Gone,
    /// It cannot be read.
    Damaged,
}

impl Shared {
    /// Sends the number of the last event of a study to the other nodes.
    pub(super) fn announce(&self, id: Uuid, seq: u64) {
        self.node.bus().publish(&CHANGES.of(&id.to_string()), &seq);
    }
}

impl Actor {
    pub(super) fn new(shared: Arc<Shared>, id: Uuid, known: Known) -> Self {
        let now = Instant::now();
        let Known { study, seq, events } = known;
        let snapshot_seq = seq - events.len() as u64;
        let changes = CHANGES.of(&id.to_string());
        let mut actor = Self {
            tail: Tail::of(&shared.node, &changes, "read of a study", Duration::ZERO),
            shared,
            id,
            study,
            seq,
            snapshot_seq,
            bytes: 0,
            recent: VecDeque::new(),
            recent_bytes: 0,
            followers: Topic::guarded(),
            present_at: None,
            presence_sent: now,
            used_at: now,
        };
        for (event, edit) in events {
            actor.remember(&event, edit);
        }
        actor
    }

    /// Runs until the study is unused or deleted, or the server stops. Returns the messages that came too late.
    pub(super) async fn run(mut self, mut inbox: mpsc::Receiver<Message>) -> (Vec<Message>, ()) {
        let (id, shared) = (self.id, Arc::clone(&self.shared));
        match shared.stopping.run_until_cancelled(self.run_loop(&mut inbox)).await {
            Some(Exit::Gone) => {
                self.followers.publish(&StudyUpdate::Closed { study: id }.into());
                self.followers.end();
            }
            // Their sockets are disconnected, and come back.
            Some(Exit::Idle | Exit::Evicted | Exit::Damaged) | None => {}
        }
        shared.presence.set(&id, None);
        (shared.active.retire(id, &mut inbox).await, ())
    }

    async fn run_loop(&mut self, inbox: &mut mpsc::Receiver<Message>) -> Exit {
        loop {
            if self.followers.is_empty() && self.used_at.elapsed() >= KEPT_FOR && inbox.is_empty() {
                return Exit::Idle;
            }
            let (present_at, seq) = (self.present_at, self.seq);
            let outcome = tokio::select! {
                message = inbox.recv() => match message {
                    Some(Message::Leave) => return Exit::Evicted,
                    Some(Message::Present) => {
                        self.present_soon();
                        Ok(())
                    }
                    Some(message) => self.handle(message).await,
                    None => return Exit::Idle,
                },
                () = self.tail.due(seq) => Tail::catch_up(self).await,
                () = until(present_at) => {
                    self.present();
                    Ok(())
                },
            };
            match outcome {
                // The store answers again later.
                Ok(()) | Err(StudyError::Unavailable) => {}
                Err(StudyError::NoSuchStudy) => return Exit::Gone,
                Err(error) => {
                    error!(study = %self.id, %error, "study task failed; unloaded");
                    return Exit::Damaged;
                }
            }
        }
    }

    async fn handle(&mut self, message: Message) -> Result<()> {
        self.used_at = Instant::now();
        if self.tail.is_stale()
            && let Err(error) = Tail::catch_up(self).await
        {
            let is_gone = matches!(error, StudyError::NoSuchStudy);
            sumito_kit::registry::Message::reject(message, error);
            return if is_gone { Err(StudyError::NoSuchStudy) } else { Ok(()) };
        }
        match message {
            Message::Show { answer } => {
                // An event that another node has just stored is read when a client requests it by its number.
                let view = StudyView { id: self.id, study: Arc::clone(&self.study), seq: self.seq };
                // The caller may have stopped waiting.
                let _ = answer.send(Ok(view));
            }
            Message::Follow { id, reader, since, subscriber, reply } => {
                if let Err(error) = self.read_until(since).await {
                    reply(Err(error.clone()));
                    return Err(error);
                }
                self.follow(id, *reader, since, subscriber, reply);
            }
            Message::Unfollow { id } => {
                if self.followers.unsubscribe(id).is_some() {
                    self.present_soon();
                }
            }
            Message::Point { id, chapter, node, reply } => self.point(id, (chapter, node), reply),
            Message::Edit { by, command, edit, reply } => return self.edit(by, command, edit, reply).await,
            Message::Look | Message::Leave | Message::Present => return Tail::catch_up(self).await,
        }
        Ok(())
    }

    fn follow(
        &mut self,
        id: SubscriberId,
        reader: Reader,
        since: u64,
        subscriber: Box<dyn Subscriber<StudyUpdate>>,
        reply: StudyReply,
    ) {
        if !reader.may_read(&self.study) {
            return reply(Err(StudyError::NoSuchStudy));
        }
        reply(Ok(self.seq));
        let missing = usize::try_from(self.seq.saturating_sub(since)).unwrap_or(usize::MAX);
        let is_known = since <= self.seq && missing <= self.recent.len();
        if is_known && missing < subscriber.free_places() {
            for (_, update) in self.recent.iter().skip(self.recent.len() - missing) {
                subscriber.send(update);
            }
        } else {
            subscriber.send(&self.reset());
        }
        self.followers.add(id, Follower { reader, place: None }, subscriber);
        self.present_soon();
    }

    fn reset(&self) -> EncodedUpdate {
        StudyUpdate::Reset { study: self.id, seq: self.seq, at: self.shared.time.now() }.into()
    }

    fn point(&mut self, id: SubscriberId, place: (ChapterId, PlaceId), reply: StudyReply) {
        let (chapter, node) = place;
        let is_known = self.study.chapter(chapter).is_ok_and(|chapter| chapter.node(node).is_ok());
        let mut is_follower = false;
        if let Some(follower) = self.followers.tag_mut(id) {
            is_follower = true;
            follower.place = is_known.then_some(place);
        }
        if !is_follower {
            return reply(Err(StudyError::NotFollowed));
        }
        reply(Ok(self.seq));
        self.present_soon();
    }

    /// Decides on an edit, stores it, and sends it to the followers. The database decides which of several nodes stores the next event.
    async fn edit(
        &mut self,
        by: UserId,
        command: Option<String>,
        edit: Edit,
        reply: StudyReply,
    ) -> Result<()> {
        match self.store_edit(by, command.as_deref(), &edit).await {
            Ok(Stored::Now(event)) => {
                self.shared.announce(self.id, event.seq);
                let update = self.apply(&event, edit)?;
                reply(Ok(self.seq));
                self.publish(&update);
                Ok(())
            }
            Ok(Stored::Before(seq)) => {
                reply(Ok(seq));
                Ok(())
            }
            Err(error) => {
                let is_gone = matches!(error, StudyError::NoSuchStudy);
                if matches!(error, StudyError::Unavailable | StudyError::Corrupt) {
                    self.tail.read_soon();
                }
                reply(Err(error));
                if is_gone { Err(StudyError::NoSuchStudy) } else { Ok(()) }
            }
        }
    }

    /// Stores an edit as the next event, unless it changes nothing or has been stored before.
    async fn store_edit(&mut self, by: UserId, command: Option<&str>, edit: &Edit) -> Result<Stored> {
        let mut is_current = !self.shared.node.is_shared();
        for _ in 0..TRIES {
            let checked = self.study.check(by.0, edit);
            if checked != Ok(true) {
                if let Some(command) = command
                    && let Some(seq) = self.shared.store.study_command(self.id, by, command).await?
                {
                    self.read_until(seq).await?;
                    return Ok(Stored::Before(seq));
                }
                if !is_current {
                    Tail::catch_up(self).await?;
                    is_current = true;
                    continue;
                }
                if !self.study.may_read(Some(by.0)) {
                    return Err(StudyError::NoSuchStudy);
                }
                return checked.map(|_| Stored::Before(self.seq)).map_err(StudyError::from);
            }
            let new = self.event(by, command, edit);
            match self.shared.store.append_study_event(self.id, &new).await? {
                AppendedStudyEvent::Stored => {
                    if new.snapshot.is_some() {
                        self.snapshot_seq = self.seq;
                        self.bytes = 0;
                    }
                    return Ok(Stored::Now(new.event));
                }
                AppendedStudyEvent::Repeated(seq) => {
                    self.read_until(seq).await?;
                    return Ok(Stored::Before(seq));
                }
                AppendedStudyEvent::Stale => Tail::catch_up(self).await?,
                AppendedStudyEvent::Gone => return Err(StudyError::NoSuchStudy),
                AppendedStudyEvent::Full => return Err(StudyError::Full(self.shared.max_bytes)),
            }
        }
        Err(StudyError::Busy)
    }

    fn event(&self, by: UserId, command: Option<&str>, edit: &Edit) -> NewStudyEvent {
        let event = StudyEvent {
            seq: self.seq + 1,
            user: by,
            at: self.shared.time.now(),
            edit: stored::edit_text(edit),
        };
        let (mut name, mut visibility) = (self.study.name.clone(), self.study.visibility);
        let mut chapters = stored::chapters(&self.study);
        match edit {
            Edit::Rename { name: new } => name.clone_from(new),
            Edit::SetVisibility { visibility: new } => visibility = *new,
            Edit::AddChapter { .. } => chapters += 1,
            Edit::DeleteChapter { .. } => chapters = chapters.saturating_sub(1),
            _ => {}
        }
        let added = if edit.grows() { event.edit.len() } else { 0 };
        let bytes = (self.study.bytes() + added) as u64;
        // The state before this event. The events since the snapshot before stay, for followers who have missed them and for commands that
        // are resent.
        let is_due = self.seq - self.snapshot_seq >= SNAPSHOT_EVERY || self.bytes >= SNAPSHOT_BYTES;
        let snapshot = is_due.then(|| (stored::snapshot(&self.study), self.seq, self.snapshot_seq));
        NewStudyEvent {
            event,
            command: command.map(str::to_owned),
            name,
            visibility,
            chapters,
            bytes,
            max_bytes: edit.grows().then_some(self.shared.max_bytes),
            member: stored::member(edit),
            snapshot,
        }
    }

    /// Reads the events of other nodes at least up to this number.
    async fn read_until(&mut self, seq: u64) -> Result<()> {
        if seq > self.seq { Tail::catch_up(self).await } else { Ok(()) }
    }

    /// Applies a stored event.
    fn apply(&mut self, event: &StudyEvent, edit: Edit) -> Result<EncodedUpdate> {
        let corrupt = |error: EditError| StudyError::from(stored::corrupt(self.id, &error));
        Arc::make_mut(&mut self.study).apply(&edit).map_err(corrupt)?;
        self.seq = event.seq;
        Ok(self.remember(event, edit))
    }

    fn remember(&mut self, event: &StudyEvent, edit: Edit) -> EncodedUpdate {
        let bytes = event.edit.len();
        self.bytes += bytes;
        let update = Encoded::from(StudyUpdate::Event {
            study: self.id,
            seq: event.seq,
            at: event.at,
            by: event.user,
            edit,
        });
        self.recent.push_back((bytes, update.clone()));
        self.recent_bytes += bytes;
        while (self.recent.len() > RECENT || self.recent_bytes > RECENT_BYTES)
            && let Some((bytes, _)) = self.recent.pop_front()
        {
            self.recent_bytes -= bytes;
        }
        update
    }

    /// Sends an update to the followers who may still read the study.
    fn publish(&mut self, update: &EncodedUpdate) {
        let (study, before) = (&self.study, self.followers.len());
        let closed = Encoded::from(StudyUpdate::Closed { study: self.id });
        self.followers.retain(|follower, subscriber| {
            if follower.reader.may_read(study) {
                return subscriber.send(update);
            }
            subscriber.send(&closed);
            false
        });
        if self.followers.len() < before {
            self.present_soon();
        }
    }

    fn present_soon(&mut self) {
        let moment = self.presence_sent + PRESENCE_EVERY;
        self.present_at.get_or_insert(moment);
    }

    fn present(&mut self) {
        self.present_at = None;
        self.presence_sent = Instant::now();
        let (own, presence) = (Part::of(&self.followers, &self.study), &self.shared.presence);
        let others = presence.elsewhere(&self.id);
        presence.set(&self.id, own.to_share(&others).as_ref());
        let Part { viewers, count } = own.joined(others, &self.study);
        self.followers.publish(&StudyUpdate::Presence { study: self.id, viewers, count }.into());
    }
}

impl Tailed for Actor {
    type Event = StudyEvent;
    type Error = StudyError;

    fn tail(&mut self) -> &mut Tail {
        &mut self.tail
    }

    async fn read_next(&mut self, limit: u32) -> Result<Option<Vec<StudyEvent>>> {
        Ok(self.shared.store.study_events(self.id, self.seq, limit).await?)
    }

    fn append(&mut self, events: Vec<StudyEvent>) -> Result<()> {
        for event in events {
            let edit = stored::edit(self.id, &event)?;
            let update = self.apply(&event, edit)?;
            self.publish(&update);
        }
        Ok(())
    }

    /// Reads the whole study: it was deleted, or the missing events were dropped.
    async fn reload(&mut self) -> Result<()> {
        let Some(known) = stored::read(&self.shared.store, self.id).await? else {
            return Err(StudyError::NoSuchStudy);
        };
        self.snapshot_seq = known.seq - known.events.len() as u64;
        self.study = known.study;
        self.seq = known.seq;
        self.bytes = known.events.iter().map(|(event, _)| event.edit.len()).sum();
        self.recent.clear();
        self.recent_bytes = 0;
        let reset = self.reset();
        self.publish(&reset);
        Ok(())
    }
}
