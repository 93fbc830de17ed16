//! One study without I/O: a saved analysis that several users edit.
//!
//! A [`Study`] is the fold of its [`Edit`]s. [`Study::check`] says whether an edit is possible, [`Study::apply`] carries it out. The ids of
//! chapters and nodes follow from the order of the edits, so that every copy of a study has the same ids.
//!
//! | file | content |
//! |---|---|
//! | `limits` | limits of a study |
//! | `edit` | edits and their errors |
//! | `chapter` | a chapter: its start and its tree of moves |
//! | `study` | the whole study, and its stored form |
//! | `text` | chapters as text, with variations and comments |

mod chapter;
mod edit;
pub mod limits;
mod study;
mod text;

pub use chapter::{Chapter, Node, NodeData, NodeId, Place, Shape};
pub use edit::{Edit, EditError};
pub use study::{ChapterData, ChapterId, Study, StudyData};
pub use sumito_vocabulary::{StudyColor, StudyRole, StudyVisibility};
pub use text::{TextError, TextErrorKind};
