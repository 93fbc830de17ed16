//! The manifest of the web client, with which browsers install it as an app.

use serde_json::{Value, json};

use crate::site::{LOGO_PATH, Site};
use sumito_words::Words;

/// Path of the manifest.
pub(super) const PATH: &str = "/manifest.webmanifest";
pub(super) const CONTENT_TYPE: &str = "application/manifest+json";

/// Returns the client's manifest with the name, the logo and the colour of the site, and its texts in the reader's language.
pub(super) fn of_site(manifest: &[u8], site: &Site, words: Words) -> Vec<u8> {
    let Ok(Value::Object(mut fields)) = serde_json::from_slice(manifest) else { return manifest.to_owned() };
    let mut set = |name: &str, value: Value| fields.insert(name.to_owned(), value);
    let name = &site.shown().name;
    set("name", json!(name));
    set("short_name", json!(name));
    set("lang", json!(words.language().as_str()));
    set("description", json!(words.text("manifest.description")));
    let shortcut = |key, url| json!({"name": words.text(key), "url": url});
    set("shortcuts", json!([shortcut("manifest.local", "/local"), shortcut("manifest.learn", "/learn")]));
    if let Some(accent) = site.accent() {
        set("theme_color", json!(accent));
    }
    if let Some(logo) = site.logo() {
        let sizes = if logo.content_type == "image/svg+xml" { "any" } else { "512x512" };
        set("icons", json!([{"src": LOGO_PATH, "sizes": sizes, "type": logo.content_type}]));
    }
    Value::Object(fields).to_string().into_bytes()
}
