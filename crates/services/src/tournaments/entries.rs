//! Admission to a tournament: passwords, blocks, conduct, and invitations.

use std::sync::Arc;

use sumito_game::{Computer, TournamentId, UserId};
use sumito_ratings::Rating;
use sumito_tournament::{
    Actor as By, Admission, Applicant, ClubId, Command, CommandError, Invitation, Member, ParticipantId,
    Settings, TournamentStatus,
};

use super::create::NewTournament;
use super::nodes::CommandRequest;
use super::view::TournamentView;
use super::{Summary, TournamentError, Tournaments};
use crate::accounts::identity::{IdentityError, Password};
use sumito_kit::text::Text;
use sumito_store::{ClubRefusal, ClubRole, InvitationRow, UserRow, pool_of};
use uuid::Uuid;

/// Maximum number of open invitations listed to a user.
const LISTED: u32 = 50;

/// Assumed rating of a computer player: there are no measurements against people.
const START: u16 = Rating::VALUE_START as u16;

/// A request to take part.
#[derive(Debug, Clone, Default)]
pub struct Registration {
    /// The password as the player gave it.
    pub password: Option<String>,
    /// Name of a new team, in tournaments with teams of two.
    pub team_name: Option<Text>,
    /// Team to join, in tournaments with teams of two.
    pub team: Option<ParticipantId>,
    /// Club for which the player plays, in a team arena.
    pub club: Option<ClubId>,
}

/// The blocks that count between a player and the people who run a tournament.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Blocks {
    /// Blocks set by the directors.
    ByDirectors,
    /// Blocks set by either side.
    ByEither,
}

impl Tournaments {
    /// Changes the settings, if they are unchanged since `revision`.
    ///
    /// # Errors
    /// Returns the reason why the settings stay unchanged.
    pub async fn edit(
        &self,
        id: TournamentId,
        by: By,
        NewTournament { settings, password, club: _ }: NewTournament,
        revision: u32,
    ) -> Result<Arc<TournamentView>, TournamentError> {
        let settings = self.shared().checked(settings)?;
        let view = self.show(id).await?;
        // The password is hashed only for a director whose edit can succeed.
        if !view.tournament.is_director(by) {
            return Err(CommandError::NotDirector.into());
        }
        if view.tournament.status() != TournamentStatus::Registering {
            return Err(CommandError::Started.into());
        }
        if view.tournament.revision() != revision {
            return Err(CommandError::Outdated.into());
        }
        let has_one = view.row.password_hash.is_some();
        let password_hash = self.shared().password_hash(settings.entry.admission, password, has_one).await?;
        let command = Box::new(Command::Edit { settings: Box::new(settings), revision });
        self.carry_out(CommandRequest { id, by, command, password_hash }).await
    }

    /// Registers `user` as a participant.
    ///
    /// # Errors
    /// Returns the reason why the user cannot be entered or appointed.
    pub async fn register(
        &self,
        id: TournamentId,
        user: &UserRow,
        registration: Registration,
    ) -> Result<Arc<TournamentView>, TournamentError> {
        let view = self.show(id).await?;
        let settings = view.tournament.settings();
        let by = By::User(user.id);
        if view.tournament.participant_of(user.id).is_none()
            && self.is_kept_apart(&view, user.id, None, Blocks::ByDirectors).await?
        {
            return Err(TournamentError::KeptOut);
        }
        let club = self.club_for(&view, user.id, registration.club).await?;
        self.check_cooldown(settings, user.id).await?;
        let is_invited = view.tournament.invitation_of(user.id).is_some_and(Invitation::lifts_limits);
        let mut knew_password = false;
        if settings.entry.admission == Admission::Password
            && !is_invited
            && !view.tournament.is_director(by)
            && let Some(password) = registration.password
        {
            let stored = view.row.password_hash.clone();
            let is_right = self.shared().passwords.is_right(Password::typed(&password), stored).await;
            knew_password = is_right.map_err(IdentityError::from)?;
            if !knew_password {
                return Err(TournamentError::WrongPassword);
            }
        }
        let member = self.member(user, settings).await?;
        let team_name = registration.team_name.map(Text::into_string);
        let applicant = Applicant { member, team_name, team: registration.team, club, knew_password };
        self.command(id, by, Command::Register { applicant: Box::new(applicant) }).await
    }

    /// Lets `user` return after a withdrawal.
    ///
    /// # Errors
    /// Returns the reason why the user cannot be entered or appointed.
    pub async fn rejoin(
        &self,
        id: TournamentId,
        user: UserId,
    ) -> Result<Arc<TournamentView>, TournamentError> {
        let view = self.show(id).await?;
        self.club_for(&view, user, None).await?;
        self.check_cooldown(view.tournament.settings(), user).await?;
        self.command(id, By::User(user), Command::Return).await
    }

    /// Invites a player to the tournament; `exempt` as in [`Command::Invite`].
    ///
    /// # Errors
    /// Returns the reason why the player cannot be invited.
    pub async fn invite(
        &self,
        id: TournamentId,
        by: By,
        user: &UserRow,
        exempt: bool,
    ) -> Result<Arc<TournamentView>, TournamentError> {
        let view = self.show(id).await?;
        self.check_appointed(&view, by, user.id).await?;
        self.memberships(&view, user.id).await?;
        let limit = self.shared().config.invitations_per_user;
        if let Some(director) = by.user()
            && limit > 0
            && self.shared().store.count_invitations_by(director).await? >= limit
        {
            return Err(TournamentError::TooManyInvitations { limit });
        }
        self.command(id, by, Command::Invite { player: Box::new(user.into()), exempt }).await
    }

    /// Adds another director to the tournament.
    ///
    /// # Errors
    /// Returns the reason why the user cannot be entered or appointed.
    pub async fn add_director(
        &self,
        id: TournamentId,
        by: By,
        user: UserId,
    ) -> Result<Arc<TournamentView>, TournamentError> {
        let view = self.show(id).await?;
        self.check_appointed(&view, by, user).await?;
        self.command(id, by, Command::AddDirector { user }).await
    }

    /// Enters a computer player of this level on behalf of a director.
    ///
    /// # Errors
    /// Returns the reason why the computer player cannot be entered.
    pub async fn add_computer(
        &self,
        id: TournamentId,
        by: By,
        level: u8,
        registration: Registration,
    ) -> Result<Arc<TournamentView>, TournamentError> {
        let view = self.show(id).await?;
        if !view.tournament.is_director(by) {
            return Err(CommandError::NotDirector.into());
        }
        if view.entitled_clubs().is_some() {
            return Err(TournamentError::MembersOnly);
        }
        let members = || view.tournament.participants().iter().flat_map(|one| &one.members);
        let has_computers = members().any(|member| Computer::of(member.player.id).is_some());
        if let Some(maker) = view.row.made_by.filter(|_| !has_computers) {
            self.shared().rooms.check_computer_rooms(maker, None).await?;
        }
        let inside = view.tournament.participants().iter().filter(|one| one.is_in());
        let taken: Vec<_> = inside.flat_map(|one| &one.members).map(|member| member.player.id).collect();
        let computer = Computer::besides(level, &taken).ok_or(TournamentError::NoSuchPlayer)?;
        let member = Member { player: computer.player(), rating: START, provisional: true };
        let team_name = registration.team_name.map(Text::into_string);
        let applicant =
            Applicant { member, team_name, team: registration.team, club: None, knew_password: false };
        self.command(id, by, Command::Register { applicant: Box::new(applicant) }).await
    }

    /// Invites a club to a team arena.
    ///
    /// # Errors
    /// Returns the reason why the club cannot be invited.
    pub async fn invite_club(
        &self,
        id: TournamentId,
        by: By,
        club: Uuid,
    ) -> Result<Arc<TournamentView>, TournamentError> {
        let view = self.show(id).await?;
        let invited = self.shared().store.club(club).await?.ok_or(ClubRefusal::NoSuchClub)?;
        // The owner stands for the club.
        self.check_appointed(&view, by, invited.owner.id).await?;
        self.command(id, by, Command::InviteClub { club: ClubId(club) }).await
    }

    /// Answers the invitation of a club to a team arena, as one of its admins.
    ///
    /// # Errors
    /// Returns the reason why the user cannot answer.
    pub async fn answer_for_club(
        &self,
        id: TournamentId,
        user: UserId,
        club: Uuid,
        accept: bool,
    ) -> Result<Arc<TournamentView>, TournamentError> {
        let shared = self.shared();
        shared.store.club(club).await?.ok_or(ClubRefusal::NoSuchClub)?;
        if shared.store.club_standing(club, user).await?.role < Some(ClubRole::Admin) {
            return Err(ClubRefusal::Role.into());
        }
        self.command(id, By::User(user), Command::AnswerClub { club: ClubId(club), accept }).await
    }

    /// Returns the open invitations of a user, newest first.
    ///
    /// # Errors
    /// Fails if the store cannot be read.
    pub async fn invitations_to(
        &self,
        user: UserId,
    ) -> Result<Vec<(InvitationRow, Summary)>, TournamentError> {
        let read = |row: InvitationRow| -> Result<_, TournamentError> {
            let summary = Summary::of_listed(&row.tournament)?;
            Ok((row, summary))
        };
        self.shared().store.invitations_to(user, LISTED).await?.into_iter().map(read).collect()
    }

    /// Checks whether a director may invite a user or make them a director.
    async fn check_appointed(
        &self,
        view: &TournamentView,
        by: By,
        user: UserId,
    ) -> Result<(), TournamentError> {
        if !view.tournament.is_director(by) {
            return Err(CommandError::NotDirector.into());
        }
        if self.is_kept_apart(view, user, by.user(), Blocks::ByEither).await? {
            return Err(TournamentError::Blocked);
        }
        Ok(())
    }

    /// Returns whether a block stands between a player and the people who run a tournament, including `steward`.
    async fn is_kept_apart(
        &self,
        view: &TournamentView,
        player: UserId,
        steward: Option<UserId>,
        which: Blocks,
    ) -> Result<bool, TournamentError> {
        let mut users: Vec<_> = view.tournament.directors().iter().copied().chain(steward).collect();
        users.push(player);
        let blocks = self.shared().store.blocks_among(&users).await?;
        let counts = |&(blocker, blocked): &(UserId, UserId)| {
            blocked == player || (blocker == player && which == Blocks::ByEither)
        };
        Ok(blocks.iter().any(counts))
    }

    /// Returns those clubs of a tournament of which a player is a member; `None` if entry needs no club.
    async fn memberships(
        &self,
        view: &TournamentView,
        user: UserId,
    ) -> Result<Option<Vec<ClubId>>, TournamentError> {
        let Some(clubs) = view.entitled_clubs() else { return Ok(None) };
        let clubs = self.shared().store.clubs_with_roles(&clubs, Some(user)).await?;
        let own = clubs.into_iter().filter_map(|(club, role)| role.map(|_| ClubId(club.id)));
        let own: Vec<_> = own.collect();
        if own.is_empty() { Err(TournamentError::MembersOnly) } else { Ok(Some(own)) }
    }

    /// Checks that a player is a member of a club whose members can enter. Returns the club for which the player plays, in a team arena; a
    /// player who returns stays in the team. A player who leaves the club later stays in the tournament, and cannot return.
    async fn club_for(
        &self,
        view: &TournamentView,
        user: UserId,
        wanted: Option<ClubId>,
    ) -> Result<Option<ClubId>, TournamentError> {
        let Some(own) = self.memberships(view, user).await? else { return Ok(None) };
        if view.tournament.settings().teams.is_none() {
            return Ok(None);
        }
        let before = view.tournament.participant_of(user).and_then(|one| one.club);
        match (before.or(wanted), &own[..]) {
            (Some(club), own) if own.contains(&club) => Ok(Some(club)),
            (Some(_), _) => Err(TournamentError::MembersOnly),
            (None, &[only]) => Ok(Some(only)),
            (None, _) => Err(CommandError::NeedsClub.into()),
        }
    }

    /// Checks whether a player may start rated games, if the tournament is rated.
    async fn check_cooldown(&self, settings: &Settings, user: UserId) -> Result<(), TournamentError> {
        if settings.game.rated {
            self.shared().rooms.check_cooldown(user).await?;
        }
        Ok(())
    }

    /// Returns the player with their rating in the pool that the tournament's games belong to.
    async fn member(&self, user: &UserRow, settings: &Settings) -> Result<Member, TournamentError> {
        let game = &settings.game;
        let pool = pool_of(game.mode, game.time);
        let ratings = self.shared().store.ratings_of(user.id).await?;
        let rating = ratings.iter().find(|row| row.pool == pool).map_or(Rating::START, |row| row.rating);
        let provisional = rating.is_provisional(game.mode, self.shared().time.now().0);
        let rating = rating.value.round().clamp(0.0, 9_999.0) as u16;
        Ok(Member { player: user.into(), rating, provisional })
    }
}
