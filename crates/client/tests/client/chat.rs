//! Chat over connections that break.

use sumito_client::protocol::ErrorCode;
use sumito_client::protocol::chat::{Audience, ChatChannel, Preset};
use sumito_client::protocol::parts::Mode;
use sumito_client::{Client, Rest};

use crate::server::{TestServer, leisurely, table};

#[tokio::test]
async fn after_a_break_every_line_is_there_once() {
    let server = TestServer::start().await;
    let line = server.proxy().await;
    let guest = server.guest().await;
    let reader = Client::builder(&line.url()).token(guest.token).connect().await.unwrap();
    let rooms = table(&[server.client().await, server.client().await], leisurely(Mode::Two)).await;
    let room = rooms[0].state().room.clone();
    let channel = ChatChannel::Room { room: room.clone(), audience: Audience::Players };
    let mut heard = reader.chat(channel.clone()).await.unwrap();
    let talker = rooms[0].client().chat(channel.clone()).await.unwrap();
    let first = talker.say("Good luck!").await.unwrap();
    while heard.lines().is_empty() {
        heard.next().await.unwrap();
    }
    line.cut();
    let mut status = reader.status();
    status.wait_for(|status| !status.is_open()).await.unwrap();
    let second = talker.say_preset(Preset::HaveFun).await.unwrap();
    line.mend();
    while heard.lines().len() < 2 {
        heard.next().await.unwrap();
    }
    let ids: Vec<_> = heard.lines().iter().map(|line| line.id).collect();
    assert_eq!(ids, [first, second]);
    assert_eq!(
        (heard.lines()[0].text.as_deref(), heard.lines()[1].preset),
        (Some("Good luck!"), Some(Preset::HaveFun))
    );

    let refused = heard.say("me, too").await.unwrap_err();
    assert!(refused.is(ErrorCode::NotSeated), "{refused:?}");
    let refused = talker.say("kill yourself").await.unwrap_err();
    assert_eq!(refused.refusal().unwrap().reason.as_deref(), Some("offensive"));
}

#[tokio::test]
async fn accounts_that_are_not_friends_read_and_do_not_write_in_their_conversation() {
    let server = TestServer::start().await;
    let rest = Rest::new(&server.url()).unwrap();
    let (ada, berta) = (
        rest.sign_up("Ada", "correct horse battery").await.unwrap(),
        rest.sign_up("Berta", "correct horse battery").await.unwrap(),
    );
    let client = Client::builder(&server.url()).token(ada.token).connect().await.unwrap();
    let channel = ChatChannel::conversation(berta.user.id, ada.user.id);
    assert_eq!(channel, ChatChannel::conversation(ada.user.id, berta.user.id));
    let chat = client.chat(channel).await.unwrap();
    assert!(chat.lines().is_empty());
    let refused = chat.say("Hello?").await.unwrap_err();
    assert!(refused.is(ErrorCode::NotFriends), "{refused:?}");
}
