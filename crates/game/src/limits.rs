//! Limits of a table's stored data.
//!
//! Every event of a table is stored and kept in memory. Without these limits, two cooperating users could fill both with a single table.
//! Each limit is far above the needs of real games.

/// Maximum events before the first game (sitting down, leaving, changes of readiness). Beyond it, sitting down and changes of readiness are
/// rejected; leaving is always possible.
///
/// Four players who change their minds ten times each need 80.
pub const CHANGES_BEFORE_GAME: u64 = 200;

/// Maximum draws and takebacks that one seat can propose in a game. The limit is per seat so that no player can use up the others' offers.
/// Agreeing and declining need no limit: each answers an offer.
///
/// Rematch offers need no limit: each seat can make one that is declined. Proposals to resign need none either: each seat can make one
/// between two of its moves, and the number of moves is limited.
pub const OFFERS_BY_SEAT: u32 = 100;

/// Maximum takebacks in one game. Each allows some plies to be played again, so this limits the moves stored beyond [`PLIES_IN_GAME`].
pub const TAKEBACKS_IN_GAME: u32 = 50;

/// Plies after which a game is drawn ([`Reason::Quiet`](crate::Reason::Quiet)), regardless of the policy.
///
/// With the usual 250 plies without an ejection, no game of three players exceeds 4,000, and no other mode comes as far. The limit is for
/// games that are not drawn by quiet plies.
pub const PLIES_IN_GAME: u32 = 5_000;

/// Maximum conditional lines of one seat. The player can enter others as the game continues.
pub const CONDITIONAL_LINES: usize = 20;

/// Maximum moves of one conditional line, including the opponents' moves: ten replies with two players.
pub const CONDITIONAL_LINE_MOVES: usize = 20;
