//! Label of a session: the program that started it.

use sumito_kit::text::Text;

/// Browsers by a word of their user agent; browsers that also name others come first.
const BROWSERS: [(&str, &str); 8] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Vivaldi/", "Vivaldi"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

const SYSTEMS: [(&str, &str); 7] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
];

/// Returns a label for a `User-Agent` header: `Firefox, Linux`. For programs that are not browsers, the name in the header.
pub fn label(user_agent: &str) -> Text {
    let known = |words: &[(&str, &'static str)]| {
        words.iter().find(|(word, _)| user_agent.contains(word)).map(|(_, name)| *name)
    };
    if let Some(browser) = known(&BROWSERS) {
        let system = known(&SYSTEMS).map_or(String::new(), |system| format!(", {system}"));
        return Text::program(&format!("{browser}{system}"));
    }
    Text::program(user_agent.split_whitespace().next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn label_names_program_and_system() {
        for (user_agent, expected) in [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", "Firefox, Linux"),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 \
                 Safari/537.36 Edg/130.0.0.0",
                "Edge, Windows",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
                 Version/17.5 Mobile/15E148 Safari/604.1",
                "Safari, iPhone",
            ),
            ("python-requests/2.32", "python-requests/2.32"),
            ("", ""),
        ] {
            assert_eq!(label(user_agent).as_str(), expected);
        }
        assert_eq!(label(&"x".repeat(1_000)).as_str().len(), sumito_kit::text::LONGEST_LABEL);
    }
}
