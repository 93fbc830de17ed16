//! Responses in the description that follow from the types of a handler: its parameters and its result.
//!
//! A response that `#[utoipa::path]` describes takes precedence.

use std::marker::PhantomData;

use axum::Json;
use axum::body::{Body as RawBody, Bytes};
use axum::extract::{Extension, RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, NoContent, Response};
use axum_extra::extract::cookie::CookieJar;
use utoipa::openapi::path::{HttpMethod, Operation, PathItem};
use utoipa::openapi::response::{self, Responses};
use utoipa::openapi::{ContentBuilder, Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};
use utoipa_axum::router::UtoipaMethodRouter;

use super::created::Created;
use super::json_body::{Body, OptionalBody};
use super::json_lines;
use super::paging::{Listed, Listing};
use super::problem::{Parameters, PathParts};
use super::{Credentials, ProblemResponse};
use crate::app::App;
use crate::limits::ClientAddress;

/// Name of the response to requests without valid credentials.
pub(crate) const UNAUTHENTICATED: &str = "Unauthenticated";
/// Name of the response without a body, which the client has already.
pub(crate) const NOT_MODIFIED: &str = "NotModified";

/// The successful responses of an operation, and the schemas of their bodies.
pub(crate) struct Answers {
    responses: Responses,
    schemas: Vec<(String, RefOr<Schema>)>,
}

impl Answers {
    fn add(&mut self, status: StatusCode, response: response::Response) {
        self.responses.responses.entry(status.as_str().to_owned()).or_insert(response.into());
    }

    /// Adds a response with a body, whose description becomes the description of the response.
    fn add_body<T: ToSchema>(&mut self, status: StatusCode, kind: &str) {
        T::schemas(&mut self.schemas);
        self.schemas.push((T::name().into_owned(), T::schema()));
        let schema = Ref::from_schema_name(T::name());
        let mut response = response::Response::new("");
        response.content.insert(kind.to_owned(), ContentBuilder::new().schema(Some(schema)).build().into());
        self.add(status, response);
    }
}

/// The result of a handler.
pub(crate) trait Answer {
    /// Adds the successful responses. None if the type does not name them.
    fn describe(_: &mut Answers) {}
}

impl Answer for Response {}
impl Answer for StatusCode {}

impl<T: Answer> Answer for Result<T, ProblemResponse> {
    fn describe(answers: &mut Answers) {
        T::describe(answers);
    }
}

/// A response with headers.
impl<H, T: Answer> Answer for (H, T) {
    fn describe(answers: &mut Answers) {
        T::describe(answers);
    }
}

impl<T: ToSchema> Answer for Json<T> {
    fn describe(answers: &mut Answers) {
        <Self as Form>::describe(answers);
    }
}

impl<T: ToSchema> Answer for Listed<T> {
    fn describe(answers: &mut Answers) {
        <Json<T> as Form>::describe(answers);
    }
}

impl<T: ToSchema> Answer for Created<T> {
    fn describe(answers: &mut Answers) {
        answers.add_body::<T>(StatusCode::CREATED, JSON);
    }
}

impl Answer for NoContent {
    fn describe(answers: &mut Answers) {
        answers.add(StatusCode::NO_CONTENT, response::Response::new("Done"));
    }
}

impl Answer for &'static str {
    fn describe(answers: &mut Answers) {
        <String as Form>::describe(answers);
    }
}

const JSON: &str = "application/json";

/// The form of a body that is written already.
pub(crate) trait Form {
    /// Adds the successful response with such a body.
    fn describe(answers: &mut Answers);
}

impl<T: ToSchema> Form for Json<T> {
    fn describe(answers: &mut Answers) {
        answers.add_body::<T>(StatusCode::OK, JSON);
    }
}

/// A plain text.
impl Form for String {
    fn describe(answers: &mut Answers) {
        let mut response = response::Response::new("The text");
        let content = ContentBuilder::new().schema(Some(Self::schema())).build();
        response.content.insert("text/plain".to_owned(), content.into());
        answers.add(StatusCode::OK, response);
    }
}

/// Values as JSON, one on each line.
impl<T: ToSchema> Form for Vec<T> {
    fn describe(answers: &mut Answers) {
        answers.add_body::<T>(StatusCode::OK, json_lines::CONTENT_TYPE);
    }
}

/// A form that only `#[utoipa::path]` describes.
impl Form for () {
    fn describe(_: &mut Answers) {}
}

/// A response with a body that is already written, in this form.
#[derive(Debug)]
pub(crate) struct Written<F>(Response, PhantomData<fn() -> F>);

impl<F> From<Response> for Written<F> {
    fn from(response: Response) -> Self {
        Self(response, PhantomData)
    }
}

impl<F> IntoResponse for Written<F> {
    fn into_response(self) -> Response {
        self.0
    }
}

impl<F: Form> Answer for Written<F> {
    fn describe(answers: &mut Answers) {
        F::describe(answers);
    }
}

/// A response that a client may have already.
#[derive(Debug)]
pub(crate) struct Cached<F>(Written<F>);

impl<F> From<Response> for Cached<F> {
    fn from(response: Response) -> Self {
        Self(response.into())
    }
}

impl<F> IntoResponse for Cached<F> {
    fn into_response(self) -> Response {
        self.0.into_response()
    }
}

impl<F: Form> Answer for Cached<F> {
    fn describe(answers: &mut Answers) {
        F::describe(answers);
        let current = Ref::from_response_name(NOT_MODIFIED);
        answers.responses.responses.insert(StatusCode::NOT_MODIFIED.as_str().to_owned(), current.into());
    }
}

/// A parameter of a handler.
pub(crate) trait Input {
    /// Whether requests with an invalid token are rejected.
    const HAS_CALLER: bool = false;
}

impl Input for Credentials {
    const HAS_CALLER: bool = true;
}

impl Input for Bytes {}
impl Input for ClientAddress {}
impl Input for CookieJar {}
impl Input for HeaderMap {}
impl Input for RawBody {}
impl Input for RawQuery {}
impl Input for State<App> {}
impl<T> Input for Body<T> {}
impl<T> Input for Extension<T> {}
impl<T> Input for OptionalBody<T> {}
impl<T> Input for Parameters<T> {}
impl<T> Input for PathParts<T> {}
impl<Q, const USUAL: u32, const MAX: u32> Input for Listing<Q, USUAL, MAX> {}

/// A handler with parameters `I`.
pub(crate) trait Handler<I> {
    /// The responses that follow from the handler's types.
    const TYPES: Types;
}

/// The responses that follow from a handler's types.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Types {
    has_caller: bool,
    describe: fn(&mut Answers),
}

macro_rules! handlers {
    ($(($($input:ident),*),)+) => {
        $(
            impl<F, R, $($input,)*> Handler<($($input,)*)> for F
            where
                F: Fn($($input),*) -> R,
                R: Future<Output: Answer>,
                $($input: Input,)*
            {
                const TYPES: Types = Types {
                    has_caller: false $(|| $input::HAS_CALLER)*,
                    describe: <R::Output as Answer>::describe,
                };
            }
        )+
    };
}

handlers! {
    (),
    (A),
    (A, B),
    (A, B, C),
    (A, B, C, D),
    (A, B, C, D, E),
    (A, B, C, D, E, G),
}

/// Returns the types of a handler.
pub(crate) fn types<I, H: Handler<I>>(_: H) -> Types {
    H::TYPES
}

/// Adds the responses that follow from the types of the handlers, which have the names of the operations.
pub(crate) fn described<const N: usize>(
    (mut schemas, mut paths, methods): UtoipaMethodRouter<App>,
    handlers: [(&str, Types); N],
) -> UtoipaMethodRouter<App> {
    for (_, operation) in paths.paths.values_mut().flat_map(operations) {
        let is_of = |(name, _): &&(&str, Types)| operation.operation_id.as_deref() == Some(*name);
        let Some((_, types)) = handlers.iter().find(is_of) else { continue };
        let mut answers = Answers { responses: Responses::new(), schemas };
        (types.describe)(&mut answers);
        schemas = answers.schemas;
        let written = &mut operation.responses.responses;
        for (status, response) in answers.responses.responses {
            written.entry(status).or_insert(response);
        }
        if types.has_caller {
            let status = StatusCode::UNAUTHORIZED.as_str().to_owned();
            written.entry(status).or_insert_with(|| Ref::from_response_name(UNAUTHENTICATED).into());
        }
    }
    (schemas, paths, methods)
}

/// Returns the operations of a path with their methods.
pub(crate) fn operations(path: &mut PathItem) -> impl Iterator<Item = (HttpMethod, &mut Operation)> {
    let all = [
        (HttpMethod::Get, &mut path.get),
        (HttpMethod::Put, &mut path.put),
        (HttpMethod::Post, &mut path.post),
        (HttpMethod::Delete, &mut path.delete),
        (HttpMethod::Patch, &mut path.patch),
    ];
    all.into_iter().filter_map(|(method, operation)| Some((method, operation.as_mut()?)))
}
