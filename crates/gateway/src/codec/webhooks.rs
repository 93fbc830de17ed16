//! Webhooks in their wire form.

use base64ct::{Base64, Encoding};
use sumito_protocol::Secret;
use sumito_protocol::webhooks::{self as wire, WebhookCreated, WebhookEvent, WebhookInfo, WebhookTest};

use sumito_services::social::webhooks::WebhookFailure;
use sumito_store::WebhookRow;

/// Converts a webhook, without its secret.
pub(crate) fn webhook(row: WebhookRow) -> WebhookInfo {
    let has = |event: &WebhookEvent| row.events.split(' ').any(|word| word == event.as_str());
    WebhookInfo {
        id: row.id,
        app: row.app,
        events: WebhookEvent::ALL.into_iter().filter(has).collect(),
        url: row.url,
        created_at: row.created_at.0,
        tried_at: row.tried_at.map(|at| at.0),
        failure: row.failure.map(|word| failure(WebhookFailure::read(&word))),
        disabled: row.disabled,
        waiting: row.waiting,
    }
}

/// Converts the result of a test.
pub(crate) fn webhook_test(failed: Option<WebhookFailure>) -> WebhookTest {
    WebhookTest { failure: failed.map(failure) }
}

fn failure(failure: WebhookFailure) -> wire::WebhookFailure {
    match failure {
        WebhookFailure::Status(status) => wire::WebhookFailure::Status { status },
        WebhookFailure::Timeout => wire::WebhookFailure::Timeout {},
        WebhookFailure::Unreachable => wire::WebhookFailure::Unreachable {},
    }
}

/// Converts a new webhook, with its secret.
pub(crate) fn webhook_created(row: WebhookRow) -> WebhookCreated {
    let secret = Secret::from(&*format!("whsec_{}", Base64::encode_string(&row.secret)));
    WebhookCreated { secret, info: webhook(row) }
}
