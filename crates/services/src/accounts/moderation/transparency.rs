//! Numbers of moderation for the public, by month.

use std::sync::Arc;

use parking_lot::Mutex;
use sumito_game::Timestamp;
use time::{Date, Month, OffsetDateTime};

use super::{DAY, Moderation, ModerationError};
use sumito_store::ModerationFigures;

/// Number of months that are shown, if data is kept that long.
const MONTHS: u32 = 12;

/// Longest month, in days.
const MONTH_DAYS: u32 = 31;

/// Numbers below this one are not shown: they could reveal what happened to one user.
pub const SMALLEST_SHOWN: u64 = 3;

/// Numbers of a whole month of UTC.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MonthlyFigures {
    /// The month, as `2026-11`.
    pub month: String,
    /// Figures of the month.
    pub figures: ModerationFigures,
}

/// The numbers of the last whole months, which are computed once a month.
#[derive(Debug, Clone, Default)]
pub(super) struct FiguresCache(Arc<Mutex<Option<Computed>>>);

/// The numbers, and the first day of the month in which they were computed.
type Computed = (Date, Arc<[MonthlyFigures]>);

impl Moderation {
    /// Returns the numbers of the last whole months, the newest first: at most twelve, and none from a time of which reports are deleted.
    /// Months before the first report, sanction or appeal are left out.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn figures(&self) -> Result<Arc<[MonthlyFigures]>, ModerationError> {
        let this_month = month_of(self.time.now());
        if let Some((month, known)) = &*self.figures.0.lock()
            && *month == this_month
        {
            return Ok(known.clone());
        }
        let kept = self.reports_kept.map_or(u32::MAX, |span| {
            u32::try_from(span.as_secs() / (DAY.as_secs() * u64::from(MONTH_DAYS))).unwrap_or(u32::MAX)
        });
        let (mut months, mut until) = (Vec::new(), this_month);
        for _ in 0..MONTHS.min(kept) {
            let from = month_before(until);
            let figures = self.store.moderation_figures(moment(from), moment(until)).await?;
            let month = format!("{:04}-{:02}", from.year(), u8::from(from.month()));
            months.push(MonthlyFigures { month, figures });
            until = from;
        }
        while months.last().is_some_and(|last| is_empty(&last.figures)) {
            months.pop();
        }
        let months: Arc<[_]> = months.into();
        *self.figures.0.lock() = Some((this_month, months.clone()));
        Ok(months)
    }
}

fn is_empty(figures: &ModerationFigures) -> bool {
    let ModerationFigures { reports, closed, median: _, bans, mutes, appeals, outcomes } = figures;
    reports + closed + bans + mutes + appeals + outcomes.iter().sum::<u64>() == 0
}

/// Returns the first day of the month of this time.
fn month_of(now: Timestamp) -> Date {
    let seconds = now.0.div_euclid(1_000_000);
    let date = OffsetDateTime::from_unix_timestamp(seconds).unwrap_or(OffsetDateTime::UNIX_EPOCH).date();
    date.replace_day(1).unwrap_or(date)
}

/// Returns the first day of the month before the month that starts on this day.
fn month_before(first: Date) -> Date {
    let year = if first.month() == Month::January { first.year() - 1 } else { first.year() };
    first.replace_month(first.month().previous()).and_then(|date| date.replace_year(year)).unwrap_or(first)
}

/// Returns the start of a day.
fn moment(day: Date) -> Timestamp {
    Timestamp(day.midnight().assume_utc().unix_timestamp().saturating_mul(1_000_000))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_follow_each_other_across_a_year() {
        // 2026-03-31T12:00:00Z
        let march = month_of(Timestamp(1_774_958_400_000_000));
        assert_eq!(march.to_string(), "2026-03-01");
        let mut months = Vec::new();
        let mut month = march;
        for _ in 0..4 {
            month = month_before(month);
            months.push(month.to_string());
        }
        assert_eq!(months, ["2026-02-01", "2026-01-01", "2025-12-01", "2025-11-01"]);
        assert_eq!(moment(march).0, 1_772_323_200_000_000);
    }
}
