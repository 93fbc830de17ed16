//! Moderation and administration.

use serde_json::json;

use super::{Stage, text};

pub(super) async fn call(stage: &mut Stage) {
    moderation(stage).await;
    appeals(stage).await;
    administration(stage).await;
}

async fn moderation(stage: &mut Stage) {
    let (ada, ben, mona, andy) =
        (stage.ada.clone(), stage.ben.clone(), stage.moderator.clone(), stage.admin.clone());
    for path in ["log", "overview", "reports", "sanctions", "signals"] {
        stage.get(&mona, &format!("/moderation/{path}"), &[]).await;
    }
    stage.get(&mona, "/moderation/players/{id}", &[&ben.id]).await;
    let note = json!({"words": "seems kind"});
    stage.by(&mona, "POST /moderation/players/{id}/notes", &[&ben.id], note).await;
    stage.by(&andy, "POST /moderation/players/{id}/networks", &[&ben.id], json!({})).await;
    stage.by(&andy, "POST /moderation/networks", &[], json!({"address": "127.0.0.1"})).await;
    stage.upload(&ada).await;
    let reason = json!({"reason": "rude"});
    stage.by(&mona, "POST /moderation/players/{id}/avatar/remove", &[&ada.id], reason.clone()).await;
    let named = stage.server.account("Rudolf").await;
    let rename = json!({"name": "Rudolfo", "reason": "rude"});
    stage.by(&mona, "PUT /moderation/players/{id}/name", &[&named.id], rename).await;
    let made = stage.by(&ada, "POST /rooms", &[], json!({})).await;
    stage.by(&mona, "POST /moderation/rooms/{id}/close", &[text(&made, "/room")], reason).await;
    let (_, games) = stage.server.get_as("/api/v1/games", &ada.token).await;
    stage.by(&mona, "POST /moderation/games/{id}/signals", &[text(&games, "/games/0/id")], json!({})).await;
    let (_, cups) = stage.server.get("/api/v1/tournaments").await;
    let words = json!({"name": "Kind evening", "reason": "rude"});
    stage
        .by(&mona, "PUT /moderation/tournaments/{id}/words", &[text(&cups, "/tournaments/0/id")], words)
        .await;
}

async fn appeals(stage: &mut Stage) {
    let mona = stage.moderator.clone();
    let second = crate::moderation::with_role(&stage.server, "Max", "moderator").await;
    let eve = stage.server.account("Eve").await;
    let mute = json!({"user": eve.id, "kind": "mute", "days": 30, "reason": "rude"});
    stage.by(&mona, "POST /moderation/sanctions", &[], mute.clone()).await;
    stage.get(&eve, "/me/sanctions", &[]).await;
    stage.by(&eve, "POST /appeals", &[], json!({"words": "sorry"})).await;
    let page = stage.get(&second, "/moderation/appeals", &[]).await;
    let answer = json!({"outcome": "lift", "answer": "welcome back"});
    stage.by(&second, "POST /moderation/appeals/{id}/answer", &[text(&page, "/appeals/0/id")], answer).await;
    stage.by(&mona, "POST /moderation/sanctions", &[], mute).await;
    let page = stage.get(&mona, "/moderation/sanctions", &[]).await;
    stage.delete(&mona, "/moderation/sanctions/{id}", &[text(&page, "/sanctions/0/id")]).await;
}

async fn administration(stage: &mut Stage) {
    let andy = stage.admin.clone();
    stage.get(&andy, "/admin/accounts", &[]).await;
    stage.get(&andy, "/admin/server", &[]).await;
    let nodes = stage.get(&andy, "/admin/nodes", &[]).await;
    let node = text(&nodes, "/nodes/0/id").to_owned();
    stage.by(&andy, "POST /admin/accounts", &[], json!({"accounts": [{"name": "Newcomer"}]})).await;
    stage.by(&andy, "PUT /admin/announcement", &[], json!({"text": "Maintenance at eight"})).await;
    stage.delete(&andy, "/admin/announcement", &[]).await;
    let link = stage.by(&andy, "POST /admin/registration-links", &[], json!({"uses": 1, "days": 1})).await;
    stage.get(&andy, "/admin/registration-links", &[]).await;
    stage.delete(&andy, "/admin/registration-links/{id}", &[text(&link, "/link/id")]).await;
    stage.call(Some(&andy), "POST /admin/reload", &[], None).await;
    stage.call(Some(&andy), "PUT /admin/nodes/{id}/drain", &[&node], None).await;
    stage.delete(&andy, "/admin/nodes/{id}/drain", &[&node]).await;
    stage.call(Some(&andy), "PUT /admin/drain", &[], None).await;
    stage.delete(&andy, "/admin/drain", &[]).await;
}
