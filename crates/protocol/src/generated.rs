//! Files generated from the types of this crate and of `sumito_vocabulary`, for programs in other languages.

mod asyncapi;
mod openapi;

use std::path::PathBuf;

pub use openapi::definitions;
use schemars::{JsonSchema, schema_for};
use ts_rs::{Config, TS};

use crate::{client, server};

/// The generated files: path from the repository's root, and content.
pub fn files() -> Vec<(PathBuf, String)> {
    vec![
        ("sdk/typescript/src/types.ts".into(), typescript()),
        ("docs/schema/client-message.json".into(), json_schema::<client::ClientMessage>()),
        ("docs/schema/server-message.json".into(), json_schema::<server::ServerMessage>()),
        ("docs/schema/asyncapi.json".into(), pretty(&asyncapi::document())),
    ]
}

fn json_schema<T: JsonSchema>() -> String {
    pretty(&schema_for!(T))
}

fn pretty(value: &impl serde::Serialize) -> String {
    let text = serde_json::to_string_pretty(value).expect("a schema is plain JSON");
    format!("{text}\n")
}

fn typescript() -> String {
    // `JSON.parse` reads integers of all sizes as numbers.
    let config = Config::default().with_large_int("number");
    macro_rules! types {
        ($($type:ty),*) => { vec![$((<$type as TS>::ident(&config), <$type as TS>::decl(&config))),*] };
    }
    let mut declarations: Vec<(String, String)> = include!(concat!(env!("OUT_DIR"), "/TS.rs"));
    declarations.extend(sumito_vocabulary::all().map(|one| (one.name.to_owned(), (one.typescript)(&config))));
    declarations.sort();
    let mut text =
        String::from("// Generated from crates/protocol by `cargo xtask generate`. Do not edit.\n");
    for (_, declaration) in declarations {
        text.push_str("\nexport ");
        text.push_str(&declaration);
        text.push('\n');
    }
    text
}
