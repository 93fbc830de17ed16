//! Where people talk.

use std::sync::Arc;

use sumito_protocol::chat::{ChatChannel, ChatLine, Preset};
use sumito_protocol::{Command, ServerMessage};
use tokio::sync::broadcast::error::RecvError;
use uuid::Uuid;

use crate::conversation::Ask;
use crate::followed::{Known, Subscription, Told};
use crate::topic::Topic;
use crate::{Client, Failure};

/// A channel in which one reads along. It goes on with each [`next`](Self::next). One that is dropped is followed no longer.
#[derive(Debug)]
pub struct Chat {
    client: Client,
    channel: ChatChannel,
    lines: Vec<ChatLine>,
    known: Arc<Known>,
    told: Subscription,
    /// Whether something is missing that has not been asked for.
    missed: bool,
}

impl Chat {
    pub(crate) async fn follow(client: Client, channel: ChatChannel) -> Result<Self, Failure> {
        let known = Arc::new(Known::new(0));
        let told = client.subscribe(Topic::Chat(channel.clone()), Arc::downgrade(&known)).await?;
        let mut chat = Self { client, channel, lines: Vec::new(), known, told, missed: false };
        while !chat.go_on().await? {}
        Ok(chat)
    }

    /// Where it is.
    pub fn channel(&self) -> &ChatChannel {
        &self.channel
    }

    /// What was said, the oldest first: the last lines from before one came, and all since.
    pub fn lines(&self) -> &[ChatLine] {
        &self.lines
    }

    /// Waits until something was said, or a line was removed. Dropping the future loses nothing.
    ///
    /// # Errors
    /// When it cannot be followed any more.
    pub async fn next(&mut self) -> Result<&[ChatLine], Failure> {
        self.go_on().await?;
        Ok(&self.lines)
    }

    /// Says something in one's own words; returns the id of the line.
    ///
    /// # Errors
    /// When it is refused: the code and, for `bad_words`, the reason say why.
    pub async fn say(&self, text: impl Into<String>) -> Result<Uuid, Failure> {
        self.client.say(self.channel.clone(), Some(text.into()), None).await
    }

    /// Says what everybody reads in their own language; returns the id of the line.
    ///
    /// # Errors
    /// When it is refused.
    pub async fn say_preset(&self, preset: Preset) -> Result<Uuid, Failure> {
        self.client.say(self.channel.clone(), None, Some(preset)).await
    }

    /// Waits until something has changed; returns whether all came anew.
    async fn go_on(&mut self) -> Result<bool, Failure> {
        loop {
            if self.missed {
                self.client.ask(Ask::Again(Topic::Chat(self.channel.clone()))).await?;
                self.missed = false;
            }
            match self.told.recv().await {
                Ok(told) => match &*told {
                    Told::Message(ServerMessage::Chat { full, lines, gone, .. }) => {
                        self.change(*full, lines, gone);
                        return Ok(*full);
                    }
                    Told::Ended(failure) => return Err(failure.clone()),
                    Told::Begun | Told::Message(_) | Told::UnknownEvent { .. } => {}
                },
                Err(RecvError::Lagged(_)) => self.missed = true,
                Err(RecvError::Closed) => return Err(Failure::Closed),
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
    /// Reads along where people talk: returns as soon as it is known what was said there last.
    ///
    /// # Errors
    /// When there is no such place, or one follows as many as is allowed.
    pub async fn chat(&self, channel: ChatChannel) -> Result<Chat, Failure> {
        Chat::follow(self.clone(), channel).await
    }

    async fn say(
        &self,
        channel: ChatChannel,
        text: Option<String>,
        preset: Option<Preset>,
    ) -> Result<Uuid, Failure> {
        let outcome = self.request(Command::Chat { channel, text, preset }).await?;
        outcome.line.ok_or_else(|| Failure::Unreachable("it does not name the line".to_owned()))
    }
}

impl Drop for Chat {
    fn drop(&mut self) {
        self.known = Arc::default();
        self.client.sweep();
    }
}
