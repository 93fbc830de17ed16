//! Requests over HTTP.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use sumito_protocol::RoomId;
use sumito_protocol::bots::{Bot, BotAccepts, BotAuthor, BotList};
use sumito_protocol::challenges::{PlayerPresence, PresenceList};
use sumito_protocol::client::CreateRoom;
use sumito_protocol::games::{GameDetail, GameList, GamePage, GameSummary, KnownAnalysis};
use sumito_protocol::identity::{CreateAccount, GuestCreated, LoginResult, Me};
use sumito_protocol::parts::{Analysis, Mode, MyGame, RoomSummary, User};
use sumito_protocol::positions::{LayoutInfo, PositionEvaluation};
use sumito_protocol::rooms::{MyGameList, RoomCreated, RoomList};
use sumito_protocol::server::Snapshot;
use sumito_protocol::statistics::PlayerCounts;
use uuid::Uuid;

use crate::address::Address;
use crate::{ApiError, Error};

/// The HTTP interface of a server: identities, lists, finished games. Cheap to clone.
///
/// ```no_run
/// # async fn example() -> Result<(), sumito_client::Error> {
/// let rest = sumito_client::Rest::new("https://example.org")?;
/// let guest = rest.guest().await?;
/// println!("{} keeps the token {}", guest.user.name, guest.token);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Rest {
    address: Address,
    http: reqwest::Client,
    token: Option<String>,
}

/// A created guest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guest {
    /// The authentication token. It does not expire: keep it to remain the same guest.
    pub token: String,
    /// The guest user.
    pub user: User,
}

/// A query of finished games, newest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GameQuery {
    /// Games of this player.
    pub player: Option<Uuid>,
    /// Games against this player.
    pub opponent: Option<Uuid>,
    /// Maximum number: 1 to 200.
    pub limit: Option<u32>,
    /// Start of the page: `next` of the previous page.
    pub cursor: Option<String>,
}

/// The needed part of a problem's body, of any version.
#[derive(Debug, Deserialize)]
pub(crate) struct ProblemBody {
    code: String,
    detail: String,
    part: Option<String>,
}

impl From<ProblemBody> for Error {
    fn from(ProblemBody { code, detail, part }: ProblemBody) -> Self {
        Self::Refused(ApiError { part, ..ApiError::new(code, detail, None) })
    }
}

impl Rest {
    /// Creates an anonymous client for the server at this address.
    ///
    /// # Errors
    /// [`Error::Address`] if the text is not a valid address.
    pub fn new(server: &str) -> Result<Self, Error> {
        Ok(Self { address: Address::parse(server)?, http: reqwest::Client::new(), token: None })
    }

    /// Returns the same client with this token.
    #[must_use]
    pub fn with_token(mut self, token: &str) -> Self {
        self.token = Some(token.to_owned());
        self
    }

    /// The token, unless anonymous.
    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// The address of a room's page, for people.
    pub fn link(&self, room: &RoomId) -> String {
        self.address.room(&room.0)
    }

    pub(crate) fn address(&self) -> &Address {
        &self.address
    }

    /// Creates a guest.
    ///
    /// # Errors
    /// Fails if the server is unreachable, or the address has reached its limit of new guests.
    pub async fn guest(&self) -> Result<Guest, Error> {
        let GuestCreated { token, user } = self.send(self.http.post(self.address.api(&["guests"]))).await?;
        let token = token
            .ok_or_else(|| Error::Unreachable("the answer for a new guest lacks the token".to_owned()))?;
        Ok(Guest { token, user })
    }

    /// Creates an account, from the current guest or anonymously. The guest's token ends; the account has a new one.
    ///
    /// # Errors
    /// Fails if the server is unreachable, or rejects the name or the password.
    pub async fn sign_up(&self, name: &str, password: &str) -> Result<Guest, Error> {
        let (name, password) = (name.to_owned(), password.into());
        self.create_account(&CreateAccount { name, password, code: None, accepts_terms: false }).await
    }

    /// The same as [`sign_up`](Self::sign_up), for servers where registration is by invitation or that have terms of use.
    ///
    /// # Errors
    /// Fails if the server is unreachable, or rejects the request.
    pub async fn create_account(&self, account: &CreateAccount) -> Result<Guest, Error> {
        let request = self.http.post(self.address.api(&["accounts"])).json(account);
        let LoginResult { token, user } = self.send(request).await?;
        Ok(Guest { token: token.reveal().to_owned(), user })
    }

    /// The current user; `None` if anonymous.
    ///
    /// # Errors
    /// Fails if the server is unreachable or does not accept the token.
    pub async fn me(&self) -> Result<Option<User>, Error> {
        Ok(self.get::<Me>(&["me"]).await?.user)
    }

    /// Turns the user into a bot permanently, or changes the games that it accepts; returns the updated user. Existing connections still
    /// count as a person's.
    ///
    /// # Errors
    /// Fails if the server is unreachable, the client is anonymous, the user has played as a person, or no game fits the preferences.
    pub async fn become_bot(&self, accepts: &BotAccepts) -> Result<User, Error> {
        let me: Me = self.send(self.http.put(self.address.api(&["me", "bot"])).json(accepts)).await?;
        me.user.ok_or_else(|| Error::Unreachable("the answer does not identify the bot".to_owned()))
    }

    /// The online bots, with the games that they accept: at most 200, the highest ratings first.
    ///
    /// # Errors
    /// Fails if the server is unreachable or rejects the request.
    pub async fn bots(&self) -> Result<Vec<Bot>, Error> {
        let list = self.http.get(self.address.api(&["bots"])).query(&[("online", "true"), ("limit", "200")]);
        Ok(self.send::<BotList>(list).await?.bots)
    }

    /// Sets the author that lists show for the user, which is a bot.
    ///
    /// # Errors
    /// Fails if the server is unreachable or rejects the text.
    pub async fn set_bot_author(&self, author: &str) -> Result<(), Error> {
        let author = BotAuthor { author: author.to_owned() };
        self.answer(self.http.put(self.address.api(&["me", "bot", "author"])).json(&author)).await.map(drop)
    }

    /// The rooms in which the user has a seat.
    ///
    /// # Errors
    /// Fails if the server is unreachable or the client is anonymous.
    pub async fn my_games(&self) -> Result<Vec<MyGame>, Error> {
        Ok(self.get::<MyGameList>(&["me", "rooms"]).await?.rooms)
    }

    /// The rooms of a lobby; the default lobby is `main`.
    ///
    /// # Errors
    /// Fails if the server is unreachable or rejects the request.
    pub async fn rooms(&self, lobby: &str) -> Result<Vec<RoomSummary>, Error> {
        let request = self.http.get(self.address.api(&["rooms"])).query(&[("lobby", lobby)]);
        Ok(self.send::<RoomList>(request).await?.rooms)
    }

    /// Creates a room. Unlike [`Client::create_room`](crate::Client::create_room), it is not idempotent.
    ///
    /// # Errors
    /// Fails if the server is unreachable or rejects the request.
    pub async fn create_room(&self, request: &CreateRoom) -> Result<RoomCreated, Error> {
        self.send(self.http.post(self.address.api(&["rooms"])).json(request)).await
    }

    /// The current state of a room.
    ///
    /// # Errors
    /// Fails if the server is unreachable, or there is no such room.
    pub async fn room(&self, room: &RoomId) -> Result<Snapshot, Error> {
        self.get(&["rooms", &room.0]).await
    }

    /// A page of finished games.
    ///
    /// # Errors
    /// Fails if the server is unreachable or rejects the request.
    pub async fn games(&self, query: &GameQuery) -> Result<GamePage, Error> {
        let GameQuery { player, opponent, limit, cursor } = query;
        let mut query = Vec::new();
        query.extend(player.map(|id| ("player", id.to_string())));
        query.extend(opponent.map(|id| ("opponent", id.to_string())));
        query.extend(limit.map(|limit| ("limit", limit.to_string())));
        query.extend(cursor.clone().map(|cursor| ("cursor", cursor)));
        self.send(self.http.get(self.address.api(&["games"])).query(&query)).await
    }

    /// A finished game with its moves.
    ///
    /// # Errors
    /// Fails if the server is unreachable, or the game does not exist or is not visible to the user.
    pub async fn game(&self, game: Uuid) -> Result<GameDetail, Error> {
        self.get(&["games", &game.to_string()]).await
    }

    /// The finished games among at most 200 ids, in their order, without games that are not visible to the user.
    ///
    /// # Errors
    /// Fails if the server is unreachable or rejects the request.
    pub async fn games_by_ids(&self, games: &[Uuid]) -> Result<Vec<GameSummary>, Error> {
        let GameList { games } = self.of_ids(&["games", "by-ids"], "ids", games).await?;
        Ok(games)
    }

    /// Presence of at most 200 players, in the order of their ids.
    ///
    /// # Errors
    /// Fails if the server is unreachable or rejects the request.
    pub async fn presence(&self, players: &[Uuid]) -> Result<Vec<PlayerPresence>, Error> {
        let PresenceList { players } = self.of_ids(&["presence"], "users", players).await?;
        Ok(players)
    }

    async fn of_ids<T: DeserializeOwned>(&self, path: &[&str], name: &str, ids: &[Uuid]) -> Result<T, Error> {
        let ids: Vec<_> = ids.iter().map(Uuid::to_string).collect();
        self.send(self.http.get(self.address.api(path)).query(&[(name, ids.join(","))])).await
    }

    /// Requests the analysis of a finished game, and returns the known results; [`Client::analysis`](crate::Client::analysis) delivers
    /// further ones.
    ///
    /// # Errors
    /// Fails if the server is unreachable, the game does not exist or is not visible to the user, or too many analyses are running.
    pub async fn analyse(&self, game: Uuid) -> Result<Analysis, Error> {
        self.send(self.http.post(self.address.api(&["games", &game.to_string(), "analysis"]))).await
    }

    /// The known analysis of a finished game; `None` until it is requested with [`analyse`](Self::analyse).
    ///
    /// # Errors
    /// Fails if the server is unreachable, or the game does not exist or is not visible to the user.
    pub async fn analysis(&self, game: Uuid) -> Result<Option<Analysis>, Error> {
        Ok(match self.get(&["games", &game.to_string(), "analysis"]).await? {
            KnownAnalysis::None => None,
            KnownAnalysis::Asked(analysis) => Some(analysis),
        })
    }

    /// The result of a search of about a second in a position, given by its line: the best 1 to 5 `lines`, each with another first move.
    ///
    /// # Errors
    /// Fails if the server is unreachable, the line is not a position of this mode, or too many searches are running.
    pub async fn evaluation(
        &self,
        mode: Mode,
        position: &str,
        lines: u8,
    ) -> Result<PositionEvaluation, Error> {
        let address = self.address.api(&["positions", "evaluation"]);
        let query = [("position", position), ("lines", &lines.to_string())];
        self.send(self.http.get(address).query(&[("mode", mode)]).query(&query)).await
    }

    /// The results of a player's finished games.
    ///
    /// # Errors
    /// Fails if the server is unreachable or rejects the request.
    pub async fn counts(&self, player: Uuid) -> Result<PlayerCounts, Error> {
        self.get(&["players", &player.to_string(), "counts"]).await
    }

    /// The start layouts.
    ///
    /// # Errors
    /// Fails if the server is unreachable or rejects the request.
    pub async fn layouts(&self) -> Result<Vec<LayoutInfo>, Error> {
        #[derive(Deserialize)]
        struct Layouts {
            layouts: Vec<LayoutInfo>,
        }
        Ok(self.get::<Layouts>(&["layouts"]).await?.layouts)
    }

    pub(crate) fn http(&self) -> &reqwest::Client {
        &self.http
    }

    pub(crate) async fn get<T: DeserializeOwned>(&self, path: &[&str]) -> Result<T, Error> {
        self.send(self.http.get(self.address.api(path))).await
    }

    /// Returns the page of a list that starts at this cursor; without one, the first.
    pub(crate) async fn page<T: DeserializeOwned>(
        &self,
        path: &[&str],
        cursor: Option<&str>,
    ) -> Result<T, Error> {
        let cursor = cursor.map(|cursor| ("cursor", cursor));
        self.send(self.http.get(self.address.api(path)).query(cursor.as_slice())).await
    }

    pub(crate) async fn send<T: DeserializeOwned>(
        &self,
        request: reqwest::RequestBuilder,
    ) -> Result<T, Error> {
        self.answer(request).await?.json().await.map_err(|error| Error::Unreachable(error.to_string()))
    }

    /// Returns the answer to a request that succeeds.
    async fn answer(&self, mut request: reqwest::RequestBuilder) -> Result<reqwest::Response, Error> {
        if let Some(token) = &self.token {
            request = request.bearer_auth(token);
        }
        let unreachable = |error: reqwest::Error| Error::Unreachable(error.to_string());
        let answer = request.send().await.map_err(unreachable)?;
        if answer.status().is_success() {
            return Ok(answer);
        }
        let status = answer.status();
        match answer.json::<ProblemBody>().await {
            Ok(problem) => Err(problem.into()),
            Err(_) => Err(Error::Unreachable(format!("the server answered with status {status}"))),
        }
    }
}
