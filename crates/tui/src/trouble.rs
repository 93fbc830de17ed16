//! Error messages for the user.

use sumito_client::{ApiError, Error};

use sumito_words::Words;

/// Returns the text of a failure in the user's language.
pub(crate) fn text(failure: &Error, words: &Words) -> String {
    match failure {
        Error::Refused(refusal) => refused(refusal, words),
        Error::Expired => words.text("failure.notSent").to_owned(),
        Error::OutcomeUnknown | Error::Disconnected => words.text("failure.unanswered").to_owned(),
        Error::Unreachable(_) => words.text("failure.network").to_owned(),
        Error::Address(_) | Error::Protocol(_) | Error::Closed => failure.to_string(),
    }
}

fn refused(refusal: &ApiError, words: &Words) -> String {
    let why = refusal.reason.as_deref().and_then(|reason| words.of_kind("try", reason));
    let text = why.or_else(|| words.of_kind("error", &refusal.word));
    // An unknown code of a newer server: show the server's own message.
    text.unwrap_or(&refusal.message).to_owned()
}
