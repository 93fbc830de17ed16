//! Rejections by the server, as typed values.

use sumito_client::protocol::parts::{Mode, Offer};
use sumito_client::protocol::{ErrorCode, RoomId};
use sumito_client::{Client, Error, Rest};

use crate::server::{TestServer, leisurely, table};

fn code<T: std::fmt::Debug>(result: Result<T, Error>) -> ErrorCode {
    result.unwrap_err().refusal().expect("the server refuses").code
}

#[tokio::test]
async fn refusals_of_commands_have_codes() {
    let server = TestServer::start().await;
    let mut rooms = table(&[server.client().await, server.client().await], leisurely(Mode::Two)).await;
    let illegal = rooms[0].play("e5e6").await.unwrap_err();
    let refusal = illegal.refusal().unwrap();
    assert_eq!((refusal.code, refusal.reason.as_deref()), (ErrorCode::IllegalMove, Some("empty_cell")));
    assert_eq!(code(rooms[0].play("nonsense").await), ErrorCode::BadMove);
    assert_eq!(code(rooms[1].play("i5h5").await), ErrorCode::NotYourTurn);
    assert_eq!(code(rooms[1].accept(Offer::Draw).await), ErrorCode::NoOffer);
    let onlooker = server.client().await;
    let mut watching = onlooker.watch(rooms[0].id()).await.unwrap();
    assert_eq!(code(watching.resign().await), ErrorCode::NotSeated);
    assert_eq!(code(watching.join(None).await), ErrorCode::RoomFull);
    // The game continues afterwards.
    rooms[0].play("a1b2").await.unwrap();
    watching.until(|state| state.ply == 1).await.unwrap();
}

#[tokio::test]
async fn invalid_subscriptions_are_rejected_immediately() {
    let server = TestServer::start().await;
    let client = server.client().await;
    let nowhere = RoomId("000000000000".to_owned());
    assert_eq!(code(client.watch(&nowhere).await), ErrorCode::NoSuchRoom);
    assert_eq!(code(client.lobby("Not A Name").await), ErrorCode::OutOfRange);
    assert_eq!(code(client.rest().room(&nowhere).await), ErrorCode::NoSuchRoom);
    let anonymous = Client::builder(&server.url()).connect().await.unwrap();
    assert!(anonymous.user().is_none());
    assert_eq!(code(anonymous.my_games().await), ErrorCode::Unauthenticated);
    assert_eq!(code(anonymous.create_room(leisurely(Mode::Two)).await), ErrorCode::Unauthenticated);
}

#[tokio::test]
async fn failed_connection_reports_the_reason() {
    let server = TestServer::start().await;
    let wrong = |token: &str| Client::builder(&server.url()).token(token).connect();
    assert_eq!(code(wrong("not a token").await), ErrorCode::BadToken);
    assert_eq!(code(wrong("a\nb").await), ErrorCode::BadToken);
    assert!(matches!(Client::guest("nowhere").await, Err(Error::Address(_))));
    // A port without a listener.
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    assert!(matches!(Client::guest(&format!("http://{closed}")).await, Err(Error::Unreachable(_))));
    let rest = Rest::new(&format!("http://{closed}")).unwrap();
    assert!(matches!(rest.layouts().await, Err(Error::Unreachable(_))));
}
