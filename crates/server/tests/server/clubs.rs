//! Clubs: members and roles, requests, links, bans, and the effects of moderation and deleted accounts.

use reqwest::Method;
use serde_json::{Value, json};
use sumito_store::ClubFilter;

use crate::database::{BOTH, Kind};
use crate::moderation::with_role;
use crate::store::Scene;
use crate::test_server::{Guest, PASSWORD, TestServer};

/// Creates a club and returns its path.
pub(crate) async fn created(server: &TestServer, owner: &Guest, name: &str, joining: &str) -> String {
    let body = json!({"name": name, "joining": joining});
    let (status, made) = server.post("/api/v1/clubs", Some(&owner.token), body).await;
    assert_eq!(status, 201, "{made}");
    format!("/api/v1/clubs/{}", made["club"]["id"].as_str().unwrap())
}

async fn join(server: &TestServer, club: &str, user: &Guest, body: Value) -> (u16, Value) {
    server.post(&format!("{club}/join"), Some(&user.token), body).await
}

/// Makes a user a member of an open club.
pub(crate) async fn joined(server: &TestServer, club: &str, user: &Guest) {
    assert_eq!(join(server, club, user, json!({})).await, (200, json!({"member": true})));
}

async fn set_role(server: &TestServer, club: &str, by: &Guest, user: &Guest, role: &str) -> u16 {
    let path = format!("{club}/members/{}", user.id);
    server.request(Method::PATCH, &path, Some(&by.token), Some(json!({"role": role}))).await.0
}

/// The names of the members, with their roles.
async fn members(server: &TestServer, club: &str) -> Vec<(String, String)> {
    let (status, page) = server.get(&format!("{club}/members")).await;
    assert_eq!(status, 200, "{page}");
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let member = |member: &Value| (text(&member["user"]["name"]), text(&member["role"]));
    page["members"].as_array().unwrap().iter().map(member).collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(name, role)| ((*name).to_owned(), (*role).to_owned())).collect()
}

#[tokio::test]
async fn club_has_a_name_of_its_own() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let (ada, berta) = (server.account("Ada").await, server.account("Berta").await);
        let body = json!({"name": "Paul's Club", "description": "We meet on Mondays.\nBring marbles."});
        let (status, made) = server.post("/api/v1/clubs", Some(&ada.token), body).await;
        assert_eq!((status, &made["club"]["name"]), (201, &json!("Paul's Club")), "{made}");
        assert_eq!((&made["club"]["members"], &made["own"]["role"]), (&json!(1), &json!("owner")));
        assert_eq!(made["club"]["owner"]["name"], "Ada");
        for (body, status, code) in [
            (json!({"name": "PAULS-CLUB"}), 409, "name_taken"),
            (json!({"name": "PauIs C1ub"}), 409, "name_taken"),
            (json!({"name": "a"}), 400, "bad_name"),
            (json!({"name": "Sumito"}), 400, "bad_name"),
            (json!({"name": "Links", "description": "see example.org"}), 400, "bad_words"),
            (json!({"name": "Long", "description": "x".repeat(1_001)}), 400, "bad_words"),
            (json!({"name": "Other", "joining": "never"}), 400, "bad_message"),
        ] {
            let answer = server.post("/api/v1/clubs", Some(&berta.token), body.clone()).await;
            assert_eq!((answer.0, &answer.1["code"]), (status, &json!(code)), "{body}");
        }
        let guest = server.guest().await;
        let answer = server.post("/api/v1/clubs", Some(&guest.token), json!({"name": "Guests"})).await;
        assert_eq!((answer.0, &answer.1["code"]), (403, &json!("needs_account")));
        assert_eq!(server.post("/api/v1/clubs", None, json!({"name": "Guests"})).await.0, 401);

        let club = format!("/api/v1/clubs/{}", made["club"]["id"].as_str().unwrap());
        let edit = |token: String, body: Value| {
            let (server, club) = (&server, &club);
            async move { server.request(Method::PATCH, club, Some(&token), Some(body)).await }
        };
        assert_eq!(edit(berta.token.clone(), json!({"name": "Mine"})).await.0, 403);
        let (status, changed) =
            edit(ada.token.clone(), json!({"name": "PAULS CLUB", "joining": "request"})).await;
        assert_eq!((status, &changed["club"]["name"]), (200, &json!("PAULS CLUB")), "its own name is free");
        assert_eq!(changed["club"]["description"], "We meet on Mondays.\nBring marbles.");
        assert_eq!(changed["club"]["joining"], "request");

        assert_eq!(server.delete(&club, &berta.token).await.0, 403);
        assert_eq!(server.delete(&club, &ada.token).await.0, 204);
        for path in ["", "/members"] {
            let (status, problem) = server.get(&format!("{club}{path}")).await;
            assert_eq!((status.as_u16(), &problem["code"]), (404, &json!("no_such_club")));
        }
        assert_eq!(server.delete(&club, &ada.token).await.1["code"], "no_such_club");
    }
}

#[tokio::test]
async fn clubs_are_found_by_size_and_by_name() {
    for kind in BOTH {
        let server = TestServer::start_with(kind, |config| config.limits.clubs_owned_per_user = 9).await;
        let (ada, berta) = (server.account("Ada").await, server.account("Berta").await);
        for name in ["Marbles", "Marble Arch", "Zebras"] {
            created(&server, &ada, name, "open").await;
        }
        let (_, found) = server.get("/api/v1/clubs?prefix=zeb").await;
        let zebras = format!("/api/v1/clubs/{}", found["clubs"][0]["id"].as_str().unwrap());
        joined(&server, &zebras, &berta).await;
        let names = async |query: &str| {
            let (mut names, mut cursor) = (Vec::new(), String::new());
            loop {
                let (status, page) = server.get(&format!("/api/v1/clubs?limit=1{query}{cursor}")).await;
                assert_eq!(status, 200, "{page}");
                let page_names = page["clubs"].as_array().unwrap().iter();
                names.extend(page_names.map(|club| club["name"].as_str().unwrap().to_owned()));
                match page["next"].as_str() {
                    Some(next) => cursor = format!("&cursor={next}"),
                    None => return names,
                }
            }
        };
        assert_eq!(names("").await, ["Zebras", "Marble Arch", "Marbles"]);
        assert_eq!(names("&prefix=MARBLE").await, ["Marble Arch", "Marbles"]);
        assert_eq!(names("&prefix=marble-s").await, ["Marbles"]);
        for bad in ["?prefix=", "?limit=0", "?limit=51", "?cursor=x", "?cursor=1-2"] {
            assert_eq!(server.get(&format!("/api/v1/clubs{bad}")).await.0, 400, "{bad}");
        }
        let (_, own) = server.get_as("/api/v1/me/clubs", &berta.token).await;
        assert_eq!(
            (&own["clubs"][0]["club"]["name"], &own["clubs"][0]["role"]),
            (&json!("Zebras"), &json!("member"))
        );
        let (_, of_ada) = server.get("/api/v1/players/ada/clubs").await;
        assert_eq!(of_ada["clubs"].as_array().unwrap().len(), 3);
        assert_eq!(of_ada["clubs"][2]["role"], "owner");
    }
}

#[tokio::test]
async fn lists_of_clubs_use_an_index() {
    let scene = Scene::new(Kind::Sqlite).await;
    for (filter, index) in [
        (ClubFilter::BySize(None), "clubs_by_members"),
        (ClubFilter::BySize(Some((3, uuid::Uuid::nil()))), "clubs_by_members"),
        (ClubFilter::ByName("mar".to_owned(), Some("marb".to_owned())), "autoindex_clubs"),
    ] {
        let plan = scene.store.explain_clubs(&filter, 10).await.unwrap();
        assert!(plan.contains(index) && !plan.contains("TEMP B-TREE"), "{plan}");
    }
    scene.end().await;
}

#[tokio::test]
async fn admins_answer_requests_to_join() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let (ada, berta, carl) =
            (server.account("Ada").await, server.account("Berta").await, server.account("Carl").await);
        let club = created(&server, &ada, "Marbles", "request").await;
        let asked = join(&server, &club, &berta, json!({"words": "I play on Mondays."})).await;
        assert_eq!(asked, (200, json!({"member": false})));
        assert_eq!(
            join(&server, &club, &berta, json!({"words": "Again!"})).await.1,
            json!({"member": false})
        );
        assert_eq!(
            join(&server, &club, &carl, json!({"words": "see example.org"})).await.1["code"],
            "bad_words"
        );
        join(&server, &club, &carl, json!({})).await;
        assert_eq!(server.get_as(&club, &berta.token).await.1["own"]["requested"], true);
        assert_eq!(server.get_as(&club, &ada.token).await.1["own"]["requests"], 2);

        let requests = format!("{club}/requests");
        for user in [&berta, &carl] {
            let (status, problem) = server.get_as(&requests, &user.token).await;
            assert_eq!((status, &problem["code"]), (403, &json!("forbidden")));
        }
        let (_, list) = server.get_as(&requests, &ada.token).await;
        assert_eq!(list["requests"].as_array().unwrap().len(), 2);
        assert_eq!(list["requests"][0]["user"]["name"], "Berta");
        assert_eq!(list["requests"][0]["words"], "I play on Mondays.", "the first message stays");
        // An admin does not receive the requests of players whom they block.
        let block = format!("/api/v1/me/blocks/{}", carl.id);
        server.request(Method::PUT, &block, Some(&ada.token), None).await;
        assert_eq!(server.get_as(&requests, &ada.token).await.1["requests"].as_array().unwrap().len(), 1);
        assert_eq!(server.get_as(&club, &ada.token).await.1["own"]["requests"], 1);

        let answer = async |by: &Guest, user: &Guest, accept: bool| {
            let path = format!("{requests}/{}", user.id);
            server.post(&path, Some(&by.token), json!({"accept": accept})).await
        };
        assert_eq!(answer(&berta, &berta, true).await.0, 403, "they cannot accept themselves");
        assert_eq!(answer(&ada, &berta, true).await.0, 204);
        assert_eq!(answer(&ada, &berta, true).await.1["code"], "not_found");
        assert_eq!(answer(&ada, &carl, false).await.0, 204);
        assert_eq!(members(&server, &club).await, pairs(&[("Ada", "owner"), ("Berta", "member")]));

        join(&server, &club, &carl, json!({})).await;
        assert_eq!(server.post(&format!("{club}/leave"), Some(&carl.token), Value::Null).await.0, 204);
        assert_eq!(answer(&ada, &carl, true).await.0, 404, "the request was withdrawn");
    }
}

#[tokio::test]
async fn invitation_links_admit_a_number_of_players() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let (ada, berta, carl) =
            (server.account("Ada").await, server.account("Berta").await, server.account("Carl").await);
        let club = created(&server, &ada, "Marbles", "invitation").await;
        let links = format!("{club}/links");
        let link =
            async |by: &Guest, uses: u32| server.post(&links, Some(&by.token), json!({"uses": uses})).await;
        assert_eq!(link(&berta, 1).await.0, 403);
        assert_eq!(link(&ada, 0).await.1["code"], "out_of_range");
        let (status, made) = link(&ada, 1).await;
        assert_eq!((status, &made["link"]["uses_left"]), (201, &json!(1)), "{made}");
        let code = made["code"].as_str().unwrap();
        let (_, listed) = server.get_as(&links, &ada.token).await;
        assert_eq!(listed["links"][0]["made_by"], "Ada");
        assert!(!listed.to_string().contains(code));

        assert_eq!(join(&server, &club, &berta, json!({})).await.1["code"], "not_eligible");
        assert_eq!(join(&server, &club, &berta, json!({"code": "wrong"})).await.1["code"], "wrong_code");
        let other = created(&server, &berta, "Elsewhere", "invitation").await;
        assert_eq!(join(&server, &other, &carl, json!({"code": code})).await.1["code"], "wrong_code");
        assert_eq!(join(&server, &club, &berta, json!({"code": code})).await.1, json!({"member": true}));
        assert_eq!(
            join(&server, &club, &carl, json!({"code": code})).await.1["code"],
            "wrong_code",
            "used up"
        );

        let (_, made) = link(&ada, 5).await;
        let path = format!("{links}/{}", made["link"]["id"].as_str().unwrap());
        assert_eq!(server.delete(&path, &berta.token).await.0, 403);
        assert_eq!(server.delete(&path, &ada.token).await.0, 204);
        let code = &made["code"];
        assert_eq!(
            join(&server, &club, &carl, json!({"code": code})).await.1["code"],
            "wrong_code",
            "revoked"
        );

        // The links of an admin end with their role.
        assert_eq!(set_role(&server, &club, &ada, &berta, "admin").await, 204);
        let (_, made) = link(&berta, 5).await;
        assert_eq!(set_role(&server, &club, &ada, &berta, "member").await, 204);
        let code = &made["code"];
        assert_eq!(join(&server, &club, &carl, json!({"code": code})).await.1["code"], "wrong_code");
    }
}

#[tokio::test]
async fn roles_decide_who_removes_whom() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let ada = server.account("Ada").await;
        let (berta, carl, dora) =
            (server.account("Berta").await, server.account("Carl").await, server.account("Dora").await);
        let club = created(&server, &ada, "Marbles", "open").await;
        for user in [&berta, &carl, &dora] {
            joined(&server, &club, user).await;
        }
        assert_eq!(set_role(&server, &club, &berta, &berta, "admin").await, 403);
        assert_eq!(set_role(&server, &club, &ada, &berta, "owner").await, 403);
        for user in [&berta, &carl] {
            assert_eq!(set_role(&server, &club, &ada, user, "admin").await, 204);
        }
        assert_eq!(set_role(&server, &club, &berta, &carl, "member").await, 403, "only the owner");
        assert_eq!(set_role(&server, &club, &ada, &ada, "member").await, 403, "a club has an owner");
        let remove = async |by: &Guest, user: &Guest, query: &str| {
            server.delete(&format!("{club}/members/{}{query}", user.id), &by.token).await.0
        };
        for (by, user) in [(&dora, &carl), (&berta, &carl), (&berta, &ada), (&dora, &dora)] {
            assert_eq!(remove(by, user, "").await, 403);
        }
        assert_eq!(set_role(&server, &club, &carl, &carl, "member").await, 204, "stepped down");
        assert_eq!(remove(&berta, &carl, "").await, 204);
        joined(&server, &club, &carl).await;
        assert_eq!(remove(&berta, &dora, "?ban=true").await, 204);
        let (status, problem) = join(&server, &club, &dora, json!({})).await;
        assert_eq!((status, &problem["code"]), (403, &json!("not_eligible")));
        assert_eq!(server.get_as(&club, &dora.token).await.1["own"]["banned"], true);
        let bans = format!("{club}/bans");
        assert_eq!(server.get_as(&bans, &carl.token).await.0, 403);
        assert_eq!(server.get_as(&bans, &berta.token).await.1["players"][0]["name"], "Dora");
        assert_eq!(server.delete(&format!("{bans}/{}", dora.id), &berta.token).await.0, 204);
        joined(&server, &club, &dora).await;
        let expected = [("Ada", "owner"), ("Berta", "admin"), ("Carl", "member"), ("Dora", "member")];
        assert_eq!(members(&server, &club).await, pairs(&expected));
        assert_eq!(server.get(&club).await.1["club"]["members"], 4);
        let (_, page) = server.get(&format!("{club}/members?limit=3")).await;
        let path = format!("{club}/members?limit=3&cursor={}", page["next"].as_str().unwrap());
        let (_, page) = server.get(&path).await;
        assert_eq!(
            (page["members"][0]["user"]["name"].as_str(), &page["next"]),
            (Some("Dora"), &Value::Null)
        );
    }
}

#[tokio::test]
async fn new_owner_must_agree() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let (ada, berta, carl) =
            (server.account("Ada").await, server.account("Berta").await, server.account("Carl").await);
        let club = created(&server, &ada, "Marbles", "open").await;
        joined(&server, &club, &berta).await;
        let leave = format!("{club}/leave");
        let (status, problem) = server.post(&leave, Some(&ada.token), Value::Null).await;
        assert_eq!((status, &problem["code"]), (409, &json!("not_now")));
        let path = format!("{club}/offer");
        let offer = async |by: &Guest, user: &Guest| {
            server.request(Method::PUT, &path, Some(&by.token), Some(json!({"user": user.id}))).await.0
        };
        let answer = async |user: &Guest, accept: bool| {
            server.post(&path, Some(&user.token), json!({"accept": accept})).await.0
        };
        assert_eq!(offer(&berta, &berta).await, 403);
        assert_eq!(offer(&ada, &carl).await, 404, "not a member");
        assert_eq!(offer(&ada, &ada).await, 404);
        assert_eq!(offer(&ada, &berta).await, 204);
        assert_eq!(answer(&carl, true).await, 404);
        assert_eq!(server.get_as(&club, &berta.token).await.1["own"]["offered"], true);
        assert_eq!(server.get_as(&path, &ada.token).await.1["to"]["name"], "Berta");
        assert_eq!(server.delete(&path, &ada.token).await.0, 204);
        assert_eq!(answer(&berta, true).await, 404, "withdrawn");
        assert_eq!(offer(&ada, &berta).await, 204);
        assert_eq!(answer(&berta, false).await, 204);
        assert_eq!(answer(&berta, true).await, 404, "declined");
        assert_eq!(offer(&ada, &berta).await, 204);
        assert_eq!(answer(&berta, true).await, 204);
        assert_eq!(members(&server, &club).await, pairs(&[("Berta", "owner"), ("Ada", "admin")]));
        assert_eq!(server.post(&leave, Some(&ada.token), Value::Null).await.0, 204);
        assert_eq!(server.post(&leave, Some(&ada.token), Value::Null).await.0, 204, "again");
        assert_eq!(server.get(&club).await.1["club"]["members"], 1);
    }
}

#[tokio::test]
async fn club_of_a_deleted_account_passes_to_the_next_member() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let ada = server.account("Ada").await;
        let (berta, carl) = (server.account("Berta").await, server.account("Carl").await);
        let club = created(&server, &ada, "Marbles", "open").await;
        let alone = created(&server, &ada, "Alone", "open").await;
        let asked = created(&server, &berta, "Requests", "request").await;
        for user in [&berta, &carl] {
            joined(&server, &club, user).await;
        }
        join(&server, &asked, &ada, json!({"words": "please"})).await;
        assert_eq!(set_role(&server, &club, &ada, &carl, "admin").await, 204);
        let delete = async |user: &Guest| {
            let body = Some(json!({"password": PASSWORD}));
            assert_eq!(server.request(Method::DELETE, "/api/v1/me", Some(&user.token), body).await.0, 204);
        };
        delete(&ada).await;
        assert_eq!(members(&server, &club).await, pairs(&[("Carl", "owner"), ("Berta", "member")]));
        assert_eq!(server.get(&alone).await.0, 404, "a club without members");
        let (_, requests) = server.get_as(&format!("{asked}/requests"), &berta.token).await;
        assert_eq!(requests["requests"], json!([]));
        delete(&carl).await;
        assert_eq!(members(&server, &club).await, pairs(&[("Berta", "owner")]));
        assert_eq!(server.get(&club).await.1["club"]["members"], 1);
    }
}

#[tokio::test]
async fn clubs_have_limits() {
    for kind in BOTH {
        let server = TestServer::start_with(kind, |config| {
            let limits = &mut config.limits;
            (limits.clubs_owned_per_user, limits.clubs_per_user) = (1, 2);
            (limits.members_per_club, limits.requests_per_club) = (2, 1);
            (limits.club_requests_per_user, limits.links_per_club, limits.bans_per_club) = (1, 1, 1);
        })
        .await;
        let ada = server.account("Ada").await;
        let (berta, carl, dora) =
            (server.account("Berta").await, server.account("Carl").await, server.account("Dora").await);
        let refused = |answer: (u16, Value), status: u16, code: &str| {
            assert_eq!((answer.0, &answer.1["code"]), (status, &json!(code)), "{}", answer.1);
        };
        let club = created(&server, &ada, "First", "open").await;
        let answer = server.post("/api/v1/clubs", Some(&ada.token), json!({"name": "Second"})).await;
        refused(answer, 429, "too_many");
        joined(&server, &club, &berta).await;
        refused(join(&server, &club, &carl, json!({})).await, 409, "not_now");
        let asked = created(&server, &berta, "Second", "request").await;
        let third = created(&server, &carl, "Third", "request").await;
        let fourth = created(&server, &dora, "Fourth", "open").await;
        refused(join(&server, &fourth, &berta, json!({})).await, 429, "too_many");
        assert_eq!(join(&server, &asked, &ada, json!({})).await.0, 200);
        refused(join(&server, &asked, &dora, json!({})).await, 409, "not_now");
        refused(join(&server, &third, &ada, json!({})).await, 429, "too_many");
        let links = format!("{club}/links");
        let (status, made) = server.post(&links, Some(&ada.token), json!({"uses": 1})).await;
        assert_eq!(status, 201, "{made}");
        refused(join(&server, &club, &carl, json!({"code": made["code"]})).await, 409, "not_now");
        let (_, listed) = server.get_as(&links, &ada.token).await;
        assert_eq!(listed["links"][0]["uses_left"], 1, "a refused player uses no link");
        refused(server.post(&links, Some(&ada.token), json!({})).await, 429, "too_many");
        let ban = async |user: &Guest| {
            server.delete(&format!("{club}/members/{}?ban=true", user.id), &ada.token).await
        };
        assert_eq!(ban(&carl).await.0, 204, "also players who are not members");
        refused(ban(&berta).await, 429, "too_many");
        assert_eq!(members(&server, &club).await.len(), 2, "nothing of it is stored");
    }
}

#[tokio::test]
async fn last_place_and_last_use_go_to_one_player() {
    for kind in BOTH {
        let server = TestServer::start_with(kind, |config| config.limits.members_per_club = 3).await;
        let ada = server.account("Ada").await;
        let club = created(&server, &ada, "Marbles", "open").await;
        let mut users = Vec::new();
        for number in 0..6 {
            users.push(server.account(&format!("Player{number}x")).await);
        }
        let joining = users.iter().map(|user| join(&server, &club, user, json!({})));
        let answers = futures_util::future::join_all(joining).await;
        assert_eq!(answers.iter().filter(|answer| answer.0 == 200).count(), 2, "{answers:?}");
        assert_eq!(members(&server, &club).await.len(), 3);
        assert_eq!(server.get(&club).await.1["club"]["members"], 3);
    }
}

#[tokio::test]
async fn club_has_a_leaderboard() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let ada = server.account("Ada").await;
        let club = created(&server, &ada, "Marbles", "open").await;
        let (status, page) = server.get(&format!("{club}/leaderboards/two?speed=live&limit=5")).await;
        assert_eq!((status.as_u16(), page), (200, json!({"players": [], "next": null})));
        for (bad, status) in [("two?limit=0", 400), ("two?cursor=x", 400), ("seven", 404)] {
            assert_eq!(server.get(&format!("{club}/leaderboards/{bad}")).await.0, status, "{bad}");
        }
        let nowhere = "/api/v1/clubs/00000000-0000-4000-8000-000000000000/leaderboards/two";
        assert_eq!(server.get(nowhere).await.1["code"], "no_such_club");
    }
}

#[tokio::test]
async fn moderators_change_texts_and_delete_clubs() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let moderator = with_role(&server, "Mona", "moderator").await;
        let (ada, berta) = (server.account("Ada").await, server.account("Berta").await);
        let body = json!({"name": "Rude Club", "description": "Rude words"});
        let (_, made) = server.post("/api/v1/clubs", Some(&ada.token), body).await;
        let id = made["club"]["id"].as_str().unwrap();
        let club = format!("/api/v1/clubs/{id}");

        let report = |player: &str| json!({"player": player, "club": id, "words": "the name"});
        let (status, problem) = server.post("/api/v1/reports", Some(&ada.token), report("Berta")).await;
        assert_eq!((status, &problem["code"]), (400, &json!("out_of_range")), "Berta is not in the club");
        assert_eq!(server.post("/api/v1/reports", Some(&berta.token), report("Ada")).await.0, 204);
        let (_, reports) = server.get_as("/api/v1/moderation/reports", &moderator.token).await;
        let report = &reports["reports"][0];
        assert_eq!((&report["club"], &report["said"]), (&json!(id), &json!("Rude Club\nRude words")));

        let words = format!("/api/v1/moderation/clubs/{id}/words");
        let body = json!({"name": "Kind Club", "description": "", "reason": "rude"});
        for user in [&ada, &berta] {
            assert_eq!(
                server.request(Method::PUT, &words, Some(&user.token), Some(body.clone())).await.0,
                403
            );
        }
        let answer = server.request(Method::PUT, &words, Some(&moderator.token), Some(body)).await;
        assert_eq!(answer, (204, Value::Null));
        let (_, shown) = server.get(&club).await;
        assert_eq!(
            (&shown["club"]["name"], &shown["club"]["description"]),
            (&json!("Kind Club"), &json!(""))
        );

        let close = format!("/api/v1/moderation/clubs/{id}/close");
        assert_eq!(server.post(&close, Some(&ada.token), json!({"reason": "no"})).await.0, 403);
        assert_eq!(server.post(&close, Some(&moderator.token), json!({"reason": ""})).await.0, 400);
        assert_eq!(server.post(&close, Some(&moderator.token), json!({"reason": "spam"})).await.0, 204);
        assert_eq!(server.get(&club).await.0, 404);
        let (_, log) = server.get_as("/api/v1/moderation/log", &moderator.token).await;
        assert_eq!(
            (&log["deeds"][0]["action"], &log["deeds"][0]["target"]),
            (&json!("close_club"), &json!(id))
        );
        assert_eq!(log["deeds"][0]["words"], "Kind Club: spam");
        assert_eq!(log["deeds"][1]["action"], "reword");
        assert_eq!(log["deeds"][1]["words"], "Rude Club (Rude words): rude");
    }
}
