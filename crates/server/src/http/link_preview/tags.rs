//! The tags, and where they go.

use std::fmt::Write;

use super::LinkPreview;
use crate::picture::{HEIGHT, WIDTH};

/// Whose pages these are.
const SITE: &str = "Sumito";

impl LinkPreview {
    /// The page with these tags in its head, in the place of its own title and description; `origin` is what comes before all
    /// paths. `None` for a page without a head.
    pub(in super::super) fn written_into(&self, page: &str, origin: &str) -> Option<String> {
        let page = without(page, "<title>", "</title>");
        let page = without(&page, "name=\"description\"", ">");
        let (before, after) = page.split_once("</head>")?;
        Some(format!("{before}{}</head>{after}", self.tags(origin)))
    }

    fn tags(&self, origin: &str) -> String {
        let (title, description) = (escaped(&self.title), escaped(&self.description));
        let (url, picture) =
            (escaped(&format!("{origin}{}", self.path)), escaped(&format!("{origin}{}", self.picture)));
        let mut tags = format!(
            "<title>{title} · {SITE}</title>\n    <meta name=\"description\" content=\"{description}\" />\n    "
        );
        for (property, content) in [
            ("og:site_name", SITE),
            ("og:type", "website"),
            ("og:title", &title),
            ("og:description", &description),
            ("og:url", &url),
            ("og:image", &picture),
            ("og:image:type", "image/png"),
            ("og:image:width", &WIDTH.to_string()),
            ("og:image:height", &HEIGHT.to_string()),
            ("og:image:alt", "The board"),
        ] {
            write!(tags, "<meta property=\"{property}\" content=\"{content}\" />\n    ")
                .expect("a string takes any text");
        }
        // Twitter's own word: all else it takes from the others.
        tags.push_str("<meta name=\"twitter:card\" content=\"summary_large_image\" />\n  ");
        tags
    }
}

/// The page without the first tag that has `mark` in it, up to the first `end` behind that.
fn without(page: &str, mark: &str, end: &str) -> String {
    let part = page.find(mark).and_then(|mark| {
        let from = page[..=mark].rfind('<')?;
        let to = mark + page[mark..].find(end)? + end.len();
        Some(format!("{}{}", &page[..from], &page[to..]))
    });
    part.unwrap_or_else(|| page.to_owned())
}

/// Text as it stands in HTML, also between quotes.
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

    const PAGE: &str = "<!doctype html>\n<html><head><meta charset=\"utf-8\" />\n<meta\n  name=\"description\"\n  content=\"old\"\n/>\n\
                        <title>Old</title><link rel=\"icon\" href=\"/favicon.svg\"></head><body><div></div></body></html>";

    fn preview(title: &str) -> LinkPreview {
        LinkPreview {
            title: title.to_owned(),
            description: "A & B".to_owned(),
            path: "/room/x".to_owned(),
            picture: "/api/v1/rooms/x/picture.png".to_owned(),
        }
    }

    #[test]
    fn tags_take_the_place_of_the_title_and_the_description() {
        let page = preview("A – B").written_into(PAGE, "https://abalone.example").unwrap();
        assert!(!page.contains("Old") && !page.contains("old"), "{page}");
        for part in [
            "<meta charset=\"utf-8\" />",
            "<link rel=\"icon\" href=\"/favicon.svg\">",
            "<body><div></div></body></html>",
            "<title>A – B · Sumito</title>",
            "<meta name=\"description\" content=\"A &amp; B\" />",
            "<meta property=\"og:title\" content=\"A – B\" />",
            "<meta property=\"og:url\" content=\"https://abalone.example/room/x\" />",
            "<meta property=\"og:image\" content=\"https://abalone.example/api/v1/rooms/x/picture.png\" />",
            "<meta property=\"og:image:width\" content=\"1200\" />",
            "<meta property=\"og:image:height\" content=\"630\" />",
        ] {
            assert_eq!(page.matches(part).count(), 1, "{part} in {page}");
        }
        let head = page.split_once("</head>").unwrap().0;
        assert!(head.contains("og:image") && head.contains("twitter:card"), "{page}");
    }

    #[test]
    fn a_name_cannot_end_a_tag() {
        let page = preview("\"/><script>'&").written_into(PAGE, "http://x").unwrap();
        assert!(!page.contains("<script>"), "{page}");
        assert!(page.contains("content=\"&quot;/&gt;&lt;script&gt;&#39;&amp;\""), "{page}");
    }

    #[test]
    fn a_page_without_title_gets_one_and_one_without_head_stays_as_it_is() {
        let page = preview("A").written_into("<head></head>", "http://x").unwrap();
        assert!(page.starts_with("<head><title>A · Sumito</title>"), "{page}");
        assert_eq!(preview("A").written_into("being built", "http://x"), None);
    }
}
