// Generated from crates/protocol by `cargo xtask generate`. Do not edit.

export type Acceptance = { 
/**
 * The `round` of the accepted offer. Prevents accepting an offer that the player has not seen.
 */
round: number, };

export type AccountCreated = { 
/**
 * The name as requested.
 */
name: string, 
/**
 * The outcome of its creation.
 */
outcome: AccountOutcome, 
/**
 * The code with which the user chooses the password, once: `POST /recovery`, or the page `/recover#NAME/CODE`. It is returned only
 * here, and not if it was sent by email.
 */
code: string | null, 
/**
 * True if the code is sent by email.
 */
mailed: boolean, 
/**
 * Why the name or the address is invalid.
 */
detail: string | null, };

export type AccountOutcome = "created" | "exists" | "invalid";

export type AccountPage = { 
/**
 * Accounts of this page.
 */
accounts: Array<ListedAccount>, 
/**
 * The `cursor` of the next page; `null` on the last.
 */
next: string | null, };

export type AccountState = "active" | "muted" | "banned";

export type AccountsCreated = { 
/**
 * The accounts, in the order of the request.
 */
accounts: Array<AccountCreated>, };

export type Achievement = { 
/**
 * The counted thing.
 */
kind: AchievementKind, 
/**
 * The count so far.
 */
value: number, 
/**
 * The reached level; 0 below the first.
 */
level: number, 
/**
 * Number of levels.
 */
levels: number, 
/**
 * The count at which the next level starts; `null` at the last.
 */
next: number | null, };

export type AchievementKind = "games" | "wins" | "marbles" | "modes" | "win_streak" | "best_win" | "puzzles" | "puzzle_streak" | "puzzle_storm";

export type AchievementList = { 
/**
 * All achievements, also those not reached yet.
 */
achievements: Array<Achievement>, };

export type ActiveDay = { 
/**
 * The day (UTC): `2026-12-31`.
 */
day: string, 
/**
 * Number of finished games.
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

export type Activity = { 
/**
 * Number of online users, guests and bots included, computers excluded.
 */
players: number, 
/**
 * Number of public games in progress.
 */
games: number, };

export type AddedChapters = { 
/**
 * Number of the study's last event.
 */
seq: number, 
/**
 * Numbers of the new chapters.
 */
chapters: Array<number>, 
/**
 * Assumptions of the reader of a text. Show them to the user.
 */
assumptions?: Array<Assumption>, };

export type Admission = "open" | "password" | "invitation";

export type AnalysedPosition = { 
/**
 * Number of plies played before it.
 */
ply: number, 
/**
 * The evaluation for the player to move.
 */
score: Score, 
/**
 * Points that the player to move, or their team, can expect, in thousandths: 1000 for a win, 500 for a draw.
 */
chance: number, 
/**
 * Search depth in plies.
 */
depth: number, 
/**
 * The best continuation in Aba-Pro notation; empty if the game is over.
 */
line: Array<string>, 
/**
 * The kind of mistake, if the move played here was one.
 */
mistake?: Mistake, 
/**
 * The reason of the mistake. Left out if it has no name, and in analyses of earlier versions.
 */
reason?: MistakeReason, 
/**
 * With three players: the points that each can expect, in thousandths, by team. They add up to 1000. Left out with two teams.
 */
chances?: Array<number>, };

export type Analysis = { 
/**
 * The game's id.
 */
game: string, 
/**
 * Number of moves in the game. The search covers one more position than that, starting with the last.
 */
plies: number, 
/**
 * True if the analysis is complete.
 */
done: boolean, 
/**
 * True if `positions` contains all known results, which replace the previous ones.
 */
full: boolean, 
/**
 * The positions, by ply.
 */
positions: Array<AnalysedPosition>, 
/**
 * True if the next message on the same topic continues this one: only together are they complete. Left out otherwise.
 */
more?: boolean, };

export type Announcement = { 
/**
 * The text: 1 to 300 characters.
 */
text: string, 
/**
 * End of the announcement, in microseconds since the Unix epoch; `null`: it stays until it is withdrawn or the last node stops.
 */
until: number | null, };

export type AnswerAuthorization = { 
/**
 * The query of the address to which the app has sent the user, without `?`.
 */
query: string, 
/**
 * True if the app gets access.
 */
allow: boolean, };

export type AnswerDevice = { 
/**
 * The code that the device shows.
 */
user_code: string, 
/**
 * True if the app gets access.
 */
allow: boolean, };

export type AppConsent = { 
/**
 * The app's name.
 */
name: string, 
/**
 * Name of the account that has created the app.
 */
developer: string, 
/**
 * The permissions that the app asks for.
 */
scopes: Array<Scope>, 
/**
 * The address to which the user is sent back; `null` for a device.
 */
redirect_uri: string | null, };

export type AppInfo = { 
/**
 * The app's id: the `client_id` of OAuth. It is no secret.
 */
id: string, 
/**
 * The name for users.
 */
name: string, 
/**
 * The addresses to which the server may send a user back.
 */
redirect_uris: Array<string>, 
/**
 * Creation time, in microseconds since the Unix epoch.
 */
created_at: number, };

export type AppList = { 
/**
 * The apps, the oldest first.
 */
apps: Array<AppInfo>, };

export type AppToken = { 
/**
 * The API token: `Authorization: Bearer TOKEN`.
 */
access_token: string, 
/**
 * Type of the token, always `Bearer`.
 */
token_type: string, 
/**
 * Validity of the token in seconds.
 */
expires_in: number, 
/**
 * The permissions, separated by spaces.
 */
scope?: string, };

export type Appeal = { 
/**
 * The appeal's id.
 */
id: string, 
/**
 * Time of the appeal, in microseconds since the Unix epoch.
 */
at: number, 
/**
 * The user's reasons.
 */
words: string, 
/**
 * The decision; `null` while the appeal waits.
 */
outcome: AppealOutcome | null, 
/**
 * The moderator's text; `null` while the appeal waits, empty if the sanction was lifted without an answer.
 */
answer: string | null, 
/**
 * Time of the decision, in microseconds since the Unix epoch; `null` while the appeal waits.
 */
answered_at: number | null, };

export type AppealAnswer = { 
/**
 * The decision to record.
 */
outcome: AppealOutcome, 
/**
 * Days from now until the end of the sanction: 1 to 3650. Required for `shorten`, and only valid there.
 */
days?: number, 
/**
 * The text for the user: 1 to 1,000 characters.
 */
answer: string, };

export type AppealOutcome = "lift" | "shorten" | "keep";

export type AppealPage = { 
/**
 * The appeals, oldest first.
 */
appeals: Array<OpenAppeal>, 
/**
 * The `cursor` of the next page; `null` on the last.
 */
next: string | null, };

export type Assumption = { 
/**
 * The subject of the assumption.
 */
kind: AssumptionKind, 
/**
 * The value in its place, or the ignored text, for kinds that have one.
 */
value?: string, };

export type AssumptionKind = "layout" | "turn" | "score" | "far_moves" | "result_token" | "result" | "variant" | "date" | "clock" | "termination" | "marks" | "heading" | "variations" | "first_game" | "encoding";

export type Audience = "players" | "spectators";

export type Authorization = { "kind": "ask", 
/**
 * The permissions that the app requests.
 */
consent: AppConsent, } | { "kind": "refused", 
/**
 * The code of the error (RFC 6749, 4.1.2.1).
 */
error: string, 
/**
 * The fault, for the developer of the app.
 */
detail: string, 
/**
 * The address of the app, with the error.
 */
to: string, };

export type AuthorizationAnswered = { 
/**
 * The address, with a code for the app or an error.
 */
to: string, };

export type Avatar = { 
/**
 * Tag of the picture: another picture has another tag.
 */
tag: string, };

export type AvatarRemoval = { 
/**
 * The reason: 1 to 300 characters.
 */
reason: string, };

export type BadPair = { 
/**
 * The number of the pair in the request, starting with 0.
 */
pair: number, 
/**
 * The code of the reason.
 */
code: ErrorCode, 
/**
 * The reason, for people.
 */
detail: string, };

export type BanNotice = { 
/**
 * The ban that applies.
 */
sanction: OwnSanction, 
/**
 * The token for `POST /appeals`, valid for an hour. It gives no other access.
 */
appeal_token: string, };

export type BestWin = { 
/**
 * The game's id.
 */
game: string, 
/**
 * The game's mode.
 */
mode: Mode, 
/**
 * Live, by correspondence, or with bots.
 */
speed: Speed, 
/**
 * End of the game, in microseconds since the Unix epoch.
 */
at: number, 
/**
 * The opponent; of several, the one with the highest rating.
 */
opponent: User, 
/**
 * The opponent's rating before the game.
 */
rating: number, };

export type BlockList = { 
/**
 * The players, most recently blocked first.
 */
players: Array<User>, };

export type Board = { 
/**
 * The room and its players.
 */
room: RoomSummary, 
/**
 * The position line: `ROWS TURN CAPTURED QUIET PLY`.
 */
position: string, 
/**
 * The seat to move, while a game is in progress.
 */
turn: number | null, 
/**
 * The move that led to the position, in Aba-Pro notation, if any.
 */
last: string | null, 
/**
 * Ejected marbles, by team.
 */
captured: Array<number>, 
/**
 * The clocks at `at`.
 */
clocks: Clocks, 
/**
 * Time of the data, in microseconds since the Unix epoch.
 */
at: number, };

export type BoardsOf = { "kind": "lobby", 
/**
 * The lobby's name.
 */
lobby: string, } | { "kind": "modes", } | { "kind": "tournament", 
/**
 * The tournament's id.
 */
tournament: string, };

export type Bot = { 
/**
 * The user concerned.
 */
user: User, 
/**
 * The games that the bot accepts.
 */
accepts: BotAccepts, 
/**
 * Number of its games, including games that wait for players.
 */
games: number, 
/**
 * True if it is online.
 */
online: boolean, 
/**
 * Its author, in the bot's own words.
 */
author: string | null, 
/**
 * Number of its finished public games.
 */
played: number, 
/**
 * Its rating in games with bots, of the mode of the list.
 */
rating: PlayerRating | null, };

export type BotAccepts = { 
/**
 * The accepted modes; every mode when empty or left out.
 */
modes?: Array<Mode>, 
/**
 * The shortest permitted time of a player for a game of forty moves, in seconds; 0 when left out.
 */
shortest_s?: number, 
/**
 * The longest permitted time, in seconds; unlimited when left out.
 */
longest_s?: number, 
/**
 * True if the bot plays without a clock.
 */
untimed?: boolean, 
/**
 * True if the bot accepts rated games, for which it needs an account.
 */
rated?: boolean, 
/**
 * Maximum number of simultaneous games: 1 to 64; 8 when left out.
 */
games_at_once?: number, };

export type BotAuthor = { 
/**
 * The author, whom lists show; empty for none.
 */
author: string, };

export type BotList = { 
/**
 * The bots, the highest ratings first.
 */
bots: Array<Bot>, 
/**
 * The `cursor` of the next page; `null` on the last.
 */
next: string | null, };

export type BotSeat = { 
/**
 * The bot's id from `GET /api/v1/bots`.
 */
id: string, 
/**
 * The bot's seat; the first free seat when left out.
 */
seat?: number, };

export type BracketMatch = { 
/**
 * The number of the match, from 1, in the order of the rounds.
 */
number: number, 
/**
 * The round in which it is played.
 */
round: number, 
/**
 * The index of the match in its round, from 0: the `pairing` of its games.
 */
pairing: number, 
/**
 * The part of the bracket.
 */
part: BracketPart, 
/**
 * The two players.
 */
slots: Array<BracketSlot>, 
/**
 * The number of the winner; `null` while the match is not decided, or if neither player came.
 */
winner: number | null, 
/**
 * True if both players are known and the match is decided.
 */
over: boolean, 
/**
 * The numbers of its games, in order, without aborted games that were played again.
 */
games: Array<number>, };

export type BracketPart = "winners" | "third_place" | "losers" | "final" | "reset";

export type BracketSlot = { 
/**
 * The number of the participant; `null` if it is not known, or the place is free.
 */
participant: number | null, 
/**
 * True if no player ever takes this place: the other player has a bye.
 */
free: boolean, 
/**
 * The number of the match whose winner plays.
 */
winner_of?: number, 
/**
 * The number of the match whose loser plays.
 */
loser_of?: number, 
/**
 * Points of the player in the match.
 */
points: number, };

export type ByeKind = "full" | "half" | "absent" | "no_opponent";

export type Challenge = { 
/**
 * The challenge's id.
 */
id: string, 
/**
 * The challenging player.
 */
challenger: User, 
/**
 * The challenged player.
 */
challenged: User, 
/**
 * The id of the player who must answer; after a counter-offer, that is the challenger.
 */
answers: string, 
/**
 * Number of offers so far.
 */
round: number, 
/**
 * The current terms, including the layout's name.
 */
terms: Terms, 
/**
 * The status of the challenge.
 */
status: ChallengeStatus, 
/**
 * The reason for declining it.
 */
reason: DeclineReason | null, 
/**
 * The room of the game, if the challenge was accepted.
 */
room: string | null, 
/**
 * The pairing that has created it, if an organizer has paired the players.
 */
pairing?: ChallengePairing, 
/**
 * Creation time, in microseconds since the Unix epoch.
 */
created_at: number, 
/**
 * Expiry time without an answer, in microseconds since the Unix epoch.
 */
expires_at: number, };

export type ChallengeList = { 
/**
 * The challenges, newest first.
 */
challenges: Array<Challenge>, };

export type ChallengePairing = { 
/**
 * The id of the pairing.
 */
id: string, 
/**
 * The user who has paired the players.
 */
organizer: User, 
/**
 * The message to the players.
 */
message: string | null, };

export type ChallengeStatus = "open" | "accepted" | "declined" | "cancelled" | "expired";

export type ChatChannel = { "kind": "room", 
/**
 * The room's id.
 */
room: string, 
/**
 * The group that writes in this channel.
 */
audience: Audience, } | { "kind": "lobby", 
/**
 * The lobby's name.
 */
lobby: string, } | { "kind": "tournament", 
/**
 * The tournament's id.
 */
tournament: string, } | { "kind": "club", 
/**
 * The club's id.
 */
club: string, } | { "kind": "conversation", 
/**
 * The ids of the two accounts, in ascending order.
 */
users: [string, string], };

export type ChatLine = { 
/**
 * The line's id; ids increase with time.
 */
id: string, 
/**
 * Time of the line, in microseconds since the Unix epoch.
 */
at: number, 
/**
 * The author of the line.
 */
author: User, 
/**
 * The text, unless it is a preset.
 */
text?: string, 
/**
 * The preset, unless it is free text.
 */
preset?: Preset, };

export type Claim = "win" | "draw";

export type ClientMessage = { 
/**
 * At most [`MAX_COMMAND_ID_BYTES`](crate::MAX_COMMAND_ID_BYTES) long; returned in `ok` or `error`.
 */
id?: string, } & ({ "type": "authenticate", 
/**
 * A token from `POST /api/v1/guests`.
 */
token: string, } | { "type": "create_room" } & CreateRoom | { "type": "join", 
/**
 * The room's id.
 */
room: string, 
/**
 * The requested seat; the first free seat when left out.
 */
seat?: number, } | { "type": "leave", 
/**
 * The room's id.
 */
room: string, } | { "type": "add_computer", 
/**
 * The room's id.
 */
room: string, 
/**
 * Playing strength: 1 to 12.
 */
level: number, 
/**
 * The computer's seat; the first free seat when left out.
 */
seat?: number, } | { "type": "remove_computer", 
/**
 * The room's id.
 */
room: string, 
/**
 * The computer's seat.
 */
seat: number, } | { "type": "watch", 
/**
 * The room's id.
 */
room: string, 
/**
 * The last known `seq`. The server answers with the missing events, or with a snapshot if there are too many.
 */
since?: number, 
/**
 * True if snapshots and events should include the legal moves of the seat to move.
 */
legal?: boolean, } | { "type": "unwatch", 
/**
 * The room's id.
 */
room: string, } | { "type": "ready", 
/**
 * The room's id.
 */
room: string, 
/**
 * True if the caller is ready.
 */
ready: boolean, } | { "type": "play", 
/**
 * The room's id.
 */
room: string, 
/**
 * Plies played before this move: 0 for the first. Guards against a move meant for another position.
 */
ply: number, 
/**
 * The move in Aba-Pro notation: `a1b2`, `c6c7d6`.
 */
move: string, } | { "type": "set_conditional_moves", 
/**
 * The room's id.
 */
room: string, 
/**
 * Plies played before the lines start.
 */
ply: number, 
/**
 * The lines, in Aba-Pro notation. Each starts with a move of an opponent and ends with a move of the caller. An empty list removes
 * all.
 */
lines: Array<Array<string>>, } | { "type": "offer", 
/**
 * The room's id.
 */
room: string, 
/**
 * The kind of offer.
 */
what: Offer, } | { "type": "accept", 
/**
 * The room's id.
 */
room: string, 
/**
 * The kind of offer.
 */
what: Offer, } | { "type": "decline", 
/**
 * The room's id.
 */
room: string, 
/**
 * The kind of offer.
 */
what: Offer, } | { "type": "berserk", 
/**
 * The room's id.
 */
room: string, } | { "type": "resign", 
/**
 * The room's id.
 */
room: string, } | { "type": "abort", 
/**
 * The room's id.
 */
room: string, } | { "type": "claim", 
/**
 * The room's id.
 */
room: string, 
/**
 * The claimed result.
 */
result: Claim, } | { "type": "take_over", 
/**
 * The room's id.
 */
room: string, } | { "type": "seek" } & SeekRequest | { "type": "take_seek", 
/**
 * The seek's id from the lobby's list.
 */
seek: string, } | { "type": "cancel_seek", } | { "type": "chat", 
/**
 * The chat channel.
 */
channel: ChatChannel, 
/**
 * The text of the line.
 */
text?: string, 
/**
 * A preset, which every client shows in its own language.
 */
preset?: Preset, } | { "type": "subscribe", 
/**
 * The name of a lobby.
 */
lobby?: string, 
/**
 * True for the list of the user's games: the rooms in which the user has a seat.
 */
my_games?: boolean, 
/**
 * The id of a finished game that is being analysed.
 */
analysis?: string, 
/**
 * The id of a tournament.
 */
tournament?: string, 
/**
 * The source of live boards.
 */
boards?: BoardsOf, 
/**
 * The chat channel.
 */
chat?: ChatChannel, 
/**
 * For chats, the id of the last known line. The server answers with the later lines, or with all lines if the later ones may be
 * incomplete.
 */
since?: string, } | { "type": "unsubscribe", 
/**
 * The name of a lobby.
 */
lobby?: string, 
/**
 * True for the list of the user's games: the rooms in which the user has a seat.
 */
my_games?: boolean, 
/**
 * The id of a finished game that is being analysed.
 */
analysis?: string, 
/**
 * The id of a tournament.
 */
tournament?: string, 
/**
 * The source of live boards.
 */
boards?: BoardsOf, 
/**
 * The chat channel.
 */
chat?: ChatChannel, } | { "type": "follow_study", 
/**
 * The study's id.
 */
study: string, 
/**
 * The `seq` of the state that the client has read. If too many events are missing, the server sends `study` with `reset`.
 */
since: number, } | { "type": "unfollow_study", 
/**
 * The study's id.
 */
study: string, } | { "type": "point_in_study", 
/**
 * The study's id.
 */
study: string, 
/**
 * The chapter's number.
 */
chapter: number, 
/**
 * The node's number.
 */
node: number, } | { "type": "edit_study", 
/**
 * The study's id.
 */
study: string, 
/**
 * The requested edit.
 */
change: StudyEdit, } | { "type": "ping", 
/**
 * Any number; returned in `pong`.
 */
t: number, });

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
 * Time added after each move.
 */
increment_ms: number, } | { "kind": "bronstein", 
/**
 * Each player's time at the start.
 */
initial_ms: number, 
/**
 * Maximum time given back after a move.
 */
delay_ms: number, } | { "kind": "delay", 
/**
 * Each player's time at the start.
 */
initial_ms: number, 
/**
 * Free time of each turn.
 */
delay_ms: number, } | { "kind": "per_move", 
/**
 * Maximum time of a move.
 */
move_ms: number, } | { "kind": "per_game", 
/**
 * Maximum duration of the game.
 */
limit_ms: number, };

export type ClockCause = "stopping" | "continued" | "resumed";

export type Clocks = { 
/**
 * Time left by seat; `null` without a limit, and before a game.
 */
remaining_ms: Array<number> | null, 
/**
 * The seat whose clock runs; `null` if no clock runs.
 */
running: number | null, 
/**
 * Effective start of the running turn, in microseconds since the Unix epoch; `null` if no clock runs. Time that the server used
 * (storing the previous move, an outage) is excluded by shifting this moment.
 */
turn_began_at: number | null, 
/**
 * Free time of each turn before the clock starts to run (`delay`); 0 with every other time control.
 */
free_ms: number, 
/**
 * True if all seats share one clock (`per_game`): then every entry of `remaining_ms` decreases, regardless of the seat to move.
 */
shared: boolean, 
/**
 * Deadline of the running seat's first move, in microseconds since the Unix epoch; `null` if only the clock counts.
 */
first_move_by: number | null, };

export type ClubAnnounced = { 
/**
 * The announcement's id.
 */
announcement: string, };

export type ClubAnnouncement = { 
/**
 * The announcement's id.
 */
id: string, 
/**
 * The title of one line.
 */
title: string, 
/**
 * The text, which may have several lines.
 */
text: string, 
/**
 * The admin who wrote it.
 */
author: User, 
/**
 * Time of the announcement, in microseconds since the Unix epoch.
 */
at: number, };

export type ClubAnnouncementList = { 
/**
 * The announcements, newest first.
 */
announcements: Array<ClubAnnouncement>, };

export type ClubAnswer = { 
/**
 * True to accept, false to decline.
 */
accept: boolean, };

export type ClubBanList = { 
/**
 * The players, most recently banned first.
 */
players: Array<User>, };

export type ClubClosing = { 
/**
 * The reason: 1 to 300 characters.
 */
reason: string, };

export type ClubDetail = { 
/**
 * The club concerned.
 */
club: ClubSummary, 
/**
 * The caller's relation to it; `null` if anonymous.
 */
own: ClubStanding | null, };

export type ClubEdit = { 
/**
 * The new name.
 */
name?: string, 
/**
 * The new description; an empty one removes it.
 */
description?: string, 
/**
 * How players join from now on.
 */
joining?: ClubJoining, };

export type ClubJoined = { 
/**
 * True if the caller is a member; false if a request waits for an admin.
 */
member: boolean, };

export type ClubJoining = "open" | "request" | "invitation";

export type ClubLink = { 
/**
 * The link's id.
 */
id: string, 
/**
 * The name of the admin who made it.
 */
made_by: string, 
/**
 * Expiry time, in microseconds since the Unix epoch.
 */
expires_at: number, 
/**
 * Number of players who can still use it.
 */
uses_left: number, };

export type ClubLinkCreated = { 
/**
 * The code for `POST /clubs/{id}/join`. The page's address with the code is `/clubs/ID?code=CODE`.
 */
code: string, 
/**
 * The created link.
 */
link: ClubLink, };

export type ClubLinkList = { 
/**
 * The links, newest first.
 */
links: Array<ClubLink>, };

export type ClubMember = { 
/**
 * The player concerned.
 */
user: User, 
/**
 * The player's role.
 */
role: ClubRole, 
/**
 * Time at which they joined, in microseconds since the Unix epoch.
 */
joined_at: number, 
/**
 * The rating in live games of two players, if any.
 */
rating: PlayerRating | null, };

export type ClubMemberPage = { 
/**
 * The owner, then admins, then the others; each group by the time of joining.
 */
members: Array<ClubMember>, 
/**
 * The `cursor` of the next page; `null` on the last.
 */
next: string | null, };

export type ClubNotifications = { 
/**
 * True if announcements of the club notify the caller.
 */
announcements: boolean, };

export type ClubOffer = { 
/**
 * The member's id.
 */
user: string, };

export type ClubPage = { 
/**
 * The clubs: by name with a prefix, otherwise those with the most members first.
 */
clubs: Array<ClubSummary>, 
/**
 * The `cursor` of the next page; `null` on the last.
 */
next: string | null, };

export type ClubRequest = { 
/**
 * The player who wants to join.
 */
user: User, 
/**
 * Their message, which may be empty.
 */
words: string, 
/**
 * Time of the request, in microseconds since the Unix epoch.
 */
at: number, };

export type ClubRequestList = { 
/**
 * The requests, oldest first; without requests of players whom the caller blocks.
 */
requests: Array<ClubRequest>, };

export type ClubRewording = { 
/**
 * The new name.
 */
name?: string, 
/**
 * The new description; an empty one removes it.
 */
description?: string, 
/**
 * An announcement to delete.
 */
announcement?: string, 
/**
 * The reason: 1 to 300 characters.
 */
reason: string, };

export type ClubRole = "owner" | "admin" | "member";

export type ClubRoleChange = { 
/**
 * `admin` or `member`.
 */
role: ClubRole, };

export type ClubStanding = { 
/**
 * The caller's role; `null` if the caller is not a member.
 */
role: ClubRole | null, 
/**
 * True if the caller's request to join waits for an answer.
 */
requested: boolean, 
/**
 * True if the admins do not let the caller join.
 */
banned: boolean, 
/**
 * True if the owner offers the club to the caller.
 */
offered: boolean, 
/**
 * For admins, the number of requests that wait for an answer.
 */
requests: number, 
/**
 * True if the caller is a member who is notified of announcements.
 */
notified: boolean, };

export type ClubSummary = { 
/**
 * The club's id.
 */
id: string, 
/**
 * The club's name.
 */
name: string, 
/**
 * The description, which may be empty.
 */
description: string, 
/**
 * How players join.
 */
joining: ClubJoining, 
/**
 * Number of members, including the owner.
 */
members: number, 
/**
 * The owner of the club.
 */
owner: User, 
/**
 * Time of its creation, in microseconds since the Unix epoch.
 */
created_at: number, };

export type ClusterNode = { 
/**
 * The id: a new one for each start.
 */
id: string, 
/**
 * The name of its host.
 */
name: string, 
/**
 * The version of the software.
 */
version: string, 
/**
 * Start of the process, in microseconds since the Unix epoch.
 */
started_at: number, 
/**
 * True for the node that answers this request.
 */
this: boolean, 
/**
 * State of the node.
 */
state: NodeState, 
/**
 * Milliseconds since the last renewal of its lease. After 3,000, other nodes replace it.
 */
lease_age_ms: number, 
/**
 * Number of open sockets, and of rooms in memory; `null` if the node does not answer.
 */
load: NodeLoad | null, 
/**
 * Number of rooms that it owns, in a cluster.
 */
rooms_owned: number, 
/**
 * Number of tournaments that it owns, in a cluster.
 */
tournaments_owned: number, 
/**
 * Names of the duties that it has, in a cluster: tasks that one node does for all.
 */
duties: Array<string>, };

export type Color = "black" | "white" | "red" | "yellow";

export type ColorFormations = { 
/**
 * The colour concerned.
 */
color: Color, 
/**
 * The colour's team.
 */
team: number, 
/**
 * Marbles without a neighbour of their colour.
 */
singles: Array<string>, 
/**
 * Pairs of neighbours.
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
 * Groups of four or more neighbours.
 */
multiples: Array<Array<string>>, 
/**
 * Groups of nine in three adjacent parallel rows of three.
 */
blocks: Array<Array<string>>, 
/**
 * Marbles with opposing marbles on all sides.
 */
dets: Array<string>, 
/**
 * Marbles that an opponent could eject by a legal move if it were that opponent's turn.
 */
in_danger: Array<string>, };

export type Command = { "type": "authenticate", 
/**
 * A token from `POST /api/v1/guests`.
 */
token: string, } | { "type": "create_room" } & CreateRoom | { "type": "join", 
/**
 * The room's id.
 */
room: string, 
/**
 * The requested seat; the first free seat when left out.
 */
seat?: number, } | { "type": "leave", 
/**
 * The room's id.
 */
room: string, } | { "type": "add_computer", 
/**
 * The room's id.
 */
room: string, 
/**
 * Playing strength: 1 to 12.
 */
level: number, 
/**
 * The computer's seat; the first free seat when left out.
 */
seat?: number, } | { "type": "remove_computer", 
/**
 * The room's id.
 */
room: string, 
/**
 * The computer's seat.
 */
seat: number, } | { "type": "watch", 
/**
 * The room's id.
 */
room: string, 
/**
 * The last known `seq`. The server answers with the missing events, or with a snapshot if there are too many.
 */
since?: number, 
/**
 * True if snapshots and events should include the legal moves of the seat to move.
 */
legal?: boolean, } | { "type": "unwatch", 
/**
 * The room's id.
 */
room: string, } | { "type": "ready", 
/**
 * The room's id.
 */
room: string, 
/**
 * True if the caller is ready.
 */
ready: boolean, } | { "type": "play", 
/**
 * The room's id.
 */
room: string, 
/**
 * Plies played before this move: 0 for the first. Guards against a move meant for another position.
 */
ply: number, 
/**
 * The move in Aba-Pro notation: `a1b2`, `c6c7d6`.
 */
move: string, } | { "type": "set_conditional_moves", 
/**
 * The room's id.
 */
room: string, 
/**
 * Plies played before the lines start.
 */
ply: number, 
/**
 * The lines, in Aba-Pro notation. Each starts with a move of an opponent and ends with a move of the caller. An empty list removes
 * all.
 */
lines: Array<Array<string>>, } | { "type": "offer", 
/**
 * The room's id.
 */
room: string, 
/**
 * The kind of offer.
 */
what: Offer, } | { "type": "accept", 
/**
 * The room's id.
 */
room: string, 
/**
 * The kind of offer.
 */
what: Offer, } | { "type": "decline", 
/**
 * The room's id.
 */
room: string, 
/**
 * The kind of offer.
 */
what: Offer, } | { "type": "berserk", 
/**
 * The room's id.
 */
room: string, } | { "type": "resign", 
/**
 * The room's id.
 */
room: string, } | { "type": "abort", 
/**
 * The room's id.
 */
room: string, } | { "type": "claim", 
/**
 * The room's id.
 */
room: string, 
/**
 * The claimed result.
 */
result: Claim, } | { "type": "take_over", 
/**
 * The room's id.
 */
room: string, } | { "type": "seek" } & SeekRequest | { "type": "take_seek", 
/**
 * The seek's id from the lobby's list.
 */
seek: string, } | { "type": "cancel_seek", } | { "type": "chat", 
/**
 * The chat channel.
 */
channel: ChatChannel, 
/**
 * The text of the line.
 */
text?: string, 
/**
 * A preset, which every client shows in its own language.
 */
preset?: Preset, } | { "type": "subscribe", 
/**
 * The name of a lobby.
 */
lobby?: string, 
/**
 * True for the list of the user's games: the rooms in which the user has a seat.
 */
my_games?: boolean, 
/**
 * The id of a finished game that is being analysed.
 */
analysis?: string, 
/**
 * The id of a tournament.
 */
tournament?: string, 
/**
 * The source of live boards.
 */
boards?: BoardsOf, 
/**
 * The chat channel.
 */
chat?: ChatChannel, 
/**
 * For chats, the id of the last known line. The server answers with the later lines, or with all lines if the later ones may be
 * incomplete.
 */
since?: string, } | { "type": "unsubscribe", 
/**
 * The name of a lobby.
 */
lobby?: string, 
/**
 * True for the list of the user's games: the rooms in which the user has a seat.
 */
my_games?: boolean, 
/**
 * The id of a finished game that is being analysed.
 */
analysis?: string, 
/**
 * The id of a tournament.
 */
tournament?: string, 
/**
 * The source of live boards.
 */
boards?: BoardsOf, 
/**
 * The chat channel.
 */
chat?: ChatChannel, } | { "type": "follow_study", 
/**
 * The study's id.
 */
study: string, 
/**
 * The `seq` of the state that the client has read. If too many events are missing, the server sends `study` with `reset`.
 */
since: number, } | { "type": "unfollow_study", 
/**
 * The study's id.
 */
study: string, } | { "type": "point_in_study", 
/**
 * The study's id.
 */
study: string, 
/**
 * The chapter's number.
 */
chapter: number, 
/**
 * The node's number.
 */
node: number, } | { "type": "edit_study", 
/**
 * The study's id.
 */
study: string, 
/**
 * The requested edit.
 */
change: StudyEdit, } | { "type": "ping", 
/**
 * Any number; returned in `pong`.
 */
t: number, };

export type ComparedPlayer = { 
/**
 * The player concerned.
 */
user: User, 
/**
 * The ratings by mode and speed, for pools with rated games.
 */
ratings: Array<PlayerRating>, };

export type Comparison = { 
/**
 * The player of the path.
 */
one: ComparedPlayer, 
/**
 * The other player.
 */
other: ComparedPlayer, 
/**
 * The results of their games against each other by mode, from the view of `one`. Private games are included only for the two.
 */
games: Array<ModeCounts>, };

export type ComputerSeat = { 
/**
 * Playing strength: 1 to 12.
 */
level: number, 
/**
 * The computer's seat; the first free seat when left out.
 */
seat?: number, };

export type Contact = { 
/**
 * The team that faces in `direction`; in a sumito, the superior one.
 */
team: number, 
/**
 * The direction from that team to the other.
 */
direction: Direction, 
/**
 * The team's marbles that count, one to three, in `direction`: the last of them touches the first opposing marble.
 */
own: Array<string>, 
/**
 * The opposing marbles that count, in `direction`.
 */
opposing: Array<string>, 
/**
 * True if a free cell or the edge lies behind the opposing marbles, so that they could be pushed.
 */
open: boolean, };

export type Conversation = { 
/**
 * The other account.
 */
partner: User, 
/**
 * The last line.
 */
line: ChatLine, 
/**
 * Number of the partner's lines that the caller has not read; 100 means 100 or more.
 */
unread: number, };

export type ConversationLines = { 
/**
 * The other account.
 */
partner: User, 
/**
 * The lines, newest first.
 */
lines: Array<ChatLine>, 
/**
 * True if the two can write to each other: they follow each other, and neither blocks the other.
 */
writable: boolean, 
/**
 * The last line that the caller has read; `null` if there is none.
 */
read: string | null, 
/**
 * The `cursor` of the next page; `null` on the last.
 */
next: string | null, };

export type ConversationPage = { 
/**
 * The conversations, the one with the latest line first.
 */
conversations: Array<Conversation>, 
/**
 * Number of all conversations with unread lines; 100 means 100 or more.
 */
unread: number, 
/**
 * The `cursor` of the next page; `null` on the last.
 */
next: string | null, };

export type Count = { 
/**
 * The counted thing: a status, a queue, an error code.
 */
of: string, 
/**
 * The number of items.
 */
count: number, };

export type CounterOffer = { 
/**
 * The `round` of the offer that this answers.
 */
round: number, 
/**
 * The new terms. `seat` is still the seat of the original challenger.
 */
terms: Terms, };

export type CreateAccount = { 
/**
 * The name: 3 to 20 letters and digits, with single `-`, `_` or `.` between them. Names that look alike count as the same.
 */
name: string, 
/**
 * The password: 8 to 128 characters.
 */
password: string, 
/**
 * The code of a registration link, where registration is by invitation.
 */
code?: string, 
/**
 * True if the user accepts the terms of use. Required where the site has terms.
 */
accepts_terms?: boolean, };

export type CreateAccounts = { 
/**
 * The accounts: 1 to 300.
 */
accounts: Array<NewAccount>, 
/**
 * Language of the emails with which users get their codes; left out: no emails are sent.
 */
mail?: Language, };

export type CreateApp = { 
/**
 * The name for users: 1 to 40 characters.
 */
name: string, 
/**
 * The addresses to which the server may send a user back: `https`, `http://127.0.0.1`, `http://[::1]`, or a private scheme such as
 * `org.example.app:`. An app of devices only needs none.
 */
redirect_uris: Array<string>, };

export type CreateAppeal = { 
/**
 * `appeal_token` of the rejected login; left out for a mute.
 */
token?: string, 
/**
 * The user's reasons: plain text of 1 to 1,000 characters without links.
 */
words: string, };

export type CreateClub = { 
/**
 * The name: 3 to 30 characters. No two clubs have names that look alike.
 */
name: string, 
/**
 * The description: plain text of at most 1,000 characters without links.
 */
description?: string, 
/**
 * How players join; `open` when left out.
 */
joining?: ClubJoining, };

export type CreateClubLink = { 
/**
 * Number of players who can use it: 1 to 1,000; 10 when left out.
 */
uses?: number, 
/**
 * Number of days for which it is valid: 1 to 90; 7 when left out.
 */
days?: number, };

export type CreateModerationNote = { 
/**
 * The text: 1 to 1,000 characters, several lines.
 */
words: string, };

export type CreateRegistrationLink = { 
/**
 * Number of accounts that can be created with it: 1 to 1,000; 1 when left out.
 */
uses?: number, 
/**
 * Number of days for which it is valid: 1 to 90; 14 when left out.
 */
days?: number, };

export type CreateRoom = { 
/**
 * The game's mode.
 */
mode?: Mode, 
/**
 * The start layout's name; the mode's default layout when left out.
 */
layout?: string, 
/**
 * The line of the position from which the games start, in place of `layout`: `ROWS TURN CAPTURED QUIET PLY`. Only for unrated games.
 */
start_position?: string, 
/**
 * True if a coach helps the only person in the room: hints, and a warning after a mistake. Only for unrated games against computers.
 */
coach?: boolean, 
/**
 * The time control; ten minutes for each player when left out.
 */
clock?: Clock, 
/**
 * True if the result counts for ratings.
 */
rated?: boolean, 
/**
 * The room's visibility.
 */
visibility?: Visibility, 
/**
 * The room's lobby; `main` when left out.
 */
lobby?: string, 
/**
 * True if all players must declare readiness before a game starts.
 */
ready?: boolean, 
/**
 * True if the clock of a player on vacation is stopped. Only with more than ten minutes for a move.
 */
vacations?: boolean, 
/**
 * Delay for spectators in seconds: 0 to 600.
 */
spectator_delay_s?: number, 
/**
 * The creator's seat; when left out, the first seat that is not assigned to a computer or bot.
 */
seat?: number, 
/**
 * Computer players to seat immediately. If no other player is missing, the game starts with the room.
 */
computers?: Array<ComputerSeat>, 
/**
 * Bots to seat immediately, if they accept such a game. If no other player is missing, the game starts with the room.
 */
bots?: Array<BotSeat>, };

export type CreateSanction = { 
/**
 * The id of the user.
 */
user: string, 
/**
 * The kind of the sanction.
 */
kind: SanctionKind, 
/**
 * True if the ban also covers the networks in which the user's sessions started. Only valid for bans.
 */
networks?: boolean, 
/**
 * Duration in days: 1 to 3650; unlimited when left out.
 */
days?: number, 
/**
 * The reason, shown to the user: 1 to 300 characters.
 */
reason: string, };

export type CreateToken = { 
/**
 * A label for recognition: 1 to 60 characters, no control characters.
 */
label: string, 
/**
 * The permissions of the token: at least one.
 */
scopes: Array<Scope>, 
/**
 * Lifetime in days: 1 to 366, unless the server is configured otherwise.
 */
days: number, };

export type CreateTournament = { 
/**
 * The tournament's settings.
 */
settings: TournamentSettings, 
/**
 * The password for entry, if `entry.admission` is `password`: 1 to 128 characters.
 */
password?: string, 
/**
 * The club to which it belongs, forever: only members of the club can enter. The creator must be its owner or an admin.
 */
club?: string, };

export type CreateWebhook = { 
/**
 * The receiver's address: `https`, at the usual port, in the public network.
 */
url: string, 
/**
 * The events to receive: at least one.
 */
events: Array<WebhookEvent>, 
/**
 * An app of the caller: the webhook receives the events of all users who have given the app the scope `webhooks`. The caller's own
 * events when left out.
 */
app?: string, };

export type DailyPuzzle = { 
/**
 * The day (UTC): `2026-12-31`.
 */
day: string, 
/**
 * The puzzle of that day.
 */
puzzle: Puzzle, };

export type Decline = { 
/**
 * The `round` of the declined offer.
 */
round: number, 
/**
 * The reason, shown to the other player.
 */
reason?: DeclineReason, };

export type DeclineReason = "later" | "too_fast" | "too_slow" | "unrated" | "rated" | "different" | "only_bots" | "no_bots";

export type DeviceCodes = { 
/**
 * The secret with which the device asks for its token.
 */
device_code: string, 
/**
 * The code that the user types.
 */
user_code: string, 
/**
 * The page on which the user types it.
 */
verification_uri: string, 
/**
 * The same page with the code, for a QR code.
 */
verification_uri_complete: string, 
/**
 * Validity of the codes in seconds.
 */
expires_in: number, 
/**
 * Minimum time between two requests for the token, in seconds.
 */
interval: number, };

export type DeviceForm = { 
/**
 * The app's id.
 */
client_id: string, 
/**
 * The permissions, separated by spaces; `read` if omitted.
 */
scope?: string, };

export type Direction = "east" | "north_east" | "north_west" | "west" | "south_west" | "south_east";

export type ErrorCode = "bad_json" | "bad_message" | "unsupported_media_type" | "too_large" | "rate_limited" | "unauthenticated" | "bad_token" | "forbidden" | "missing_scope" | "needs_account" | "registration_closed" | "invitation_needed" | "terms_not_accepted" | "no_guests" | "has_account" | "bad_name" | "name_taken" | "bad_address" | "bad_password" | "wrong_password" | "wrong_code" | "second_factor_needed" | "banned" | "muted" | "key_reused" | "key_pending" | "repeated" | "not_friends" | "no_such_session" | "cooldown" | "not_found" | "method_not_allowed" | "no_such_room" | "no_such_challenge" | "challenge_over" | "no_such_lobby" | "no_such_seek" | "no_such_player" | "bad_words" | "no_such_app" | "no_such_device" | "no_such_webhook" | "no_such_club" | "no_such_puzzle" | "no_such_study" | "no_such_node" | "no_such_game" | "no_analysis" | "bad_pairs" | "bad_trf" | "out_of_range" | "bad_authorization" | "bad_cursor" | "no_such_bot" | "not_accepted" | "bad_layout" | "bad_position" | "unsupported" | "room_full" | "seat_taken" | "no_computer" | "already_seated" | "not_seated" | "not_playing" | "already_started" | "still_playing" | "out" | "not_in_control" | "not_your_turn" | "stale_ply" | "time_over" | "bad_move" | "bad_line" | "illegal_move" | "in_tournament" | "no_such_tournament" | "needs_clock" | "tournament_full" | "not_eligible" | "members_only" | "not_registered" | "already_registered" | "outdated" | "not_now" | "too_late" | "no_offer" | "offer_repeated" | "nothing_to_take_back" | "nobody_away" | "too_many" | "storage_full" | "position_in_play" | "unavailable" | "draining" | "busy" | "internal";

export type Event = { 
/**
 * The room's id.
 */
room: string, 
/**
 * The event's number.
 */
seq: number, 
/**
 * Time of the event, in microseconds since the Unix epoch.
 */
at: number, } & ({ "kind": "created", 
/**
 * The game's mode.
 */
mode: Mode, 
/**
 * The name of the start layout.
 */
layout: string, 
/**
 * The line of the position from which the games start instead of the layout. Left out for games from the layout.
 */
start_position?: string, 
/**
 * True if a coach helps the only person in the room. Left out if false.
 */
coach?: boolean, 
/**
 * The time control.
 */
clock: Clock, 
/**
 * True if the result counts for ratings.
 */
rated: boolean, 
/**
 * The room's visibility.
 */
visibility: Visibility, 
/**
 * The room's lobby.
 */
lobby: string, 
/**
 * True if all players must declare readiness before a game starts.
 */
ready: boolean, 
/**
 * True if the clock of a player on vacation is stopped. Left out if false.
 */
vacations?: boolean, 
/**
 * Delay for spectators in seconds.
 */
spectator_delay_s: number, 
/**
 * The tournament of the room's only game. Left out if there is none.
 */
tournament?: string, 
/**
 * True if a player may go berserk before their first move. Left out if false.
 */
can_go_berserk?: boolean, } | { "kind": "seated", 
/**
 * The taken seat.
 */
seat: number, 
/**
 * The player on it.
 */
player: User, } | { "kind": "left", 
/**
 * The vacated seat.
 */
seat: number, 
/**
 * The room's new status: `closed` if no player is left.
 */
status: Status, } | { "kind": "ready", 
/**
 * The player's seat.
 */
seat: number, 
/**
 * True if the player is ready.
 */
ready: boolean, } | { "kind": "started", 
/**
 * The game's id, under which the REST interface has it after its end.
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
 * The seat to move.
 */
turn: number, 
/**
 * The clocks at the start.
 */
clocks: Clocks, 
/**
 * The legal moves of that seat, if requested.
 */
legal?: Array<string>, } | { "kind": "berserk", 
/**
 * The berserk seat.
 */
seat: number, 
/**
 * The clocks after it.
 */
clocks: Clocks, } | { "kind": "time_added", 
/**
 * The seat with more time.
 */
seat: number, 
/**
 * The added time.
 */
added_ms: number, 
/**
 * The clocks after it.
 */
clocks: Clocks, } | { "kind": "moved", 
/**
 * The moving seat.
 */
seat: number, 
/**
 * Number of plies including this one.
 */
ply: number, 
/**
 * The move in Aba-Pro notation.
 */
move: string, 
/**
 * The colour of the ejected marble, if any.
 */
ejected: Color | null, 
/**
 * The position line after it.
 */
position: string, 
/**
 * Ejected marbles, by team.
 */
captured: Array<number>, 
/**
 * The seat to move next. A `finished` event may follow.
 */
turn: number | null, 
/**
 * The clocks after it.
 */
clocks: Clocks, 
/**
 * Effect of the move on its player's clock.
 */
time: MoveTiming | null, 
/**
 * The legal moves of that seat, if requested.
 */
legal?: Array<string>, } | { "kind": "offered", 
/**
 * The offering or agreeing seat.
 */
seat: number, 
/**
 * The kind of offer.
 */
what: Offer, } | { "kind": "declined", 
/**
 * The declining seat.
 */
seat: number, 
/**
 * The kind of offer.
 */
what: Offer, } | { "kind": "taken_back", 
/**
 * Number of plies left.
 */
ply: number, 
/**
 * The position line after it.
 */
position: string, 
/**
 * Ejected marbles, by team.
 */
captured: Array<number>, 
/**
 * The seat to move next.
 */
turn: number | null, 
/**
 * The clocks after it.
 */
clocks: Clocks, 
/**
 * The legal moves of that seat, if requested.
 */
legal?: Array<string>, } | { "kind": "eliminated", 
/**
 * The eliminated seat.
 */
seat: number, 
/**
 * The reason for the loss.
 */
reason: Reason, 
/**
 * The position line after it; the turn may have passed to the next seat.
 */
position: string, 
/**
 * The seat to move next; `null` if the game is over.
 */
turn: number | null, 
/**
 * The clocks after it.
 */
clocks: Clocks, 
/**
 * The legal moves of that seat, if requested.
 */
legal?: Array<string>, } | { "kind": "finished", 
/**
 * The result of the game.
 */
result: GameResult, 
/**
 * The game's id, under which the REST interface has it from now on.
 */
game: string, 
/**
 * The stopped clocks.
 */
clocks: Clocks, });

export type EventKind = { "kind": "created", 
/**
 * The game's mode.
 */
mode: Mode, 
/**
 * The name of the start layout.
 */
layout: string, 
/**
 * The line of the position from which the games start instead of the layout. Left out for games from the layout.
 */
start_position?: string, 
/**
 * True if a coach helps the only person in the room. Left out if false.
 */
coach?: boolean, 
/**
 * The time control.
 */
clock: Clock, 
/**
 * True if the result counts for ratings.
 */
rated: boolean, 
/**
 * The room's visibility.
 */
visibility: Visibility, 
/**
 * The room's lobby.
 */
lobby: string, 
/**
 * True if all players must declare readiness before a game starts.
 */
ready: boolean, 
/**
 * True if the clock of a player on vacation is stopped. Left out if false.
 */
vacations?: boolean, 
/**
 * Delay for spectators in seconds.
 */
spectator_delay_s: number, 
/**
 * The tournament of the room's only game. Left out if there is none.
 */
tournament?: string, 
/**
 * True if a player may go berserk before their first move. Left out if false.
 */
can_go_berserk?: boolean, } | { "kind": "seated", 
/**
 * The taken seat.
 */
seat: number, 
/**
 * The player on it.
 */
player: User, } | { "kind": "left", 
/**
 * The vacated seat.
 */
seat: number, 
/**
 * The room's new status: `closed` if no player is left.
 */
status: Status, } | { "kind": "ready", 
/**
 * The player's seat.
 */
seat: number, 
/**
 * True if the player is ready.
 */
ready: boolean, } | { "kind": "started", 
/**
 * The game's id, under which the REST interface has it after its end.
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
 * The seat to move.
 */
turn: number, 
/**
 * The clocks at the start.
 */
clocks: Clocks, 
/**
 * The legal moves of that seat, if requested.
 */
legal?: Array<string>, } | { "kind": "berserk", 
/**
 * The berserk seat.
 */
seat: number, 
/**
 * The clocks after it.
 */
clocks: Clocks, } | { "kind": "time_added", 
/**
 * The seat with more time.
 */
seat: number, 
/**
 * The added time.
 */
added_ms: number, 
/**
 * The clocks after it.
 */
clocks: Clocks, } | { "kind": "moved", 
/**
 * The moving seat.
 */
seat: number, 
/**
 * Number of plies including this one.
 */
ply: number, 
/**
 * The move in Aba-Pro notation.
 */
move: string, 
/**
 * The colour of the ejected marble, if any.
 */
ejected: Color | null, 
/**
 * The position line after it.
 */
position: string, 
/**
 * Ejected marbles, by team.
 */
captured: Array<number>, 
/**
 * The seat to move next. A `finished` event may follow.
 */
turn: number | null, 
/**
 * The clocks after it.
 */
clocks: Clocks, 
/**
 * Effect of the move on its player's clock.
 */
time: MoveTiming | null, 
/**
 * The legal moves of that seat, if requested.
 */
legal?: Array<string>, } | { "kind": "offered", 
/**
 * The offering or agreeing seat.
 */
seat: number, 
/**
 * The kind of offer.
 */
what: Offer, } | { "kind": "declined", 
/**
 * The declining seat.
 */
seat: number, 
/**
 * The kind of offer.
 */
what: Offer, } | { "kind": "taken_back", 
/**
 * Number of plies left.
 */
ply: number, 
/**
 * The position line after it.
 */
position: string, 
/**
 * Ejected marbles, by team.
 */
captured: Array<number>, 
/**
 * The seat to move next.
 */
turn: number | null, 
/**
 * The clocks after it.
 */
clocks: Clocks, 
/**
 * The legal moves of that seat, if requested.
 */
legal?: Array<string>, } | { "kind": "eliminated", 
/**
 * The eliminated seat.
 */
seat: number, 
/**
 * The reason for the loss.
 */
reason: Reason, 
/**
 * The position line after it; the turn may have passed to the next seat.
 */
position: string, 
/**
 * The seat to move next; `null` if the game is over.
 */
turn: number | null, 
/**
 * The clocks after it.
 */
clocks: Clocks, 
/**
 * The legal moves of that seat, if requested.
 */
legal?: Array<string>, } | { "kind": "finished", 
/**
 * The result of the game.
 */
result: GameResult, 
/**
 * The game's id, under which the REST interface has it from now on.
 */
game: string, 
/**
 * The stopped clocks.
 */
clocks: Clocks, };

export type Evidence = { "kind": "farming", 
/**
 * Number of their games.
 */
games: number, 
/**
 * Number of games in which each account gained, in the order of `users`.
 */
gained: Array<number>, 
/**
 * Average number of plies of a game.
 */
plies: number, 
/**
 * True if sessions of both were started from the same network.
 */
same_network: boolean, 
/**
 * The last five games, newest first.
 */
latest: Array<string>, } | { "kind": "sandbagging", 
/**
 * Mode of the games.
 */
mode: Mode, 
/**
 * Speed of the games.
 */
speed: Speed, 
/**
 * Number of losses within fewer than twenty plies.
 */
losses: number, 
/**
 * Rating before the first of them.
 */
highest: number, 
/**
 * Rating after the last of them.
 */
lowest: number, 
/**
 * Number of later games against opponents below the rating before.
 */
games: number, 
/**
 * Number of these games that the player has won.
 */
won: number, 
/**
 * The last five quick losses, newest first.
 */
latest: Array<string>, } | { "kind": "engine", 
/**
 * The games, newest first.
 */
games: Array<string>, 
/**
 * Easy moves: a search of a thousand positions prefers the same move as the analysis.
 */
plain: MoveGroup, 
/**
 * Hard moves, which a short search does not find.
 */
hard: MoveGroup, };

export type ExplorerMove = { 
/**
 * The move in Aba-Pro notation.
 */
move: string, 
/**
 * The strength of the players.
 */
band: RatingBand, 
/**
 * Number of games in which it was played here.
 */
games: number, 
/**
 * Of these, won by the mover, alone or with the team.
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

export type ExplorerResult = { 
/**
 * The position line.
 */
position: string, 
/**
 * Number of plies from the start that are counted; later positions have no moves.
 */
plies: number, 
/**
 * The moves, most frequent first.
 */
moves: Array<ExplorerMove>, };

export type ExportedGame = { 
/**
 * The moves in Aba-Pro notation, in order.
 */
moves: Array<string>, 
/**
 * Effect of each move on its player's clock.
 */
ledger: Array<MoveTiming>, 
/**
 * Its unique id.
 */
id: string, 
/**
 * The game's mode.
 */
mode: Mode, 
/**
 * The name of the start layout.
 */
layout: string, 
/**
 * The line of the position from which the game starts instead of the layout. Left out for a game from the layout.
 */
start_position?: string, 
/**
 * True if a coach helped the player. Left out if false.
 */
coach?: boolean, 
/**
 * True if it counted for ratings.
 */
rated: boolean, 
/**
 * The tournament of the game. Left out if there was none.
 */
tournament?: string, 
/**
 * The time control.
 */
clock: Clock, 
/**
 * The players, by seat.
 */
players: Array<User>, 
/**
 * Start time, in microseconds since the Unix epoch.
 */
started_at: number, 
/**
 * End time, in microseconds since the Unix epoch.
 */
finished_at: number, 
/**
 * The result of the game.
 */
result: GameResult, 
/**
 * Number of moves played.
 */
plies: number, 
/**
 * The final position line.
 */
final_position: string, };

export type Face = { 
/**
 * Id of the player.
 */
user: string, 
/**
 * The country, as a code of ISO 3166-1 with two letters; left out if the player shows none.
 */
country?: string, 
/**
 * Tag of the player's picture; left out without a picture.
 */
avatar?: string, };

export type FaceList = { 
/**
 * The faces, without players who show nothing.
 */
faces: Array<Face>, };

export type FieldFault = { 
/**
 * The place of the value in the body: a JSON Pointer (RFC 6901), such as `/clock/initial_ms`.
 */
pointer: string, 
/**
 * The fault and the remedy, for people.
 */
detail: string, };

export type FilePart = "results" | "dates" | "system" | "initial_color";

export type FilePlayer = { 
/**
 * The number of the line, from 1.
 */
line: number, 
/**
 * The player's name in the file.
 */
name: string, 
/**
 * The player's title in the file.
 */
title?: string, 
/**
 * The player's rating in the file. It has no effect on the tournament.
 */
rating?: number, 
/**
 * The player's federation in the file.
 */
federation?: string, 
/**
 * The player's FIDE id in the file.
 */
fide_id?: string, };

export type FollowCounts = { 
/**
 * Number of players whom the player follows.
 */
following: number, 
/**
 * Number of players who follow the player; at most 1,000 are counted.
 */
followers: number, 
/**
 * Number of players for whom both are true.
 */
friends: number, };

export type FollowList = { 
/**
 * Online players first, then by name.
 */
players: Array<PlayerPresence>, };

export type Follower = { 
/**
 * The player concerned.
 */
user: User, 
/**
 * Time since when they follow the caller, in microseconds since the Unix epoch.
 */
since: number, 
/**
 * True if the caller follows them, too: the two are friends.
 */
friend: boolean, };

export type FollowerList = { 
/**
 * The players, the latest first.
 */
players: Array<Follower>, 
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
 * Effect of each move on its player's clock.
 */
ledger: Array<MoveTiming>, 
/**
 * Rating changes by seat; left out if the game was unrated, aborted or too short, or ended only a moment ago.
 */
ratings?: Array<RatingChange>, 
/**
 * The reason why a rated game changes no ratings; left out if it changes them.
 */
unrated?: Unrated, 
/**
 * True if the operator imported the game. Left out otherwise.
 */
imported?: boolean, 
/**
 * With `positions=true`: the position lines after 0, 1, 2, … moves. A skipped seat is skipped when the next move is made.
 */
positions?: Array<string>, 
/**
 * Its unique id.
 */
id: string, 
/**
 * The game's mode.
 */
mode: Mode, 
/**
 * The name of the start layout.
 */
layout: string, 
/**
 * The line of the position from which the game starts instead of the layout. Left out for a game from the layout.
 */
start_position?: string, 
/**
 * True if a coach helped the player. Left out if false.
 */
coach?: boolean, 
/**
 * True if it counted for ratings.
 */
rated: boolean, 
/**
 * The tournament of the game. Left out if there was none.
 */
tournament?: string, 
/**
 * The time control.
 */
clock: Clock, 
/**
 * The players, by seat.
 */
players: Array<User>, 
/**
 * Start time, in microseconds since the Unix epoch.
 */
started_at: number, 
/**
 * End time, in microseconds since the Unix epoch.
 */
finished_at: number, 
/**
 * The result of the game.
 */
result: GameResult, 
/**
 * Number of moves played.
 */
plies: number, 
/**
 * The final position line.
 */
final_position: string, };

export type GameFormat = "text" | "apgn" | "playstrategy";

export type GameList = { 
/**
 * The games, in the order of the ids, without games that the caller may not read.
 */
games: Array<GameSummary>, };

export type GameNote = { 
/**
 * The text; empty without a note.
 */
text: string, 
/**
 * Time of the last change, in microseconds since the Unix epoch; `null` without a note.
 */
changed_at: number | null, };

export type GamePage = { 
/**
 * The games, newest first.
 */
games: Array<GameSummary>, 
/**
 * The `cursor` of the next page; `null` on the last.
 */
next: string | null, };

export type GameReceipt = { 
/**
 * The game's id.
 */
id: string, 
/**
 * The room in which it was played.
 */
room: string, 
/**
 * The game's mode.
 */
mode: Mode, 
/**
 * The name of the start layout.
 */
layout: string, 
/**
 * The line of the position from which the game starts instead of the layout. Left out for a game from the layout.
 */
start_position?: string, 
/**
 * True if a coach helped the player. Left out if false.
 */
coach?: boolean, 
/**
 * True if it counted for ratings.
 */
rated: boolean, 
/**
 * The tournament of the game. Left out if there was none.
 */
tournament?: string, 
/**
 * The time control.
 */
clock: Clock, 
/**
 * The ids of the players, by seat.
 */
players: Array<string>, 
/**
 * Start time, in microseconds since the Unix epoch.
 */
started_at: number, 
/**
 * End time, in microseconds since the Unix epoch.
 */
finished_at: number, 
/**
 * The result of the game.
 */
result: GameResult, 
/**
 * The final position line.
 */
final_position: string, 
/**
 * The moves in Aba-Pro notation, in order.
 */
moves: Array<string>, 
/**
 * Effect of each move on its player's clock.
 */
ledger: Array<MoveTiming>, 
/**
 * Rating changes by seat; left out if the game changed none.
 */
ratings?: Array<RatingChange>, 
/**
 * The event of the room that ended the game.
 */
last_event: ReceiptEvent, };

export type GameResult = { 
/**
 * The seats that won; empty for a draw or an aborted game.
 */
winners: Array<number>, 
/**
 * The reason for the end.
 */
reason: Reason, 
/**
 * Ejected marbles, by team.
 */
score: Array<number>, };

export type GameScore = "won" | "drawn" | "lost";

export type GameSignals = { 
/**
 * True if the game is analysed; otherwise only the times are known.
 */
analysed: boolean, 
/**
 * The players' signals, by seat.
 */
players: Array<PlayerSignals>, };

export type GameSummary = { 
/**
 * Its unique id.
 */
id: string, 
/**
 * The game's mode.
 */
mode: Mode, 
/**
 * The name of the start layout.
 */
layout: string, 
/**
 * The line of the position from which the game starts instead of the layout. Left out for a game from the layout.
 */
start_position?: string, 
/**
 * True if a coach helped the player. Left out if false.
 */
coach?: boolean, 
/**
 * True if it counted for ratings.
 */
rated: boolean, 
/**
 * The tournament of the game. Left out if there was none.
 */
tournament?: string, 
/**
 * The time control.
 */
clock: Clock, 
/**
 * The players, by seat.
 */
players: Array<User>, 
/**
 * Start time, in microseconds since the Unix epoch.
 */
started_at: number, 
/**
 * End time, in microseconds since the Unix epoch.
 */
finished_at: number, 
/**
 * The result of the game.
 */
result: GameResult, 
/**
 * Number of moves played.
 */
plies: number, 
/**
 * The final position line.
 */
final_position: string, };

export type GuestCreated = { 
/**
 * The authentication token: `Authorization: Bearer TOKEN`. Also set as a cookie. `null` if the browser's cookie authenticates already.
 */
token: string | null, 
/**
 * The guest user.
 */
user: User, };

export type ImportTournament = { 
/**
 * The text of the file, FIDE's TRF16. The whole body has at most 128 KiB.
 */
trf: string, 
/**
 * The settings for everything that the file does not have. An empty `name` is the name of the file; `form` counts only if the file
 * has none.
 */
settings: TournamentSettings, 
/**
 * The time of day of the file's dates, in seconds after midnight UTC. Dates in the future are then the start and the times of the
 * rounds; when left out, they come from `settings`.
 */
time_of_day_s?: number, 
/**
 * The password for entry, if `entry.admission` is `password`: 1 to 128 characters.
 */
password?: string, 
/**
 * The club to which it belongs, forever: only members of the club can enter. The creator must be its owner or an admin.
 */
club?: string, };

export type ImportedTournament = { 
/**
 * The new tournament.
 */
tournament: TournamentDetail, 
/**
 * Players whose account is invited. They take part if they accept.
 */
invited: Array<FilePlayer>, 
/**
 * Players whose name is not the name of an account: correct the name, or invite the player by another name.
 */
unknown: Array<FilePlayer>, 
/**
 * Players with an account that could not be invited.
 */
refused: Array<RefusedPlayer>, 
/**
 * Parts of the file that the tournament does not have.
 */
left_out: Array<FilePart>, };

export type JoinClub = { 
/**
 * The code of an invitation link: it admits the caller whatever `joining` is.
 */
code?: string, 
/**
 * For clubs with requests, a message to the admins: plain text of at most 300 characters without links.
 */
words?: string, };

export type Keeps = { 
/**
 * Sessions that are not used.
 */
session_days: number, 
/**
 * Guests without games; 0: as long as sessions.
 */
guest_days: number, 
/**
 * Lines of chat.
 */
chat_days: number, 
/**
 * Closed reports; 0: forever.
 */
closed_report_days: number, 
/**
 * Whether the server sends email.
 */
mail: boolean, 
/**
 * Whether the server sends push notifications.
 */
push: boolean, };

export type KnownAnalysis = { "state": "none" } | { "state": "asked" } & Analysis;

export type Language = "en" | "de" | "pl" | "nl";

export type LayoutInfo = { 
/**
 * The layout's name, as in `create_room`.
 */
name: string, 
/**
 * Number of players.
 */
players: number, 
/**
 * The rows of the position line, from I to A.
 */
rows: string, };

export type Leader = { 
/**
 * The rank, from 1.
 */
rank: number, 
/**
 * The player concerned.
 */
user: User, 
/**
 * The player's rating.
 */
rating: PlayerRating, };

export type Leaderboard = { 
/**
 * The players, highest rating first.
 */
players: Array<Leader>, 
/**
 * The `cursor` of the next page; `null` on the last.
 */
next: string | null, };

export type LineRemoval = { 
/**
 * The reason for the log: 1 to 300 characters.
 */
reason: string, };

export type ListedAccount = { 
/**
 * User of the account.
 */
user: User, 
/**
 * The user's role.
 */
role: Role, 
/**
 * Whether the user may log in and write.
 */
state: AccountState, 
/**
 * The confirmed email address.
 */
mail: string | null, 
/**
 * Time of the user's first visit, in microseconds since the Unix epoch.
 */
created_at: number, 
/**
 * Last recorded use of a session or token that is still valid, in microseconds since the Unix epoch; `null` if there is none.
 */
seen_at: number | null, };

export type LobbyList = { 
/**
 * The lobbies, in the order of the configuration.
 */
lobbies: Array<LobbyOffer>, };

export type LobbyOffer = { 
/**
 * The lobby's name.
 */
name: string, 
/**
 * The permitted modes.
 */
modes: Array<Mode>, 
/**
 * The names of the permitted start layouts.
 */
layouts: Array<string>, 
/**
 * The permitted time controls.
 */
clocks: Array<Clock>, 
/**
 * The policy for rated games.
 */
rated: RatedOffer, };

export type Login = { 
/**
 * The name, in any spelling.
 */
name: string, 
/**
 * The password of the account.
 */
password: string, 
/**
 * A code of the authenticator app, or a recovery code.
 */
code?: string, };

export type LoginResult = { 
/**
 * The authentication token: `Authorization: Bearer TOKEN`. Also set as a cookie.
 */
token: string, 
/**
 * The authenticated user.
 */
user: User, };

export type MailAddresses = { 
/**
 * The confirmed address.
 */
address: string | null, 
/**
 * The address that waits for confirmation.
 */
waiting: string | null, };

export type MailCode = { 
/**
 * The confirmation code.
 */
code: string, };

export type Me = { 
/**
 * The user of the token; `null` if anonymous.
 */
user: User | null, 
/**
 * The user's permissions beyond playing; left out for players.
 */
role?: Role, };

export type Membership = "in" | "gone" | "withdrawn" | "excluded";

export type Mistake = "inaccuracy" | "mistake" | "blunder" | "missed_win";

export type MistakeReason = { "kind": "missed_win", 
/**
 * Plies to its end, with the missed move.
 */
plies: number, } | { "kind": "allows_win", 
/**
 * Plies to its end, from the opponent's next move on.
 */
plies: number, } | { "kind": "missed_ejection", 
/**
 * Cells of the marbles.
 */
cells: Array<string>, 
/**
 * Plies to the first ejection, with the missed move. 1: it was possible at once.
 */
plies: number, } | { "kind": "allows_ejection", 
/**
 * Cells of the marbles.
 */
cells: Array<string>, 
/**
 * Plies to the first ejection, from the opponent's next move on.
 */
plies: number, } | { "kind": "misses_threat", 
/**
 * Cells of the marbles.
 */
cells: Array<string>, } | { "kind": "missed_push", 
/**
 * Cells of the marbles.
 */
cells: Array<string>, } | { "kind": "allows_push", 
/**
 * Cells of the marbles.
 */
cells: Array<string>, } | { "kind": "leaves_centre", 
/**
 * Cells of the marbles.
 */
cells: Array<string>, } | { "kind": "breaks_formation", 
/**
 * Cells of the marbles.
 */
cells: Array<string>, };

export type Mode = "two" | "three" | "four" | "four-consecutive";

export type ModeCounts = { 
/**
 * The game's mode.
 */
mode: Mode, 
/**
 * Number of finished games.
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

export type ModerationAction = { 
/**
 * The action's id.
 */
id: string, 
/**
 * Time of the action, in microseconds since the Unix epoch.
 */
at: number, 
/**
 * The name of the moderator.
 */
by: string, 
/**
 * The kind of the action.
 */
action: ModerationActionKind, 
/**
 * The id of the user, the report, the sanction, the signal, the room, the tournament or the club; empty for a search by network.
 */
target: string, 
/**
 * The reason and the changes, as text.
 */
words: string, };

export type ModerationActionKind = "ban" | "mute" | "lift" | "rename" | "close_room" | "close_report" | "remove_line" | "clear_lines" | "remove_avatar" | "reword" | "close_club" | "drain" | "undrain" | "announce" | "reload" | "tournament" | "look_networks" | "decide_appeal" | "dismiss_signal" | "registration_link" | "create_accounts";

export type ModerationLogPage = { 
/**
 * The actions, newest first.
 */
deeds: Array<ModerationAction>, 
/**
 * The `cursor` of the next page; `null` on the last.
 */
next: string | null, };

export type ModerationNote = { 
/**
 * The note's id.
 */
id: string, 
/**
 * The name of the moderator.
 */
by: string, 
/**
 * Text of the note.
 */
words: string, 
/**
 * Time of the note, in microseconds since the Unix epoch.
 */
at: number, };

export type ModerationOverview = { 
/**
 * Number of players whom accounts have reported.
 */
reports: number, 
/**
 * Number of appeals without an answer.
 */
appeals: number, 
/**
 * Number of signals of unfair play that are not dismissed.
 */
signals: number, };

export type MoveGroup = { 
/**
 * Number of moves.
 */
count: number, 
/**
 * Number of moves that match the analysis.
 */
best: number, 
/**
 * Median of the medians of the games' move times, in milliseconds.
 */
half_ms: number, };

export type MoveSignals = { 
/**
 * Number of moves.
 */
count: number, 
/**
 * Number of moves that match the analysis; 0 without an analysis.
 */
best: number, 
/**
 * First quartile of the move times, in milliseconds.
 */
quarter_ms: number, 
/**
 * Median of the move times, in milliseconds.
 */
half_ms: number, 
/**
 * Third quartile of the move times, in milliseconds.
 */
three_quarters_ms: number, };

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
 * Not charged because the server used it: to store the previous move, or during an outage.
 */
server_ms: number, 
/**
 * Not charged because of network latency, as measured by the server.
 */
forgiven_ms: number, 
/**
 * Not charged because the first seconds of a turn are free.
 */
free_ms: number, 
/**
 * Added to the clock after the move.
 */
added_ms: number, };

export type MyGame = { 
/**
 * The room's id.
 */
room: string, 
/**
 * The game's mode.
 */
mode: Mode, 
/**
 * The name of the start layout.
 */
layout: string, 
/**
 * The line of the position from which the games start instead of the layout. Left out for games from the layout.
 */
start_position?: string, 
/**
 * The time control.
 */
clock: Clock, 
/**
 * True if the result counts for ratings.
 */
rated: boolean, 
/**
 * The room's visibility.
 */
visibility: Visibility, 
/**
 * The room's status: `waiting`, `playing` or `finished`.
 */
status: Status, 
/**
 * The room's seats.
 */
seats: Array<SeatSummary>, 
/**
 * The caller's seat.
 */
seat: number, 
/**
 * Creation time of the room, in microseconds since the Unix epoch.
 */
created_at: number, 
/**
 * Time of the room's last event, in microseconds since the Unix epoch.
 */
updated_at: number, 
/**
 * The game in progress or the last game; `null` before the first one.
 */
game: string | null, 
/**
 * The position line: `ROWS TURN CAPTURED QUIET PLY`.
 */
position: string, 
/**
 * Number of plies played.
 */
ply: number, 
/**
 * The seat to move, while a game is in progress.
 */
turn: number | null, 
/**
 * True if it is the caller's turn.
 */
your_turn: boolean, 
/**
 * Time at which the turn ends automatically, by the clock or the first-move limit, in microseconds since the Unix epoch; `null`
 * without a limit.
 */
turn_ends_at: number | null, 
/**
 * True if the room waits for the caller: for a move, an answer to an offer, or readiness.
 */
waits_for_you: boolean, 
/**
 * Offers that await an answer.
 */
offers: Array<OpenOffer>, 
/**
 * The result of the game; `null` before its end.
 */
result: GameResult | null, 
/**
 * The tournament of the room's only game. Left out if there is none.
 */
tournament?: string, };

export type MyGameList = { 
/**
 * Rooms that wait for the caller first, then by the end of the turn, then the last changed first; at most 200.
 */
rooms: Array<MyGame>, };

export type NetworkSearch = { 
/**
 * An IP address. The search covers its network: an IPv4 address itself, the /64 network of an IPv6 address.
 */
address: string, };

export type NetworkUser = { 
/**
 * A user of the network.
 */
user: User, 
/**
 * True if the user is banned.
 */
banned: boolean, 
/**
 * Time of the last use, in microseconds since the Unix epoch.
 */
last_used_at: number, 
/**
 * Programs in which the user has sessions now, in any network.
 */
programs: Array<string>, 
/**
 * True if one of them is also a program of the user whose networks these are; false in a search.
 */
same_program: boolean, };

export type NewAccount = { 
/**
 * The name, as in `POST /accounts`.
 */
name: string, 
/**
 * The user's email address, for which the administrator vouches.
 */
mail?: string, };

export type NewChallenge = { 
/**
 * The name of an account, or an id.
 */
player: string, 
/**
 * The terms of the game.
 */
terms: Terms, };

export type NewClubAnnouncement = { 
/**
 * An id that the client chooses, of at most 64 bytes: a request that the author sends again with the same id announces nothing.
 */
id?: string, 
/**
 * The title: plain text of one line, 1 to 100 characters without links.
 */
title: string, 
/**
 * The text: plain text of 1 to 1,000 characters without links.
 */
text: string, };

export type NewPair = { 
/**
 * The token of the first player.
 */
first: string, 
/**
 * The token of the second player.
 */
second: string, };

export type NewPairing = { 
/**
 * The pairs of players: 1 to 64, each player once.
 */
pairs: Array<NewPair>, 
/**
 * The terms of all games, for two players. `seat` is the seat of the first player of each pair; drawn by lot when left out.
 */
terms: Terms, 
/**
 * Time at which the games and their clocks start, in microseconds since the Unix epoch: at most seven days from now. At once when left
 * out.
 */
start_at?: number, 
/**
 * A message to the players, shown when the games start: at most 140 characters.
 */
message?: string, };

export type NewPuzzleAttempt = { 
/**
 * The solver's moves in Aba-Pro notation, up to the first that is wrong. The others reply as in the solution. Empty: the caller
 * concedes.
 */
moves: Array<string>, };

export type NewPuzzleRun = { 
/**
 * The kind of the run. It replaces the caller's last run of this kind.
 */
kind: RunKind, };

export type NewPuzzleVote = { 
/**
 * The vote, which replaces an earlier one.
 */
vote: PuzzleVote, };

export type NewReport = { 
/**
 * The reported user: a name or an id.
 */
player: string, 
/**
 * The reported game, which must be finished.
 */
game?: string, 
/**
 * The reported chat line.
 */
line?: string, 
/**
 * The tournament whose texts are reported: its name, its description, or the name of the player's team.
 */
tournament?: string, 
/**
 * The club whose name and description are reported; the player is its owner or one of its admins.
 */
club?: string, 
/**
 * The announcement of `club` that is reported instead; the player is its author.
 */
announcement?: string, 
/**
 * The description: plain text of at most 1,000 characters without links.
 */
words: string, };

export type NewRunAttempt = { 
/**
 * The puzzle's id, so that no attempt counts twice.
 */
puzzle: string, 
/**
 * The solver's moves in Aba-Pro notation, up to the first that is wrong.
 */
moves: Array<string>, };

export type NewStudy = { 
/**
 * The displayed name: up to 80 characters.
 */
name: string, 
/**
 * Who may read it; private if left out.
 */
visibility?: StudyVisibility, 
/**
 * The first chapters.
 */
from: NewStudyChapter, };

export type NewStudyChapter = { 
/**
 * The displayed name: up to 80 characters. Chapters of a text with several keep their own names.
 */
name?: string, 
/**
 * The mode; two players if left out. A game and a text have their own.
 */
mode?: Mode, 
/**
 * The line of the first position.
 */
position?: string, 
/**
 * The id of a finished game.
 */
game?: string, 
/**
 * Games as text, with variations and comments.
 */
text?: string, 
/**
 * Exported form of chapters.
 */
chapters?: Array<StudyChapter>, };

export type NodeList = { 
/**
 * The nodes; a server that runs alone is a single node.
 */
nodes: Array<ClusterNode>, };

export type NodeLoad = { 
/**
 * Number of open sockets.
 */
sockets: number, 
/**
 * Number of its rooms in memory.
 */
rooms: number, 
/**
 * Number of rooms of other nodes that its clients follow.
 */
rooms_followed: number, };

export type NodeState = "running" | "draining" | "stopping" | "expired";

export type NoteRequest = { 
/**
 * The text: at most 4,096 bytes. An empty text removes the note.
 */
text: string, };

export type Notice = "storage_unavailable" | "room_unreachable" | "player_unreachable" | "room_lost" | "computer_waits";

export type OauthMetadata = { 
/**
 * The server's address.
 */
issuer: string, 
/**
 * The page to which an app sends its user.
 */
authorization_endpoint: string, 
/**
 * The address at which an app gets its token.
 */
token_endpoint: string, 
/**
 * The address at which a device gets its codes.
 */
device_authorization_endpoint: string, 
/**
 * The address at which an app ends its token.
 */
revocation_endpoint: string, 
/**
 * The permissions that an app can request.
 */
scopes_supported: Array<string>, 
/**
 * Types of answers of `/oauth/authorize`: `code`.
 */
response_types_supported: Array<string>, 
/**
 * Places of the answer in the app's address: `query`.
 */
response_modes_supported: Array<string>, 
/**
 * The kinds of codes that an app can exchange for a token.
 */
grant_types_supported: Array<string>, 
/**
 * Ways in which an app shows who it is: `none`, as apps have no secret.
 */
token_endpoint_auth_methods_supported: Array<string>, 
/**
 * The same for the end of a token: `none`.
 */
revocation_endpoint_auth_methods_supported: Array<string>, 
/**
 * Hash functions of the code challenge: `S256`.
 */
code_challenge_methods_supported: Array<string>, 
/**
 * True: the answer has the server's address as `iss` (RFC 9207).
 */
authorization_response_iss_parameter_supported: boolean, };

export type OauthProblem = { 
/**
 * The code of the error, such as `invalid_grant` or `authorization_pending`.
 */
error: string, 
/**
 * The fault in words.
 */
error_description: string, };

export type Offer = "draw" | "takeback" | "rematch" | "resignation";

export type OfferedClub = { 
/**
 * The member to whom the owner offers the club; `null` without an offer.
 */
to: User | null, };

export type OpenAppeal = { 
/**
 * The appeal's id.
 */
id: string, 
/**
 * Time of the appeal, in microseconds since the Unix epoch.
 */
at: number, 
/**
 * The id of the user who appeals.
 */
user: string, 
/**
 * The user's name; `null` for a deleted guest.
 */
name: string | null, 
/**
 * The user's reasons.
 */
words: string, 
/**
 * The sanction against which the user appeals.
 */
sanction: Sanction, 
/**
 * True if the caller may answer: a user of a lower role appeals, and the caller has not imposed the sanction, or there is no other
 * moderator.
 */
yours: boolean, };

export type OpenOffer = { 
/**
 * The kind of offer.
 */
what: Offer, 
/**
 * The seat that made the offer.
 */
by: number, 
/**
 * The seats that agree, including the offering seat.
 */
agreed: Array<number>, };

export type OpponentStatistics = { 
/**
 * The opponent concerned.
 */
user: User, 
/**
 * Number of finished games.
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

export type Outcome = { 
/**
 * The affected room.
 */
room?: string, 
/**
 * The user's current seat.
 */
seat?: number, 
/**
 * The number of the event that the command caused.
 */
seq?: number, 
/**
 * The id of the new seek.
 */
seek?: string, 
/**
 * The id of the new chat line.
 */
line?: string, };

export type Overview = { 
/**
 * The caller's ratings by mode and speed, for pools with rated games.
 */
ratings: Array<RecentRating>, 
/**
 * Followed players who are online, by name; at most 10.
 */
online: Array<PlayerPresence>, 
/**
 * The caller's games that have ended since `since`, newest first; at most 10.
 */
games: Array<RecentGame>, 
/**
 * The caller's tournaments that have ended since `since`, the latest first; at most 5.
 */
tournaments: Array<RecentTournament>, 
/**
 * Number of users who follow the caller since `since`; at most 100.
 */
followers: number, };

export type OwnCountry = { 
/**
 * A code of ISO 3166-1 with two capital letters; `null` to show none.
 */
country: string | null, };

export type OwnProfile = { 
/**
 * Plain text of at most 500 characters without links; empty to remove it.
 */
words: string, };

export type OwnSanction = { 
/**
 * The sanction's id.
 */
id: string, 
/**
 * The kind of the sanction.
 */
kind: SanctionKind, 
/**
 * True if it is a ban of the network, and not of the user.
 */
network: boolean, 
/**
 * The moderator's reason.
 */
reason: string, 
/**
 * Start time, in microseconds since the Unix epoch.
 */
created_at: number, 
/**
 * Expiry time, in microseconds since the Unix epoch; `null` if unlimited.
 */
ends_at: number | null, 
/**
 * True if it is in force.
 */
active: boolean, 
/**
 * The user's last appeal against it.
 */
appeal: Appeal | null, 
/**
 * Time from which the user can appeal, in microseconds since the Unix epoch; `null` while an appeal waits, and after the end.
 */
appeal_from: number | null, };

export type OwnSanctions = { 
/**
 * The sanctions that are in force, and those against which the user has appealed, newest first; at most 20.
 */
sanctions: Array<OwnSanction>, };

export type Pairing = { 
/**
 * The id of the pairing.
 */
id: string, 
/**
 * The terms of all games.
 */
terms: Terms, 
/**
 * Time at which the games start, in microseconds since the Unix epoch.
 */
start_at: number, 
/**
 * The message to the players.
 */
message: string | null, 
/**
 * Creation time, in microseconds since the Unix epoch.
 */
created_at: number, 
/**
 * The games, in the order of the pairs.
 */
games: Array<PairingGame>, };

export type PairingGame = { 
/**
 * The first player of the pair.
 */
first: User, 
/**
 * The second player of the pair.
 */
second: User, 
/**
 * The status of the game.
 */
status: PairingStatus, 
/**
 * The room of the game, once it has started.
 */
room: string | null, };

export type PairingPage = { 
/**
 * The pairings, newest first.
 */
pairings: Array<Pairing>, 
/**
 * The `cursor` of the next page; `null` on the last.
 */
next: string | null, };

export type PairingStatus = "waiting" | "started" | "cancelled" | "revoked" | "refused";

export type PasswordAndCode = { 
/**
 * The account's password.
 */
password: string, 
/**
 * A code of the authenticator app, or a recovery code; needed if the account has two-factor login.
 */
code?: string, };

export type PasswordChange = { 
/**
 * The current password.
 */
old: string, 
/**
 * The new password: 8 to 128 characters.
 */
new: string, 
/**
 * A code of the authenticator app, or a recovery code; needed if the account has two-factor login.
 */
code?: string, };

export type PasswordConfirmation = { 
/**
 * The account's password.
 */
password: string, };

export type PlayedStatistics = { 
/**
 * The game's mode.
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
 * Marbles ejected by the player's team.
 */
ejected: number, 
/**
 * Number of moves of all players.
 */
plies: number, 
/**
 * Number of finished games.
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

export type PlayerActivity = { 
/**
 * The days of the last year with finished games, in order; private games are included only for the player.
 */
days: Array<ActiveDay>, 
/**
 * The rated public wins against the opponents with the highest ratings, the best first: at most 10, one for each opponent.
 */
best_wins: Array<BestWin>, };

export type PlayerClub = { 
/**
 * The club concerned.
 */
club: ClubSummary, 
/**
 * The player's role.
 */
role: ClubRole, };

export type PlayerClubList = { 
/**
 * The clubs by name.
 */
clubs: Array<PlayerClub>, };

export type PlayerCommand = { "type": "play", 
/**
 * Plies played before this move: 0 for the first. Guards against a move meant for another position.
 */
ply: number, 
/**
 * The move in Aba-Pro notation: `a1b2`, `c6c7d6`.
 */
move: string, } | { "type": "set_conditional_moves", 
/**
 * Plies played before the lines start.
 */
ply: number, 
/**
 * The lines, in Aba-Pro notation. An empty list removes all.
 */
lines: Array<Array<string>>, } | { "type": "join", 
/**
 * The requested seat; the first free seat when left out.
 */
seat?: number, } | { "type": "leave", } | { "type": "ready", 
/**
 * True if the caller is ready.
 */
ready: boolean, } | { "type": "offer", 
/**
 * The kind of offer.
 */
what: Offer, } | { "type": "accept", 
/**
 * The kind of offer.
 */
what: Offer, } | { "type": "decline", 
/**
 * The kind of offer.
 */
what: Offer, } | { "type": "resign", } | { "type": "abort", } | { "type": "berserk", } | { "type": "claim", 
/**
 * The claimed result.
 */
result: Claim, } | { "type": "chat", 
/**
 * The group that writes in this channel.
 */
audience: Audience, 
/**
 * The text of the line.
 */
text?: string, 
/**
 * A preset, which every client shows in its own language.
 */
preset?: Preset, };

export type PlayerCounts = { 
/**
 * By mode; modes without finished games are left out.
 */
modes: Array<ModeCounts>, };

export type PlayerList = { 
/**
 * The players, by name.
 */
players: Array<User>, 
/**
 * The `cursor` of the next page; `null` on the last.
 */
next: string | null, };

export type PlayerPresence = { 
/**
 * The player concerned.
 */
user: User, 
/**
 * True if the player is online. Always false for guests, and for players who block the caller.
 */
online: boolean, 
/**
 * A public room in which the player is playing now, for spectators.
 */
room: string | null, 
/**
 * True if the caller follows the player.
 */
followed: boolean, 
/**
 * True if they also follow the caller: the two are friends.
 */
friend: boolean, };

export type PlayerRating = { 
/**
 * The game's mode.
 */
mode: Mode, 
/**
 * Live, by correspondence, or with bots.
 */
speed: Speed, 
/**
 * The rating; the initial value is 1500.
 */
rating: number, 
/**
 * The current rating deviation: it grows with the time without a game, up to 350.
 */
deviation: number, 
/**
 * True if the rating is too uncertain to be meaningful. Leaderboards exclude such ratings.
 */
provisional: boolean, 
/**
 * Number of rated games.
 */
games: number, 
/**
 * End of the last rated game, in microseconds since the Unix epoch.
 */
last_at: number, };

export type PlayerSignals = { 
/**
 * The player concerned.
 */
user: User, 
/**
 * Signals of all their moves.
 */
all: MoveSignals, 
/**
 * Signals of easy moves: a search of a thousand positions prefers the same move as the analysis.
 */
plain: MoveSignals | null, 
/**
 * Signals of hard moves, which a short search does not find.
 */
hard: MoveSignals | null, };

export type PlayerStatistics = { 
/**
 * By mode, layout and colour; private games are included only for the player.
 */
played: Array<PlayedStatistics>, 
/**
 * The most frequent opponents in public games, at most 20.
 */
opponents: Array<OpponentStatistics>, 
/**
 * Series of equal results in public games, by mode.
 */
streaks: Array<StreakStatistics>, };

export type PoolDays = { 
/**
 * The game's mode.
 */
mode: Mode, 
/**
 * Live, by correspondence, or with bots.
 */
speed: Speed, 
/**
 * The days with games in order, or some of them if there are more than 600.
 */
days: Array<RatingDay>, };

export type PositionEvaluation = { 
/**
 * The mode for which the position was read.
 */
mode: Mode, 
/**
 * The canonical line of the position.
 */
position: string, 
/**
 * The evaluation for the player to move.
 */
score: Score, 
/**
 * Points that the player to move, or their team, can expect, in thousandths.
 */
chance: number, 
/**
 * Search depth in plies.
 */
depth: number, 
/**
 * Number of searched positions.
 */
nodes: number, 
/**
 * The best continuation in Aba-Pro notation; empty if the game is over.
 */
line: Array<string>, 
/**
 * The next best lines, best first. Left out unless the request asks for several lines.
 */
others?: Array<ScoredLine>, };

export type PositionFormations = { 
/**
 * The mode for which the position was read.
 */
mode: Mode, 
/**
 * The canonical line of the position.
 */
position: string, 
/**
 * The colours, in the order of the seats.
 */
colors: Array<ColorFormations>, 
/**
 * Equal forces in line. Each is listed once, in either direction.
 */
pacs: Array<Contact>, 
/**
 * Superior forces in line, each pointing at the weaker team.
 */
sumitos: Array<Contact>, };

export type PresenceList = { 
/**
 * The players, in the order of the ids, without ids of no player.
 */
players: Array<PlayerPresence>, };

export type Preset = "hello" | "good_luck" | "have_fun" | "well_played" | "good_game" | "thanks" | "one_moment" | "sorry" | "have_to_go" | "goodbye";

export type Problem = { 
/**
 * Always `about:blank`: the code is more specific than a link would be.
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
 * The cause and the remedy, for people.
 */
detail: string, 
/**
 * The error code, for programs: the same words as on the socket.
 */
code: ErrorCode, 
/**
 * The part of a text that is at fault, when `code` is `bad_words` or `bad_name` and the fault is a link or a blocked word.
 */
part?: string, 
/**
 * The ban, if a login is rejected with `banned`: its end, its reason, and a token for an appeal.
 */
ban?: BanNotice, 
/**
 * The pairs that cannot be made, if a pairing is rejected with `bad_pairs`.
 */
pairs?: Array<BadPair>, 
/**
 * The values of the body that are at fault, if the fault is theirs.
 */
errors?: Array<FieldFault>, };

export type Profile = { 
/**
 * The player concerned.
 */
user: User, 
/**
 * Time of registration or first visit, in microseconds since the Unix epoch.
 */
since: number, 
/**
 * The player's own text: plain text; may be empty.
 */
words: string, 
/**
 * The ratings by mode and speed, for pools with rated games.
 */
ratings: Array<PlayerRating>, 
/**
 * The results of the finished games, by mode; private games are included only for the player.
 */
counts: Array<ModeCounts>, 
/**
 * The player's places among the players of the pools: for ratings that are not provisional, in pools of at least ten players.
 */
standings: Array<Standing>, 
/**
 * How many players the player follows, and how many follow the player.
 */
follows: FollowCounts, 
/**
 * The country that the player shows, as a code of ISO 3166-1 with two letters; left out if the player shows none.
 */
country?: string, 
/**
 * Tag of the player's picture, which `GET /players/{name}/avatar` returns; left out without a picture.
 */
avatar?: string, };

export type PushStatus = { 
/**
 * The server's public key for `applicationServerKey`; `null` if the server sends no push messages.
 */
key: string | null, 
/**
 * True if the browser of this session receives push messages.
 */
on: boolean, };

export type PushSubscriptionRequest = { 
/**
 * The push service's endpoint: an `https` address at the usual port, in the public network.
 */
endpoint: string, 
/**
 * The browser's public key in base64url.
 */
p256dh: string, 
/**
 * The browser's secret in base64url.
 */
auth: string, 
/**
 * The language of the page; English when left out.
 */
language?: Language, };

export type Puzzle = { 
/**
 * The puzzle's id: eleven characters of `0-9a-z`.
 */
id: string, 
/**
 * The mode of the position.
 */
mode: Mode, 
/**
 * The position line: the solver is to move.
 */
position: string, 
/**
 * The moves of the solution in Aba-Pro notation: the solver's, each but the last followed by the others' replies. Only the last one
 * can be replaced by another move that wins as much.
 */
solution: Array<string>, 
/**
 * Number of the solver's moves: 1 to 3.
 */
length: number, 
/**
 * The themes, if any.
 */
themes: Array<PuzzleTheme>, 
/**
 * The difficulty: a rating, as if the puzzle played against its solvers.
 */
rating: number, 
/**
 * Number of users who have tried it.
 */
attempts: number, 
/**
 * Number of users who solved it.
 */
solved: number, 
/**
 * Number of users who like it.
 */
up_votes: number, 
/**
 * Number of users who do not.
 */
down_votes: number, 
/**
 * The game in which the position occurred; `null` for puzzles that came with the server.
 */
game: PuzzleGame | null, };

export type PuzzleAttempt = { 
/**
 * The puzzle's id.
 */
puzzle: string, 
/**
 * Time of the attempt, in microseconds since the Unix epoch.
 */
at: number, 
/**
 * True if it solved the puzzle.
 */
solved: boolean, 
/**
 * The user's rating in puzzles, before and after.
 */
rating: RatingChange, 
/**
 * The user's vote on the puzzle.
 */
vote: PuzzleVote, };

export type PuzzleDifficulty = "easier" | "equal" | "harder";

export type PuzzleGame = { 
/**
 * The game's id.
 */
id: string, 
/**
 * Number of moves before the position.
 */
ply: number, };

export type PuzzleRun = { 
/**
 * The run's id.
 */
id: string, 
/**
 * The kind of the run.
 */
kind: RunKind, 
/**
 * Number of solved puzzles.
 */
score: number, 
/**
 * Number of mistakes.
 */
mistakes: number, 
/**
 * Time left in milliseconds, of a storm.
 */
left_ms: number | null, 
/**
 * False if the run was faster than a person moves: it does not count for the leaderboards.
 */
counts: boolean, 
/**
 * The puzzle to solve next; `null` if the run is over.
 */
puzzle: Puzzle | null, };

export type PuzzleSolver = { 
/**
 * The rating in puzzles; the initial value is 1500.
 */
rating: number, 
/**
 * The current rating deviation.
 */
deviation: number, 
/**
 * Number of puzzles that the caller has tried.
 */
attempts: number, 
/**
 * Number of those that the first attempt solved.
 */
solved: number, 
/**
 * The longest streak; 0 for guests, who are not in the leaderboards.
 */
best_streak: number, 
/**
 * The highest score of a storm; 0 for guests.
 */
best_storm: number, };

export type PuzzleTheme = "push_out_in_1" | "push_out_in_2" | "push_out_in_3" | "win" | "defence" | "escape" | "double_threat" | "quiet" | "side_step" | "sumito_3_to_2" | "lance" | "arc" | "shield";

export type PuzzleVerdict = { 
/**
 * True if the moves solve the puzzle.
 */
solved: boolean, 
/**
 * The caller's change of rating; `null` if this was not the caller's first attempt at this puzzle: only that one counts.
 */
rating: RatingChange | null, 
/**
 * The caller's first attempt.
 */
first: PuzzleAttempt, };

export type PuzzleVote = "up" | "down" | "none";

export type RatedOffer = "both" | "rated" | "unrated";

export type RatingBand = "unrated" | "under_1400" | "from_1400" | "from_1600" | "from_1800" | "from_2000";

export type RatingChange = { 
/**
 * The rating before the game.
 */
before: number, 
/**
 * The rating after it.
 */
after: number, };

export type RatingDay = { 
/**
 * End of the game, in microseconds since the Unix epoch.
 */
at: number, 
/**
 * The rating after it.
 */
rating: number, };

export type RatingDays = { 
/**
 * The pools with rated games.
 */
pools: Array<PoolDays>, };

export type RatingDistribution = { 
/**
 * Number of all players.
 */
players: number, 
/**
 * Width of each step, in rating points.
 */
width: number, 
/**
 * The steps from the lowest with a player to the highest, without gaps.
 */
steps: Array<RatingStep>, };

export type RatingHistory = { 
/**
 * A point for each rated game, newest first. Private games are listed only for the player: for others, their changes appear in the
 * next public game.
 */
points: Array<RatingPoint>, 
/**
 * The `cursor` of the next page; `null` on the last.
 */
next: string | null, };

export type RatingPoint = { 
/**
 * The game's id.
 */
game: string, 
/**
 * End of the game, in microseconds since the Unix epoch.
 */
at: number, 
/**
 * The rating after it.
 */
rating: number, 
/**
 * The rating deviation after it.
 */
deviation: number, };

export type RatingRange = { 
/**
 * The lowest rating; no limit when left out.
 */
min?: number, 
/**
 * The highest rating; no limit when left out.
 */
max?: number, };

export type RatingStep = { 
/**
 * The lowest rating of the step.
 */
from: number, 
/**
 * Number of players.
 */
players: number, };

export type ReadConversation = { 
/**
 * The id of the line.
 */
line: string, };

export type Reason = "ejections" | "time" | "resignation" | "agreement" | "repetition" | "quiet" | "stuck" | "aborted" | "abandoned";

export type ReceiptEvent = { 
/**
 * The number of the event.
 */
seq: number, 
/**
 * Its SHA-256 hash over itself and the hash of the event before, as 64 hexadecimal digits.
 */
hash: string, };

export type ReceiptGame = { 
/**
 * The game's number, from 1.
 */
number: number, 
/**
 * The round in which it was played.
 */
round: number, 
/**
 * The game's id.
 */
game: string, 
/**
 * The numbers of the participants. The first started.
 */
sides: Array<number>, 
/**
 * The result of the game, as the tournament counts it.
 */
verdict: TournamentVerdict | null, };

export type ReceiptKey = { 
/**
 * The key as `NAME+HASH+KEY`: a verifier key of the C2SP signed-note format.
 */
key: string, 
/**
 * Time of its creation, in microseconds since the Unix epoch.
 */
created_at: number, 
/**
 * A signed text of the key before: the line `sumito receipt key 1` and this key. `null` for the first key.
 */
endorsement: string | null, };

export type ReceiptKeys = { 
/**
 * All keys that have ever signed.
 */
keys: Array<ReceiptKey>, };

export type ReceiptLogPage = { 
/**
 * The hashes of the receipts after the requested position, in order: SHA-256 over a zero byte and the receipt, as 64 hexadecimal
 * digits.
 */
hashes: Array<string>, 
/**
 * The `after` of the next page; `null` on the last.
 */
next: number | null, };

export type ReceiptParticipant = { 
/**
 * The participant's number.
 */
number: number, 
/**
 * The ids of the players, in the order of their seats.
 */
players: Array<string>, };

export type RecentGame = { 
/**
 * The finished game.
 */
game: GameSummary, 
/**
 * The change of the caller's rating; left out if the game has changed none.
 */
rating?: RatingChange, };

export type RecentRating = { 
/**
 * The current rating.
 */
rating: PlayerRating, 
/**
 * The change by the games since `today`; left out if there was none.
 */
change?: number, };

export type RecentTournament = { 
/**
 * The finished tournament.
 */
tournament: TournamentSummary, 
/**
 * The caller's place; left out if the caller was removed.
 */
place?: number, };

export type Recovery = { 
/**
 * The name of the account.
 */
name: string, 
/**
 * The recovery code.
 */
code: string, 
/**
 * A code of the authenticator app or another recovery code; needed with a code that was sent, if the account has two-factor login.
 */
second_factor?: string, 
/**
 * The new password: 8 to 128 characters.
 */
password: string, };

export type RecoveryCodes = { 
/**
 * Single-use codes. They are returned only here.
 */
codes: Array<string>, };

export type RecoveryCodesLeft = { 
/**
 * Number of unused codes.
 */
left: number, };

export type RecoveryMail = { 
/**
 * The name of the account or its mail address.
 */
to: string, 
/**
 * The language of the mail; English when left out.
 */
language?: Language, };

export type RecoveryOptions = { 
/**
 * True if the server can send a code by mail.
 */
mail: boolean, };

export type RefusedPlayer = { 
/**
 * The player of the file.
 */
player: FilePlayer, 
/**
 * The code of the error, as in the answer to the command `add`.
 */
code: ErrorCode, 
/**
 * The reason, for people.
 */
detail: string, };

export type Registration = "open" | "invitation" | "closed";

export type RegistrationLink = { 
/**
 * The link's id.
 */
id: string, 
/**
 * The name of the administrator who made it; `null` if it was made on the command line.
 */
made_by: string | null, 
/**
 * Expiry time, in microseconds since the Unix epoch.
 */
expires_at: number, 
/**
 * Number of accounts that can still be created with it.
 */
uses_left: number, };

export type RegistrationLinkCreated = { 
/**
 * The code for `POST /accounts`. The page's address with the code is `/signup#CODE`.
 */
code: string, 
/**
 * The created link.
 */
link: RegistrationLink, };

export type RegistrationLinkList = { 
/**
 * The links, newest first.
 */
links: Array<RegistrationLink>, };

export type ReloadResult = { 
/**
 * The settings, or groups of settings, that now have the values of the file and the environment.
 */
settings: Array<string>, };

export type Reminders = { 
/**
 * Whether a turn is pushed to the caller's browsers.
 */
push: boolean, 
/**
 * Whether an email is sent.
 */
mail: boolean, 
/**
 * Whether emails are possible: the server sends them, and the caller has a confirmed address.
 */
can_mail: boolean, };

export type RemindersRequest = { 
/**
 * Whether to push a turn to the caller's browsers.
 */
push: boolean, 
/**
 * Whether to send an email.
 */
mail: boolean, 
/**
 * Language of the emails; English when left out.
 */
language?: Language, };

export type RenameUser = { 
/**
 * The new name.
 */
name: string, 
/**
 * The reason: 1 to 300 characters.
 */
reason: string, };

export type Report = { 
/**
 * The report's id.
 */
id: string, 
/**
 * Time of the report, in microseconds since the Unix epoch.
 */
at: number, 
/**
 * The id of the reporting user.
 */
reporter: string, 
/**
 * The reporter's name; `null` for a deleted guest.
 */
reporter_name: string | null, 
/**
 * The id of the reported user.
 */
reported: string, 
/**
 * The reported user's name; `null` for a deleted guest.
 */
reported_name: string | null, 
/**
 * The reported game.
 */
game: string | null, 
/**
 * The reported chat line.
 */
line: string | null, 
/**
 * The tournament whose texts are reported.
 */
tournament: string | null, 
/**
 * The club whose texts are reported.
 */
club: string | null, 
/**
 * The reported text: the line or its preset, the names of the tournament and the team, the name and the description of the club, or its
 * announcement. Kept even if it was removed since.
 */
said: string | null, 
/**
 * The reporter's description.
 */
words: string, 
/**
 * Time at which a moderator closed it, in microseconds since the Unix epoch; `null` while it is open.
 */
closed_at: number | null, 
/**
 * All open reports about the player; `null` in a record.
 */
together: ReportsTogether | null, };

export type ReportClosing = { 
/**
 * A text for the log: 1 to 300 characters.
 */
reason: string, 
/**
 * If true, all open reports about the player are closed.
 */
all?: boolean, };

export type ReportPage = { 
/**
 * The reports, oldest first; reports of players whom only guests report come last.
 */
reports: Array<Report>, 
/**
 * The `cursor` of the next page; `null` on the last.
 */
next: string | null, };

export type ReportedLines = { 
/**
 * The lines, oldest first.
 */
lines: Array<ChatLine>, };

export type ReportsTogether = { 
/**
 * Number of the reports.
 */
reports: number, 
/**
 * Number of accounts that have made them. Guests do not count.
 */
accounts: number, };

export type RevocationForm = { 
/**
 * The app's id.
 */
client_id: string, 
/**
 * The token to end.
 */
token: string, };

export type Role = "player" | "moderator" | "admin";

export type RoomClosed = { 
/**
 * True if the room had a waiting player or a running game.
 */
closed: boolean, };

export type RoomClosing = { 
/**
 * The reason: 1 to 300 characters.
 */
reason: string, };

export type RoomCommand = { 
/**
 * The room's id, as over the socket. The path names the room already, so that it may be left out.
 */
room?: string, } & ({ "type": "play", 
/**
 * Plies played before this move: 0 for the first. Guards against a move meant for another position.
 */
ply: number, 
/**
 * The move in Aba-Pro notation: `a1b2`, `c6c7d6`.
 */
move: string, } | { "type": "set_conditional_moves", 
/**
 * Plies played before the lines start.
 */
ply: number, 
/**
 * The lines, in Aba-Pro notation. An empty list removes all.
 */
lines: Array<Array<string>>, } | { "type": "join", 
/**
 * The requested seat; the first free seat when left out.
 */
seat?: number, } | { "type": "leave", } | { "type": "ready", 
/**
 * True if the caller is ready.
 */
ready: boolean, } | { "type": "offer", 
/**
 * The kind of offer.
 */
what: Offer, } | { "type": "accept", 
/**
 * The kind of offer.
 */
what: Offer, } | { "type": "decline", 
/**
 * The kind of offer.
 */
what: Offer, } | { "type": "resign", } | { "type": "abort", } | { "type": "berserk", } | { "type": "claim", 
/**
 * The claimed result.
 */
result: Claim, } | { "type": "chat", 
/**
 * The group that writes in this channel.
 */
audience: Audience, 
/**
 * The text of the line.
 */
text?: string, 
/**
 * A preset, which every client shows in its own language.
 */
preset?: Preset, });

export type RoomCreated = { 
/**
 * The room's id.
 */
room: string, 
/**
 * The creator's seat.
 */
seat: number, };

export type RoomList = { 
/**
 * The rooms, newest first.
 */
rooms: Array<RoomSummary>, };

export type RoomSummary = { 
/**
 * The room's id.
 */
room: string, 
/**
 * The game's mode.
 */
mode: Mode, 
/**
 * The name of the start layout.
 */
layout: string, 
/**
 * The line of the position from which the games start instead of the layout. Left out for games from the layout.
 */
start_position?: string, 
/**
 * The time control.
 */
clock: Clock, 
/**
 * True if the result counts for ratings.
 */
rated: boolean, 
/**
 * True if the clock of a player on vacation is stopped. Left out if false.
 */
vacations?: boolean, 
/**
 * The room's status.
 */
status: Status, 
/**
 * The room's seats.
 */
seats: Array<Seat>, 
/**
 * Creation time, in microseconds since the Unix epoch.
 */
created_at: number, };

export type RunKind = "streak" | "storm";

export type RunLeader = { 
/**
 * The user concerned.
 */
user: User, 
/**
 * The user's best score in the period.
 */
score: number, 
/**
 * Time at which the user reached it, in microseconds since the Unix epoch.
 */
at: number, };

export type RunLeaderboard = { 
/**
 * The users, the best first: up to fifty.
 */
users: Array<RunLeader>, };

export type RunPeriod = "today" | "ever";

export type RunningGame = { 
/**
 * The room in which it is played.
 */
room: string, 
/**
 * The game's id, under which the history has it after its end.
 */
game: string, 
/**
 * The caller's seat.
 */
seat: number, 
/**
 * The caller's moves.
 */
moves: Array<RunningMove>, };

export type RunningMove = { 
/**
 * Plies played before this move.
 */
ply: number, 
/**
 * The move in Aba-Pro notation.
 */
move: string, 
/**
 * Time of the move, in microseconds since the Unix epoch.
 */
at: number, };

export type Sanction = { 
/**
 * The sanction's id.
 */
id: string, 
/**
 * The kind of the sanction.
 */
kind: SanctionKind, 
/**
 * The sanctioned user; `null` for a network.
 */
user: string | null, 
/**
 * The user's name; `null` for a network.
 */
name: string | null, 
/**
 * An IPv4 address, or the /64 network of an IPv6 address; `null` for a user.
 */
network: string | null, 
/**
 * The moderator's reason.
 */
reason: string, 
/**
 * The name of the moderator.
 */
made_by: string, 
/**
 * Start time, in microseconds since the Unix epoch.
 */
created_at: number, 
/**
 * Expiry time, in microseconds since the Unix epoch; `null` if unlimited.
 */
ends_at: number | null, 
/**
 * Time at which a moderator lifted it, in microseconds since the Unix epoch; `null` if none did.
 */
lifted_at: number | null, };

export type SanctionKind = "ban" | "mute";

export type SanctionPage = { 
/**
 * The sanctions, newest first.
 */
sanctions: Array<Sanction>, 
/**
 * The `cursor` of the next page; `null` on the last.
 */
next: string | null, };

export type Scope = "read" | "play" | "bot" | "tournament" | "challenges" | "follows" | "studies" | "clubs" | "messages" | "puzzles" | "webhooks";

export type Score = { "marbles": number } | { "win": number } | { "loss": number };

export type ScoredLine = { 
/**
 * The evaluation for the player to move.
 */
score: Score, 
/**
 * Points that the player to move, or their team, can expect, in thousandths.
 */
chance: number, 
/**
 * The moves in Aba-Pro notation.
 */
line: Array<string>, };

export type Seat = { 
/**
 * The seat's number.
 */
seat: number, 
/**
 * The colour of the marbles.
 */
color: Color, 
/**
 * The team whose ejections are counted together: the index into `captured` and `score`.
 */
team: number, 
/**
 * The player; `null` while the seat is free.
 */
player: User | null, 
/**
 * The player's rating in games of the room's mode and speed; `null` if unknown: for guests and programs, for players without rated
 * games, and until it is loaded.
 */
rating: SeatRating | null, 
/**
 * True if the player has an open socket, regardless of its subscriptions.
 */
connected: boolean, 
/**
 * True if the player is ready to start, if the room requires it.
 */
ready: boolean, 
/**
 * True if the player is eliminated while the others continue.
 */
out: boolean, 
/**
 * Time at which the others can claim the game because the player is away, in microseconds since the Unix epoch. Absence counts while
 * the player is to move: `null` at any other time, and while the player is present.
 */
claimable_at: number | null, 
/**
 * End of the vacation that stops the player's clock here, in microseconds since the Unix epoch. Left out if the player
 * is on none.
 */
vacation_until?: number, };

export type SeatPresence = { 
/**
 * True if the player has an open socket, regardless of its subscriptions.
 */
connected: boolean, 
/**
 * Time at which the others can claim the game because the player is away, in microseconds since the Unix epoch. Absence counts while
 * the player is to move: `null` at any other time, and while the player is present.
 */
claimable_at: number | null, 
/**
 * End of the vacation that stops the player's clock here, in microseconds since the Unix epoch. Left out if the player
 * is on none.
 */
vacation_until?: number, };

export type SeatRating = { 
/**
 * The rating's value.
 */
rating: number, 
/**
 * True if the rating is too uncertain to be meaningful; left out otherwise.
 */
provisional?: boolean, 
/**
 * The change by the room's last game, once it is calculated; left out while another game is in progress.
 */
change?: number, };

export type SeatSummary = { 
/**
 * The seat's number.
 */
seat: number, 
/**
 * The colour of the marbles.
 */
color: Color, 
/**
 * The team whose ejections are counted together: the index into `captured` and `score`.
 */
team: number, 
/**
 * The player; `null` while the seat is free.
 */
player: User | null, 
/**
 * True if the player is ready to start, if the room requires it.
 */
ready: boolean, 
/**
 * True if the player is eliminated while the others continue.
 */
out: boolean, };

export type Seek = { 
/**
 * The seek's id.
 */
id: string, 
/**
 * The seeking user.
 */
user: User, 
/**
 * The user's rating in such games.
 */
rating: number, 
/**
 * The game's mode.
 */
mode: Mode, 
/**
 * The name of the start layout.
 */
layout: string, 
/**
 * The time control.
 */
clock: Clock, 
/**
 * True if the result counts for ratings.
 */
rated: boolean, 
/**
 * Permitted ratings of the opponents.
 */
rating_range: RatingRange, 
/**
 * The level of computers that take seats that stay free for long; `null` if only people do.
 */
computers: number | null, 
/**
 * True if bots may be among the others. Left out if false.
 */
bots?: boolean, 
/**
 * Start of the seek, in microseconds since the Unix epoch.
 */
since: number, };

export type SeekEnd = "cancelled" | "failed";

export type SeekRequest = { 
/**
 * The lobby's name; `main` when left out.
 */
lobby?: string, 
/**
 * The game's mode.
 */
mode?: Mode, 
/**
 * The start layout's name; the mode's default layout when left out.
 */
layout?: string, 
/**
 * The time control; ten minutes for each player when left out.
 */
clock?: Clock, 
/**
 * True if the result counts for ratings.
 */
rated?: boolean, 
/**
 * Permitted ratings of the opponents; any rating when left out.
 */
rating_range?: RatingRange, 
/**
 * The level, 1 to 12, of computers that may take seats that stay free for long; human players only when left out.
 */
computers?: number, 
/**
 * True if bots may be among the others. A bot meets only bots and users who seek so.
 */
bots?: boolean, };

export type ServerMessage = { "type": "hello", 
/**
 * The version of the contract: [`VERSION`](crate::VERSION).
 */
protocol: number, 
/**
 * Name and version of the software.
 */
server: string, 
/**
 * The build of the server's web client. Its pages contain their own build in `<meta name="sumito-client">`. `null` if there is no
 * web client.
 */
client: string | null, 
/**
 * The server's time, in microseconds since the Unix epoch.
 */
now: number, 
/**
 * The authenticated user; `null` for an anonymous spectator.
 */
user: User | null, } | { "type": "ok", 
/**
 * The command's id, if it had one.
 */
id?: string, 
/**
 * The result of the command.
 */
result: Outcome, } | { "type": "error", 
/**
 * The command's id, if it had one.
 */
id?: string, 
/**
 * The error code for programs; stable.
 */
code: ErrorCode, 
/**
 * The cause and the remedy, for people.
 */
message: string, 
/**
 * The rule that an illegal move breaks, when `code` is `illegal_move`: `occupied`, `pac`, `gap`, … The fault of a chat line, when
 * it is `bad_words`: `empty`, `length`, `hidden`, `lines`, `link`, `offensive`.
 */
reason?: string, 
/**
 * The part of a text that is at fault, when `code` is `bad_words` or `bad_name` and the fault is a link or a blocked word.
 */
part?: string, 
/**
 * Time from which the command may succeed, if known, in microseconds since the Unix epoch: the end of a mute or of a chat limit.
 */
until?: number, 
/**
 * Delay in seconds after which the same command may succeed, if known: `Retry-After` of the REST interface.
 */
retry_after_s?: number, } | { "type": "snapshot" } & Snapshot | { "type": "event" } & Event | { "type": "presence", 
/**
 * The room's id.
 */
room: string, 
/**
 * The presence by seat.
 */
seats: Array<SeatPresence>, } | { "type": "ratings", 
/**
 * The room's id.
 */
room: string, 
/**
 * The ratings by seat; `null` if unknown.
 */
seats: Array<SeatRating | null>, } | { "type": "clock", 
/**
 * The room's id.
 */
room: string, 
/**
 * Reference time of the clocks, in microseconds since the Unix epoch.
 */
at: number, 
/**
 * The new clocks.
 */
clocks: Clocks, 
/**
 * The cause of the change.
 */
cause: ClockCause, } | { "type": "lobby", 
/**
 * The lobby's name.
 */
lobby: string, 
/**
 * True if `rooms` and `seeks` are the complete list, which replaces the previous one.
 */
full: boolean, 
/**
 * New and changed rooms.
 */
rooms: Array<RoomSummary>, 
/**
 * Rooms removed from the list.
 */
gone: Array<string>, 
/**
 * New seeks; left out if there are none.
 */
seeks?: Array<Seek>, 
/**
 * Seeks removed from the list; left out if there are none.
 */
seeks_gone?: Array<string>, 
/**
 * True if the next message on the same topic continues this one: only together are they complete. Left out otherwise.
 */
more?: boolean, } | { "type": "my_games", 
/**
 * True if `rooms` is the complete list, which replaces the previous one.
 */
full: boolean, 
/**
 * New and changed rooms: rooms that wait for the user first, then by the end of the turn, then the last changed first.
 */
rooms: Array<MyGame>, 
/**
 * Rooms removed from the list.
 */
gone: Array<string>, 
/**
 * True if the next message on the same topic continues this one: only together are they complete. Left out otherwise.
 */
more?: boolean, } | { "type": "tournament" } & TournamentChange | { "type": "study", 
/**
 * The study's id.
 */
study: string, 
/**
 * The event's number. A study's events count from 1, without gaps.
 */
seq: number, 
/**
 * Time of the event, in microseconds since the Unix epoch.
 */
at: number, 
/**
 * The user who made the edit.
 */
by: string, 
/**
 * The edit; left out if `reset` is true.
 */
change?: StudyEdit, 
/**
 * True if events are missing or one is too long for a message: read the study again, and follow it from there.
 */
reset?: boolean, } | { "type": "study_presence", 
/**
 * The study's id.
 */
study: string, 
/**
 * Up to 32 users; members who may edit come first.
 */
viewers: Array<StudyViewer>, 
/**
 * Number of all connections that follow it.
 */
count: number, } | { "type": "study_closed", 
/**
 * The study's id.
 */
study: string, } | { "type": "boards", 
/**
 * The source of the boards.
 */
of: BoardsOf, 
/**
 * True if `boards` is the complete list, which replaces the previous one.
 */
full: boolean, 
/**
 * New and changed boards.
 */
boards: Array<Board>, 
/**
 * Rooms whose boards are removed.
 */
gone: Array<string>, 
/**
 * True if the next message on the same topic continues this one: only together are they complete. Left out otherwise.
 */
more?: boolean, } | { "type": "analysis" } & Analysis | { "type": "chat", 
/**
 * The chat channel.
 */
channel: ChatChannel, 
/**
 * True if `lines` are all readable lines, which replace the previous ones.
 */
full: boolean, 
/**
 * New lines, oldest first.
 */
lines: Array<ChatLine>, 
/**
 * Lines that were removed.
 */
gone: Array<string>, 
/**
 * True if the client no longer follows the channel: its user has left the club, or the club was deleted. Left out otherwise.
 */
closed?: boolean, 
/**
 * True if the next message on the same topic continues this one: only together are they complete. Left out otherwise.
 */
more?: boolean, } | { "type": "control", 
/**
 * The room's id.
 */
room: string, 
/**
 * True if this socket has control; otherwise it only mirrors the game, and `take_over` moves control to it.
 */
yours: boolean, } | { "type": "conditional_moves", 
/**
 * The room's id.
 */
room: string, 
/**
 * Plies played before the lines start.
 */
ply: number, 
/**
 * The lines, in Aba-Pro notation.
 */
lines: Array<Array<string>>, } | { "type": "notice", 
/**
 * The room's id.
 */
room: string, 
/**
 * The content of the notice.
 */
notice: Notice, } | { "type": "notification", 
/**
 * The content of the notification.
 */
notification: UserNotification, } | { "type": "announcement", 
/**
 * The announcement; `null` if it was withdrawn.
 */
announcement: Announcement | null, } | { "type": "pong", 
/**
 * The number from the `ping`.
 */
t: number, 
/**
 * The server's time, in microseconds since the Unix epoch.
 */
now: number, };

export type ServerState = { 
/**
 * The version of the software.
 */
version: string, 
/**
 * Start of this process, in microseconds since the Unix epoch.
 */
started_at: number, 
/**
 * The server's time, in microseconds since the Unix epoch.
 */
now: number, 
/**
 * True if the storage works; otherwise all games are paused.
 */
storage: boolean, 
/**
 * True if no node accepts new games.
 */
draining: boolean, 
/**
 * The current announcement to all users.
 */
announcement: Announcement | null, 
/**
 * Number of open sockets.
 */
sockets: number, 
/**
 * Number of open seeks.
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
 * Queue lengths: commands waiting for the event log, chat lines waiting for storage.
 */
queues: Array<Count>, 
/**
 * Finished games that are not processed yet, by consumer; empty while the database is unavailable.
 */
consumers: Array<Count>, 
/**
 * Rejected requests of the last hour, by error code, the most frequent first. Does not cover the time before `started_at`.
 */
refusals: Array<Count>, };

export type SessionInfo = { 
/**
 * The session's id.
 */
id: string, 
/**
 * The program that created the session; may be empty.
 */
label: string, 
/**
 * Creation time, in microseconds since the Unix epoch.
 */
created_at: number, 
/**
 * Last recorded use, in microseconds since the Unix epoch. The last few minutes may be missing.
 */
last_used_at: number, 
/**
 * Expiry time if the session is not used, in microseconds since the Unix epoch.
 */
expires_at: number, 
/**
 * True for the session of this request.
 */
current: boolean, };

export type SessionList = { 
/**
 * The sessions, most recently used first.
 */
sessions: Array<SessionInfo>, };

export type SetMailAddress = { 
/**
 * The mail address: ASCII, at most 254 characters.
 */
address: string, 
/**
 * The password of the account.
 */
password: string, 
/**
 * A code of the authenticator app, or a recovery code; needed if the account has two-factor login.
 */
code?: string, 
/**
 * The language of the mail; English when left out.
 */
language?: Language, };

export type SharedNetwork = { 
/**
 * An IPv4 address, or the /64 network of an IPv6 address.
 */
network: string, 
/**
 * Time of the last use by the user, or in a search by any user, in microseconds since the Unix epoch; `null` if there is none.
 */
last_used_at: number | null, 
/**
 * The other users who have used it, most recent first; at most 20, and only users of a lower role.
 */
users: Array<NetworkUser>, 
/**
 * True if there are more users.
 */
more: boolean, };

export type Signal = { 
/**
 * The signal's id.
 */
id: string, 
/**
 * The user, or the two users of a pair.
 */
users: Array<User>, 
/**
 * Strength, which orders the list: no probability.
 */
strength: number, 
/**
 * The server's findings.
 */
evidence: Evidence, 
/**
 * Time at which it was found first, in microseconds since the Unix epoch.
 */
found_at: number, 
/**
 * Time at which its evidence was last computed, in microseconds since the Unix epoch.
 */
updated_at: number, };

export type SignalDismissal = { 
/**
 * A text for the log: 1 to 300 characters.
 */
reason: string, };

export type SignalList = { 
/**
 * The signals, the strongest first; at most 100.
 */
signals: Array<Signal>, };

export type Site = { 
/**
 * The name of the site.
 */
name: string, 
/**
 * Path of the logo; `null`: the logo of Sumito.
 */
logo: string | null, 
/**
 * Who may create an account.
 */
registration: Registration, 
/**
 * Whether visitors may play as guests: `POST /guests`.
 */
guests: boolean, 
/**
 * The texts that the operator has written.
 */
texts: Array<SiteTextKind>, 
/**
 * How long data is kept.
 */
keeps: Keeps, };

export type SiteText = { 
/**
 * Language of the text: the requested one, if the text exists in it.
 */
language: Language, 
/**
 * The text. An empty line separates paragraphs, `# ` starts a heading, `- ` an item of a list.
 */
text: string, };

export type SiteTextKind = "front_page" | "imprint" | "privacy" | "terms";

export type Snapshot = { 
/**
 * The room's id.
 */
room: string, 
/**
 * The number of the last included event.
 */
seq: number, 
/**
 * Time of the snapshot, in microseconds since the Unix epoch.
 */
at: number, 
/**
 * The game's mode.
 */
mode: Mode, 
/**
 * The name of the start layout.
 */
layout: string, 
/**
 * The line of the position from which the games start instead of the layout. Left out for games from the layout.
 */
start_position?: string, 
/**
 * True if a coach helps the only person in the room. Left out if false.
 */
coach?: boolean, 
/**
 * The time control.
 */
clock: Clock, 
/**
 * True if the result counts for ratings.
 */
rated: boolean, 
/**
 * The room's visibility.
 */
visibility: Visibility, 
/**
 * The room's lobby.
 */
lobby: string, 
/**
 * True if all players must declare readiness before a game starts.
 */
ready: boolean, 
/**
 * True if the clock of a player on vacation is stopped. Left out if false.
 */
vacations?: boolean, 
/**
 * Delay for spectators in seconds.
 */
spectator_delay_s: number, 
/**
 * The tournament of the room's only game. Left out if there is none.
 */
tournament?: string, 
/**
 * True if a player may go berserk before their first move. Left out if false.
 */
can_go_berserk?: boolean, 
/**
 * The berserk seats. Left out if there are none.
 */
berserk?: Array<number>, 
/**
 * The room's seats.
 */
seats: Array<Seat>, 
/**
 * The room's status.
 */
status: Status, 
/**
 * The game in progress or the last game; `null` before the first one.
 */
game: string | null, 
/**
 * The position line: `ROWS TURN CAPTURED QUIET PLY`.
 */
position: string, 
/**
 * The seat to move, while a game is in progress.
 */
turn: number | null, 
/**
 * Number of plies played.
 */
ply: number, 
/**
 * Ejected marbles, by team.
 */
captured: Array<number>, 
/**
 * The moves so far, in Aba-Pro notation.
 */
moves: Array<string>, 
/**
 * Effect of the moves on their players' clocks. Over the socket, only the last 500 moves of a longer game: the last entry always
 * belongs to the last move.
 */
ledger: Array<MoveTiming>, 
/**
 * The clocks at `at`.
 */
clocks: Clocks, 
/**
 * Offers that await an answer.
 */
offers: Array<OpenOffer>, 
/**
 * The legal moves of the seat to move, in Aba-Pro notation, if requested; empty if no seat is to move.
 */
legal?: Array<string>, 
/**
 * The result of the game.
 */
result: GameResult | null, };

export type Speed = "live" | "correspondence" | "bots";

export type Standing = { 
/**
 * The game's mode.
 */
mode: Mode, 
/**
 * Live, by correspondence, or with bots.
 */
speed: Speed, 
/**
 * Percentage of the other players of the pool who have a lower rating, 0 to 100.
 */
better_than: number, 
/**
 * Number of players of the pool.
 */
players: number, };

export type Status = "waiting" | "playing" | "finished" | "closed";

export type StreakStatistics = { 
/**
 * The game's mode.
 */
mode: Mode, 
/**
 * The result of the last game.
 */
result: GameScore, 
/**
 * Length of the current series.
 */
length: number, 
/**
 * The longest series of wins.
 */
longest_won: number, 
/**
 * The longest series of losses.
 */
longest_lost: number, };

export type StudyChapter = { 
/**
 * The chapter's number; ignored in a new chapter.
 */
id: number, 
/**
 * The displayed name: up to 80 characters.
 */
name: string, 
/**
 * The mode of all positions.
 */
mode: Mode, 
/**
 * The line of the first position: `ROWS TURN CAPTURED QUIET PLY`.
 */
position: string, 
/**
 * The number of the next new node.
 */
next_node?: number, 
/**
 * The nodes in the order of a walk through the tree: each after its parent, the main line before the variations. The first one is node
 * 0, the first position.
 */
nodes: Array<StudyNode>, };

export type StudyColor = "green" | "red" | "blue" | "yellow";

export type StudyDetail = { 
/**
 * The study's id.
 */
id: string, 
/**
 * The displayed name.
 */
name: string, 
/**
 * Who may read it.
 */
visibility: StudyVisibility, 
/**
 * The user who owns it.
 */
owner: User, 
/**
 * The members in the order in which they were added.
 */
members: Array<StudyMember>, 
/**
 * Number of the last event that the state includes: `since` of `follow_study`.
 */
seq: number, 
/**
 * The chapters in their order.
 */
chapters: Array<StudyChapter>, 
/**
 * In the answer to `POST /studies`: assumptions of the reader of a text. Show them to the user.
 */
assumptions?: Array<Assumption>, };

export type StudyEdit = { "edit": "rename", 
/**
 * The new name: up to 80 characters.
 */
name: string, } | { "edit": "set_visibility", 
/**
 * The new visibility.
 */
visibility: StudyVisibility, } | { "edit": "set_member", 
/**
 * The id of a user with an account.
 */
user: string, 
/**
 * The member's new role.
 */
role: StudyRole, } | { "edit": "remove_member", 
/**
 * The member's id.
 */
user: string, } | { "edit": "add_chapter", 
/**
 * The new chapter.
 */
chapter: StudyChapter, } | { "edit": "rename_chapter", 
/**
 * The chapter's number.
 */
chapter: number, 
/**
 * The new name: up to 80 characters.
 */
name: string, } | { "edit": "delete_chapter", 
/**
 * The chapter's number.
 */
chapter: number, } | { "edit": "move_chapter", 
/**
 * The chapter's number.
 */
chapter: number, 
/**
 * Number of chapters before it afterwards.
 */
to: number, } | { "edit": "add_node", 
/**
 * The chapter's number.
 */
chapter: number, 
/**
 * The node before the move.
 */
parent: number, 
/**
 * The move in Aba-Pro notation.
 */
move: string, } | { "edit": "delete_node", 
/**
 * The chapter's number.
 */
chapter: number, 
/**
 * The node of the move.
 */
node: number, } | { "edit": "promote_node", 
/**
 * The chapter's number.
 */
chapter: number, 
/**
 * The first node of the variation.
 */
node: number, } | { "edit": "set_comment", 
/**
 * The chapter's number.
 */
chapter: number, 
/**
 * The node of the position.
 */
node: number, 
/**
 * The text: up to 4,096 bytes; empty for none.
 */
text: string, } | { "edit": "set_shapes", 
/**
 * The chapter's number.
 */
chapter: number, 
/**
 * The node of the position.
 */
node: number, 
/**
 * The arrows and cells, which replace the earlier ones.
 */
shapes: Array<StudyShape>, } | { "edit": "set_formation", 
/**
 * The chapter's number.
 */
chapter: number, 
/**
 * The node of the position.
 */
node: number, 
/**
 * The name: up to 40 characters; empty for none.
 */
name: string, };

export type StudyMember = { 
/**
 * The user concerned.
 */
user: User, 
/**
 * The user's rights.
 */
role: StudyRole, };

export type StudyNode = { 
/**
 * The node's number in its chapter.
 */
id: number, 
/**
 * The node before; 0 for the first position itself.
 */
parent: number, 
/**
 * The move from the node before, in Aba-Pro notation.
 */
move?: string, 
/**
 * The comment on the position.
 */
comment?: string, 
/**
 * Arrows and highlighted cells.
 */
shapes?: Array<StudyShape>, 
/**
 * The name of the formation.
 */
formation?: string, };

export type StudyPage = { 
/**
 * The studies, the last changed first.
 */
studies: Array<StudySummary>, 
/**
 * The `cursor` of the next page; `null` on the last.
 */
next: string | null, };

export type StudyRole = "contributor" | "viewer";

export type StudyShape = { 
/**
 * The colour of the shape.
 */
color: StudyColor, 
/**
 * The highlighted cell, or the first cell of the arrow: `e5`.
 */
from: string, 
/**
 * The last cell of the arrow; left out for a highlight.
 */
to?: string, };

export type StudySummary = { 
/**
 * The study's id.
 */
id: string, 
/**
 * The displayed name.
 */
name: string, 
/**
 * Who may read it.
 */
visibility: StudyVisibility, 
/**
 * The user who owns it.
 */
owner: User, 
/**
 * Number of chapters.
 */
chapters: number, 
/**
 * Time of creation, in microseconds since the Unix epoch.
 */
created_at: number, 
/**
 * Time of the last edit, in microseconds since the Unix epoch.
 */
changed_at: number, };

export type StudyViewer = { 
/**
 * The user concerned.
 */
user: User, 
/**
 * The chapter that the user has open; left out if unknown.
 */
chapter?: number, 
/**
 * The node that the user has selected; left out if unknown.
 */
node?: number, };

export type StudyVisibility = "private" | "unlisted" | "public";

export type SwissPairing = "balanced" | "dutch";

export type Tally = { 
/**
 * Number of finished games.
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

export type TeamRewording = { 
/**
 * The number of the team among the participants.
 */
number: number, 
/**
 * The new name.
 */
name: string, };

export type Terms = { 
/**
 * The game's mode; `two` when left out. With more than two players, others take the free seats in the room.
 */
mode?: Mode, 
/**
 * The start layout's name; the mode's default layout when left out.
 */
layout?: string, 
/**
 * The time control.
 */
clock: Clock, 
/**
 * True if the result counts for ratings.
 */
rated?: boolean, 
/**
 * True if the clock of a player on vacation is stopped. Only with more than ten minutes for a move.
 */
vacations?: boolean, 
/**
 * The challenger's seat; random when left out.
 */
seat?: number, };

export type TieBreak = "reached" | "buchholz" | "buchholz_cut1" | "buchholz_median" | "sonneborn_berger" | "direct_encounter" | "marbles" | "progressive" | "performance" | "wins";

export type TokenCreated = { 
/**
 * The secret. It is returned only here.
 */
token: string, 
/**
 * The token's id.
 */
id: string, 
/**
 * The label for recognition: the name of the app, if an app has the token.
 */
label: string, 
/**
 * The id of the app that has the token; `null` if the user has created the token.
 */
app: string | null, 
/**
 * The permissions of the token.
 */
scopes: Array<Scope>, 
/**
 * Creation time, in microseconds since the Unix epoch.
 */
created_at: number, 
/**
 * Last recorded use, in microseconds since the Unix epoch. The last few minutes may be missing.
 */
last_used_at: number, 
/**
 * Expiry time, in microseconds since the Unix epoch.
 */
expires_at: number, };

export type TokenForm = { 
/**
 * `authorization_code`, or `urn:ietf:params:oauth:grant-type:device_code`.
 */
grant_type: string, 
/**
 * The app's id.
 */
client_id: string, 
/**
 * The code with which the user was sent back.
 */
code?: string, 
/**
 * The address to which the user was sent back.
 */
redirect_uri?: string, 
/**
 * The secret of which the authorization request had the hash (RFC 7636).
 */
code_verifier?: string, 
/**
 * The secret of the device.
 */
device_code?: string, };

export type TokenInfo = { 
/**
 * The token's id.
 */
id: string, 
/**
 * The label for recognition: the name of the app, if an app has the token.
 */
label: string, 
/**
 * The id of the app that has the token; `null` if the user has created the token.
 */
app: string | null, 
/**
 * The permissions of the token.
 */
scopes: Array<Scope>, 
/**
 * Creation time, in microseconds since the Unix epoch.
 */
created_at: number, 
/**
 * Last recorded use, in microseconds since the Unix epoch. The last few minutes may be missing.
 */
last_used_at: number, 
/**
 * Expiry time, in microseconds since the Unix epoch.
 */
expires_at: number, };

export type TokenList = { 
/**
 * The tokens, most recently used first.
 */
tokens: Array<TokenInfo>, };

export type TournamentAddedTime = { 
/**
 * The side with more time.
 */
side: number, 
/**
 * The added time.
 */
seconds: number, };

export type TournamentAnnouncement = { 
/**
 * The number of its log entry.
 */
seq: number, 
/**
 * Time of the announcement, in microseconds since the Unix epoch.
 */
at: number, 
/**
 * The director who sent it.
 */
by: string | null, 
/**
 * The message; empty if a moderator removed it.
 */
text: string, };

export type TournamentBoard = { 
/**
 * The game's number.
 */
game: number, 
/**
 * Moves of all players together.
 */
ply: number, 
/**
 * The clocks at the moment `at` of the hall.
 */
clocks: Clocks, };

export type TournamentBracket = { 
/**
 * The matches; empty before the start, and in formats without a bracket.
 */
matches: Array<BracketMatch>, };

export type TournamentBye = { 
/**
 * The number of the participant.
 */
participant: number, 
/**
 * The reason for the bye.
 */
kind: ByeKind, 
/**
 * The participant's points for the round.
 */
points: number, };

export type TournamentChange = { 
/**
 * The tournament's state.
 */
state: TournamentState, 
/**
 * The settings, if changed.
 */
settings?: TournamentSettings, 
/**
 * True if this is the complete data, which replaces the previous data.
 */
full: boolean, 
/**
 * New and changed participants. A number is reused for another participant once its own is `gone`.
 */
participants: Array<TournamentParticipant>, 
/**
 * All players with an unanswered invitation, if changed.
 */
invited?: Array<User>, 
/**
 * New and changed standings.
 */
standings: Array<TournamentStanding>, 
/**
 * All teams of a team arena, from first to last, if any has changed.
 */
teams?: Array<TournamentTeam>, 
/**
 * All clubs that have not answered the invitation to a team arena, if changed.
 */
invited_clubs?: Array<string>, 
/**
 * All pairs of participants who must not meet, by number, if changed.
 */
forbidden_pairs?: Array<[number, number]>, 
/**
 * The last 10 announcements, the latest last, if changed.
 */
announcements?: Array<TournamentAnnouncement>, 
/**
 * The numbers of all participants in the standings, from first to last, if changed.
 */
order?: Array<number>, 
/**
 * New and changed rounds.
 */
rounds: Array<TournamentRound>, 
/**
 * New and changed games.
 */
games: Array<TournamentGame>, 
/**
 * True if the next message on the same topic continues this one: only together are they complete. Left out otherwise.
 */
more?: boolean, };

export type TournamentClub = { 
/**
 * The club concerned.
 */
club: ClubSummary, 
/**
 * The caller's role; `null` if the caller is not a member.
 */
role: ClubRole | null, };

export type TournamentClubList = { 
/**
 * The clubs by name.
 */
clubs: Array<TournamentClub>, };

export type TournamentCommand = { "type": "register", 
/**
 * The password, if required.
 */
password?: string, 
/**
 * In teams of two: the name of a new team.
 */
team_name?: string, 
/**
 * In teams of two: the number of a team that waits for its second player.
 */
team?: number, 
/**
 * In a team arena: the club for which the player plays. Needed only by members of several clubs that take part.
 */
club?: string, } | { "type": "withdraw", } | { "type": "return", } | { "type": "ask_bye", 
/**
 * The number of the round.
 */
round: number, } | { "type": "cancel_bye", 
/**
 * The number of the round.
 */
round: number, } | { "type": "grant_bye", 
/**
 * The number of the participant.
 */
participant: number, 
/**
 * The number of the round.
 */
round: number, 
/**
 * True for half a point, false for none.
 */
half: boolean, } | { "type": "forbid_pair", 
/**
 * The numbers of the two participants.
 */
pair: [number, number], } | { "type": "allow_pair", 
/**
 * The numbers of the two participants.
 */
pair: [number, number], } | { "type": "draft_round", 
/**
 * The number of the round.
 */
round: number, } | { "type": "change_draft", 
/**
 * The number of the round.
 */
round: number, 
/**
 * The `seq` of the draft in the director's view.
 */
seen: number, 
/**
 * The games: the numbers of two participants, of whom the first starts.
 */
tables: Array<Array<number>>, 
/**
 * The active participants who do not play.
 */
byes: Array<TournamentDraftBye>, } | { "type": "drop_draft", 
/**
 * The number of the round.
 */
round: number, } | { "type": "start", } | { "type": "begin_round", 
/**
 * The number of the round.
 */
round: number, } | { "type": "pause", 
/**
 * The reason for the pause.
 */
reason: string, } | { "type": "resume", } | { "type": "cancel", 
/**
 * The reason for the cancellation.
 */
reason: string, } | { "type": "rule", 
/**
 * The number of the game.
 */
game: number, 
/**
 * The new verdict on the game.
 */
verdict: TournamentVerdict, 
/**
 * The verdict in the director's view; left out if the game was in progress.
 */
seen?: TournamentVerdict, 
/**
 * The reason, which all users can read: 1 to 300 characters.
 */
reason: string, } | { "type": "add", 
/**
 * A player's name or id.
 */
player?: string, 
/**
 * A computer's level: 1 to 12.
 */
computer?: number, 
/**
 * In teams of two: the name of a computer's new team.
 */
team_name?: string, 
/**
 * In teams of two: the number of the team that waits for a second player and gets the computer.
 */
team?: number, } | { "type": "remove", 
/**
 * The number of the participant.
 */
participant: number, 
/**
 * The reason for the exclusion.
 */
reason: string, } | { "type": "readmit", 
/**
 * The number of the participant.
 */
participant: number, 
/**
 * The reason, which all users can read: 1 to 300 characters.
 */
reason: string, } | { "type": "penalise", 
/**
 * The number of the participant.
 */
participant: number, 
/**
 * The points in units, `point_unit` of which are a point: 0 (a warning) to 20.
 */
units: number, 
/**
 * The reason, which all users can read: 1 to 300 characters.
 */
reason: string, } | { "type": "lift_penalty", 
/**
 * The number of the penalty.
 */
penalty: number, 
/**
 * The reason, which all users can read: 1 to 300 characters.
 */
reason: string, } | { "type": "add_time", 
/**
 * The number of the game.
 */
game: number, 
/**
 * The side with more time.
 */
side: number, 
/**
 * The added time: 1 to 3,600.
 */
seconds: number, 
/**
 * The reason, which all users can read: 1 to 300 characters.
 */
reason: string, } | { "type": "announce", 
/**
 * The message: 1 to 300 characters.
 */
text: string, } | { "type": "invite", 
/**
 * The player's name or id.
 */
player: string, 
/**
 * True if the player can enter after the end of late entries, and beyond the capacity.
 */
exempt?: boolean, } | { "type": "uninvite", 
/**
 * The player's name or id.
 */
player: string, } | { "type": "decline_invitation", } | { "type": "invite_club", 
/**
 * The club's id.
 */
club: string, } | { "type": "uninvite_club", 
/**
 * The club's id.
 */
club: string, } | { "type": "answer_club", 
/**
 * The club's id.
 */
club: string, 
/**
 * True to take part; false to decline, also after accepting, before any player of the club enters.
 */
accept: boolean, } | { "type": "add_director", 
/**
 * The user's name or id.
 */
player: string, } | { "type": "remove_director", 
/**
 * The director's name or id.
 */
player: string, };

export type TournamentDetail = { 
/**
 * The tournament's state.
 */
state: TournamentState, 
/**
 * The tournament's settings.
 */
settings: TournamentSettings, 
/**
 * The participants by number, including participants who left after the start.
 */
participants: Array<TournamentParticipant>, 
/**
 * Players with an unanswered invitation.
 */
invited: Array<User>, 
/**
 * The standings, from first to last.
 */
standings: Array<TournamentStanding>, 
/**
 * The clubs that take part in a team arena, from first to last.
 */
teams: Array<TournamentTeam>, 
/**
 * The clubs that have not answered the invitation to a team arena.
 */
invited_clubs: Array<string>, 
/**
 * Pairs of participants who must not meet, by number.
 */
forbidden_pairs: Array<[number, number]>, 
/**
 * The last 10 announcements, the latest last.
 */
announcements: Array<TournamentAnnouncement>, 
/**
 * The last round.
 */
rounds: Array<TournamentRound>, 
/**
 * The games of the last round, and other running games.
 */
games: Array<TournamentGame>, };

export type TournamentDraft = { 
/**
 * The number of the log entry that made it, for `change_draft`.
 */
seq: number, 
/**
 * The number of the round.
 */
round: number, 
/**
 * The games: the numbers of two participants, of whom the first starts.
 */
tables: Array<Array<number>>, 
/**
 * The active participants who do not play.
 */
byes: Array<TournamentDraftBye>, };

export type TournamentDraftBye = { 
/**
 * The number of the participant.
 */
participant: number, 
/**
 * The kind of the bye, which determines its points.
 */
kind: ByeKind, };

export type TournamentEdit = { 
/**
 * The `revision` that the caller has read. Prevents two concurrent edits from undoing each other.
 */
revision: number, 
/**
 * The complete new settings.
 */
settings: TournamentSettings, 
/**
 * A new password; unchanged when left out.
 */
password?: string, };

export type TournamentEntry = { 
/**
 * Minimum number of participants for the start: the number of sides of a game, 2 or 3, when left out; with groups, two
 * for each group, or as many as advance.
 */
minimum?: number, 
/**
 * Maximum number of participants (players or teams): 64, or the format's maximum if that is lower, when left out.
 */
capacity?: number, 
/**
 * The minimum rating.
 */
rating_min?: number, 
/**
 * The maximum rating. Provisional ratings exceed every maximum.
 */
rating_max?: number, 
/**
 * True if an account is required.
 */
accounts_only?: boolean, 
/**
 * True if computers and bots can enter.
 */
programs?: boolean, 
/**
 * The admission condition.
 */
admission?: Admission, };

export type TournamentExport = { 
/**
 * Its unique id.
 */
id: string, 
/**
 * The tournament's status.
 */
status: TournamentStatus, 
/**
 * The settings, as `POST /tournaments` takes them.
 */
settings: TournamentSettings, 
/**
 * Actual start time, in microseconds since the Unix epoch.
 */
started_at: number | null, 
/**
 * End time, in microseconds since the Unix epoch.
 */
ended_at: number | null, 
/**
 * The participants with their penalties, by number.
 */
participants: Array<TournamentParticipant>, 
/**
 * The tie-breaks, in the order of their application.
 */
tie_breaks: Array<TieBreak>, 
/**
 * The standings, from first to last.
 */
standings: Array<TournamentStanding>, 
/**
 * The teams of a team arena, from first to last. Left out in other tournaments.
 */
teams?: Array<TournamentTeam>, 
/**
 * The rounds, by number.
 */
rounds: Array<TournamentRound>, 
/**
 * The games of all rounds, by number.
 */
games: Array<TournamentGame>, };

export type TournamentFormat = { "form": "round_robin", 
/**
 * Number of cycles: 1 to 4.
 */
cycles: number, } | { "form": "swiss", 
/**
 * Number of rounds: 1 to 30.
 */
rounds: number, 
/**
 * The pairing system; `balanced` by default.
 */
pairing?: SwissPairing, 
/**
 * True if the first rounds pair the stronger half as if it had an additional point.
 */
accelerated?: boolean, 
/**
 * Maximum number of half-point byes of a participant.
 */
half_point_byes?: number, 
/**
 * The last round that a late participant can enter; 0: no late entry.
 */
late_entry_rounds?: number, } | { "form": "knockout", 
/**
 * Number of games of a match: 1 to 9.
 */
best_of: number, 
/**
 * True if the losers of the semi-finals play for the third place.
 */
third_place?: boolean, 
/**
 * Pairs of extra games after a drawn match, before its marbles decide.
 */
extra_pairs?: number, } | { "form": "double_elimination", 
/**
 * Number of games of a match: 1 to 9.
 */
best_of: number, 
/**
 * Pairs of extra games after a drawn match, before its marbles decide.
 */
extra_pairs?: number, 
/**
 * True if the grand final has a second match when the player without a lost match loses the first; `true` by default.
 */
reset?: boolean, } | { "form": "groups", 
/**
 * Number of groups: 2 to 32.
 */
groups: number, 
/**
 * Number of participants of each group who play the knockout: 1 to 4.
 */
advance: number, 
/**
 * Number of cycles of the groups: 1 or 2; 1 by default.
 */
cycles?: number, 
/**
 * Number of games of a match: 1 to 9.
 */
best_of: number, 
/**
 * Pairs of extra games after a drawn match, before its marbles decide.
 */
extra_pairs?: number, 
/**
 * True if the losers of the semi-finals play for the third place.
 */
third_place?: boolean, } | { "form": "arena", 
/**
 * Duration of the arena.
 */
duration_s: number, 
/**
 * Time before the end during which no games start.
 */
closing_s: number, 
/**
 * Minimum time between two waves of pairings.
 */
wave_s: number, 
/**
 * True if participants can go berserk: half of the time, for an additional point.
 */
berserk?: boolean, 
/**
 * True if points count double after two wins in a row.
 */
streaks?: boolean, };

export type TournamentFormatName = "round_robin" | "swiss" | "knockout" | "double_elimination" | "groups" | "arena";

export type TournamentGame = { 
/**
 * The game's number, from 1.
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
 * The game's id, under which the history has it after its end.
 */
game: string, 
/**
 * The numbers of the participants: the seats of two and three players, the teams of four. The first starts.
 */
sides: Array<number>, 
/**
 * The berserk sides.
 */
berserk: Array<number>, 
/**
 * The index of the match in a round of a bracket, from 0.
 */
pairing: number, 
/**
 * The verdict; `null` while the game is in progress.
 */
verdict: TournamentVerdict | null, 
/**
 * The reason for the verdict, if it was not decided at the board.
 */
ruling: TournamentRuling | null, 
/**
 * Time that directors have added to the clocks. Left out if there is none.
 */
added_times?: Array<TournamentAddedTime>, };

export type TournamentGamePage = { 
/**
 * The games, by number.
 */
games: Array<TournamentGame>, 
/**
 * The `cursor` of the next page; `null` on the last.
 */
next: string | null, };

export type TournamentHall = { 
/**
 * Time of the answer, in microseconds since the Unix epoch.
 */
at: number, 
/**
 * The numbers of the active participants of whom a player is not online.
 */
absent: Array<number>, 
/**
 * The running games, by number.
 */
boards: Array<TournamentBoard>, };

export type TournamentInvitation = { 
/**
 * The tournament concerned.
 */
tournament: TournamentSummary, 
/**
 * The inviting director.
 */
by: User, };

export type TournamentInvitations = { 
/**
 * The invitations, newest first, at most 50.
 */
invitations: Array<TournamentInvitation>, };

export type TournamentLog = { 
/**
 * The events, in order.
 */
events: Array<TournamentLogEntry>, 
/**
 * The `cursor` of the next page; `null` on the last.
 */
next: string | null, };

export type TournamentLogEntry = { 
/**
 * The entry's number, from 1.
 */
seq: number, 
/**
 * Time of the event, in microseconds since the Unix epoch.
 */
at: number, 
/**
 * The acting user; `null` if time or the server caused it.
 */
by: string | null, 
/**
 * True if the user acted as a moderator or administrator of the server.
 */
steward: boolean, 
/**
 * The event with its data: `{"kind": "ruled", "game": 3, …}`.
 */
event: TournamentLogEvent, };

export type TournamentLogEvent = { "kind": "created", 
/**
 * The first director.
 */
director: string, } | { "kind": "edited" } | { "kind": "director_added", 
/**
 * The new director.
 */
user: string, } | { "kind": "director_removed", 
/**
 * The removed director.
 */
user: string, } | { "kind": "invited", 
/**
 * The invited player.
 */
user: string, 
/**
 * True if the player can enter after the end of late entries, and beyond the capacity. Left out if false.
 */
exempt?: boolean, } | { "kind": "uninvited", 
/**
 * The invited player.
 */
user: string, } | { "kind": "club_invited", 
/**
 * The club concerned.
 */
club: string, } | { "kind": "club_joined", 
/**
 * The club concerned.
 */
club: string, } | { "kind": "club_declined", 
/**
 * The club concerned.
 */
club: string, } | { "kind": "club_uninvited", 
/**
 * The club concerned.
 */
club: string, } | { "kind": "registered", 
/**
 * The number of the new participant.
 */
participant: number, 
/**
 * The current name for display.
 */
name: string, 
/**
 * The first round of the participant. Left out if it is 1.
 */
since_round?: number, 
/**
 * The club for which the player plays. Left out if there is none.
 */
club?: string, } | { "kind": "joined", 
/**
 * The number of the team.
 */
participant: number, } | { "kind": "left", 
/**
 * The number of the player or of their team.
 */
participant: number, 
/**
 * The user who left.
 */
user: string, } | { "kind": "withdrew", 
/**
 * The participant who left.
 */
participant: number, } | { "kind": "returned", 
/**
 * The returning participant.
 */
participant: number, } | { "kind": "excluded", 
/**
 * The excluded participant.
 */
participant: number, 
/**
 * The director's reason; `null` if the participant missed their games. Left out if a moderator removed it.
 */
reason?: TournamentLogReason, } | { "kind": "forgotten", 
/**
 * The deleted user.
 */
user: string, 
/**
 * The replacement of the name.
 */
name: string, } | { "kind": "reworded", 
/**
 * The texts and their replacements.
 */
rewording: TournamentLogRewording, } | { "kind": "bye_asked", 
/**
 * The participant who skips it.
 */
participant: number, 
/**
 * The number of the round.
 */
round: number, } | { "kind": "bye_granted", 
/**
 * The participant who sits out.
 */
participant: number, 
/**
 * The number of the round.
 */
round: number, 
/**
 * True for half a point, false for none.
 */
half: boolean, } | { "kind": "bye_cancelled", 
/**
 * The participant concerned.
 */
participant: number, 
/**
 * The number of the round.
 */
round: number, } | { "kind": "readmitted", 
/**
 * The participant who may return.
 */
participant: number, 
/**
 * The director's reason. Left out if a moderator removed it.
 */
reason?: string, } | { "kind": "pair_forbidden", 
/**
 * The two participants, the lower number first.
 */
pair: [number, number], } | { "kind": "pair_allowed", 
/**
 * The two participants, the lower number first.
 */
pair: [number, number], } | { "kind": "drafted", 
/**
 * The number of the round.
 */
round: number, 
/**
 * The participants of each game, the first begins. Left out until the round has begun.
 */
tables?: Array<Array<number>>, 
/**
 * Participants who do not play. Left out until the round has begun.
 */
byes?: Array<TournamentDraftBye>, } | { "kind": "draft_dropped", 
/**
 * The number of the round.
 */
round: number, } | { "kind": "penalised", 
/**
 * The participant concerned.
 */
participant: number, 
/**
 * The points, in units; 0 for a warning.
 */
units: number, 
/**
 * The director's reason. Left out if a moderator removed it.
 */
reason?: string, } | { "kind": "penalty_lifted", 
/**
 * The number of the penalty.
 */
penalty: number, 
/**
 * The director's reason. Left out if a moderator removed it.
 */
reason?: string, } | { "kind": "time_added", 
/**
 * The game's number.
 */
game: number, 
/**
 * The side with more time.
 */
side: number, 
/**
 * The added time.
 */
seconds: number, 
/**
 * The director's reason. Left out if a moderator removed it.
 */
reason?: string, } | { "kind": "announced", 
/**
 * Text of the announcement. Left out if a moderator removed it.
 */
text?: string, } | { "kind": "started", 
/**
 * The participants from strongest to weakest: the order of the seeds.
 */
seeds: Array<number>, } | { "kind": "qualified", 
/**
 * The participants by their seeds in the bracket; `null` for a free place.
 */
entrants: Array<number | null>, } | { "kind": "paired", 
/**
 * The number of the round.
 */
round: number, 
/**
 * The games of the round.
 */
games: Array<TournamentLogGame>, 
/**
 * Participants who do not play.
 */
byes: Array<TournamentDraftBye>, } | { "kind": "planned", 
/**
 * The new games.
 */
games: Array<TournamentLogGame>, } | { "kind": "berserked", 
/**
 * The game's number.
 */
game: number, 
/**
 * The berserk participant.
 */
participant: number, } | { "kind": "played", 
/**
 * The game's number.
 */
game: number, 
/**
 * The verdict on the game.
 */
verdict: TournamentVerdict, 
/**
 * The sides that did not come to the game. Left out if all came.
 */
no_shows?: Array<number>, } | { "kind": "ruled", 
/**
 * The game's number.
 */
game: number, 
/**
 * The new verdict on the game.
 */
verdict: TournamentVerdict, 
/**
 * The reason for the verdict.
 */
ruling: TournamentLogRuling, } | { "kind": "round_ended", 
/**
 * The number of the round.
 */
round: number, } | { "kind": "paused", 
/**
 * The director's reason. Left out if a moderator removed it.
 */
reason?: string, } | { "kind": "resumed" } | { "kind": "forgiven", 
/**
 * Start of the outage, in microseconds of Unix time. It stays a number where `Prefer` asks for times as text.
 */
from: number, 
/**
 * End of the outage, in microseconds since the Unix epoch.
 */
until: number, } | { "kind": "finished" } | { "kind": "cancelled", 
/**
 * The director's reason; `null` if there were too few participants. Left out if a moderator removed it.
 */
reason?: TournamentLogReason, };

export type TournamentLogGame = { 
/**
 * The game's number.
 */
number: number, 
/**
 * The numbers of the participants: the seats of two and three players, the teams of four. The first begins.
 */
sides: Array<number>, 
/**
 * The index of the match in a round of a bracket, from 0. Left out if it is 0.
 */
pairing?: number, 
/**
 * True for the last decider of a match, in which a draw is enough for the second side. Left out if false.
 */
draw_odds?: boolean, 
/**
 * The number of the aborted game that this one replaces. Left out if there is none.
 */
replays?: number, };

export type TournamentLogReason = string | null;

export type TournamentLogRewording = { 
/**
 * The new name.
 */
name?: string, 
/**
 * The new description; may be empty.
 */
description?: string, 
/**
 * The number of a team and its new name.
 */
team?: [number, string], 
/**
 * True if the reasons that directors had given were removed.
 */
reasons: boolean, };

export type TournamentLogRuling = { "kind": "director", 
/**
 * The director's reason; empty or left out if a moderator removed it.
 */
reason?: string, 
/**
 * True if the director plays in the game and no other director was available. Left out if false.
 */
own?: boolean, } | { "kind": "withdrawal" } | { "kind": "deadline" } | { "kind": "end" } | { "kind": "computers" };

export type TournamentNextRound = { 
/**
 * The draft; `null` if there is none.
 */
draft: TournamentDraft | null, };

export type TournamentPage = { 
/**
 * Unfinished tournaments by start time; finished tournaments with the last first.
 */
tournaments: Array<TournamentSummary>, 
/**
 * The `cursor` of the next page; `null` on the last.
 */
next: string | null, };

export type TournamentParticipant = { 
/**
 * The participant's number, from 1, in the order of entry.
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
 * The rating at the time of entry.
 */
rating: number, 
/**
 * True if that rating was provisional.
 */
provisional: boolean, 
/**
 * The membership of the participant.
 */
membership: Membership, 
/**
 * The first round of the participant.
 */
since_round: number, 
/**
 * The club for which the participant plays, in a team arena.
 */
club: string | null, 
/**
 * The rounds that the participant sits out, by request or granted.
 */
byes: Array<TournamentPlannedBye>, 
/**
 * Penalties and warnings, including lifted ones.
 */
penalties: Array<TournamentPenalty>, };

export type TournamentPenalty = { 
/**
 * The number of the penalty, from 1.
 */
number: number, 
/**
 * The points in units, `point_unit` of which are a point; 0 in a warning.
 */
units: number, 
/**
 * The director's reason; empty if a moderator removed it.
 */
reason: string, 
/**
 * True if a director lifted it.
 */
lifted: boolean, };

export type TournamentPlannedBye = { 
/**
 * The number of the round.
 */
round: number, 
/**
 * `half`, or `absent` for no points.
 */
kind: ByeKind, 
/**
 * True if a director granted it.
 */
granted: boolean, };

export type TournamentReceipt = { 
/**
 * The tournament's id.
 */
id: string, 
/**
 * The tournament's format.
 */
form: TournamentFormatName, 
/**
 * The mode of its games.
 */
mode: Mode, 
/**
 * The name of the start layout.
 */
layout: string, 
/**
 * The time control.
 */
clock: Clock, 
/**
 * True if its games counted for ratings.
 */
rated: boolean, 
/**
 * Start time, in microseconds since the Unix epoch.
 */
started_at: number | null, 
/**
 * End time, in microseconds since the Unix epoch.
 */
ended_at: number | null, 
/**
 * The participants, by number.
 */
participants: Array<ReceiptParticipant>, 
/**
 * The tie-breaks, in the order of their application.
 */
tie_breaks: Array<TieBreak>, 
/**
 * The final standings, from first to last.
 */
standings: Array<TournamentStanding>, 
/**
 * The clubs of a team arena, from first to last. Left out in other tournaments.
 */
teams?: Array<TournamentTeam>, 
/**
 * The games, by number. Each game that was played has its own receipt.
 */
games: Array<ReceiptGame>, };

export type TournamentRewording = { 
/**
 * The new name.
 */
name?: string, 
/**
 * The new description; an empty one removes it.
 */
description?: string, 
/**
 * A team and its new name.
 */
team?: TeamRewording, 
/**
 * True if the reasons that directors have given so far are removed.
 */
reasons?: boolean, 
/**
 * The reason: 1 to 300 characters.
 */
reason: string, };

export type TournamentRound = { 
/**
 * The round's number, from 1.
 */
number: number, 
/**
 * Time of the pairing, in microseconds since the Unix epoch.
 */
began_at: number, 
/**
 * Time of the verdict on the last game, in microseconds since the Unix epoch.
 */
ended_at: number | null, 
/**
 * The participants who do not play.
 */
byes: Array<TournamentBye>, };

export type TournamentRoundPage = { 
/**
 * The rounds, by number.
 */
rounds: Array<TournamentRound>, 
/**
 * Their games, by number.
 */
games: Array<TournamentGame>, 
/**
 * The `cursor` of the next page; `null` on the last.
 */
next: string | null, };

export type TournamentRounds = { 
/**
 * Break between two rounds, in seconds.
 */
break_s?: number, 
/**
 * Maximum duration of a round in seconds; after that, running games count as draws.
 */
deadline_s?: number, 
/**
 * Times before which the rounds do not start, the first round's first, in microseconds since the Unix epoch, increasing: in a Swiss
 * system at most as many as rounds. Other rounds start after the break. Not in arenas.
 */
starts?: Array<number>, 
/**
 * True if the pairing of each round of a Swiss system waits until a director starts the round.
 */
reviewed?: boolean, };

export type TournamentRuling = { "kind": "director", 
/**
 * The director's reason; empty if a moderator removed it.
 */
reason: string, 
/**
 * True if the director plays in the game and no other director was available.
 */
own: boolean, } | { "kind": "withdrawal" } | { "kind": "deadline" } | { "kind": "end" } | { "kind": "computers" };

export type TournamentSettings = { 
/**
 * The tournament's name: 1 to 80 characters.
 */
name: string, 
/**
 * The description: at most 4,000 characters.
 */
description?: string, 
/**
 * The tournament's format.
 */
form: TournamentFormat, 
/**
 * The mode of its games.
 */
mode?: Mode, 
/**
 * The start layout's name; the mode's default layout when left out.
 */
layout?: string, 
/**
 * The time control. A tournament always has a clock.
 */
clock: Clock, 
/**
 * True if its games count for ratings.
 */
rated?: boolean, 
/**
 * Time limit for a player's first move, in seconds; the default of the time control when left out. A player who misses it loses.
 */
first_move_s?: number, 
/**
 * Delay for spectators in seconds.
 */
spectator_delay_s?: number, 
/**
 * The start condition.
 */
start: TournamentStart, 
/**
 * The entry conditions.
 */
entry?: TournamentEntry, 
/**
 * The timing of rounds.
 */
rounds?: TournamentRounds, 
/**
 * A participant who misses this many games in a row is excluded; 0: never.
 */
no_shows_max?: number, 
/**
 * Makes an arena of two players a team arena, in which clubs are the teams. It belongs to the club of its creator, which is the first
 * team. Fixed when it is created.
 */
teams?: TournamentTeams, 
/**
 * The tie-breaks in the order of their application, a choice of the format's tie-breaks, each at most once; all of them in their usual
 * order when left out. In a knockout `reached` is the first, and in a double elimination the only one.
 */
tie_breaks?: Array<TieBreak>, 
/**
 * How Buchholz and Sonneborn-Berger count rounds without a game.
 */
unplayed_rounds?: UnplayedRounds, };

export type TournamentStanding = { 
/**
 * The place, from 1; fully tied participants share it.
 */
place: number, 
/**
 * The number of the participant.
 */
participant: number, 
/**
 * The participant's points.
 */
points: number, 
/**
 * Points that penalties took: `points` are already reduced by them. Left out if there are none.
 */
penalty?: number, 
/**
 * The tie-break values: one number for each of `tie_breaks`.
 */
tie_breaks: Array<number>, 
/**
 * Number of games won.
 */
won: number, 
/**
 * Number of games drawn.
 */
drawn: number, 
/**
 * Number of games lost.
 */
lost: number, 
/**
 * Current number of wins in a row.
 */
streak: number, 
/**
 * The number of the group, from 1. Left out in formats without groups, and before the start.
 */
group?: number, 
/**
 * The place in the group, from 1; fully tied participants share it.
 */
group_place?: number, };

export type TournamentStandings = { 
/**
 * The tie-breaks, in the order of their application.
 */
tie_breaks: Array<TieBreak>, 
/**
 * The standings, from first to last.
 */
standings: Array<TournamentStanding>, 
/**
 * The clubs that take part in a team arena, from first to last.
 */
teams: Array<TournamentTeam>, 
/**
 * The participants, by number.
 */
participants: Array<TournamentParticipant>, };

export type TournamentStart = { "kind": "at", 
/**
 * The start time, in microseconds since the Unix epoch.
 */
at: number, } | { "kind": "when_here", 
/**
 * The required number of participants.
 */
participants: number, } | { "kind": "by_director", };

export type TournamentState = { 
/**
 * Its unique id.
 */
id: string, 
/**
 * The number of the tournament's last event.
 */
seq: number, 
/**
 * Number of changes of the settings.
 */
revision: number, 
/**
 * The creator; `null` for the server's own tournaments.
 */
made_by: string | null, 
/**
 * The club to which it belongs; `null` if there is none. Only its members can enter, or in a team arena members of the teams. It may have
 * been deleted since.
 */
club: string | null, 
/**
 * The directors' ids.
 */
directors: Array<string>, 
/**
 * The tournament's status.
 */
status: TournamentStatus, 
/**
 * Start of the current pause, in microseconds since the Unix epoch.
 */
paused_since: number | null, 
/**
 * Actual start time, in microseconds since the Unix epoch.
 */
started_at: number | null, 
/**
 * End time, in microseconds since the Unix epoch.
 */
ended_at: number | null, 
/**
 * End time of a running arena, in microseconds since the Unix epoch.
 */
ends_at: number | null, 
/**
 * Start of the next round during a break, in microseconds since the Unix epoch.
 */
next_round_at: number | null, 
/**
 * Number of paired rounds; in an arena, waves.
 */
round: number, 
/**
 * Total number of rounds, if known.
 */
rounds: number | null, 
/**
 * The first round of a participant who enters now; `null` if it is too late.
 */
entry_round: number | null, 
/**
 * The tie-breaks, in the order of their application.
 */
tie_breaks: Array<TieBreak>, 
/**
 * Number of units of a point, for penalties: 2 if there are half points, otherwise 1.
 */
point_unit: number, 
/**
 * The `seq` of the draft of the next round; `null` if no draft waits for a director.
 */
draft: number | null, };

export type TournamentStatus = "registering" | "running" | "finished" | "cancelled";

export type TournamentSummary = { 
/**
 * Its unique id.
 */
id: string, 
/**
 * The lobby's name.
 */
name: string, 
/**
 * The tournament's format.
 */
form: TournamentFormatName, 
/**
 * The mode of its games.
 */
mode: Mode, 
/**
 * The name of the start layout.
 */
layout: string, 
/**
 * The time control.
 */
clock: Clock, 
/**
 * True if its games count for ratings.
 */
rated: boolean, 
/**
 * The tournament's status.
 */
status: TournamentStatus, 
/**
 * The start condition.
 */
start: TournamentStart, 
/**
 * Actual start time, in microseconds since the Unix epoch.
 */
started_at: number | null, 
/**
 * End time, in microseconds since the Unix epoch.
 */
ended_at: number | null, 
/**
 * Number of participants.
 */
participants: number, 
/**
 * Maximum number of participants.
 */
capacity: number, 
/**
 * The admission condition.
 */
admission: Admission, 
/**
 * The club to which it belongs; `null` if there is none. Only its members can enter, or in a team arena members of the teams.
 */
club: string | null, 
/**
 * True if clubs are its teams.
 */
teams: boolean, 
/**
 * The names of the best three players, after the end; empty in a team arena.
 */
podium: Array<string>, };

export type TournamentTeam = { 
/**
 * The place, from 1; fully tied teams share it.
 */
place: number, 
/**
 * The club's id. `GET /tournaments/{id}/clubs` has its name.
 */
club: string, 
/**
 * The sum of the points of the scorers.
 */
points: number, 
/**
 * The numbers of the players whose points count, from the best.
 */
scorers: Array<number>, 
/**
 * Number of players who have entered for the club.
 */
players: number, };

export type TournamentTeams = { 
/**
 * Number of players of a team whose points count for it, the best ones: 1 to 20.
 */
best?: number, };

export type TournamentVerdict = { "kind": "played", 
/**
 * The sides that won; none in a draw.
 */
winners: Array<number>, 
/**
 * Marbles that each side ejected.
 */
marbles: Array<number>, 
/**
 * Moves of all players together.
 */
plies: number, } | { "kind": "forfeit", 
/**
 * The sides that get the point; empty if all lose.
 */
winners: Array<number>, } | { "kind": "void", };

export type Transparency = { 
/**
 * The last whole months of UTC, newest first; at most 12.
 */
months: Array<TransparentMonth>, };

export type TransparentMonth = { 
/**
 * The month: `2026-11`.
 */
month: string, 
/**
 * Number of reports by players.
 */
reports: number | null, 
/**
 * Number of reports that moderators closed.
 */
closed: number | null, 
/**
 * Median of the time from a report to its end, in minutes; `null` if fewer than 3 reports were closed.
 */
closed_after_minutes: number | null, 
/**
 * Number of bans of users.
 */
bans: number | null, 
/**
 * Number of mutes.
 */
mutes: number | null, 
/**
 * Number of appeals by users.
 */
appeals: number | null, 
/**
 * Number of appeals after which the sanction was lifted.
 */
lifted: number | null, 
/**
 * Number of appeals after which the sanction was shortened.
 */
shortened: number | null, 
/**
 * Number of appeals after which the sanction stayed.
 */
kept: number | null, };

export type TwoFactorCode = { 
/**
 * The code: six digits.
 */
code: string, };

export type TwoFactorSecret = { 
/**
 * The secret in base 32, to be typed.
 */
secret: string, 
/**
 * The secret as an `otpauth:` address, to be shown as a QR code.
 */
uri: string, };

export type TwoFactorState = { 
/**
 * True if two-factor login is enabled.
 */
enabled: boolean, };

export type UnplayedRounds = "own_points" | "fide";

export type Unrated = "aborted" | "too_short";

export type User = { 
/**
 * The user's id, which never changes.
 */
id: string, 
/**
 * The name for display.
 */
name: string, 
/**
 * True if the user has no account.
 */
guest: boolean, 
/**
 * True for bots; left out for people.
 */
bot?: boolean, 
/**
 * The level of a computer player, 1 to 12; left out for people.
 */
computer?: number, };

export type UserNetworks = { 
/**
 * The networks from which the user has logged in or started sessions, most recent first; at most 50.
 */
networks: Array<SharedNetwork>, };

export type UserNotification = { "kind": "game_started", 
/**
 * The room of the game.
 */
room: string, 
/**
 * The seek that was paired, if any.
 */
seek?: string, 
/**
 * The challenge that was accepted, if any.
 */
challenge?: string, 
/**
 * The tournament that paired the user, if any.
 */
tournament?: string, } | { "kind": "challenge", 
/**
 * The challenge's current state.
 */
challenge: Challenge, } | { "kind": "tournament_invitation", 
/**
 * The tournament's id.
 */
tournament: string, 
/**
 * True if the invitation waits for an answer.
 */
open: boolean, } | { "kind": "seek_ended", 
/**
 * The ended seek.
 */
seek: string, 
/**
 * The reason for the end.
 */
reason: SeekEnd, } | { "kind": "club_announcement", 
/**
 * The club's id.
 */
club: string, 
/**
 * The club's name.
 */
club_name: string, 
/**
 * The announcement's id.
 */
announcement: string, 
/**
 * The title of the announcement.
 */
title: string, } | { "kind": "tournament_announcement", 
/**
 * The tournament's id.
 */
tournament: string, 
/**
 * The tournament's name.
 */
name: string, 
/**
 * Text of the message.
 */
text: string, } | { "kind": "conversation", 
/**
 * The other account.
 */
partner: User, 
/**
 * True if there are unread lines.
 */
unread: boolean, };

export type UserRecord = { 
/**
 * The user whom the record describes.
 */
user: User, 
/**
 * The user's role.
 */
role: Role, 
/**
 * Time of the first visit, in microseconds since the Unix epoch.
 */
created_at: number, 
/**
 * Time of the last use of the server, exact to about an hour, in microseconds since the Unix epoch; `null` if it is not known.
 */
last_seen_at: number | null, 
/**
 * Sanctions on the user, also those that have ended, newest first.
 */
sanctions: Array<Sanction>, 
/**
 * Reports on the user, newest first.
 */
reported: Array<Report>, 
/**
 * Reports by the user, newest first.
 */
reporting: Array<Report>, 
/**
 * Actions of moderators that concern the user, newest first.
 */
deeds: Array<ModerationAction>, 
/**
 * Notes of moderators, oldest first; at most 100.
 */
notes: Array<ModerationNote>, 
/**
 * Signals of unfair play, the strongest first.
 */
signals: Array<Signal>, };

export type VacationRequest = { 
/**
 * Its duration in days. It ends earlier if fewer are left, or when the caller ends it.
 */
days: number, };

export type VacationStatus = { 
/**
 * Days that a player may take within any 365 days; 0 if the server has no vacations.
 */
days_per_year: number, 
/**
 * Seconds that are left of them. During a vacation, they are left after it.
 */
left_s: number, 
/**
 * Start of the current vacation, in microseconds since the Unix epoch; `null` without one.
 */
began_at: number | null, 
/**
 * End of the current vacation, in microseconds since the Unix epoch; `null` without one.
 */
until: number | null, };

export type Visibility = "public" | "private";

export type WebhookCreated = { 
/**
 * The secret of the signatures: `whsec_` and a key in base64. It is returned only here.
 */
secret: string, 
/**
 * The webhook's id.
 */
id: string, 
/**
 * The app whose users' events it receives; `null` if it receives its owner's events.
 */
app: string | null, 
/**
 * The receiver's address.
 */
url: string, 
/**
 * The events that it receives.
 */
events: Array<WebhookEvent>, 
/**
 * Creation time, in microseconds since the Unix epoch.
 */
created_at: number, 
/**
 * Time of the last attempt, in microseconds since the Unix epoch.
 */
tried_at: number | null, 
/**
 * The reason why the last attempt failed; `null` after a success.
 */
failure: WebhookFailure | null, 
/**
 * True if deliveries have stopped after too many failures. A test that succeeds enables the webhook again.
 */
disabled: boolean, 
/**
 * Number of messages that wait for their delivery.
 */
waiting: number, };

export type WebhookEvent = "game_finished" | "tournament_ended" | "challenge_received";

export type WebhookFailure = { "kind": "status", 
/**
 * The HTTP status.
 */
status: number, } | { "kind": "timeout", } | { "kind": "unreachable", };

export type WebhookInfo = { 
/**
 * The webhook's id.
 */
id: string, 
/**
 * The app whose users' events it receives; `null` if it receives its owner's events.
 */
app: string | null, 
/**
 * The receiver's address.
 */
url: string, 
/**
 * The events that it receives.
 */
events: Array<WebhookEvent>, 
/**
 * Creation time, in microseconds since the Unix epoch.
 */
created_at: number, 
/**
 * Time of the last attempt, in microseconds since the Unix epoch.
 */
tried_at: number | null, 
/**
 * The reason why the last attempt failed; `null` after a success.
 */
failure: WebhookFailure | null, 
/**
 * True if deliveries have stopped after too many failures. A test that succeeds enables the webhook again.
 */
disabled: boolean, 
/**
 * Number of messages that wait for their delivery.
 */
waiting: number, };

export type WebhookList = { 
/**
 * The webhooks, the oldest first.
 */
webhooks: Array<WebhookInfo>, };

export type WebhookTest = { 
/**
 * The reason why the receiver did not take the message; `null` if it did.
 */
failure: WebhookFailure | null, };
