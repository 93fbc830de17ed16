//! The program: a stack of pages, and the handling of events.

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use sumito_client::protocol::RoomId;
use sumito_client::{Client, Error, GameQuery, Status};
use uuid::Uuid;

use crate::inbox::{AppEvent, Inbox};
use crate::screen::games::Games;
use crate::screen::home::Home;
use crate::screen::review::Review;
use crate::screen::setup::Setup;
use crate::screen::table::Table;
use crate::screen::{RenderContext, Transition};
use crate::theme::Theme;
use crate::trouble;
use sumito_words::{Language, Words};

/// Minimum size of the terminal.
const SMALLEST: (u16, u16) = (80, 24);

/// A page above the home page.
enum Page {
    Setup(Box<Setup>),
    Table(Box<Table>),
    Games(Games),
    Review(Box<Review>),
}

/// The program's state.
pub(crate) struct App {
    client: Client,
    inbox: Inbox,
    words: Words,
    theme: Theme,
    status: Status,
    home: Home,
    /// The pages above the home page, the visible page last.
    pages: Vec<Page>,
}

impl App {
    pub(crate) fn new(client: Client, inbox: Inbox, language: Language, theme: Theme) -> Self {
        let status = client.status().borrow().clone();
        let (words, home, pages) = (Words::of(language), Home::default(), Vec::new());
        Self { client, inbox, words, theme, status, home, pages }
    }

    /// Handles an event; returns whether the program continues.
    pub(crate) fn handle_event(&mut self, happened: AppEvent) -> bool {
        match happened {
            AppEvent::Key(key) => return self.key(key),
            AppEvent::Resized => {}
            AppEvent::Status(status) => self.status = status,
            AppEvent::Lobby(rooms) => self.home.open = rooms,
            AppEvent::MyGames(rooms) => self.home.own = rooms,
            AppEvent::Room(seen) => {
                if let Some(table) = self.table(&seen.state.room) {
                    table.room(*seen);
                }
            }
            AppEvent::RoomEnded(room, failure) => {
                let found = self.pages.iter_mut().find_map(|page| match page {
                    Page::Table(table) if table.id == room => Some(table),
                    _ => None,
                });
                if let Some(table) = found {
                    table.ended(&failure, &self.words);
                }
            }
            AppEvent::Created(Ok(made)) => {
                self.pages.pop();
                self.open_room(made.room);
            }
            AppEvent::Created(Err(failure)) => {
                self.pages.pop();
                self.home.note = Some(trouble::text(&failure, &self.words));
            }
            AppEvent::Answered(answer) => {
                if let Some(Page::Table(table)) = self.pages.last_mut() {
                    table.answered(&answer, &self.words);
                }
            }
            AppEvent::Games(games) => {
                if let Some(Page::Games(page)) = self.pages.last_mut() {
                    match games {
                        Ok(found) => page.show(found.games),
                        Err(failure) => page.note = Some(trouble::text(&failure, &self.words)),
                    }
                }
            }
            AppEvent::Game(Ok(game)) => self.pages.push(Page::Review(Box::new(Review::new(game)))),
            AppEvent::Game(Err(failure)) => self.game_failed(failure),
        }
        true
    }

    /// Shows on the visible page why a finished game could not be read.
    fn game_failed(&mut self, failure: Error) {
        let text = trouble::text(&failure, &self.words);
        match self.pages.last_mut() {
            Some(Page::Games(games)) => games.note = Some(text),
            Some(Page::Table(table)) => table.answered(&Err(failure), &self.words),
            _ => self.home.note = Some(text),
        }
    }

    fn key(&mut self, key: KeyEvent) -> bool {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return key.code != KeyCode::Char('c');
        }
        let context = render_context(&self.client, &self.words, self.theme);
        let transition = match self.pages.last_mut() {
            None => self.home.key(key.code),
            Some(Page::Setup(setup)) => setup.key(key.code),
            Some(Page::Table(table)) => table.key(key.code, &context),
            Some(Page::Games(games)) => games.key(key.code),
            Some(Page::Review(review)) => review.key(key.code),
        };
        match transition {
            Transition::Stay => {}
            Transition::Quit => return false,
            Transition::Back => drop(self.pages.pop()),
            Transition::NextLanguage => self.words = Words::of(next(self.words.language())),
            Transition::OpenSetup(setup) => self.pages.push(Page::Setup(setup)),
            Transition::OpenRoom(room) => self.open_room(room),
            Transition::OpenGames => self.open_games(),
            Transition::OpenGame(game) => self.inbox.game(&self.client, game),
            Transition::Create(request) => self.inbox.create(&self.client, *request),
            Transition::Command(command) => self.inbox.command(&self.client, *command),
        }
        true
    }

    /// Opens a room. The user takes a seat there through the menu of actions.
    pub(crate) fn open_room(&mut self, room: RoomId) {
        let following = self.inbox.watch_room(&self.client, room.clone());
        let link = self.client.rest().link(&room);
        self.pages.push(Page::Table(Box::new(Table::new(room, link, following))));
    }

    fn open_games(&mut self) {
        if !matches!(self.pages.last(), Some(Page::Games(_))) {
            self.pages.push(Page::Games(Games::own()));
        }
        let own = matches!(self.pages.last(), Some(Page::Games(games)) if games.own);
        let player = self.user().filter(|_| own);
        self.inbox.games(&self.client, GameQuery { player, limit: Some(100), ..GameQuery::default() });
    }

    fn table(&mut self, room: &RoomId) -> Option<&mut Table> {
        self.pages.iter_mut().find_map(|page| match page {
            Page::Table(table) if table.id == *room => Some(&mut **table),
            _ => None,
        })
    }

    fn user(&self) -> Option<Uuid> {
        self.client.user().map(|user| user.id)
    }

    /// Returns whether anything on the screen changes without input.
    pub(crate) fn ticks(&self) -> bool {
        matches!(self.pages.last(), Some(Page::Table(table)) if table.has_running_clock())
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>) {
        let area = frame.area();
        if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
            frame.render_widget(Line::raw(self.words.text("tui.small")), area);
            return;
        }
        self.draw_head(frame, Rect { height: 1, ..area });
        let page = Rect { y: area.y + 1, height: area.height - 1, ..area };
        let context = render_context(&self.client, &self.words, self.theme);
        match self.pages.last() {
            None => self.home.draw(frame, page, &context),
            Some(Page::Setup(setup)) => setup.draw(frame, page, &context),
            Some(Page::Table(table)) => table.draw(frame, page, &context),
            Some(Page::Games(games)) => games.draw(frame, page, &context),
            Some(Page::Review(review)) => review.draw(frame, page, &context),
        }
    }

    /// Draws the user, and the connection's status unless it is normal.
    fn draw_head(&self, frame: &mut Frame<'_>, area: Rect) {
        let name = self.client.user().map_or("", |user| &user.name);
        let trouble = match &self.status {
            Status::Open { .. } => None,
            Status::Waiting { .. } => Some(self.words.text("connection.waiting").to_owned()),
            Status::Connecting => Some(self.words.text("connection.connecting").to_owned()),
            Status::Closed(why) => {
                let why = why.as_ref().map(|why| trouble::text(why, &self.words)).unwrap_or_default();
                Some(self.words.with("tui.closed", "why", why))
            }
        };
        let head = vec![
            Span::styled(format!("Sumito  {name}  "), Theme::bold()),
            Span::styled(trouble.unwrap_or_default(), self.theme.warning()),
        ];
        frame.render_widget(Line::from(head), area);
    }
}

/// Returns the language after this one.
fn next(language: Language) -> Language {
    let place = Language::ALL.iter().position(|each| *each == language).unwrap_or_default();
    Language::ALL[(place + 1) % Language::ALL.len()]
}

fn render_context<'a>(client: &Client, words: &'a Words, theme: Theme) -> RenderContext<'a> {
    RenderContext { words, theme, now: client.server_now(), user: client.user().map(|user| user.id) }
}
