//! Limits of a study.

/// Maximum number of chapters.
pub const CHAPTERS: usize = 64;
/// Maximum number of moves in a chapter.
pub const NODES_PER_CHAPTER: usize = 3_000;
/// Maximum number of moves in a study.
pub const NODES: usize = 12_000;
/// Maximum length of a comment in bytes.
pub const COMMENT_BYTES: usize = 4_096;
/// Maximum length of all texts of a study in bytes: names, comments and formations.
pub const TEXT_BYTES: usize = 262_144;
/// Size of a stored move in bytes, about.
pub const NODE_BYTES: usize = 64;
/// Size of a stored arrow or highlighted cell in bytes, about.
pub const SHAPE_BYTES: usize = 32;
/// Maximum length of the name of a study or a chapter in characters.
pub const NAME_CHARS: usize = 80;
/// Maximum length of the name of a formation in characters.
pub const FORMATION_CHARS: usize = 40;
/// Maximum number of arrows and highlighted cells at one position.
pub const SHAPES_PER_NODE: usize = 32;
/// Maximum number of arrows and highlighted cells in a study.
pub const SHAPES: usize = 6_000;
/// Maximum number of contributors and viewers, without the owner.
pub const MEMBERS: usize = 32;
