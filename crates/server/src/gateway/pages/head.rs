//! Head of the client's page: metadata for link previews and for the client itself.

use std::fmt::Write;

use super::preview::Preview;

/// Title of pages without a subject of their own.
const TITLE: &str = "Sumito";
const DESCRIPTION: &str = "Play Abalone in the browser: push six marbles over the edge. With anyone, with friends, for two, three or \
                           four; free, without an account.";
/// Image of such pages: a game that is about to begin.
const PICTURE: &str = "/api/v1/positions/picture.png?mode=two&position=ww1bb%2Fwwwbbb%2F1ww1bb1%2F8%2F9%2F8%2F1bb1ww1%2Fbbbwww%2Fbb1ww+b+0%2C0+0+0";

/// Additions to the head of a page.
pub(super) struct Head<'a> {
    /// Build of the client.
    pub(super) build: Option<&'a str>,
    /// Address of the site, without a slash at the end; `None` if unknown.
    pub(super) site: Option<&'a str>,
    pub(super) path: &'a str,
    /// Subject of the page.
    pub(super) preview: Option<Preview>,
}

impl Head<'_> {
    /// Returns the page with this head in place of its title and description.
    pub(super) fn put_into(&self, page: &str) -> String {
        let mut page = page.to_owned();
        if let Some(Preview { title, description, .. }) = &self.preview {
            put_between(&mut page, "<title>", "</title>", title);
            // The attribute may be on a line of its own.
            if let Some(place) = page.find("name=\"description\"") {
                let (before, rest) = page.split_at(place);
                let mut rest = rest.to_owned();
                put_between(&mut rest, "content=\"", "\"", description);
                page = format!("{before}{rest}");
            }
        }
        if let Some(end) = page.find("</head>") {
            page.insert_str(end, &self.lines());
        }
        page
    }

    fn lines(&self) -> String {
        let mut lines = String::new();
        let mut add = |attribute: &str, name: &str, content: &str| {
            writeln!(lines, "  <meta {attribute}=\"{name}\" content=\"{}\" />", escaped(content))
                .expect("a string takes any text");
        };
        let (title, description, picture) = match &self.preview {
            Some(Preview { title, description, picture }) => (&**title, &**description, &**picture),
            None => (TITLE, DESCRIPTION, PICTURE),
        };
        if let Some(build) = self.build {
            add("name", "sumito-client", build);
        }
        add("property", "og:site_name", TITLE);
        add("property", "og:type", "website");
        add("property", "og:title", title);
        add("property", "og:description", description);
        add("name", "twitter:card", "summary_large_image");
        if let Some(site) = self.site {
            add("property", "og:url", &format!("{site}{}", self.path));
            add("property", "og:image", &format!("{site}{picture}"));
            add("property", "og:image:type", "image/png");
            add("property", "og:image:width", &sumito_picture::WIDTH.to_string());
            add("property", "og:image:height", &sumito_picture::HEIGHT.to_string());
            add("property", "og:image:alt", "The board");
        }
        lines
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
    use super::*;

    const PAGE: &str = "<html><head>\n  <meta\n    name=\"description\"\n    content=\"old\"\n  />\n  <title>Sumito</title>\n  </head>\
                        <body></body></html>";

    #[test]
    fn page_describes_subject_and_escapes_it() {
        let preview = Preview {
            title: "</title><script>alert('1')</script>".to_owned(),
            description: "\"><b>".to_owned(),
            picture: "/p.png?a=1&b=2".to_owned(),
        };
        let head = Head {
            build: Some("b1"),
            site: Some("https://a.example"),
            path: "/room/\"x",
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
    fn page_without_subject_keeps_title() {
        let page = Head { build: None, site: None, path: "/", preview: None }.put_into(PAGE);
        assert!(page.contains("<title>Sumito</title>") && page.contains("\"old\""), "{page}");
        assert!(page.contains(DESCRIPTION), "{page}");
        assert!(!page.contains("og:image") && !page.contains("og:url"), "{page}");
        assert_eq!(Head { build: None, site: None, path: "/", preview: None }.put_into("no page"), "no page");
    }
}
