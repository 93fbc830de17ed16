//! How much a table takes before it refuses more.
//!
//! Everything that happens at a table is stored and kept in memory. Without these limits, two people who agree could fill
//! both with a single table. Each is far above what playing needs.

/// Events before the first game: people who sit down, leave, or say that they are ready. After so many, nobody can sit down
/// or change their mind about being ready; leaving is always possible.
///
/// Four people who change their minds ten times each need 80.
pub const CHANGES_BEFORE_GAME: u64 = 200;

/// Draws and takebacks that one seat can propose in one game. Counted by seat, so that nobody can use up the offers of the
/// others. Agreeing and declining is not counted: there is no more of it than offers.
///
/// Offers to play again are not counted either: each seat can make one that is declined. Nor are proposals to resign,
/// because each seat can make one between two moves of its own, and the moves have a limit.
pub const OFFERS_BY_SEAT: u32 = 100;

/// Takebacks that can happen in one game. Each lets some plies be played again, so that this limits the moves that are
/// stored beyond [`PLIES_IN_GAME`].
pub const TAKEBACKS_IN_GAME: u32 = 50;

/// Plies after which a game is drawn ([`Reason::Quiet`](crate::Reason::Quiet)), whatever the policy says.
///
/// With the usual 250 plies without an ejection no game of three players gets beyond 4,000, and no other as far. The limit
/// is for games that are not drawn by quiet plies.
pub const PLIES_IN_GAME: u32 = 5_000;
