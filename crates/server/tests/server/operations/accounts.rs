//! Accounts, sessions, tokens, apps and webhooks. The last requests end the sessions and delete the account.

use std::time::{SystemTime, UNIX_EPOCH};

use base64ct::{Base64UrlUnpadded, Encoding};
use serde_json::json;
use sha2::{Digest, Sha256};
use totp_rs::TOTP;

use super::{Stage, text};
use crate::push_service::{Browser, PushService};
use crate::test_server::{Guest, PASSWORD};

const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const BACK: &str = "https://app.example/back";

pub(super) async fn call(stage: &mut Stage) {
    profile(stage).await;
    bot(stage).await;
    mail(stage).await;
    apps(stage).await;
    webhooks(stage).await;
    secrets(stage).await;
}

async fn profile(stage: &mut Stage) {
    let ada = stage.ada.clone();
    for path in ["/me", "/me/export", "/me/sessions", "/tokens"] {
        stage.get(&ada, path, &[]).await;
    }
    stage.by(&ada, "PUT /me/profile", &[], json!({"words": "I like marbles."})).await;
    stage.by(&ada, "PUT /me/country", &[], json!({"country": "NL"})).await;
    let service = PushService::start().await;
    let subscription = Browser::new("phone").subscription(&service, "en");
    stage.by(&ada, "PUT /me/push", &[], subscription).await;
    stage.delete(&ada, "/me/push", &[]).await;
    let body = json!({"label": "Program", "scopes": ["read"], "days": 1});
    let made = stage.by(&ada, "POST /tokens", &[], body).await;
    stage.delete(&ada, "/tokens/{id}", &[text(&made, "/id")]).await;
}

async fn bot(stage: &mut Stage) {
    stage.call(None, "POST /guests", &[], None).await;
    let bot = stage.server.guest().await;
    stage.by(&bot, "PUT /me/bot", &[], json!({"untimed": true})).await;
    stage.by(&bot, "PUT /me/bot/author", &[], json!({"author": "Ada"})).await;
    stage.stream(&bot, "/me/stream", &[]).await;
}

async fn mail(stage: &mut Stage) {
    let ben = stage.ben.clone();
    let body = json!({"address": "ben@mail.example", "password": PASSWORD, "language": "en"});
    stage.by(&ben, "PUT /me/mail", &[], body).await;
    let code = stage.smtp.next().await.code();
    stage.by(&ben, "POST /me/mail/confirmation", &[], json!({"code": code})).await;
    stage.get(&ben, "/me/mail", &[]).await;
    stage.call(None, "POST /recovery/mail", &[], Some(json!({"to": "Ben", "language": "en"}))).await;
    stage.by(&ben, "DELETE /me/mail", &[], json!({"password": PASSWORD})).await;
}

async fn apps(stage: &mut Stage) {
    let (ada, ben) = (stage.ada.clone(), stage.ben.clone());
    let made = stage.by(&ada, "POST /me/apps", &[], json!({"name": "Charts", "redirect_uris": [BACK]})).await;
    let app = text(&made, "/id").to_owned();
    stage.get(&ada, "/me/apps", &[]).await;
    let challenge = Base64UrlUnpadded::encode_string(&Sha256::digest(VERIFIER));
    let query = format!(
        "response_type=code&client_id={app}&redirect_uri={BACK}&scope=read&code_challenge={challenge}&code_challenge_method=S256"
    );
    stage.call(None, &format!("GET /oauth/authorization?{query}"), &[], None).await;
    let answer = json!({"query": query, "allow": true});
    let back = stage.by(&ben, "POST /oauth/authorization", &[], answer).await;
    let code = text(&back, "/to").split_once("code=").map_or("", |(_, code)| code).split('&').next().unwrap();
    let token = stage
        .form(
            "token",
            &[
                ("grant_type", "authorization_code"),
                ("client_id", &app),
                ("code", code),
                ("redirect_uri", BACK),
                ("code_verifier", VERIFIER),
            ],
        )
        .await;
    stage.form("revoke", &[("client_id", &app), ("token", text(&token, "/access_token"))]).await;
    let codes = stage.form("device_authorization", &[("client_id", &app), ("scope", "read")]).await;
    let user_code = text(&codes, "/user_code").to_owned();
    stage.get(&ben, &format!("/oauth/device?user_code={user_code}"), &[]).await;
    stage.by(&ben, "POST /oauth/device", &[], json!({"user_code": user_code, "allow": true})).await;
    stage.delete(&ada, "/me/apps/{id}", &[&app]).await;
}

async fn webhooks(stage: &mut Stage) {
    let ada = stage.ada.clone();
    let body = json!({"url": "http://127.0.0.1:9/hook", "events": ["game_finished"]});
    let made = stage.by(&ada, "POST /me/webhooks", &[], body).await;
    let id = text(&made, "/id").to_owned();
    stage.get(&ada, "/me/webhooks", &[]).await;
    stage.call(Some(&ada), "POST /me/webhooks/{id}/test", &[&id], None).await;
    stage.delete(&ada, "/me/webhooks/{id}", &[&id]).await;
}

/// The doors to an account: passwords, codes and sessions.
async fn secrets(stage: &mut Stage) {
    let (ada, ben) = (stage.ada.clone(), stage.ben.clone());
    stage.call(None, "POST /accounts", &[], Some(json!({"name": "Fritz", "password": PASSWORD}))).await;
    let login = json!({"name": "Ada", "password": PASSWORD});
    let made = stage.call(None, "POST /sessions", &[], Some(login)).await;
    let other = Guest { token: text(&made, "/token").to_owned(), ..ada.clone() };
    let (_, sessions) = stage.server.get_as("/api/v1/me/sessions", &other.token).await;
    let old = sessions["sessions"].as_array().and_then(|all| all.iter().find(|one| one["current"] == false));
    stage.delete(&other, "/me/sessions/{id}", &[old.map_or("", |old| text(old, "/id"))]).await;
    stage.delete(&other, "/me/sessions", &[]).await;
    let ada = other;

    let codes = stage.by(&ada, "POST /me/recovery-codes", &[], json!({"password": PASSWORD})).await;
    stage.get(&ada, "/me/recovery-codes", &[]).await;
    let body = json!({"name": "Ada", "code": text(&codes, "/codes/0"), "password": "another password"});
    let made = stage.call(None, "POST /recovery", &[], Some(body)).await;
    let ada = Guest { token: text(&made, "/token").to_owned(), ..ada };
    let body = json!({"old": "another password", "new": PASSWORD});
    stage.by(&ada, "PUT /me/password", &[], body).await;

    let secret = stage.by(&ada, "POST /me/two-factor", &[], json!({"password": PASSWORD})).await;
    stage.get(&ada, "/me/two-factor", &[]).await;
    let totp = TOTP::from_url(text(&secret, "/uri")).unwrap();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    let codes = stage.by(&ada, "PUT /me/two-factor", &[], json!({"code": totp.generate(now)})).await;
    let body = json!({"password": PASSWORD, "code": text(&codes, "/codes/0")});
    stage.by(&ada, "DELETE /me/two-factor", &[], body).await;

    stage.delete(&ada, "/sessions/current", &[]).await;
    stage.by(&ben, "DELETE /me", &[], json!({"password": PASSWORD})).await;
}
