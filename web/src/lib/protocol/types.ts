// Generated from crates/protocol by `cargo xtask generate`. Do not edit.

export type Mode = "two" | "three" | "four" | "four-consecutive";

export type Color = "black" | "white" | "red" | "yellow";

export type Clock = { "kind": "none", } | { "kind": "sudden_death", 
/**
 * Each player's time.
 */
initial_ms: number, } | { "kind": "fischer", 
/**
 * Each player's time at the start.
 */
initial_ms: number, 
/**
 * What a move adds.
 */
increment_ms: number, } | { "kind": "bronstein", 
/**
 * Each player's time at the start.
 */
initial_ms: number, 
/**
 * What comes back at most.
 */
delay_ms: number, } | { "kind": "delay", 
/**
 * Each player's time at the start.
 */
initial_ms: number, 
/**
 * What is free in each turn.
 */
delay_ms: number, } | { "kind": "per_move", 
/**
 * How long a move may take.
 */
move_ms: number, } | { "kind": "per_game", 
/**
 * How long the game may take.
 */
limit_ms: number, };

export type Visibility = "public" | "private";

export type User = { 
/**
 * Never changes.
 */
id: string, 
/**
 * The name to show.
 */
name: string, 
/**
 * Without an account.
 */
guest: boolean, 
/**
 * A program that plays; left out for people.
 */
bot?: boolean, 
/**
 * The level of a computer player, 1 to 8; left out for people.
 */
computer?: number, };

export type Seat = { 
/**
 * The number.
 */
seat: number, 
/**
 * The marbles.
 */
color: Color, 
/**
 * The side whose ejections are counted together: the index into `captured` and `score`.
 */
team: number, 
/**
 * Who sits there; `null` while the seat is free.
 */
player: User | null, 
/**
 * How strong that player is, in games of the room's mode and speed; `null` where that is not known: for guests and programs, for
 * whoever has played no rated game, and for the moment until it is looked up.
 */
rating: SeatRating | null, 
/**
 * Whether that player has a socket open now, whatever it follows.
 */
connected: boolean, 
/**
 * Whether that player is ready to begin, where the room asks for it.
 */
ready: boolean, 
/**
 * Whether that player plays no more, while the others go on.
 */
out: boolean, 
/**
 * When the others can claim the game because that player is away, in microseconds since the Unix epoch.
 */
claimable_at: number | null, };

export type Status = "waiting" | "playing" | "finished" | "closed";

export type Clocks = { 
/**
 * Time left by seat; `null` where there is no limit, and before a game.
 */
remaining_ms: Array<number> | null, 
/**
 * The seat whose clock runs; `null` when none does.
 */
running: number | null, 
/**
 * When the time of the running turn began to count, in microseconds since the Unix epoch; `null` when no clock runs. What
 * the server itself took of the turn (storing the move before, an outage) is left out by moving this moment.
 */
turn_began_at: number | null, 
/**
 * What each turn has for free before the clock begins to run (`delay`); 0 with every other kind of clock.
 */
free_ms: number, 
/**
 * Whether all seats share one clock (`per_game`): then every entry of `remaining_ms` falls, whoever is to move.
 */
shared: boolean, 
/**
 * When that seat must have made its first move, in microseconds since the Unix epoch; `null` when the clock alone
 * counts.
 */
first_move_by: number | null, };

export type MoveTiming = { 
/**
 * The seat that moved.
 */
seat: number, 
/**
 * From the start of the turn until the move reached the server.
 */
elapsed_ms: number, 
/**
 * Not charged because the server took it: to store the move before, or because it was away.
 */
server_ms: number, 
/**
 * Not charged because the network took it, as the server has measured.
 */
forgiven_ms: number, 
/**
 * Not charged because the first seconds of a turn are free.
 */
free_ms: number, 
/**
 * Put on the clock after the move.
 */
added_ms: number, };

export type SeatPresence = { 
/**
 * Whether that player has a socket open now, whatever it follows.
 */
connected: boolean, 
/**
 * When the others can claim the game because that player is away, in microseconds since the Unix epoch; `null` when they
 * cannot.
 */
claimable_at: number | null, };

export type SeatRating = { 
/**
 * The rating.
 */
rating: number, 
/**
 * Whether it is so unsure that it says little; left out otherwise.
 */
provisional?: boolean, 
/**
 * What the room's last game has changed, once that is worked out; left out while another one is under way.
 */
change?: number, };

export type Offer = "draw" | "takeback" | "rematch" | "resignation";

export type Claim = "win" | "draw";

export type OpenOffer = { 
/**
 * What is offered.
 */
what: Offer, 
/**
 * The seat that offered it.
 */
by: number, 
/**
 * The seats that have agreed, the one that offered it among them.
 */
agreed: Array<number>, };

export type Reason = "ejections" | "time" | "resignation" | "agreement" | "repetition" | "quiet" | "stuck" | "aborted" | "abandoned";

export type GameResult = { 
/**
 * The seats that won; empty for a draw or an aborted game.
 */
winners: Array<number>, 
/**
 * Why.
 */
reason: Reason, 
/**
 * Marbles pushed out, by side.
 */
score: Array<number>, };

export type RoomSummary = { 
/**
 * Its id.
 */
room: string, 
/**
 * How many play.
 */
mode: Mode, 
/**
 * The name of the start layout.
 */
layout: string, 
/**
 * How thinking time is limited.
 */
clock: Clock, 
/**
 * Whether the result counts for ratings.
 */
rated: boolean, 
/**
 * Where it is in its life.
 */
status: Status, 
/**
 * Who sits where.
 */
seats: Array<Seat>, 
/**
 * When it was made, in microseconds since the Unix epoch.
 */
created_at: number, };

export type RatingRange = { 
/**
 * The lowest rating; any when left out.
 */
min?: number, 
/**
 * The highest rating; any when left out.
 */
max?: number, };

export type Seek = { 
/**
 * Which seek.
 */
id: string, 
/**
 * Who waits.
 */
user: User, 
/**
 * Their rating in such games.
 */
rating: number, 
/**
 * How many play.
 */
mode: Mode, 
/**
 * The name of the start layout.
 */
layout: string, 
/**
 * How thinking time is limited.
 */
clock: Clock, 
/**
 * Whether the result counts for ratings.
 */
rated: boolean, 
/**
 * How strong the others may be.
 */
rating_range: RatingRange, 
/**
 * The level of the computers that take the seats which stay free for long; `null` where only people do.
 */
computers: number | null, 
/**
 * Since when, in microseconds since the Unix epoch.
 */
since: number, };

export type SeatSummary = { 
/**
 * The number.
 */
seat: number, 
/**
 * The marbles.
 */
color: Color, 
/**
 * The side whose ejections are counted together: the index into `captured` and `score`.
 */
team: number, 
/**
 * Who sits there; `null` while the seat is free.
 */
player: User | null, 
/**
 * Whether that player is ready to begin, where the room asks for it.
 */
ready: boolean, 
/**
 * Whether that player plays no more, while the others go on.
 */
out: boolean, };

export type OwnRoom = { 
/**
 * Its id.
 */
room: string, 
/**
 * How many play.
 */
mode: Mode, 
/**
 * The name of the start layout.
 */
layout: string, 
/**
 * How thinking time is limited.
 */
clock: Clock, 
/**
 * Whether the result counts for ratings.
 */
rated: boolean, 
/**
 * Who may find the room.
 */
visibility: Visibility, 
/**
 * Where it is in its life: `waiting`, `playing` or `finished`.
 */
status: Status, 
/**
 * Who sits where.
 */
seats: Array<SeatSummary>, 
/**
 * One's own seat.
 */
seat: number, 
/**
 * When the room was made, in microseconds since the Unix epoch.
 */
created_at: number, 
/**
 * When something happened in it last, in microseconds since the Unix epoch.
 */
updated_at: number, 
/**
 * The game that is under way or has ended; `null` before the first one.
 */
game: string | null, 
/**
 * The position line: `ROWS TURN CAPTURED QUIET PLY`.
 */
position: string, 
/**
 * Plies played.
 */
ply: number, 
/**
 * The seat whose turn it is, while a game is under way.
 */
turn: number | null, 
/**
 * Whether it is one's own turn.
 */
your_turn: boolean, 
/**
 * When that turn ends by itself, since a clock falls or a first move has not come, in microseconds since the Unix epoch; `null`
 * where it has no limit.
 */
turn_ends_at: number | null, 
/**
 * Whether something cannot go on without oneself: a move, the answer to an offer, or to say that one is ready.
 */
waits_for_you: boolean, 
/**
 * Offers that wait for an answer.
 */
offers: Array<OpenOffer>, 
/**
 * How the game ended; `null` before that.
 */
result: GameResult | null, 
/**
 * The tournament to which the room's one game belongs. Left out where there is none.
 */
tournament?: string, };

export type Score = { "marbles": number } | { "win": number } | { "loss": number };

export type Mistake = "inaccuracy" | "mistake" | "blunder" | "missed_win";

export type AnalysedPosition = { 
/**
 * Plies played before it.
 */
ply: number, 
/**
 * What it is worth to whoever is to move.
 */
score: Score, 
/**
 * How deep it was searched, in plies.
 */
depth: number, 
/**
 * How it should go on, in Aba-Pro notation; empty where the game is over.
 */
line: Array<string>, 
/**
 * What kind of mistake the move was that was played here; left out for any other move, and among three players.
 */
mistake?: Mistake, };

export type Analysis = { 
/**
 * Which game.
 */
game: string, 
/**
 * How many moves it has: one position more is searched, the last one first.
 */
plies: number, 
/**
 * Whether nothing more will come.
 */
done: boolean, 
/**
 * Whether `positions` is all that is known, to replace what one had.
 */
full: boolean, 
/**
 * The positions, by ply.
 */
positions: Array<AnalysedPosition>, 
/**
 * Whether the rest of this follows in the next message about the same: only with it is this complete. Left out otherwise.
 */
more?: boolean, };

export type Board = { 
/**
 * The room, and who plays there.
 */
room: RoomSummary, 
/**
 * The position line: `ROWS TURN CAPTURED QUIET PLY`.
 */
position: string, 
/**
 * The seat whose turn it is, while a game is under way.
 */
turn: number | null, 
/**
 * The move that has led there, in Aba-Pro notation, where one did.
 */
last: string | null, 
/**
 * Marbles pushed out, by team.
 */
captured: Array<number>, 
/**
 * The clocks at `at`.
 */
clocks: Clocks, 
/**
 * When that was, in microseconds since the Unix epoch.
 */
at: number, };

export type BoardsOf = { "kind": "lobby", 
/**
 * Its name.
 */
lobby: string, } | { "kind": "tournament", 
/**
 * Which one.
 */
tournament: string, };

export type ErrorCode = "bad_json" | "bad_message" | "too_large" | "rate_limited" | "unauthenticated" | "bad_token" | "forbidden" | "missing_scope" | "needs_account" | "has_account" | "bad_name" | "name_taken" | "bad_address" | "bad_password" | "wrong_password" | "wrong_code" | "banned" | "muted" | "repeated" | "no_such_session" | "cooldown" | "not_found" | "method_not_allowed" | "no_such_room" | "no_such_challenge" | "challenge_over" | "no_such_lobby" | "no_such_seek" | "no_such_player" | "bad_words" | "no_such_game" | "no_analysis" | "out_of_range" | "no_such_bot" | "not_accepted" | "bad_layout" | "bad_position" | "unsupported" | "room_full" | "seat_taken" | "no_computer" | "already_seated" | "not_seated" | "not_playing" | "already_started" | "still_playing" | "out" | "not_in_control" | "not_your_turn" | "stale_ply" | "time_over" | "bad_move" | "illegal_move" | "in_tournament" | "no_such_tournament" | "needs_clock" | "tournament_full" | "not_eligible" | "not_registered" | "already_registered" | "outdated" | "not_now" | "too_late" | "no_offer" | "offer_repeated" | "nothing_to_take_back" | "nobody_away" | "too_many" | "unavailable" | "draining" | "busy" | "internal";

export type ComputerSeat = { 
/**
 * How strong it plays: 1 to 8.
 */
level: number, 
/**
 * Which seat; the first free one when left out.
 */
seat?: number, };

export type BotSeat = { 
/**
 * Its id, as `GET /api/v1/bots` has it.
 */
id: string, 
/**
 * Which seat; the first free one when left out.
 */
seat?: number, };

export type CreateRoom = { 
/**
 * How many play.
 */
mode?: Mode, 
/**
 * The start layout's name; the mode's usual one when left out.
 */
layout?: string, 
/**
 * How thinking time is limited; ten minutes each when left out.
 */
clock?: Clock, 
/**
 * Whether the result counts for ratings.
 */
rated?: boolean, 
/**
 * Who may find it.
 */
visibility?: Visibility, 
/**
 * The lobby that lists it; `main` when left out.
 */
lobby?: string, 
/**
 * Whether everybody must say that they are ready before a game begins.
 */
ready?: boolean, 
/**
 * By how many seconds those who have no seat see a game late: 0 to 600.
 */
spectator_delay_s?: number, 
/**
 * The seat that the maker takes; when left out, the first one that none of the computers and bots is to take.
 */
seat?: number, 
/**
 * Computer players that are seated at once. When nobody else is missing, the game begins with the room.
 */
computers?: Array<ComputerSeat>, 
/**
 * Bots that are seated at once, if they take such a game. When nobody else is missing, the game begins with the room.
 */
bots?: Array<BotSeat>, };

export type RoomsWanted = "own";

export type SeekWish = { 
/**
 * Where; `main` when left out.
 */
lobby?: string, 
/**
 * How many play.
 */
mode?: Mode, 
/**
 * The start layout's name; the mode's usual one when left out.
 */
layout?: string, 
/**
 * How thinking time is limited; ten minutes each when left out.
 */
clock?: Clock, 
/**
 * Whether the result counts for ratings.
 */
rated?: boolean, 
/**
 * How strong the others may be; anybody when left out.
 */
rating_range?: RatingRange, 
/**
 * The level, 1 to 8, of the computers that may take the seats which stay free for long; only people when left out.
 */
computers?: number, };

export type Audience = "players" | "spectators";

export type ChatChannel = { "kind": "room", 
/**
 * Which one.
 */
room: string, 
/**
 * Who talks.
 */
audience: Audience, } | { "kind": "lobby", 
/**
 * Its name.
 */
lobby: string, } | { "kind": "tournament", 
/**
 * Which one.
 */
tournament: string, };

export type Preset = "hello" | "good_luck" | "have_fun" | "well_played" | "good_game" | "thanks" | "one_moment" | "sorry" | "have_to_go" | "goodbye";

export type ChatLine = { 
/**
 * What it is called by; ids grow with time.
 */
id: string, 
/**
 * When, in microseconds since the Unix epoch.
 */
at: number, 
/**
 * Who.
 */
author: User, 
/**
 * In their own words.
 */
text?: string, 
/**
 * By a preset.
 */
preset?: Preset, };

export type LineRemoval = { 
/**
 * For the log: 1 to 300 characters.
 */
reason: string, };

export type Command = { "type": "authenticate", 
/**
 * From `POST /api/v1/guests`.
 */
token: string, } | { "type": "create_room" } & CreateRoom | { "type": "join", 
/**
 * Where.
 */
room: string, 
/**
 * Which one; the first free one when left out.
 */
seat?: number, } | { "type": "leave", 
/**
 * Where.
 */
room: string, } | { "type": "add_computer", 
/**
 * Where.
 */
room: string, 
/**
 * How strong it plays: 1 to 8.
 */
level: number, 
/**
 * Which seat it takes; the first free one when left out.
 */
seat?: number, } | { "type": "remove_computer", 
/**
 * Where.
 */
room: string, 
/**
 * The computer's seat.
 */
seat: number, } | { "type": "watch", 
/**
 * Which one.
 */
room: string, 
/**
 * The last `seq` already seen: answered by the missing events, or by a snapshot when they are too many.
 */
since?: number, 
/**
 * Whether snapshots and events are to carry the legal moves of the seat whose turn it is.
 */
legal?: boolean, } | { "type": "unwatch", 
/**
 * Which one.
 */
room: string, } | { "type": "ready", 
/**
 * Where.
 */
room: string, 
/**
 * Whether one is.
 */
ready: boolean, } | { "type": "play", 
/**
 * Where.
 */
room: string, 
/**
 * Plies played before this move: 0 for the first. Guards against a move meant for another position.
 */
ply: number, 
/**
 * In Aba-Pro notation: `a1b2`, `c6c7d6`.
 */
move: string, } | { "type": "offer", 
/**
 * Where.
 */
room: string, 
/**
 * What.
 */
what: Offer, } | { "type": "accept", 
/**
 * Where.
 */
room: string, 
/**
 * To what.
 */
what: Offer, } | { "type": "decline", 
/**
 * Where.
 */
room: string, 
/**
 * What.
 */
what: Offer, } | { "type": "berserk", 
/**
 * Where.
 */
room: string, } | { "type": "resign", 
/**
 * Where.
 */
room: string, } | { "type": "abort", 
/**
 * Where.
 */
room: string, } | { "type": "claim", 
/**
 * Where.
 */
room: string, 
/**
 * What one claims.
 */
result: Claim, } | { "type": "take_over", 
/**
 * Where.
 */
room: string, } | { "type": "seek" } & SeekWish | { "type": "take_seek", 
/**
 * As the lobby's list has it.
 */
seek: string, } | { "type": "cancel_seek", } | { "type": "chat", 
/**
 * Where.
 */
channel: ChatChannel, 
/**
 * In one's own words.
 */
text?: string, 
/**
 * What everybody reads in their own language.
 */
preset?: Preset, } | { "type": "subscribe", 
/**
 * The name of a lobby.
 */
lobby?: string, 
/**
 * Rooms that are listed nowhere else.
 */
rooms?: RoomsWanted, 
/**
 * The id of a finished game that is being analysed.
 */
analysis?: string, 
/**
 * The id of a tournament.
 */
tournament?: string, 
/**
 * Whose games one wants to see as live boards.
 */
boards?: BoardsOf, 
/**
 * Where people talk.
 */
chat?: ChatChannel, 
/**
 * Of a chat, the id of the last line that is known: answered by the lines after it, or by all where that is not certain to be
 * enough.
 */
since?: string, } | { "type": "unsubscribe", 
/**
 * The name of a lobby.
 */
lobby?: string, 
/**
 * Rooms that are listed nowhere else.
 */
rooms?: RoomsWanted, 
/**
 * The id of a finished game that is being analysed.
 */
analysis?: string, 
/**
 * The id of a tournament.
 */
tournament?: string, 
/**
 * Whose games one wants to see as live boards.
 */
boards?: BoardsOf, 
/**
 * Where people talk.
 */
chat?: ChatChannel, } | { "type": "ping", 
/**
 * Any number; comes back.
 */
t: number, };

export type ClientMessage = { 
/**
 * At most [`MAX_COMMAND_ID_BYTES`](crate::MAX_COMMAND_ID_BYTES) long; comes back in `ok` or `error`.
 */
id?: string, } & ({ "type": "authenticate", 
/**
 * From `POST /api/v1/guests`.
 */
token: string, } | { "type": "create_room" } & CreateRoom | { "type": "join", 
/**
 * Where.
 */
room: string, 
/**
 * Which one; the first free one when left out.
 */
seat?: number, } | { "type": "leave", 
/**
 * Where.
 */
room: string, } | { "type": "add_computer", 
/**
 * Where.
 */
room: string, 
/**
 * How strong it plays: 1 to 8.
 */
level: number, 
/**
 * Which seat it takes; the first free one when left out.
 */
seat?: number, } | { "type": "remove_computer", 
/**
 * Where.
 */
room: string, 
/**
 * The computer's seat.
 */
seat: number, } | { "type": "watch", 
/**
 * Which one.
 */
room: string, 
/**
 * The last `seq` already seen: answered by the missing events, or by a snapshot when they are too many.
 */
since?: number, 
/**
 * Whether snapshots and events are to carry the legal moves of the seat whose turn it is.
 */
legal?: boolean, } | { "type": "unwatch", 
/**
 * Which one.
 */
room: string, } | { "type": "ready", 
/**
 * Where.
 */
room: string, 
/**
 * Whether one is.
 */
ready: boolean, } | { "type": "play", 
/**
 * Where.
 */
room: string, 
/**
 * Plies played before this move: 0 for the first. Guards against a move meant for another position.
 */
ply: number, 
/**
 * In Aba-Pro notation: `a1b2`, `c6c7d6`.
 */
move: string, } | { "type": "offer", 
/**
 * Where.
 */
room: string, 
/**
 * What.
 */
what: Offer, } | { "type": "accept", 
/**
 * Where.
 */
room: string, 
/**
 * To what.
 */
what: Offer, } | { "type": "decline", 
/**
 * Where.
 */
room: string, 
/**
 * What.
 */
what: Offer, } | { "type": "berserk", 
/**
 * Where.
 */
room: string, } | { "type": "resign", 
/**
 * Where.
 */
room: string, } | { "type": "abort", 
/**
 * Where.
 */
room: string, } | { "type": "claim", 
/**
 * Where.
 */
room: string, 
/**
 * What one claims.
 */
result: Claim, } | { "type": "take_over", 
/**
 * Where.
 */
room: string, } | { "type": "seek" } & SeekWish | { "type": "take_seek", 
/**
 * As the lobby's list has it.
 */
seek: string, } | { "type": "cancel_seek", } | { "type": "chat", 
/**
 * Where.
 */
channel: ChatChannel, 
/**
 * In one's own words.
 */
text?: string, 
/**
 * What everybody reads in their own language.
 */
preset?: Preset, } | { "type": "subscribe", 
/**
 * The name of a lobby.
 */
lobby?: string, 
/**
 * Rooms that are listed nowhere else.
 */
rooms?: RoomsWanted, 
/**
 * The id of a finished game that is being analysed.
 */
analysis?: string, 
/**
 * The id of a tournament.
 */
tournament?: string, 
/**
 * Whose games one wants to see as live boards.
 */
boards?: BoardsOf, 
/**
 * Where people talk.
 */
chat?: ChatChannel, 
/**
 * Of a chat, the id of the last line that is known: answered by the lines after it, or by all where that is not certain to be
 * enough.
 */
since?: string, } | { "type": "unsubscribe", 
/**
 * The name of a lobby.
 */
lobby?: string, 
/**
 * Rooms that are listed nowhere else.
 */
rooms?: RoomsWanted, 
/**
 * The id of a finished game that is being analysed.
 */
analysis?: string, 
/**
 * The id of a tournament.
 */
tournament?: string, 
/**
 * Whose games one wants to see as live boards.
 */
boards?: BoardsOf, 
/**
 * Where people talk.
 */
chat?: ChatChannel, } | { "type": "ping", 
/**
 * Any number; comes back.
 */
t: number, });

export type Terms = { 
/**
 * How many play; `two` when left out. With more than two, the seats that are still free are taken in the room.
 */
mode?: Mode, 
/**
 * The start layout's name; the mode's usual one when left out.
 */
layout?: string, 
/**
 * How thinking time is limited.
 */
clock: Clock, 
/**
 * Whether the result counts for ratings.
 */
rated?: boolean, 
/**
 * The challenger's seat; by lot when left out.
 */
seat?: number, };

export type NewChallenge = { 
/**
 * The name of an account, or an id.
 */
player: string, 
/**
 * What to play.
 */
terms: Terms, };

export type Acceptance = { 
/**
 * The `round` of the offer that one accepts: nobody accepts what they have not seen.
 */
round: number, };

export type DeclineReason = "later" | "too_fast" | "too_slow" | "unrated" | "rated" | "different";

export type Decline = { 
/**
 * The `round` of the offer that one declines.
 */
round: number, 
/**
 * Why, for the other one to read.
 */
reason?: DeclineReason, };

export type CounterOffer = { 
/**
 * The `round` of the offer that one answers.
 */
round: number, 
/**
 * What to play. `seat` is that of the first challenger still.
 */
terms: Terms, };

export type ChallengeStatus = "open" | "accepted" | "declined" | "cancelled" | "expired";

export type Challenge = { 
/**
 * Which one.
 */
id: string, 
/**
 * Who made it.
 */
challenger: User, 
/**
 * To whom.
 */
challenged: User, 
/**
 * The id of whom of the two it waits for: after a counter-offer the challenger's.
 */
answers: string, 
/**
 * How many offers there have been.
 */
round: number, 
/**
 * What it is about, with the layout's name.
 */
terms: Terms, 
/**
 * Where it is in its life.
 */
status: ChallengeStatus, 
/**
 * Why it was declined.
 */
reason: DeclineReason | null, 
/**
 * The room of one that was accepted.
 */
room: string | null, 
/**
 * When it was made, in microseconds since the Unix epoch.
 */
created_at: number, 
/**
 * When it ends without an answer, in microseconds since the Unix epoch.
 */
expires_at: number, };

export type ChallengeList = { 
/**
 * The newest first.
 */
challenges: Array<Challenge>, };

export type PlayerPresence = { 
/**
 * Who.
 */
user: User, 
/**
 * Whether they are there. Guests, and those who block whoever asks, are never said to be.
 */
online: boolean, 
/**
 * A public room in which they play at this moment, to watch.
 */
room: string | null, 
/**
 * Whether one follows them.
 */
followed: boolean, };

export type FollowList = { 
/**
 * Those who are there first, then by name.
 */
players: Array<PlayerPresence>, };

export type SeekEnd = "cancelled" | "failed";

export type UserNotification = { "kind": "game_started", 
/**
 * Where.
 */
room: string, 
/**
 * The seek by which one was paired, where it was one.
 */
seek?: string, 
/**
 * The challenge that was accepted, where it was one.
 */
challenge?: string, 
/**
 * The tournament that has paired one, where it was one.
 */
tournament?: string, } | { "kind": "challenge", 
/**
 * How it stands.
 */
challenge: Challenge, } | { "kind": "tournament_invitation", 
/**
 * The tournament's id.
 */
tournament: string, 
/**
 * Whether it waits for an answer.
 */
open: boolean, } | { "kind": "seek_ended", 
/**
 * Which one.
 */
seek: string, 
/**
 * Why.
 */
reason: SeekEnd, };

export type Notice = "storage_unavailable" | "room_lost" | "computer_waits";

export type Outcome = { 
/**
 * The room concerned.
 */
room?: string, 
/**
 * The seat that one has now.
 */
seat?: number, 
/**
 * The number of the event that the command caused.
 */
seq?: number, 
/**
 * The seek that has begun.
 */
seek?: string, 
/**
 * The id of the line that was said.
 */
line?: string, };

export type Snapshot = { 
/**
 * Which room.
 */
room: string, 
/**
 * The last event that is contained.
 */
seq: number, 
/**
 * The moment, in microseconds since the Unix epoch.
 */
at: number, 
/**
 * How many play.
 */
mode: Mode, 
/**
 * The name of the start layout.
 */
layout: string, 
/**
 * How thinking time is limited.
 */
clock: Clock, 
/**
 * Whether the result counts for ratings.
 */
rated: boolean, 
/**
 * Who may find the room.
 */
visibility: Visibility, 
/**
 * The lobby that it belongs to.
 */
lobby: string, 
/**
 * Whether everybody must say that they are ready before a game begins.
 */
ready: boolean, 
/**
 * By how many seconds those who have no seat see a game late.
 */
spectator_delay_s: number, 
/**
 * The tournament to which the room's one game belongs. Left out where there is none.
 */
tournament?: string, 
/**
 * Whether a player may go berserk before their first move. Left out where nobody may.
 */
can_go_berserk?: boolean, 
/**
 * The seats that have gone berserk. Left out where there are none.
 */
berserk?: Array<number>, 
/**
 * Who sits where.
 */
seats: Array<Seat>, 
/**
 * Where the room is in its life.
 */
status: Status, 
/**
 * The game that is under way or has ended; `null` before the first one.
 */
game: string | null, 
/**
 * The position line: `ROWS TURN CAPTURED QUIET PLY`.
 */
position: string, 
/**
 * The seat whose turn it is, while a game is under way.
 */
turn: number | null, 
/**
 * Plies played.
 */
ply: number, 
/**
 * Marbles pushed out, by side.
 */
captured: Array<number>, 
/**
 * The game so far, in Aba-Pro notation.
 */
moves: Array<string>, 
/**
 * What the moves did to their players' clocks. Over the socket these are the last 500 moves of a longer game: the last entry always
 * belongs to the last move.
 */
ledger: Array<MoveTiming>, 
/**
 * The clocks at `at`.
 */
clocks: Clocks, 
/**
 * Offers that wait for an answer.
 */
offers: Array<OpenOffer>, 
/**
 * The legal moves of the seat whose turn it is, in Aba-Pro notation, where they were asked for; empty when it is nobody's turn.
 */
legal?: Array<string>, 
/**
 * How the game ended.
 */
result: GameResult | null, };

export type ClockCause = "stopping" | "continued" | "resumed";

export type EventKind = { "kind": "created", 
/**
 * How many play.
 */
mode: Mode, 
/**
 * The name of the start layout.
 */
layout: string, 
/**
 * How thinking time is limited.
 */
clock: Clock, 
/**
 * Whether the result counts for ratings.
 */
rated: boolean, 
/**
 * Who may find the room.
 */
visibility: Visibility, 
/**
 * The lobby that it belongs to.
 */
lobby: string, 
/**
 * Whether everybody must say that they are ready before a game begins.
 */
ready: boolean, 
/**
 * By how many seconds those who have no seat see a game late.
 */
spectator_delay_s: number, 
/**
 * The tournament to which the room's one game belongs. Left out where there is none.
 */
tournament?: string, 
/**
 * Whether a player may go berserk before their first move. Left out where nobody may.
 */
can_go_berserk?: boolean, } | { "kind": "seated", 
/**
 * Which.
 */
seat: number, 
/**
 * Who.
 */
player: User, } | { "kind": "left", 
/**
 * Which.
 */
seat: number, 
/**
 * Where the room is now: `closed` when nobody is left.
 */
status: Status, } | { "kind": "ready", 
/**
 * Which seat.
 */
seat: number, 
/**
 * Whether they are.
 */
ready: boolean, } | { "kind": "started", 
/**
 * Under this id the REST interface has the game once it has finished.
 */
game: string, 
/**
 * The players, by seat: a rematch turns the seats.
 */
players: Array<User>, 
/**
 * The position line.
 */
position: string, 
/**
 * The seat whose turn it is.
 */
turn: number, 
/**
 * The clocks.
 */
clocks: Clocks, 
/**
 * The legal moves of that seat, where they were asked for.
 */
legal?: Array<string>, } | { "kind": "berserk", 
/**
 * Which.
 */
seat: number, 
/**
 * The clocks after it.
 */
clocks: Clocks, } | { "kind": "moved", 
/**
 * By whom.
 */
seat: number, 
/**
 * Plies played with this one.
 */
ply: number, 
/**
 * In Aba-Pro notation.
 */
move: string, 
/**
 * The colour of the marble pushed off the board, where one was.
 */
ejected: Color | null, 
/**
 * The position line after it.
 */
position: string, 
/**
 * Marbles pushed out, by side.
 */
captured: Array<number>, 
/**
 * The seat whose turn it is now. A `finished` event may follow.
 */
turn: number | null, 
/**
 * The clocks after it.
 */
clocks: Clocks, 
/**
 * What it did to its player's clock.
 */
time: MoveTiming | null, 
/**
 * The legal moves of that seat, where they were asked for.
 */
legal?: Array<string>, } | { "kind": "offered", 
/**
 * Which.
 */
seat: number, 
/**
 * What.
 */
what: Offer, } | { "kind": "declined", 
/**
 * Which.
 */
seat: number, 
/**
 * What.
 */
what: Offer, } | { "kind": "taken_back", 
/**
 * Plies that are left.
 */
ply: number, 
/**
 * The position line after it.
 */
position: string, 
/**
 * Marbles pushed out, by side.
 */
captured: Array<number>, 
/**
 * The seat whose turn it is now.
 */
turn: number | null, 
/**
 * The clocks after it.
 */
clocks: Clocks, 
/**
 * The legal moves of that seat, where they were asked for.
 */
legal?: Array<string>, } | { "kind": "eliminated", 
/**
 * Which.
 */
seat: number, 
/**
 * Why.
 */
reason: Reason, 
/**
 * The position line after it: the turn may have passed on.
 */
position: string, 
/**
 * The seat whose turn it is now; `null` when the game is over.
 */
turn: number | null, 
/**
 * The clocks after it.
 */
clocks: Clocks, 
/**
 * The legal moves of that seat, where they were asked for.
 */
legal?: Array<string>, } | { "kind": "finished", 
/**
 * How.
 */
result: GameResult, 
/**
 * Under this id the REST interface has it from now on.
 */
game: string, 
/**
 * The clocks as they stopped.
 */
clocks: Clocks, };

export type Event = { 
/**
 * Which room.
 */
room: string, 
/**
 * Its number.
 */
seq: number, 
/**
 * When, in microseconds since the Unix epoch.
 */
at: number, } & ({ "kind": "created", 
/**
 * How many play.
 */
mode: Mode, 
/**
 * The name of the start layout.
 */
layout: string, 
/**
 * How thinking time is limited.
 */
clock: Clock, 
/**
 * Whether the result counts for ratings.
 */
rated: boolean, 
/**
 * Who may find the room.
 */
visibility: Visibility, 
/**
 * The lobby that it belongs to.
 */
lobby: string, 
/**
 * Whether everybody must say that they are ready before a game begins.
 */
ready: boolean, 
/**
 * By how many seconds those who have no seat see a game late.
 */
spectator_delay_s: number, 
/**
 * The tournament to which the room's one game belongs. Left out where there is none.
 */
tournament?: string, 
/**
 * Whether a player may go berserk before their first move. Left out where nobody may.
 */
can_go_berserk?: boolean, } | { "kind": "seated", 
/**
 * Which.
 */
seat: number, 
/**
 * Who.
 */
player: User, } | { "kind": "left", 
/**
 * Which.
 */
seat: number, 
/**
 * Where the room is now: `closed` when nobody is left.
 */
status: Status, } | { "kind": "ready", 
/**
 * Which seat.
 */
seat: number, 
/**
 * Whether they are.
 */
ready: boolean, } | { "kind": "started", 
/**
 * Under this id the REST interface has the game once it has finished.
 */
game: string, 
/**
 * The players, by seat: a rematch turns the seats.
 */
players: Array<User>, 
/**
 * The position line.
 */
position: string, 
/**
 * The seat whose turn it is.
 */
turn: number, 
/**
 * The clocks.
 */
clocks: Clocks, 
/**
 * The legal moves of that seat, where they were asked for.
 */
legal?: Array<string>, } | { "kind": "berserk", 
/**
 * Which.
 */
seat: number, 
/**
 * The clocks after it.
 */
clocks: Clocks, } | { "kind": "moved", 
/**
 * By whom.
 */
seat: number, 
/**
 * Plies played with this one.
 */
ply: number, 
/**
 * In Aba-Pro notation.
 */
move: string, 
/**
 * The colour of the marble pushed off the board, where one was.
 */
ejected: Color | null, 
/**
 * The position line after it.
 */
position: string, 
/**
 * Marbles pushed out, by side.
 */
captured: Array<number>, 
/**
 * The seat whose turn it is now. A `finished` event may follow.
 */
turn: number | null, 
/**
 * The clocks after it.
 */
clocks: Clocks, 
/**
 * What it did to its player's clock.
 */
time: MoveTiming | null, 
/**
 * The legal moves of that seat, where they were asked for.
 */
legal?: Array<string>, } | { "kind": "offered", 
/**
 * Which.
 */
seat: number, 
/**
 * What.
 */
what: Offer, } | { "kind": "declined", 
/**
 * Which.
 */
seat: number, 
/**
 * What.
 */
what: Offer, } | { "kind": "taken_back", 
/**
 * Plies that are left.
 */
ply: number, 
/**
 * The position line after it.
 */
position: string, 
/**
 * Marbles pushed out, by side.
 */
captured: Array<number>, 
/**
 * The seat whose turn it is now.
 */
turn: number | null, 
/**
 * The clocks after it.
 */
clocks: Clocks, 
/**
 * The legal moves of that seat, where they were asked for.
 */
legal?: Array<string>, } | { "kind": "eliminated", 
/**
 * Which.
 */
seat: number, 
/**
 * Why.
 */
reason: Reason, 
/**
 * The position line after it: the turn may have passed on.
 */
position: string, 
/**
 * The seat whose turn it is now; `null` when the game is over.
 */
turn: number | null, 
/**
 * The clocks after it.
 */
clocks: Clocks, 
/**
 * The legal moves of that seat, where they were asked for.
 */
legal?: Array<string>, } | { "kind": "finished", 
/**
 * How.
 */
result: GameResult, 
/**
 * Under this id the REST interface has it from now on.
 */
game: string, 
/**
 * The clocks as they stopped.
 */
clocks: Clocks, });

export type ServerMessage = { "type": "hello", 
/**
 * The contract's number: [`VERSION`](crate::VERSION).
 */
protocol: number, 
/**
 * Name and version of the software.
 */
server: string, 
/**
 * The build of the web client that this server has. A page of it says in `<meta name="sumito-client">` of which it is itself.
 * `null` while there is none.
 */
client: string | null, 
/**
 * The server's time, in microseconds since the Unix epoch.
 */
now: number, 
/**
 * Who one is; `null` for somebody who may only watch.
 */
user: User | null, } | { "type": "ok", 
/**
 * The command's own id, where it had one.
 */
id?: string, 
/**
 * What came of it.
 */
result: Outcome, } | { "type": "error", 
/**
 * The command's own id, where it had one.
 */
id?: string, 
/**
 * For programs; stable.
 */
code: ErrorCode, 
/**
 * For people: what is wrong and what to do.
 */
message: string, 
/**
 * Why a move is illegal, when `code` is `illegal_move`: `occupied`, `pac`, `gap`, … What is wrong with a line of chat, when it is
 * `bad_words`: `empty`, `length`, `link`, `offensive`.
 */
reason?: string, 
/**
 * When it may go better, where that is known, in microseconds since the Unix epoch: when a mute ends, when one may talk again.
 */
until?: number, 
/**
 * After how many seconds the same command may be accepted, where that is known: `Retry-After` of the REST interface.
 */
retry_after_s?: number, } | { "type": "snapshot" } & Snapshot | { "type": "event" } & Event | { "type": "presence", 
/**
 * Which room.
 */
room: string, 
/**
 * By seat.
 */
seats: Array<SeatPresence>, } | { "type": "ratings", 
/**
 * Which room.
 */
room: string, 
/**
 * By seat; `null` where it is not known.
 */
seats: Array<SeatRating | null>, } | { "type": "clock", 
/**
 * Which room.
 */
room: string, 
/**
 * The moment at which the clocks stood so, in microseconds since the Unix epoch.
 */
at: number, 
/**
 * How they stood.
 */
clocks: Clocks, 
/**
 * Why.
 */
cause: ClockCause, } | { "type": "lobby", 
/**
 * Whose list it is.
 */
lobby: string, 
/**
 * Whether `rooms` and `seeks` are the whole list, to replace what one had.
 */
full: boolean, 
/**
 * Rooms that are new or have changed.
 */
rooms: Array<RoomSummary>, 
/**
 * Rooms that are in the list no more.
 */
gone: Array<string>, 
/**
 * Seeks that are new; left out where there are none.
 */
seeks?: Array<Seek>, 
/**
 * Seeks that are in the list no more; left out where there are none.
 */
seeks_gone?: Array<string>, 
/**
 * Whether the rest of this follows in the next message about the same: only with it is this complete. Left out otherwise.
 */
more?: boolean, } | { "type": "own_rooms", 
/**
 * Whether `rooms` is the whole list, to replace what one had.
 */
full: boolean, 
/**
 * Rooms that are new or have changed: first what waits for oneself, then by when a turn ends, the last changed first.
 */
rooms: Array<OwnRoom>, 
/**
 * Rooms that are in the list no more.
 */
gone: Array<string>, 
/**
 * Whether the rest of this follows in the next message about the same: only with it is this complete. Left out otherwise.
 */
more?: boolean, } | { "type": "tournament" } & TournamentChange | { "type": "boards", 
/**
 * Whose.
 */
of: BoardsOf, 
/**
 * Whether `boards` are all of them, to replace what one had.
 */
full: boolean, 
/**
 * Boards that are new or have changed.
 */
boards: Array<Board>, 
/**
 * Rooms whose boards are shown no more.
 */
gone: Array<string>, 
/**
 * Whether the rest of this follows in the next message about the same: only with it is this complete. Left out otherwise.
 */
more?: boolean, } | { "type": "analysis" } & Analysis | { "type": "chat", 
/**
 * Where.
 */
channel: ChatChannel, 
/**
 * Whether `lines` are all that one may read, to replace what one had.
 */
full: boolean, 
/**
 * Lines that are new to one, the oldest first.
 */
lines: Array<ChatLine>, 
/**
 * Lines that nobody is to read any more.
 */
gone: Array<string>, 
/**
 * Whether the rest of this follows in the next message about the same: only with it is this complete. Left out otherwise.
 */
more?: boolean, } | { "type": "control", 
/**
 * Which room.
 */
room: string, 
/**
 * Whether this socket is the one; otherwise it mirrors, and `take_over` makes it the one.
 */
yours: boolean, } | { "type": "notice", 
/**
 * Which room.
 */
room: string, 
/**
 * What.
 */
notice: Notice, } | { "type": "notification", 
/**
 * What.
 */
notification: UserNotification, } | { "type": "announcement", 
/**
 * `null`: nothing any more.
 */
announcement: Announcement | null, } | { "type": "pong", 
/**
 * The number that was sent.
 */
t: number, 
/**
 * The server's time, in microseconds since the Unix epoch.
 */
now: number, };

export type GuestCreated = { 
/**
 * The secret that proves who one is: `Authorization: Bearer TOKEN`. Also set as a cookie. `null` where the browser's cookie
 * proves it already.
 */
token: string | null, 
/**
 * The guest.
 */
user: User, };

export type Me = { 
/**
 * The user of the token; `null` for nobody.
 */
user: User | null, 
/**
 * What they may do besides playing; left out for players.
 */
role?: Role, };

export type Role = "player" | "moderator" | "admin";

export type NameAndPassword = { 
/**
 * The name: 3 to 20 letters and digits, between them one of `-` `_` `.` at a time. Names that look alike are the same.
 */
name: string, 
/**
 * The password: 8 to 128 characters.
 */
password: string, };

export type SignedIn = { 
/**
 * The secret that proves who one is: `Authorization: Bearer TOKEN`. Also set as a cookie.
 */
token: string, 
/**
 * Who it is.
 */
user: User, };

export type SessionInfo = { 
/**
 * What to call it by.
 */
id: string, 
/**
 * The program that it was made with; may be empty.
 */
label: string, 
/**
 * In microseconds since the Unix epoch.
 */
created_at: number, 
/**
 * When it was used, as far as that was noted: some time may be missing. In microseconds since the Unix epoch.
 */
last_used_at: number, 
/**
 * When it ends if it is not used. In microseconds since the Unix epoch.
 */
expires_at: number, 
/**
 * Whether it is the one that the request came with.
 */
current: boolean, };

export type SessionList = { 
/**
 * The one used last first.
 */
sessions: Array<SessionInfo>, };

export type Scope = "read" | "play" | "bot" | "tournament";

export type TokenWish = { 
/**
 * What one recognises it by: 1 to 60 characters, no controls.
 */
label: string, 
/**
 * What the program may do: at least one.
 */
scopes: Array<Scope>, 
/**
 * For how many days it is good: 1 to 366, unless the server is configured otherwise.
 */
days: number, };

export type TokenInfo = { 
/**
 * What to call it by.
 */
id: string, 
/**
 * What one recognises it by.
 */
label: string, 
/**
 * What the program may do.
 */
scopes: Array<Scope>, 
/**
 * In microseconds since the Unix epoch.
 */
created_at: number, 
/**
 * When it was used, as far as that was noted: some time may be missing. In microseconds since the Unix epoch.
 */
last_used_at: number, 
/**
 * When it ends. In microseconds since the Unix epoch.
 */
expires_at: number, };

export type TokenCreated = { 
/**
 * The secret. It is not told again.
 */
token: string, 
/**
 * What to call it by.
 */
id: string, 
/**
 * What one recognises it by.
 */
label: string, 
/**
 * What the program may do.
 */
scopes: Array<Scope>, 
/**
 * In microseconds since the Unix epoch.
 */
created_at: number, 
/**
 * When it was used, as far as that was noted: some time may be missing. In microseconds since the Unix epoch.
 */
last_used_at: number, 
/**
 * When it ends. In microseconds since the Unix epoch.
 */
expires_at: number, };

export type TokenList = { 
/**
 * The one used last first.
 */
tokens: Array<TokenInfo>, };

export type PasswordChange = { 
/**
 * The password until now.
 */
old: string, 
/**
 * The password from now on: 8 to 128 characters.
 */
new: string, };

export type PasswordShown = { 
/**
 * The password.
 */
password: string, };

export type RecoveryCodes = { 
/**
 * Each is good for once. They are not told again.
 */
codes: Array<string>, };

export type RecoveryCodesLeft = { 
/**
 * How many.
 */
left: number, };

export type Recovery = { 
/**
 * The name of the account.
 */
name: string, 
/**
 * The code.
 */
code: string, 
/**
 * The password from now on: 8 to 128 characters.
 */
password: string, };

export type Language = "en" | "de" | "pl" | "nl";

export type MailAddresses = { 
/**
 * The address that was confirmed.
 */
address: string | null, 
/**
 * The address that waits for its code.
 */
waiting: string | null, };

export type MailWish = { 
/**
 * The address: ASCII, at most 254 characters.
 */
address: string, 
/**
 * The password of the account.
 */
password: string, 
/**
 * The language of the mail; English when left out.
 */
language?: Language, };

export type MailCode = { 
/**
 * The code.
 */
code: string, };

export type RecoveryWays = { 
/**
 * Whether a code can be sent by mail.
 */
mail: boolean, };

export type RecoveryMail = { 
/**
 * The name of the account, or its mail address.
 */
to: string, 
/**
 * The language of the mail; English when left out.
 */
language?: Language, };

export type PushOffer = { 
/**
 * The server's public key, which a browser takes as `applicationServerKey`; `null`: it sends no pushes.
 */
key: string | null, 
/**
 * Whether the browser in which one is logged in is pushed to.
 */
on: boolean, };

export type PushWish = { 
/**
 * Where its push service takes what is for it: an `https` address at the usual port, in the public network.
 */
endpoint: string, 
/**
 * Its public key in base64url.
 */
p256dh: string, 
/**
 * Its secret in base64url.
 */
auth: string, 
/**
 * The language of its page; English when left out.
 */
language?: Language, };

export type SanctionKind = "ban" | "mute";

export type SanctionWish = { 
/**
 * The id of the user.
 */
user: string, 
/**
 * What is kept from them.
 */
kind: SanctionKind, 
/**
 * Whether also from whoever comes from where the user's sessions were begun; goes with a ban only.
 */
networks?: boolean, 
/**
 * For how many days: 1 to 3650; without an end when left out.
 */
days?: number, 
/**
 * Why: 1 to 300 characters. The user is told.
 */
reason: string, };

export type Sanction = { 
/**
 * What it is called by.
 */
id: string, 
/**
 * What is kept.
 */
kind: SanctionKind, 
/**
 * From which user; `null` for a network's.
 */
user: string | null, 
/**
 * What the user is called; `null` for a network's.
 */
name: string | null, 
/**
 * An IPv4 address, or the /64 network of an IPv6 address; `null` for a user's.
 */
network: string | null, 
/**
 * Why.
 */
reason: string, 
/**
 * The name of the moderator.
 */
made_by: string, 
/**
 * When it began, in microseconds since the Unix epoch.
 */
created_at: number, 
/**
 * When it ends by itself, in microseconds since the Unix epoch; `null` where it does not.
 */
ends_at: number | null, };

export type SanctionPage = { 
/**
 * The newest first.
 */
sanctions: Array<Sanction>, 
/**
 * `before` of the next page; `null` on the last.
 */
next: string | null, };

export type Renaming = { 
/**
 * The name from now on.
 */
name: string, 
/**
 * Why: 1 to 300 characters.
 */
reason: string, };

export type RoomClosing = { 
/**
 * Why: 1 to 300 characters.
 */
reason: string, };

export type RoomClosed = { 
/**
 * Whether anybody waited or played there.
 */
closed: boolean, };

export type Report = { 
/**
 * What it is called by.
 */
id: string, 
/**
 * In microseconds since the Unix epoch.
 */
at: number, 
/**
 * The id of who reports.
 */
reporter: string, 
/**
 * What they are called; `null` for a guest who is gone.
 */
reporter_name: string | null, 
/**
 * The id of whom it is about.
 */
reported: string, 
/**
 * What they are called; `null` for a guest who is gone.
 */
reported_name: string | null, 
/**
 * The game that it is about.
 */
game: string | null, 
/**
 * The line of a chat that it is about.
 */
line: string | null, 
/**
 * The tournament whose words it is about.
 */
tournament: string | null, 
/**
 * What that line said, or the preset that it was, or what the tournament and the team were called, however long ago that was
 * removed.
 */
said: string | null, 
/**
 * What happened, in the reporter's words.
 */
words: string, };

export type ReportPage = { 
/**
 * The oldest first.
 */
reports: Array<Report>, 
/**
 * `after` of the next page; `null` on the last.
 */
next: string | null, };

export type ReportClosing = { 
/**
 * In words for the log: 1 to 300 characters.
 */
reason: string, };

export type SuspectPairs = { 
/**
 * Those with the most games first, at most 50.
 */
pairs: Array<SuspectPair>, };

export type SuspectPair = { 
/**
 * Both.
 */
users: Array<User>, 
/**
 * How many games.
 */
games: number, 
/**
 * In how many of them each has gained, in the order of `users`.
 */
gained: Array<number>, 
/**
 * Plies of a game on average.
 */
plies: number, 
/**
 * Whether sessions of both were begun from the same network.
 */
same_network: boolean, 
/**
 * The last five games, the newest first.
 */
latest: Array<string>, };

export type GameSignals = { 
/**
 * Whether the game is analysed; until then only the times are known.
 */
analysed: boolean, 
/**
 * By seat.
 */
players: Array<PlayerSignals>, };

export type PlayerSignals = { 
/**
 * Who.
 */
user: User, 
/**
 * All their moves.
 */
all: MoveSignals, 
/**
 * Moves that a glance finds: a search of a thousand positions wants the same as the analysis.
 */
plain: MoveSignals | null, 
/**
 * Moves that a glance does not find.
 */
hard: MoveSignals | null, };

export type MoveSignals = { 
/**
 * How many.
 */
count: number, 
/**
 * How many of them were what the analysis wants; 0 while there is none.
 */
best: number, 
/**
 * A quarter of them took no longer, in milliseconds.
 */
quarter_ms: number, 
/**
 * Half of them took no longer, in milliseconds.
 */
half_ms: number, 
/**
 * Three quarters of them took no longer, in milliseconds.
 */
three_quarters_ms: number, };

export type DeedKind = "ban" | "mute" | "lift" | "rename" | "close_room" | "close_report" | "remove_line" | "clear_lines" | "reword" | "drain" | "undrain" | "announce" | "reload" | "tournament";

export type Deed = { 
/**
 * What it is called by.
 */
id: string, 
/**
 * In microseconds since the Unix epoch.
 */
at: number, 
/**
 * The name of the moderator.
 */
by: string, 
/**
 * What.
 */
action: DeedKind, 
/**
 * The id of the user, the sanction, the room or the tournament.
 */
target: string, 
/**
 * The reason and what was changed, in words.
 */
words: string, };

export type DeedPage = { 
/**
 * The newest first.
 */
deeds: Array<Deed>, 
/**
 * `before` of the next page; `null` on the last.
 */
next: string | null, };

export type ServerState = { 
/**
 * The version of the software.
 */
version: string, 
/**
 * When this process began to serve, in microseconds since the Unix epoch.
 */
started_at: number, 
/**
 * The server's time, in microseconds since the Unix epoch.
 */
now: number, 
/**
 * Whether things can be stored; otherwise all games pause.
 */
storage: boolean, 
/**
 * Whether it takes no new games.
 */
draining: boolean, 
/**
 * What everybody is told.
 */
announcement: Announcement | null, 
/**
 * Open sockets.
 */
sockets: number, 
/**
 * Players who wait to be paired.
 */
seeks: number, 
/**
 * Rooms in memory, by status.
 */
rooms: Array<Count>, 
/**
 * Tournaments in memory, by status.
 */
tournaments: Array<Count>, 
/**
 * What waits: commands for the journal, lines of chats.
 */
queues: Array<Count>, 
/**
 * Finished games that are not taken in yet, by who takes them in; empty while the database does not answer.
 */
consumers: Array<Count>, 
/**
 * What was refused in the last hour, by code, the most first. Nothing is known of the time before `started_at`.
 */
refusals: Array<Count>, };

export type Count = { 
/**
 * Of what: a status, a queue, an error code.
 */
of: string, 
/**
 * How many.
 */
count: number, };

export type Announcement = { 
/**
 * 1 to 300 characters.
 */
text: string, 
/**
 * Until when, in microseconds since the Unix epoch; `null`: until it is taken back, or the server stops.
 */
until: number | null, };

export type Reloaded = { 
/**
 * The settings, or groups of them, that are as in the file and the environment now.
 */
settings: Array<string>, };

export type TournamentFormName = "round_robin" | "swiss" | "knockout" | "arena";

export type TournamentForm = { "form": "round_robin", 
/**
 * How often: 1 to 4.
 */
cycles: number, } | { "form": "swiss", 
/**
 * How many rounds: 1 to 30.
 */
rounds: number, 
/**
 * Whether the stronger half is paired in the first rounds as if it had a point more.
 */
accelerated?: boolean, 
/**
 * How many half-point byes one can ask for.
 */
half_point_byes?: number, 
/**
 * The last round which somebody can enter who was not there at the start; 0: nobody can.
 */
late_entry_rounds?: number, } | { "form": "knockout", 
/**
 * Games of a match: 1 to 9.
 */
best_of: number, 
/**
 * Whether those who lose in the semi-finals play for the third place.
 */
third_place?: boolean, 
/**
 * Pairs of extra games after a match that is even, before its marbles decide.
 */
extra_pairs?: number, } | { "form": "arena", 
/**
 * How long it lasts.
 */
duration_s: number, 
/**
 * How long before the end no more games begin.
 */
closing_s: number, 
/**
 * How long at least between two waves of pairings.
 */
wave_s: number, 
/**
 * Whether one can play with half of the time for a point more.
 */
berserk?: boolean, 
/**
 * Whether points count double after two wins in a row.
 */
streaks?: boolean, };

export type TournamentStart = { "kind": "at", 
/**
 * Which, in microseconds since the Unix epoch.
 */
at: number, } | { "kind": "when_here", 
/**
 * How many.
 */
participants: number, } | { "kind": "by_director", };

export type Admission = "open" | "password" | "invitation";

export type TournamentEntry = { 
/**
 * The fewest participants with whom it begins: as many as a game has sides, 2 or 3, when left out.
 */
minimum?: number, 
/**
 * The most participants who can enter, players or teams: 64, or as many as the form takes at most, when left out.
 */
capacity?: number, 
/**
 * The lowest rating.
 */
rating_min?: number, 
/**
 * The highest rating that is no longer provisional.
 */
rating_max?: number, 
/**
 * Whether an account is needed.
 */
accounts_only?: boolean, 
/**
 * Whether computers and bots can enter.
 */
programs?: boolean, 
/**
 * What else is needed.
 */
admission?: Admission, };

export type TournamentRounds = { 
/**
 * How long the break between two rounds is, in seconds.
 */
break_s?: number, 
/**
 * How long a round lasts at most, in seconds; then games under way count as drawn.
 */
deadline_s?: number, };

export type TournamentSettings = { 
/**
 * Its name: 1 to 80 characters.
 */
name: string, 
/**
 * What else people should know: at most 4,000 characters.
 */
description?: string, 
/**
 * How it is played.
 */
form: TournamentForm, 
/**
 * How many play a game.
 */
mode?: Mode, 
/**
 * The start layout's name; the mode's usual one when left out.
 */
layout?: string, 
/**
 * How thinking time is limited. There is no tournament without a clock.
 */
clock: Clock, 
/**
 * Whether its games count for ratings.
 */
rated?: boolean, 
/**
 * How long a first move may take, in seconds; what is usual with the clock when left out. Whoever does not make it loses.
 */
first_move_s?: number, 
/**
 * By how many seconds those who do not play see a game late.
 */
spectator_delay_s?: number, 
/**
 * When it begins.
 */
start: TournamentStart, 
/**
 * Who can take part.
 */
entry?: TournamentEntry, 
/**
 * When rounds begin and end.
 */
rounds?: TournamentRounds, 
/**
 * After so many games in a row that somebody did not come to they are out; 0: never.
 */
no_shows_max?: number, };

export type TournamentWish = { 
/**
 * What is agreed.
 */
settings: TournamentSettings, 
/**
 * What one has to know to enter, where `entry.admission` is `password`: 1 to 128 characters.
 */
password?: string, };

export type TournamentEdit = { 
/**
 * `revision` of the tournament as one saw it: two who edit at once do not undo each other's work.
 */
revision: number, 
/**
 * What is agreed, all of it.
 */
settings: TournamentSettings, 
/**
 * Another password; the one before stays when left out.
 */
password?: string, };

export type TournamentCommand = { "type": "register", 
/**
 * The password, where one is asked for.
 */
password?: string, 
/**
 * In teams of two: the name of a new team.
 */
team_name?: string, 
/**
 * In teams of two: the number of a team that waits for its second player.
 */
team?: number, } | { "type": "withdraw", } | { "type": "return", } | { "type": "ask_bye", 
/**
 * The round.
 */
round: number, } | { "type": "start", } | { "type": "begin_round", 
/**
 * The round.
 */
round: number, } | { "type": "pause", 
/**
 * Why.
 */
reason: string, } | { "type": "resume", } | { "type": "cancel", 
/**
 * Why.
 */
reason: string, } | { "type": "rule", 
/**
 * The number of the game.
 */
game: number, 
/**
 * What it counts for from now on.
 */
verdict: TournamentVerdict, 
/**
 * What it counted for when one looked; left out while it was under way.
 */
seen?: TournamentVerdict, 
/**
 * Why: 1 to 300 characters that everybody can read.
 */
reason: string, } | { "type": "add", 
/**
 * A player's name or id.
 */
player?: string, 
/**
 * A computer's level: 1 to 8.
 */
computer?: number, 
/**
 * In teams of two: the name of a computer's new team.
 */
team_name?: string, 
/**
 * In teams of two: the number of the team that waits for a second player, and gets the computer.
 */
team?: number, } | { "type": "remove", 
/**
 * The number of the participant.
 */
participant: number, 
/**
 * Why.
 */
reason: string, } | { "type": "invite", 
/**
 * A name or an id.
 */
player: string, } | { "type": "uninvite", 
/**
 * A name or an id.
 */
player: string, } | { "type": "decline_invitation", } | { "type": "add_director", 
/**
 * A name or an id.
 */
player: string, } | { "type": "remove_director", 
/**
 * A name or an id.
 */
player: string, };

export type TournamentStatus = "registering" | "running" | "finished" | "cancelled";

export type TieBreak = "reached" | "buchholz" | "buchholz_cut1" | "buchholz_median" | "sonneborn_berger" | "direct_encounter" | "marbles" | "progressive" | "performance" | "wins";

export type TournamentSummary = { 
/**
 * Its id.
 */
id: string, 
/**
 * Its name.
 */
name: string, 
/**
 * How it is played.
 */
form: TournamentFormName, 
/**
 * How many play a game.
 */
mode: Mode, 
/**
 * The name of the start layout.
 */
layout: string, 
/**
 * How thinking time is limited.
 */
clock: Clock, 
/**
 * Whether its games count for ratings.
 */
rated: boolean, 
/**
 * Where it is in its life.
 */
status: TournamentStatus, 
/**
 * When it begins.
 */
start: TournamentStart, 
/**
 * When it began, in microseconds since the Unix epoch.
 */
started_at: number | null, 
/**
 * When it ended, in microseconds since the Unix epoch.
 */
ended_at: number | null, 
/**
 * How many take part.
 */
participants: number, 
/**
 * How many can.
 */
capacity: number, 
/**
 * What one needs to enter.
 */
admission: Admission, 
/**
 * The names of the best three, once it has ended.
 */
podium: Array<string>, };

export type TournamentPage = { 
/**
 * Those that have not ended: the first to begin first; those that have: the last first.
 */
tournaments: Array<TournamentSummary>, 
/**
 * The `cursor` of the next page; `null` on the last.
 */
next: string | null, };

export type TournamentState = { 
/**
 * Its id.
 */
id: string, 
/**
 * The number of the last event in it.
 */
seq: number, 
/**
 * How often what is agreed was changed.
 */
revision: number, 
/**
 * Who made it; `null` for one of the server's own.
 */
made_by: string | null, 
/**
 * Who runs it.
 */
directors: Array<string>, 
/**
 * Where it is in its life.
 */
status: TournamentStatus, 
/**
 * Since when it is paused, in microseconds since the Unix epoch.
 */
paused_since: number | null, 
/**
 * When it began, in microseconds since the Unix epoch.
 */
started_at: number | null, 
/**
 * When it ended, in microseconds since the Unix epoch.
 */
ended_at: number | null, 
/**
 * When an arena that runs ends, in microseconds since the Unix epoch.
 */
ends_at: number | null, 
/**
 * When the next round begins, in microseconds since the Unix epoch, while there is a break.
 */
next_round_at: number | null, 
/**
 * How many rounds were paired; in an arena, waves.
 */
round: number, 
/**
 * How many there will be, where that is known.
 */
rounds: number | null, 
/**
 * The round from which on somebody would take part who enters now; `null` where it is too late.
 */
entry_round: number | null, 
/**
 * What tells those apart who have the same points, in the order in which it does.
 */
tie_breaks: Array<TieBreak>, };

export type Membership = "in" | "gone" | "withdrawn" | "excluded";

export type TournamentParticipant = { 
/**
 * Their number, from 1, in the order of entry.
 */
number: number, 
/**
 * The name: the player's, or the team's.
 */
name: string, 
/**
 * The players, in the order of their seats.
 */
players: Array<User>, 
/**
 * How strong they were when they entered.
 */
rating: number, 
/**
 * Whether little was known about that.
 */
provisional: boolean, 
/**
 * Whether they are in.
 */
membership: Membership, 
/**
 * The round from which on they take part.
 */
since_round: number, };

export type TournamentStanding = { 
/**
 * The place, from 1; those who are equal in everything share it.
 */
place: number, 
/**
 * The number of the participant.
 */
participant: number, 
/**
 * Points.
 */
points: number, 
/**
 * What tells those apart who have the same points: one number for each of `tie_breaks`.
 */
tie_breaks: Array<number>, 
/**
 * Games won.
 */
won: number, 
/**
 * Games drawn.
 */
drawn: number, 
/**
 * Games lost.
 */
lost: number, 
/**
 * Wins in a row until now.
 */
streak: number, };

export type TournamentVerdict = { "kind": "played", 
/**
 * The sides that won; none in a draw.
 */
winners: Array<number>, 
/**
 * Marbles that each side pushed out.
 */
marbles: Array<number>, 
/**
 * Moves of all players together.
 */
plies: number, } | { "kind": "forfeit", 
/**
 * The sides that get the point; none where all lose.
 */
winners: Array<number>, } | { "kind": "void", };

export type TournamentRuling = { "kind": "director", 
/**
 * Why; empty where a moderator took the words out.
 */
reason: string, 
/**
 * Whether the director plays the game: there was no other one to decide.
 */
own: boolean, } | { "kind": "withdrawal" } | { "kind": "deadline" } | { "kind": "end" } | { "kind": "computers" };

export type TournamentGame = { 
/**
 * Its number, from 1.
 */
number: number, 
/**
 * The round in which it is played.
 */
round: number, 
/**
 * The room in which it is played.
 */
room: string, 
/**
 * Under this id the history has it once it has ended.
 */
game: string, 
/**
 * The numbers of those who play: the seats of two and three players, the teams of four. The first begins.
 */
sides: Array<number>, 
/**
 * The sides that play with half of the time.
 */
berserk: Array<number>, 
/**
 * Which match of a knockout's round it belongs to, from 0.
 */
pairing: number, 
/**
 * What it counts for; `null` while it is under way.
 */
verdict: TournamentVerdict | null, 
/**
 * Why it counts for that, where it was not decided at the board.
 */
ruling: TournamentRuling | null, };

export type ByeKind = "full" | "half" | "absent";

export type TournamentBye = { 
/**
 * The number of the participant.
 */
participant: number, 
/**
 * Why.
 */
kind: ByeKind, 
/**
 * What the round counts for the participant, in points.
 */
points: number, };

export type TournamentRound = { 
/**
 * Its number, from 1.
 */
number: number, 
/**
 * When it was paired, in microseconds since the Unix epoch.
 */
began_at: number, 
/**
 * When its last game was decided, in microseconds since the Unix epoch.
 */
ended_at: number | null, 
/**
 * Those who do not play.
 */
byes: Array<TournamentBye>, };

export type TournamentDetail = { 
/**
 * How it stands.
 */
state: TournamentState, 
/**
 * What is agreed.
 */
settings: TournamentSettings, 
/**
 * Those who take part, by number; those who went after the start are among them.
 */
participants: Array<TournamentParticipant>, 
/**
 * Players who are invited and have not answered.
 */
invited: Array<User>, 
/**
 * Where everybody stands, from the first to the last.
 */
standings: Array<TournamentStanding>, 
/**
 * The last round.
 */
rounds: Array<TournamentRound>, 
/**
 * The games of the last round, and others that are under way.
 */
games: Array<TournamentGame>, };

export type TournamentChange = { 
/**
 * How it stands.
 */
state: TournamentState, 
/**
 * What is agreed, where that is new.
 */
settings?: TournamentSettings, 
/**
 * Whether this is all of it, to replace what one had.
 */
full: boolean, 
/**
 * Those who take part who are new or have changed. A number is used again for another participant once its own is `gone`.
 */
participants: Array<TournamentParticipant>, 
/**
 * Players who are invited and have not answered, where that is new: all of them.
 */
invited?: Array<User>, 
/**
 * Where those stand for whom that is new or has changed.
 */
standings: Array<TournamentStanding>, 
/**
 * The numbers of all who stand anywhere, from the first to the last, where that is new.
 */
order?: Array<number>, 
/**
 * Rounds that are new or have changed.
 */
rounds: Array<TournamentRound>, 
/**
 * Games that are new or have changed.
 */
games: Array<TournamentGame>, 
/**
 * Whether the rest of this follows in the next message about the same: only with it is this complete. Left out otherwise.
 */
more?: boolean, };

export type TournamentStandings = { 
/**
 * What tells those apart who have the same points, in the order in which it does.
 */
tie_breaks: Array<TieBreak>, 
/**
 * From the first to the last.
 */
standings: Array<TournamentStanding>, 
/**
 * Those who take part, by number.
 */
participants: Array<TournamentParticipant>, };

export type TournamentRoundPage = { 
/**
 * By number.
 */
rounds: Array<TournamentRound>, 
/**
 * Their games, by number.
 */
games: Array<TournamentGame>, 
/**
 * The number of the next round that was paired; `null` where there is none.
 */
next: number | null, };

export type TournamentGamePage = { 
/**
 * By number.
 */
games: Array<TournamentGame>, 
/**
 * `after` for the next page; `null` on the last.
 */
next: number | null, };

export type TournamentDeed = { 
/**
 * Its number, from 1.
 */
seq: number, 
/**
 * When, in microseconds since the Unix epoch.
 */
at: number, 
/**
 * Who; `null` where time or the server did it.
 */
by: string | null, 
/**
 * Whether they acted as one who runs the server.
 */
steward: boolean, 
/**
 * What, with what belongs to it: `{"kind": "ruled", "game": 3, …}`.
 */
event: { kind: string } & Record<string, unknown>, };

export type TournamentLog = { 
/**
 * In order.
 */
events: Array<TournamentDeed>, 
/**
 * `after` for the next page; `null` on the last.
 */
next: number | null, };

export type TournamentInvitation = { 
/**
 * The tournament.
 */
tournament: TournamentSummary, 
/**
 * Who invites.
 */
by: User, };

export type TournamentInvitations = { 
/**
 * The newest first, at most 50.
 */
invitations: Array<TournamentInvitation>, };

export type BotAccepts = { 
/**
 * The modes; every mode when empty or left out.
 */
modes?: Array<Mode>, 
/**
 * The shortest time that a player may have for a game of forty moves, in seconds; 0 when left out.
 */
shortest_s?: number, 
/**
 * The longest, in seconds; as long as one likes when left out.
 */
longest_s?: number, 
/**
 * Whether it plays without a clock.
 */
untimed?: boolean, 
/**
 * How many games it plays at once: 1 to 64; 8 when left out.
 */
games_at_once?: number, };

export type Bot = { 
/**
 * Who it is.
 */
user: User, 
/**
 * Which games it takes.
 */
accepts: BotAccepts, 
/**
 * How many games it has, those that wait for others among them.
 */
games: number, };

export type BotList = { 
/**
 * By name, at most 200.
 */
bots: Array<Bot>, };

export type RoomCreated = { 
/**
 * Its id.
 */
room: string, 
/**
 * The maker's seat.
 */
seat: number, };

export type RoomList = { 
/**
 * The newest first.
 */
rooms: Array<RoomSummary>, };

export type OwnRoomList = { 
/**
 * First what waits for oneself, then by when a turn ends, the last changed first; at most 200.
 */
rooms: Array<OwnRoom>, };

export type RatedOffer = "both" | "rated" | "unrated";

export type LobbyOffer = { 
/**
 * Its name.
 */
name: string, 
/**
 * The modes.
 */
modes: Array<Mode>, 
/**
 * The names of the start layouts.
 */
layouts: Array<string>, 
/**
 * How thinking time is limited.
 */
clocks: Array<Clock>, 
/**
 * Whether results count for ratings.
 */
rated: RatedOffer, };

export type LobbyList = { 
/**
 * In the order of the configuration.
 */
lobbies: Array<LobbyOffer>, };

export type GameSummary = { 
/**
 * Its id.
 */
id: string, 
/**
 * How many played.
 */
mode: Mode, 
/**
 * The name of the start layout.
 */
layout: string, 
/**
 * Whether it counted for ratings.
 */
rated: boolean, 
/**
 * The tournament to which it belonged. Left out where there was none.
 */
tournament?: string, 
/**
 * How thinking time was limited.
 */
clock: Clock, 
/**
 * The players, by seat.
 */
players: Array<User>, 
/**
 * In microseconds since the Unix epoch.
 */
started_at: number, 
/**
 * In microseconds since the Unix epoch.
 */
finished_at: number, 
/**
 * How it ended.
 */
result: GameResult, 
/**
 * How many moves were played.
 */
plies: number, 
/**
 * The position line at the end.
 */
final_position: string, };

export type GamePage = { 
/**
 * The newest first.
 */
games: Array<GameSummary>, 
/**
 * The `cursor` of the next page; `null` on the last.
 */
next: string | null, };

export type GameDetail = { 
/**
 * The moves in Aba-Pro notation, in order.
 */
moves: Array<string>, 
/**
 * What each of the moves did to its player's clock.
 */
ledger: Array<MoveTiming>, 
/**
 * What the game has changed, by seat; left out where it was not rated, was aborted, was too short, or has ended only a moment ago.
 */
ratings?: Array<RatingChange>, 
/**
 * Why a rated game changes no ratings; left out where it does.
 */
unrated?: Unrated, 
/**
 * Whether it was not played here, but taken in by the operator. Left out if not.
 */
imported?: boolean, 
/**
 * With `positions=true`: the position lines after 0, 1, 2, … moves. Whoever is passed over is passed over when the next move is made.
 */
positions?: Array<string>, 
/**
 * Its id.
 */
id: string, 
/**
 * How many played.
 */
mode: Mode, 
/**
 * The name of the start layout.
 */
layout: string, 
/**
 * Whether it counted for ratings.
 */
rated: boolean, 
/**
 * The tournament to which it belonged. Left out where there was none.
 */
tournament?: string, 
/**
 * How thinking time was limited.
 */
clock: Clock, 
/**
 * The players, by seat.
 */
players: Array<User>, 
/**
 * In microseconds since the Unix epoch.
 */
started_at: number, 
/**
 * In microseconds since the Unix epoch.
 */
finished_at: number, 
/**
 * How it ended.
 */
result: GameResult, 
/**
 * How many moves were played.
 */
plies: number, 
/**
 * The position line at the end.
 */
final_position: string, };

export type ExportedGame = { 
/**
 * The moves in Aba-Pro notation, in order.
 */
moves: Array<string>, 
/**
 * What each of the moves did to its player's clock.
 */
ledger: Array<MoveTiming>, 
/**
 * Its id.
 */
id: string, 
/**
 * How many played.
 */
mode: Mode, 
/**
 * The name of the start layout.
 */
layout: string, 
/**
 * Whether it counted for ratings.
 */
rated: boolean, 
/**
 * The tournament to which it belonged. Left out where there was none.
 */
tournament?: string, 
/**
 * How thinking time was limited.
 */
clock: Clock, 
/**
 * The players, by seat.
 */
players: Array<User>, 
/**
 * In microseconds since the Unix epoch.
 */
started_at: number, 
/**
 * In microseconds since the Unix epoch.
 */
finished_at: number, 
/**
 * How it ended.
 */
result: GameResult, 
/**
 * How many moves were played.
 */
plies: number, 
/**
 * The position line at the end.
 */
final_position: string, };

export type Explored = { 
/**
 * The position line.
 */
position: string, 
/**
 * How many plies from the start on are counted; a position after that has no moves.
 */
plies: number, 
/**
 * The moves that were played, the most frequent first.
 */
moves: Array<ExploredMove>, };

export type ExploredMove = { 
/**
 * In Aba-Pro notation.
 */
move: string, 
/**
 * How well the players were rated.
 */
band: RatingBand, 
/**
 * Games in which it was played here.
 */
games: number, 
/**
 * Of these, won by whoever played it, alone or with the team.
 */
won: number, 
/**
 * Of these, without a winner.
 */
drawn: number, 
/**
 * Of these, lost.
 */
lost: number, };

export type RatingBand = "unrated" | "under_1400" | "from_1400" | "from_1600" | "from_1800" | "from_2000";

export type ModeCounts = { 
/**
 * How many play.
 */
mode: Mode, 
/**
 * Finished games.
 */
games: number, 
/**
 * Of these, won: alone or with the team.
 */
won: number, 
/**
 * Of these, without a winner.
 */
drawn: number, 
/**
 * Of these, lost.
 */
lost: number, };

export type PlayerCounts = { 
/**
 * By mode; a mode in which the player has finished no game is left out.
 */
modes: Array<ModeCounts>, };

export type Speed = "live" | "correspondence";

export type PlayerRating = { 
/**
 * How many play.
 */
mode: Mode, 
/**
 * Live or by correspondence.
 */
speed: Speed, 
/**
 * The rating: one begins at 1500.
 */
rating: number, 
/**
 * How unsure that is now: it grows with the time without a game, up to 350.
 */
deviation: number, 
/**
 * Whether it is so unsure that the rating says little. Such a rating is in no leaderboard.
 */
provisional: boolean, 
/**
 * Rated games.
 */
games: number, 
/**
 * When the last of them ended, in microseconds since the Unix epoch.
 */
last_at: number, };

export type RatingChange = { 
/**
 * The rating before the game.
 */
before: number, 
/**
 * The rating after it.
 */
after: number, };

export type Unrated = "aborted" | "too_short";

export type Leader = { 
/**
 * The place, from 1.
 */
rank: number, 
/**
 * Who.
 */
user: User, 
/**
 * The rating.
 */
rating: PlayerRating, };

export type Leaderboard = { 
/**
 * The highest rating first.
 */
players: Array<Leader>, 
/**
 * The `cursor` of the next page; `null` on the last.
 */
next: string | null, };

export type Profile = { 
/**
 * Who.
 */
user: User, 
/**
 * When they first came, in microseconds since the Unix epoch.
 */
since: number, 
/**
 * What they say of themselves: plain text; empty where they say nothing.
 */
words: string, 
/**
 * Their ratings, by mode and speed, where they have played rated games.
 */
ratings: Array<PlayerRating>, 
/**
 * How their finished games went, by mode; private ones for the player alone.
 */
counts: Array<ModeCounts>, };

export type OwnProfile = { 
/**
 * Plain text of at most 500 characters without links; empty to say nothing.
 */
words: string, };

export type PlayerList = { 
/**
 * By name.
 */
players: Array<User>, };

export type BlockList = { 
/**
 * Those that were blocked last first.
 */
players: Array<User>, };

export type RatingPoint = { 
/**
 * The game.
 */
game: string, 
/**
 * When it ended, in microseconds since the Unix epoch.
 */
at: number, 
/**
 * The rating after it.
 */
rating: number, 
/**
 * How unsure that was.
 */
deviation: number, };

export type RatingHistory = { 
/**
 * A point for each rated game, the newest first. Private games are listed for the player alone: what they have changed shows in the
 * next public one.
 */
points: Array<RatingPoint>, 
/**
 * The `before` of the page with the games before these; `null` on the last.
 */
next: number | null, };

export type Tally = { 
/**
 * Finished games.
 */
games: number, 
/**
 * Of these, won: alone or with the team.
 */
won: number, 
/**
 * Of these, without a winner.
 */
drawn: number, 
/**
 * Of these, lost.
 */
lost: number, };

export type GameScore = "won" | "drawn" | "lost";

export type PlayedStatistics = { 
/**
 * How many played.
 */
mode: Mode, 
/**
 * The start layout's name.
 */
layout: string, 
/**
 * The player's colour.
 */
color: Color, 
/**
 * Marbles that the player's side has pushed out.
 */
ejected: number, 
/**
 * Moves of everybody.
 */
plies: number, 
/**
 * Finished games.
 */
games: number, 
/**
 * Of these, won: alone or with the team.
 */
won: number, 
/**
 * Of these, without a winner.
 */
drawn: number, 
/**
 * Of these, lost.
 */
lost: number, };

export type OpponentStatistics = { 
/**
 * Against whom.
 */
user: User, 
/**
 * Finished games.
 */
games: number, 
/**
 * Of these, won: alone or with the team.
 */
won: number, 
/**
 * Of these, without a winner.
 */
drawn: number, 
/**
 * Of these, lost.
 */
lost: number, };

export type StreakStatistics = { 
/**
 * How many play.
 */
mode: Mode, 
/**
 * How the last game went.
 */
result: GameScore, 
/**
 * How many at the end went so.
 */
length: number, 
/**
 * The most that were won in a row.
 */
longest_won: number, 
/**
 * The most that were lost in a row.
 */
longest_lost: number, };

export type PlayerStatistics = { 
/**
 * By mode, layout and colour; private games count for the player alone.
 */
played: Array<PlayedStatistics>, 
/**
 * In public games, those against whom the player has played most often, at most 20.
 */
opponents: Array<OpponentStatistics>, 
/**
 * How often in a row public games went the same way, by mode.
 */
streaks: Array<StreakStatistics>, };

export type NewReport = { 
/**
 * Whom it is about: a name or an id.
 */
player: string, 
/**
 * The finished game that it is about.
 */
game?: string, 
/**
 * The line of a chat that it is about.
 */
line?: string, 
/**
 * The tournament whose words it is about: its name, its description, or the name of the player's team.
 */
tournament?: string, 
/**
 * What has happened: plain text of at most 1,000 characters without links.
 */
words: string, };

export type LayoutInfo = { 
/**
 * Its name, as `create_room` takes it.
 */
name: string, 
/**
 * For how many players.
 */
players: number, 
/**
 * The rows of the position line, from I to A.
 */
rows: string, };

export type KnownAnalysis = { "state": "none" } | { "state": "asked" } & Analysis;

export type PositionEvaluation = { 
/**
 * How the position was read.
 */
mode: Mode, 
/**
 * The position's line as the server writes it.
 */
position: string, 
/**
 * What it is worth to whoever is to move.
 */
score: Score, 
/**
 * How deep it was searched, in plies.
 */
depth: number, 
/**
 * How many positions were looked at.
 */
nodes: number, 
/**
 * How it should go on, in Aba-Pro notation; empty where the game is over.
 */
line: Array<string>, };

export type Direction = "east" | "north_east" | "north_west" | "west" | "south_west" | "south_east";

export type Contact = { 
/**
 * The team that faces in `direction`; in a sumito, the superior one.
 */
team: number, 
/**
 * From that team to the other.
 */
direction: Direction, 
/**
 * The team's marbles that count, one to three, in `direction`: the last of them touches the first of the others.
 */
own: Array<string>, 
/**
 * The opposing marbles that count, in `direction`.
 */
opposing: Array<string>, 
/**
 * Whether a free cell or the edge lies behind the opposing marbles, so that they could be pushed.
 */
open: boolean, };

export type ColorFormations = { 
/**
 * The colour.
 */
color: Color, 
/**
 * Its team.
 */
team: number, 
/**
 * Marbles that touch no other of their colour.
 */
singles: Array<string>, 
/**
 * Two that touch.
 */
pairs: Array<Array<string>>, 
/**
 * Triplets in a row.
 */
lances: Array<Array<string>>, 
/**
 * Triplets in a bend.
 */
arcs: Array<Array<string>>, 
/**
 * Triplets in a triangle.
 */
shields: Array<Array<string>>, 
/**
 * Four and more that touch.
 */
multiples: Array<Array<string>>, 
/**
 * Nine in three adjacent parallel rows of three.
 */
blocks: Array<Array<string>>, 
/**
 * Marbles with opposing ones on all sides.
 */
dets: Array<string>, 
/**
 * Marbles that an opponent could push off the board by a legal move if it were that opponent's turn.
 */
in_danger: Array<string>, };

export type PositionFormations = { 
/**
 * How the position was read.
 */
mode: Mode, 
/**
 * The position's line as the server writes it.
 */
position: string, 
/**
 * Colour by colour, in the order of the seats.
 */
colors: Array<ColorFormations>, 
/**
 * Equal forces in line. Each is listed once, with its direction pointing either way.
 */
pacs: Array<Contact>, 
/**
 * Superior forces in line, each pointing at the weaker one.
 */
sumitos: Array<Contact>, };

export type Problem = { 
/**
 * Always `about:blank`: the code says more than a link would.
 */
type: string, 
/**
 * The HTTP status in words.
 */
title: string, 
/**
 * The HTTP status.
 */
status: number, 
/**
 * For people: what is wrong and what to do.
 */
detail: string, 
/**
 * For programs: the same words as on the socket.
 */
code: ErrorCode, };
