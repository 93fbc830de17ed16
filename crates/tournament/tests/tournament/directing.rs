//! Decisions of directors: forbidden pairs, drafts, byes and returns against the limits, penalties, times of rounds, tie-breaks.

use std::time::Duration;

use sumito_game::Timestamp;
use sumito_rules::Mode;
use sumito_tournament::{
    Arena, Bye, ByeKind, Command, CommandError, DoubleElimination, Event, Format, Groups, Knockout,
    Membership, ParticipantId, RoundRobin, Rounds, Settings, SettingsError, Swiss, SwissPairing, TieBreak,
    TournamentStatus, UnplayedRounds, Verdict, export, limits,
};

use crate::scene::{DIRECTOR, End, Scene, applicant, id, settings, user};

fn swiss(rounds: u32) -> Settings {
    let form = Swiss {
        rounds,
        pairing: SwissPairing::Balanced,
        accelerated: false,
        half_point_byes: 1,
        late_entry_rounds: 1,
    };
    settings(Format::Swiss(form), Mode::Two)
}

/// A Swiss system with a break of ten minutes between its rounds.
fn with_breaks(rounds: u32) -> Settings {
    Settings { rounds: Rounds { break_seconds: 600, ..Rounds::default() }, ..swiss(rounds) }
}

fn forbid(one: u32, other: u32) -> Command {
    Command::ForbidPair { pair: [id(one), id(other)] }
}

fn pairs(scene: &Scene) -> Vec<Vec<u32>> {
    let mut pairs: Vec<_> = scene.open().into_iter().map(|(_, sides)| sides).collect();
    for sides in &mut pairs {
        sides.sort_unstable();
    }
    pairs.sort();
    pairs
}

/// Ends all open games; the lower number wins.
fn end_round(scene: &mut Scene) {
    for (number, sides) in scene.open() {
        scene.finish(number, End::Wins(u8::from(sides[0] > sides[1]), 2));
    }
}

fn last_byes(scene: &Scene) -> Vec<(u32, ByeKind)> {
    let round = scene.tournament.rounds().last().unwrap();
    round.byes.iter().map(|bye| (bye.participant.0, bye.kind)).collect()
}

fn draft(scene: &Scene) -> (u64, Vec<Vec<u32>>) {
    let draft = scene.tournament.draft().unwrap();
    (draft.seq, draft.tables.iter().map(|table| table.iter().map(|one| one.0).collect()).collect())
}

fn tables(pairs: &[[u32; 2]]) -> Vec<Vec<ParticipantId>> {
    pairs.iter().map(|pair| pair.iter().map(|&number| id(number)).collect()).collect()
}

#[test]
fn forbidden_pair_never_meets_in_a_swiss_system() {
    let mut scene = Scene::with(swiss(3), 8);
    scene.direct(forbid(5, 1)).unwrap();
    assert_eq!(scene.direct(forbid(1, 5)), Ok(Vec::new()), "the order does not matter");
    scene.direct(Command::Start).unwrap();
    assert!(!pairs(&scene).contains(&vec![1, 5]));
    scene.play_out();
    let games = scene.tournament.games();
    assert!(games.iter().all(|game| !(game.sides.contains(&id(1)) && game.sides.contains(&id(5)))));
    assert_eq!((games.len(), scene.tournament.status()), (12, TournamentStatus::Finished));
}

#[test]
fn players_without_a_permitted_opponent_have_byes_that_count() {
    let mut scene = Scene::with(swiss(2), 4);
    for other in [2, 3, 4] {
        scene.direct(forbid(1, other)).unwrap();
    }
    scene.direct(Command::Start).unwrap();
    let byes = last_byes(&scene);
    assert_eq!(byes.len(), 2);
    assert_eq!(byes[0], (1, ByeKind::NoOpponent));
    assert!(byes.iter().all(|(_, kind)| *kind == ByeKind::NoOpponent), "no other opponent is left");
    assert_eq!(scene.tournament.bye_points(ByeKind::NoOpponent), 2);
    let csv = export::csv(&scene.tournament, &export::ClubNames::new());
    assert!(csv.lines().any(|line| line.contains("Player 1,") && line.ends_with(",U")), "{csv}");
}

#[test]
fn forbidden_pair_waits_in_an_arena() {
    let form =
        Arena { duration_seconds: 600, closing_seconds: 0, wave_seconds: 5, berserk: false, streaks: false };
    let mut scene = Scene::with(settings(Format::Arena(form), Mode::Two), 2);
    scene.direct(forbid(1, 2)).unwrap();
    scene.direct(Command::Start).unwrap();
    scene.pass(60);
    assert!(scene.open().is_empty());
    scene.direct(Command::AllowPair { pair: [id(2), id(1)] }).unwrap();
    scene.pass(60);
    assert_eq!(pairs(&scene), [[1, 2]]);
}

#[test]
fn forbidden_pairs_need_two_participants_and_a_format_that_chooses_opponents() {
    let round_robin = settings(Format::RoundRobin(RoundRobin { cycles: 1 }), Mode::Two);
    let mut scene = Scene::with(round_robin, 3);
    assert_eq!(scene.direct(forbid(1, 2)), Err(CommandError::NoForbiddenPairs));
    let mut scene = Scene::with(swiss(3), 3);
    assert_eq!(scene.direct(forbid(1, 1)), Err(CommandError::BadPair));
    assert_eq!(scene.direct(forbid(1, 9)), Err(CommandError::NoSuchParticipant(id(9))));
    assert_eq!(scene.player(1, forbid(1, 2)), Err(CommandError::NotDirector));
    scene.direct(forbid(1, 2)).unwrap();
    // The number is free again, and belongs to another player.
    scene.player(2, Command::Withdraw).unwrap();
    scene.enter(7, 2_000);
    assert_eq!(scene.tournament.participant_of(user(7)).unwrap().id, id(2));
    assert!(scene.tournament.forbidden_pairs().is_empty());
}

#[test]
fn number_of_forbidden_pairs_is_limited() {
    let mut scene = Scene::with(swiss(3), 24);
    let all = (1..=24).flat_map(|one| (one + 1..=24).map(move |other| (one, other)));
    for (one, other) in all.clone().take(limits::FORBIDDEN_PAIRS_MAX) {
        scene.direct(forbid(one, other)).unwrap();
    }
    let (one, other) = all.clone().nth(limits::FORBIDDEN_PAIRS_MAX).unwrap();
    assert!(matches!(scene.direct(forbid(one, other)), Err(CommandError::TooMany(_))));
}

#[test]
fn director_changes_the_pairing_before_the_round_begins() {
    let mut scene = Scene::started(with_breaks(3), 6);
    end_round(&mut scene);
    scene.direct(Command::DraftRound { round: 2 }).unwrap();
    let (seq, drafted) = draft(&scene);
    assert_eq!(drafted.len(), 3);
    assert!(scene.pass(3_600).is_empty(), "the draft waits for a director");
    let byes = vec![
        Bye { participant: id(6), kind: ByeKind::Absent },
        Bye { participant: id(5), kind: ByeKind::Half },
    ];
    let by_hand = tables(&[[4, 1], [2, 3]]);
    let change = Command::ChangeDraft { round: 2, seen: seq, tables: by_hand.clone(), byes };
    assert_eq!(scene.player(1, change.clone()), Err(CommandError::NotDirector));
    scene.direct(change.clone()).unwrap();
    assert_eq!(scene.direct(change), Err(CommandError::Outdated), "another director has changed it");
    assert!(scene.open().is_empty());
    scene.direct(Command::BeginRound { round: 2 }).unwrap();
    let sides: Vec<_> = scene.open().into_iter().map(|(_, sides)| sides).collect();
    assert_eq!(sides, [[4, 1], [2, 3]], "the first has the colour that begins");
    assert_eq!(last_byes(&scene), [(5, ByeKind::Half), (6, ByeKind::Absent)]);
    assert_eq!(scene.tournament.draft(), None);
    let by =
        scene.records.iter().rev().find(|record| matches!(record.event, Event::Drafted { .. })).unwrap().by;
    assert_eq!(by, DIRECTOR, "the log says who has changed it");
}

#[test]
fn draft_must_have_each_participant_once_and_respect_requests() {
    let mut scene = Scene::started(with_breaks(3), 4);
    scene.player(4, Command::RequestBye { round: 2 }).unwrap();
    end_round(&mut scene);
    scene.direct(Command::DraftRound { round: 2 }).unwrap();
    let (seq, _) = draft(&scene);
    let bye = |number: u32, kind| Bye { participant: id(number), kind };
    let mut change = |pairs: &[[u32; 2]], byes: &[Bye]| {
        let (tables, byes) = (tables(pairs), byes.to_vec());
        scene.direct(Command::ChangeDraft { round: 2, seen: seq, tables, byes })
    };
    let half = bye(4, ByeKind::Half);
    assert_eq!(change(&[[1, 2]], &[half]), Err(CommandError::BadDraft(id(3))), "3 is missing");
    assert_eq!(change(&[[1, 2], [3, 3]], &[half]), Err(CommandError::BadDraft(id(3))), "3 plays 3");
    assert_eq!(change(&[[1, 2], [3, 9]], &[half]), Err(CommandError::BadDraft(id(9))), "there is no 9");
    assert_eq!(change(&[[1, 2], [3, 4]], &[]), Err(CommandError::BadDraft(id(4))), "4 asked for a bye");
    let none = bye(4, ByeKind::Absent);
    assert_eq!(change(&[[1, 2]], &[bye(3, ByeKind::Full), none]), Err(CommandError::BadDraft(id(4))));
    change(&[[2, 1]], &[bye(3, ByeKind::Full), half]).unwrap();
    scene.direct(forbid(1, 2)).unwrap();
    let begin = Command::BeginRound { round: 2 };
    assert_eq!(scene.direct(begin.clone()), Err(CommandError::ForbiddenPair(id(2), id(1))));
    // A participant who leaves makes the draft invalid, too.
    scene.direct(Command::AllowPair { pair: [id(1), id(2)] }).unwrap();
    scene.player(3, Command::Withdraw).unwrap();
    assert_eq!(scene.direct(begin.clone()), Err(CommandError::BadDraft(id(3))));
    scene.direct(Command::DropDraft { round: 2 }).unwrap();
    scene.direct(begin).unwrap();
    assert_eq!(pairs(&scene), [[1, 2]]);
}

#[test]
fn reviewed_rounds_wait_for_a_director_from_the_first_on() {
    let rounds = Rounds { reviewed: true, ..Rounds::default() };
    let mut scene = Scene::started(Settings { rounds, ..swiss(2) }, 4);
    for round in 1..=2 {
        assert!(scene.open().is_empty());
        scene.direct(Command::BeginRound { round }).unwrap();
        end_round(&mut scene);
    }
    assert_eq!(scene.tournament.status(), TournamentStatus::Finished);
}

#[test]
fn drafts_of_a_round_are_limited() {
    let mut scene = Scene::started(with_breaks(3), 4);
    end_round(&mut scene);
    scene.direct(Command::DraftRound { round: 2 }).unwrap();
    let mut swap = true;
    loop {
        let (seen, _) = draft(&scene);
        let by_hand = if swap { tables(&[[1, 2], [3, 4]]) } else { tables(&[[2, 1], [4, 3]]) };
        swap = !swap;
        match scene.direct(Command::ChangeDraft { round: 2, seen, tables: by_hand, byes: Vec::new() }) {
            Ok(_) => {}
            Err(error) => break assert!(matches!(error, CommandError::TooMany(_))),
        }
    }
    let drafts = scene.records.iter().filter(|record| matches!(record.event, Event::Drafted { .. }));
    assert_eq!(drafts.count() as u32, limits::DRAFTS_PER_ROUND_MAX);
    scene.direct(Command::BeginRound { round: 2 }).unwrap();
}

#[test]
fn only_swiss_rounds_in_a_break_are_drafted() {
    let mut scene = Scene::started(swiss(3), 4);
    assert_eq!(scene.direct(Command::DraftRound { round: 2 }), Err(CommandError::NotNextRound(2)));
    let form = Format::RoundRobin(RoundRobin { cycles: 1 });
    let mut scene = Scene::started(settings(form, Mode::Two), 4);
    assert_eq!(scene.direct(Command::DraftRound { round: 2 }), Err(CommandError::NoDrafts));
}

#[test]
fn director_grants_byes_beyond_the_limit_and_the_player_can_play_after_all() {
    let mut scene = Scene::started(swiss(5), 4);
    scene.player(1, Command::RequestBye { round: 2 }).unwrap();
    assert_eq!(scene.player(1, Command::RequestBye { round: 3 }), Err(CommandError::ByesUsed(1)));
    let grant = |round, half| Command::GrantBye { participant: id(1), round, half };
    scene.direct(grant(3, true)).unwrap();
    scene.direct(grant(4, false)).unwrap();
    scene.direct(grant(5, false)).unwrap();
    assert_eq!(scene.direct(grant(1, true)), Err(CommandError::NoBye(1)), "it is paired");
    assert_eq!(scene.player(2, Command::CancelBye { round: 5 }), Err(CommandError::NoSuchBye(5)));
    scene.player(1, Command::CancelBye { round: 5 }).unwrap();
    let mut byes = Vec::new();
    while scene.tournament.status() == TournamentStatus::Running {
        end_round(&mut scene);
        let own = last_byes(&scene).into_iter().find(|(number, _)| *number == 1);
        byes.push(own.map(|(_, kind)| kind));
    }
    assert_eq!(byes[..3], [Some(ByeKind::Half), Some(ByeKind::Half), Some(ByeKind::Absent)]);
    assert_eq!(byes[3], None, "it was cancelled");
}

#[test]
fn director_admits_a_player_late_who_still_has_to_agree() {
    let mut scene = Scene::started(swiss(4), 5);
    end_round(&mut scene);
    scene.present.insert(user(9));
    let applicant = applicant(9, 2_600);
    let register = Command::Register { applicant: Box::new(applicant.clone()) };
    assert_eq!(scene.player(9, register.clone()), Err(CommandError::TooLate));
    let invite = |exempt| Command::Invite { player: Box::new(applicant.member.player.clone()), exempt };
    assert_eq!(scene.direct(invite(false)), Err(CommandError::TooLate));
    scene.direct(invite(true)).unwrap();
    assert_eq!(scene.tournament.open_invitations().count(), 1);
    assert!(scene.tournament.participant_of(user(9)).is_none());
    scene.player(9, register).unwrap();
    assert_eq!(scene.tournament.participant_of(user(9)).unwrap().since_round, 3);
    end_round(&mut scene);
    assert!(pairs(&scene).iter().flatten().any(|&number| number == 6));
}

#[test]
fn exempt_player_enters_beyond_the_capacity() {
    let mut full = swiss(3);
    full.entry.capacity = 4;
    let mut scene = Scene::with(full, 4);
    let applicant = applicant(9, 2_600);
    let register = Command::Register { applicant: Box::new(applicant.clone()) };
    assert_eq!(scene.player(9, register.clone()), Err(CommandError::Full(4)));
    scene.direct(Command::Invite { player: Box::new(applicant.member.player), exempt: true }).unwrap();
    scene.player(9, register).unwrap();
}

#[test]
fn excluded_player_returns_only_if_a_director_and_the_player_agree() {
    let mut scene = Scene::started(swiss(4), 4);
    let reason = || "shouting".to_owned();
    scene.direct(Command::Exclude { participant: id(2), reason: reason() }).unwrap();
    assert_eq!(scene.player(2, Command::Return), Err(CommandError::Excluded));
    let readmit = Command::Readmit { participant: id(2), reason: "apologised".to_owned() };
    assert_eq!(scene.player(2, readmit.clone()), Err(CommandError::NotDirector));
    scene.direct(readmit.clone()).unwrap();
    assert_eq!(scene.tournament.participant(id(2)).unwrap().standing, Membership::Withdrawn);
    scene.player(2, Command::Return).unwrap();
    assert!(scene.tournament.participant(id(2)).unwrap().is_in());
    // The number of returns is limited, and a director can allow more.
    let refused = loop {
        scene.player(2, Command::Withdraw).unwrap();
        if let Err(error) = scene.player(2, Command::Return) {
            break error;
        }
    };
    assert_eq!(refused, CommandError::TooManyChanges(limits::ENTRY_CHANGES_MAX));
    scene.direct(readmit).unwrap();
    scene.player(2, Command::Return).unwrap();
}

#[test]
fn penalty_lowers_the_points_but_not_the_opponents_tie_breaks() {
    let mut scene = Scene::started(swiss(2), 4);
    end_round(&mut scene);
    let buchholz = |scene: &Scene, number: u32| {
        let standings = scene.tournament.standings();
        let standing = standings.iter().find(|one| one.participant == id(number)).unwrap().clone();
        let place = scene.tournament.settings().tie_breaks().iter().position(|by| *by == TieBreak::Buchholz);
        (standing.points, standing.penalty, standing.tie_breaks[place.unwrap()])
    };
    let before = buchholz(&scene, 3);
    let penalise =
        |units, reason: &str| Command::Penalise { participant: id(1), units, reason: reason.to_owned() };
    scene.direct(penalise(0, "a telephone rang")).unwrap();
    scene.direct(penalise(1, "it rang again")).unwrap();
    assert_eq!((buchholz(&scene, 1).0, buchholz(&scene, 1).1), (1, 1));
    assert_eq!(buchholz(&scene, 3), before);
    assert_eq!(scene.direct(penalise(1, " ")), Err(CommandError::NeedsReason));
    assert_eq!(
        scene.direct(penalise(limits::PENALTY_UNITS_MAX + 1, "too much")),
        Err(CommandError::BadPenalty)
    );
    // A penalty does not make points negative.
    scene.direct(penalise(20, "left with the clock")).unwrap();
    assert_eq!((buchholz(&scene, 1).0, buchholz(&scene, 1).1), (0, 2));
    end_round(&mut scene);
    assert_eq!(scene.tournament.status(), TournamentStatus::Finished);
    let lift = |penalty| Command::LiftPenalty { penalty, reason: "it was another clock".to_owned() };
    scene.direct(lift(3)).unwrap();
    assert_eq!(scene.direct(lift(3)), Err(CommandError::NoSuchPenalty(3)));
    let csv = export::csv(&scene.tournament, &export::ClubNames::new());
    let line = csv.lines().find(|line| line.contains("Player 1,")).unwrap();
    assert!(
        csv.starts_with("place,number,name,rating,points,penalty,") && line.contains(",2499,1.5,0.5,"),
        "{csv}"
    );
}

#[test]
fn time_is_added_to_running_games_of_others() {
    let mut scene = Scene::started(swiss(2), 4);
    let (number, sides) = scene.open()[0].clone();
    let add =
        |side, seconds| Command::AddTime { game: number, side, seconds, reason: "a wrong clock".to_owned() };
    assert_eq!(scene.player(sides[0], add(0, 60)), Err(CommandError::NotDirector));
    assert_eq!(scene.direct(add(2, 60)), Err(CommandError::BadAddedTime { sides: 2 }));
    assert_eq!(scene.direct(add(0, 3_601)), Err(CommandError::BadAddedTime { sides: 2 }));
    scene.direct(Command::AddDirector { user: user(sides[0]) }).unwrap();
    assert_eq!(scene.player(sides[0], add(0, 60)), Err(CommandError::OwnGame(number)));
    for _ in 0..limits::TIMES_ADDED_PER_GAME_MAX {
        scene.direct(add(1, 60)).unwrap();
    }
    assert!(matches!(scene.direct(add(1, 60)), Err(CommandError::TooMany(_))));
    assert_eq!(scene.tournament.times_to_add().count(), limits::TIMES_ADDED_PER_GAME_MAX);
    scene.finish(number, End::Draw);
    assert_eq!(scene.direct(add(1, 60)), Err(CommandError::GameOver(number)));
    assert_eq!(scene.tournament.times_to_add().count(), 0);
}

#[test]
fn rounds_begin_at_their_times() {
    let first = Timestamp(1_000_000_000) + Duration::from_hours(1);
    let second = first + Duration::from_hours(24);
    let starts = vec![first, second];
    let rounds = Rounds { break_seconds: 60, starts, ..Rounds::default() };
    let mut scene = Scene::started(Settings { rounds, ..swiss(3) }, 4);
    assert_eq!(scene.tournament.next_round_at(), Some(first));
    assert!(scene.pass(3_500).is_empty());
    scene.pass(100);
    assert_eq!(scene.tournament.rounds().len(), 1);
    end_round(&mut scene);
    assert_eq!(scene.tournament.next_round_at(), Some(second));
    // An outage does not move a time that is still to come.
    let from = scene.now;
    scene.now = from + Duration::from_hours(2);
    let away = Command::Away { from, until: scene.now };
    scene.run_command(sumito_tournament::Actor::System, away).unwrap();
    assert_eq!(scene.tournament.next_round_at(), Some(second));
    // Before its time a round starts only if all are present.
    scene.present.remove(&user(4));
    assert_eq!(scene.direct(Command::BeginRound { round: 2 }), Err(CommandError::BeforeItsTime(2)));
    scene.present.insert(user(4));
    scene.direct(Command::BeginRound { round: 2 }).unwrap();
    end_round(&mut scene);
    let end = scene.now;
    assert_eq!(scene.tournament.next_round_at(), Some(end + Duration::from_mins(1)), "the third has no time");
}

/// Settings with rounds that start hours after the start, one an hour.
fn hourly(form: Format, rounds: i64) -> (Settings, Vec<Timestamp>) {
    let at = |hour| Timestamp(1_000_000_000) + Duration::from_hours(hour as u64);
    let starts: Vec<_> = (1..=rounds).map(at).collect();
    let rounds = Rounds { break_seconds: 60, starts: starts.clone(), ..Rounds::default() };
    (Settings { rounds, ..settings(form, Mode::Two) }, starts)
}

fn began(scene: &Scene) -> Vec<Timestamp> {
    scene.tournament.rounds().iter().map(|round| round.began_at).collect()
}

#[test]
fn rounds_of_a_knockout_begin_at_their_times_and_contain_whole_matches() {
    let form = Knockout { best_of: 2, third_place: false, extra_pairs: 1 };
    let (settings, starts) = hourly(Format::Knockout(form), 2);
    let mut scene = Scene::started(settings, 4);
    assert_eq!((scene.tournament.next_round_at(), scene.tournament.rounds().len()), (Some(starts[0]), 0));
    scene.now = starts[0];
    scene.tick();
    // The second game of a match follows at once, and so do extra games.
    end_round(&mut scene);
    assert_eq!(scene.open().len(), 2);
    for (number, _) in scene.open() {
        scene.finish(number, End::Draw);
    }
    assert_eq!((began(&scene), scene.tournament.next_round_at()), (starts[..1].to_vec(), Some(starts[1])));
    // A result is corrected in the long break, and another player advances.
    let game = scene.tournament.games().iter().find(|game| game.sides.contains(&id(2))).unwrap();
    let (number, seen) = (game.number, game.verdict.clone());
    let other = game.sides.iter().position(|&side| side != id(2)).unwrap() as u8;
    let verdict = Verdict::Played { winners: vec![other], marbles: vec![2, 2], plies: 80 };
    scene.direct(Command::Rule { game: number, verdict, seen, reason: "a wrong name".to_owned() }).unwrap();
    // The director starts the final early when both finalists are present: eliminated players may leave.
    scene.present.remove(&user(2));
    scene.present.remove(&user(1));
    assert_eq!(scene.direct(Command::BeginRound { round: 2 }), Err(CommandError::BeforeItsTime(2)));
    scene.present.insert(user(1));
    scene.direct(Command::BeginRound { round: 2 }).unwrap();
    assert_eq!(pairs(&scene), [[1, 3]]);
    end_round(&mut scene);
    end_round(&mut scene);
    assert_eq!(scene.tournament.status(), TournamentStatus::Finished);
}

#[test]
fn rounds_of_a_bracket_wait_only_for_their_players() {
    let form = Knockout { best_of: 1, third_place: false, extra_pairs: 0 };
    let (settings, starts) = hourly(Format::Knockout(form), 2);
    let mut scene = Scene::started(settings, 4);
    scene.now = starts[0];
    scene.tick();
    end_round(&mut scene);
    scene.present.remove(&user(3));
    scene.now = starts[1];
    scene.tick();
    assert_eq!(began(&scene), starts);
}

#[test]
fn a_second_grand_final_has_a_time_too() {
    let form = DoubleElimination { best_of: 1, extra_pairs: 0, reset: true };
    let (settings, starts) = hourly(Format::DoubleElimination(form), 5);
    let mut scene = Scene::started(settings.clone(), 3);
    scene.play_out();
    assert_eq!(
        (began(&scene), scene.tournament.status()),
        (starts[..4].to_vec(), TournamentStatus::Finished)
    );
    // Without the second match, the tournament ends at the end of the break.
    assert!(scene.tournament.ended_at().unwrap() < starts[4]);
    let mut scene = Scene::started(settings, 3);
    while scene.tournament.rounds().len() < 4 {
        scene.now = scene.tournament.next_round_at().unwrap();
        scene.tick();
        if scene.tournament.rounds().len() < 4 {
            end_round(&mut scene);
        }
    }
    let (number, sides) = scene.open().remove(0);
    scene.finish(number, End::Wins(u8::from(sides[0] == 1), 2));
    assert_eq!(
        (scene.tournament.next_round_at(), scene.tournament.status()),
        (Some(starts[4]), TournamentStatus::Running)
    );
    scene.play_out();
    assert_eq!(began(&scene), starts);
}

#[test]
fn the_knockout_after_groups_begins_at_its_time() {
    let form = Groups { groups: 2, advance: 1, cycles: 1, best_of: 1, extra_pairs: 0, third_place: false };
    let (mut settings, starts) = hourly(Format::Groups(form), 4);
    settings.entry.minimum = 4;
    settings.entry.capacity = 32;
    let mut scene = Scene::started(settings, 8);
    for &start in &starts[..3] {
        scene.now = start;
        scene.tick();
        end_round(&mut scene);
    }
    assert_eq!(scene.tournament.next_round_at(), Some(starts[3]));
    scene.pass(600);
    assert!(
        scene.tournament.qualified().is_empty(),
        "results can be corrected until the time of the knockout"
    );
    // A pause does not move the time.
    scene.direct(Command::Pause { reason: "the hall is closed".to_owned() }).unwrap();
    scene.now = scene.now + Duration::from_mins(10);
    scene.direct(Command::Resume).unwrap();
    assert_eq!(scene.tournament.next_round_at(), Some(starts[3]));
    scene.now = starts[3];
    scene.tick();
    assert_eq!((began(&scene), pairs(&scene)), (starts, vec![vec![1, 2]]));
}

#[test]
fn settings_of_rounds_and_tie_breaks_must_fit_the_format() {
    let starts = |times: &[i64]| times.iter().copied().map(Timestamp).collect::<Vec<_>>();
    let rounds = |times: &[i64]| Rounds { starts: starts(times), ..Rounds::default() };
    let refused = |settings: Settings| settings.validate().unwrap_err();
    assert_eq!(refused(Settings { rounds: rounds(&[2, 1]), ..swiss(3) }), SettingsError::RoundStarts);
    assert_eq!(refused(Settings { rounds: rounds(&[1, 2, 3, 4]), ..swiss(3) }), SettingsError::RoundStarts);
    Settings { rounds: rounds(&[1, 2, 3]), ..swiss(3) }.validate().unwrap();
    let many: Vec<i64> = (0..=limits::ROUND_STARTS_MAX as i64).collect();
    let arena =
        Arena { duration_seconds: 600, closing_seconds: 30, wave_seconds: 5, berserk: false, streaks: false };
    let knockout =
        settings(Format::Knockout(Knockout { best_of: 1, third_place: false, extra_pairs: 0 }), Mode::Two);
    Settings { rounds: rounds(&many[1..]), ..knockout.clone() }.validate().unwrap();
    assert_eq!(refused(Settings { rounds: rounds(&many), ..knockout }), SettingsError::RoundStarts);
    assert_eq!(
        refused(Settings { rounds: rounds(&[1]), ..settings(Format::Arena(arena), Mode::Two) }),
        SettingsError::RoundStarts
    );
    let order = |order: &[TieBreak]| Settings { tie_break_order: order.to_vec(), ..swiss(3) };
    order(&[TieBreak::Marbles, TieBreak::Buchholz]).validate().unwrap();
    assert_eq!(refused(order(&[TieBreak::Wins, TieBreak::Wins])), SettingsError::TieBreaks);
    assert_eq!(refused(order(&[TieBreak::Reached])), SettingsError::TieBreaks);
    let round_robin = settings(Format::RoundRobin(RoundRobin { cycles: 1 }), Mode::Two);
    let fide = Settings { unplayed_rounds: UnplayedRounds::Fide, ..round_robin.clone() };
    assert_eq!(refused(fide), SettingsError::UnplayedRounds);
    let reviewed = Rounds { reviewed: true, ..Rounds::default() };
    assert_eq!(refused(Settings { rounds: reviewed, ..round_robin }), SettingsError::Reviewed);
}

#[test]
fn tie_breaks_apply_in_the_chosen_order() {
    let mut chosen = swiss(1);
    chosen.tie_break_order = vec![TieBreak::Marbles];
    let mut scene = Scene::started(chosen, 4);
    // 1 and 2 win; 2 by more marbles.
    for (number, sides) in scene.open() {
        let winner = sides.iter().position(|&one| one <= 2).unwrap();
        scene.finish(number, End::Wins(winner as u8, if sides.contains(&1) { 5 } else { 0 }));
    }
    assert_eq!(scene.order(), [2, 1, 3, 4]);
    assert!(scene.tournament.standings().iter().all(|standing| standing.tie_breaks.len() == 1));
}

#[test]
fn unplayed_rounds_count_as_in_article_16_of_fide() {
    let mut fide = swiss(3);
    fide.unplayed_rounds = UnplayedRounds::Fide;
    let mut scene = Scene::started(fide, 4);
    // Round 1: 1 beats 3, 2 beats 4. 4 withdraws during round 2 and forfeits its game.
    end_round(&mut scene);
    scene.player(4, Command::Withdraw).unwrap();
    while scene.tournament.status() == TournamentStatus::Running {
        if scene.open().is_empty() {
            scene.pass(60);
        }
        end_round(&mut scene);
    }
    let values = |number: u32, by: TieBreak| {
        let standings = scene.tournament.standings();
        let standing = standings.iter().find(|one| one.participant == id(number)).unwrap();
        let place = scene.tournament.settings().tie_breaks().iter().position(|one| *one == by).unwrap();
        (standing.points, standing.tie_breaks[place])
    };
    let met = |number: u32| -> Vec<u32> {
        let games = scene.tournament.games().iter().filter(|game| game.sides.contains(&id(number)));
        games.flat_map(|game| game.sides.iter().map(|side| side.0)).filter(|&other| other != number).collect()
    };
    // 4 has no points. The forfeit stays a loss; round 3, for which 4 is not there, counts as a draw, which is one unit.
    let points = |number: u32| i64::from(values(number, TieBreak::Buchholz).0);
    let of_2: i64 = met(2).iter().map(|&other| if other == 4 { 1 } else { points(other) }).sum();
    let own_rounds = 3 - met(2).len() as i64;
    assert!(met(2).contains(&4));
    // An opponent in a round without a game has at most the points for three draws.
    assert_eq!(values(2, TieBreak::Buchholz).1, of_2 + own_rounds * points(2).min(3));
    // 4 met only 2, and chose not to play twice: a round with its own points is cut first.
    assert_eq!(values(4, TieBreak::Buchholz), (0, points(2)));
    assert_eq!(values(4, TieBreak::BuchholzCut1), (0, points(2)));
}

#[test]
fn forfeits_count_as_in_article_16_of_fide() {
    let mut fide = swiss(2);
    fide.unplayed_rounds = UnplayedRounds::Fide;
    let mut scene = Scene::started(fide, 4);
    // Round 1: 1 beats an opponent who does not come. Round 2: 1 beats the other winner, and the absent player beats the other loser.
    let (first, sides) = scene.open().into_iter().find(|(_, sides)| sides.contains(&1)).unwrap();
    let place = sides.iter().position(|&one| one != 1).unwrap();
    let absent = sides[place];
    scene.finish(first, End::NoShow(place as u8));
    end_round(&mut scene);
    while scene.tournament.status() == TournamentStatus::Running {
        scene.pass(60);
        for (number, sides) in scene.open() {
            let winner = sides.iter().position(|&one| one == 1 || one == absent).unwrap();
            scene.finish(number, End::Wins(winner as u8, 2));
        }
    }
    let values = |number: u32, by: TieBreak| {
        let standings = scene.tournament.standings();
        let standing = standings.iter().find(|one| one.participant == id(number)).unwrap();
        let place = scene.tournament.settings().tie_breaks().iter().position(|one| *one == by).unwrap();
        (standing.points, standing.tie_breaks[place])
    };
    // In units of half a point: 1 has four, the absent player and the other winner two. The win without a game counts the two points of the
    // absent player.
    assert_eq!(values(1, TieBreak::Buchholz), (4, 2 + 2));
    // The absent player's loss counts their own two points, and is cut first; the beaten opponent has none.
    assert_eq!(values(absent, TieBreak::Buchholz), (2, 2));
    assert_eq!(values(absent, TieBreak::BuchholzCut1), (2, 0));
}

#[test]
fn announcements_are_limited_and_the_latest_are_shown() {
    let mut scene = Scene::with(swiss(3), 2);
    let announce = |text: &str| Command::Announce { text: text.to_owned() };
    assert_eq!(scene.player(1, announce("lunch")), Err(CommandError::NotDirector));
    scene.direct(announce("Round 2 begins at noon.")).unwrap();
    assert_eq!(scene.direct(announce("again")), Err(CommandError::AnnouncedJustNow));
    for number in 1..limits::ANNOUNCEMENTS_MAX {
        scene.now = scene.now + Duration::from_mins(1);
        scene.direct(announce(&format!("message {number}"))).unwrap();
    }
    scene.now = scene.now + Duration::from_mins(1);
    assert!(matches!(scene.direct(announce("one more")), Err(CommandError::TooMany(_))));
    let shown = scene.tournament.announcements();
    assert_eq!(
        (shown.len(), shown.last().unwrap().text.as_str()),
        (limits::ANNOUNCEMENTS_SHOWN, "message 99")
    );
}

#[test]
fn settings_of_older_versions_still_load() {
    let mut old = serde_json::to_value(swiss(3)).unwrap();
    assert!(old.get("tie_break_order").is_none() && old.get("unplayed_rounds").is_none());
    old["rounds"] = serde_json::json!({"break_seconds": 5});
    let loaded: Settings = serde_json::from_value(old).unwrap();
    assert_eq!(loaded.rounds, Rounds { break_seconds: 5, ..Rounds::default() });
}
