//! The moderators' view of a user: sanctions, reports, actions, notes, signals, and accounts that share a network.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;

use sumito_game::{Timestamp, UserId};
use uuid::Uuid;

use super::{Moderation, ModerationError, Signal};
use crate::accounts::identity::Caller;
use sumito_kit::text::Text;
use sumito_store::{
    FiledReport, LogRow, ModerationActionKind, ModerationNoteRow, NetworkUser, NewModerationNote,
    ReportsWith, Role, SanctionRow, UserRow,
};

/// Maximum number of sanctions, reports of each kind, actions and signals in a record: the newest.
const LISTED: u32 = 50;

/// Maximum number of notes on a user.
const MAX_NOTES: u32 = 100;

/// Maximum number of networks of a user, and of users of a network: the most recent.
const MAX_NETWORKS: u32 = 50;
const MAX_USERS: u32 = 20;

/// The record of a user.
#[derive(Debug)]
pub struct UserRecord {
    /// The user whom the record describes.
    pub user: UserRow,
    /// Time of the last recorded use of the server.
    pub last_seen_at: Option<Timestamp>,
    /// Sanctions on the user, newest first.
    pub sanctions: Vec<SanctionRow>,
    /// Reports on the user, newest first.
    pub reported: Vec<FiledReport>,
    /// Reports by the user, newest first.
    pub reporting: Vec<FiledReport>,
    /// Actions of moderators that concern the user, newest first.
    pub actions: Vec<LogRow>,
    /// Notes of moderators, oldest first.
    pub notes: Vec<ModerationNoteRow>,
    /// Signals of unfair play, the strongest first.
    pub signals: Vec<Signal>,
}

/// A network with its users.
#[derive(Debug)]
pub struct SharedNetwork {
    /// An IPv4 address, or the /64 network of an IPv6 address.
    pub network: String,
    /// Time of the last recorded use by the owner of the network, or by any of the users.
    pub last_used_at: Option<Timestamp>,
    /// The users, most recent first.
    pub users: Vec<NetworkAccount>,
    /// Whether there are more users.
    pub more: bool,
}

/// A user of a network, with the programs of their sessions.
#[derive(Debug)]
pub struct NetworkAccount {
    /// A user of the network.
    pub user: NetworkUser,
    /// Programs in which the user has sessions, in any network.
    pub programs: Vec<String>,
    /// Whether one of the programs is also the program of a session of the user whose networks these are.
    pub same_program: bool,
}

impl Moderation {
    /// Returns the record of a user of a lower role.
    ///
    /// # Errors
    /// [`ModerationError::NoSuchUser`], [`ModerationError::Rank`].
    pub async fn record(&self, by: &Caller, id: UserId) -> Result<UserRecord, ModerationError> {
        let user = self.below(by.role(), id).await?;
        let sanctions = self.store.sanctions_of(id, LISTED).await?;
        let reported = self.store.reports_with(ReportsWith::Reported(id), LISTED).await?;
        let targets: Vec<_> = std::iter::once(id.0)
            .chain(sanctions.iter().map(|sanction| sanction.id))
            .chain(reported.iter().map(|filed| filed.report.id))
            .map(|target| target.to_string())
            .collect();
        Ok(UserRecord {
            user,
            last_seen_at: self.store.last_seen(id).await?,
            reporting: self.store.reports_with(ReportsWith::Reporter(id), LISTED).await?,
            actions: self.store.actions_on(&targets, LISTED).await?,
            notes: self.store.moderation_notes(id).await?,
            signals: self.signals(Some(id), LISTED).await?,
            sanctions,
            reported,
        })
    }

    /// Returns the networks of a user of a lower role, with the other users of each who have a lower role. The log records who looked.
    ///
    /// # Errors
    /// [`ModerationError::NoSuchUser`], [`ModerationError::Rank`].
    pub async fn networks(&self, by: &Caller, id: UserId) -> Result<Vec<SharedNetwork>, ModerationError> {
        let user = self.below(by.role(), id).await?;
        let action = self.action(by, ModerationActionKind::LookNetworks, id.0.to_string(), user.name);
        self.store.log_action(&action).await?;
        let mut found = Vec::new();
        for (network, last_used_at) in self.store.networks_of(id, MAX_NETWORKS).await? {
            let (users, more) = self.users_of(&network, by.role(), Some(id)).await?;
            found.push((network, Some(last_used_at), users, more));
        }
        self.with_programs(found, Some(id)).await
    }

    /// Returns the users of a network who have a lower role. The log records who looked, and names the users in place of the network, which
    /// would stay there for ever.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn network(&self, by: &Caller, network: IpAddr) -> Result<SharedNetwork, ModerationError> {
        let network = network.to_string();
        let (users, more) = self.users_of(&network, by.role(), None).await?;
        let names: Vec<_> = users.iter().map(|used| used.user.name.as_str()).collect();
        let action = self.action(by, ModerationActionKind::LookNetworks, String::new(), names.join(", "));
        self.store.log_action(&action).await?;
        let last_used_at = users.first().map(|used| used.last_used_at);
        let mut found = self.with_programs(vec![(network, last_used_at, users, more)], None).await?;
        Ok(found.remove(0))
    }

    /// Adds a note on a user of a lower role.
    ///
    /// # Errors
    /// [`ModerationError::NoSuchUser`], [`ModerationError::Rank`], [`ModerationError::Words`], [`ModerationError::TooManyNotes`].
    pub async fn add_note(
        &self,
        by: &Caller,
        user: UserId,
        words: &str,
    ) -> Result<ModerationNoteRow, ModerationError> {
        let words = Text::moderator_note(words).map_err(ModerationError::Words)?;
        self.below(by.role(), user).await?;
        let (id, author, created_at) = (Uuid::now_v7(), by.user.id, self.time.now());
        let note = NewModerationNote { id, user, author, words: words.clone(), created_at };
        if !self.store.add_moderation_note(&note, MAX_NOTES).await? {
            return Err(ModerationError::TooManyNotes(MAX_NOTES));
        }
        Ok(ModerationNoteRow { id, author: by.user.name.clone(), words, created_at })
    }

    /// Returns the most recent users of a network, and whether there are more.
    async fn users_of(
        &self,
        network: &str,
        below: Role,
        except: Option<UserId>,
    ) -> Result<(Vec<NetworkUser>, bool), ModerationError> {
        // One row more than is shown, and one for the user who is left out.
        let mut users = self.store.users_of_network(network, below, self.time.now(), MAX_USERS + 2).await?;
        users.retain(|used| Some(used.user.id) != except);
        let more = users.len() > MAX_USERS as usize;
        users.truncate(MAX_USERS as usize);
        Ok((users, more))
    }

    /// Adds the programs of all these users.
    async fn with_programs(
        &self,
        networks: Vec<(String, Option<Timestamp>, Vec<NetworkUser>, bool)>,
        owner: Option<UserId>,
    ) -> Result<Vec<SharedNetwork>, ModerationError> {
        let users = networks.iter().flat_map(|(_, _, users, _)| users.iter().map(|used| used.user.id));
        let users: HashSet<_> = users.chain(owner).collect();
        let users: Vec<_> = users.into_iter().collect();
        let mut programs: HashMap<UserId, Vec<String>> = HashMap::new();
        for (user, program) in self.store.programs_of(&users).await? {
            programs.entry(user).or_default().push(program);
        }
        let own = owner.and_then(|owner| programs.get(&owner)).cloned().unwrap_or_default();
        let account = |user: NetworkUser| {
            let programs = programs.get(&user.user.id).cloned().unwrap_or_default();
            let same_program = programs.iter().any(|program| own.contains(program));
            NetworkAccount { user, programs, same_program }
        };
        let shared = networks.into_iter().map(|(network, last_used_at, users, more)| {
            let users = users.into_iter().map(account).collect();
            SharedNetwork { network, last_used_at, users, more }
        });
        Ok(shared.collect())
    }
}
