//! Paged lists. The store is queried for one row more than the page has: if that row exists, there is a next page.

use sumito_protocol::ErrorCode;

use crate::gateway::codec::ApiError;

/// Number of rows per page.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PageSize(u32);

impl PageSize {
    /// Returns a page size that clients cannot change.
    pub(crate) const fn fixed(rows: u32) -> Self {
        Self(rows)
    }

    /// Returns the requested page size, or the default.
    ///
    /// # Errors
    /// `out_of_range` for zero, or above `most`.
    pub(crate) fn wanted(limit: Option<u32>, usual: u32, most: u32) -> Result<Self, ApiError> {
        within(limit, usual, most).map(Self)
    }

    /// Returns the number of rows to query.
    pub(crate) fn rows(self) -> u32 {
        self.0 + 1
    }

    /// Returns the rows of the page and the cursor of the next page: that of the last row, if there is another page.
    pub(crate) fn cut<T, C>(self, mut rows: Vec<T>, cursor: impl FnOnce(&T) -> C) -> (Vec<T>, Option<C>) {
        let more = rows.len() > self.0 as usize;
        rows.truncate(self.0 as usize);
        let next = rows.last().filter(|_| more).map(cursor);
        (rows, next)
    }
}

/// Returns the requested number, or the default.
///
/// # Errors
/// `out_of_range` for zero, or above `most`.
pub(crate) fn within(limit: Option<u32>, usual: u32, most: u32) -> Result<u32, ApiError> {
    let limit = limit.unwrap_or(usual);
    let fits = (1..=most).contains(&limit);
    fits.then_some(limit)
        .ok_or_else(|| ApiError::new(ErrorCode::OutOfRange, format!("`limit` must be 1 to {most}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extra_row_only_signals_the_next_page() {
        let page = PageSize::wanted(None, 2, 9).unwrap();
        assert_eq!(page.rows(), 3);
        assert_eq!(page.cut(vec![7, 8, 9], |row| *row), (vec![7, 8], Some(8)));
        assert_eq!(page.cut(vec![7, 8], |row| *row), (vec![7, 8], None));
        assert_eq!(page.cut(Vec::<u8>::new(), |row| *row), (vec![], None));
        for limit in [0, 10] {
            assert_eq!(PageSize::wanted(Some(limit), 2, 9).unwrap_err().message, "`limit` must be 1 to 9");
        }
    }
}
