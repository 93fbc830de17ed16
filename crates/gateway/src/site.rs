//! The site as its operator has set it up: logo and texts, which are read when the server starts.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, bail, ensure};
use bytes::Bytes;
use sha2::{Digest as _, Sha256};
use sumito_protocol::site as wire;

use sumito_config::{Config, SiteText};
use sumito_store::AcceptedTerms;
use sumito_words::Language;

/// Maximum size of the logo.
const LOGO_BYTES: u64 = 256 * 1024;
/// Maximum size of a text.
const TEXT_BYTES: u64 = 64 * 1024;

/// Kinds of texts, in the order of their tables in the configuration.
const KINDS: [wire::SiteTextKind; 4] = [
    wire::SiteTextKind::FrontPage,
    wire::SiteTextKind::Imprint,
    wire::SiteTextKind::Privacy,
    wire::SiteTextKind::Terms,
];

/// Logo, texts and colours of the site. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Site(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    shown: wire::Site,
    accent: String,
    logo: Option<Logo>,
    texts: [Vec<(Language, Arc<str>)>; 4],
    terms: Option<AcceptedTerms>,
}

/// The logo of the site.
#[derive(Debug, Clone)]
pub(crate) struct Logo {
    pub(crate) bytes: Bytes,
    pub(crate) content_type: &'static str,
}

impl Site {
    /// Reads the files that the configuration names.
    ///
    /// # Errors
    /// If a file cannot be read, is too large, or is neither text nor a picture. The error names the setting.
    pub fn load(config: &Config) -> anyhow::Result<Self> {
        let site = &config.site;
        let has_logo = !site.logo.as_os_str().is_empty();
        let logo = has_logo.then(|| read_logo(&site.logo).context("`site.logo`")).transpose()?;
        let texts = [
            read_texts(&site.front_page, "site.front_page")?,
            read_texts(&site.imprint, "site.imprint")?,
            read_texts(&site.privacy, "site.privacy")?,
            read_texts(&site.terms, "site.terms")?,
        ];
        let written = KINDS.into_iter().zip(&texts).filter(|(_, texts)| !texts.is_empty());
        let retention = &config.retention;
        let shown = wire::Site {
            name: site.name.clone(),
            logo: logo.as_ref().map(|_| LOGO_PATH.to_owned()),
            registration: config.accounts.registration,
            guests: config.accounts.guests,
            texts: written.map(|(kind, _)| kind).collect(),
            keeps: wire::Keeps {
                session_days: retention.session_days,
                guest_days: retention.guest_days,
                chat_days: retention.chat_days,
                closed_report_days: retention.closed_report_days,
                mail: config.mail.is_on(),
                push: config.push.is_on(),
            },
        };
        let terms = accepted_terms(&texts[3])?;
        Ok(Self(Arc::new(Inner { shown, accent: site.accent.clone(), logo, texts, terms })))
    }

    /// Returns the site in its wire form.
    pub(crate) fn shown(&self) -> &wire::Site {
        &self.0.shown
    }

    /// Returns the colour of the header, as `#rrggbb`; `None`: the client's colour.
    pub(crate) fn accent(&self) -> Option<&str> {
        Some(self.0.accent.as_str()).filter(|accent| !accent.is_empty())
    }

    pub(crate) fn logo(&self) -> Option<&Logo> {
        self.0.logo.as_ref()
    }

    /// Returns the terms of use in all their languages, as a user accepts them.
    pub(crate) fn terms(&self) -> Option<AcceptedTerms> {
        self.0.terms.clone()
    }

    /// Returns a text in this language, or in the first of the others; `None` if the operator has written none.
    pub(crate) fn text(&self, kind: wire::SiteTextKind, language: Language) -> Option<(Language, &str)> {
        let texts =
            KINDS.into_iter().zip(&self.0.texts).find(|(of, _)| *of == kind).map(|(_, texts)| texts)?;
        let in_language = texts.iter().find(|(of, _)| *of == language);
        in_language.or_else(|| texts.first()).map(|(language, text)| (*language, &**text))
    }
}

/// Path of the logo.
pub(crate) const LOGO_PATH: &str = "/api/v1/site/logo";

fn read_logo(file: &Path) -> anyhow::Result<Logo> {
    let bytes = read(file, LOGO_BYTES)?;
    let content_type = if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        "image/png"
    } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        "image/webp"
    } else if std::str::from_utf8(&bytes).is_ok_and(|text| text.contains("<svg")) {
        "image/svg+xml"
    } else {
        bail!("{} is not a picture in SVG, PNG or WebP", file.display());
    };
    Ok(Logo { bytes: bytes.into(), content_type })
}

/// Returns a version of the terms of use; `None` if there are no texts.
fn accepted_terms(texts: &[(Language, Arc<str>)]) -> anyhow::Result<Option<AcceptedTerms>> {
    if texts.is_empty() {
        return Ok(None);
    }
    let texts: BTreeMap<_, _> = texts.iter().map(|(language, text)| (language.as_str(), &**text)).collect();
    let texts = serde_json::to_string(&texts)?;
    Ok(Some(AcceptedTerms { hash: Sha256::digest(&texts).into(), texts: texts.into() }))
}

fn read_texts(texts: &SiteText, key: &str) -> anyhow::Result<Vec<(Language, Arc<str>)>> {
    let mut read_texts = Vec::new();
    for (code, file) in texts.files() {
        let text = || -> anyhow::Result<String> {
            let text = String::from_utf8(read(file, TEXT_BYTES)?);
            let text = text.with_context(|| format!("{} is not text in UTF-8", file.display()))?;
            let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
            let is_text = !text.chars().any(|c| c.is_control() && c != '\n' && c != '\t');
            ensure!(is_text, "{} has control characters", file.display());
            ensure!(!text.trim().is_empty(), "{} is empty", file.display());
            Ok(text.trim().to_owned())
        };
        let text = text().with_context(|| format!("`{key}.{code}`"))?;
        let language = Language::of_tag(code).context("no such language")?;
        read_texts.push((language, text.into()));
    }
    Ok(read_texts)
}

/// Reads a file of at most this many bytes.
fn read(path: &Path, max: u64) -> anyhow::Result<Vec<u8>> {
    let opened = std::fs::File::open(path);
    let file = opened.with_context(|| format!("cannot read {}", path.display()))?;
    let mut bytes = Vec::new();
    let read = file.take(max + 1).read_to_end(&mut bytes);
    let size = read.with_context(|| format!("cannot read {}", path.display()))?;
    ensure!(size as u64 <= max, "{} is larger than {max} bytes", path.display());
    Ok(bytes)
}
