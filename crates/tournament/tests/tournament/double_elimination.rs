//! Double eliminations: both brackets, the grand final, byes and places.

use std::collections::BTreeMap;

use fastrand::Rng;
use sumito_rules::Mode;
use sumito_tournament::{
    BracketPart, Command, CommandError, DoubleElimination, Format, GameNumber, ParticipantId, Settings,
    SettingsError, Tournament, TournamentStatus, Verdict,
};

use crate::scene::{DIRECTOR, End, Scene, settings};

fn double(best_of: u32, reset: bool) -> Settings {
    settings(Format::DoubleElimination(DoubleElimination { best_of, extra_pairs: 0, reset }), Mode::Two)
}

fn places(tournament: &Tournament) -> Vec<(u32, u32)> {
    tournament.standings().iter().map(|standing| (standing.place, standing.participant.0)).collect()
}

/// Finishes the open game of `winner` against `loser`.
fn beats(scene: &mut Scene, winner: u32, loser: u32) {
    let open = scene.open();
    let (number, sides) = open.into_iter().find(|(_, sides)| sides.contains(&winner)).unwrap();
    assert!(sides.contains(&loser), "{winner} plays {sides:?}");
    let side = sides.iter().position(|&side| side == winner).unwrap();
    scene.finish(number, End::Wins(side as u8, 2));
}

/// Plays until the end, with random results.
fn play_at_random(scene: &mut Scene, rng: &mut Rng) {
    while scene.tournament.status() == TournamentStatus::Running {
        for (number, _) in scene.open() {
            scene.finish(number, End::Wins(rng.u8(..2), rng.u8(..6)));
        }
        scene.pass(1);
    }
}

#[test]
fn places_are_shared_by_round_of_elimination() {
    let mut scene = Scene::started(double(1, true), 8);
    assert_eq!(scene.tournament.rounds_planned(), Some(6));
    scene.play_out();
    assert_eq!(places(&scene.tournament), [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (5, 6), (7, 7), (7, 8)]);
    assert_eq!(scene.tournament.games().len(), 14, "every player but the winner loses twice");
    let parts: Vec<_> = scene.tournament.bracket_matches().iter().map(|one| (one.round, one.part)).collect();
    assert_eq!(parts[4], (2, BracketPart::Winners));
    assert_eq!(parts[6], (2, BracketPart::Losers));
    assert_eq!(parts[13..], [(6, BracketPart::Final), (7, BracketPart::Reset)]);
}

#[test]
fn losers_enter_on_the_other_side_of_the_losers_bracket() {
    let mut scene = Scene::started(double(1, true), 8);
    for (winner, loser) in [(1, 8), (4, 5), (2, 7), (3, 6)] {
        beats(&mut scene, winner, loser);
    }
    // Each loser of the second round meets a loser of the other half.
    for (winner, loser) in [(1, 4), (2, 3), (8, 5), (7, 6)] {
        beats(&mut scene, winner, loser);
    }
    for (winner, loser) in [(8, 3), (7, 4)] {
        beats(&mut scene, winner, loser);
    }
    assert_eq!(scene.tournament.rounds().len(), 4);
}

#[test]
fn a_lost_grand_final_has_a_second_match() {
    let mut scene = Scene::started(double(1, true), 4);
    for (winner, loser) in [(1, 4), (2, 3), (1, 2), (4, 3), (2, 4), (2, 1)] {
        beats(&mut scene, winner, loser);
    }
    assert_eq!(
        (scene.tournament.status(), scene.tournament.rounds_planned()),
        (TournamentStatus::Running, Some(5))
    );
    let before = scene.tournament.games().last().unwrap().number;
    assert_eq!(scene.tournament.game(before).unwrap().sides[0].0, 1, "the colours change");
    beats(&mut scene, 1, 2);
    assert_eq!(scene.tournament.status(), TournamentStatus::Finished);
    assert_eq!(places(&scene.tournament), [(1, 1), (2, 2), (3, 4), (4, 3)]);
}

#[test]
fn without_a_second_match_the_grand_final_decides() {
    let mut scene = Scene::started(double(1, false), 4);
    for (winner, loser) in [(1, 4), (2, 3), (1, 2), (4, 3), (2, 4), (2, 1)] {
        beats(&mut scene, winner, loser);
    }
    assert_eq!(
        (scene.tournament.status(), scene.tournament.rounds_planned()),
        (TournamentStatus::Finished, Some(4))
    );
    assert_eq!(places(&scene.tournament), [(1, 2), (2, 1), (3, 4), (4, 3)]);
}

#[test]
fn two_players_play_until_one_has_lost_twice() {
    let mut scene = Scene::started(double(1, true), 2);
    for (winner, loser) in [(1, 2), (2, 1), (2, 1)] {
        beats(&mut scene, winner, loser);
    }
    assert_eq!(places(&scene.tournament), [(1, 2), (2, 1)]);
}

#[test]
fn any_number_of_players_ends_and_byes_are_few() {
    let mut rng = Rng::with_seed(7);
    for count in 2..=64_u32 {
        let mut scene = Scene::started(double(1, true), count);
        play_at_random(&mut scene, &mut rng);
        let mut byes: BTreeMap<ParticipantId, u32> = BTreeMap::new();
        for bye in scene.tournament.rounds().iter().flat_map(|round| &round.byes) {
            *byes.entry(bye.participant).or_default() += 1;
        }
        let max = byes.values().copied().max().unwrap_or(0);
        let size = count.next_power_of_two();
        let allowed = if count == size {
            0
        } else if count * 4 >= size * 3 {
            1
        } else {
            2
        };
        assert!(max <= allowed, "{count}: {max} byes");
        let second = byes.values().filter(|&&byes| byes == 2).count() as u32;
        // The losers' bracket has a place for each half of a quarter, and no more players than that.
        assert!(second <= (size * 3 / 4).saturating_sub(count), "{count}: {second} second byes");
        let [first, next] = [0, 1].map(|place| scene.tournament.standings()[place].place);
        assert_eq!((first, next), (1, 2), "{count}");
        assert_eq!(scene.fold(), scene.tournament);
    }
}

#[test]
fn players_who_have_met_meet_again_late() {
    let mut rng = Rng::with_seed(11);
    let mut earliest = BTreeMap::new();
    for (count, seeds) in [(8, 200), (16, 200), (32, 100)] {
        for _ in 0..seeds {
            let mut scene = Scene::started(double(1, false), count);
            play_at_random(&mut scene, &mut rng);
            let mut met: BTreeMap<[ParticipantId; 2], u32> = BTreeMap::new();
            for game in scene.tournament.games() {
                let mut pair = [game.sides[0], game.sides[1]];
                pair.sort_unstable();
                if met.insert(pair, game.round).is_some() {
                    let round = earliest.entry(count).or_insert(u32::MAX);
                    *round = game.round.min(*round);
                }
            }
        }
    }
    // Until then, the losers' bracket has more places than a pair needs to stay apart.
    assert_eq!(earliest, BTreeMap::from([(8, 4), (16, 5), (32, 6)]));
}

#[test]
fn withdrawal_loses_in_both_brackets() {
    let mut scene = Scene::started(double(3, true), 4);
    scene.player(4, Command::Withdraw).unwrap();
    assert_eq!(scene.player(4, Command::Return), Err(CommandError::NoReturn));
    scene.play_out();
    assert_eq!(places(&scene.tournament), [(1, 1), (2, 2), (3, 3), (4, 4)]);
    let of_four = scene.tournament.games().iter().filter(|game| game.sides.contains(&ParticipantId(4)));
    assert_eq!(of_four.count(), 2, "one match in each bracket");
}

#[test]
fn the_last_player_left_wins() {
    let mut scene = Scene::started(double(1, true), 4);
    beats(&mut scene, 1, 4);
    beats(&mut scene, 2, 3);
    for number in [1, 2, 4] {
        scene.player(number, Command::Withdraw).unwrap();
    }
    scene.play_out();
    assert_eq!(scene.tournament.status(), TournamentStatus::Finished);
    assert_eq!(scene.order()[0], 3, "one match lost, and the only player left");
}

#[test]
fn the_grand_final_cannot_be_turned_round_after_the_end() {
    let mut scene = Scene::started(double(1, true), 4);
    for (winner, loser) in [(1, 4), (2, 3), (1, 2), (4, 3), (2, 4), (1, 2)] {
        beats(&mut scene, winner, loser);
    }
    assert_eq!(scene.tournament.status(), TournamentStatus::Finished);
    let game = scene.tournament.games().last().unwrap().clone();
    let correct = |winner: u32| Command::Rule {
        game: game.number,
        verdict: Verdict::Forfeit { winners: vec![u8::from(game.sides[1].0 == winner)] },
        seen: game.verdict.clone(),
        reason: "the wrong name was written down".to_owned(),
    };
    assert_eq!(scene.direct(correct(2)), Err(CommandError::Advanced), "a second match would follow");
    scene.direct(correct(1)).unwrap();
    let first = Command::Rule {
        game: GameNumber(1),
        verdict: Verdict::Forfeit { winners: vec![1] },
        seen: scene.tournament.game(GameNumber(1)).unwrap().verdict.clone(),
        reason: "the wrong name was written down".to_owned(),
    };
    assert_eq!(scene.direct(first), Err(CommandError::Advanced));
}

#[test]
fn teams_of_two_play_matches() {
    let mut settings = double(1, true);
    settings.game = crate::scene::game(Mode::Four);
    let mut scene = Scene::new(settings);
    (1..=4).for_each(|team| scene.enter_team(team));
    scene.direct(Command::Start).unwrap();
    scene.play_out();
    assert_eq!(scene.order(), [1, 2, 3, 4]);
}

#[test]
fn limits_are_checked() {
    let director = DIRECTOR.user().unwrap();
    let mut settings = double(1, true);
    settings.entry.capacity = 257;
    let refused = Tournament::create(settings, director, None);
    assert!(matches!(refused, Err(SettingsError::Range { max: 256, .. })), "{refused:?}");
    let refused = Tournament::create(double(10, true), director, None);
    assert!(matches!(refused, Err(SettingsError::Range { max: 9, .. })), "{refused:?}");
}
