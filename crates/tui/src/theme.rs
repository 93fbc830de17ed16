//! Colours, or their absence.

use ratatui::style::{Color, Modifier, Style};

/// Whether there are colours. What matters is told by letters and signs as well.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Theme {
    colors: bool,
}

impl Theme {
    /// With colours unless somebody does not want them (<https://no-color.org>).
    pub(crate) fn of_environment(no_color: bool) -> Self {
        let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Self { colors: !no_color && !unwanted }
    }

    /// A marble of this colour.
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

    /// What one is looking for.
    pub(crate) fn strong() -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// The line that is chosen.
    pub(crate) fn chosen() -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// What can be overlooked.
    pub(crate) fn faint(self) -> Style {
        if self.colors { Style::new().fg(Color::DarkGray) } else { Style::new() }
    }

    /// What one should not overlook.
    pub(crate) fn alarming(self) -> Style {
        let bold = Self::strong();
        if self.colors { bold.fg(Color::LightRed) } else { bold }
    }

    /// Where one can go.
    pub(crate) fn inviting(self) -> Style {
        let bold = Self::strong();
        if self.colors { bold.fg(Color::Green) } else { bold }
    }
}
