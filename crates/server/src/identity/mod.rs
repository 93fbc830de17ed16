//! Who somebody is: guests and the tokens that prove it.

use std::fmt::Write;

use sha2::{Digest, Sha256};
use sumito_game::UserId;
use uuid::Uuid;

use crate::random;
use crate::store::{Store, StoreError, TokenHash, UserRow};
use crate::time_source::TimeSource;

/// The words of a guest's name. A guest is nobody yet, but nobody should be called `Guest 4711`.
const ADJECTIVES: [&str; 32] = [
    "Amber", "Bold", "Bright", "Calm", "Clever", "Coral", "Crimson", "Daring", "Eager", "Gentle", "Golden",
    "Happy", "Ivory", "Jolly", "Keen", "Lively", "Lucky", "Mellow", "Merry", "Nimble", "Noble", "Patient",
    "Proud", "Quiet", "Rapid", "Silver", "Sly", "Steady", "Swift", "Velvet", "Witty", "Young",
];
const NOUNS: [&str; 32] = [
    "Badger", "Beaver", "Bison", "Condor", "Crane", "Dolphin", "Eagle", "Falcon", "Ferret", "Fox", "Gecko",
    "Heron", "Ibex", "Jackal", "Kestrel", "Lark", "Lemur", "Lynx", "Marten", "Newt", "Orca", "Osprey",
    "Otter", "Panda", "Puffin", "Raven", "Seal", "Stork", "Tiger", "Walrus", "Wolf", "Wren",
];

/// A guest that is new, and the secret that proves who it is.
#[derive(Debug, Clone)]
pub struct NewGuest {
    /// The secret. Only its hash is stored.
    pub token: String,
    /// The guest.
    pub user: UserRow,
}

/// Who somebody is: guests and the tokens that prove it.
#[derive(Debug)]
pub struct Identities {
    store: Store,
    time: TimeSource,
}

impl Identities {
    /// Keeps users in `store`.
    pub fn new(store: Store, time: TimeSource) -> Self {
        Self { store, time }
    }

    /// A new guest, and the token that proves who it is.
    ///
    /// # Errors
    /// When nothing can be stored.
    pub async fn create_guest(&self) -> Result<NewGuest, StoreError> {
        let token = new_token();
        let [first, second, third, fourth] = random::bytes();
        let name = format!(
            "{} {} {:02}",
            ADJECTIVES[usize::from(first) % ADJECTIVES.len()],
            NOUNS[usize::from(second) % NOUNS.len()],
            u16::from_le_bytes([third, fourth]) % 100,
        );
        let user = UserRow {
            id: UserId(Uuid::now_v7()),
            name,
            guest: true,
            bot: false,
            created_at: self.time.now(),
        };
        self.store.add_user(&user, &hash(&token)).await?;
        Ok(NewGuest { token, user })
    }

    /// Whom a token belongs to; nobody if it is not valid.
    ///
    /// # Errors
    /// When the store cannot be asked.
    pub async fn user_of_token(&self, token: &str) -> Result<Option<UserRow>, StoreError> {
        self.store.user_of_token(&hash(token)).await
    }
}

/// 256 random bits, as text.
fn new_token() -> String {
    random::bytes::<32>().iter().fold(String::with_capacity(64), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a string takes any text");
        text
    })
}

/// A token is random enough to be hashed without salt or stretching.
fn hash(token: &str) -> TokenHash {
    TokenHash(Sha256::digest(token.as_bytes()).into())
}
