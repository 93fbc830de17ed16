//! Tournaments over HTTP.

use sumito_protocol::clubs::TournamentClubList;
use sumito_protocol::tournament::{
    CreateTournament, ImportTournament, ImportedTournament, TournamentBracket, TournamentCommand,
    TournamentDetail, TournamentEdit, TournamentGamePage, TournamentHall, TournamentInvitations,
    TournamentLog, TournamentNextRound, TournamentPage, TournamentRoundPage, TournamentStandings,
    TournamentState,
};
use uuid::Uuid;

use crate::{Error, Rest};

impl Rest {
    /// Lists tournaments: unfinished ones by start time, or with `over` finished ones, the last first.
    ///
    /// # Errors
    /// Fails if the server is unreachable or rejects the request.
    pub async fn tournaments(&self, over: bool, cursor: Option<&str>) -> Result<TournamentPage, Error> {
        self.list_tournaments(&[], over, cursor).await
    }

    /// Lists the tournaments of a club, and team arenas in which it takes part, in the order of [`tournaments`](Self::tournaments).
    ///
    /// # Errors
    /// Fails if the server is unreachable or rejects the request.
    pub async fn tournaments_of_club(
        &self,
        club: Uuid,
        over: bool,
        cursor: Option<&str>,
    ) -> Result<TournamentPage, Error> {
        self.list_tournaments(&[("club", club.to_string())], over, cursor).await
    }

    /// Lists the team arenas that invite a club and wait for its answer, by start time.
    ///
    /// # Errors
    /// Fails if the server is unreachable or rejects the request.
    pub async fn tournaments_inviting(
        &self,
        club: Uuid,
        cursor: Option<&str>,
    ) -> Result<TournamentPage, Error> {
        let filter = [("club", club.to_string()), ("invited", true.to_string())];
        self.list_tournaments(&filter, false, cursor).await
    }

    async fn list_tournaments(
        &self,
        filter: &[(&'static str, String)],
        over: bool,
        cursor: Option<&str>,
    ) -> Result<TournamentPage, Error> {
        let mut query = filter.to_vec();
        query.push(("over", over.to_string()));
        query.extend(cursor.map(|cursor| ("cursor", cursor.to_owned())));
        self.send(self.http().get(self.address().api(&["tournaments"])).query(&query)).await
    }

    /// Creates a tournament with the user as its director. Requires an account.
    ///
    /// # Errors
    /// Fails if the server is unreachable, or the settings do not allow a tournament.
    pub async fn create_tournament(&self, request: &CreateTournament) -> Result<TournamentDetail, Error> {
        self.send(self.http().post(self.address().api(&["tournaments"])).json(request)).await
    }

    /// Creates a tournament from a TRF, with the user as its director, and invites the players with an account. Requires an account.
    ///
    /// # Errors
    /// Fails if the server is unreachable, or the file or the settings do not allow a tournament.
    pub async fn import_tournament(&self, request: &ImportTournament) -> Result<ImportedTournament, Error> {
        self.send(self.http().post(self.address().api(&["tournaments", "import"])).json(request)).await
    }

    /// Returns the current state of a tournament. [`Client::tournament`](crate::Client::tournament) delivers changes.
    ///
    /// # Errors
    /// Fails if the server is unreachable, or there is no such tournament.
    pub async fn tournament(&self, id: Uuid) -> Result<TournamentDetail, Error> {
        self.get(&["tournaments", &id.to_string()]).await
    }

    /// Changes the settings, before the start.
    ///
    /// # Errors
    /// Fails if the server is unreachable, the user is not a director, or the settings have changed in the meantime.
    pub async fn edit_tournament(&self, id: Uuid, edit: &TournamentEdit) -> Result<TournamentDetail, Error> {
        self.send(self.http().patch(self.address().api(&["tournaments", &id.to_string()])).json(edit)).await
    }

    /// Sends a command to the tournament, such as entering, leaving, starting or deciding a game.
    ///
    /// # Errors
    /// Fails if the server is unreachable, or the tournament rejects the command.
    pub async fn in_tournament(
        &self,
        id: Uuid,
        command: &TournamentCommand,
    ) -> Result<TournamentState, Error> {
        let address = self.address().api(&["tournaments", &id.to_string(), "commands"]);
        self.send(self.http().post(address).json(command)).await
    }

    /// The user's open invitations to tournaments, newest first. Accept with `register`, decline with `decline_invitation`.
    ///
    /// # Errors
    /// Fails if the server is unreachable.
    pub async fn invitations(&self) -> Result<TournamentInvitations, Error> {
        self.get(&["me", "invitations"]).await
    }

    /// The clubs of a tournament that still exist, with the user's role in each.
    ///
    /// # Errors
    /// Fails if the server is unreachable, or there is no such tournament.
    pub async fn tournament_clubs(&self, id: Uuid) -> Result<TournamentClubList, Error> {
        self.get(&["tournaments", &id.to_string(), "clubs"]).await
    }

    /// The pairing of the next round that waits for a director. For directors.
    ///
    /// # Errors
    /// Fails if the server is unreachable, there is no such tournament, or the user is not a director.
    pub async fn tournament_draft(&self, id: Uuid) -> Result<TournamentNextRound, Error> {
        self.get(&["tournaments", &id.to_string(), "draft"]).await
    }

    /// The running games with their clocks, and the absent participants. For directors.
    ///
    /// # Errors
    /// Fails if the server is unreachable, there is no such tournament, or the user is not a director.
    pub async fn tournament_hall(&self, id: Uuid) -> Result<TournamentHall, Error> {
        self.get(&["tournaments", &id.to_string(), "hall"]).await
    }

    /// The standings of a tournament.
    ///
    /// # Errors
    /// Fails if the server is unreachable, or there is no such tournament.
    pub async fn tournament_standings(&self, id: Uuid) -> Result<TournamentStandings, Error> {
        self.get(&["tournaments", &id.to_string(), "standings"]).await
    }

    /// Returns a page of the rounds with their games. `cursor` is `next` of the previous page.
    ///
    /// # Errors
    /// Fails if the server is unreachable, or there is no such tournament.
    pub async fn tournament_rounds(
        &self,
        id: Uuid,
        cursor: Option<&str>,
    ) -> Result<TournamentRoundPage, Error> {
        self.page(&["tournaments", &id.to_string(), "rounds"], cursor).await
    }

    /// The bracket of a knockout or a double elimination; empty before the start, and in other formats.
    ///
    /// # Errors
    /// Fails if the server is unreachable, or there is no such tournament.
    pub async fn tournament_bracket(&self, id: Uuid) -> Result<TournamentBracket, Error> {
        self.get(&["tournaments", &id.to_string(), "bracket"]).await
    }

    /// Returns a page of the games by number. `cursor` is `next` of the previous page.
    ///
    /// # Errors
    /// Fails if the server is unreachable, or there is no such tournament.
    pub async fn tournament_games(
        &self,
        id: Uuid,
        cursor: Option<&str>,
    ) -> Result<TournamentGamePage, Error> {
        self.page(&["tournaments", &id.to_string(), "games"], cursor).await
    }

    /// Returns a page of the events with their actors. `cursor` is `next` of the previous page.
    ///
    /// # Errors
    /// Fails if the server is unreachable, or there is no such tournament.
    pub async fn tournament_log(&self, id: Uuid, cursor: Option<&str>) -> Result<TournamentLog, Error> {
        self.page(&["tournaments", &id.to_string(), "log"], cursor).await
    }
}
