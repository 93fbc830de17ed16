//! What is stored: the form of events must stay readable, and damage is found.

use sumito_game::{Corrupt, Event, Offer, Record, Settings, Signal, Table, TimeControl, Timestamp};

use crate::scene::{BLACK, SECOND, Scene, WHITE, seat, settings};

fn json(event: &Event) -> String {
    serde_json::to_string(event).unwrap()
}

/// These lines are in databases: they may be added to, never changed.
#[test]
fn the_stored_form_of_events_does_not_change() {
    let control = TimeControl::Fischer { initial: 60 * SECOND, increment: 2 * SECOND };
    let mut scene = Scene::started_with(settings(control));
    scene.play("a1b2").unwrap();
    scene.signal(Signal::Connected(WHITE));
    scene.ask(WHITE, sumito_game::Command::Offer(Offer::Draw)).unwrap();
    scene.ask(BLACK, sumito_game::Command::Decline(Offer::Draw)).unwrap();
    scene.signal(Signal::Pausing);
    scene.signal(Signal::Resuming);
    scene.ask(BLACK, sumito_game::Command::Resign).unwrap();
    let stored: Vec<_> = scene.records.iter().map(|record| json(&record.event)).collect();
    assert_eq!(
        stored,
        [
            r#"{"kind":"created","settings":{"mode":"two","layout":"standard","time":{"kind":"fischer","initial_ms":60000,"increment_ms":2000},"rated":false,"ready":false,"policy":{"quiet_plies":250,"repetitions":3,"first_move_ms":null,"first_move_forfeits":false,"absence_ms":30000,"takebacks":true}}}"#,
            r#"{"kind":"seated","seat":0,"player":{"id":"00000000-0000-0000-0000-00000000b1ac","name":"user UserId(00000000-0000-0000-0000-00000000b1ac)","guest":true}}"#,
            r#"{"kind":"seated","seat":1,"player":{"id":"00000000-0000-0000-0000-00000000817e","name":"user UserId(00000000-0000-0000-0000-00000000817e)","guest":true}}"#,
            r#"{"kind":"started","game":"00000000-0000-0000-0000-000000001000"}"#,
            r#"{"kind":"moved","seat":0,"ply":0,"move":"a1b2"}"#,
            r#"{"kind":"presence","seat":1,"connected":true}"#,
            r#"{"kind":"offered","seat":1,"what":"draw"}"#,
            r#"{"kind":"declined","seat":0,"what":"draw"}"#,
            r#"{"kind":"paused"}"#,
            r#"{"kind":"resumed"}"#,
            r#"{"kind":"finished","outcome":{"winners":[1],"reason":"resignation","score":[0,0]}}"#,
        ]
    );
    let read: Vec<Event> = stored.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(read.iter().eq(scene.records.iter().map(|record| &record.event)));
    assert_eq!(Table::replay(&scene.records).as_ref(), Ok(&scene.table));
}

#[test]
fn a_delay_for_spectators_is_stored_where_there_is_one() {
    let late = Settings { spectator_delay: 60 * SECOND, ..settings(TimeControl::Unlimited) };
    let [created] = Table::create(late).unwrap().try_into().unwrap();
    let stored = json(&created);
    assert!(stored.contains(r#""ready":false,"spectator_delay_ms":60000,"policy""#), "{stored}");
    assert_eq!(serde_json::from_str::<Event>(&stored).unwrap(), created);
}

#[test]
fn damage_is_found_and_named() {
    let mut scene = Scene::started();
    scene.play_all(&["a1b2", "i5h5"]);
    let damaged = |damage: fn(&mut Vec<Record>)| -> Corrupt {
        let mut records = scene.records.clone();
        damage(&mut records);
        Table::replay(&records).unwrap_err()
    };
    let missing = damaged(|records| drop(records.remove(2)));
    assert_eq!((missing.seq, missing.what.as_str()), (4, "it should be number 3"));
    let headless = damaged(|records| drop(records.remove(0)));
    assert_eq!(headless.what, "a table begins with its creation");
    let backwards = damaged(|records| records[4].at = Timestamp(0));
    assert_eq!((backwards.seq, backwards.what.as_str()), (5, "it is older than the one before"));
    let swapped = damaged(|records| {
        let later = records[5].event.clone();
        records[5].event = std::mem::replace(&mut records[4].event, later);
    });
    assert_eq!((swapped.seq, swapped.what.as_str()), (5, "it is another ply's turn"));
    let illegal = damaged(|records| records[5].event = records[4].event.clone());
    assert_eq!(illegal.seq, 6);
    let nothing = damaged(Vec::clear);
    assert_eq!(nothing.seq, 0);
}

#[test]
fn an_event_without_its_game_is_damage() {
    let scene = Scene::new(settings(TimeControl::Unlimited));
    let mut table = scene.table.clone();
    for event in [
        Event::Offered { seat: seat(0), what: Offer::Draw },
        Event::Declined { seat: seat(0), what: Offer::Draw },
        Event::TakenBack { ply: 0 },
        Event::Left { seat: seat(3) },
        Event::Presence { seat: seat(2), connected: true, on_purpose: false },
        scene.records[0].event.clone(),
    ] {
        let record = Record { seq: 2, at: scene.now, cause: None, event };
        assert!(table.apply(&record).is_err(), "{record:?}");
        assert_eq!(table, scene.table, "a refused record changes nothing");
    }
}
