//! The engine as a WebAssembly module: the session of `sumito-engine` (docs/engine.md), with imports and exports instead of pipes.
//!
//! The host writes a line of text to the address that `input` returns, and calls `answer`. The module says its lines with the import `say`.
//! After `go`, the host calls `advance` until it returns 0, and may give a line between two calls. A panic traps: the instance is then of
//! no use.

#![cfg(target_arch = "wasm32")]

use std::{cell::RefCell, time::Duration};

use sumito_engine::{
    Searcher,
    uai::{DEFAULT_HASH_MIB, OptionMaxima, Session, Slices},
};

/// A worker of a page uses 64 MB at most.
const MOST: OptionMaxima = OptionMaxima { threads: 1, hash_mib: 32 };

/// Bytes of the longest line: `position` with the moves of a game of 4,000 plies.
const MAX_LINE: usize = 32 << 10;

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Returns the milliseconds since any moment that stays the same.
    safe fn now() -> f64;
    /// Takes lines of the session: UTF-8 at an address, and its length.
    safe fn say(text: *const u8, length: usize);
}

struct Module {
    input: Vec<u8>,
    session: Session<Slices>,
}

thread_local! {
    static MODULE: RefCell<Module> = RefCell::new(Module {
        input: Vec::new(),
        session: Session::new(Slices::new(Searcher::with_clock(DEFAULT_HASH_MIB, clock), say_text), MOST, say_text),
    });
}

fn clock() -> Duration {
    Duration::from_secs_f64(now().max(0.0) / 1000.0)
}

fn say_text(text: &str) {
    say(text.as_ptr(), text.len());
}

/// Returns the address for the next line, of this many bytes of UTF-8; 0 if it is too long.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    if length > MAX_LINE {
        say_text("info string the line is too long");
        return std::ptr::null_mut();
    }
    MODULE.with_borrow_mut(|module| {
        module.input.clear();
        module.input.resize(length, 0);
        module.input.as_mut_ptr()
    })
}

/// Answers the line at the address that [`input`] returned. Returns 0 after `quit`.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> u32 {
    MODULE.with_borrow_mut(|Module { input, session }| {
        u32::from(session.answer(&String::from_utf8_lossy(input)))
    })
}

/// Searches for about this many milliseconds. Returns 0 if the search has ended or there is none.
#[unsafe(no_mangle)]
pub extern "C" fn advance(milliseconds: u32) -> u32 {
    let slice = Duration::from_millis(milliseconds.into());
    MODULE.with_borrow_mut(|module| u32::from(module.session.runner.advance(slice)))
}
