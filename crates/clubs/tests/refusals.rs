//! Every refusal, and its order: first each fact is a reason to refuse the change, then one after the other is corrected.

use std::fmt::Debug;
use std::time::Duration;

use sumito_clubs::{
    AddLink, Admission, AnnouncementQuota, AnswerOffer, AnswerRequest, ClubJoining, ClubLimits, ClubRefusal,
    ClubRole, ClubState, CreateClub, DeleteAccount, Entrance, JoinClub, OfferClub, RemoveMember,
    RequestCounts, SetRole, Succession, deleted_announcement, existing,
};

const LIMITS: ClubLimits = ClubLimits {
    owned: 1,
    memberships: 2,
    members: 3,
    requests: 4,
    requests_per_user: 5,
    links: 6,
    bans: 7,
    announcements: 8,
    announcements_per_day: 9,
};

const ROLES: [Option<ClubRole>; 4] =
    [None, Some(ClubRole::Member), Some(ClubRole::Admin), Some(ClubRole::Owner)];

const NOWHERE: ClubState = ClubState { exists: false, own: None };

fn as_role(own: ClubRole) -> ClubState {
    ClubState { exists: true, own: Some(own) }
}

/// Changes one fact.
type Step<T> = fn(&mut T);

/// Decides before each change of the facts and after the last one. The decisions must be `expected`.
fn check_order<T: Copy + Debug, R: Debug + PartialEq>(
    mut facts: T,
    decide: impl Fn(T) -> R,
    steps: &[(R, Step<T>)],
    last: &R,
) {
    for (expected, step) in steps {
        assert_eq!(&decide(facts), expected, "{facts:?}");
        step(&mut facts);
    }
    assert_eq!(&decide(facts), last, "{facts:?}");
}

#[test]
fn club_is_created_within_the_limits_of_its_owner() {
    check_order(
        CreateClub { is_account: false, memberships: 2, owned: 1 },
        |facts| facts.decide(&LIMITS),
        &[
            (Err(ClubRefusal::NoAccount), |facts| facts.is_account = true),
            (Err(ClubRefusal::TooManyMemberships(2)), |facts| facts.memberships = 1),
            (Err(ClubRefusal::TooManyOwned(1)), |facts| facts.owned = 0),
        ],
        &Ok(()),
    );
}

#[test]
fn account_joins_unless_it_is_banned() {
    check_order(
        JoinClub { is_account: false, joining: None, role: None, is_banned: true, has_code: false },
        JoinClub::decide,
        &[
            (Err(ClubRefusal::NoAccount), |facts| facts.is_account = true),
            (Err(ClubRefusal::NoSuchClub), |facts| facts.joining = Some(ClubJoining::Invitation)),
            (Err(ClubRefusal::Banned), |facts| facts.is_banned = false),
            (Err(ClubRefusal::NeedsLink), |facts| facts.has_code = true),
            (Ok(Entrance::Immediate), |facts| {
                facts.joining = Some(ClubJoining::Request);
                facts.has_code = false;
            }),
            (Ok(Entrance::Request), |facts| facts.joining = Some(ClubJoining::Open)),
            (Ok(Entrance::Immediate), |facts| facts.has_code = true),
        ],
        &Ok(Entrance::Immediate),
    );
}

#[test]
fn member_joins_again_without_effect() {
    for role in ROLES.into_iter().flatten() {
        for joining in ClubJoining::ALL {
            for (is_banned, has_code) in [(false, false), (false, true), (true, false), (true, true)] {
                let (joining, role) = (Some(joining), Some(role));
                let facts = JoinClub { is_account: true, joining, role, is_banned, has_code };
                assert_eq!(facts.decide(), Ok(Entrance::Member), "{facts:?}");
            }
        }
    }
}

#[test]
fn admission_needs_a_valid_link_and_a_place() {
    check_order(
        Admission { link_is_valid: Some(false), members: 3, memberships: 2 },
        |facts| facts.decide(&LIMITS),
        &[
            (Err(ClubRefusal::BadLink), |facts| facts.link_is_valid = Some(true)),
            (Err(ClubRefusal::Full(3)), |facts| facts.link_is_valid = None),
            (Err(ClubRefusal::Full(3)), |facts| facts.members = 2),
            (Err(ClubRefusal::TooManyMemberships(2)), |facts| facts.memberships = 1),
        ],
        &Ok(()),
    );
}

#[test]
fn requests_have_limits() {
    check_order(
        RequestCounts { own: 5, of_club: 4 },
        |facts| facts.decide(&LIMITS),
        &[
            (Err(ClubRefusal::TooManyOwnRequests(5)), |facts| facts.own = 4),
            (Err(ClubRefusal::TooManyRequests), |facts| facts.of_club = 3),
        ],
        &Ok(()),
    );
}

#[test]
fn admin_answers_a_request() {
    let full = Admission { link_is_valid: None, members: 3, memberships: 2 };
    check_order(
        AnswerRequest { club: NOWHERE, is_account: false, has_request: false, admission: Some(full) },
        |facts| facts.decide(&LIMITS),
        &[
            (Err(ClubRefusal::NoSuchClub), |facts| facts.club.exists = true),
            (Err(ClubRefusal::Role), |facts| facts.club.own = Some(ClubRole::Member)),
            (Err(ClubRefusal::Role), |facts| facts.club.own = Some(ClubRole::Admin)),
            (Err(ClubRefusal::NoRequest), |facts| facts.has_request = true),
            (Err(ClubRefusal::NoRequest), |facts| facts.is_account = true),
            (Err(ClubRefusal::Full(3)), |facts| {
                facts.admission = Some(Admission { link_is_valid: None, members: 2, memberships: 2 });
            }),
            (Err(ClubRefusal::TooManyMemberships(2)), |facts| facts.admission = None),
        ],
        &Ok(()),
    );
}

#[test]
fn each_role_has_the_rights_of_lower_roles() {
    for own in ROLES {
        for min in ROLES.into_iter().flatten() {
            let allowed = own.filter(|role| *role >= min).ok_or(ClubRefusal::Role);
            assert_eq!(ClubState { exists: true, own }.require(min), allowed);
            assert_eq!(ClubState { exists: false, own }.require(min), Err(ClubRefusal::NoSuchClub));
        }
    }
    assert!(ClubRole::Owner > ClubRole::Admin && ClubRole::Admin > ClubRole::Member);
    assert_eq!(existing::<()>(None), Err(ClubRefusal::NoSuchClub));
    assert_eq!(existing(Some(1)), Ok(1));
}

#[test]
fn all_but_the_owner_leave() {
    check_order(
        NOWHERE,
        ClubState::leave,
        &[
            (Err(ClubRefusal::NoSuchClub), |facts| *facts = as_role(ClubRole::Owner)),
            (Err(ClubRefusal::Owner), |facts| facts.own = Some(ClubRole::Admin)),
            (Ok(true), |facts| facts.own = Some(ClubRole::Member)),
            (Ok(true), |facts| facts.own = None),
        ],
        &Ok(false),
    );
}

#[test]
fn higher_roles_remove_and_ban() {
    check_order(
        RemoveMember { club: NOWHERE, is_account: false, role: Some(ClubRole::Owner), bans: Some(7) },
        |facts| facts.decide(&LIMITS),
        &[
            (Err(ClubRefusal::NoSuchClub), |facts| facts.club.exists = true),
            (Err(ClubRefusal::Role), |facts| facts.club.own = Some(ClubRole::Member)),
            (Err(ClubRefusal::Role), |facts| facts.club.own = Some(ClubRole::Owner)),
            (Err(ClubRefusal::Role), |facts| *facts = RemoveMember { role: Some(ClubRole::Admin), ..*facts }),
            (Err(ClubRefusal::NotMember), |facts| facts.is_account = true),
            (Err(ClubRefusal::TooManyBans(7)), |facts| facts.bans = Some(6)),
            (Ok(true), |facts| facts.club.own = Some(ClubRole::Admin)),
            (Err(ClubRefusal::Role), |facts| facts.role = Some(ClubRole::Member)),
            (Ok(true), |facts| facts.role = None),
            (Ok(false), |facts| (facts.is_account, facts.bans) = (false, None)),
        ],
        &Ok(false),
    );
}

#[test]
fn owner_changes_roles_and_an_admin_steps_down() {
    check_order(
        SetRole { club: NOWHERE, is_self: false, present: None, role: ClubRole::Owner },
        SetRole::decide,
        &[
            (Err(ClubRefusal::NoSuchClub), |facts| facts.club.exists = true),
            (Err(ClubRefusal::Role), |facts| facts.club.own = Some(ClubRole::Member)),
            (Err(ClubRefusal::NotMember), |facts| facts.present = Some(ClubRole::Member)),
            (Err(ClubRefusal::Role), |facts| facts.role = ClubRole::Admin),
            (Err(ClubRefusal::Role), |facts| facts.club.own = Some(ClubRole::Admin)),
            (Err(ClubRefusal::Role), |facts| facts.club.own = Some(ClubRole::Owner)),
            (Ok(false), |facts| facts.role = ClubRole::Owner),
            (Err(ClubRefusal::Role), |facts| facts.role = ClubRole::Member),
            (Ok(true), |facts| {
                (facts.is_self, facts.present) = (true, Some(ClubRole::Owner));
            }),
            (Err(ClubRefusal::Role), |facts| {
                (facts.club, facts.present) = (as_role(ClubRole::Admin), Some(ClubRole::Admin));
            }),
            (Ok(true), |facts| facts.role = ClubRole::Admin),
            (Ok(false), |facts| {
                (facts.club, facts.present) = (as_role(ClubRole::Member), Some(ClubRole::Member));
            }),
        ],
        &Err(ClubRefusal::Role),
    );
}

#[test]
fn owner_offers_the_club_to_a_member() {
    check_order(
        OfferClub { club: NOWHERE, role: None },
        OfferClub::decide,
        &[
            (Err(ClubRefusal::NoSuchClub), |facts| facts.club = as_role(ClubRole::Admin)),
            (Err(ClubRefusal::Role), |facts| facts.club = as_role(ClubRole::Owner)),
            (Err(ClubRefusal::NotMember), |facts| facts.role = Some(ClubRole::Owner)),
            (Err(ClubRefusal::NotMember), |facts| facts.role = Some(ClubRole::Admin)),
            (Ok(()), |facts| facts.role = Some(ClubRole::Member)),
        ],
        &Ok(()),
    );
}

#[test]
fn member_answers_the_offer() {
    check_order(
        AnswerOffer { is_account: false, club: NOWHERE, is_offered: false, owned: Some(1) },
        |facts| facts.decide(&LIMITS),
        &[
            (Err(ClubRefusal::NoAccount), |facts| facts.is_account = true),
            (Err(ClubRefusal::NoSuchClub), |facts| facts.club.exists = true),
            (Err(ClubRefusal::NoOffer), |facts| facts.is_offered = true),
            (Err(ClubRefusal::NoOffer), |facts| facts.club.own = Some(ClubRole::Member)),
            (Err(ClubRefusal::TooManyOwned(1)), |facts| facts.owned = None),
            (Ok(()), |facts| facts.owned = Some(0)),
            (Ok(()), |facts| facts.is_offered = false),
        ],
        &Err(ClubRefusal::NoOffer),
    );
}

#[test]
fn club_of_a_deleted_account_passes_on_or_is_deleted() {
    for role in ROLES.into_iter().filter(|role| *role != Some(ClubRole::Owner)) {
        for next in [None, Some("Berta")] {
            assert_eq!(DeleteAccount { role, next }.decide(), Succession::Unchanged);
        }
    }
    let owner = DeleteAccount { role: Some(ClubRole::Owner), next: Some("Berta") };
    assert_eq!(owner.decide(), Succession::PassesTo("Berta"));
    assert_eq!(DeleteAccount { next: None, ..owner }.decide(), Succession::Deleted);
}

#[test]
fn admin_makes_links_and_announcements() {
    check_order(
        AddLink { club: NOWHERE, links: 6 },
        |facts| facts.decide(&LIMITS),
        &[
            (Err(ClubRefusal::NoSuchClub), |facts| facts.club = as_role(ClubRole::Member)),
            (Err(ClubRefusal::Role), |facts| facts.club = as_role(ClubRole::Admin)),
            (Err(ClubRefusal::TooManyLinks(6)), |facts| facts.links = 5),
        ],
        &Ok(()),
    );
    let wait = Duration::from_mins(1);
    check_order(
        AnnouncementQuota { wait: Some(wait) },
        |facts| facts.decide(&LIMITS),
        &[(Err(ClubRefusal::TooManyAnnouncements { max: 9, wait }), |facts| facts.wait = None)],
        &Ok(()),
    );
    assert_eq!(deleted_announcement::<()>(None), Err(ClubRefusal::NoSuchAnnouncement));
    assert_eq!(deleted_announcement(Some(1)), Ok(1));
}
