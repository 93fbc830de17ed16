//! The headers that show a client its rate limits (draft-ietf-httpapi-ratelimit-headers).

use std::sync::Arc;
use std::time::Duration;

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use parking_lot::Mutex;
use tokio::task_local;

/// The rest of each limit that the request was counted for.
pub(crate) const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");
/// The limits that the request was counted for.
pub(crate) const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");

task_local! {
    static REPORT: RateReport;
}

/// State of a rate limit after a request was counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RateState {
    pub(super) name: &'static str,
    pub(super) quota: u32,
    pub(super) window: Duration,
    pub(super) remaining: u32,
    pub(super) reset: Duration,
}

/// The limits that one request was counted for. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub(crate) struct RateReport(Arc<Mutex<Vec<RateState>>>);

impl RateReport {
    /// Collects the limits that `work` counts. A task that `work` spawns needs a separate call.
    pub(crate) async fn collect<T>(&self, work: impl Future<Output = T>) -> T {
        REPORT.scope(self.clone(), work).await
    }

    /// Writes the headers, if the request was counted.
    pub(crate) fn write(&self, headers: &mut HeaderMap) {
        let states = self.0.lock();
        if states.is_empty() {
            return;
        }
        let policy =
            |state: &RateState| format!("\"{}\";q={};w={}", state.name, state.quota, seconds(state.window));
        let rest = |state: &RateState| {
            format!("\"{}\";r={};t={}", state.name, state.remaining, seconds(state.reset))
        };
        for (name, text) in [(RATE_LIMIT_POLICY, list(&states, policy)), (RATE_LIMIT, list(&states, rest))] {
            if let Ok(value) = HeaderValue::from_str(&text) {
                headers.insert(name, value);
            }
        }
    }
}

/// Notes a limit for the response to the current request.
pub(super) fn note(state: RateState) {
    // A socket's commands have no response with headers.
    let _ = REPORT.try_with(|report| {
        let mut states = report.0.lock();
        states.retain(|other| other.name != state.name);
        states.push(state);
    });
}

fn list(states: &[RateState], text: impl Fn(&RateState) -> String) -> String {
    states.iter().map(text).collect::<Vec<_>>().join(", ")
}

fn seconds(span: Duration) -> u64 {
    span.as_secs() + u64::from(span.subsec_nanos() > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn each_limit_is_reported_once() {
        let state = |name, remaining| RateState {
            name,
            quota: 30,
            window: Duration::from_mins(1),
            remaining,
            reset: Duration::from_millis(1_500),
        };
        note(state("elsewhere", 1));
        let report = RateReport::default();
        let mut headers = HeaderMap::new();
        report.write(&mut headers);
        assert!(headers.is_empty());
        report.collect(async { [state("rooms", 9), state("guests", 4), state("rooms", 8)].map(note) }).await;
        report.write(&mut headers);
        assert_eq!(headers[RATE_LIMIT_POLICY], "\"guests\";q=30;w=60, \"rooms\";q=30;w=60");
        assert_eq!(headers[RATE_LIMIT], "\"guests\";r=4;t=2, \"rooms\";r=8;t=2");
    }
}
