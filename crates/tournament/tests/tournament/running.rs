//! Running a tournament: entries and their limits, the start, pauses, outages, directors.

use std::time::Duration;

use sumito_game::{TimeControl, Timestamp, UserId};
use sumito_rules::Mode;
use sumito_tournament::{
    Actor, Admission, Arena, Command, CommandError, Entry, Event, Format, GameNumber, Knockout, Rewording,
    RoundRobin, Rounds, RulingReason, Settings, SettingsError, Start, Swiss, SwissPairing, Tournament,
    TournamentStatus, Verdict, limits,
};
use uuid::Uuid;

use crate::scene::{DIRECTOR, End, Scene, applicant, id, invite, settings, user};

const OTHER_DIRECTOR: UserId = UserId(Uuid::from_u128(0xd2));

fn swiss() -> Settings {
    let form = Swiss {
        rounds: 3,
        pairing: SwissPairing::Balanced,
        accelerated: false,
        half_point_byes: 0,
        late_entry_rounds: 0,
    };
    settings(Format::Swiss(form), Mode::Two)
}

fn with_entry(entry: impl FnOnce(&mut Entry)) -> Scene {
    let mut settings = swiss();
    entry(&mut settings.entry);
    Scene::new(settings)
}

fn register(scene: &mut Scene, number: u32, rating: u16) -> Result<Vec<Event>, CommandError> {
    scene.player(number, Command::Register { applicant: Box::new(applicant(number, rating)) })
}

#[test]
fn a_tournament_without_a_clock_is_refused() {
    let mut settings = swiss();
    settings.game.time = TimeControl::None;
    let director = DIRECTOR.user().unwrap();
    assert_eq!(Tournament::create(settings, director, None), Err(SettingsError::NoClock));
    let mut settings = swiss();
    settings.game.policy.first_move = None;
    assert_eq!(Tournament::create(settings, director, None), Err(SettingsError::NoFirstMove));
    let mut settings = swiss();
    settings.game.mode = Mode::Three;
    settings.game.layout = Mode::Three.default_layout();
    settings.form = Format::Knockout(Knockout { best_of: 1, third_place: false, extra_pairs: 0 });
    assert_eq!(Tournament::create(settings, director, None), Err(SettingsError::Form));
}

fn system(scene: &mut Scene, command: Command) -> Result<Vec<Event>, CommandError> {
    scene.run_command(Actor::System, command)
}

#[test]
fn deleted_user_is_withdrawn_and_renamed() {
    let forget = |number| Command::Forget { user: user(number), name: "[deleted]".to_owned() };
    let name = |scene: &Scene, number| scene.tournament.participant(id(number)).unwrap().name.clone();
    let mut scene = Scene::with(swiss(), 5);
    assert_eq!(scene.player(1, forget(1)), Err(CommandError::NotSystem));
    system(&mut scene, forget(5)).unwrap();
    assert_eq!(scene.tournament.standings().len(), 4, "as if they had never entered");
    scene.player(4, Command::Withdraw).unwrap();
    scene.direct(Command::Start).unwrap();
    system(&mut scene, forget(3)).unwrap();
    system(&mut scene, forget(4)).unwrap();
    assert_eq!(
        [1, 2, 3, 4, 5].map(|number| name(&scene, number))[1..],
        ["Player 2", "[deleted]", "[deleted]", "[deleted]"]
    );
    assert!(!scene.tournament.participant(id(3)).unwrap().is_in());
    assert!(scene.tournament.participants()[2].members[0].player.guest);
    assert_eq!(system(&mut scene, forget(3)), Ok(Vec::new()), "once is enough");
    scene.direct(Command::Cancel { reason: "Rain".to_owned() }).unwrap();
    let forgotten = Event::Forgotten { user: user(2), name: "[deleted]".to_owned() };
    assert_eq!(system(&mut scene, forget(2)), Ok(vec![forgotten]), "all is over");
    assert_eq!(scene.fold().participants(), scene.tournament.participants());
}

#[test]
fn entry_limits_name_the_unmet_requirement() {
    let mut scene = with_entry(|entry| (entry.rating_min, entry.rating_max) = (Some(1_400), Some(1_800)));
    assert_eq!(register(&mut scene, 1, 1_399), Err(CommandError::RatingTooLow(1_400)));
    assert_eq!(register(&mut scene, 1, 1_801), Err(CommandError::RatingTooHigh(1_800)));
    let mut unsure = applicant(1, 1_500);
    unsure.member.provisional = true;
    let command = Command::Register { applicant: Box::new(unsure) };
    assert_eq!(scene.player(1, command.clone()), Err(CommandError::RatingTooHigh(1_800)));
    assert_eq!(scene.direct(command.clone()), Err(CommandError::NeedsConsent));
    scene.direct(invite(1)).unwrap();
    scene.player(1, command).unwrap();
    assert_eq!(register(&mut scene, 1, 1_500), Err(CommandError::AlreadyIn));

    let mut scene = with_entry(|entry| entry.admission = Admission::Invitation);
    assert_eq!(register(&mut scene, 1, 1_500), Err(CommandError::NeedsInvitation));
    scene.direct(invite(1)).unwrap();
    register(&mut scene, 1, 1_500).unwrap();

    let mut scene = with_entry(|entry| entry.admission = Admission::Password);
    assert_eq!(register(&mut scene, 1, 1_500), Err(CommandError::NeedsPassword));

    let mut scene = with_entry(|entry| (entry.minimum, entry.capacity) = (2, 2));
    register(&mut scene, 1, 1_500).unwrap();
    register(&mut scene, 2, 1_500).unwrap();
    assert_eq!(register(&mut scene, 3, 1_500), Err(CommandError::Full(2)));
    scene.player(2, Command::Withdraw).unwrap();
    register(&mut scene, 3, 1_500).unwrap();
    assert_eq!(scene.tournament.standings().len(), 2, "who went before the start was never there");

    let mut scene = with_entry(|entry| entry.accounts_only = true);
    let mut bot = applicant(1, 1_500);
    bot.member.player.guest = true;
    assert_eq!(
        scene.player(1, Command::Register { applicant: Box::new(bot.clone()) }),
        Err(CommandError::NeedsAccount)
    );
    bot.member.player.bot = true;
    assert_eq!(
        scene.player(1, Command::Register { applicant: Box::new(bot) }),
        Err(CommandError::NoPrograms)
    );
}

#[test]
fn tournament_begins_on_time_with_present_participants() {
    let start = Timestamp(2_000_000_000);
    let settings = Settings { start: Start::At(start), ..swiss() };
    let mut scene = Scene::with(settings.clone(), 4);
    assert_eq!(scene.tournament.next_alarm(scene.now, Some(limits::WAITING)), Some(start));
    scene.now = start;
    scene.tick();
    assert_eq!(
        (scene.tournament.status(), scene.open().len()),
        (TournamentStatus::Running, 2),
        "all are there"
    );

    let mut scene = Scene::with(settings.clone(), 4);
    scene.present = [user(1)].into();
    scene.now = start;
    assert_eq!(scene.tick(), []);
    scene.present.insert(user(2));
    scene.pass(30);
    assert_eq!((scene.tournament.status(), scene.tournament.rounds().len()), (TournamentStatus::Running, 0));
    scene.pass(30);
    assert_eq!(scene.open().len(), 1, "two are there");

    let mut scene = Scene::with(settings, 4);
    scene.present.clear();
    scene.now = start + Duration::from_secs(30);
    assert_eq!(scene.tick(), [Event::Cancelled { reason: None }]);
}

#[test]
fn it_begins_when_so_many_are_here() {
    let mut scene = Scene::with(Settings { start: Start::WhenHere(4), ..swiss() }, 3);
    assert_eq!(scene.tournament.status(), TournamentStatus::Registering);
    scene.enter(4, 1_500);
    assert_eq!((scene.tournament.status(), scene.open().len()), (TournamentStatus::Running, 2));
}

#[test]
fn tournament_without_start_time_is_cancelled_eventually() {
    const WEEK: u64 = limits::WAITING.as_secs();
    for start in [Start::WhenHere(4), Start::ByDirector] {
        let mut scene = Scene::with(Settings { start, ..swiss() }, 3);
        assert_eq!(scene.pass(WEEK - 1), []);
        // A player leaves: the tournament still has activity.
        scene.player(1, Command::Withdraw).unwrap();
        let given_up_at = scene.now + Duration::from_secs(WEEK);
        assert_eq!(scene.tournament.next_alarm(scene.now, Some(limits::WAITING)), Some(given_up_at));
        assert_eq!(scene.pass(WEEK - 1), []);
        assert_eq!(scene.pass(1), [Event::Cancelled { reason: None }], "{start:?}");
        assert_eq!(scene.tournament.status(), TournamentStatus::Cancelled);
    }
}

#[test]
fn after_a_restart_the_round_is_paired_once_and_the_rooms_are_the_same() {
    let mut scene = Scene::started(swiss(), 6);
    let before: Vec<_> = scene.tournament.games_to_make().collect();
    scene.tournament = scene.fold();
    assert_eq!(scene.tick(), []);
    assert_eq!(scene.tournament.games_to_make().collect::<Vec<_>>(), before);
}

#[test]
fn outage_moves_all_deadlines() {
    let rounds = Rounds { break_seconds: 120, deadline_seconds: Some(600), ..Rounds::default() };
    let mut scene = Scene::started(Settings { rounds, ..swiss() }, 4);
    let down = scene.now + Duration::from_secs(100);
    scene.now = down + Duration::from_secs(1_000);
    scene.run_command(Actor::System, Command::Away { from: down, until: scene.now }).unwrap();
    assert_eq!(scene.open().len(), 2, "the round's time has not run out");
    let again = Command::Away { from: down, until: scene.now };
    assert_eq!(scene.run_command(Actor::System, again), Ok(vec![]), "the same outage counts once");
    scene.pass(499);
    assert_eq!(scene.open().len(), 2);
    scene.pass(1);
    assert_eq!(scene.open().len(), 2, "results are on their way");
    scene.pass(10);
    assert_eq!(
        scene.open(),
        [],
        "500 seconds after an outage at 100 of 600, and 10 for results on their way"
    );
    assert!(scene.tournament.games().iter().all(|game| game.verdict.as_ref().is_some_and(Verdict::is_draw)));
    assert_eq!(scene.tournament.next_round_at(), Some(scene.now + Duration::from_mins(2)));
}

#[test]
fn late_result_of_game_ended_before_deadline_counts() {
    let rounds = Rounds { break_seconds: 120, deadline_seconds: Some(600), ..Rounds::default() };
    let mut scene = Scene::started(Settings { rounds, ..swiss() }, 6);
    let open: Vec<_> = scene.open().into_iter().map(|(number, _)| number).collect();
    scene.now = scene.now + Duration::from_mins(10);
    let in_time = scene.finished(open[0], End::Wins(0, 3));
    let deadline = scene.now;
    scene.now = deadline + Duration::from_millis(1);
    assert_eq!(scene.tick(), []);
    let too_late = scene.finished(open[1], End::Wins(0, 3));
    let cut_off = Some(deadline + Duration::from_secs(10));
    assert_eq!(scene.tournament.next_alarm(scene.now, None), cut_off);
    scene.now = deadline + Duration::from_secs(9);
    system(&mut scene, in_time).unwrap();
    system(&mut scene, too_late).unwrap();
    let winners = |scene: &Scene, number| {
        scene.tournament.game(number).unwrap().verdict.as_ref().unwrap().winners().to_vec()
    };
    assert_eq!(winners(&scene, open[0]), [0], "it ended at the deadline");
    assert_eq!(winners(&scene, open[1]), [] as [u8; 0], "it was under way at the deadline");
    assert_eq!(scene.open().len(), 1);
    scene.pass(1);
    assert_eq!(winners(&scene, open[2]), [] as [u8; 0], "no result was reported");
}

#[test]
fn after_the_deadline_no_game_begins() {
    let rounds = Rounds { break_seconds: 120, deadline_seconds: Some(600), ..Rounds::default() };
    let form = Format::Knockout(Knockout { best_of: 3, third_place: false, extra_pairs: 0 });
    let mut scene = Scene::started(Settings { rounds, ..settings(form, Mode::Two) }, 2);
    scene.now = scene.now + Duration::from_mins(10);
    let number = scene.open()[0].0;
    scene.finish(number, End::Wins(0, 3));
    assert_eq!(scene.open(), []);
    assert_eq!(scene.tournament.status(), TournamentStatus::Finished);
}

#[test]
fn tournament_ends_when_all_participants_leave() {
    let arena =
        Arena { duration_seconds: 600, closing_seconds: 60, wave_seconds: 10, berserk: true, streaks: true };
    let forms = [
        Format::RoundRobin(RoundRobin { cycles: 1 }),
        swiss().form,
        Format::Knockout(Knockout { best_of: 1, third_place: true, extra_pairs: 0 }),
        Format::Arena(arena),
    ];
    for form in forms {
        let mut scene = Scene::started(settings(form, Mode::Two), 5);
        scene.tick();
        for number in 1..=5 {
            let _of_one_who_is_out_already = scene.player(number, Command::Withdraw);
        }
        scene.pass(3_600);
        assert_eq!(
            (scene.tournament.status(), scene.open().len()),
            (TournamentStatus::Finished, 0),
            "{form:?}"
        );
        assert_eq!(scene.fold(), scene.tournament);
    }
}

#[test]
fn pause_stops_pairings_and_time() {
    let rounds = Rounds { break_seconds: 60, deadline_seconds: None, ..Rounds::default() };
    let mut scene = Scene::started(Settings { rounds, ..swiss() }, 2);
    scene.direct(Command::Pause { reason: "dinner".to_owned() }).unwrap();
    assert_eq!(
        scene.direct(Command::Pause { reason: "dinner".to_owned() }),
        Ok(vec![]),
        "two directors at once"
    );
    scene.finish(GameNumber(1), End::Draw);
    scene.pass(1_000);
    assert_eq!(scene.tournament.rounds().len(), 1);
    let from = scene.now - Duration::from_secs(500);
    scene.run_command(Actor::System, Command::Away { from, until: scene.now }).unwrap();
    scene.direct(Command::Resume).unwrap();
    assert_eq!(scene.tournament.next_round_at(), Some(scene.now + Duration::from_mins(1)));
}

#[test]
fn two_directors_do_not_undo_each_others_work() {
    let mut scene = Scene::with(swiss(), 4);
    assert_eq!(
        scene.direct(Command::RemoveDirector { user: DIRECTOR.user().unwrap() }),
        Err(CommandError::LastDirector)
    );
    scene.direct(Command::AddDirector { user: OTHER_DIRECTOR }).unwrap();
    let edit = |name: &str, revision| {
        let settings = Box::new(Settings {
            name: name.to_owned(),
            rounds: Rounds { break_seconds: 300, deadline_seconds: None, ..Rounds::default() },
            ..swiss()
        });
        Command::Edit { settings, revision }
    };
    scene.direct(edit("Spring Open", 0)).unwrap();
    let late = scene.run_command(Actor::User(OTHER_DIRECTOR), edit("Autumn Open", 0));
    assert_eq!(late, Err(CommandError::Outdated));
    scene.run_command(Actor::User(OTHER_DIRECTOR), edit("Autumn Open", 1)).unwrap();
    scene.direct(Command::Start).unwrap();
    assert_eq!(scene.run_command(Actor::User(OTHER_DIRECTOR), Command::Start), Err(CommandError::Started));
    for (number, _) in scene.open() {
        scene.finish(number, End::Draw);
    }
    scene.direct(Command::BeginRound { round: 2 }).unwrap();
    let again = scene.run_command(Actor::User(OTHER_DIRECTOR), Command::BeginRound { round: 2 });
    assert_eq!((again, scene.tournament.rounds().len()), (Err(CommandError::NotNextRound(2)), 2));
    assert_eq!(scene.player(1, Command::Start), Err(CommandError::NotDirector));
    let steward = Actor::Steward(user(99));
    scene.run_command(steward, Command::Cancel { reason: "a flood".to_owned() }).unwrap();
    assert_eq!((scene.tournament.status(), scene.open().len()), (TournamentStatus::Cancelled, 0));
    assert_eq!(scene.direct(Command::Resume), Err(CommandError::Over));
}

#[test]
fn a_correction_counts_also_after_the_next_pairing_and_after_the_end() {
    let mut scene = Scene::started(swiss(), 4);
    for (number, _) in scene.open() {
        scene.finish(number, End::Wins(0, 1));
    }
    assert_eq!(scene.tournament.rounds().len(), 2);
    let paired = scene.tournament.rounds()[1].clone();
    let game = scene.tournament.game(GameNumber(1)).unwrap().clone();
    let rule = |seen, reason: &str| Command::Rule {
        game: GameNumber(1),
        verdict: Verdict::Forfeit { winners: vec![1] },
        seen,
        reason: reason.to_owned(),
    };
    assert_eq!(scene.direct(rule(game.verdict.clone(), " ")), Err(CommandError::NeedsReason));
    scene.direct(rule(game.verdict.clone(), "a program helped")).unwrap();
    assert_eq!(
        scene.direct(rule(game.verdict, "a program helped")),
        Err(CommandError::VerdictChanged(GameNumber(1)))
    );
    assert_eq!(scene.tournament.rounds()[1], paired, "what was paired stays");
    let of = |scene: &Scene, id| {
        scene.tournament.standings().into_iter().find(|standing| standing.participant == id).unwrap().points
    };
    assert_eq!((of(&scene, game.sides[0]), of(&scene, game.sides[1])), (0, 2));
    scene.play_out();
    let last = scene.tournament.games().last().unwrap().clone();
    let verdict = Verdict::Played { winners: vec![], marbles: vec![3, 3], plies: 90 };
    let bad = Verdict::Played { winners: vec![2], marbles: vec![3, 3], plies: 90 };
    let reason = "they had agreed on a draw".to_owned();
    let rule = |verdict| Command::Rule {
        game: last.number,
        verdict,
        seen: last.verdict.clone(),
        reason: reason.clone(),
    };
    assert_eq!(scene.direct(rule(bad)), Err(CommandError::BadVerdict { sides: 2 }));
    scene.direct(rule(verdict)).unwrap();
    assert_eq!(scene.tournament.status(), TournamentStatus::Finished);
}

#[test]
fn rated_tournament_rejects_guests_and_programs() {
    let mut scene = Scene::new(swiss());
    let mut guest = applicant(1, 1_500);
    guest.member.player.guest = true;
    scene.player(1, Command::Register { applicant: Box::new(guest.clone()) }).unwrap();
    let mut rated = swiss();
    rated.game.rated = true;
    rated.entry.accounts_only = true;
    let edit = Command::Edit { settings: Box::new(rated.clone()), revision: 0 };
    assert_eq!(scene.direct(edit), Err(CommandError::Unratable));
    let mut scene = Scene::new(rated);
    let invited =
        scene.direct(Command::Invite { player: Box::new(guest.member.player.clone()), exempt: false });
    assert_eq!(invited, Err(CommandError::NeedsAccount));
    let entered = scene.player(1, Command::Register { applicant: Box::new(guest) });
    assert_eq!(entered, Err(CommandError::NeedsAccount));
}

#[test]
fn excluded_participant_cannot_return() {
    let mut scene = Scene::started(swiss(), 4);
    scene.direct(Command::Exclude { participant: id(1), reason: "insults".to_owned() }).unwrap();
    assert_eq!(scene.player(1, Command::Return), Err(CommandError::Excluded));
    assert_eq!(register(&mut scene, 1, 1_500), Err(CommandError::Excluded));
    scene.player(2, Command::Withdraw).unwrap();
    scene.player(2, Command::Return).unwrap();
    assert!(scene.tournament.participant(id(2)).unwrap().is_in());
}

#[test]
fn computers_are_always_there_where_programs_may_enter() {
    let mut settings = settings(Format::RoundRobin(RoundRobin { cycles: 1 }), Mode::Two);
    settings.entry.programs = true;
    let mut scene = Scene::with(settings, 1);
    let computer = sumito_game::Computer::new(3, 0).unwrap();
    let mut entry = applicant(2, 1_300);
    entry.member.player = computer.player();
    scene.direct(Command::Register { applicant: Box::new(entry) }).unwrap();
    scene.direct(Command::Start).unwrap();
    assert_eq!(scene.tournament.games_to_make().next().unwrap().players[1].computer(), Some(computer));
}

#[test]
fn one_player_can_be_in_two_tournaments_whose_rooms_differ() {
    let scene = Scene::started(swiss(), 2);
    let other = sumito_game::TournamentId(Uuid::from_u128(15));
    let again = Tournament::replay(other, &scene.records).unwrap();
    let rooms = |tournament: &Tournament| tournament.games_to_make().next().unwrap().room;
    assert_ne!(rooms(&scene.tournament), rooms(&again));
}

#[test]
fn a_moderator_replaces_words_also_when_all_is_over() {
    let mut scene = Scene::started(swiss(), 4);
    let moderator = Actor::Steward(user(99));
    let game = GameNumber(1);
    let rule = Command::Rule { game, verdict: Verdict::Void, seen: None, reason: "a slur".to_owned() };
    scene.direct(rule).unwrap();
    scene.direct(Command::Cancel { reason: "Rain".to_owned() }).unwrap();
    let words = Rewording {
        name: Some("Tournament".to_owned()),
        description: Some(String::new()),
        team: None,
        reasons: true,
    };
    let reword = |rewording: &Rewording| Command::Reword { rewording: rewording.clone() };
    assert_eq!(scene.direct(reword(&words)), Err(CommandError::NotModerator), "a director wrote them");
    let before = scene.tournament.revision();
    scene.run_command(moderator, reword(&words)).unwrap();
    let after = &scene.tournament;
    assert_eq!((&*after.settings().name, after.revision()), ("Tournament", before + 1));
    let ruling = after.game(game).unwrap().ruling.clone();
    assert_eq!(ruling, Some(RulingReason::Director { reason: String::new(), own: false }));
    assert_eq!(after.reasons_since(), after.seq());
    assert_eq!(scene.fold().settings(), scene.tournament.settings());
    let same = Rewording { name: Some("Tournament".to_owned()), ..Rewording::default() };
    assert_eq!(scene.run_command(moderator, reword(&same)), Ok(Vec::new()), "it is so already");
    let forged = Rewording { name: Some("Cup\n1.  Eve".to_owned()), ..Rewording::default() };
    assert_eq!(scene.run_command(moderator, reword(&forged)), Err(SettingsError::Name.into()));
    let no_team = Rewording { team: Some((id(1), "Team".to_owned())), ..Rewording::default() };
    assert_eq!(scene.run_command(moderator, reword(&no_team)), Err(CommandError::NoSuchTeam(id(1))));
}

#[test]
fn director_rules_own_game_only_without_other_directors() {
    let mut scene = Scene::started(swiss(), 4);
    let game = GameNumber(1);
    let side = scene.tournament.game(game).unwrap().sides[0];
    let player = scene.tournament.participant(side).unwrap().members[0].player.id;
    let rule = |seen: Option<Verdict>, winner| Command::Rule {
        game,
        verdict: Verdict::Forfeit { winners: vec![winner] },
        seen,
        reason: "as agreed".to_owned(),
    };
    scene.direct(Command::AddDirector { user: player }).unwrap();
    assert_eq!(scene.run_command(Actor::User(player), rule(None, 0)), Err(CommandError::OwnGame(game)));
    assert_eq!(scene.run_command(Actor::Steward(player), rule(None, 0)), Err(CommandError::OwnGame(game)));
    scene.direct(Command::RemoveDirector { user: DIRECTOR.user().unwrap() }).unwrap();
    scene.run_command(Actor::User(player), rule(None, 0)).unwrap();
    let ruling = |scene: &Scene| scene.tournament.game(game).unwrap().ruling.clone();
    assert_eq!(ruling(&scene), Some(RulingReason::Director { reason: "as agreed".to_owned(), own: true }));
    // A moderator who does not play decides as always.
    let seen = Some(Verdict::Forfeit { winners: vec![0] });
    scene.run_command(Actor::Steward(user(99)), rule(seen, 1)).unwrap();
    assert_eq!(ruling(&scene), Some(RulingReason::Director { reason: "as agreed".to_owned(), own: false }));
}
