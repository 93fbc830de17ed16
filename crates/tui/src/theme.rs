//! Colours, or their absence.

use ratatui::style::{Color, Modifier, Style};

/// Colour settings. Letters and signs convey everything important as well.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Theme {
    colors: bool,
}

impl Theme {
    /// With colours unless they are disabled (<https://no-color.org>).
    pub(crate) fn of_environment(no_color: bool) -> Self {
        let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Self { colors: !no_color && !unwanted }
    }

    /// The style of a marble of this colour.
    pub(crate) fn marble(self, color: sumito_client::rules::Color) -> Style {
        use sumito_client::rules::Color as Marble;
        if !self.colors {
            return Style::new();
        }
        match color {
            Marble::Black => Style::new().fg(Color::White).bg(Color::Black),
            Marble::White => Style::new().fg(Color::Black).bg(Color::White),
            Marble::Red => Style::new().fg(Color::White).bg(Color::Red),
            Marble::Yellow => Style::new().fg(Color::Black).bg(Color::Yellow),
        }
    }

    /// Style of important content.
    pub(crate) fn bold() -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// Style of the selected line.
    pub(crate) fn chosen() -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// Style of minor content.
    pub(crate) fn dim(self) -> Style {
        if self.colors { Style::new().fg(Color::DarkGray) } else { Style::new() }
    }

    /// Style of warnings.
    pub(crate) fn warning(self) -> Style {
        let bold = Self::bold();
        if self.colors { bold.fg(Color::LightRed) } else { bold }
    }

    /// Style of available targets.
    pub(crate) fn highlight(self) -> Style {
        let bold = Self::bold();
        if self.colors { bold.fg(Color::Green) } else { bold }
    }
}
