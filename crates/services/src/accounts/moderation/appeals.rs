//! Appeals of users against bans and mutes ([ADR 0080](../../../../../docs/adr/0080-allow-appeals-and-keep-no-device-id.md)).

use std::time::Duration;

use sumito_game::UserId;
use uuid::Uuid;
use zeroize::Zeroizing;

use super::{DAY, MAX_DAYS, Moderation, ModerationError};
use crate::accounts::identity::{Caller, new_token, token_hash};
use sumito_kit::text::Text;
use sumito_store::{
    AddedAppeal, AppealOutcome, AppealRow, AppealToken, Decided, ImposedSanction, NewAppeal, NewDecision,
    SanctionKind, WaitingAppeal,
};

/// Time after an answer until the next appeal against the same sanction.
const AGAIN_AFTER: Duration = Duration::from_hours(30 * 24);

/// Validity of the token that a banned user gets when a login is rejected.
const TOKEN_VALID_FOR: Duration = Duration::from_hours(1);

/// Maximum number of sanctions that are shown to their user.
const MAX_SHOWN: u32 = 20;

/// Information for a banned user at a rejected login.
#[derive(Debug)]
pub struct BanNotice {
    /// The ban that applies.
    pub sanction: ImposedSanction,
    /// The proof for an appeal, since the user gets no session.
    pub token: Zeroizing<String>,
}

/// A moderator's decision on an appeal.
#[derive(Debug, Clone)]
pub struct DecideAppeal {
    /// The decision to record.
    pub outcome: AppealOutcome,
    /// Days from now until the end of a sanction that is shortened.
    pub days: Option<u32>,
    /// The text for the user.
    pub answer: String,
}

/// Returns the time from which a user can appeal against a sanction; `None` while an appeal waits, and after its end.
pub fn appeal_from(sanction: &ImposedSanction) -> Option<sumito_game::Timestamp> {
    if !sanction.in_force {
        return None;
    }
    match &sanction.appeal {
        None => Some(sanction.created_at),
        Some(AppealRow { decision, .. }) => decision.as_ref().map(|decision| decision.at + AGAIN_AFTER),
    }
}

impl Moderation {
    /// Returns the information for a banned user who has proved their identity; `None` if the ban has just ended.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn ban_notice(&self, user: UserId, ban: Uuid) -> Result<Option<BanNotice>, ModerationError> {
        let now = self.time.now();
        let sanction = self.store.imposed_sanction(ban, user, now).await?;
        let Some(sanction) = sanction.filter(|sanction| sanction.in_force) else { return Ok(None) };
        let token = new_token();
        let proof = AppealToken { user, sanction: ban };
        self.store.set_appeal_token(&token_hash(&token), proof, now + TOKEN_VALID_FOR).await?;
        Ok(Some(BanNotice { sanction, token }))
    }

    /// Returns the caller's sanctions: those in force, and those against which the caller has appealed.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn own_sanctions(&self, caller: &Caller) -> Result<Vec<ImposedSanction>, ModerationError> {
        Ok(self.store.imposed_sanctions(caller.user.id, self.time.now(), MAX_SHOWN).await?)
    }

    /// Adds the appeal of a banned user, who has no session.
    ///
    /// # Errors
    /// [`ModerationError::AppealToken`], and as for [`appeal`](Self::appeal).
    pub async fn appeal_with_token(&self, token: &str, words: &str) -> Result<AppealRow, ModerationError> {
        let proof = self.store.appeal_token(&token_hash(token), self.time.now()).await?;
        let AppealToken { user, sanction } = proof.ok_or(ModerationError::AppealToken)?;
        self.add_appeal(user, sanction, words).await
    }

    /// Adds the appeal of a muted user.
    ///
    /// # Errors
    /// [`ModerationError::NotSanctioned`], [`ModerationError::Words`], [`ModerationError::AppealWaits`],
    /// [`ModerationError::AppealTooEarly`].
    pub async fn appeal(&self, caller: &Caller, words: &str) -> Result<AppealRow, ModerationError> {
        let (user, now) = (caller.user.id, self.time.now());
        let mute = self.store.sanction_in_force(SanctionKind::Mute, Some(user), None, now).await?;
        self.add_appeal(user, mute.ok_or(ModerationError::NotSanctioned)?.id, words).await
    }

    async fn add_appeal(
        &self,
        user: UserId,
        sanction: Uuid,
        words: &str,
    ) -> Result<AppealRow, ModerationError> {
        let words = Text::appeal(words).map_err(ModerationError::Words)?;
        let (id, created_at) = (Uuid::now_v7(), self.time.now());
        let appeal = NewAppeal { id, sanction, user, words, created_at };
        let again_after = i64::try_from(AGAIN_AFTER.as_micros()).unwrap_or(i64::MAX);
        match self.store.add_appeal(&appeal, again_after).await? {
            AddedAppeal::Added => Ok(AppealRow { id, words: appeal.words, created_at, decision: None }),
            AddedAppeal::NoSanction => Err(ModerationError::NotSanctioned),
            AddedAppeal::Waiting => Err(ModerationError::AppealWaits),
            AddedAppeal::TooEarly(again) => Err(ModerationError::AppealTooEarly(again)),
        }
    }

    /// Returns the appeals that wait, the oldest first.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn appeals(
        &self,
        after: Option<Uuid>,
        limit: u32,
    ) -> Result<Vec<WaitingAppeal>, ModerationError> {
        Ok(self.store.waiting_appeals(after, self.time.now(), limit).await?)
    }

    /// Decides an appeal. The moderator who imposed the sanction decides only if no other moderator can.
    ///
    /// # Errors
    /// [`ModerationError`] says why the decision is rejected.
    pub async fn decide_appeal(
        &self,
        by: &Caller,
        id: Uuid,
        request: DecideAppeal,
    ) -> Result<(), ModerationError> {
        let DecideAppeal { outcome, days, answer } = request;
        let answer = Text::appeal_answer(&answer).map_err(ModerationError::Words)?;
        let at = self.time.now();
        let ends_at = match (outcome, days) {
            (AppealOutcome::Shorten, Some(days)) if (1..=MAX_DAYS).contains(&days) => Some(at + DAY * days),
            (AppealOutcome::Shorten, _) => return Err(ModerationError::Days),
            (AppealOutcome::Lift | AppealOutcome::Keep, None) => None,
            (AppealOutcome::Lift | AppealOutcome::Keep, Some(_)) => {
                return Err(ModerationError::DaysOfOutcome);
            }
        };
        let decision = NewDecision { outcome, answer, by: by.user.id, role: by.role(), at, ends_at };
        match self.store.decide_appeal(id, &decision).await? {
            Decided::Done => Ok(()),
            Decided::NoAppeal => Err(ModerationError::NoSuchAppeal),
            Decided::Rank(role) => Err(ModerationError::Rank(role)),
            Decided::OwnSanction => Err(ModerationError::OwnSanction),
            Decided::NotShorter => Err(ModerationError::NotShorter),
        }
    }
}
