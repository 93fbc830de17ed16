//! Export of spans to a collector, by OTLP over HTTP.

use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Context;
use opentelemetry::KeyValue;
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{Protocol, RetryPolicy, SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::{Sampler, SdkTracerProvider};
use reqwest::Client;
use reqwest::redirect::Policy;
use tokio::runtime::Handle;
use tracing::{info, warn};

use sumito_config::Traces;

/// Time limit for sending a batch to the collector.
const TIMEOUT: Duration = Duration::from_secs(3);

/// Maximum number of bytes read of a response. Only its status matters, but a connection can be reused only after the whole response has
/// been read.
const MAX_ANSWER_BYTES: usize = 64 * 1024;

/// Starts the thread that collects and sends spans. It buffers at most 2,048 spans and drops the excess.
pub(super) fn start(config: &Traces) -> anyhow::Result<SdkTracerProvider> {
    let client = Client::builder().timeout(TIMEOUT).redirect(Policy::none()).build()?;
    let post = SpanSender { client, runtime: Handle::current(), is_failing: AtomicBool::new(false) };
    let exporter = SpanExporter::builder()
        .with_http()
        .with_http_client(post)
        .with_protocol(Protocol::HttpBinary)
        .with_endpoint(format!("{}/v1/traces", config.endpoint.trim_end_matches('/')))
        .with_timeout(TIMEOUT)
        // Spans that cannot be sent now would be stale later.
        .with_retry_policy(RetryPolicy::disabled())
        .build()
        .context("cannot create the span exporter")?;
    let resource = Resource::builder()
        .with_service_name(config.service.clone())
        .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
        .build();
    Ok(SdkTracerProvider::builder()
        .with_batch_exporter(exporter)
        // A command that is not sampled has no span in the first place.
        .with_sampler(Sampler::ParentBased(Box::new(Sampler::AlwaysOn)))
        .with_resource(resource)
        .build())
}

/// Sends batches. The exporter thread is outside of the runtime, so the request is run on the runtime.
#[derive(Debug)]
struct SpanSender {
    client: Client,
    runtime: Handle,
    is_failing: AtomicBool,
}

impl HttpClient for SpanSender {
    fn send_bytes<'a, 'f>(
        &'a self,
        request: Request<Bytes>,
    ) -> Pin<Box<dyn Future<Output = Result<Response<Bytes>, HttpError>> + Send + 'f>>
    where
        'a: 'f,
        Self: 'f,
    {
        let sent = self.runtime.spawn(send(self.client.clone(), request));
        Box::pin(async move {
            // A runtime that has ended sends no more.
            let outcome = sent.await.unwrap_or_else(|error| Err(error.into()));
            self.log_outcome(&outcome);
            outcome
        })
    }
}

impl SpanSender {
    /// Logs when the collector starts to reject spans, and when it accepts them again.
    fn log_outcome(&self, outcome: &Result<Response<Bytes>, HttpError>) {
        let reason = match outcome {
            Ok(response) if response.status().is_success() => None,
            Ok(response) => Some(format!("the collector answered with {}", response.status())),
            Err(error) => Some(error.to_string()),
        };
        let was_failing = self.is_failing.swap(reason.is_some(), Ordering::Relaxed);
        match reason {
            Some(reason) if !was_failing => warn!(error = reason, "trace export failed; dropping spans"),
            None if was_failing => info!("trace export recovered"),
            _ => {}
        }
    }
}

async fn send(client: Client, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
    // The address stays out of the log: it may contain a password.
    let mut answer = client.execute(request.try_into()?).await.map_err(reqwest::Error::without_url)?;
    let mut read = 0;
    while let Some(chunk) = answer.chunk().await.map_err(reqwest::Error::without_url)? {
        read += chunk.len();
        if read > MAX_ANSWER_BYTES {
            return Err("the collector's answer is too long".into());
        }
    }
    let mut response = Response::new(Bytes::new());
    *response.status_mut() = answer.status();
    Ok(response)
}
