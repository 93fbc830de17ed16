//! The board without its marbles, as the web client draws it (`Wood.svelte`), on cloth.

use sumito_rules::Cell;

use crate::geometry::{Point, centre, hexagon, rounded};
use crate::svg::write_to;

/// Scale of a marble in a tray.
pub(crate) const TRAY_SCALE: f64 = 0.68;

/// The six slots of the tray at the lower right corner, in filling order: three, two, one.
const SLOTS: [Point; 6] = [
    Point { x: 4.62, y: 3.92 },
    Point { x: 3.96, y: 3.92 },
    Point { x: 3.3, y: 3.92 },
    Point { x: 4.29, y: 3.35 },
    Point { x: 3.63, y: 3.35 },
    Point { x: 3.96, y: 2.78 },
];

/// The corners of the tray at the lower right.
const TRAY: [Point; 3] = [Point { x: 2.62, y: 4.34 }, Point { x: 3.96, y: 2.02 }, Point { x: 5.3, y: 4.34 }];

/// The positions of the trays, mirrored from the lower right: the first team's is there, the others follow clockwise.
const CORNERS: [(f64, f64); 3] = [(1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)];

/// Radius and corner rounding of the frame, and of the field with the cells.
const FRAME: (f64, f64) = (4.95, 0.32);
const FIELD: (f64, f64) = (4.56, 0.26);

/// Number of lines in the wood.
const GRAIN: u32 = 30;

/// The background of the whole picture.
pub(crate) const CLOTH: &str = r#"<rect width="100%" height="100%" fill="url(#cloth)"/>"#;

const GRADIENTS: &str = concat!(
    r##"<radialGradient id="cloth" cx="0.5" cy="0.42" r="0.75"><stop offset="0" stop-color="#2c604c"/>"##,
    r##"<stop offset="0.55" stop-color="#214c3c"/><stop offset="1" stop-color="#173a2d"/></radialGradient>"##,
    r##"<linearGradient id="frame" x1="0.1" y1="0" x2="0.9" y2="1"><stop offset="0" stop-color="#b98552"/>"##,
    r##"<stop offset="0.5" stop-color="#99683a"/><stop offset="1" stop-color="#774c26"/></linearGradient>"##,
    r##"<radialGradient id="field" cx="0.42" cy="0.34" r="0.8"><stop offset="0" stop-color="#d9ab74"/>"##,
    r##"<stop offset="0.6" stop-color="#c8965c"/><stop offset="1" stop-color="#aa7841"/></radialGradient>"##,
    r##"<radialGradient id="well" cx="0.5" cy="0.62" r="0.56"><stop offset="0" stop-color="#b98a52"/>"##,
    r##"<stop offset="0.7" stop-color="#94673a"/><stop offset="1" stop-color="#6f4823"/></radialGradient>"##,
    r##"<linearGradient id="lip" x1="0.25" y1="0" x2="0.75" y2="1"><stop offset="0" stop-color="#000" stop-opacity="0.42"/>"##,
    r##"<stop offset="0.5" stop-color="#000" stop-opacity="0.06"/><stop offset="0.62" stop-color="#fff" stop-opacity="0.06"/>"##,
    r##"<stop offset="1" stop-color="#fff" stop-opacity="0.42"/></linearGradient>"##,
    r##"<g id="cell"><circle r="0.455" fill="url(#well)" stroke="url(#lip)" stroke-width="0.04"/></g>"##,
);

/// Defines the materials of the board.
pub(crate) fn define(svg: &mut String) {
    svg.push_str(GRADIENTS);
    write_to(
        svg,
        format_args!("<clipPath id=\"wood\"><path d=\"{}\"/></clipPath>", hexagon(FRAME.0, FRAME.1)),
    );
}

/// Draws the board, with a tray for each team.
pub(crate) fn board(svg: &mut String, teams: usize) {
    for corner in 0..teams {
        tray(svg, corner);
    }
    let (frame, field) = (hexagon(FRAME.0, FRAME.1), hexagon(FIELD.0, FIELD.1));
    // A soft shadow: the same shape several times, each a little larger.
    for step in 0..6 {
        let shadow = hexagon(FRAME.0 + 0.05 * f64::from(step), FRAME.1 + 0.1);
        write_to(
            svg,
            format_args!(
                "<path d=\"{shadow}\" transform=\"translate(0 0.1)\" fill=\"#0a0703\" fill-opacity=\"0.09\"/>"
            ),
        );
    }
    write_to(
        svg,
        format_args!("<path d=\"{frame}\" fill=\"url(#frame)\"/><path d=\"{field}\" fill=\"url(#field)\"/>"),
    );
    grain(svg);
    write_to(
        svg,
        format_args!(
            "<path d=\"{frame}\" fill=\"none\" stroke=\"#ffeccd\" stroke-opacity=\"0.4\" stroke-width=\"0.03\"/>\
             <path d=\"{field}\" fill=\"none\" stroke=\"#3c200a\" stroke-opacity=\"0.55\" stroke-width=\"0.035\"/>"
        ),
    );
    for cell in Cell::ALL {
        write_to(svg, format_args!("<use href=\"#cell\" transform=\"translate({})\"/>", centre(cell)));
    }
}

/// Returns the place of the marble in slot `slot` of the tray in a corner.
pub(crate) fn slot(corner: usize, slot: usize) -> Point {
    let Point { x, y } = SLOTS[slot.min(SLOTS.len() - 1)];
    let (right, down) = CORNERS[corner % CORNERS.len()];
    Point { x: x * right, y: y * down }
}

fn tray(svg: &mut String, corner: usize) {
    let (right, down) = CORNERS[corner % CORNERS.len()];
    let corners = TRAY.map(|Point { x, y }| Point { x: x * right, y: y * down });
    write_to(
        svg,
        format_args!("<path d=\"{}\" fill=\"#000\" fill-opacity=\"0.16\"/>", rounded(&corners, 0.55)),
    );
    for place in 0..SLOTS.len() {
        let at = slot(corner, place);
        write_to(
            svg,
            format_args!("<use href=\"#cell\" transform=\"translate({at}) scale({TRAY_SCALE})\"/>"),
        );
    }
}

/// Draws slightly irregular lines in the wood.
fn grain(svg: &mut String) {
    svg.push_str(
        "<g clip-path=\"url(#wood)\"><g transform=\"rotate(-14)\" fill=\"none\" stroke=\"#2a1506\">",
    );
    for line in 0..GRAIN {
        let line = f64::from(line);
        let (y, bend) = (-5.6 + 0.385 * line + 0.13 * (line * 2.3).sin(), 0.16 * (line * 1.7).sin());
        let (width, opacity) =
            (0.025 + 0.02 * (line * 3.1).sin().abs(), 0.05 + 0.09 * (line * 0.9).sin().abs());
        write_to(
            svg,
            format_args!(
                "<path d=\"M-6 {y:.3}Q-2 {:.3} 0 {y:.3}T6 {:.3}\" stroke-width=\"{width:.3}\" stroke-opacity=\"{opacity:.2}\"/>",
                y + bend,
                y - bend,
            ),
        );
    }
    svg.push_str("</g></g>");
}
