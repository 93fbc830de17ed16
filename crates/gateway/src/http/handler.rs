//! Request handlers behind a single type.
//!
//! For each type of handler, the compiler builds all layers of a route, and proves in each of them that the future can be sent between threads.
//! With more than two hundred handlers this was most of the server's compile time.

use axum::extract::Request;
use axum::handler::Handler;
use axum::response::Response;
use futures_util::future::BoxFuture;

use crate::app::App;

/// A request handler with a boxed future. [`routes!`] makes it from a function.
#[derive(Clone, Copy)]
pub(crate) struct AnyHandler(pub(crate) fn(Request, App) -> BoxFuture<'static, Response>);

impl Handler<(), App> for AnyHandler {
    type Future = BoxFuture<'static, Response>;

    fn call(self, request: Request, app: App) -> Self::Future {
        (self.0)(request, app)
    }
}

/// The routes of functions with a description (`#[utoipa::path]`), as [`utoipa_axum::routes!`] makes them, with the responses that follow from
/// the functions' types.
macro_rules! routes {
    ($($handler:ident),+ $(,)?) => {{
        let types = [$((stringify!($handler), $crate::http::answers::types($handler))),+];
        $(
            let $handler = $crate::http::handler::AnyHandler(|request, app| {
                Box::pin(axum::handler::Handler::call($handler, request, app))
            });
        )+
        $crate::http::answers::described(utoipa_axum::routes!($($handler),+), types)
    }};
}

pub(crate) use routes;
