//! Bodies of the HTTP interface for the site: its operator's settings.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
pub use sumito_vocabulary::Registration;
use ts_rs::TS;

use crate::identity::Language;

/// `GET /site`: the site, as its operator has set it up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Site {
    /// The name of the site.
    pub name: String,
    /// Path of the logo; `null`: the logo of Sumito.
    pub logo: Option<String>,
    /// Who may create an account.
    pub registration: Registration,
    /// Whether visitors may play as guests: `POST /guests`.
    pub guests: bool,
    /// The texts that the operator has written.
    pub texts: Vec<SiteTextKind>,
    /// How long data is kept.
    pub keeps: Keeps,
}

/// A text that the operator of a site can write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum SiteTextKind {
    /// Text at the top of the home page.
    FrontPage,
    /// Imprint of the host.
    Imprint,
    /// Privacy notice. Without it, the page describes the data that Sumito stores.
    Privacy,
    /// Terms of use, which users accept when they create an account.
    Terms,
}

/// How long the server keeps data, in days, and which optional services it uses. The privacy notice of the page states these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Keeps {
    /// Sessions that are not used.
    pub session_days: u32,
    /// Guests without games; 0: as long as sessions.
    pub guest_days: u32,
    /// Lines of chat.
    pub chat_days: u32,
    /// Closed reports; 0: forever.
    pub closed_report_days: u32,
    /// Whether the server sends email.
    pub mail: bool,
    /// Whether the server sends push notifications.
    pub push: bool,
}

/// `GET /site/texts/{kind}`: a text of the operator.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SiteText {
    /// Language of the text: the requested one, if the text exists in it.
    pub language: Language,
    /// The text. An empty line separates paragraphs, `# ` starts a heading, `- ` an item of a list.
    pub text: String,
}
