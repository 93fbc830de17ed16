//! The audit log of a tournament in its wire form.

use sumito_game::UserId;
use sumito_protocol::tournament::{
    TournamentLogEntry, TournamentLogEvent as Shown, TournamentLogGame, TournamentLogReason,
    TournamentLogRewording, TournamentLogRuling,
};
use sumito_tournament::{
    Actor, ClubId, Event, GameNumber, ParticipantId, PlannedGame, Record, Rewording, RulingReason, Tournament,
};

use super::state::{draft_bye, shown_name, verdict};

/// Converts an entry of a tournament's audit log.
pub(crate) fn tournament_log_entry(record: &Record, tournament: &Tournament) -> TournamentLogEntry {
    TournamentLogEntry {
        seq: record.seq,
        at: record.at.0,
        by: record.by.user().map(|user| user.0),
        steward: matches!(record.by, Actor::Steward(_)),
        event: log_event(&record.event, Public::of(record, tournament)),
    }
}

/// The public part of an event.
#[derive(Default)]
struct Public {
    /// The current name of the participant who registered; `None` if the event has it.
    name: Option<String>,
    /// True if the draft of a round is secret: its pairing is public once the round has begun.
    hides_draft: bool,
    /// True if a moderator removed the reason and the text.
    hides_reason: bool,
}

impl Public {
    fn of(record: &Record, tournament: &Tournament) -> Self {
        let name = match &record.event {
            Event::Registered { participant, member, .. } => {
                let user = member.player.id;
                // The number may belong to another participant by now.
                let own = tournament.participant(*participant).filter(|one| one.has(user));
                own.map(shown_name).or_else(|| tournament.forgotten_name(user).map(str::to_owned))
            }
            _ => None,
        };
        let is_ahead = |round: &u32| *round as usize > tournament.rounds().len();
        let hides_draft = matches!(&record.event, Event::Drafted { round, .. } if is_ahead(round));
        Self { name, hides_draft, hides_reason: record.seq < tournament.reasons_since() }
    }
}

/// Converts an event for public view: without the settings, which other messages contain.
fn log_event(event: &Event, public: Public) -> Shown {
    let text = |text: &String| (!public.hides_reason).then(|| text.clone());
    let reason_or_null = |reason: &Option<String>| {
        let given = reason.clone().map_or(TournamentLogReason::None, TournamentLogReason::Given);
        (!public.hides_reason).then_some(given)
    };
    match event {
        Event::Created { settings: _, director: UserId(director) } => Shown::Created { director: *director },
        Event::Edited { settings: _ } => Shown::Edited,
        Event::DirectorAdded { user } => Shown::DirectorAdded { user: user.0 },
        Event::DirectorRemoved { user } => Shown::DirectorRemoved { user: user.0 },
        Event::Invited { user, player: _, exempt } => Shown::Invited { user: user.0, exempt: *exempt },
        Event::Uninvited { user } => Shown::Uninvited { user: user.0 },
        Event::ClubInvited { club: ClubId(club) } => Shown::ClubInvited { club: *club },
        Event::ClubJoined { club: ClubId(club) } => Shown::ClubJoined { club: *club },
        Event::ClubDeclined { club: ClubId(club) } => Shown::ClubDeclined { club: *club },
        Event::ClubUninvited { club: ClubId(club) } => Shown::ClubUninvited { club: *club },
        Event::Registered { participant, name, member: _, since_round, club } => Shown::Registered {
            participant: participant.0,
            name: public.name.unwrap_or_else(|| name.clone()),
            since_round: *since_round,
            club: club.map(|ClubId(club)| club),
        },
        Event::Joined { participant, member: _ } => Shown::Joined { participant: participant.0 },
        Event::Left { participant, user } => Shown::Left { participant: participant.0, user: user.0 },
        Event::Withdrew { participant } => Shown::Withdrew { participant: participant.0 },
        Event::Returned { participant } => Shown::Returned { participant: participant.0 },
        Event::Excluded { participant, reason } => {
            Shown::Excluded { participant: participant.0, reason: reason_or_null(reason) }
        }
        Event::Forgotten { user, name } => Shown::Forgotten { user: user.0, name: name.clone() },
        Event::Reworded { rewording } => Shown::Reworded { rewording: log_rewording(rewording) },
        Event::ByeAsked { participant, round } => {
            Shown::ByeAsked { participant: participant.0, round: *round }
        }
        Event::ByeGranted { participant, round, half } => {
            Shown::ByeGranted { participant: participant.0, round: *round, half: *half }
        }
        Event::ByeCancelled { participant, round } => {
            Shown::ByeCancelled { participant: participant.0, round: *round }
        }
        Event::Readmitted { participant, reason } => {
            Shown::Readmitted { participant: participant.0, reason: text(reason) }
        }
        Event::PairForbidden { pair } => Shown::PairForbidden { pair: pair.map(|one| one.0) },
        Event::PairAllowed { pair } => Shown::PairAllowed { pair: pair.map(|one| one.0) },
        Event::Drafted { round, tables, byes } => Shown::Drafted {
            round: *round,
            tables: (!public.hides_draft).then(|| tables.iter().map(|table| numbers(table)).collect()),
            byes: (!public.hides_draft).then(|| byes.iter().copied().map(draft_bye).collect()),
        },
        Event::DraftDropped { round } => Shown::DraftDropped { round: *round },
        Event::Penalised { participant, units, reason } => {
            Shown::Penalised { participant: participant.0, units: *units, reason: text(reason) }
        }
        Event::PenaltyLifted { penalty, reason } => {
            Shown::PenaltyLifted { penalty: *penalty, reason: text(reason) }
        }
        Event::TimeAdded { game, side, seconds, reason } => {
            Shown::TimeAdded { game: game.0, side: *side, seconds: *seconds, reason: text(reason) }
        }
        Event::Announced { text: words } => Shown::Announced { text: text(words) },
        Event::Started { seeds, schedule: _ } => Shown::Started { seeds: numbers(seeds) },
        Event::Qualified { entrants } => {
            Shown::Qualified { entrants: entrants.iter().map(|one| one.map(|one| one.0)).collect() }
        }
        Event::Paired { round, games, byes } => Shown::Paired {
            round: *round,
            games: games.iter().map(log_game).collect(),
            byes: byes.iter().copied().map(draft_bye).collect(),
        },
        Event::Planned { games } => Shown::Planned { games: games.iter().map(log_game).collect() },
        Event::Berserked { game, participant } => {
            Shown::Berserked { game: game.0, participant: participant.0 }
        }
        Event::Played { game, verdict: decided, no_shows } => {
            Shown::Played { game: game.0, verdict: verdict(decided), no_shows: no_shows.clone() }
        }
        Event::Ruled { game, verdict: decided, ruling } => Shown::Ruled {
            game: game.0,
            verdict: verdict(decided),
            ruling: match ruling {
                RulingReason::Director { reason, own } => {
                    TournamentLogRuling::Director { reason: text(reason), own: *own }
                }
                RulingReason::Withdrawal => TournamentLogRuling::Withdrawal,
                RulingReason::Deadline => TournamentLogRuling::Deadline,
                RulingReason::End => TournamentLogRuling::End,
                RulingReason::Computers => TournamentLogRuling::Computers,
            },
        },
        Event::RoundEnded { round } => Shown::RoundEnded { round: *round },
        Event::Paused { reason } => Shown::Paused { reason: text(reason) },
        Event::Resumed => Shown::Resumed,
        Event::OutageExcused { from, until } => Shown::Forgiven { from: from.0, until: until.0 },
        Event::Finished => Shown::Finished,
        Event::Cancelled { reason } => Shown::Cancelled { reason: reason_or_null(reason) },
    }
}

fn numbers(participants: &[ParticipantId]) -> Vec<u32> {
    participants.iter().map(|one| one.0).collect()
}

fn log_game(game: &PlannedGame) -> TournamentLogGame {
    TournamentLogGame {
        number: game.number.0,
        sides: numbers(&game.sides),
        pairing: game.pairing,
        draw_odds: game.draw_odds,
        replays: game.replays.map(|GameNumber(number)| number),
    }
}

fn log_rewording(rewording: &Rewording) -> TournamentLogRewording {
    TournamentLogRewording {
        name: rewording.name.clone(),
        description: rewording.description.clone(),
        team: rewording.team.as_ref().map(|(team, name)| (team.0, name.clone())),
        reasons: rewording.reasons,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::time::Duration;

    use serde_json::{Value, json};
    use sumito_game::{Player, Policy, TimeControl, Timestamp};
    use sumito_protocol::generated::definitions;
    use sumito_rules::{Layout, Mode};
    use sumito_tournament::{
        Admission, Bye, ByeKind, Entry, Format, Member, RoundRobin, Rounds, Settings, Start, UnplayedRounds,
        Verdict,
    };
    use uuid::Uuid;

    use super::*;

    /// The user and the club of all events.
    const ID: Uuid = Uuid::from_u128(0x01a1_fcc6_b9a3_72c7_bb42_3d91_f93c_2644);
    const USER: UserId = UserId(ID);

    fn member() -> Member {
        let player = Player { id: USER, name: "Ann".to_owned(), guest: false, bot: false };
        Member { player, rating: 1_500, provisional: false }
    }

    fn settings() -> Box<Settings> {
        let game = sumito_game::Settings {
            mode: Mode::Two,
            layout: Layout::Standard,
            start_position: None,
            coach: false,
            time: TimeControl::None,
            rated: false,
            ready: false,
            spectator_delay: Duration::ZERO,
            tournament: None,
            policy: Policy::usual(TimeControl::None),
        };
        let entry = Entry {
            minimum: 2,
            capacity: 8,
            rating_min: None,
            rating_max: None,
            accounts_only: false,
            programs: false,
            admission: Admission::Open,
        };
        Box::new(Settings {
            name: "Open".to_owned(),
            description: String::new(),
            form: Format::RoundRobin(RoundRobin { cycles: 1 }),
            game,
            start: Start::ByDirector,
            entry,
            rounds: Rounds::default(),
            no_shows_max: 0,
            teams: None,
            tie_break_order: Vec::new(),
            unplayed_rounds: UnplayedRounds::OwnPoints,
        })
    }

    fn planned(number: u32) -> PlannedGame {
        PlannedGame {
            number: GameNumber(number),
            sides: vec![ParticipantId(1), ParticipantId(2)],
            pairing: 0,
            draw_odds: false,
            replays: None,
        }
    }

    /// An event of each kind, with and without its omitted parts, and its public form. Programs of others read it: it may be extended, but
    /// never changed.
    #[expect(clippy::too_many_lines, reason = "one line for each event")]
    fn events() -> Vec<(Event, Value)> {
        let (one, two, three) = (ParticipantId(1), ParticipantId(2), ParticipantId(3));
        let (club, game, words) = (ClubId(ID), GameNumber(4), || "Late".to_owned());
        let bye = Bye { participant: three, kind: ByeKind::NoOpponent };
        let shown_bye = json!({"participant": 3, "kind": "no_opponent"});
        let played = Verdict::Played { winners: vec![0], marbles: vec![6, 2], plies: 80 };
        let shown_played = json!({"kind": "played", "winners": [0], "marbles": [6, 2], "plies": 80});
        let ruled = |ruling| Event::Ruled { game, verdict: Verdict::Forfeit { winners: vec![1] }, ruling };
        let shown_ruled = |ruling: Value| json!({"kind": "ruled", "game": 4, "verdict": {"kind": "forfeit", "winners": [1]}, "ruling": ruling});
        let last = PlannedGame { pairing: 1, draw_odds: true, replays: Some(game), ..planned(6) };
        let rewording = Rewording {
            name: Some("Cup".to_owned()),
            description: Some(String::new()),
            team: Some((two, "Team 2".to_owned())),
            reasons: true,
        };
        vec![
            (
                Event::Created { settings: settings(), director: USER },
                json!({"kind": "created", "director": ID}),
            ),
            (Event::Edited { settings: settings() }, json!({"kind": "edited"})),
            (Event::DirectorAdded { user: USER }, json!({"kind": "director_added", "user": ID})),
            (Event::DirectorRemoved { user: USER }, json!({"kind": "director_removed", "user": ID})),
            (
                Event::Invited { user: USER, player: Some(Box::new(member().player)), exempt: true },
                json!({"kind": "invited", "user": ID, "exempt": true}),
            ),
            (
                Event::Invited { user: USER, player: None, exempt: false },
                json!({"kind": "invited", "user": ID}),
            ),
            (Event::Uninvited { user: USER }, json!({"kind": "uninvited", "user": ID})),
            (Event::ClubInvited { club }, json!({"kind": "club_invited", "club": ID})),
            (Event::ClubJoined { club }, json!({"kind": "club_joined", "club": ID})),
            (Event::ClubDeclined { club }, json!({"kind": "club_declined", "club": ID})),
            (Event::ClubUninvited { club }, json!({"kind": "club_uninvited", "club": ID})),
            (
                Event::Registered {
                    participant: one,
                    name: "Ann".to_owned(),
                    member: Box::new(member()),
                    since_round: 1,
                    club: None,
                },
                json!({"kind": "registered", "participant": 1, "name": "Ann"}),
            ),
            (
                Event::Registered {
                    participant: one,
                    name: "Ann".to_owned(),
                    member: Box::new(member()),
                    since_round: 2,
                    club: Some(club),
                },
                json!({"kind": "registered", "participant": 1, "name": "Ann", "since_round": 2, "club": ID}),
            ),
            (
                Event::Joined { participant: one, member: Box::new(member()) },
                json!({"kind": "joined", "participant": 1}),
            ),
            (
                Event::Left { participant: one, user: USER },
                json!({"kind": "left", "participant": 1, "user": ID}),
            ),
            (Event::Withdrew { participant: one }, json!({"kind": "withdrew", "participant": 1})),
            (Event::Returned { participant: one }, json!({"kind": "returned", "participant": 1})),
            (
                Event::Excluded { participant: one, reason: Some(words()) },
                json!({"kind": "excluded", "participant": 1, "reason": "Late"}),
            ),
            (
                Event::Excluded { participant: one, reason: None },
                json!({"kind": "excluded", "participant": 1, "reason": null}),
            ),
            (
                Event::Forgotten { user: USER, name: "Bea".to_owned() },
                json!({"kind": "forgotten", "user": ID, "name": "Bea"}),
            ),
            (
                Event::Reworded { rewording },
                json!({"kind": "reworded", "rewording": {"name": "Cup", "description": "", "team": [2, "Team 2"], "reasons": true}}),
            ),
            (
                Event::Reworded { rewording: Rewording::default() },
                json!({"kind": "reworded", "rewording": {"reasons": false}}),
            ),
            (
                Event::ByeAsked { participant: one, round: 2 },
                json!({"kind": "bye_asked", "participant": 1, "round": 2}),
            ),
            (
                Event::ByeGranted { participant: one, round: 2, half: false },
                json!({"kind": "bye_granted", "participant": 1, "round": 2, "half": false}),
            ),
            (
                Event::ByeCancelled { participant: one, round: 2 },
                json!({"kind": "bye_cancelled", "participant": 1, "round": 2}),
            ),
            (
                Event::Readmitted { participant: one, reason: words() },
                json!({"kind": "readmitted", "participant": 1, "reason": "Late"}),
            ),
            (Event::PairForbidden { pair: [one, two] }, json!({"kind": "pair_forbidden", "pair": [1, 2]})),
            (Event::PairAllowed { pair: [one, two] }, json!({"kind": "pair_allowed", "pair": [1, 2]})),
            (
                Event::Drafted { round: 2, tables: vec![vec![one, two]], byes: vec![bye] },
                json!({"kind": "drafted", "round": 2, "tables": [[1, 2]], "byes": [shown_bye]}),
            ),
            (Event::DraftDropped { round: 2 }, json!({"kind": "draft_dropped", "round": 2})),
            (
                Event::Penalised { participant: one, units: 0, reason: words() },
                json!({"kind": "penalised", "participant": 1, "units": 0, "reason": "Late"}),
            ),
            (
                Event::PenaltyLifted { penalty: 1, reason: words() },
                json!({"kind": "penalty_lifted", "penalty": 1, "reason": "Late"}),
            ),
            (
                Event::TimeAdded { game, side: 1, seconds: 30, reason: words() },
                json!({"kind": "time_added", "game": 4, "side": 1, "seconds": 30, "reason": "Late"}),
            ),
            (Event::Announced { text: words() }, json!({"kind": "announced", "text": "Late"})),
            (
                Event::Started { seeds: vec![two, one], schedule: vec![vec![vec![0, 1]]] },
                json!({"kind": "started", "seeds": [2, 1]}),
            ),
            (
                Event::Qualified { entrants: vec![Some(one), None] },
                json!({"kind": "qualified", "entrants": [1, null]}),
            ),
            (
                Event::Paired { round: 2, games: vec![planned(5)], byes: vec![bye] },
                json!({"kind": "paired", "round": 2, "games": [{"number": 5, "sides": [1, 2]}], "byes": [shown_bye]}),
            ),
            (
                Event::Planned { games: vec![last] },
                json!({"kind": "planned", "games": [{"number": 6, "sides": [1, 2], "pairing": 1, "draw_odds": true, "replays": 4}]}),
            ),
            (
                Event::Berserked { game, participant: one },
                json!({"kind": "berserked", "game": 4, "participant": 1}),
            ),
            (
                Event::Played { game, verdict: played, no_shows: vec![] },
                json!({"kind": "played", "game": 4, "verdict": shown_played}),
            ),
            (
                Event::Played { game, verdict: Verdict::Void, no_shows: vec![0, 1] },
                json!({"kind": "played", "game": 4, "verdict": {"kind": "void"}, "no_shows": [0, 1]}),
            ),
            (
                ruled(RulingReason::Director { reason: words(), own: false }),
                shown_ruled(json!({"kind": "director", "reason": "Late"})),
            ),
            (
                ruled(RulingReason::Director { reason: words(), own: true }),
                shown_ruled(json!({"kind": "director", "reason": "Late", "own": true})),
            ),
            (ruled(RulingReason::Withdrawal), shown_ruled(json!({"kind": "withdrawal"}))),
            (ruled(RulingReason::Deadline), shown_ruled(json!({"kind": "deadline"}))),
            (ruled(RulingReason::End), shown_ruled(json!({"kind": "end"}))),
            (ruled(RulingReason::Computers), shown_ruled(json!({"kind": "computers"}))),
            (Event::RoundEnded { round: 2 }, json!({"kind": "round_ended", "round": 2})),
            (Event::Paused { reason: words() }, json!({"kind": "paused", "reason": "Late"})),
            (Event::Resumed, json!({"kind": "resumed"})),
            (
                Event::OutageExcused { from: Timestamp(1), until: Timestamp(2) },
                json!({"kind": "forgiven", "from": 1, "until": 2}),
            ),
            (Event::Finished, json!({"kind": "finished"})),
            (Event::Cancelled { reason: Some(words()) }, json!({"kind": "cancelled", "reason": "Late"})),
            (Event::Cancelled { reason: None }, json!({"kind": "cancelled", "reason": null})),
        ]
    }

    fn written(event: &Event, public: Public) -> Value {
        serde_json::to_value(log_event(event, public)).unwrap()
    }

    #[test]
    fn public_form_of_each_kind_is_frozen() {
        let mut kinds = BTreeSet::new();
        for (event, public) in events() {
            let shown = written(&event, Public::default());
            assert_eq!(shown, public);
            kinds.insert(shown["kind"].as_str().unwrap().to_owned());
            // Clients read what the server writes.
            serde_json::from_value::<Shown>(shown).unwrap();
        }
        let described = &definitions()["TournamentLogEvent"]["discriminator"]["mapping"];
        let described: BTreeSet<_> = described.as_object().unwrap().keys().cloned().collect();
        assert_eq!(kinds, described, "each kind has a line");
    }

    #[test]
    fn removed_reasons_and_secret_pairings_are_left_out() {
        let removed = || Public { hides_reason: true, hides_draft: true, ..Public::default() };
        for (event, mut public) in events() {
            let fields = public.as_object_mut().unwrap();
            for hidden in ["reason", "text"] {
                fields.remove(hidden);
            }
            if let Some(ruling) = fields.get_mut("ruling").and_then(Value::as_object_mut) {
                ruling.remove("reason");
            }
            if fields["kind"] == "drafted" {
                fields.remove("tables");
                fields.remove("byes");
            }
            assert_eq!(written(&event, removed()), public);
        }
    }

    #[test]
    fn participant_who_registered_has_the_current_name() {
        let (participant, name) = (ParticipantId(1), "Ann".to_owned());
        let event =
            Event::Registered { participant, name, member: Box::new(member()), since_round: 1, club: None };
        let renamed = Public { name: Some("Beth".to_owned()), ..Public::default() };
        assert_eq!(written(&event, renamed)["name"], "Beth");
    }
}
