//! The services, wired in one place.

use anyhow::Context;

use crate::accounts::admin::Administration;
use crate::accounts::apps::Apps;
use crate::accounts::identity::Identities;
use crate::accounts::moderation::Moderation;
use crate::env::Env;
use crate::history::analyses::Analyses;
use crate::history::rating_distribution::RatingDistributions;
use crate::history::{self, projections, retention};
use crate::play::bots::Bots;
use crate::play::computers;
use crate::play::live_boards::Boards;
use crate::play::lobby::Lobbies;
use crate::play::matchmaking::Matchmaking;
use crate::play::my_games::MyGames;
use crate::play::puzzles::Puzzles;
use crate::social::challenges::Challenges;
use crate::social::chat::Chat;
use crate::social::clubs::ClubAnnouncer;
use crate::social::conversations::Conversations;
use crate::social::notifications::Notifications;
use crate::social::push::Push;
use crate::social::sockets::{SocketRegistry, UserChanges};
use crate::social::studies::Studies;
use crate::social::webhooks::Webhooks;
use crate::tournaments::Tournaments;
use sumito_kit::tasks::Tasks;
use sumito_rooms::Rooms;

/// Everything that the server offers, without its gateway.
#[derive(Debug)]
pub struct Services {
    /// Rooms, in memory or not.
    pub rooms: Rooms,
    /// Analyses of finished games.
    pub analyses: Analyses,
    /// Distributions of ratings.
    pub standings: RatingDistributions,
    /// Open sockets on this node, by session.
    pub sockets: SocketRegistry,
    /// Notifications of users.
    pub notifications: Notifications,
    /// Pushes to browsers.
    pub push: Push,
    /// Webhooks of users.
    pub webhooks: Webhooks,
    /// Challenges between users.
    pub challenges: Challenges,
    /// Lines of rooms, lobbies, tournaments, clubs and conversations.
    pub chat: Chat,
    /// Conversations of two users.
    pub conversations: Conversations,
    /// Announcements of clubs.
    pub club_announcer: ClubAnnouncer,
    /// Trees of moves that users edit together.
    pub studies: Studies,
    /// Users and their sessions.
    pub identities: Identities,
    /// Apps of other developers.
    pub apps: Apps,
    /// Settings that administrators change while the server runs.
    pub administration: Administration,
    /// Moderation of users, rooms and chats.
    pub moderation: Moderation,
    /// A task for each tournament in memory.
    pub tournaments: Tournaments,
    /// Lists of rooms and seeks.
    pub lobbies: Lobbies,
    /// Lists of each user's rooms.
    pub my_games: MyGames,
    /// Boards of running games.
    pub boards: Boards,
    /// Pairs the seeks of all nodes.
    pub matchmaking: Matchmaking,
    /// Programs that play over the protocol.
    pub bots: Bots,
    /// Positions to solve, with each user's attempts.
    pub puzzles: Puzzles,
}

impl Services {
    /// Starts all services, and loads the rooms that have something due.
    ///
    /// # Errors
    /// If a setting is invalid or the store is unavailable.
    pub async fn start(env: &Env, tasks: &Tasks) -> anyhow::Result<Self> {
        let Env { config, store, event_log, duties, .. } = env;
        let rooms = Rooms::new(&**config, store.clone(), event_log.clone(), env.node.clone());
        projections::start(store, &event_log.games_finished(), &rooms.rated(), duties, tasks);
        let lobbies = Lobbies::start(env, rooms.listings(), tasks);
        computers::start(env, &rooms, tasks).await.context("`database_url`")?;
        let my_games = MyGames::start(env, &rooms, tasks);
        let loaded_until = rooms.now();
        rooms.load_due().await.context("cannot load running games")?;
        tasks.spawn("scheduler", rooms.clone().run_scheduler(loaded_until));
        tasks.spawn("attendance", rooms.clone().run_attendance());
        tasks.spawn("rooms of other nodes", rooms.clone().run_remote());
        retention::start(env, &rooms, tasks);
        history::puzzles::start(env, tasks);
        let analyses = Analyses::start(env, rooms.rated_positions(), tasks)
            .await
            .context("cannot load unfinished analyses")?;

        let sockets = SocketRegistry::start(env, tasks);
        let changes = UserChanges::start(env, &sockets, tasks);
        let notifications = Notifications::start(&env.node, tasks);
        let (push, turn_mails) = Push::start(env, &rooms, &notifications, tasks)?;
        let webhooks = Webhooks::start(env, tasks)?;
        let challenges = Challenges::start(env, &rooms, &notifications, &webhooks, tasks);
        let chat = Chat::start(env, &rooms, tasks);
        let conversations = Conversations::start(env, &chat, &notifications, tasks);
        let club_announcer = ClubAnnouncer::start(env, &rooms, &notifications, &push, tasks);

        let identities = Identities::start(env, &changes, turn_mails, tasks)?;
        let administration =
            Administration::start(env, &rooms, &sockets, tasks).await.context("`database_url`")?;
        let tournaments = Tournaments::start(env, &rooms, &notifications, &webhooks, tasks);
        Ok(Self {
            standings: RatingDistributions::start(env),
            studies: Studies::start(env, tasks),
            apps: Apps::start(env, &changes, &identities),
            moderation: Moderation::start(env, &rooms, &changes, &analyses, &chat, tasks),
            boards: Boards::start(env, &rooms, &lobbies, &tournaments, tasks),
            matchmaking: Matchmaking::start(env, &rooms, &lobbies, &notifications, tasks),
            bots: Bots::start(env, &rooms),
            puzzles: Puzzles::start(env),
            rooms,
            analyses,
            sockets,
            notifications,
            push,
            webhooks,
            challenges,
            chat,
            conversations,
            club_announcer,
            identities,
            administration,
            tournaments,
            lobbies,
            my_games,
        })
    }
}
