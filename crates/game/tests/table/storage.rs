//! Stored form: old events must stay readable, and damage must be detected.

use std::time::Duration;

use sumito_game::{
    Command, Event, Offer, Player, Record, ReplayError, Settings, Status, Table, TimeControl, Timestamp,
};

use crate::scene::{BLACK, SECOND, Scene, WHITE, seat, settings};

fn json(event: &Event) -> String {
    serde_json::to_string(event).unwrap()
}

/// Databases contain such lines: a change here makes games stored earlier unreadable.
#[test]
fn the_stored_form_of_events_does_not_change() {
    let control = TimeControl::Fischer { initial: 60 * SECOND, increment: 2 * SECOND };
    let mut scene = Scene::started_with(settings(control));
    scene.play("a1b2").unwrap();
    scene.request(WHITE, Command::Offer(Offer::Draw)).unwrap();
    scene.request(BLACK, Command::Decline(Offer::Draw)).unwrap();
    scene.request(BLACK, Command::Resign).unwrap();
    let stored: Vec<_> = scene.records.iter().map(|record| json(&record.event)).collect();
    assert_eq!(
        stored,
        [
            r#"{"kind":"created","settings":{"mode":"two","layout":"standard","time":{"kind":"fischer","initial_ms":60000,"increment_ms":2000},"rated":false,"ready":false,"policy":{"quiet_plies":250,"repetitions":3,"first_move_ms":null,"first_move_forfeits":false,"absence_ms":30000,"stale_ms":null,"takebacks":true}}}"#,
            r#"{"kind":"seated","seat":0,"player":{"id":"00000000-0000-0000-0000-00000000b1ac","name":"user UserId(00000000-0000-0000-0000-00000000b1ac)","guest":true}}"#,
            r#"{"kind":"seated","seat":1,"player":{"id":"00000000-0000-0000-0000-00000000817e","name":"user UserId(00000000-0000-0000-0000-00000000817e)","guest":true}}"#,
            concat!(
                r#"{"kind":"started","game":"00000000-0000-0000-0000-000000001000","players":["#,
                r#"{"id":"00000000-0000-0000-0000-00000000b1ac","name":"user UserId(00000000-0000-0000-0000-00000000b1ac)","guest":true},"#,
                r#"{"id":"00000000-0000-0000-0000-00000000817e","name":"user UserId(00000000-0000-0000-0000-00000000817e)","guest":true}]}"#
            ),
            r#"{"kind":"moved","seat":0,"ply":0,"move":"a1b2"}"#,
            r#"{"kind":"offered","seat":1,"what":"draw"}"#,
            r#"{"kind":"declined","seat":0,"what":"draw"}"#,
            r#"{"kind":"finished","outcome":{"winners":[1],"reason":"resignation","score":[0,0]}}"#,
        ]
    );
    let read: Vec<Event> = stored.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(read.iter().eq(scene.records.iter().map(|record| &record.event)));
    assert_eq!(Table::replay(&scene.records).as_ref(), Ok(&scene.table));
}

#[test]
fn a_delay_for_spectators_is_stored_where_there_is_one() {
    let late = Settings { spectator_delay: 60 * SECOND, ..settings(TimeControl::None) };
    let [created] = Table::create(late).unwrap().try_into().unwrap();
    let stored = json(&created);
    assert!(stored.contains(r#""ready":false,"spectator_delay_ms":60000,"policy""#), "{stored}");
    assert_eq!(serde_json::from_str::<Event>(&stored).unwrap(), created);
}

#[test]
fn record_contains_the_servers_time_if_there_is_any() {
    let mut scene = Scene::started();
    scene.play("a1b2").unwrap();
    let usual = serde_json::to_string(scene.records.last().unwrap()).unwrap();
    assert!(usual.starts_with(r#"{"seq":5,"at":1763680000000000,"cause":{"user":"#), "{usual}");
    scene.outage(SECOND);
    scene.play("i5h5").unwrap();
    let late = serde_json::to_string(scene.records.last().unwrap()).unwrap();
    assert!(late.starts_with(r#"{"seq":6,"at":1763680001000000,"server_us":1000000,"cause":"#), "{late}");
    for (json, record) in [usual, late].iter().zip(&scene.records[4..]) {
        assert_eq!(&serde_json::from_str::<Record>(json).unwrap(), record);
    }
}

/// Two games at one table, the second after a rematch.
fn two_games() -> Scene {
    let mut scene = Scene::new(Settings { ready: true, ..settings(TimeControl::None) });
    for user in [BLACK, WHITE] {
        scene.join(user, None).unwrap();
        scene.request(user, Command::Ready(true)).unwrap();
    }
    scene.play_all(&["a1b2", "i5h5"]);
    scene.request(BLACK, Command::Resign).unwrap();
    for user in [BLACK, WHITE] {
        scene.request(user, Command::Offer(Offer::Rematch)).unwrap();
    }
    scene.play("a1b2").unwrap();
    scene
}

#[test]
fn the_last_game_alone_gives_the_same_table() {
    let scene = two_games();
    let last_game = scene.last_game();
    assert_eq!(last_game.iter().map(|record| record.seq).collect::<Vec<_>>(), [1, 11, 12]);
    assert_eq!(Table::replay(&last_game).as_ref(), Ok(&scene.table));
}

#[test]
fn nothing_else_can_be_left_out() {
    let scene = two_games();
    let replayed = |seqs: &[usize]| {
        let records: Vec<_> = seqs.iter().map(|seq| scene.records[seq - 1].clone()).collect();
        Table::replay(&records).map_err(|corrupt| (corrupt.seq, corrupt.what))
    };
    let gap = |seq, expected| Err((seq, format!("expected event number {expected}")));
    assert_eq!(replayed(&[1, 12]), gap(12, 2), "the records go on with something else than a beginning");
    assert_eq!(replayed(&[1, 2, 11]), gap(11, 3), "something else comes between");
    assert_eq!(replayed(&[1, 6, 7, 8, 11]), gap(11, 9), "a second gap");
    assert_eq!(replayed(&[1, 11, 12]), Ok(scene.table.clone()));
    assert_eq!(replayed(&[11, 12]), Err((11, "the first event must create the table".to_owned())));
}

#[test]
fn start_event_must_keep_seated_players_and_fill_all_seats() {
    let scene = two_games();
    let replayed = |before: usize, change: fn(&mut Vec<Player>)| {
        let mut records = scene.records[..before].to_vec();
        let mut start = scene.records[5].clone();
        let Event::Started { players, .. } = &mut start.event else { panic!("{start:?} is no beginning") };
        change(players);
        records.push(start);
        Table::replay(&records).map_err(|corrupt| corrupt.what)
    };
    let players = "1 players seated, but the mode has 2";
    for before in [1, 5] {
        assert!(replayed(before, |_| ()).is_ok());
        assert_eq!(replayed(before, |players| drop(players.pop())), Err(players.to_owned()));
        let twice = replayed(before, |players| players[1] = players[0].clone());
        assert_eq!(twice, Err("player on two seats".to_owned()));
    }
    let others = "seats do not match the table";
    assert_eq!(replayed(5, |players| players.swap(0, 1)), Err(others.to_owned()));
}

#[test]
fn a_table_can_begin_with_a_game() {
    let scene = two_games();
    let mut start = scene.records[5].clone();
    start.seq = 2;
    let table = Table::replay(&[scene.records[0].clone(), start]).unwrap();
    assert_eq!((table.seat_of(BLACK), table.seat_of(WHITE)), (Some(seat(0)), Some(seat(1))));
    assert_eq!(table.status(), Status::Playing);
}

#[test]
fn damage_is_found_and_named() {
    let mut scene = Scene::started();
    scene.play_all(&["a1b2", "i5h5"]);
    let damaged = |damage: fn(&mut Vec<Record>)| -> ReplayError {
        let mut records = scene.records.clone();
        damage(&mut records);
        Table::replay(&records).unwrap_err()
    };
    let missing = damaged(|records| drop(records.remove(2)));
    assert_eq!((missing.seq, missing.what.as_str()), (4, "expected event number 3"));
    let headless = damaged(|records| drop(records.remove(0)));
    assert_eq!(headless.what, "the first event must create the table");
    let backwards = damaged(|records| records[4].at = Timestamp(0));
    assert_eq!((backwards.seq, backwards.what.as_str()), (5, "timestamp before the previous event"));
    let swapped = damaged(|records| {
        let later = records[5].event.clone();
        records[5].event = std::mem::replace(&mut records[4].event, later);
    });
    assert_eq!((swapped.seq, swapped.what.as_str()), (5, "unexpected ply"));
    let illegal = damaged(|records| records[5].event = records[4].event.clone());
    assert_eq!(illegal.seq, 6);
    let nothing = damaged(Vec::clear);
    assert_eq!(nothing.seq, 0);
}

#[test]
fn an_event_without_its_game_is_damage() {
    let scene = Scene::new(settings(TimeControl::None));
    let mut table = scene.table.clone();
    for event in [
        Event::Offered { seat: seat(0), what: Offer::Draw },
        Event::Declined { seat: seat(0), what: Offer::Draw },
        Event::TakenBack { ply: 0 },
        Event::Left { seat: seat(3) },
        Event::Offered { seat: seat(2), what: Offer::Draw },
        Event::Ready { seat: seat(2), ready: true },
        scene.records[0].event.clone(),
    ] {
        let record = Record { seq: 2, at: scene.now, server: Duration::ZERO, cause: None, event };
        assert!(table.apply(&record).is_err(), "{record:?}");
        assert_eq!(table, scene.table, "a refused record changes nothing");
    }
}
