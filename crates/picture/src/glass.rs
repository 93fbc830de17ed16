//! Glass marbles, as the web client draws them (`Gradients.svelte`, `Glass.svelte`).

use sumito_rules::Color;

use crate::geometry::Point;
use crate::svg::write_to;

/// Parts drawn for every colour.
const COMMON: &str = concat!(
    r##"<radialGradient id="shine" cx="0.5" cy="0.42" r="0.5"><stop offset="0" stop-color="#fff" stop-opacity="0.95"/>"##,
    r##"<stop offset="0.4" stop-color="#fff" stop-opacity="0.5"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>"##,
    r##"<radialGradient id="shadow"><stop offset="0" stop-color="#120a04" stop-opacity="0.62"/>"##,
    r##"<stop offset="0.62" stop-color="#120a04" stop-opacity="0.42"/><stop offset="1" stop-color="#120a04" stop-opacity="0"/></radialGradient>"##,
);

/// Marks inside the glass, for people who cannot distinguish red and black, or yellow and white.
const RED_MARK: &str =
    r##"<circle r="0.18" fill="none" stroke="#ffe1d8" stroke-opacity="0.7" stroke-width="0.055"/>"##;
const YELLOW_MARK: &str =
    r##"<path d="M0 -0.3Q0.15 0 0 0.3Q-0.15 0 0 -0.3Z" fill="#5a3603" fill-opacity="0.72"/>"##;

/// A kind of glass: the colours from the highlight to the edge, and the reflection at its far side.
struct Glass {
    shades: [&'static str; 4],
    glow: &'static str,
    mark: &'static str,
}

const BLACK: Glass =
    Glass { shades: ["#6d7078", "#34353c", "#131318", "#050507"], glow: "#7f93ad", mark: "" };
const WHITE: Glass =
    Glass { shades: ["#ffffff", "#f8f4ea", "#dcd2be", "#a5977d"], glow: "#fffaf0", mark: "" };
const RED: Glass =
    Glass { shades: ["#ff9a8a", "#d8402f", "#94180f", "#4d0805"], glow: "#ff8f70", mark: RED_MARK };
const YELLOW: Glass =
    Glass { shades: ["#fff3b0", "#f2c230", "#b67f0a", "#6d4703"], glow: "#ffe58a", mark: YELLOW_MARK };

/// Defines a marble of each of these colours.
pub(crate) fn define(svg: &mut String, colors: &[Color]) {
    svg.push_str(COMMON);
    for &color in colors {
        let glass = match color {
            Color::Black => BLACK,
            Color::White => WHITE,
            Color::Red => RED,
            Color::Yellow => YELLOW,
        };
        let Glass { shades: [light, bright, dark, edge], glow, mark } = glass;
        write_to(
            svg,
            format_args!(
                concat!(
                    r##"<radialGradient id="{color}" cx="0.5" cy="0.5" r="0.5" fx="0.34" fy="0.28"><stop offset="0" stop-color="{light}"/>"##,
                    r##"<stop offset="0.42" stop-color="{bright}"/><stop offset="0.82" stop-color="{dark}"/>"##,
                    r##"<stop offset="1" stop-color="{edge}"/></radialGradient>"##,
                    r##"<radialGradient id="{color}-glow" cx="0.7" cy="0.76" r="0.42"><stop offset="0" stop-color="{glow}" stop-opacity="0.75"/>"##,
                    r##"<stop offset="0.55" stop-color="{glow}" stop-opacity="0.22"/>"##,
                    r##"<stop offset="1" stop-color="{glow}" stop-opacity="0"/></radialGradient>"##,
                    r##"<g id="m-{color}"><ellipse cx="0.06" cy="0.09" rx="0.5" ry="0.49" fill="url(#shadow)"/>"##,
                    r##"<circle r="0.43" fill="url(#{color})"/><circle r="0.43" fill="url(#{color}-glow)"/>{mark}"##,
                    r##"<ellipse cx="-0.14" cy="-0.19" rx="0.19" ry="0.125" transform="rotate(-38 -0.14 -0.19)" fill="url(#shine)"/>"##,
                    r##"<circle cx="0.2" cy="0.23" r="0.035" fill="#fff" fill-opacity="0.35"/></g>"##,
                ),
                color = color,
                light = light,
                bright = bright,
                dark = dark,
                edge = edge,
                glow = glow,
                mark = mark,
            ),
        );
    }
}

/// Draws a marble that was defined.
pub(crate) fn marble(svg: &mut String, color: Color, at: Point, scale: f64, dim: bool) {
    let scale = if scale < 1.0 { format!(" scale({scale})") } else { String::new() };
    let opacity = if dim { " opacity=\"0.5\"" } else { "" };
    write_to(svg, format_args!("<use href=\"#m-{color}\" transform=\"translate({at}){scale}\"{opacity}/>"));
}
