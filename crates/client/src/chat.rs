//! Chat channels.

use std::sync::Arc;

use sumito_protocol::chat::{ChatChannel, ChatLine, Preset};
use sumito_protocol::{self as protocol, Command, ServerMessage};
use tokio::sync::broadcast::error::RecvError;
use uuid::Uuid;

use crate::conversation::HandleRequest;
use crate::source::Source;
use crate::subscriptions::{LastSeq, Subscription, TopicEvent};
use crate::{ApiError, Client, Error};

/// A subscription to a chat channel. It advances with each [`next`](Self::next). Dropping it ends the subscription.
#[derive(Debug)]
pub struct Chat {
    client: Client,
    channel: ChatChannel,
    lines: Vec<ChatLine>,
    known: Arc<LastSeq>,
    subscription: Subscription,
    /// True if data is missing that has not been requested yet.
    missed: bool,
}

impl Chat {
    pub(crate) async fn subscribe(client: Client, channel: ChatChannel) -> Result<Self, Error> {
        let known = Arc::new(LastSeq::new(0));
        let subscription = client
            .subscribe(Source::Topic(protocol::TopicKey::Chat(channel.clone())), Arc::downgrade(&known))
            .await?;
        let mut chat = Self { client, channel, lines: Vec::new(), known, subscription, missed: false };
        while !chat.next_change().await? {}
        Ok(chat)
    }

    /// The subscribed channel.
    pub fn channel(&self) -> &ChatChannel {
        &self.channel
    }

    /// The known lines, oldest first: the last lines before the subscription, and all later ones.
    pub fn lines(&self) -> &[ChatLine] {
        &self.lines
    }

    /// Waits for a new or removed line. Cancel safe.
    ///
    /// # Errors
    /// Fails if the subscription has ended.
    pub async fn next(&mut self) -> Result<&[ChatLine], Error> {
        self.next_change().await?;
        Ok(&self.lines)
    }

    /// Sends free text; returns the id of the line.
    ///
    /// # Errors
    /// Fails if the server rejects it: the code and, for `bad_words`, the reason and the part have the cause.
    pub async fn say(&self, text: impl Into<String>) -> Result<Uuid, Error> {
        self.client.say(self.channel.clone(), Some(text.into()), None).await
    }

    /// Sends a preset, which every client shows in its own language; returns the id of the line.
    ///
    /// # Errors
    /// Fails if the server rejects it.
    pub async fn say_preset(&self, preset: Preset) -> Result<Uuid, Error> {
        self.client.say(self.channel.clone(), None, Some(preset)).await
    }

    /// Waits for a change; returns whether all lines were replaced.
    async fn next_change(&mut self) -> Result<bool, Error> {
        loop {
            if self.missed {
                self.client
                    .send_request(HandleRequest::Again(Source::Topic(protocol::TopicKey::Chat(
                        self.channel.clone(),
                    ))))
                    .await?;
                self.missed = false;
            }
            match self.subscription.recv().await {
                Ok(event) => match &*event {
                    TopicEvent::Message(ServerMessage::Chat { closed: true, .. }) => {
                        self.lines.clear();
                        let message = "the user may no longer read this channel".to_owned();
                        return Err(ApiError::new("forbidden".to_owned(), message, None).into());
                    }
                    TopicEvent::Message(ServerMessage::Chat { full, lines, gone, .. }) => {
                        self.change(*full, lines, gone);
                        return Ok(*full);
                    }
                    TopicEvent::Ended(failure) => return Err(failure.clone()),
                    TopicEvent::Begun | TopicEvent::Message(_) | TopicEvent::UnknownEvent { .. } => {}
                },
                Err(RecvError::Lagged(_)) => self.missed = true,
                Err(RecvError::Closed) => return Err(Error::Closed),
            }
        }
    }

    fn change(&mut self, full: bool, lines: &[ChatLine], gone: &[Uuid]) {
        if full {
            self.lines.clear();
        }
        self.lines.retain(|line| !gone.contains(&line.id));
        self.lines.extend_from_slice(lines);
    }
}

impl Client {
    /// Subscribes to a chat channel: returns as soon as its latest lines are known.
    ///
    /// # Errors
    /// Fails if there is no such channel, or the limit of subscriptions is reached.
    pub async fn chat(&self, channel: ChatChannel) -> Result<Chat, Error> {
        Chat::subscribe(self.clone(), channel).await
    }

    async fn say(
        &self,
        channel: ChatChannel,
        text: Option<String>,
        preset: Option<Preset>,
    ) -> Result<Uuid, Error> {
        let outcome = self.request(Command::Chat { channel, text, preset }).await?;
        outcome.line.ok_or_else(|| Error::Unreachable("the answer lacks the chat line".to_owned()))
    }
}

impl Drop for Chat {
    fn drop(&mut self) {
        self.known = Arc::default();
        self.client.sweep();
    }
}
