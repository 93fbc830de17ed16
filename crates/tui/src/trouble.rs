//! Error messages for the user.

use sumito_client::{Failure, Refusal};

use crate::words::Words;

/// Returns the text of a failure in the user's language.
pub(crate) fn text(failure: &Failure, words: &Words) -> String {
    match failure {
        Failure::Refused(refusal) => refused(refusal, words),
        Failure::NotSent => words.text("failure.notSent").to_owned(),
        Failure::Unanswered | Failure::Disconnected => words.text("failure.unanswered").to_owned(),
        Failure::Unreachable(_) => words.text("failure.network").to_owned(),
        Failure::Address(_) | Failure::Protocol(_) | Failure::Closed => failure.to_string(),
    }
}

fn refused(refusal: &Refusal, words: &Words) -> String {
    let why = refusal.reason.as_deref().and_then(|reason| words.of_kind("try", reason));
    let text = why.or_else(|| words.of_kind("error", &refusal.word));
    // An unknown code of a newer server: show the server's own message.
    text.unwrap_or(&refusal.message).to_owned()
}
