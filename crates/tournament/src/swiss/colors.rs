//! Colour balance: participants start in turns and equally often.

use std::cmp::Ordering;

/// The colours of a participant's played games. Here a colour is a side: 0 starts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Colors(Vec<u8>);

/// Strength of a participant's claim to a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ColorPreference {
    /// No claim: the participant has played no game.
    None,
    /// Equal numbers: the colour should differ from the last game's.
    Mild,
    /// One game more with the other colour.
    Strong,
    /// Two games more with the other colour, or twice in a row: the other colour is forbidden.
    Absolute,
}

impl Colors {
    /// Adds the colour of another game.
    pub(super) fn push(&mut self, side: u8) {
        self.0.push(side);
    }

    /// Number of games started minus number of other games.
    pub(super) fn difference(&self) -> i32 {
        self.0.iter().map(|&side| if side == 0 { 1 } else { -1 }).sum()
    }

    /// Number of played games.
    pub(super) fn count(&self) -> u32 {
        self.0.len() as u32
    }

    /// The colour of the last two games, if it is the same.
    pub(super) fn twice(&self) -> Option<u8> {
        match self.0[..] {
            [.., before, last] if before == last => Some(last),
            _ => None,
        }
    }

    /// The colour that the participant should get, and the strength of the claim (FIDE Handbook C.04.3, A.6).
    pub(super) fn claim(&self) -> (ColorPreference, u8) {
        let Some(&last) = self.0.last() else { return (ColorPreference::None, 0) };
        let difference = self.difference();
        let rarer = u8::from(difference > 0);
        match difference.abs() {
            2.. => (ColorPreference::Absolute, rarer),
            _ if self.twice().is_some() => (ColorPreference::Absolute, 1 - last),
            1 => (ColorPreference::Strong, rarer),
            _ => (ColorPreference::Mild, 1 - last),
        }
    }

    /// Cost of a meeting of these two: 0 if both get their colour, 1 to 2 if one does not, by the strength of the claim; 3 if one gets a
    /// forbidden colour.
    pub(super) fn clash(&self, other: &Self) -> u32 {
        let ((one, side), (another, other_side)) = (self.claim(), other.claim());
        if side == other_side { one.min(another) as u32 } else { 0 }
    }

    /// Returns whether the first of two opponents starts. The first has the better standing; `turn` decides if neither has a claim (C.04.3,
    /// E).
    pub(super) fn begins(&self, other: &Self, turn: bool) -> bool {
        let ((one, side), (another, other_side)) = (self.claim(), other.claim());
        if side != other_side && one > ColorPreference::None && another > ColorPreference::None {
            return side == 0;
        }
        let strength = |claim: ColorPreference, colors: &Self| (claim, colors.difference().abs());
        match strength(one, self).cmp(&strength(another, other)) {
            Ordering::Greater => side == 0,
            Ordering::Less => other_side == 1,
            Ordering::Equal if one == ColorPreference::None => turn,
            // Both claim the same colour: they swap the colours of the last round in which they differed, or the better participant gets
            // it.
            Ordering::Equal => {
                let differed =
                    self.0.iter().rev().zip(other.0.iter().rev()).find(|(one, other)| one != other);
                differed.map_or(side == 0, |(&before, _)| before == 1)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn colors(sides: &[u8]) -> Colors {
        Colors(sides.to_vec())
    }

    #[test]
    fn color_preference_grows_with_the_imbalance() {
        assert_eq!(colors(&[]).claim().0, ColorPreference::None);
        assert_eq!(colors(&[0, 1]).claim(), (ColorPreference::Mild, 0));
        assert_eq!(colors(&[0]).claim(), (ColorPreference::Strong, 1));
        assert_eq!(colors(&[1, 0, 0]).claim(), (ColorPreference::Absolute, 1));
        assert_eq!(colors(&[0, 1, 0, 0]).claim(), (ColorPreference::Absolute, 1));
        assert_eq!(
            colors(&[0, 1, 1]).claim(),
            (ColorPreference::Absolute, 0),
            "twice in a row, though once more only"
        );
    }

    #[test]
    fn absolute_colour_claim_is_honoured() {
        let (twice, once) = (colors(&[1, 0, 0]), colors(&[0]));
        assert!(!twice.begins(&once, true));
        assert!(once.begins(&twice, true));
        assert_eq!((twice.clash(&once), twice.clash(&twice), once.clash(&colors(&[1]))), (2, 3, 0));
    }

    #[test]
    fn with_equal_claims_colours_change_from_where_they_last_differed() {
        let (one, other) = (colors(&[0, 1, 1, 0]), colors(&[1, 0, 1, 0]));
        assert!(
            one.begins(&other, true) && !other.begins(&one, true),
            "in the second of the four, the other began"
        );
    }
}
