//! Text that users write in a tournament: the server checks it like all text for other users.

use serde_json::{Value, json};

use super::{Place, settings};
use crate::database::BOTH;
use crate::moderation::with_role;
use crate::test_server::TestServer;

fn with(field: &str, value: &str) -> Value {
    let mut settings = settings(json!({"form": "swiss", "rounds": 3}));
    settings[field] = json!(value);
    settings
}

/// The error for texts with characters that no request may have.
const NO_CHARACTER: &str = "the character U+0007 is not allowed in any text";

/// Single-line texts that every tournament rejects, and the reasons.
const BAD: [(&str, &str); 6] = [
    ("Cup\n1.  Eve  3000", "a single line"),
    ("a\u{202e}evil", "hidden characters"),
    ("a\u{200b}b", "hidden characters"),
    ("a\u{7}b", NO_CHARACTER),
    ("win at example.com", "links are not allowed"),
    ("kill yourself", "contains blocked words"),
];

#[tokio::test]
async fn tournament_refuses_text_that_chat_refuses() {
    let server = TestServer::start().await;
    let place = Place::of(&server);
    let (_, director) = place.account("Ada").await;
    let refused = |(status, body): (u16, Value), why: &str| {
        let code = if why == NO_CHARACTER { "out_of_range" } else { "bad_words" };
        assert_eq!((status, &body["code"]), (400, &json!(code)), "{why}: {body}");
        assert!(body["detail"].as_str().unwrap().contains(why), "{why}: {body}");
    };
    for (text, reason) in BAD {
        let body = json!({"settings": with("name", text)});
        refused(place.post("/tournaments", &director, body).await, reason);
    }
    let body = json!({"settings": with("description", "kill yourself")});
    refused(place.post("/tournaments", &director, body).await, "contains blocked words");

    let mut teams = with("description", "Rules:\n\nhttps://example.com");
    teams["mode"] = json!("four");
    teams["form"] = json!({"form": "arena", "duration_s": 600, "closing_s": 60, "wave_s": 5});
    let id = place.announce(&director, teams.clone()).await;
    teams["name"] = json!("a\u{202e}evil");
    let edit = json!({"settings": teams, "revision": 0});
    let path = format!("/tournaments/{id}");
    refused(place.request(reqwest::Method::PATCH, &path, &director, edit).await, "hidden characters");
    let guest = place.player().await;
    for (text, reason) in BAD {
        let team = json!({"type": "register", "team_name": text});
        refused(place.try_command(&id, &guest.token, &team).await, reason);
        for command in [
            json!({"type": "pause", "reason": text}),
            json!({"type": "cancel", "reason": text}),
            json!({"type": "remove", "participant": 1, "reason": text}),
            json!({"type": "rule", "game": 1, "verdict": {"kind": "void"}, "seen": null, "reason": text}),
        ] {
            refused(place.try_command(&id, &director, &command).await, reason);
        }
    }
    place.command(&id, &guest.token, json!({"type": "register", "team_name": "Żółwie"})).await;
}

#[tokio::test]
async fn muted_user_cannot_write_in_a_tournament() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let place = Place::of(&server);
        let moderator = with_role(&server, "Mona", "moderator").await;
        let eve = server.account("Eve").await;
        let id = place.announce(&eve.token, with("name", "Before")).await;
        let mute = json!({"user": eve.id, "kind": "mute", "days": 1, "reason": "rude"});
        assert_eq!(server.post("/api/v1/moderation/sanctions", Some(&moderator.token), mute).await.0, 204);
        let edit = json!({"settings": with("name", "After"), "revision": 0});
        for (status, body) in [
            place.post("/tournaments", &eve.token, json!({"settings": with("name", "Cup")})).await,
            place.request(reqwest::Method::PATCH, &format!("/tournaments/{id}"), &eve.token, edit).await,
            place.try_command(&id, &eve.token, &json!({"type": "cancel", "reason": "words"})).await,
            place.try_command(&id, &eve.token, &json!({"type": "register", "team_name": "words"})).await,
        ] {
            assert_eq!((status, &body["code"]), (403, &json!("muted")), "{body}");
        }
        // A command without text still works.
        place.command(&id, &eve.token, json!({"type": "register"})).await;
        assert_eq!(place.tournament(&id).await["settings"]["name"], "Before");
    }
}

#[tokio::test]
async fn offensive_tournament_text_is_reported_and_replaced() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let place = Place::of(&server);
        let moderator = with_role(&server, "Mona", "moderator").await;
        let (eve, anna) = (server.account("Eve").await, server.account("Anna").await);
        let mut settings = with("name", "Mild insult");
        settings["description"] = json!("and more of it");
        let id = place.announce(&eve.token, settings).await;
        place.command(&id, &eve.token, json!({"type": "cancel", "reason": "a third one"})).await;

        let report =
            |player: &str| json!({"player": player, "tournament": id, "words": "insults in its name"});
        let send = async |report: Value| server.post("/api/v1/reports", Some(&anna.token), report).await;
        let (status, body) = send(report("Mona")).await;
        assert_eq!(
            (status, &body["code"]),
            (400, &json!("out_of_range")),
            "the reported user has no part in the tournament"
        );
        assert_eq!(send(report("Eve")).await.0, 204);
        let (_, reports) = server.get_as("/api/v1/moderation/reports", &moderator.token).await;
        let report = &reports["reports"][0];
        assert_eq!(report["tournament"], json!(id));
        assert_eq!(report["said"], "Mild insult\nand more of it");

        let path = format!("/moderation/tournaments/{id}/words");
        let put =
            async |token: &str, body: Value| place.request(reqwest::Method::PUT, &path, token, body).await;
        let words = json!({"name": "Club evening", "description": "", "reasons": true, "reason": "insults"});
        assert_eq!(put(&eve.token, words.clone()).await.0, 403);
        let forged = json!({"name": "Cup\n1.  Eve  3000", "reason": "insults"});
        assert_eq!(put(&moderator.token, forged).await.0, 400);
        assert_eq!(put(&moderator.token, words.clone()).await.0, 204);
        assert_eq!(put(&moderator.token, words).await.0, 204, "once more");

        let shown = place.tournament(&id).await;
        assert_eq!(shown["settings"]["name"], "Club evening");
        assert_eq!(shown["settings"]["description"], "");
        assert_eq!(place.get("/tournaments?over=true").await["tournaments"][0]["name"], "Club evening");
        let log = place.get(&format!("/tournaments/{id}/log")).await.to_string();
        assert!(!log.contains("insult") && !log.contains("third one"), "{log}");
        let (_, actions) = server.get_as("/api/v1/moderation/log", &moderator.token).await;
        let action = &actions["deeds"][0];
        assert_eq!((&action["action"], &action["target"]), (&json!("reword"), &json!(id)));
        assert_eq!(action["words"], "Mild insult → Club evening, description, reasons: insults");
    }
}
