//! Texts of receipts in wire form, and checks of receipts and their log without a server.

pub mod check;
pub mod mirror;

use sumito_protocol::receipts::{GAME_RECEIPT, TOURNAMENT_RECEIPT};
use sumito_services::receipts::ReceiptTexts;

use crate::codec;

/// The texts that the server signs.
pub(crate) const TEXTS: ReceiptTexts = ReceiptTexts {
    of_game: |game, changes| text(GAME_RECEIPT, &codec::game_receipt(game, changes)),
    of_tournament: |view| text(TOURNAMENT_RECEIPT, &codec::tournament_receipt(view)),
};

fn text(title: &str, facts: &impl serde::Serialize) -> String {
    let facts = serde_json::to_string(facts).expect("plain values have a JSON form");
    format!("{title}\n{facts}\n")
}
