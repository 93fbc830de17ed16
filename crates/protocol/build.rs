//! Lists the types that derive `TS` in `OUT_DIR/types.rs`, so that `generated` declares each of them.
//!
//! The list is an array expression with an element `declaration::<TYPE>` for each type. A type in a file of a folder is named by the
//! folder's module, which must export it.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use syn::punctuated::Punctuated;
use syn::{Attribute, Item, Meta, Token};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=src");
    let mut list = Vec::new();
    for path in sorted(Path::new("src"))? {
        let module = path.file_stem().and_then(|stem| stem.to_str()).ok_or("a module with a strange name")?;
        list.extend(types(&path)?.iter().map(|name| format!("declaration::<crate::{module}::{name}>")));
    }
    let list = format!("[\n{}\n]\n", list.join(",\n"));
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("types.rs"), list)?;
    Ok(())
}

/// Returns the names of the types in a file, or in all files of a folder.
fn types(path: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let mut names = Vec::new();
    if path.is_dir() {
        for inside in sorted(path)? {
            names.extend(types(&inside)?);
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
        if derives_ts(&attributes)? {
            names.push(name.to_string());
        }
    }
    Ok(names)
}

fn derives_ts(attributes: &[Attribute]) -> syn::Result<bool> {
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("derive")) {
        let derived = attribute.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)?;
        if derived.iter().any(|one| one.path().segments.last().is_some_and(|name| name.ident == "TS")) {
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
