//! Paged lists: one way to page, the same errors for all of them.

use serde_json::{Value, json};

use crate::clubs;
use crate::database::BOTH;
use crate::moderation::with_role;
use crate::play::two_players;
use crate::test_server::TestServer;
use crate::tournaments::{Place, settings};

/// Every list that has pages, for an administrator with the name `Ada` who has a club and a tournament.
const LISTS: [&str; 20] = [
    "/admin/accounts",
    "/clubs",
    "/clubs?prefix=a",
    "/clubs/CLUB/members",
    "/clubs/CLUB/leaderboards/two",
    "/games",
    "/leaderboards/two",
    "/me/conversations",
    "/me/conversations/Berta",
    "/me/followers",
    "/me/studies",
    "/moderation/appeals",
    "/moderation/log",
    "/moderation/reports",
    "/moderation/sanctions",
    "/players?prefix=a",
    "/players/Ada/games",
    "/players/Ada/ratings?mode=two",
    "/studies",
    "/tournaments",
];

/// The lists of the tournament.
const OF_TOURNAMENT: [&str; 3] = ["games", "log", "rounds"];

#[tokio::test]
async fn all_lists_reject_the_same_parameters() {
    let server = TestServer::start().await;
    let ada = with_role(&server, "Ada", "admin").await;
    server.account("Berta").await;
    let club = clubs::created(&server, &ada, "Marbles", "open").await;
    let club = club.rsplit_once('/').unwrap().1;
    let cup =
        Place::of(&server).announce(&ada.token, settings(json!({"form": "round_robin", "cycles": 1}))).await;
    let lists = LISTS.iter().map(|list| list.replace("CLUB", club));
    for list in lists.chain(OF_TOURNAMENT.iter().map(|list| format!("/tournaments/{cup}/{list}"))) {
        let joint = if list.contains('?') { '&' } else { '?' };
        let (status, page) = server.get_as(&format!("/api/v1{list}"), &ada.token).await;
        assert_eq!((status, page.get("next")), (200, Some(&Value::Null)), "{list}: {page}");
        for (query, code) in [
            ("cursor=x", "bad_cursor"),
            ("cursor=", "bad_cursor"),
            ("cursor=eyJhIjoxfQ", "bad_cursor"),
            ("limit=0", "out_of_range"),
            ("limit=1001", "out_of_range"),
            ("limit=many", "bad_message"),
            ("cursor=a&cursor=b", "bad_message"),
            ("offset=1", "bad_message"),
            ("before=1", "bad_message"),
            ("after=1", "bad_message"),
        ] {
            let (status, body) = server.get_as(&format!("/api/v1{list}{joint}{query}"), &ada.token).await;
            assert_eq!((status, &body["code"]), (400, &json!(code)), "{list} {query}: {body}");
        }
    }
}

#[tokio::test]
async fn link_leads_to_the_next_page_with_the_same_filters() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let mut ids = Vec::new();
        for _ in 0..3 {
            let (mut black, _white, room) = two_players(&server, json!({})).await;
            black.request(json!({"type": "resign", "room": room})).await.unwrap();
            ids.insert(0, black.event("finished").await["game"].clone());
        }
        let (mut listed, mut address) =
            (Vec::new(), "/api/v1/games?mode=two&limit=2&result=white".to_owned());
        loop {
            let answer = server.http().get(server.url(&address)).send().await.unwrap();
            let link = answer.headers().get("link").map(|link| link.to_str().unwrap().to_owned());
            let page: Value = answer.json().await.unwrap();
            listed.extend(page["games"].as_array().unwrap().iter().map(|game| game["id"].clone()));
            assert_eq!(page["next"].is_null(), link.is_none(), "{page}");
            let Some(link) = link else { break };
            let (path, relation) = link.split_once(';').unwrap();
            assert_eq!(relation, " rel=\"next\"");
            let path = path.trim_start_matches('<').trim_end_matches('>');
            let next = page["next"].as_str().unwrap();
            assert_eq!(path, format!("/api/v1/games?mode=two&result=white&limit=2&cursor={next}"));
            address = path.to_owned();
        }
        assert_eq!(listed, ids, "the newest first");
    }
}

#[tokio::test]
async fn players_are_searched_by_pages() {
    for kind in BOTH {
        let server = TestServer::start_with(kind, |config| config.limits.accounts_per_minute = 0).await;
        for name in ["Marta", "Berta", "Maria", "Mario"] {
            server.account(name).await;
        }
        let (mut names, mut address) = (Vec::new(), "/api/v1/players?prefix=mar&limit=1".to_owned());
        loop {
            let (status, page) = server.get(&address).await;
            assert_eq!(status, 200, "{page}");
            names.push(page["players"][0]["name"].as_str().unwrap().to_owned());
            let Some(next) = page["next"].as_str() else { break };
            address = format!("/api/v1/players?prefix=mar&limit=1&cursor={next}");
        }
        names.sort_unstable();
        assert_eq!(names, ["Maria", "Mario", "Marta"]);
    }
}
