//! `sumito-tui`: Sumito in a terminal.

mod actions;
mod app;
mod board;
mod cli;
mod clock_text;
mod entry;
mod identity;
mod inbox;
mod screen;
mod side;
mod theme;
mod trouble;

use std::time::Duration;

use anyhow::Context;
use clap::Parser;
use ratatui::DefaultTerminal;
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval};

use crate::app::App;
use crate::cli::Cli;
use crate::inbox::{AppEvent, Inbox};
use crate::theme::Theme;
use sumito_words::Language;

/// Redraw interval of running clocks. Only changes are sent to the terminal.
const TICK: Duration = Duration::from_millis(200);

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let cli = Cli::parse();
    let client = identity::connect(&cli).await.with_context(|| cli.server.clone())?;
    let (inbox, happenings) = Inbox::new();
    inbox.subscribe_lists(&client);
    let language = cli.language.unwrap_or_else(of_environment);
    let mut app = App::new(client.clone(), inbox.clone(), language, Theme::of_environment(cli.no_color));
    if let Some(room) = cli.room.as_deref().and_then(screen::home::room_in) {
        app.open_room(room);
    }
    let mut terminal = ratatui::init();
    inbox.listen_to_keys();
    let end = run(&mut terminal, app, happenings).await;
    ratatui::restore();
    client.close().await;
    end.context("terminal error")
}

/// Draws and handles events until the user quits.
async fn run(
    terminal: &mut DefaultTerminal,
    mut app: App,
    mut happenings: mpsc::Receiver<AppEvent>,
) -> std::io::Result<()> {
    let mut ticks = interval(TICK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
    loop {
        terminal.draw(|frame| app.draw(frame))?;
        tokio::select! {
            happened = happenings.recv() => {
                let mut next = happened;
                // Handles all waiting events before drawing again, because drawing is slow over a slow line.
                while let Some(happened) = next {
                    if !app.handle_event(happened) {
                        return Ok(());
                    }
                    next = happenings.try_recv().ok();
                }
            }
            _ = ticks.tick(), if app.ticks() => {}
        }
    }
}

/// Returns the environment's language, as in `LANG=de_AT.UTF-8`; English by default.
fn of_environment() -> Language {
    let named = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(|name| std::env::var(name).ok());
    named.and_then(|name| Language::of_tag(name.get(..2)?)).unwrap_or_default()
}
