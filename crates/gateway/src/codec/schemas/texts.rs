//! Lengths of texts, and accepted words, from the constants with which the server checks them.
//!
//! The server measures a text without spaces around it. These bounds describe a text as it should be sent.

use serde_json::{Map, Value, json};
use sumito_kit::text;
use sumito_protocol::MAX_COMMAND_ID_BYTES;
use sumito_rules::Layout;
use sumito_studies::limits::NAME_CHARS;
use sumito_tournament::limits;

use super::{field, layout_names, numbers};
use sumito_services::accounts::apps::GRANT_TYPES;
use sumito_services::accounts::identity::{countries, lengths};
use sumito_services::tournaments::LONGEST_PASSWORD;

/// Any text without the control characters that no text may have.
pub(crate) const TEXT: &str = "^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]*$";
/// Name of a lobby.
const LOBBY: &str = "^[a-z0-9-]{1,32}$";
/// An address of the web.
const URL: &str = "^https?://";

/// The texts of moderators that explain a decision.
const WITH_REASON: [&str; 9] = [
    "AvatarRemoval",
    "ClubClosing",
    "ClubRewording",
    "CreateSanction",
    "LineRemoval",
    "ReportClosing",
    "RoomClosing",
    "SignalDismissal",
    "TournamentRewording",
];

pub(super) fn write(schemas: &mut Map<String, Value>) {
    for (schema, name, (min, max)) in fields() {
        bound(field(schemas, schema, name), min, max);
    }
    for schema in WITH_REASON {
        bound(field(schemas, schema, "reason"), 1, text::LONGEST_REASON);
    }
    for (schema, name) in [("CreateAccount", "password"), ("Recovery", "password"), ("PasswordChange", "new")]
    {
        let (min, max) = lengths::PASSWORD;
        let password = field(schemas, schema, name);
        password.remove("$ref");
        password.extend([("type".to_owned(), "string".into()), ("format".to_owned(), "password".into())]);
        bound(password, min, max);
    }
    for name in numbers::variants(schemas, "TournamentCommand") {
        for (name, field) in schemas[&name]["properties"].as_object_mut().into_iter().flatten() {
            let max = match name.as_str() {
                "reason" | "text" => limits::REASON_MAX,
                "team_name" => limits::NAME_MAX,
                _ => continue,
            };
            field["maxLength"] = max.into();
        }
    }
    field(schemas, "CreateRoom", "lobby").insert("pattern".to_owned(), LOBBY.into());
    field(schemas, "CreateWebhook", "url").insert("pattern".to_owned(), URL.into());
    for schema in ["CreateRoom", "Terms", "TournamentSettings"] {
        let layouts = layout_names(Layout::ALL).into_iter().chain([Value::Null]);
        field(schemas, schema, "layout").insert("enum".to_owned(), layouts.collect());
    }
    let grants = GRANT_TYPES.iter().map(|grant| Value::from(grant.as_str()));
    field(schemas, "TokenForm", "grant_type").insert("enum".to_owned(), grants.collect());
    let known = countries().map(Value::from).chain([Value::Null]);
    let country = field(schemas, "OwnCountry", "country");
    country.remove("pattern");
    country.insert("enum".to_owned(), known.collect());
    let order = field(schemas, "TournamentSettings", "tie_breaks");
    order.insert("maxItems".to_owned(), sumito_tournament::TieBreak::ALL.len().into());
    order.insert("uniqueItems".to_owned(), json!(true));
    field(schemas, "TournamentRounds", "starts")
        .insert("maxItems".to_owned(), limits::ROUND_STARTS_MAX.into());
    schemas.values_mut().for_each(without_nul);
}

/// The lengths of fields, in characters: schema, field, shortest and longest.
fn fields() -> [(&'static str, &'static str, (usize, usize)); 21] {
    [
        ("CreateAccount", "name", lengths::NAME),
        ("RenameUser", "name", lengths::NAME),
        ("CreateClub", "name", lengths::CLUB_NAME),
        ("ClubEdit", "name", lengths::CLUB_NAME),
        ("ClubRewording", "name", lengths::CLUB_NAME),
        ("CreateClub", "description", (0, text::LONGEST_CLUB_TEXT)),
        ("ClubEdit", "description", (0, text::LONGEST_CLUB_TEXT)),
        ("JoinClub", "words", (0, text::LONGEST_REASON)),
        ("NewClubAnnouncement", "title", (1, text::LONGEST_CLUB_TITLE)),
        ("NewClubAnnouncement", "text", (1, text::LONGEST_CLUB_TEXT)),
        ("NewClubAnnouncement", "id", (0, MAX_COMMAND_ID_BYTES)),
        ("Announcement", "text", (1, text::LONGEST_ANNOUNCEMENT)),
        ("AppealAnswer", "answer", (1, text::LONGEST_MODERATOR_NOTE)),
        ("CreateModerationNote", "words", (1, text::LONGEST_MODERATOR_NOTE)),
        ("BotAuthor", "author", (0, text::LONGEST_BOT_AUTHOR)),
        ("OwnProfile", "words", (0, text::LONGEST_PROFILE)),
        ("NewStudy", "name", (1, NAME_CHARS)),
        ("NewStudyChapter", "name", (0, NAME_CHARS)),
        ("TournamentSettings", "name", (1, limits::NAME_MAX)),
        ("TournamentSettings", "description", (0, limits::DESCRIPTION_MAX)),
        ("CreateTournament", "password", (0, LONGEST_PASSWORD)),
    ]
}

fn bound(field: &mut Map<String, Value>, min: usize, max: usize) {
    if min > 0 {
        field.insert("minLength".to_owned(), min.into());
    }
    field.insert("maxLength".to_owned(), max.into());
}

/// Forbids U+0000 in all texts, of requests and responses.
pub(crate) fn without_nul(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            let is_text = match fields.get("type") {
                Some(Value::String(kind)) => kind == "string",
                Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == "string"),
                _ => false,
            };
            let has_form = |bound: &&str| fields.contains_key(*bound);
            if is_text && !["enum", "format", "const", "pattern"].iter().any(has_form) {
                fields.insert("pattern".to_owned(), TEXT.into());
            }
            fields.values_mut().for_each(without_nul);
        }
        Value::Array(values) => values.iter_mut().for_each(without_nul),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
