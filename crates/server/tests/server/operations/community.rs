//! Clubs, studies, conversations, and the site in a visitor's view.

use serde_json::json;

use super::{NOTHING, Stage, text};

pub(super) async fn call(stage: &mut Stage) {
    club(stage).await;
    study(stage).await;
    conversation(stage).await;
    let ada = stage.ada.clone();
    for path in [
        "/healthz",
        "/readyz",
        "/.well-known/oauth-authorization-server",
        "/site",
        "/site/logo",
        "/push",
        "/recovery",
        "/transparency",
        "/bots?online=true",
    ] {
        stage.get(&ada, path, &[]).await;
    }
    stage.get(&ada, "/site/texts/{kind}?language=en", &["imprint"]).await;
}

async fn club(stage: &mut Stage) {
    let (ada, ben, mona) = (stage.ada.clone(), stage.ben.clone(), stage.moderator.clone());
    let carl = stage.server.account("Carl").await;
    let made = stage.by(&ada, "POST /clubs", &[], json!({"name": "Marbles", "joining": "request"})).await;
    let club = text(&made, "/club/id").to_owned();
    stage.get(&ada, "/clubs", &[]).await;
    stage.get(&ada, "/me/clubs", &[]).await;
    stage.get(&ada, "/clubs/{id}", &[&club]).await;
    stage.by(&ada, "PATCH /clubs/{id}", &[&club], json!({"description": "On Mondays"})).await;
    for user in [&ben, &carl] {
        stage.by(user, "POST /clubs/{id}/join", &[&club], json!({"words": "please"})).await;
    }
    stage.get(&ada, "/clubs/{id}/requests", &[&club]).await;
    for user in [&ben, &carl] {
        let answer = json!({"accept": true});
        stage.by(&ada, "POST /clubs/{id}/requests/{user}", &[&club, &user.id], answer).await;
    }
    stage.get(&ada, "/clubs/{id}/members", &[&club]).await;
    stage.get(&ada, "/clubs/{id}/leaderboards/{mode}", &[&club, "two"]).await;
    let link = stage.by(&ada, "POST /clubs/{id}/links", &[&club], json!({"uses": 1, "days": 1})).await;
    stage.get(&ada, "/clubs/{id}/links", &[&club]).await;
    stage.delete(&ada, "/clubs/{id}/links/{link}", &[&club, text(&link, "/link/id")]).await;
    let news = json!({"title": "Evening", "text": "We meet at eight."});
    stage.by(&ada, "POST /clubs/{id}/announcements", &[&club], news).await;
    let page = stage.get(&ada, "/clubs/{id}/announcements", &[&club]).await;
    let one = text(&page, "/announcements/0/id");
    stage.delete(&ada, "/clubs/{id}/announcements/{announcement}", &[&club, one]).await;
    stage.by(&ben, "PUT /clubs/{id}/notifications", &[&club], json!({"announcements": false})).await;
    stage.by(&ada, "PATCH /clubs/{id}/members/{user}", &[&club, &ben.id], json!({"role": "admin"})).await;
    for is_withdrawn in [true, false] {
        stage.by(&ada, "PUT /clubs/{id}/offer", &[&club], json!({"user": ben.id})).await;
        stage.get(&ben, "/clubs/{id}/offer", &[&club]).await;
        if is_withdrawn {
            stage.delete(&ada, "/clubs/{id}/offer", &[&club]).await;
        } else {
            stage.by(&ben, "POST /clubs/{id}/offer", &[&club], json!({"accept": false})).await;
        }
    }
    stage.delete(&ada, "/clubs/{id}/members/{user}", &[&club, &carl.id]).await;
    stage.get(&ada, "/clubs/{id}/bans", &[&club]).await;
    stage.delete(&ada, "/clubs/{id}/bans/{user}", &[&club, &carl.id]).await;
    stage.call(Some(&ben), "POST /clubs/{id}/leave", &[&club], None).await;
    let words = json!({"name": "Kind Marbles", "reason": "rude"});
    stage.by(&mona, "PUT /moderation/clubs/{id}/words", &[&club], words).await;
    stage.by(&mona, "POST /moderation/clubs/{id}/close", &[&club], json!({"reason": "empty"})).await;
    let made = stage.by(&ada, "POST /clubs", &[], json!({"name": "Second Club"})).await;
    stage.delete(&ada, "/clubs/{id}", &[text(&made, "/club/id")]).await;
    assert_ne!(club, NOTHING, "{made}");
}

async fn study(stage: &mut Stage) {
    let ada = stage.ada.clone();
    let from = json!({"name": "First", "mode": "two"});
    let body = json!({"name": "Daisies", "from": from, "visibility": "public"});
    let made = stage.by(&ada, "POST /studies", &[], body).await;
    let id = text(&made, "/id").to_owned();
    stage.get(&ada, "/studies", &[]).await;
    stage.get(&ada, "/me/studies", &[]).await;
    stage.get(&ada, "/studies/{id}", &[&id]).await;
    stage.by(&ada, "POST /studies/{id}/chapters", &[&id], json!({"name": "Second", "mode": "two"})).await;
    stage.get(&ada, "/studies/{id}/study.txt", &[&id]).await;
    stage.delete(&ada, "/studies/{id}", &[&id]).await;
}

async fn conversation(stage: &mut Stage) {
    let (ada, ben, mona) = (stage.ada.clone(), stage.ben.clone(), stage.moderator.clone());
    for (by, whom) in [(&ada, "Ben"), (&ben, "Ada")] {
        stage.call(Some(by), "PUT /me/follows/{name}", &[whom], None).await;
    }
    let mut users = [ada.id.clone(), ben.id.clone()];
    users.sort_unstable();
    let channel = json!({"kind": "conversation", "users": users});
    let mut client = stage.server.client_of(&ada).await;
    client.request(json!({"type": "chat", "channel": channel, "text": "Hello"})).await.unwrap();
    client.request(json!({"type": "chat", "channel": channel, "text": "You stink"})).await.unwrap();
    stage.get(&ben, "/me/conversations", &[]).await;
    let page = stage.get(&ben, "/me/conversations/{name}", &["Ada"]).await;
    let line = text(&page, "/lines/0/id").to_owned();
    stage.by(&ben, "PUT /me/conversations/{name}/read", &["Ada"], json!({"line": line})).await;
    stage.by(&ben, "POST /reports", &[], json!({"player": "Ada", "line": line, "words": "rude"})).await;
    let reports = stage.get(&mona, "/moderation/reports", &[]).await;
    let with_line = reports["reports"].as_array().and_then(|all| all.iter().find(|one| one["line"] == line));
    let report = with_line.map_or(NOTHING, |report| text(report, "/id")).to_owned();
    stage.get(&mona, "/moderation/reports/{id}/lines", &[&report]).await;
    let reason = json!({"reason": "rude"});
    stage.by(&mona, "POST /moderation/chat/lines/{id}/remove", &[&line], reason.clone()).await;
    stage.by(&mona, "POST /moderation/chat/players/{id}/clear", &[&ada.id], reason.clone()).await;
    stage.by(&mona, "POST /moderation/reports/{id}/close", &[&report], reason).await;
    stage.delete(&ben, "/me/conversations/{name}", &["Ada"]).await;
}
