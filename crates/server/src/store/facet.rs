//! What finished games can be asked for, as one number.
//!
//! A facet says for mode, layout, reason and rated each what a game must be, or that it may be anything. Each has its own
//! bits, and zero there means anything: a game's own facet names all four, and [`GENERAL`] makes the more general ones from
//! it. A list of games then needs one look into an index, whatever the combination of words.
//!
//! The numbers are stored. They may be added to, never changed.

use sumito_game::Reason;
use sumito_rules::{Layout, Mode};

use super::{FinishedGame, GameFilter};

const RATED: i64 = 0b11;
const REASON: i64 = 0b1_1111 << REASON_SHIFT;
const LAYOUT: i64 = 0xff << LAYOUT_SHIFT;
/// How turns follow each other, where there is more than one way for so many players.
const ORDER: i64 = 0b11 << ORDER_SHIFT;
const SEATS: i64 = 0b111 << SEATS_SHIFT;

const REASON_SHIFT: u32 = 2;
const LAYOUT_SHIFT: u32 = 7;
const ORDER_SHIFT: u32 = 15;
const SEATS_SHIFT: u32 = 17;

/// What to keep of a game's own facet to have one that it fits, too: each combination of mode, layout, reason and rated. A
/// layout says how many play, so they are kept with it: then only the order of turns is left open.
pub(super) const GENERAL: [i64; 16] = {
    let mut masks = [0; 16];
    let mut number = 0;
    while number < masks.len() {
        let (mode, layout) = (number & 1 != 0, number & 2 != 0);
        masks[number] = if mode { SEATS | ORDER } else { 0 }
            | if layout { SEATS | LAYOUT } else { 0 }
            | if number & 4 != 0 { REASON } else { 0 }
            | if number & 8 != 0 { RATED } else { 0 };
        number += 1;
    }
    masks
};

/// The bits of the reason, and what stands there for a game that was aborted: such games are listed only when asked for.
pub(super) const ABORTED: (i64, i64) = (REASON, reason_code(Reason::Aborted) << REASON_SHIFT);

/// What a game is or must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Facet(pub(super) i64);

impl Facet {
    /// What a game is, in all four respects.
    pub(super) fn of<M>(game: &FinishedGame<M>) -> Self {
        Self::new(Some(game.mode), Some(game.layout), Some(game.outcome.reason), Some(game.rated))
    }

    /// What games must be to be listed; `None` if none can be: the layout is for another number of players.
    pub(super) fn wanted(filter: &GameFilter) -> Option<Self> {
        let &GameFilter { mode, layout, reason, rated, .. } = filter;
        let fit = layout.zip(mode).is_none_or(|(layout, mode)| layout.fits(mode));
        fit.then(|| Self::new(mode, layout, reason, rated))
    }

    fn new(mode: Option<Mode>, layout: Option<Layout>, reason: Option<Reason>, rated: Option<bool>) -> Self {
        let seats = mode.map(Mode::seats).or(layout.map(Layout::seats)).map_or(0, |seats| seats as i64);
        Self(
            rated.map_or(0, |rated| 1 + i64::from(rated))
                | reason.map_or(0, reason_code) << REASON_SHIFT
                | layout.map_or(0, layout_code) << LAYOUT_SHIFT
                | mode.map_or(0, order_code) << ORDER_SHIFT
                | seats << SEATS_SHIFT,
        )
    }

    /// The bits that must be as they are here; the others may be anything.
    pub(super) fn named(self) -> i64 {
        [RATED, REASON, LAYOUT, ORDER, SEATS].into_iter().filter(|bits| self.0 & bits != 0).sum()
    }
}

const fn order_code(mode: Mode) -> i64 {
    match mode {
        Mode::Two | Mode::Three => 0,
        Mode::Four => 1,
        Mode::FourConsecutive => 2,
    }
}

const fn reason_code(reason: Reason) -> i64 {
    match reason {
        Reason::Ejections => 1,
        Reason::Time => 2,
        Reason::Resignation => 3,
        Reason::Agreement => 4,
        Reason::Repetition => 5,
        Reason::Quiet => 6,
        Reason::Stuck => 7,
        Reason::Aborted => 8,
        Reason::Abandoned => 9,
    }
}

const fn layout_code(layout: Layout) -> i64 {
    match layout {
        Layout::Standard => 1,
        Layout::BelgianDaisy => 2,
        Layout::GermanDaisy => 3,
        Layout::DutchDaisy => 4,
        Layout::SwissDaisy => 5,
        Layout::Domination => 6,
        Layout::TheWall => 7,
        Layout::Fujiyama => 8,
        Layout::Star => 9,
        Layout::FaceToFace => 10,
        Layout::Alliances => 11,
        Layout::Atomouche => 12,
        Layout::Centrifuge => 13,
        Layout::Snakes => 14,
        Layout::SnakesVariant => 15,
        Layout::Alien => 16,
        Layout::Anglattack => 17,
        Layout::SixNine => 18,
        Layout::Duel => 19,
        Layout::Checkerboard => 20,
        Layout::ThreeStandard => 21,
        Layout::FourStandard => 22,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    const REASONS: [Reason; 9] = [
        Reason::Ejections,
        Reason::Time,
        Reason::Resignation,
        Reason::Agreement,
        Reason::Repetition,
        Reason::Quiet,
        Reason::Stuck,
        Reason::Aborted,
        Reason::Abandoned,
    ];

    /// Everything that a game can be, in turn.
    fn kinds() -> impl Iterator<Item = (Mode, Layout, Reason, bool)> {
        Mode::ALL.into_iter().flat_map(|mode| {
            let layouts = Layout::ALL.into_iter().filter(move |layout| layout.fits(mode));
            layouts.flat_map(move |layout| {
                REASONS
                    .into_iter()
                    .flat_map(move |reason| [false, true].map(|rated| (mode, layout, reason, rated)))
            })
        })
    }

    fn own(kind: (Mode, Layout, Reason, bool)) -> Facet {
        Facet::new(Some(kind.0), Some(kind.1), Some(kind.2), Some(kind.3))
    }

    #[test]
    fn every_kind_of_game_has_a_facet_of_its_own() {
        assert_eq!(kinds().map(|kind| own(kind).0).collect::<HashSet<_>>().len(), kinds().count());
    }

    #[test]
    fn a_game_fits_a_filter_exactly_if_it_has_the_filters_facet() {
        for number in 0..16 {
            for kind @ (mode, layout, reason, rated) in kinds() {
                let general: HashSet<_> = GENERAL.iter().map(|mask| own(kind).0 & mask).collect();
                let if_bit = |bit| number & bit != 0;
                for wanted @ (wanted_mode, wanted_layout, wanted_reason, wanted_rated) in [
                    (Mode::Two, Layout::Standard, Reason::Time, true),
                    (Mode::Four, Layout::FourStandard, Reason::Stuck, false),
                ] {
                    let filter = GameFilter {
                        mode: if_bit(1).then_some(wanted.0),
                        layout: if_bit(2).then_some(wanted.1),
                        reason: if_bit(4).then_some(wanted.2),
                        rated: if_bit(8).then_some(wanted.3),
                        ..GameFilter::default()
                    };
                    let fits = (!if_bit(1) || mode == wanted_mode)
                        && (!if_bit(2) || layout == wanted_layout)
                        && (!if_bit(4) || reason == wanted_reason)
                        && (!if_bit(8) || rated == wanted_rated);
                    let facet = Facet::wanted(&filter).unwrap();
                    assert_eq!(general.contains(&facet.0), fits, "{filter:?} {kind:?}");
                    assert_eq!(own(kind).0 & facet.named() == facet.0, fits, "{filter:?} {kind:?}");
                }
            }
        }
    }

    #[test]
    fn nothing_is_listed_where_the_layout_does_not_fit_the_mode() {
        let filter =
            GameFilter { mode: Some(Mode::Three), layout: Some(Layout::Standard), ..GameFilter::default() };
        assert_eq!(Facet::wanted(&filter), None);
    }
}
