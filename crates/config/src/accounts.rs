//! Settings of accounts, mail and push notifications.

use std::time::Duration;

use serde::Deserialize;
use sumito_vocabulary::Registration;

use super::{DAY, MINUTE, Redacted};

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "see `Config`")]
pub struct Accounts {
    pub registration: Registration,
    pub guests: bool,
    pub first_login_days: u32,
    pub sessions_per_user: u32,
    pub note_use_minutes: u32,
    pub tokens_per_user: u32,
    pub token_days: u32,
    pub apps_per_user: u32,
    pub allowed_apps: u32,
    pub app_token_days: u32,
    pub reset_hours: u32,
    pub passwords_at_once: usize,
    pub passwords_waiting: usize,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "see `Config`")]
pub struct Mail {
    pub smtp_url: Redacted,
    pub user: String,
    pub password: Redacted,
    pub from: String,
    pub code_minutes: u32,
    pub timeout_ms: u64,
    pub retry_after_s: Vec<u64>,
    pub waiting: usize,
}

impl Mail {
    /// Returns whether the server sends mail.
    pub fn is_on(&self) -> bool {
        !self.smtp_url.reveal().is_empty()
    }

    /// Validity of codes sent by mail.
    pub fn code_span(&self) -> Duration {
        MINUTE * self.code_minutes
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "see `Config`")]
pub struct Push {
    pub private_key: Redacted,
    pub contact: String,
    pub keep_hours: u32,
    pub timeout_ms: u64,
    pub retry_after_s: Vec<u64>,
    pub waiting: usize,
    pub waiting_per_user: usize,
    pub waiting_per_host: usize,
    pub lookups_at_once: usize,
    pub lookups_waiting: usize,
    pub browsers_per_user: u32,
    pub private_addresses: bool,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "see `Config`")]
pub struct Webhooks {
    pub per_user: u32,
    pub waiting_per_webhook: u32,
    pub timeout_ms: u64,
    pub retry_after_s: Vec<u64>,
    pub at_once: usize,
    pub lookups_at_once: usize,
    pub lookups_waiting: usize,
    pub private_addresses: bool,
}

impl Push {
    /// Returns whether the server sends pushes.
    pub fn is_on(&self) -> bool {
        !self.private_key.reveal().is_empty()
    }

    /// Time for which a push service keeps a push for an offline device.
    pub fn keep_span(&self) -> Duration {
        Duration::from_hours(1) * self.keep_hours
    }
}

impl Accounts {
    /// Minimum time between two stored uses of a session.
    pub fn note_use_span(&self) -> Duration {
        MINUTE * self.note_use_minutes
    }

    /// Validity of the code for the first login to an account that an administrator has created.
    pub fn first_login_span(&self) -> Duration {
        DAY * self.first_login_days
    }

    /// Validity of codes from an operator.
    pub fn reset_span(&self) -> Duration {
        Duration::from_hours(1) * self.reset_hours
    }
}
