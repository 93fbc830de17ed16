//! The words of Sumito: enums whose variants have one word each, the same in messages, columns, settings, addresses and metrics.
//!
//! The words are a contract with stored data and with other programs. A variant can be renamed, its word cannot; `tests/words.rs` has a
//! copy of all words. The comments are the descriptions of the published schemas.

#![forbid(unsafe_code)]

mod games;
mod moderation;
mod puzzles;
mod social;
mod tournaments;
mod users;

pub use games::{
    AssumptionKind, Claim, GameFormat, Mistake, Offer, RatedOffer, RatingBand, Reason, Status, Visibility,
};
pub use moderation::{AppealOutcome, ModerationActionKind, SanctionKind};
pub use puzzles::{PuzzleTheme, PuzzleVote, RunKind};
pub use social::{Audience, ClubJoining, ClubRole, Preset, StudyColor, StudyRole, StudyVisibility};
pub use tournaments::{
    Admission, BracketPart, ByeKind, Membership, SwissPairing, TieBreak, TournamentFormatName,
    TournamentStatus, UnplayedRounds,
};
pub use users::{
    AchievementKind, ChallengeStatus, DeclineReason, Registration, Role, Scope, SeekEnd, WebhookEvent,
};

/// Description of an enum.
#[derive(Debug, Clone, Copy)]
pub struct Words {
    /// Name of the enum.
    pub name: &'static str,
    /// Words of its variants, in order.
    pub words: &'static [&'static str],
    /// Returns its declaration in TypeScript.
    #[cfg(feature = "schema")]
    pub typescript: fn(&ts_rs::Config) -> String,
}

/// Returns all enums.
pub fn all() -> impl Iterator<Item = Words> {
    [games::ENUMS, moderation::ENUMS, puzzles::ENUMS, social::ENUMS, tournaments::ENUMS, users::ENUMS]
        .into_iter()
        .flatten()
        .copied()
}

/// Declares enums with the words of their variants, and a constant with their descriptions.
macro_rules! words {
    ($(
        $(#[$meta:meta])*
        pub enum $name:ident { $($(#[$note:meta])* $variant:ident = $word:tt,)+ }
    )+) => {
        $(
            $(#[$meta])*
            #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
            #[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS, utoipa::ToSchema))]
            pub enum $name {
                $($(#[$note])* #[serde(rename = $word)] $variant,)+
            }

            impl $name {
                /// All variants, in order of declaration.
                pub const ALL: [Self; [$($word),+].len()] = [$(Self::$variant),+];

                /// Returns the word of the variant.
                pub const fn as_str(self) -> &'static str {
                    match self {
                        $(Self::$variant => $word,)+
                    }
                }

                /// Returns the variant with this word.
                pub fn parse(word: &str) -> Option<Self> {
                    Self::ALL.into_iter().find(|known| known.as_str() == word)
                }
            }
        )+

        pub(crate) const ENUMS: &[crate::Words] = &[$(
            crate::Words {
                name: stringify!($name),
                words: &[$($word),+],
                #[cfg(feature = "schema")]
                typescript: <$name as ts_rs::TS>::decl,
            },
        )+];
    };
}
use words;
