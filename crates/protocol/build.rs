//! Lists the types of this crate for `generated`: `OUT_DIR/TS.rs` has those that derive `TS`, `OUT_DIR/JsonSchema.rs` those that derive
//! `JsonSchema`.
//!
//! A list is a call of the macro `types!` with the paths of the types. A type in a file of a folder is named by the folder's module, which
//! must export it.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use syn::punctuated::Punctuated;
use syn::{Attribute, Item, Token};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=src");
    for derived in ["TS", "JsonSchema"] {
        let mut list = Vec::new();
        for path in sorted(Path::new("src"))? {
            let module =
                path.file_stem().and_then(|stem| stem.to_str()).ok_or("a module with a strange name")?;
            list.extend(types(&path, derived)?.iter().map(|name| format!("crate::{module}::{name}")));
        }
        let file = PathBuf::from(env::var("OUT_DIR")?).join(format!("{derived}.rs"));
        fs::write(file, format!("types! {{\n{}\n}}\n", list.join(",\n")))?;
    }
    Ok(())
}

/// Returns the names of the types in a file, or in all files of a folder, that derive this trait.
fn types(path: &Path, derived: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let mut names = Vec::new();
    if path.is_dir() {
        for inside in sorted(path)? {
            names.extend(types(&inside, derived)?);
        }
        return Ok(names);
    }
    let file = syn::parse_file(&fs::read_to_string(path)?)?;
    for item in file.items {
        let (name, attributes) = match item {
            Item::Struct(item) => (item.ident, item.attrs),
            Item::Enum(item) => (item.ident, item.attrs),
            _ => continue,
        };
        if derives(&attributes, derived)? {
            names.push(name.to_string());
        }
    }
    Ok(names)
}

fn derives(attributes: &[Attribute], derived: &str) -> syn::Result<bool> {
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("derive")) {
        let traits = attribute.parse_args_with(Punctuated::<syn::Path, Token![,]>::parse_terminated)?;
        if traits.iter().any(|one| one.segments.last().is_some_and(|name| name.ident == derived)) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths: Vec<_> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    paths.sort();
    Ok(paths)
}
