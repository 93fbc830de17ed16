//! A client of a Sumito server, for bots, tools and graphical programs.
//!
//! A [`Client`] is a connection that reconnects automatically. It applies commands only once, regardless of network failures, and
//! subscribes to rooms and lists. A [`Room`] is always the fold of the received messages: a snapshot, then event after event. The rules
//! come from [`sumito_rules`]: a room's [`position`](RoomState::position) provides its legal moves.
//!
//! # A bot
//!
//! ```
//! use sumito_client::protocol::{ErrorCode, RoomId};
//! use sumito_client::{Client, Error};
//!
//! /// Plays a game to its end: ejects a marble if possible, and plays any legal move otherwise.
//! async fn bot(server: &str, room: &RoomId) -> Result<(), Error> {
//!     let client = Client::guest(server).await?;
//!     client.join(room, None).await?;
//!     let mut room = client.watch(room).await?;
//!     while room.state().result.is_none() {
//!         if room.is_my_turn() {
//!             let position = room.state().position().expect("the server's positions can be read");
//!             let moves = position.legal_moves().into_iter();
//!             let best = moves.max_by_key(|&mv| position.effect(mv).ejected.is_some());
//!             match room.play(best.expect("the player to move has a legal move")).await {
//!                 // The game is over, and the event that ends it is in transit.
//!                 Err(failure) if failure.is(ErrorCode::NotPlaying) => {}
//!                 played => drop(played?),
//!             }
//!         }
//!         room.next().await?;
//!     }
//!     Ok(())
//! }
//!
//! // Here it plays on its own server, against a player who resigns after a while.
//! # use sumito_client::protocol::client::CreateRoom;
//! # use sumito_config::{Config, Overrides};
//! # use sumito_server::Server;
//! # #[tokio::main]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let mut config = Config::load(None, &Overrides::default())?;
//! # config.listen = "127.0.0.1:0".parse()?;
//! # config.database_url = format!("sqlite:{}", folder.path().join("sumito.db").display());
//! # config.limits.messages_per_second = 0;
//! # let running = Server::start(config).await?;
//! # let server = format!("http://{}", running.address());
//! let other = Client::guest(&server).await?;
//! let made = other.create_room(CreateRoom::default()).await?;
//! let mut table = other.watch(&made.room).await?;
//! let playing = async {
//!     while table.state().ply < 10 {
//!         if table.is_my_turn() {
//!             let first = table.state().position()?.legal_moves().into_iter().next();
//!             table.play(first.ok_or("there is a move")?).await?;
//!         }
//!         table.next().await?;
//!     }
//!     table.resign().await?;
//!     Ok::<(), Box<dyn std::error::Error>>(())
//! };
//! let (played, seen) = tokio::join!(bot(&server, &made.room), playing);
//! # played?;
//! # seen?;
//! assert_eq!(table.until(|room| room.result.is_some()).await?.result.as_ref().map(|result| &result.winners[..]), Some(&[1][..]));
//! # running.stop().await;
//! # Ok(())
//! # }
//! ```

mod address;
mod analysing;
mod backoff;
mod builder;
mod chat;
mod client;
pub mod clocks;
mod commands;
mod connection;
mod conversation;
mod decode;
mod error;
mod heartbeat;
mod list;
mod notifications;
mod pending;
mod policy;
mod rest;
mod room;
mod server_time;
mod socket;
mod source;
mod state;
mod status;
mod subscriptions;
mod tournament;
mod tournaments;

pub use analysing::AnalysisStream;
pub use builder::Builder;
pub use chat::Chat;
pub use client::Client;
pub use error::{ApiError, Error};
pub use heartbeat::KeepAlive;
pub use list::{Boards, List, ListItem, Lobby, MyGames};
pub use notifications::Notifications;
pub use policy::{EXPIRES_AFTER, RetryPolicy};
pub use rest::{GameQuery, Guest, Rest};
pub use room::{Room, Update};
pub use state::{EventOrder, RoomState, first_position, rules_mode};
pub use status::Status;
pub use sumito_protocol as protocol;
pub use sumito_rules as rules;
pub use tournament::Tournament;
