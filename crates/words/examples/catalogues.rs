//! Writes `catalogues.json` from the catalogues of the page, or with `--check` says whether it is out of date. `cargo xtask generate` runs it.

#![expect(clippy::print_stderr, reason = "a program for people")]

use std::collections::BTreeMap;
use std::fs;
use std::iter::Peekable;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::Chars;

/// Files that the terminal client shares with the page.
const SHARED: [&str; 19] = [
    "app.ts",
    "clock.ts",
    "create/clock.ts",
    "create/create.ts",
    "errors/errors.ts",
    "failure.ts",
    "game.ts",
    "history.ts",
    "home/home.ts",
    "home/lobby.ts",
    "my-games.ts",
    "play/entry.ts",
    "play/talk.ts",
    "players/games.ts",
    "result/result.ts",
    "review/ledger.ts",
    "room.ts",
    "setup.ts",
    "waiting/waiting.ts",
];

fn main() -> ExitCode {
    let check = std::env::args().any(|argument| argument == "--check");
    match write(check) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn write(check: bool) -> Result<(), String> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let messages = here.join("../../web/src/lib/base/i18n/messages");
    let mut catalogues = BTreeMap::new();
    for language in ["en", "de", "pl", "nl"] {
        let folder = messages.join(language);
        let mut texts = BTreeMap::new();
        for file in files(&folder)? {
            let source = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
            Parser::new(&source)
                .texts(&mut texts)
                .ok_or_else(|| format!("{} is not a catalogue", file.display()))?;
        }
        catalogues.insert(language, texts);
    }
    let content = serde_json::to_string_pretty(&catalogues).map_err(|error| error.to_string())? + "\n";
    let target = here.join("catalogues.json");
    if fs::read_to_string(&target).is_ok_and(|present| present == content) {
        return Ok(());
    }
    if check {
        return Err("crates/words/catalogues.json is out of date: run `cargo xtask generate`".to_owned());
    }
    fs::write(&target, content).map_err(|error| error.to_string())?;
    eprintln!("crates/words/catalogues.json written");
    Ok(())
}

fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let own = folder.join("programs");
    let entries = fs::read_dir(&own).map_err(|error| format!("{}: {error}", own.display()))?;
    let own = entries.flatten().map(|entry| entry.path());
    Ok(SHARED.iter().map(|file| folder.join(file)).chain(own).collect())
}

/// Reads a module with one object of texts: `export default { room: { yourTurn: 'Your turn' } } as const;`.
struct Parser<'a> {
    rest: Peekable<Chars<'a>>,
}

impl<'a> Parser<'a> {
    fn new(source: &'a str) -> Self {
        let object =
            source.find("export default").map_or("", |place| &source[place + "export default".len()..]);
        Self { rest: object.chars().peekable() }
    }

    /// Adds the texts by key; `None` if the source has another form.
    fn texts(mut self, texts: &mut BTreeMap<String, String>) -> Option<()> {
        self.object("", texts)
    }

    fn object(&mut self, path: &str, texts: &mut BTreeMap<String, String>) -> Option<()> {
        self.skip();
        (self.rest.next()? == '{').then_some(())?;
        loop {
            self.skip();
            match *self.rest.peek()? {
                '}' => {
                    self.rest.next();
                    return Some(());
                }
                ',' => {
                    self.rest.next();
                }
                _ => self.entry(path, texts)?,
            }
        }
    }

    fn entry(&mut self, path: &str, texts: &mut BTreeMap<String, String>) -> Option<()> {
        let name = self.name()?;
        self.skip();
        (self.rest.next()? == ':').then_some(())?;
        self.skip();
        let key = if path.is_empty() { name } else { format!("{path}.{name}") };
        if *self.rest.peek()? == '{' {
            return self.object(&key, texts);
        }
        let text = self.string()?;
        texts.insert(key, text);
        Some(())
    }

    fn name(&mut self) -> Option<String> {
        if *self.rest.peek()? == '\'' {
            return self.string();
        }
        let mut name = String::new();
        while let Some(symbol) = self.rest.next_if(|symbol| symbol.is_alphanumeric() || *symbol == '_') {
            name.push(symbol);
        }
        (!name.is_empty()).then_some(name)
    }

    fn string(&mut self) -> Option<String> {
        let quote = self.rest.next_if(|symbol| ['\'', '`'].contains(symbol))?;
        let mut text = String::new();
        loop {
            match self.rest.next()? {
                '\\' => match self.rest.next()? {
                    'n' => text.push('\n'),
                    '\n' => {}
                    other => text.push(other),
                },
                symbol if symbol == quote => return Some(text),
                symbol => text.push(symbol),
            }
        }
    }

    /// Skips white space and comments.
    fn skip(&mut self) {
        loop {
            while self.rest.next_if(|symbol| symbol.is_whitespace()).is_some() {}
            if self.rest.next_if_eq(&'/').is_none() {
                return;
            }
            let ends_with_line = self.rest.next() == Some('/');
            let mut previous = ' ';
            for symbol in self.rest.by_ref() {
                if (ends_with_line && symbol == '\n') || (!ends_with_line && previous == '*' && symbol == '/')
                {
                    break;
                }
                previous = symbol;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_found_by_their_path() {
        let source = "/** A file. */\nexport default {\n  a: {\n    // a comment\n    b: 'It\\'s: {x}',\n    'c-d':\n      'long\\n',\n    \
                      e: `{n, plural,\n      one {one}\n    }`,\n  },\n  f: { g: 'last' },\n} as const;\n";
        let mut found = BTreeMap::new();
        Parser::new(source).texts(&mut found).unwrap();
        assert_eq!(found.len(), 4, "{found:?}");
        assert_eq!(found["a.b"], "It's: {x}");
        assert_eq!(found["a.c-d"], "long\n");
        assert_eq!(found["a.e"], "{n, plural,\n      one {one}\n    }");
        assert_eq!(found["f.g"], "last");
        assert!(Parser::new("const a = 1;").texts(&mut found).is_none());
    }
}
