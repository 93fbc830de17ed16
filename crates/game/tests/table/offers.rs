//! Offering a draw between two.

use sumito_game::{Command, CommandError, Event, Offer, Reason};

use crate::scene::{BLACK, STRANGER, Scene, WHITE, seat};

const OFFER: Command = Command::Offer(Offer::Draw);
const ACCEPT: Command = Command::Accept(Offer::Draw);
const DECLINE: Command = Command::Decline(Offer::Draw);

#[test]
fn a_draw_is_agreed_when_both_agree() {
    let mut scene = Scene::started();
    assert_eq!(scene.request(BLACK, OFFER), Ok(vec![Event::Offered { seat: seat(0), what: Offer::Draw }]));
    assert_eq!(scene.request(BLACK, ACCEPT), Err(CommandError::NoOffer));
    assert_eq!(scene.request(STRANGER, ACCEPT), Err(CommandError::NotSeated));
    scene.request(WHITE, ACCEPT).unwrap();
    let outcome = scene.outcome().unwrap();
    assert!(outcome.winners.is_empty());
    assert_eq!(outcome.reason, Reason::Agreement);
}

#[test]
fn two_offers_are_an_agreement() {
    let mut scene = Scene::started();
    scene.request(BLACK, OFFER).unwrap();
    scene.request(WHITE, OFFER).unwrap();
    assert_eq!(scene.outcome().unwrap().reason, Reason::Agreement);
}

#[test]
fn offer_lapses_when_a_player_moves_without_agreeing() {
    let mut scene = Scene::started();
    scene.request(BLACK, OFFER).unwrap();
    scene.play("a1b2").unwrap();
    assert!(scene.game().offered(Offer::Draw).is_some(), "the mover has agreed");
    scene.play("i5h5").unwrap();
    assert_eq!(scene.game().offered(Offer::Draw), None);
    assert_eq!(scene.request(WHITE, ACCEPT), Err(CommandError::NoOffer));
}

#[test]
fn an_offer_that_was_declined_can_be_made_again_after_a_move() {
    let mut scene = Scene::started();
    assert_eq!(scene.request(WHITE, DECLINE), Err(CommandError::NoOffer));
    scene.request(BLACK, OFFER).unwrap();
    assert_eq!(scene.request(BLACK, OFFER), Err(CommandError::OfferRepeated));
    scene.request(WHITE, DECLINE).unwrap();
    assert_eq!(scene.request(WHITE, ACCEPT), Err(CommandError::NoOffer));
    assert_eq!(scene.request(BLACK, OFFER), Err(CommandError::OfferRepeated));
    scene.play("a1b2").unwrap();
    scene.request(BLACK, OFFER).unwrap();
}

#[test]
fn declining_player_may_offer() {
    let mut scene = Scene::started();
    scene.request(BLACK, OFFER).unwrap();
    scene.request(WHITE, DECLINE).unwrap();
    scene.request(WHITE, OFFER).unwrap();
    scene.request(BLACK, ACCEPT).unwrap();
    assert_eq!(scene.outcome().unwrap().reason, Reason::Agreement);
}

#[test]
fn offering_player_can_withdraw_the_offer() {
    let mut scene = Scene::started();
    scene.request(BLACK, OFFER).unwrap();
    scene.request(BLACK, DECLINE).unwrap();
    assert_eq!(scene.request(WHITE, ACCEPT), Err(CommandError::NoOffer));
}
