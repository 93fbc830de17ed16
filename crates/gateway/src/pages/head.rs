//! Head of the client's page: metadata for link previews and for the client itself.

use std::fmt::Write;

use super::preview::Preview;
use crate::site::{LOGO_PATH, Site};
use sumito_words::Words;

/// Image of such pages: a game that is about to start.
const PICTURE: &str = "/api/v1/positions/picture.png?mode=two&position=ww1bb%2Fwwwbbb%2F1ww1bb1%2F8%2F9%2F8%2F1bb1ww1%2Fbbbwww%2Fbb1ww+b+0%2C0+0+0";

/// Icon of the page, and the colours of the browser around it, as the client's page names them.
const ICON: &str = "/favicon.svg";
const ICON_TYPE: &str = "type=\"image/svg+xml\"";
const COLORS: [&str; 2] = ["#173a2d", "#10231b"];

/// Additions to the head of a page.
pub(super) struct Head<'a> {
    /// The operator's settings.
    pub(super) site: &'a Site,
    /// Build of the client.
    pub(super) build: Option<&'a str>,
    /// Address of the site, without a slash at the end; `None` if unknown.
    pub(super) address: Option<&'a str>,
    pub(super) path: &'a str,
    pub(super) words: Words,
    /// Subject of the page.
    pub(super) preview: Option<Preview>,
}

impl Head<'_> {
    /// Returns the page with this head in place of its title and description.
    pub(super) fn put_into(&self, page: &str) -> String {
        let mut page = page.to_owned();
        put_between(&mut page, "<title>", "</title>", self.title());
        put_between(&mut page, "id=\"site-name\">", "<", &self.site.shown().name);
        // The attribute may be on a separate line.
        if let Some(place) = page.find("name=\"description\"") {
            let (before, rest) = page.split_at(place);
            let mut rest = rest.to_owned();
            put_between(&mut rest, "content=\"", "\"", self.description());
            page = format!("{before}{rest}");
        }
        if let Some(logo) = self.site.logo() {
            page = page.replacen(ICON_TYPE, &format!("type=\"{}\"", logo.content_type), 1);
            page = page.replace(&format!("\"{ICON}\""), &format!("\"{LOGO_PATH}\""));
        }
        if let Some(accent) = self.site.accent() {
            for color in COLORS {
                page = page.replace(&format!("content=\"{color}\""), &format!("content=\"{accent}\""));
            }
        }
        if let Some(end) = page.find("</head>") {
            page.insert_str(end, &self.lines());
        }
        page
    }

    fn title(&self) -> &str {
        self.preview.as_ref().map_or(self.site.shown().name.as_str(), |preview| &preview.title)
    }

    fn description(&self) -> &str {
        let usual = if self.site.shown().guests { "preview.site" } else { "preview.members" };
        self.preview.as_ref().map_or_else(|| self.words.text(usual), |preview| &preview.description)
    }

    fn lines(&self) -> String {
        let mut lines = String::new();
        let mut add = |attribute: &str, name: &str, content: &str| {
            writeln!(lines, "  <meta {attribute}=\"{name}\" content=\"{}\" />", escaped(content))
                .expect("a string takes any text");
        };
        let picture = self.preview.as_ref().map_or(PICTURE, |preview| &preview.picture);
        if let Some(build) = self.build {
            add("name", "sumito-client", build);
        }
        let site = serde_json::to_string(self.site.shown()).expect("a site has a JSON form");
        add("name", "sumito-site", &site);
        add("property", "og:site_name", &self.site.shown().name);
        add("property", "og:type", "website");
        add("property", "og:title", self.title());
        add("property", "og:description", self.description());
        add("name", "twitter:card", "summary_large_image");
        if let Some(address) = self.address {
            add("property", "og:url", &format!("{address}{}", self.path));
            add("property", "og:image", &format!("{address}{picture}"));
            add("property", "og:image:type", "image/png");
            add("property", "og:image:width", &sumito_picture::WIDTH.to_string());
            add("property", "og:image:height", &sumito_picture::HEIGHT.to_string());
            add("property", "og:image:alt", self.words.text("preview.board"));
        }
        lines.push_str(&self.style());
        lines
    }

    /// Returns the style of this site: its colour, and no promise of games without an account if there are none.
    fn style(&self) -> String {
        let mut rules = String::new();
        if let Some(accent) = self.site.accent() {
            // Stronger than the same names in the client's own style. By night, the colour of text is a light tint of it.
            write!(
                rules,
                "html:root{{--felt:{accent};--felt-deep:color-mix(in srgb,{accent},#000 25%);\
                 --felt-light:color-mix(in srgb,{accent},#fff 6%);\
                 --accent:light-dark({accent},color-mix(in srgb,{accent},#fff 60%));\
                 --accent-strong:light-dark(color-mix(in srgb,{accent},#000 20%),color-mix(in srgb,{accent},#fff 70%));\
                 --accent-soft:light-dark(color-mix(in srgb,{accent},#fff 86%),color-mix(in srgb,{accent},#000 45%));\
                 --on-accent:light-dark(#fff,#121212)}}"
            )
            .expect("a string takes any text");
        }
        if !self.site.shown().guests {
            rules.push_str("#first .free{display:none}");
        }
        if rules.is_empty() { rules } else { format!("  <style>{rules}</style>\n") }
    }
}

/// Replaces the first text that stands between two others.
fn put_between(page: &mut String, start: &str, end: &str, text: &str) {
    if let Some(begin) = page.find(start).map(|place| place + start.len())
        && let Some(length) = page[begin..].find(end)
    {
        page.replace_range(begin..begin + length, &escaped(text));
    }
}

/// Escapes a text for HTML, also within quotes.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for symbol in text.chars() {
        match symbol {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use sumito_config::{Config, Overrides};
    use sumito_words::Language;

    use super::*;

    const PAGE: &str = "<html><head>\n  <meta\n    name=\"description\"\n    content=\"old\"\n  />\n  <title>Sumito</title>\n  </head>\
                        <body></body></html>";

    fn site(change: impl FnOnce(&mut Config)) -> Site {
        let mut config = Config::load(None, &Overrides::default()).unwrap();
        change(&mut config);
        Site::load(&config).unwrap()
    }

    #[test]
    fn page_describes_subject_and_escapes_it() {
        let preview = Preview {
            title: "</title><script>alert('1')</script>".to_owned(),
            description: "\"><b>".to_owned(),
            picture: "/p.png?a=1&b=2".to_owned(),
        };
        let head = Head {
            site: &site(|_| {}),
            build: Some("b1"),
            address: Some("https://a.example"),
            path: "/room/\"x",
            words: Words::of(Language::En),
            preview: Some(preview),
        };
        let page = head.put_into(PAGE);
        assert!(!page.contains("<script") && !page.contains("<b>"), "{page}");
        assert!(page.contains("<title>&lt;/title&gt;&lt;script&gt;alert(&#39;1&#39;)"), "{page}");
        assert!(page.contains("name=\"sumito-client\" content=\"b1\""), "{page}");
        assert!(page.contains("content=\"https://a.example/p.png?a=1&amp;b=2\""), "{page}");
        assert!(page.contains("content=\"https://a.example/room/&quot;x\""), "{page}");
        assert!(page.contains("name=\"description\"\n    content=\"&quot;&gt;&lt;b&gt;\"\n"), "{page}");
        assert!(page.ends_with("</head><body></body></html>"), "{page}");
    }

    #[test]
    fn page_without_subject_has_the_name_of_the_site() {
        let site = site(|_| {});
        let head = Head {
            site: &site,
            build: None,
            address: None,
            path: "/",
            words: Words::of(Language::De),
            preview: None,
        };
        let page = head.put_into(PAGE);
        assert!(
            page.contains("<title>Sumito</title>")
                && page.contains("kostenlos online: Schieb sechs Kugeln vom Brett"),
            "{page}"
        );
        assert!(
            !page.contains("og:image") && !page.contains("og:url") && !page.contains("<style>"),
            "{page}"
        );
        assert_eq!(head.put_into("no page"), "no page");
    }

    #[test]
    fn operator_sets_name_colour_and_guests() {
        let site = site(|config| {
            config.site.name = "<Club> & friends".to_owned();
            config.site.accent = "#1d4e89".to_owned();
            config.accounts.guests = false;
        });
        let head = Head {
            site: &site,
            build: None,
            address: None,
            path: "/",
            words: Words::of(Language::De),
            preview: None,
        };
        let page = head.put_into(
            "<head><meta name=\"theme-color\" content=\"#173a2d\" /><title>Sumito</title></head>\
             <span id=\"site-name\">Sumito</span>",
        );
        assert!(page.contains("<title>&lt;Club&gt; &amp; friends</title>"), "{page}");
        assert!(page.contains("<span id=\"site-name\">&lt;Club&gt; &amp; friends</span>"), "{page}");
        assert!(page.contains("name=\"theme-color\" content=\"#1d4e89\""), "{page}");
        assert!(page.contains("<style>html:root{--felt:#1d4e89;"), "{page}");
        assert!(
            page.contains("content=\"{&quot;name&quot;:&quot;&lt;Club&gt; &amp; friends&quot;"),
            "{page}"
        );
        assert!(page.contains("&quot;guests&quot;:false") && page.contains(".free{display:none}"), "{page}");
        assert!(page.contains("content=\"Spiel Abalone online: Schieb"), "{page}");
    }
}
