//! The users of a simulated store: players, bots and computers.

use std::collections::HashMap;

use sumito_game::{Timestamp, UserId};
use sumito_kit::names::Called;

use super::{Queries, Result};
use crate::{BotRow, NewSession, RatingRow, StoreError, UserRow, VacationRow};

impl Queries {
    #[expect(clippy::unused_async, reason = "the same form as the queries on databases")]
    pub(crate) async fn add_user(&self, user: &UserRow, _: &NewSession) -> Result<()> {
        let mut tables = self.tables();
        if tables.users.contains_key(&user.id) {
            return Err(StoreError::Conflict("the user exists".into()));
        }
        tables.users.insert(user.id, user.clone());
        Ok(())
    }

    pub(crate) async fn names_of(&self, users: &[UserId]) -> Result<HashMap<UserId, Called>> {
        self.read(|tables| {
            let called = |user: &UserRow| Called { name: user.name.clone(), guest: user.guest };
            users.iter().filter_map(|id| Some((*id, called(tables.users.get(id)?)))).collect()
        })
        .await
    }

    #[expect(clippy::unused_async, reason = "the same form as the queries on databases")]
    pub(crate) async fn add_computers(&self, users: &[UserRow]) -> Result<()> {
        let mut tables = self.tables();
        for user in users {
            tables.users.entry(user.id).or_insert_with(|| user.clone());
        }
        Ok(())
    }

    #[expect(clippy::unused_async, reason = "the same form as the queries on databases")]
    pub(crate) async fn set_bot(&self, user: UserId, accepts: &str, _now: Timestamp) -> Result<()> {
        let mut tables = self.tables();
        if let Some(row) = tables.users.get_mut(&user) {
            row.bot = true;
        }
        tables.bots.insert(user, accepts.to_owned());
        Ok(())
    }

    pub(crate) async fn bot(&self, user: UserId) -> Result<Option<BotRow>> {
        self.read(|tables| tables.bot(user)).await
    }

    pub(crate) async fn bots_after(&self, after: Option<UserId>, limit: u32) -> Result<Vec<UserId>> {
        self.read(|tables| {
            let later = tables.bots.keys().copied().filter(|&bot| after.is_none_or(|after| bot > after));
            let mut later: Vec<_> = later.collect();
            later.sort_unstable();
            later.truncate(limit as usize);
            later
        })
        .await
    }

    pub(crate) async fn count_seats(&self, user: UserId) -> Result<u64> {
        self.read(|tables| tables.count_seats(user)).await
    }

    /// No player of a simulation takes a vacation.
    pub(crate) async fn vacations_of(
        &self,
        _users: &[UserId],
        _since: Timestamp,
    ) -> Result<Vec<VacationRow>> {
        self.read(|_| Vec::new()).await
    }

    /// Returns nothing: no player blocks another in a simulation.
    pub(crate) async fn blocks_among(&self, _: &[UserId]) -> Result<Vec<(UserId, UserId)>> {
        self.read(|_| Vec::new()).await
    }

    /// Returns nothing: no player blocks another in a simulation.
    pub(crate) async fn blocks_around(&self, _: UserId) -> Result<Vec<UserId>> {
        self.read(|_| Vec::new()).await
    }

    /// Returns nothing: no games are rated in a simulation.
    pub(crate) async fn ratings_of(&self, _: UserId) -> Result<Vec<RatingRow>> {
        self.read(|_| Vec::new()).await
    }
}
