//! Lists in pages. The store is asked for one row more than a page has: whether it comes tells whether there is another page.

use sumito_protocol::ErrorCode;

use crate::wire::Refusal;

/// How many rows a page has.
#[derive(Debug, Clone, Copy)]
pub(super) struct PageSize(u32);

impl PageSize {
    /// What every page of a list has.
    pub(super) const fn fixed(rows: u32) -> Self {
        Self(rows)
    }

    /// What a request wants, or the usual.
    ///
    /// # Errors
    /// `out_of_range` for none at all, or more than `most`.
    pub(super) fn wanted(limit: Option<u32>, usual: u32, most: u32) -> Result<Self, Refusal> {
        within(limit, usual, most).map(Self)
    }

    /// How many rows to ask the store for.
    pub(super) fn rows(self) -> u32 {
        self.0 + 1
    }

    /// The rows of the page, and what to begin the next one with: the cursor of the last row, if there is another page.
    pub(super) fn cut<T, C>(self, mut rows: Vec<T>, cursor: impl FnOnce(&T) -> C) -> (Vec<T>, Option<C>) {
        let more = rows.len() > self.0 as usize;
        rows.truncate(self.0 as usize);
        let next = rows.last().filter(|_| more).map(cursor);
        (rows, next)
    }
}

/// How many a request wants, or as many as usual.
///
/// # Errors
/// `out_of_range` for none at all, or more than `most`.
pub(super) fn within(limit: Option<u32>, usual: u32, most: u32) -> Result<u32, Refusal> {
    let limit = limit.unwrap_or(usual);
    let fits = (1..=most).contains(&limit);
    fits.then_some(limit)
        .ok_or_else(|| Refusal::new(ErrorCode::OutOfRange, format!("`limit` is 1 to {most}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_row_too_many_tells_of_another_page_and_is_not_on_this_one() {
        let page = PageSize::wanted(None, 2, 9).unwrap();
        assert_eq!(page.rows(), 3);
        assert_eq!(page.cut(vec![7, 8, 9], |row| *row), (vec![7, 8], Some(8)));
        assert_eq!(page.cut(vec![7, 8], |row| *row), (vec![7, 8], None));
        assert_eq!(page.cut(Vec::<u8>::new(), |row| *row), (vec![], None));
        for limit in [0, 10] {
            assert_eq!(PageSize::wanted(Some(limit), 2, 9).unwrap_err().message, "`limit` is 1 to 9");
        }
    }
}
