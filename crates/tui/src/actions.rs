//! Actions that the user can take in a room now.

use sumito_client::protocol::Command;
use sumito_client::protocol::parts::{Claim, Offer, Seat, Status};

use crate::inbox::RoomSnapshot;
use crate::screen::RenderContext;
use crate::screen::menu::{Action, Item};
use crate::screen::table::own_seat;
use sumito_words::Words;

/// The default level of an added computer.
const LEVEL: u8 = 4;

/// Returns the actions that the user can take in the room now.
pub(crate) fn actions(seen: &RoomSnapshot, context: &RenderContext<'_>) -> Vec<Item> {
    let (state, words) = (&seen.state, context.words);
    let room = || state.room.clone();
    let mut items = Vec::new();
    let own = own_seat(state, context).and_then(|seat| state.seats.get(usize::from(seat)));
    if !seen.in_control {
        items.push(item(words.text("room.takeOver"), Command::TakeOver { room: room() }));
    }
    match (state.status, own) {
        (Status::Waiting | Status::Closed, None) => {
            for seat in state.seats.iter().filter(|seat| seat.player.is_none()) {
                let text = format!("{}: {}", words.text("waiting.sit"), color(seat, words));
                items.push(item(&text, Command::Join { room: room(), seat: Some(seat.seat) }));
            }
        }
        (Status::Waiting, Some(own)) => {
            if state.ready {
                let text =
                    if own.ready { words.text("waiting.notReady") } else { words.text("waiting.ready") };
                items.push(item(text, Command::Ready { room: room(), ready: !own.ready }));
            }
            if state.seats.iter().any(|seat| seat.player.is_none()) {
                let text = words.text("tui.addComputer");
                items.push(item(text, Command::AddComputer { room: room(), level: LEVEL, seat: None }));
            }
            items.push(destructive(words.text("waiting.giveUp"), Command::Leave { room: room() }));
        }
        (Status::Playing, Some(own)) if !own.out => while_playing(seen, own, context, &mut items),
        (Status::Finished, own) => {
            if let Some(own) = own {
                answer_offers(seen, own, words, &mut items);
                if state.offers.is_empty() {
                    items.push(item(words.text("result.rematch"), offer(seen, Offer::Rematch)));
                }
            }
            items.push(plain(words.text("result.replay"), Action::Review));
        }
        _ => {}
    }
    items.push(plain(words.text("tui.turnBoard"), Action::TurnBoard));
    items.push(plain(words.text("tui.back"), Action::Leave));
    items
}

fn while_playing(seen: &RoomSnapshot, own: &Seat, context: &RenderContext<'_>, items: &mut Vec<Item>) {
    let (state, words) = (&seen.state, context.words);
    let room = || state.room.clone();
    answer_offers(seen, own, words, items);
    let is_open = |what| state.offers.iter().any(|offer| offer.what == what);
    if !is_open(Offer::Draw) {
        items.push(item(words.text("game.draw"), offer(seen, Offer::Draw)));
    }
    if !is_open(Offer::Takeback) && state.ledger.iter().any(|timing| timing.seat == own.seat) {
        items.push(item(words.text("game.takeback"), offer(seen, Offer::Takeback)));
    }
    let away = |seat: &Seat| seat.claimable_at.is_some_and(|at| context.now >= at) && seat.team != own.team;
    if state.seats.iter().any(away) {
        for (text, result) in [(words.text("claim.win"), Claim::Win), (words.text("claim.draw"), Claim::Draw)]
        {
            items.push(destructive(text, Command::Claim { room: room(), result }));
        }
    }
    if (state.ply as usize) < state.seats.len() {
        items.push(destructive(words.text("game.abort"), Command::Abort { room: room() }));
    }
    items.push(destructive(words.text("game.resign"), Command::Resign { room: room() }));
}

/// Adds actions for open offers: agree or decline, or withdraw the user's own.
fn answer_offers(seen: &RoomSnapshot, own: &Seat, words: &Words, items: &mut Vec<Item>) {
    let room = || seen.state.room.clone();
    for open in &seen.state.offers {
        let (what, name) = (open.what, offer_name(open.what, words));
        if open.agreed.contains(&own.seat) {
            let text = format!("{}: {name}", words.text("ask.withdraw"));
            items.push(item(&text, Command::Decline { room: room(), what }));
            continue;
        }
        let accept = Command::Accept { room: room(), what };
        let text = format!("{}: {name}", words.text("ask.accept"));
        // A draw or a resignation ends the game.
        let ends = matches!(what, Offer::Draw | Offer::Resignation);
        items.push(if ends { destructive(&text, accept) } else { item(&text, accept) });
        let text = format!("{}: {name}", words.text("ask.decline"));
        items.push(item(&text, Command::Decline { room: room(), what }));
    }
}

fn offer_name(what: Offer, words: &Words) -> &str {
    match what {
        Offer::Draw => words.text("result.draw"),
        Offer::Takeback => words.text("game.takeback"),
        Offer::Rematch => words.text("result.rematch"),
        Offer::Resignation => words.text("game.resign"),
    }
}

/// The name of a seat's colour.
pub(crate) fn color<'a>(seat: &Seat, words: &'a Words) -> &'a str {
    let name = sumito_client::rules::Color::ALL[usize::from(seat.seat).min(3)].name();
    words.of_kind("color", name).unwrap_or_default()
}

fn offer(seen: &RoomSnapshot, what: Offer) -> Command {
    Command::Offer { room: seen.state.room.clone(), what }
}

fn plain(text: &str, action: Action) -> Item {
    Item { text: text.to_owned(), action, grave: false }
}

fn item(text: &str, command: Command) -> Item {
    plain(text, Action::Command(command))
}

fn destructive(text: &str, command: Command) -> Item {
    Item { grave: true, ..item(text, command) }
}
