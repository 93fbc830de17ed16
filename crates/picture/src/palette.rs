//! Colours: those of the client's wooden board by day.

use sumito_rules::Color;

/// Glass of one colour, from where the light falls on it to its rim.
pub(crate) struct Glass {
    pub(crate) stops: [&'static str; 4],
    /// What gathers at the far side.
    pub(crate) glow: &'static str,
}

pub(crate) fn glass(color: Color) -> Glass {
    let (stops, glow) = match color {
        Color::Black => (["#6d7078", "#34353c", "#131318", "#050507"], "#7f93ad"),
        Color::White => (["#ffffff", "#f8f4ea", "#dcd2be", "#a5977d"], "#fffaf0"),
        Color::Red => (["#ff9a8a", "#d8402f", "#94180f", "#4d0805"], "#ff8f70"),
        Color::Yellow => (["#fff3b0", "#f2c230", "#b67f0a", "#6d4703"], "#ffe58a"),
    };
    Glass { stops, glow }
}

/// What lies behind the board.
pub(crate) const CLOTH: [&str; 2] = ["#21523f", "#0d1d16"];
pub(crate) const FRAME: [&str; 3] = ["#b98552", "#99683a", "#774c26"];
pub(crate) const FIELD: [&str; 3] = ["#d9ab74", "#c8965c", "#aa7841"];
pub(crate) const WELL: [&str; 3] = ["#b98a52", "#94673a", "#6f4823"];
pub(crate) const TRACE: &str = "#ffd76a";
