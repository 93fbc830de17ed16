//! All words: tables, settings and other programs have them.

#![expect(clippy::unwrap_used, reason = "a test that panics has failed")]

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;
use sumito_vocabulary as words;

/// Each enum with its words, in order.
const FROZEN: &[(&str, &str)] = &[
    ("AchievementKind", "games wins marbles modes win_streak best_win puzzles puzzle_streak puzzle_storm"),
    ("Admission", "open password invitation"),
    ("AppealOutcome", "lift shorten keep"),
    (
        "AssumptionKind",
        "layout turn score far_moves result_token result variant date clock termination marks heading variations first_game encoding",
    ),
    ("Audience", "players spectators"),
    ("BracketPart", "winners third_place losers final reset"),
    ("ByeKind", "full half absent no_opponent"),
    ("ChallengeStatus", "open accepted declined cancelled expired"),
    ("Claim", "win draw"),
    ("ClubJoining", "open request invitation"),
    ("ClubRole", "owner admin member"),
    ("DeclineReason", "later too_fast too_slow unrated rated different only_bots no_bots"),
    ("GameFormat", "text apgn playstrategy"),
    ("Membership", "in gone withdrawn excluded"),
    ("Mistake", "inaccuracy mistake blunder missed_win"),
    (
        "ModerationActionKind",
        "ban mute lift rename close_room close_report remove_line clear_lines remove_avatar reword close_club drain undrain announce reload tournament look_networks decide_appeal dismiss_signal registration_link create_accounts",
    ),
    ("Offer", "draw takeback rematch resignation"),
    ("Preset", "hello good_luck have_fun well_played good_game thanks one_moment sorry have_to_go goodbye"),
    (
        "PuzzleTheme",
        "push_out_in_1 push_out_in_2 push_out_in_3 win defence escape double_threat quiet side_step sumito_3_to_2 lance arc shield",
    ),
    ("PuzzleVote", "up down none"),
    ("RatedOffer", "both rated unrated"),
    ("RatingBand", "unrated under_1400 from_1400 from_1600 from_1800 from_2000"),
    ("Reason", "ejections time resignation agreement repetition quiet stuck aborted abandoned"),
    ("Registration", "open invitation closed"),
    ("Role", "player moderator admin"),
    ("RunKind", "streak storm"),
    ("SanctionKind", "ban mute"),
    ("Scope", "read play bot tournament challenges follows studies clubs messages puzzles webhooks"),
    ("SeekEnd", "cancelled failed"),
    ("Status", "waiting playing finished closed"),
    ("StudyColor", "green red blue yellow"),
    ("StudyRole", "contributor viewer"),
    ("StudyVisibility", "private unlisted public"),
    ("SwissPairing", "balanced dutch"),
    (
        "TieBreak",
        "reached buchholz buchholz_cut1 buchholz_median sonneborn_berger direct_encounter marbles progressive performance wins",
    ),
    ("TournamentFormatName", "round_robin swiss knockout double_elimination groups arena"),
    ("TournamentStatus", "registering running finished cancelled"),
    ("UnplayedRounds", "own_points fide"),
    ("Visibility", "public private"),
    ("WebhookEvent", "game_finished tournament_ended challenge_received"),
];

#[test]
fn words_do_not_change() {
    let mut all: Vec<_> = words::all().map(|known| (known.name, known.words.join(" "))).collect();
    all.sort();
    assert_eq!(all.len(), FROZEN.len());
    for ((name, words), frozen) in all.iter().zip(FROZEN) {
        assert_eq!((*name, words.as_str()), *frozen);
    }
}

#[test]
fn json_has_the_same_words() {
    check(words::PuzzleTheme::ALL, words::PuzzleTheme::as_str, words::PuzzleTheme::parse);
    check(words::RatingBand::ALL, words::RatingBand::as_str, words::RatingBand::parse);
    check(words::Scope::ALL, words::Scope::as_str, words::Scope::parse);
}

fn check<T: Copy + Debug + PartialEq + Serialize + DeserializeOwned, const COUNT: usize>(
    all: [T; COUNT],
    as_str: fn(T) -> &'static str,
    parse: fn(&str) -> Option<T>,
) {
    for one in all {
        let word = as_str(one);
        assert_eq!(serde_json::to_value(one).unwrap(), word);
        assert_eq!(serde_json::from_value::<T>(word.into()).unwrap(), one);
        assert_eq!(parse(word), Some(one));
    }
    assert_eq!(parse("word"), None);
}

#[test]
fn club_roles_are_ordered_by_rights() {
    use words::ClubRole::{Admin, Member, Owner};
    assert!(Member < Admin && Admin < Owner);
    assert_eq!([Owner, Admin, Member].map(words::ClubRole::rank), [0, 1, 2]);
    assert_eq!(words::ClubRole::of_rank(1), Some(Admin));
    assert_eq!(words::ClubRole::of_rank(-1).or(words::ClubRole::of_rank(3)), None);
}
