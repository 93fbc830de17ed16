//! Entries: by consent, limited in number, and computers only together with people.

use std::collections::BTreeSet;

use sumito_game::Computer;
use sumito_rules::Mode;
use sumito_tournament::{
    Actor, Admission, Arena, Command, CommandError, Event, Format, InvitationStatus, Knockout, Membership,
    RoundRobin, RulingReason, Settings, Swiss, SwissPairing, Tournament, TournamentStatus, limits,
};

use crate::scene::{DIRECTOR, ID, Scene, applicant, id, invite, settings, user};

fn round_robin(mode: Mode) -> Settings {
    settings(Format::RoundRobin(RoundRobin { cycles: 1 }), mode)
}

fn arena(mode: Mode) -> Settings {
    let form = Arena {
        duration_seconds: 600,
        closing_seconds: 60,
        wave_seconds: 10,
        berserk: false,
        streaks: false,
    };
    let mut settings = settings(Format::Arena(form), mode);
    settings.entry.programs = true;
    settings
}

fn register(scene: &mut Scene, number: u32) -> Result<Vec<Event>, CommandError> {
    scene.player(number, Command::Register { applicant: Box::new(applicant(number, 1_500)) })
}

fn invited(scene: &Scene) -> Vec<String> {
    scene.tournament.open_invitations().map(|(player, _)| player.name.clone()).collect()
}

#[test]
fn an_invited_player_enters_only_by_accepting() {
    let mut locked = round_robin(Mode::Two);
    locked.entry.admission = Admission::Password;
    locked.entry.rating_min = Some(2_000);
    let mut scene = Scene::new(locked);
    assert_eq!(scene.player(1, invite(2)), Err(CommandError::NotDirector));
    scene.direct(invite(1)).unwrap();
    assert_eq!(scene.direct(invite(1)), Ok(vec![]), "once is enough");
    assert_eq!((invited(&scene), scene.tournament.participants().len()), (vec!["Player 1".to_owned()], 0));
    assert_eq!(register(&mut scene, 2), Err(CommandError::RatingTooLow(2_000)));
    register(&mut scene, 1).unwrap();
    assert_eq!(invited(&scene), [""; 0], "it is answered");
    assert_eq!(scene.direct(invite(1)), Err(CommandError::HasEntered));
    assert_eq!(scene.fold(), scene.tournament);
}

#[test]
fn an_invitation_is_declined_or_taken_back_or_expires() {
    let mut by_invitation = round_robin(Mode::Two);
    by_invitation.entry.admission = Admission::Invitation;
    let mut scene = Scene::new(by_invitation);
    let uninvite = |number| Command::Uninvite { user: user(number) };
    for number in [1, 2, 3, 4] {
        scene.direct(invite(number)).unwrap();
    }
    assert_eq!(scene.player(2, uninvite(1)), Err(CommandError::NotDirector), "it is another player's");
    scene.player(1, uninvite(1)).unwrap();
    assert_eq!(scene.direct(invite(1)), Err(CommandError::Declined), "no means no");
    scene.direct(uninvite(2)).unwrap();
    assert_eq!(register(&mut scene, 2), Err(CommandError::NeedsInvitation));
    for _ in 1..limits::INVITATIONS_PER_PLAYER_MAX {
        scene.direct(invite(2)).unwrap();
        scene.direct(uninvite(2)).unwrap();
    }
    assert_eq!(scene.direct(invite(2)), Err(CommandError::TooMany("invitations of this player".into())));
    register(&mut scene, 1).unwrap();
    assert!(scene.tournament.participant(id(1)).unwrap().is_in(), "a player can change their mind");
    register(&mut scene, 3).unwrap();
    scene.present.extend([user(1), user(3)]);
    assert_eq!(invited(&scene), ["Player 4"]);
    scene.direct(Command::Start).unwrap();
    assert_eq!(invited(&scene), [""; 0], "entry is closed");
    assert_eq!(scene.direct(invite(5)), Err(CommandError::TooLate));
    assert_eq!(scene.fold(), scene.tournament);
}

#[test]
fn invitations_without_an_answer_are_limited() {
    let mut scene = Scene::new(round_robin(Mode::Two));
    let max = limits::OPEN_INVITATIONS_MAX as u32;
    for number in 1..=max {
        scene.direct(invite(number)).unwrap();
    }
    assert!(matches!(scene.direct(invite(max + 1)), Err(CommandError::TooMany(_))));
    scene.player(1, Command::Uninvite { user: user(1) }).unwrap();
    scene.direct(invite(max + 1)).unwrap();
}

#[test]
fn events_of_older_versions_keep_their_meaning() {
    let mut scene = Scene::new(round_robin(Mode::Two));
    let member = serde_json::to_value(&applicant(1, 1_500).member).unwrap();
    let (at, seq) = (scene.now.0, scene.tournament.seq() + 1);
    let by = serde_json::to_value(DIRECTOR).unwrap();
    let stored = [
        serde_json::json!({"kind": "registered", "participant": 1, "name": "Player 1", "member": member}),
        serde_json::json!({"kind": "invited", "user": user(2)}),
    ];
    for (event, seq) in stored.into_iter().zip(seq..) {
        let record = serde_json::json!({"seq": seq, "at": at, "by": by, "event": event});
        let record = serde_json::from_value(record).unwrap();
        scene.tournament.apply(&record).unwrap();
        scene.records.push(record);
    }
    assert!(scene.tournament.participant(id(1)).unwrap().is_in(), "a director could enter players");
    let old = scene.tournament.invitation_of(user(2)).unwrap();
    assert_eq!((old.status, old.lifts_limits(), invited(&scene)), (InvitationStatus::Open, false, vec![]));
    register(&mut scene, 2).unwrap();
    scene.present.extend([user(1), user(2)]);
    scene.direct(Command::Start).unwrap();
    assert_eq!(scene.open().len(), 1);
}

#[test]
fn returning_player_keeps_the_number_within_limits() {
    let mut scene = Scene::new(round_robin(Mode::Two));
    register(&mut scene, 1).unwrap();
    register(&mut scene, 2).unwrap();
    let mut changes = 1;
    let refusal = loop {
        scene.player(1, Command::Withdraw).unwrap();
        changes += 1;
        match register(&mut scene, 1) {
            Ok(_) => changes += 1,
            Err(refusal) => break refusal,
        }
        assert_eq!(scene.tournament.participant_of(user(1)).unwrap().id, id(1));
    };
    assert_eq!(refusal, CommandError::TooManyChanges(limits::ENTRY_CHANGES_MAX));
    assert_eq!(changes, limits::ENTRY_CHANGES_MAX);
    // This does not affect other players, and a free place is used again.
    register(&mut scene, 3).unwrap();
    assert_eq!(scene.tournament.participant_of(user(3)).unwrap().id, id(1));
    assert_eq!(scene.tournament.participants().len(), 2);
    assert_eq!(scene.fold(), scene.tournament);
}

#[test]
fn participant_numbers_are_reused_after_departures() {
    let mut scene = Scene::new(round_robin(Mode::Two));
    for number in 1..=100 {
        register(&mut scene, number).unwrap();
        scene.player(number, Command::Withdraw).unwrap();
    }
    assert_eq!(scene.tournament.participants().len(), 1);
    assert_eq!(scene.fold(), scene.tournament);
}

#[test]
fn to_come_back_and_to_change_the_team_count_as_well() {
    let mut scene = Scene::started(arena(Mode::Two), 2);
    let mut refused = false;
    for _ in 0..limits::ENTRY_CHANGES_MAX {
        scene.player(1, Command::Withdraw).unwrap();
        refused =
            scene.player(1, Command::Return) == Err(CommandError::TooManyChanges(limits::ENTRY_CHANGES_MAX));
        if refused {
            break;
        }
    }
    assert!(refused);

    let mut scene = Scene::new(round_robin(Mode::Four));
    let team = |number: u32, team: Option<u32>| {
        let mut entry = applicant(number, 1_500);
        entry.team = team.map(id);
        entry.team_name = Some("The team".to_owned());
        Command::Register { applicant: Box::new(entry) }
    };
    scene.player(1, team(1, None)).unwrap();
    let mut joined = 0;
    while scene.player(2, team(2, Some(1))).is_ok() {
        joined += 1;
        scene.player(2, Command::Withdraw).unwrap();
    }
    assert_eq!(joined, limits::ENTRY_CHANGES_MAX / 2);
    // The team waits for another player.
    scene.player(3, team(3, Some(1))).unwrap();
}

#[test]
fn directors_events_are_limited_but_ending_is_always_possible() {
    let mut scene = Scene::started(arena(Mode::Two), 4);
    let pause = || Command::Pause { reason: "tea".to_owned() };
    let refusal = loop {
        match scene.direct(pause()) {
            Ok(_) => scene.direct(Command::Resume).unwrap(),
            Err(refusal) => break refusal,
        };
    };
    assert_eq!(refusal, CommandError::TooMany("changes by directors".into()));
    scene.direct(Command::Exclude { participant: id(4), reason: "insults".to_owned() }).unwrap();
    scene.player(3, Command::Withdraw).unwrap();
    scene.direct(Command::Cancel { reason: "rain".to_owned() }).unwrap();
    assert_eq!(scene.tournament.status(), TournamentStatus::Cancelled);

    let mut scene = Scene::new(round_robin(Mode::Two));
    for revision in 0..limits::EDITS_MAX {
        let settings = Settings { name: format!("Name {revision}"), ..round_robin(Mode::Two) };
        scene.direct(Command::Edit { settings: Box::new(settings), revision }).unwrap();
    }
    let edit = Command::Edit { settings: Box::new(round_robin(Mode::Two)), revision: limits::EDITS_MAX };
    assert_eq!(scene.direct(edit), Err(CommandError::TooMany("edits".into())));
}

#[test]
fn a_name_is_forgotten_also_where_the_number_is_anothers_by_now() {
    let mut scene = Scene::new(round_robin(Mode::Two));
    register(&mut scene, 1).unwrap();
    scene.player(1, Command::Withdraw).unwrap();
    register(&mut scene, 2).unwrap();
    scene.direct(invite(3)).unwrap();
    for number in [1, 3] {
        let forget = Command::Forget { user: user(number), name: "[deleted]".to_owned() };
        scene.run_command(Actor::System, forget).unwrap();
        assert_eq!(scene.tournament.forgotten_name(user(number)), Some("[deleted]"));
    }
    assert_eq!(scene.tournament.participant(id(1)).unwrap().name, "Player 2");
    assert_eq!(invited(&scene), [""; 0]);
}

#[test]
fn an_arena_of_computers_makes_no_games_until_a_person_is_there() {
    for (mode, people) in [(Mode::Two, 1), (Mode::Three, 1), (Mode::Two, 3), (Mode::Three, 2)] {
        let mut scene = Scene::new(arena(mode));
        for level in 1..=8 {
            scene.add_computer(level);
        }
        scene.direct(Command::Start).unwrap();
        for _ in 0..5 {
            scene.pass(10);
        }
        assert_eq!(scene.tournament.games().len(), 0, "only computers are there");
        for number in 1..=people {
            scene.enter(number, 1_500);
        }
        let mut played = BTreeSet::new();
        for _ in 0..8 {
            scene.pass(10);
            for game in scene.tournament.games_to_make().collect::<Vec<_>>() {
                let is_person = |player: &&sumito_game::Player| player.computer().is_none();
                let persons: Vec<_> = game.players.iter().filter(is_person).map(|player| player.id).collect();
                assert!(!persons.is_empty(), "computers alone");
                played.extend(persons);
                scene.finish(game.number, crate::scene::End::Draw);
            }
        }
        assert_eq!(played.len(), people as usize, "all people play: {mode:?}");
        // All players are absent from now on.
        scene.present.clear();
        let before = scene.tournament.games().len();
        scene.pass(10);
        assert_eq!(scene.tournament.games().len(), before);
    }
}

#[test]
fn computers_do_not_play_each_other_in_any_form() {
    let swiss = Swiss {
        rounds: 5,
        pairing: SwissPairing::Balanced,
        accelerated: false,
        half_point_byes: 0,
        late_entry_rounds: 0,
    };
    let knockout = Knockout { best_of: 3, third_place: true, extra_pairs: 1 };
    let forms = [
        (Format::RoundRobin(RoundRobin { cycles: 2 }), Mode::Two),
        (Format::RoundRobin(RoundRobin { cycles: 1 }), Mode::Three),
        (Format::Swiss(swiss), Mode::Two),
        (Format::Knockout(knockout), Mode::Two),
    ];
    for (form, mode) in forms {
        let mut settings = settings(form, mode);
        settings.entry.programs = true;
        let mut scene = Scene::with(settings, 2);
        for level in 1..=6 {
            scene.add_computer(level);
        }
        scene.direct(Command::Start).unwrap();
        scene.play_out();
        assert_eq!(scene.tournament.status(), TournamentStatus::Finished, "{form:?}");
        let is_computer = |side| {
            let members = &scene.tournament.participant(side).unwrap().members;
            members.iter().all(|member| Computer::of(member.player.id).is_some())
        };
        let (alone, others): (Vec<_>, Vec<_>) = scene
            .tournament
            .games()
            .iter()
            .partition(|game| game.sides.iter().all(|&side| is_computer(side)));
        assert!(!alone.is_empty() && !others.is_empty(), "{form:?}");
        assert!(alone.iter().all(|game| game.ruling == Some(RulingReason::Computers)), "{form:?}");
        assert!(others.iter().all(|game| game.ruling.is_none()), "{form:?}");
        let made = Tournament::replay(ID, &scene.records).unwrap();
        assert_eq!(made, scene.tournament);
    }
}

#[test]
fn participant_who_left_before_start_is_not_exported() {
    let mut scene = Scene::with(round_robin(Mode::Two), 3);
    scene.player(2, Command::Withdraw).unwrap();
    assert_eq!(scene.tournament.participant(id(2)).unwrap().standing, Membership::Gone);
    let lines = sumito_tournament::export::CrossTable::of(&scene.tournament).lines;
    assert!(lines.iter().all(|line| line.standing.participant != id(2)));
    assert_eq!(lines.len(), 2);
}

#[test]
fn entry_events_are_limited_and_leaving_is_not() {
    let mut scene = Scene::new(round_robin(Mode::Two));
    register(&mut scene, 1).unwrap();
    let mut number = 2;
    let refused = loop {
        match register(&mut scene, number) {
            Ok(_) => drop(scene.player(number, Command::Withdraw).unwrap()),
            Err(refusal) => break refusal,
        }
        number += 1;
    };
    assert_eq!(refused, CommandError::TooMany("entries and withdrawals".into()));
    let entered = 2 * (number - 1);
    assert!((limits::ENTRY_EVENTS_MAX..limits::ENTRY_EVENTS_MAX + 3).contains(&entered), "{entered}");
    scene.player(1, Command::Withdraw).unwrap();
    assert_eq!(register(&mut scene, 1), Err(refused));
}

#[test]
fn director_events_are_limited_and_the_end_is_not() {
    let mut scene = Scene::new(round_robin(Mode::Two));
    let mut count = 0;
    let refused = loop {
        match scene.direct(Command::AddDirector { user: user(1) }) {
            Ok(_) => drop(scene.direct(Command::RemoveDirector { user: user(1) }).unwrap()),
            Err(refusal) => break refusal,
        }
        count += 1;
    };
    assert_eq!(refused, CommandError::TooMany("changes by directors".into()));
    assert!((limits::DIRECTOR_EVENTS_MAX / 2).abs_diff(count) < 3, "{count}");
    scene.direct(Command::Cancel { reason: "full".to_owned() }).unwrap();
    assert_eq!(scene.tournament.status(), TournamentStatus::Cancelled);
}
