//! Changes of clubs without I/O: who may make a change, which limits it must keep, and the reasons to refuse it.
//!
//! Each change has a type with the facts on which it depends, and a method `decide`. A caller locks the rows concerned, loads the facts,
//! and carries out the change unless it is refused. The first failed check is the refusal, so that every caller gets the same one.
//!
//! | file | content |
//! |---|---|
//! | `refusal`, `limits` | reasons to refuse a change; maximum numbers |
//! | `entry` | new clubs; joining; requests and their answers |
//! | `members` | rights of roles; leaving, removing and banning; owners |
//! | `news` | invitation links; announcements |

mod entry;
mod limits;
mod members;
mod news;
mod refusal;

pub use entry::{Admission, AnswerRequest, CreateClub, Entrance, JoinClub, Joined, RequestCounts};
pub use limits::ClubLimits;
pub use members::{
    AnswerOffer, ClubState, DeleteAccount, OfferClub, RemoveMember, SetRole, Succession, existing,
};
pub use news::{AddLink, AnnouncementQuota, deleted_announcement};
pub use refusal::ClubRefusal;
pub use sumito_vocabulary::{ClubJoining, ClubRole};
