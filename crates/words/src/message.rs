//! The part of ICU's message format that the catalogues use: `{name}`, `{count, number}`, `{count, plural, one {…} other {…}}` with `#`, and
//! `{word, select, black {…} other {…}}`. (<https://unicode-org.github.io/icu/userguide/format_parse/messages/>)

use super::Language;

/// An argument of a text.
#[derive(Debug, Clone, Copy)]
pub enum Value<'a> {
    /// A text that is inserted unchanged.
    Text(&'a str),
    /// Formatted with the decimal separator of the language.
    Number(f64),
}

/// Returns the text with its arguments. An argument that is not given stays in braces.
pub(super) fn format(message: &str, arguments: &[(&str, Value<'_>)], language: Language) -> String {
    let mut out = String::new();
    Formatter { arguments, language }.write(message, None, &mut out);
    out
}

struct Formatter<'a> {
    arguments: &'a [(&'a str, Value<'a>)],
    language: Language,
}

impl Formatter<'_> {
    /// Writes a text. `counted` is the number that `#` stands for.
    fn write(&self, message: &str, counted: Option<f64>, out: &mut String) {
        let mut rest = message;
        while let Some(place) = rest.find(['{', '#']) {
            out.push_str(&rest[..place]);
            rest = &rest[place..];
            if let Some(after) = rest.strip_prefix('#') {
                match counted {
                    Some(number) => out.push_str(&self.number(number)),
                    None => out.push('#'),
                }
                rest = after;
                continue;
            }
            let Some((inner, after)) = braces(rest) else { break };
            self.argument(inner, counted, out);
            rest = after;
        }
        out.push_str(rest);
    }

    /// Writes an argument: `name`, or `name, kind, cases`.
    fn argument(&self, inner: &str, counted: Option<f64>, out: &mut String) {
        let mut parts = inner.splitn(3, ',').map(str::trim);
        let name = parts.next().unwrap_or_default();
        let Some((_, value)) = self.arguments.iter().find(|(known, _)| *known == name) else {
            out.push('{');
            out.push_str(inner);
            out.push('}');
            return;
        };
        match (value, parts.next(), parts.next()) {
            (Value::Number(number), Some("plural"), Some(cases)) => {
                let exact = format!("={number}");
                let category = plural(*number, self.language);
                let case = case_of(cases, &[&exact, category, "other"]);
                self.write(case, Some(*number), out);
            }
            (Value::Text(word), Some("select"), Some(cases)) => {
                self.write(case_of(cases, &[word, "other"]), counted, out);
            }
            (Value::Number(number), ..) => out.push_str(&self.number(*number)),
            (Value::Text(text), ..) => out.push_str(text),
        }
    }

    fn number(&self, number: f64) -> String {
        let text = number.to_string();
        if self.language == Language::En { text } else { text.replace('.', ",") }
    }
}

/// Splits `{inner}rest` at the closing brace.
fn braces(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0_usize;
    for (place, symbol) in text.char_indices() {
        match symbol {
            '{' => depth += 1,
            '}' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some((&text[1..place], &text[place + 1..]));
                }
            }
            _ => {}
        }
    }
    None
}

/// Returns the text of the first of these names among `name {text} name {text}`; an empty one if there is none.
fn case_of<'a>(cases: &'a str, names: &[&str]) -> &'a str {
    let mut found = vec![None; names.len()];
    let mut rest = cases;
    while let Some(place) = rest.find('{') {
        let name = rest[..place].trim();
        let Some((inner, after)) = braces(&rest[place..]) else { break };
        for (slot, _) in found.iter_mut().zip(names).filter(|(_, wanted)| **wanted == name) {
            *slot = Some(inner);
        }
        rest = after;
    }
    found.into_iter().flatten().next().unwrap_or_default()
}

/// Returns the plural category of a number (CLDR, *Language Plural Rules*).
fn plural(number: f64, language: Language) -> &'static str {
    let Ok(number) = number.to_string().parse::<u64>() else { return "other" };
    match language {
        _ if number == 1 => "one",
        Language::Pl if (2..=4).contains(&(number % 10)) && !(12..=14).contains(&(number % 100)) => "few",
        Language::Pl => "many",
        Language::En | Language::De | Language::Nl => "other",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_inserted() {
        let arguments = [("name", Value::Text("{x} #")), ("count", Value::Number(1.5))];
        for (message, expected) in [
            ("plain #", "plain #"),
            ("{name}: {count, number} s", "{x} #: 1,5 s"),
            ("{unknown} {open", "{unknown} {open"),
            ("{name, select, a {A} other {{count}!}}", "1,5!"),
        ] {
            assert_eq!(format(message, &arguments, Language::De), expected, "{message}");
        }
    }

    #[test]
    fn plural_forms_follow_the_language() {
        let polish = "{count, plural, =0 {brak} one {# ruch} few {# ruchy} many {# ruchów} other {# ruchu}}";
        for (count, expected) in [
            (0.0, "brak"),
            (1.0, "1 ruch"),
            (2.0, "2 ruchy"),
            (5.0, "5 ruchów"),
            (12.0, "12 ruchów"),
            (21.0, "21 ruchów"),
            (22.0, "22 ruchy"),
            (112.0, "112 ruchów"),
            (1.5, "1,5 ruchu"),
        ] {
            assert_eq!(format(polish, &[("count", Value::Number(count))], Language::Pl), expected);
        }
        let dutch = "{count, plural, one {# zet} other {# zetten}}";
        assert_eq!(format(dutch, &[("count", Value::Number(1.0))], Language::Nl), "1 zet");
        assert_eq!(format(dutch, &[("count", Value::Number(0.0))], Language::Nl), "0 zetten");
    }
}
