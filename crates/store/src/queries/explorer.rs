//! Queries for the opening explorer.

use sqlx::{QueryBuilder, Row, query};

use super::super::{Db, EXPLAIN, explained};
use super::{Connection, DbRow, Queries, ROWS_AT_ONCE, Result, unsigned};
use crate::projections::ExplorerDelta;
use crate::{ExploredCounts, ExplorerMove, PositionKey, RatingBand, StoreError};

const EXPLORED: &str = "SELECT move, band, games, won, drawn, lost FROM explorer WHERE position = ";
const IN_ORDER: &str = " ORDER BY games DESC, move, band";

impl Queries {
    pub(crate) async fn explored(&self, position: PositionKey) -> Result<Vec<ExplorerMove>> {
        let rows = self
            .pools
            .history
            .run(async |connection| {
                let mut sql = QueryBuilder::<Db>::new(EXPLORED);
                sql.push_bind(position.0).push(IN_ORDER);
                Ok(sql.build().fetch_all(connection).await?)
            })
            .await?;
        rows.iter().map(explored_move).collect()
    }

    pub(crate) async fn explain_explored(&self, position: PositionKey) -> Result<String> {
        let mut sql = QueryBuilder::<Db>::new(EXPLAIN);
        sql.push(EXPLORED).push_bind(position.0).push(IN_ORDER);
        let rows =
            self.pools.history.run(async |connection| Ok(sql.build().fetch_all(connection).await?)).await?;
        let lines: Vec<String> = rows.iter().map(explained).collect::<sqlx::Result<_>>()?;
        Ok(lines.join("\n"))
    }
}

fn explored_move(row: &DbRow) -> Result<ExplorerMove> {
    let count = |column| unsigned(row.try_get(column)?);
    let (text, band): (&str, &str) = (row.try_get("move")?, row.try_get("band")?);
    let corrupt = || StoreError::Corrupt(format!("a move of the explorer: {text} {band}"));
    Ok(ExplorerMove {
        mv: text.parse().map_err(|_| corrupt())?,
        band: RatingBand::parse(band).ok_or_else(corrupt)?,
        counts: ExploredCounts {
            games: count("games")?,
            won: count("won")?,
            drawn: count("drawn")?,
            lost: count("lost")?,
        },
    })
}

/// Adds increments to the counts of positions.
pub(super) async fn add_explored(connection: &mut Connection, more: &[ExplorerDelta]) -> Result<()> {
    for more in more.chunks(ROWS_AT_ONCE) {
        let mut sql =
            QueryBuilder::<Db>::new("INSERT INTO explorer (position, move, band, games, won, drawn, lost) ");
        sql.push_values(more, |mut row, (position, explored)| {
            let ExplorerMove { mv, band, counts } = explored;
            row.push_bind(position.0)
                .push_bind(mv.to_string())
                .push_bind(band.as_str())
                .push_bind(counts.games as i64)
                .push_bind(counts.won as i64)
                .push_bind(counts.drawn as i64)
                .push_bind(counts.lost as i64);
        });
        sql.push(
            " ON CONFLICT (position, move, band) DO UPDATE SET
                  games = explorer.games + excluded.games,
                  won = explorer.won + excluded.won,
                  drawn = explorer.drawn + excluded.drawn,
                  lost = explorer.lost + excluded.lost",
        );
        sql.build().persistent(false).execute(&mut *connection).await?;
    }
    Ok(())
}

pub(super) async fn forget_explored(connection: &mut Connection) -> Result<()> {
    query("DELETE FROM explorer").execute(connection).await?;
    Ok(())
}
