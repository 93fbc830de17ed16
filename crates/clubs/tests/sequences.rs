//! Random changes of clubs: accepted ones keep each club within its limits, with one owner.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use sumito_clubs::{
    AddLink, Admission, AnswerOffer, AnswerRequest, ClubJoining, ClubLimits, ClubRefusal, ClubRole,
    ClubState, CreateClub, DeleteAccount, Entrance, JoinClub, OfferClub, RemoveMember, RequestCounts,
    SetRole, Succession, existing,
};

const USERS: usize = 6;
const CLUBS: usize = 3;

const LIMITS: ClubLimits = ClubLimits {
    owned: 1,
    memberships: 2,
    members: 4,
    requests: 2,
    requests_per_user: 1,
    links: 2,
    bans: 1,
    announcements: 1,
    announcements_per_day: 1,
};

/// Roles with the number of members before; links with their makers and uses.
#[derive(Debug)]
struct Club {
    joining: ClubJoining,
    members: BTreeMap<usize, (ClubRole, usize)>,
    requests: BTreeSet<usize>,
    bans: BTreeSet<usize>,
    links: Vec<(usize, usize)>,
    offered_to: Option<usize>,
    /// Whether the account of the former owner was deleted.
    is_inherited: bool,
}

impl Club {
    fn role(&self, user: usize) -> Option<ClubRole> {
        self.members.get(&user).map(|(role, _)| *role)
    }

    fn enter(&mut self, user: usize, order: usize) {
        self.requests.remove(&user);
        self.members.insert(user, (ClubRole::Member, order));
    }

    fn set_role(&mut self, user: usize, role: ClubRole) {
        if let Some((present, _)) = self.members.get_mut(&user) {
            *present = role;
        }
    }

    fn expel(&mut self, user: usize) {
        self.members.remove(&user);
        self.links.retain(|(maker, _)| *maker != user);
        self.offered_to = self.offered_to.filter(|to| *to != user);
    }

    fn owners(&self) -> Vec<usize> {
        let owners = self.members.iter().filter(|(_, (role, _))| *role == ClubRole::Owner);
        owners.map(|(user, _)| *user).collect()
    }
}

/// A change; numbers choose among users, clubs and variants.
#[derive(Debug, Clone, Copy)]
struct Draw {
    kind: usize,
    club: usize,
    by: usize,
    user: usize,
    choice: usize,
}

fn draws() -> impl Strategy<Value = Vec<Draw>> {
    let draw = (0_usize..12, 0..CLUBS, 0..USERS, 0..USERS, 0_usize..6);
    let draw = draw.prop_map(|(kind, club, by, user, choice)| Draw { kind, club, by, user, choice });
    prop::collection::vec(draw, 0..300)
}

#[derive(Debug)]
struct World {
    is_account: [bool; USERS],
    clubs: [Option<Club>; CLUBS],
    changes: usize,
}

impl World {
    fn count(&self, condition: impl Fn(&Club) -> bool) -> u32 {
        self.clubs.iter().flatten().filter(|club| condition(club)).count() as u32
    }

    fn memberships(&self, user: usize) -> u32 {
        self.count(|club| club.role(user).is_some())
    }

    fn owned(&self, user: usize) -> u32 {
        self.count(|club| club.role(user) == Some(ClubRole::Owner))
    }

    fn state(&self, club: usize, user: usize) -> ClubState {
        let own = self.clubs[club].as_ref().and_then(|club| club.role(user));
        ClubState { exists: self.clubs[club].is_some(), own }
    }

    fn role(&self, club: usize, user: usize) -> Option<ClubRole> {
        self.state(club, user).own
    }

    fn club(&mut self, club: usize) -> Result<&mut Club, ClubRefusal> {
        existing(self.clubs[club].as_mut())
    }

    fn admission(&self, club: usize, user: usize, link_is_valid: Option<bool>) -> Admission {
        let members = self.clubs[club].as_ref().map_or(0, |club| club.members.len() as u32);
        Admission { link_is_valid, members, memberships: self.memberships(user) }
    }

    fn change(&mut self, draw: Draw) -> Result<(), ClubRefusal> {
        self.changes += 1;
        let Draw { kind, club, by, user, choice } = draw;
        match kind {
            0 => self.create(club, by, choice),
            1..=3 => self.join(club, by, choice),
            4 => {
                let is_member = self.state(club, by).leave()?;
                let club = self.club(club)?;
                club.requests.remove(&by);
                if is_member {
                    club.expel(by);
                }
                Ok(())
            }
            5 => self.answer_request(draw),
            6 => self.remove(draw),
            7 => self.set_role(draw),
            8 => {
                OfferClub { club: self.state(club, by), role: self.role(club, user) }.decide()?;
                self.club(club)?.offered_to = Some(user);
                Ok(())
            }
            9 => self.answer_offer(club, by, choice > 0),
            10 => {
                let links = self.clubs[club].as_ref().map_or(0, |club| club.links.len() as u32);
                AddLink { club: self.state(club, by), links }.decide(&LIMITS)?;
                self.club(club)?.links.push((by, choice + 1));
                Ok(())
            }
            _ => {
                if choice == 0 {
                    self.delete_account(by);
                }
                Ok(())
            }
        }
    }

    fn create(&mut self, club: usize, by: usize, choice: usize) -> Result<(), ClubRefusal> {
        let (memberships, owned) = (self.memberships(by), self.owned(by));
        CreateClub { is_account: self.is_account[by], memberships, owned }.decide(&LIMITS)?;
        self.clubs[club].get_or_insert_with(|| Club {
            joining: ClubJoining::ALL[choice % ClubJoining::ALL.len()],
            members: BTreeMap::from([(by, (ClubRole::Owner, 0))]),
            requests: BTreeSet::new(),
            bans: BTreeSet::new(),
            links: Vec::new(),
            offered_to: None,
            is_inherited: false,
        });
        Ok(())
    }

    fn join(&mut self, place: usize, by: usize, choice: usize) -> Result<(), ClubRefusal> {
        let club = self.clubs[place].as_ref();
        let facts = JoinClub {
            is_account: self.is_account[by],
            joining: club.map(|club| club.joining),
            role: self.role(place, by),
            is_banned: club.is_some_and(|club| club.bans.contains(&by)),
            has_code: choice == 0,
        };
        let order = self.changes;
        match facts.decide()? {
            Entrance::Member => {}
            Entrance::Immediate => {
                let link = club.and_then(|club| club.links.iter().position(|(_, uses)| *uses > 0));
                let link_is_valid = facts.has_code.then_some(link.is_some());
                self.admission(place, by, link_is_valid).decide(&LIMITS)?;
                let club = self.club(place)?;
                if let Some(link) = link.filter(|_| facts.has_code) {
                    club.links[link].1 -= 1;
                }
                club.enter(by, order);
            }
            Entrance::Request => {
                let at_club = club.map_or(0, |club| club.requests.iter().filter(|user| **user != by).count());
                let all = self.count(|club| club.requests.contains(&by));
                let here = u32::from(club.is_some_and(|club| club.requests.contains(&by)));
                RequestCounts { own: all - here, of_club: at_club as u32 }.decide(&LIMITS)?;
                self.club(place)?.requests.insert(by);
            }
        }
        Ok(())
    }

    fn answer_request(&mut self, draw: Draw) -> Result<(), ClubRefusal> {
        let Draw { club, by, user, choice, .. } = draw;
        let accepts = choice > 0;
        let facts = AnswerRequest {
            club: self.state(club, by),
            is_account: self.is_account[user],
            has_request: self.clubs[club].as_ref().is_some_and(|club| club.requests.contains(&user)),
            admission: accepts.then(|| self.admission(club, user, None)),
        };
        facts.decide(&LIMITS)?;
        let order = self.changes;
        let club = self.club(club)?;
        club.requests.remove(&user);
        if accepts {
            club.enter(user, order);
        }
        Ok(())
    }

    fn remove(&mut self, draw: Draw) -> Result<(), ClubRefusal> {
        let Draw { club, by, user, choice, .. } = draw;
        let bans = |club: &Club| club.bans.iter().filter(|banned| **banned != user).count() as u32;
        let ban = (choice == 0).then(|| self.clubs[club].as_ref().map_or(0, bans));
        let facts = RemoveMember {
            club: self.state(club, by),
            is_account: self.is_account[user],
            role: self.role(club, user),
            bans: ban,
        };
        let is_member = facts.decide(&LIMITS)?;
        let club = self.club(club)?;
        club.requests.remove(&user);
        if is_member {
            club.expel(user);
        }
        if ban.is_some() {
            club.bans.insert(user);
        }
        Ok(())
    }

    fn set_role(&mut self, draw: Draw) -> Result<(), ClubRefusal> {
        let Draw { club, by, user, choice, .. } = draw;
        let role = ClubRole::ALL[choice % ClubRole::ALL.len()];
        let (state, present) = (self.state(club, by), self.role(club, user));
        let ends_links = SetRole { club: state, is_self: by == user, present, role }.decide()?;
        let club = self.club(club)?;
        club.set_role(user, role);
        if ends_links {
            club.links.retain(|(maker, _)| *maker != user);
        }
        Ok(())
    }

    fn answer_offer(&mut self, place: usize, by: usize, accepts: bool) -> Result<(), ClubRefusal> {
        let facts = AnswerOffer {
            is_account: self.is_account[by],
            club: self.state(place, by),
            is_offered: self.clubs[place].as_ref().is_some_and(|club| club.offered_to == Some(by)),
            owned: accepts.then(|| self.owned(by)),
        };
        facts.decide(&LIMITS)?;
        let club = self.club(place)?;
        club.offered_to = None;
        if accepts {
            for owner in club.owners() {
                club.set_role(owner, ClubRole::Admin);
            }
            club.set_role(by, ClubRole::Owner);
            club.is_inherited = false;
        }
        Ok(())
    }

    fn delete_account(&mut self, user: usize) {
        self.is_account[user] = false;
        for place in &mut self.clubs {
            let Some(club) = place else { continue };
            let role = club.role(user);
            club.requests.remove(&user);
            club.expel(user);
            let members = club.members.iter().filter(|_| role.is_some());
            let next = members.min_by_key(|(user, (role, order))| (role.rank(), *order, **user));
            match (DeleteAccount { role, next: next.map(|(user, _)| *user) }).decide() {
                Succession::Unchanged => {}
                Succession::PassesTo(next) => {
                    club.set_role(next, ClubRole::Owner);
                    club.is_inherited = true;
                }
                Succession::Deleted => *place = None,
            }
        }
    }

    fn check(&self) -> Result<(), TestCaseError> {
        for club in self.clubs.iter().flatten() {
            prop_assert_eq!(club.owners().len(), 1, "{:?}", club);
            prop_assert!(club.members.len() <= LIMITS.members as usize, "{:?}", club);
            prop_assert!(club.requests.len() <= LIMITS.requests as usize, "{:?}", club);
            prop_assert!(club.links.len() <= LIMITS.links as usize, "{:?}", club);
            prop_assert!(club.bans.len() <= LIMITS.bans as usize, "{:?}", club);
            prop_assert!(club.members.keys().all(|user| self.is_account[*user]), "{:?}", club);
            prop_assert!(!club.members.keys().any(|user| club.bans.contains(user)), "{:?}", club);
            prop_assert!(!club.members.keys().any(|user| club.requests.contains(user)), "{:?}", club);
            let mut makers = club.links.iter().map(|(maker, _)| club.role(*maker));
            prop_assert!(makers.all(|role| role >= Some(ClubRole::Admin)), "{:?}", club);
        }
        for user in 0..USERS {
            let is_owner = |club: &Club| !club.is_inherited && club.role(user) == Some(ClubRole::Owner);
            prop_assert!(self.count(is_owner) <= LIMITS.owned);
            prop_assert!(self.memberships(user) <= LIMITS.memberships);
            prop_assert!(self.count(|club| club.requests.contains(&user)) <= LIMITS.requests_per_user);
        }
        Ok(())
    }
}

proptest! {
    #[test]
    fn accepted_changes_keep_one_owner_and_all_limits(draws in draws()) {
        let mut world =
            World { is_account: [true; USERS], clubs: [const { None }; CLUBS], changes: 0 };
        for draw in draws {
            let before = format!("{:?}", world.clubs);
            if world.change(draw).is_err() {
                prop_assert_eq!(before, format!("{:?}", world.clubs), "a refused change has an effect");
            }
            world.check()?;
        }
    }
}
