//! Tournaments over HTTP.

use sumito_protocol::tournament::{
    TournamentCommand, TournamentDetail, TournamentEdit, TournamentGamePage, TournamentInvitations,
    TournamentLog, TournamentPage, TournamentRoundPage, TournamentStandings, TournamentState, TournamentWish,
};
use uuid::Uuid;

use crate::{Failure, Rest};

impl Rest {
    /// Tournaments: those that have not ended, the first to begin first; or those that are `over`, the last first.
    ///
    /// # Errors
    /// When the server cannot be reached or refuses.
    pub async fn tournaments(&self, over: bool, cursor: Option<&str>) -> Result<TournamentPage, Failure> {
        let mut query = vec![("over", over.to_string())];
        query.extend(cursor.map(|cursor| ("cursor", cursor.to_owned())));
        self.ask(self.http().get(self.address().api(&["tournaments"])).query(&query)).await
    }

    /// Announces a tournament, which one runs oneself. It takes an account.
    ///
    /// # Errors
    /// When the server cannot be reached, or nobody can play by these settings.
    pub async fn create_tournament(&self, wish: &TournamentWish) -> Result<TournamentDetail, Failure> {
        self.ask(self.http().post(self.address().api(&["tournaments"])).json(wish)).await
    }

    /// A tournament as it stands now. [`Client::tournament`](crate::Client::tournament) tells what changes.
    ///
    /// # Errors
    /// When the server cannot be reached, or there is no such tournament.
    pub async fn tournament(&self, id: Uuid) -> Result<TournamentDetail, Failure> {
        self.get(&["tournaments", &id.to_string()]).await
    }

    /// Changes what is agreed, before the start.
    ///
    /// # Errors
    /// When the server cannot be reached, one does not run it, or somebody else has edited it.
    pub async fn edit_tournament(
        &self,
        id: Uuid,
        edit: &TournamentEdit,
    ) -> Result<TournamentDetail, Failure> {
        self.ask(self.http().patch(self.address().api(&["tournaments", &id.to_string()])).json(edit)).await
    }

    /// Has a tournament do something: take part, go, begin, decide on a game.
    ///
    /// # Errors
    /// When the server cannot be reached, or the tournament refuses.
    pub async fn in_tournament(
        &self,
        id: Uuid,
        command: &TournamentCommand,
    ) -> Result<TournamentState, Failure> {
        let address = self.address().api(&["tournaments", &id.to_string(), "commands"]);
        self.ask(self.http().post(address).json(command)).await
    }

    /// One's open invitations to tournaments, the newest first. One accepts by `register` and declines by `decline_invitation`.
    ///
    /// # Errors
    /// When the server cannot be reached.
    pub async fn invitations(&self) -> Result<TournamentInvitations, Failure> {
        self.get(&["me", "invitations"]).await
    }

    /// Where everybody stands.
    ///
    /// # Errors
    /// When the server cannot be reached, or there is no such tournament.
    pub async fn tournament_standings(&self, id: Uuid) -> Result<TournamentStandings, Failure> {
        self.get(&["tournaments", &id.to_string(), "standings"]).await
    }

    /// Rounds with their games, from the round `from` on.
    ///
    /// # Errors
    /// When the server cannot be reached, or there is no such tournament.
    pub async fn tournament_rounds(&self, id: Uuid, from: u32) -> Result<TournamentRoundPage, Failure> {
        let address = self.address().api(&["tournaments", &id.to_string(), "rounds"]);
        self.ask(self.http().get(address).query(&[("from", from)])).await
    }

    /// Games by their numbers, those after the game `after`.
    ///
    /// # Errors
    /// When the server cannot be reached, or there is no such tournament.
    pub async fn tournament_games(&self, id: Uuid, after: u32) -> Result<TournamentGamePage, Failure> {
        let address = self.address().api(&["tournaments", &id.to_string(), "games"]);
        self.ask(self.http().get(address).query(&[("after", after)])).await
    }

    /// What has happened in it and who did it, after the event `after`.
    ///
    /// # Errors
    /// When the server cannot be reached, or there is no such tournament.
    pub async fn tournament_log(&self, id: Uuid, after: u64) -> Result<TournamentLog, Failure> {
        let address = self.address().api(&["tournaments", &id.to_string(), "log"]);
        self.ask(self.http().get(address).query(&[("after", after)])).await
    }
}
