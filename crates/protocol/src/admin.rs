//! Bodies of the HTTP interface for administrators.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::Secret;
use crate::identity::{Language, Role};
use crate::parts::User;

/// `GET /admin/server`: the state of the service, and the figures of the answering node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ServerState {
    /// The version of the software.
    pub version: String,
    /// Start of this process, in microseconds since the Unix epoch.
    pub started_at: i64,
    /// The server's time, in microseconds since the Unix epoch.
    pub now: i64,
    /// True if the storage works; otherwise all games are paused.
    pub storage: bool,
    /// True if no node accepts new games.
    pub draining: bool,
    /// The current announcement to all users.
    pub announcement: Option<Announcement>,
    /// Number of open sockets.
    pub sockets: u64,
    /// Number of open seeks.
    pub seeks: u64,
    /// Rooms in memory, by status.
    pub rooms: Vec<Count>,
    /// Tournaments in memory, by status.
    pub tournaments: Vec<Count>,
    /// Queue lengths: commands waiting for the event log, chat lines waiting for storage.
    pub queues: Vec<Count>,
    /// Finished games that are not processed yet, by consumer; empty while the database is unavailable.
    pub consumers: Vec<Count>,
    /// Rejected requests of the last hour, by error code, the most frequent first. Does not cover the time before `started_at`.
    pub refusals: Vec<Count>,
}

/// `GET /admin/nodes`: the nodes that run, the earliest start first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct NodeList {
    /// The nodes; a server that runs alone is a single node.
    pub nodes: Vec<ClusterNode>,
}

/// A node: a server process of this service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ClusterNode {
    /// The id: a new one for each start.
    pub id: Uuid,
    /// The name of its host.
    pub name: String,
    /// The version of the software.
    pub version: String,
    /// Start of the process, in microseconds since the Unix epoch.
    pub started_at: i64,
    /// True for the node that answers this request.
    pub this: bool,
    /// State of the node.
    pub state: NodeState,
    /// Milliseconds since the last renewal of its lease. After 3,000, other nodes replace it.
    pub lease_age_ms: u64,
    /// Number of open sockets, and of rooms in memory; `null` if the node does not answer.
    pub load: Option<NodeLoad>,
    /// Number of rooms that it owns, in a cluster.
    pub rooms_owned: u64,
    /// Number of tournaments that it owns, in a cluster.
    pub tournaments_owned: u64,
    /// Names of the duties that it has, in a cluster: tasks that one node does for all.
    pub duties: Vec<String>,
}

/// State of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum NodeState {
    /// It takes new games and sockets.
    Running,
    /// An administrator drains it: it takes no new games and sockets, and its sockets and then its games move to other
    /// nodes.
    Draining,
    /// It is about to stop.
    Stopping,
    /// Its lease has expired: other nodes replace it.
    Expired,
}

/// A node's current load.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct NodeLoad {
    /// Number of open sockets.
    pub sockets: u64,
    /// Number of its rooms in memory.
    pub rooms: u64,
    /// Number of rooms of other nodes that its clients follow.
    pub rooms_followed: u64,
}

/// A count with its label.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Count {
    /// The counted thing: a status, a queue, an error code.
    pub of: String,
    /// The number of items.
    pub count: u64,
}

/// An administrator's announcement to all users.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Announcement {
    /// The text: 1 to 300 characters.
    pub text: String,
    /// End of the announcement, in microseconds since the Unix epoch; `null`: it stays until it is withdrawn or the last node stops.
    #[serde(default)]
    pub until: Option<i64>,
}

/// `POST /admin/reload`: the settings that were reloaded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ReloadResult {
    /// The settings, or groups of settings, that now have the values of the file and the environment.
    pub settings: Vec<String>,
}

/// `POST /admin/registration-links`: a new registration link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct CreateRegistrationLink {
    /// Number of accounts that can be created with it: 1 to 1,000; 1 when left out.
    #[serde(default = "one")]
    #[ts(optional, as = "Option<u32>")]
    #[schemars(range(min = 1, max = 1000))]
    pub uses: u32,
    /// Number of days for which it is valid: 1 to 90; 14 when left out.
    #[serde(default = "fourteen")]
    #[ts(optional, as = "Option<u32>")]
    #[schemars(range(min = 1, max = 90))]
    pub days: u32,
}

fn one() -> u32 {
    1
}

fn fourteen() -> u32 {
    14
}

/// A registration link. Its code is shown once, when it is created.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RegistrationLink {
    /// The link's id.
    pub id: Uuid,
    /// The name of the administrator who made it; `null` if it was made on the command line.
    pub made_by: Option<String>,
    /// Expiry time, in microseconds since the Unix epoch.
    pub expires_at: i64,
    /// Number of accounts that can still be created with it.
    pub uses_left: u32,
}

/// `POST /admin/registration-links`: the created link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RegistrationLinkCreated {
    /// The code for `POST /accounts`. The page's address with the code is `/signup#CODE`.
    pub code: Secret,
    /// The created link.
    pub link: RegistrationLink,
}

/// `GET /admin/registration-links`: the valid links.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RegistrationLinkList {
    /// The links, newest first.
    pub links: Vec<RegistrationLink>,
}

/// `POST /admin/accounts`: accounts to create. Their users choose the passwords.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct CreateAccounts {
    /// The accounts: 1 to 300.
    #[schemars(length(min = 1, max = 300))]
    pub accounts: Vec<NewAccount>,
    /// Language of the emails with which users get their codes; left out: no emails are sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub mail: Option<Language>,
}

/// An account to create.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewAccount {
    /// The name, as in `POST /accounts`.
    pub name: String,
    /// The user's email address, for which the administrator vouches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub mail: Option<String>,
}

/// `POST /admin/accounts`: the outcome for each account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct AccountsCreated {
    /// The accounts, in the order of the request.
    pub accounts: Vec<AccountCreated>,
}

/// Outcome for an account that was to be created.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct AccountCreated {
    /// The name as requested.
    pub name: String,
    /// The outcome of its creation.
    pub outcome: AccountOutcome,
    /// The code with which the user chooses the password, once: `POST /recovery`, or the page `/recover#NAME/CODE`. It is returned only
    /// here, and not if it was sent by email.
    pub code: Option<Secret>,
    /// True if the code is sent by email.
    pub mailed: bool,
    /// Why the name or the address is invalid.
    pub detail: Option<String>,
}

/// Outcome of a request to create an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum AccountOutcome {
    /// The account is new.
    Created,
    /// An account with this name, or with one that looks alike, exists and is unchanged.
    Exists,
    /// The name or the address is invalid; nothing was created.
    Invalid,
}

/// `GET /admin/accounts`: a page of accounts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct AccountPage {
    /// Accounts of this page.
    pub accounts: Vec<ListedAccount>,
    /// The `cursor` of the next page; `null` on the last.
    pub next: Option<String>,
}

/// An account in the list for administrators.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ListedAccount {
    /// User of the account.
    pub user: User,
    /// The user's role.
    pub role: Role,
    /// Whether the user may log in and write.
    pub state: AccountState,
    /// The confirmed email address.
    pub mail: Option<String>,
    /// Time of the user's first visit, in microseconds since the Unix epoch.
    pub created_at: i64,
    /// Last recorded use of a session or token that is still valid, in microseconds since the Unix epoch; `null` if there is none.
    pub seen_at: Option<i64>,
}

/// State of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum AccountState {
    /// Without a sanction.
    Active,
    /// The moderators have muted the user.
    Muted,
    /// The moderators have banned the user.
    Banned,
}
