//! Paged lists: the page that a request names, and the answer with the cursor of the next page (docs/adr/0081).
//!
//! The store is queried for one row more than the page has: if that row exists, there is a next page.

use std::borrow::Cow;

use axum::Json;
use axum::extract::{FromRequestParts, OriginalUri, Query};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Uri, header};
use axum::response::{IntoResponse, Response};
use base64ct::{Base64UrlUnpadded, Encoding};
use form_urlencoded::Serializer;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::{Digest, Sha256};
use sumito_protocol::ErrorCode;
use utoipa::IntoParams;
use utoipa::openapi::Required;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Type};

use crate::codec::ApiError;
use crate::codec::check_json;
use crate::http::ProblemResponse;
use crate::http::problem::query_error;

/// Maximum length of a cursor, in characters.
const LONGEST_CURSOR: usize = 1_024;

/// Length of the mark of a list: enough against mistakes of clients.
const MARK_BYTES: usize = 6;

/// Extractor of the query of a list: its filters, `limit` from 1 to `MAX`, `USUAL` if omitted, and `cursor`.
#[derive(Debug)]
pub(crate) struct Listing<Q, const USUAL: u32, const MAX: u32> {
    /// The filters of the list.
    pub(crate) filters: Q,
    /// The requested page.
    pub(crate) page: Page,
}

/// The filters of a list without filters.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NoFilters {}

impl IntoParams for NoFilters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        Vec::new()
    }
}

/// The page that a request names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Page {
    limit: u32,
    cursor: Option<String>,
    /// Address of the list with the parameters of this request, except for the cursor.
    address: String,
    /// The list and its filters, which a cursor repeats.
    list: ListMark,
}

/// A short mark of a list with its filters. A cursor of another list has another one.
type ListMark = [u8; MARK_BYTES];

/// The parameters that all lists share.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PageParameters {
    limit: Option<u32>,
    cursor: Option<String>,
}

impl<S: Sync, Q: DeserializeOwned, const USUAL: u32, const MAX: u32> FromRequestParts<S>
    for Listing<Q, USUAL, MAX>
{
    type Rejection = ProblemResponse;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ProblemResponse> {
        let query = parts.uri.query().unwrap_or_default();
        let path = parts.extensions.get::<OriginalUri>().map_or(&parts.uri, |original| &original.0).path();
        Ok(Self::read(path, query)?)
    }
}

impl<Q: DeserializeOwned, const USUAL: u32, const MAX: u32> Listing<Q, USUAL, MAX> {
    /// Reads the query of a list at this path.
    ///
    /// # Errors
    /// `out_of_range` if a parameter is invalid.
    fn read(path: &str, query: &str) -> Result<Self, ApiError> {
        let (paging, filters): (Vec<_>, Vec<_>) = form_urlencoded::parse(query.as_bytes())
            .partition(|(name, _)| name == "limit" || name == "cursor");
        let list = mark(path, filters.clone());
        let filters = Serializer::new(String::new()).extend_pairs(filters).finish();
        let PageParameters { limit, cursor } =
            parameters(&Serializer::new(String::new()).extend_pairs(paging).finish())?;
        let mut kept = Serializer::new(filters.clone());
        if let Some(limit) = limit {
            kept.append_pair("limit", &limit.to_string());
        }
        let address = format!("{path}?{}", kept.finish());
        let page = Page { limit: within(limit, USUAL, MAX)?, cursor, address, list };
        Ok(Self { filters: list_parameters(&filters)?, page })
    }
}

/// Returns the mark of the list at a path with these filters, in any order.
fn mark<'a>(path: &str, mut filters: Vec<(Cow<'a, str>, Cow<'a, str>)>) -> ListMark {
    filters.sort_unstable();
    let text = Serializer::new(format!("{path}?")).extend_pairs(filters).finish();
    let mut mark = ListMark::default();
    mark.copy_from_slice(&Sha256::digest(text)[..MARK_BYTES]);
    mark
}

/// Reads the parameters of a query.
fn parameters<T: DeserializeOwned>(query: &str) -> Result<T, ApiError> {
    read_query(query, &[])
}

/// Reads the filters of a list. An error also names the parameters that all lists have.
fn list_parameters<T: DeserializeOwned>(query: &str) -> Result<T, ApiError> {
    read_query(query, &["limit", "cursor"])
}

fn read_query<T: DeserializeOwned>(query: &str, others: &[&str]) -> Result<T, ApiError> {
    let invalid = |_| ApiError::new(ErrorCode::OutOfRange, "the query is invalid or too long");
    let uri = Uri::builder().path_and_query(format!("/?{query}")).build().map_err(invalid)?;
    let read = Query::try_from_uri(&uri).map_err(|rejection| query_error(&rejection, others));
    Ok(read?.0)
}

impl<Q: IntoParams, const USUAL: u32, const MAX: u32> IntoParams for Listing<Q, USUAL, MAX> {
    fn into_params(place: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let limit = ObjectBuilder::new()
            .schema_type(Type::Integer)
            .minimum(Some(1))
            .maximum(Some(MAX))
            .default(Some(json!(USUAL)));
        let cursor = ObjectBuilder::new()
            .schema_type(Type::String)
            .max_length(Some(LONGEST_CURSOR))
            .pattern(Some("^[A-Za-z0-9_-]+$"));
        let parameter = |name: &str, meaning: &str, schema: ObjectBuilder| {
            let parameter = ParameterBuilder::new().name(name).parameter_in(ParameterIn::Query);
            let parameter = parameter.required(Required::False).description(Some(meaning));
            parameter.schema(Some(schema)).build()
        };
        let mut parameters = Q::into_params(place);
        parameters.push(parameter("limit", "Maximum number of entries on the page", limit));
        parameters.push(parameter("cursor", "`next` of the previous page, unchanged", cursor));
        parameters
    }
}

impl Page {
    /// Returns the place after which the page starts, as the last page has named it; `None` on the first page.
    ///
    /// # Errors
    /// `bad_cursor` if the cursor does not come from such a list.
    pub(crate) fn after<C: DeserializeOwned>(&self) -> Result<Option<C>, ApiError> {
        self.cursor.as_deref().map(|cursor| read_cursor(cursor, self.list).ok_or_else(bad_cursor)).transpose()
    }

    /// Returns the number of entries on the page.
    pub(crate) fn limit(&self) -> u32 {
        self.limit
    }

    /// Returns the number of rows to query.
    pub(crate) fn rows(&self) -> u32 {
        self.limit + 1
    }

    /// Returns the answer with these rows. If there is one row more than the page has, there is a next page: after the place of the last row
    /// of this one.
    pub(crate) fn answer<T, C: Serialize, B>(
        &self,
        mut rows: Vec<T>,
        place: impl FnOnce(&T) -> C,
        body: impl FnOnce(Vec<T>, Option<String>) -> B,
    ) -> Listed<B> {
        let more = rows.len() > self.limit as usize;
        rows.truncate(self.limit as usize);
        let next = rows.last().filter(|_| more).map(place);
        self.ending(next, |next| body(rows, next))
    }

    /// Returns the answer of a page that ends at this place; `None` for the last page.
    pub(crate) fn ending<C: Serialize, B>(
        &self,
        next: Option<C>,
        body: impl FnOnce(Option<String>) -> B,
    ) -> Listed<B> {
        let next = next.map(|place| write_cursor(&place, self.list));
        let link = next.as_deref().map(|next| {
            let joint = if self.address.ends_with('?') { "" } else { "&" };
            format!("<{}{joint}cursor={next}>; rel=\"next\"", self.address)
        });
        Listed { body: body(next), link }
    }
}

/// A page of a list, with the address of the next page as `Link` (RFC 8288).
#[derive(Debug)]
pub(crate) struct Listed<B> {
    body: B,
    link: Option<String>,
}

impl<B: Serialize> IntoResponse for Listed<B> {
    fn into_response(self) -> Response {
        let mut response = Json(self.body).into_response();
        if let Some(link) = self.link.and_then(|link| HeaderValue::from_str(&link).ok()) {
            response.headers_mut().insert(header::LINK, link);
        }
        response
    }
}

/// Writes a place as a cursor: the mark of its list and its JSON, in base64url, so that clients do not depend on the content.
fn write_cursor(place: &impl Serialize, list: ListMark) -> String {
    let place = serde_json::to_vec(place).expect("places have a JSON form");
    Base64UrlUnpadded::encode_string(&[&list[..], &place].concat())
}

fn read_cursor<C: DeserializeOwned>(cursor: &str, list: ListMark) -> Option<C> {
    if cursor.len() > LONGEST_CURSOR {
        return None;
    }
    let content = Base64UrlUnpadded::decode_vec(cursor).ok()?;
    let place = content.strip_prefix(&list)?;
    check_json(place).ok()?;
    serde_json::from_slice(place).ok()
}

/// Returns the error of a cursor that does not come from the list.
pub(crate) fn bad_cursor() -> ApiError {
    let message = "invalid `cursor`: pass `next` of the previous page unchanged, to the same list with the same filters, or begin without it";
    ApiError::new(ErrorCode::BadCursor, message)
}

/// Returns the requested number, or the default.
///
/// # Errors
/// `out_of_range` for zero, or above `max`.
pub(crate) fn within(limit: Option<u32>, usual: u32, max: u32) -> Result<u32, ApiError> {
    let limit = limit.unwrap_or(usual);
    let fits = (1..=max).contains(&limit);
    fits.then_some(limit)
        .ok_or_else(|| ApiError::new(ErrorCode::OutOfRange, format!("`limit` must be 1 to {max}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Filters {
        name: Option<String>,
    }

    type List = Listing<Filters, 2, 9>;

    fn page(query: &str) -> Page {
        List::read("/list", query).unwrap().page
    }

    fn cut(page: &Page, rows: Vec<u8>) -> (Vec<u8>, Option<String>, Option<String>) {
        let listed = page.answer(rows, |row| (*row, "x"), |rows, next| (rows, next));
        (listed.body.0, listed.body.1, listed.link)
    }

    #[test]
    fn extra_row_only_signals_the_next_page() {
        let first = page("name=a%26b&limit=2");
        assert_eq!(first.rows(), 3);
        assert_eq!(first.after::<(u8, String)>().unwrap(), None);
        let (rows, next, link) = cut(&first, vec![7, 8, 9]);
        let next = next.unwrap();
        assert_eq!(rows, [7, 8]);
        assert_eq!(link.unwrap(), format!("</list?name=a%26b&limit=2&cursor={next}>; rel=\"next\""));
        let second = page(&format!("name=a%26b&cursor={next}"));
        assert_eq!(second.after().unwrap(), Some((8_u8, "x".to_owned())));
        let (_, next, link) = cut(&second, vec![7, 8, 9]);
        assert_eq!(link.unwrap(), format!("</list?name=a%26b&cursor={}>; rel=\"next\"", next.unwrap()));
        assert_eq!(cut(&second, vec![7, 8]), (vec![7, 8], None, None));
        assert_eq!(cut(&second, vec![]), (vec![], None, None));
    }

    #[test]
    fn invalid_parameters_are_named() {
        let message = |query: &str| List::read("/list", query).unwrap_err().message;
        for limit in [0, 10] {
            assert_eq!(message(&format!("limit={limit}")), "`limit` must be 1 to 9");
        }
        assert!(message("limit=x").contains("limit"), "{}", message("limit=x"));
        assert!(message("other=1").contains("other"), "{}", message("other=1"));
        assert!(message("name=a&name=b").contains("name"));
        assert!(message("cursor=a&cursor=b").contains("cursor"));
        assert_eq!(List::read("/list", "name=%3D").unwrap().filters.name.as_deref(), Some("="));
    }

    #[test]
    fn foreign_cursors_are_rejected() {
        let here = page("").list;
        let nul = write_cursor(&(1_u8, "\0"), here);
        let text = write_cursor(&("a", "b"), here);
        let long = write_cursor(&(1_u8, "x".repeat(LONGEST_CURSOR)), here);
        let filtered = write_cursor(&(1_u8, "x"), page("name=x").list);
        let other = write_cursor(&(1_u8, "x"), mark("/lists", Vec::new()));
        for cursor in ["", "x", "%20", "WzFd=", "WzFd", &nul, &text, &long, &filtered, &other] {
            let error = page(&format!("cursor={cursor}")).after::<(u8, String)>().unwrap_err();
            assert_eq!(error.code, ErrorCode::BadCursor, "{cursor}");
        }
    }
}
