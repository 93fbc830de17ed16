"""Messages and bodies of the protocol. Generated from docs/schema by tools/generate_types.py. Do not edit.

A field that is `NotRequired` can be left out. A newer server may send further fields, and other words than a `Literal` lists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Literal, Optional, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import NotRequired


class ClientMessageBase(TypedDict):
    """A command, with an optional id that the client chooses to match the answer."""

    id: NotRequired[Optional[str]]


class AbortCommand(ClientMessageBase):
    """Aborts the game before all players have moved."""

    room: RoomId
    type: Literal["abort"]


class AbortRoomCommand(TypedDict):
    """Abort the game before all players have moved."""

    room: NotRequired[Optional[RoomId]]
    type: Literal["abort"]


class AcceptCommand(ClientMessageBase):
    """Accepts an open offer."""

    room: RoomId
    type: Literal["accept"]
    what: Offer


class AcceptRoomCommand(TypedDict):
    """Accept an open offer."""

    room: NotRequired[Optional[RoomId]]
    type: Literal["accept"]
    what: Offer


class Acceptance(TypedDict):
    """`POST /challenges/{id}/accept`: the accepted offer."""

    round: int


class AccountCreated(TypedDict):
    """Outcome for an account that was to be created."""

    code: NotRequired[Optional[Secret]]
    detail: NotRequired[Optional[str]]
    mailed: bool
    name: str
    outcome: AccountOutcome


class AccountPage(TypedDict):
    """`GET /admin/accounts`: a page of accounts."""

    accounts: List[ListedAccount]
    next: NotRequired[Optional[str]]


class AccountsCreated(TypedDict):
    """`POST /admin/accounts`: the outcome for each account."""

    accounts: List[AccountCreated]


class Achievement(TypedDict):
    """A count with levels."""

    kind: AchievementKind
    level: int
    levels: int
    next: NotRequired[Optional[int]]
    value: int


class AchievementList(TypedDict):
    """`GET /players/{name}/achievements`: a player's achievements in public games and puzzles."""

    achievements: List[Achievement]


class ActiveDay(TypedDict):
    """A player's finished games of a day."""

    day: str
    drawn: int
    games: int
    lost: int
    won: int


class Activity(TypedDict):
    """`GET /activity`: how many players and games there are now."""

    games: int
    players: int


class AddChapterStudyEdit(TypedDict):
    """A chapter was added at the end. Only in messages: `POST /studies/{id}/chapters` adds one."""

    chapter: StudyChapter
    edit: Literal["add_chapter"]


class AddComputerCommand(ClientMessageBase):
    """Seats a computer player in a room whose game has not started. The caller must have a seat there. Answered
    like `join`."""

    level: int
    room: RoomId
    seat: NotRequired[Optional[int]]
    type: Literal["add_computer"]


class AddDirectorTournamentCommand(TypedDict):
    """Add a director. Directors only."""

    player: str
    type: Literal["add_director"]


class AddNodeStudyEdit(TypedDict):
    """Adds a move as the last variation after a node."""

    chapter: int
    edit: Literal["add_node"]
    move: str
    parent: int


class AddTimeTournamentCommand(TypedDict):
    """Add time to the clock of a side in a running game, at most 10 times in a game. For directors who do not play
    in it."""

    game: int
    reason: str
    seconds: int
    side: int
    type: Literal["add_time"]


class AddTournamentCommand(TypedDict):
    """Enter a computer player, or invite a player: exactly one of `computer` and `player`. With `player` it equals
    `invite`. Directors only."""

    computer: NotRequired[Optional[int]]
    player: NotRequired[Optional[str]]
    team: NotRequired[Optional[int]]
    team_name: NotRequired[Optional[str]]
    type: Literal["add"]


class AddedChapters(TypedDict):
    """The result of adding chapters."""

    assumptions: NotRequired[List[Assumption]]
    chapters: List[int]
    seq: int


class AllowPairTournamentCommand(TypedDict):
    """Allow two participants to meet again. Directors only."""

    pair: List[int]
    type: Literal["allow_pair"]


class AllowsEjectionMistakeReason(TypedDict):
    """An opponent can push off these marbles now."""

    cells: List[str]
    kind: Literal["allows_ejection"]
    plies: int


class AllowsPushMistakeReason(TypedDict):
    """An opponent can push these marbles back now."""

    cells: List[str]
    kind: Literal["allows_push"]


class AllowsWinMistakeReason(TypedDict):
    """An opponent has a forced win now."""

    kind: Literal["allows_win"]
    plies: int


class AnalysedPosition(TypedDict):
    """The search result for one position of a game."""

    chance: int
    chances: NotRequired[List[int]]
    depth: int
    line: List[str]
    mistake: NotRequired[Optional[Mistake]]
    ply: int
    reason: NotRequired[Optional[MistakeReason]]
    score: Score


class Analysis(TypedDict):
    """The known analysis of a finished game, or its changes since the previous message."""

    done: bool
    full: bool
    game: str
    more: NotRequired[bool]
    plies: int
    positions: List[AnalysedPosition]


class AnalysisMessage(Analysis):
    """Search results for a finished game."""

    type: Literal["analysis"]


class AnnounceTournamentCommand(TypedDict):
    """Send a message to all participants: they are notified, and the page of the tournament shows it. At most once
    a minute. Directors only."""

    text: str
    type: Literal["announce"]


class AnnouncedTournamentLogEvent(TypedDict):
    """A director sent a message to all participants."""

    kind: Literal["announced"]
    text: NotRequired[Optional[str]]


class Announcement(TypedDict):
    """An administrator's announcement to all users."""

    text: str
    until: NotRequired[Optional[int]]


class AnnouncementMessage(TypedDict):
    """An announcement by an administrator to all users. Sent after `hello` if there is one, and on changes."""

    announcement: NotRequired[Optional[Announcement]]
    type: Literal["announcement"]


class AnswerAuthorization(TypedDict):
    """`POST /oauth/authorization`: the user's answer to an authorization request."""

    allow: bool
    query: str


class AnswerClubTournamentCommand(TypedDict):
    """Answer the invitation of a club, before the start. For the owner and the admins of the club."""

    accept: bool
    club: str
    type: Literal["answer_club"]


class AnswerDevice(TypedDict):
    """`POST /oauth/device`: the user's answer to an app on a device."""

    allow: bool
    user_code: str


class AppConsent(TypedDict):
    """The permissions that an app requests from its user."""

    developer: str
    name: str
    redirect_uri: NotRequired[Optional[str]]
    scopes: List[Scope]


class AppInfo(TypedDict):
    """An app of the user."""

    created_at: int
    id: str
    name: str
    redirect_uris: List[str]


class AppList(TypedDict):
    """`GET /me/apps`: the user's apps."""

    apps: List[AppInfo]


class AppToken(TypedDict):
    """`POST /oauth/token`: the token of an app (RFC 6749, 5.1)."""

    access_token: Secret
    expires_in: int
    scope: NotRequired[Optional[str]]
    token_type: str


class Appeal(TypedDict):
    """An appeal, in its user's view."""

    answer: NotRequired[Optional[str]]
    answered_at: NotRequired[Optional[int]]
    at: int
    id: str
    outcome: NotRequired[Optional[AppealOutcome]]
    words: str


class AppealAnswer(TypedDict):
    """`POST /moderation/appeals/{id}/answer`: the decision on an appeal."""

    answer: str
    days: NotRequired[Optional[int]]
    outcome: AppealOutcome


class AppealPage(TypedDict):
    """`GET /moderation/appeals`: a page of appeals that wait."""

    appeals: List[OpenAppeal]
    next: NotRequired[Optional[str]]


class ArenaTournamentFormat(TypedDict):
    """For a fixed time, free participants are paired again and again."""

    berserk: NotRequired[bool]
    closing_s: int
    duration_s: int
    form: Literal["arena"]
    streaks: NotRequired[bool]
    wave_s: int


class AskAuthorization(TypedDict):
    """The user decides."""

    consent: AppConsent
    kind: Literal["ask"]


class AskByeTournamentCommand(TypedDict):
    """Skip a round of a Swiss system for half a point."""

    round: int
    type: Literal["ask_bye"]


class AskedKnownAnalysis(Analysis):
    """The requested analysis, as far as it has progressed."""

    state: Literal["asked"]


class Assumption(TypedDict):
    """Something that a text did not say, or that its reader ignored."""

    kind: AssumptionKind
    value: NotRequired[Optional[str]]


class AtTournamentStart(TypedDict):
    """At a fixed time; with too few participants the tournament is cancelled."""

    at: int
    kind: Literal["at"]


class AuthenticateCommand(ClientMessageBase):
    """Authenticates the client, if the upgrade request could not (neither cookie nor header)."""

    token: str
    type: Literal["authenticate"]


class AuthorizationAnswered(TypedDict):
    """`POST /oauth/authorization`: the address to which the user is sent back."""

    to: str


class Avatar(TypedDict):
    """`PUT /me/avatar`: the user's new picture."""

    tag: str


class AvatarRemoval(TypedDict):
    """`POST /moderation/players/{id}/avatar/remove`: the reason for removing a player's picture."""

    reason: str


class BadPair(TypedDict):
    """A pair that cannot be made, in an error with the code `bad_pairs`."""

    code: ErrorCode
    detail: str
    pair: int


class BanNotice(TypedDict):
    """A ban, for a banned user who has sent the right password."""

    appeal_token: Secret
    sanction: OwnSanction


class BeginRoundTournamentCommand(TypedDict):
    """End the break before this round, and publish its draft if there is one. Directors only."""

    round: int
    type: Literal["begin_round"]


class BerserkCommand(ClientMessageBase):
    """Goes berserk before the caller's first move, in a tournament that allows it: half of the time and no
    increment."""

    room: RoomId
    type: Literal["berserk"]


class EventBase(TypedDict):
    """An event of a room. `seq` counts a room's events from 1, without gaps."""

    at: int
    room: RoomId
    seq: int


class BerserkEvent(EventBase):
    """A seat gave away half of its time and all increments."""

    clocks: Clocks
    kind: Literal["berserk"]
    seat: int


class BerserkEventMessage(BerserkEvent):
    """An event of a room."""

    type: Literal["event"]


class BerserkRoomCommand(TypedDict):
    """Go berserk before the caller's first move, in a tournament that allows it."""

    room: NotRequired[Optional[RoomId]]
    type: Literal["berserk"]


class BerserkedTournamentLogEvent(TypedDict):
    """A participant went berserk in a game."""

    game: int
    kind: Literal["berserked"]
    participant: int


class BestWin(TypedDict):
    """A win against a rated opponent."""

    at: int
    game: str
    mode: Mode
    opponent: User
    rating: int
    speed: Speed


class BlockList(TypedDict):
    """`GET /me/blocks`: the players whom the caller blocks."""

    players: List[User]


class Board(TypedDict):
    """A game as an overview shows it: players, position and clocks."""

    at: int
    captured: List[int]
    clocks: Clocks
    last: NotRequired[Optional[str]]
    position: str
    room: RoomSummary
    turn: NotRequired[Optional[int]]


class BoardsMessage(TypedDict):
    """Live boards of a lobby or a tournament."""

    boards: List[Board]
    full: bool
    gone: List[RoomId]
    more: NotRequired[bool]
    of: BoardsOf
    type: Literal["boards"]


class Bot(TypedDict):
    """A bot in a list."""

    accepts: BotAccepts
    author: NotRequired[Optional[str]]
    games: int
    online: bool
    played: int
    rating: NotRequired[Optional[PlayerRating]]
    user: User


class BotAccepts(TypedDict):
    """`PUT /me/bot`: the games that a bot accepts."""

    games_at_once: NotRequired[int]
    longest_s: NotRequired[Optional[int]]
    modes: NotRequired[List[Mode]]
    rated: NotRequired[bool]
    shortest_s: NotRequired[int]
    untimed: NotRequired[bool]


class BotAuthor(TypedDict):
    """`PUT /me/bot/author`: the author of the calling bot."""

    author: str


class BotList(TypedDict):
    """`GET /bots`: a page of bots."""

    bots: List[Bot]
    next: NotRequired[Optional[str]]


class BotSeat(TypedDict):
    """A seat for a bot."""

    id: str
    seat: NotRequired[Optional[int]]


class BracketMatch(TypedDict):
    """A match of a bracket."""

    games: List[int]
    number: int
    over: bool
    pairing: int
    part: BracketPart
    round: int
    slots: List[BracketSlot]
    winner: NotRequired[Optional[int]]


class BracketSlot(TypedDict):
    """A player of a match, or the match from which the player comes."""

    free: bool
    loser_of: NotRequired[Optional[int]]
    participant: NotRequired[Optional[int]]
    points: float
    winner_of: NotRequired[Optional[int]]


class BreaksFormationMistakeReason(TypedDict):
    """These marbles have lost their connection to the others."""

    cells: List[str]
    kind: Literal["breaks_formation"]


class BronsteinClock(TypedDict):
    """A fixed time; after each move the time used is given back, up to the delay."""

    delay_ms: int
    initial_ms: int
    kind: Literal["bronstein"]


class ByDirectorTournamentStart(TypedDict):
    """On a director's command."""

    kind: Literal["by_director"]


class ByeAskedTournamentLogEvent(TypedDict):
    """A participant skips a round for half a point."""

    kind: Literal["bye_asked"]
    participant: int
    round: int


class ByeCancelledTournamentLogEvent(TypedDict):
    """A participant plays in a round after all."""

    kind: Literal["bye_cancelled"]
    participant: int
    round: int


class ByeGrantedTournamentLogEvent(TypedDict):
    """A director lets a participant sit out a round."""

    half: bool
    kind: Literal["bye_granted"]
    participant: int
    round: int


class CancelByeTournamentCommand(TypedDict):
    """Play in a round after all, in which the sender would sit out. Before the round is paired."""

    round: int
    type: Literal["cancel_bye"]


class CancelSeekCommand(ClientMessageBase):
    """Cancels the caller's seek."""

    type: Literal["cancel_seek"]


class CancelTournamentCommand(TypedDict):
    """Cancel the tournament. Directors only."""

    reason: str
    type: Literal["cancel"]


class CancelledTournamentLogEvent(TypedDict):
    """The tournament was cancelled, or did not start."""

    kind: Literal["cancelled"]
    reason: NotRequired[Optional[str]]


class Challenge(TypedDict):
    """A challenge to a named player."""

    answers: str
    challenged: User
    challenger: User
    created_at: int
    expires_at: int
    id: str
    pairing: NotRequired[Optional[ChallengePairing]]
    reason: NotRequired[Optional[DeclineReason]]
    room: NotRequired[Optional[RoomId]]
    round: int
    status: ChallengeStatus
    terms: Terms


class ChallengeList(TypedDict):
    """`GET /challenges`: the open challenges from and to the caller."""

    challenges: List[Challenge]


class ChallengeNotification(TypedDict):
    """A challenge from or to the user is new or has changed."""

    challenge: Challenge
    kind: Literal["challenge"]


class ChallengePairing(TypedDict):
    """The pairing of a challenge."""

    id: str
    message: NotRequired[Optional[str]]
    organizer: User


class ChangeDraftTournamentCommand(TypedDict):
    """Replace the draft of the next round. Directors only."""

    byes: List[TournamentDraftBye]
    round: int
    seen: int
    tables: List[List[int]]
    type: Literal["change_draft"]


class ChatCommand(ClientMessageBase):
    """Sends a chat line: exactly one of `text` and `preset`. Answered by `{"line": "…"}`."""

    channel: ChatChannel
    preset: NotRequired[Optional[Preset]]
    text: NotRequired[Optional[str]]
    type: Literal["chat"]


class ChatLine(TypedDict):
    """A line of chat: either free text or a preset."""

    at: int
    author: User
    id: str
    preset: NotRequired[Optional[Preset]]
    text: NotRequired[Optional[str]]


class ChatMessage(TypedDict):
    """Chat lines of a subscribed channel."""

    channel: ChatChannel
    closed: NotRequired[bool]
    full: bool
    gone: List[str]
    lines: List[ChatLine]
    more: NotRequired[bool]
    type: Literal["chat"]


class ChatRoomCommand(TypedDict):
    """Send a chat line: exactly one of `text` and `preset`."""

    audience: Audience
    preset: NotRequired[Optional[Preset]]
    room: NotRequired[Optional[RoomId]]
    text: NotRequired[Optional[str]]
    type: Literal["chat"]


class ClaimCommand(ClientMessageBase):
    """Ends a game that an opponent has left, once that seat is `claimable_at`. A draw needs the absence of all
    opponents."""

    result: Claim
    room: RoomId
    type: Literal["claim"]


class ClaimRoomCommand(TypedDict):
    """End a game that an opponent has left."""

    result: Claim
    room: NotRequired[Optional[RoomId]]
    type: Literal["claim"]


class ClockMessage(TypedDict):
    """The clocks of a room changed without an event in the game. Replaces the previous clocks."""

    at: int
    cause: ClockCause
    clocks: Clocks
    room: RoomId
    type: Literal["clock"]


class Clocks(TypedDict):
    """The clocks at one moment: the `at` of the message that carries them."""

    first_move_by: NotRequired[Optional[int]]
    free_ms: int
    remaining_ms: NotRequired[Optional[List[int]]]
    running: NotRequired[Optional[int]]
    shared: bool
    turn_began_at: NotRequired[Optional[int]]


class ClubAnnounced(TypedDict):
    """`POST /clubs/{id}/announcements`: the result."""

    announcement: str


class ClubAnnouncement(TypedDict):
    """An announcement of a club."""

    at: int
    author: User
    id: str
    text: str
    title: str


class ClubAnnouncementList(TypedDict):
    """`GET /clubs/{id}/announcements`: the last announcements of a club."""

    announcements: List[ClubAnnouncement]


class ClubAnnouncementNotification(TypedDict):
    """A club of the user has an announcement. `GET /clubs/{id}/announcements` lists the last ones."""

    announcement: str
    club: str
    club_name: str
    kind: Literal["club_announcement"]
    title: str


class ClubAnswer(TypedDict):
    """An answer to a request or an offer."""

    accept: bool


class ClubBanList(TypedDict):
    """`GET /clubs/{id}/bans`: the players who may not join."""

    players: List[User]


class ClubChatChannel(TypedDict):
    """A club's channel: members write; they and moderators read."""

    club: str
    kind: Literal["club"]


class ClubClosing(TypedDict):
    """`POST /moderation/clubs/{id}/close`: the reason for deleting a club."""

    reason: str


class ClubDeclinedTournamentLogEvent(TypedDict):
    """A club declined the invitation, or took back the acceptance before the start."""

    club: str
    kind: Literal["club_declined"]


class ClubDetail(TypedDict):
    """`GET /clubs/{id}`: a club."""

    club: ClubSummary
    own: NotRequired[Optional[ClubStanding]]


class ClubEdit(TypedDict):
    """`PATCH /clubs/{id}`: changes of a club. Fields that are left out do not change."""

    description: NotRequired[Optional[str]]
    joining: NotRequired[Optional[ClubJoining]]
    name: NotRequired[Optional[str]]


class ClubInvitedTournamentLogEvent(TypedDict):
    """A club was invited to a team arena."""

    club: str
    kind: Literal["club_invited"]


class ClubJoined(TypedDict):
    """`POST /clubs/{id}/join`: the result."""

    member: bool


class ClubJoinedTournamentLogEvent(TypedDict):
    """A club takes part."""

    club: str
    kind: Literal["club_joined"]


class ClubLink(TypedDict):
    """An invitation link. Its code is shown once, when it is created."""

    expires_at: int
    id: str
    made_by: str
    uses_left: int


class ClubLinkCreated(TypedDict):
    """`POST /clubs/{id}/links`: the created link."""

    code: str
    link: ClubLink


class ClubLinkList(TypedDict):
    """`GET /clubs/{id}/links`: the valid links."""

    links: List[ClubLink]


class ClubMember(TypedDict):
    """A member of a club."""

    joined_at: int
    rating: NotRequired[Optional[PlayerRating]]
    role: ClubRole
    user: User


class ClubMemberPage(TypedDict):
    """`GET /clubs/{id}/members`: a page of members."""

    members: List[ClubMember]
    next: NotRequired[Optional[str]]


class ClubNotifications(TypedDict):
    """`PUT /clubs/{id}/notifications`: the news of which the caller is notified."""

    announcements: bool


class ClubOffer(TypedDict):
    """`PUT /clubs/{id}/offer`: the member to whom the owner offers the club."""

    user: str


class ClubPage(TypedDict):
    """`GET /clubs`: a page of clubs."""

    clubs: List[ClubSummary]
    next: NotRequired[Optional[str]]


class ClubRequest(TypedDict):
    """A request to join a club."""

    at: int
    user: User
    words: str


class ClubRequestList(TypedDict):
    """`GET /clubs/{id}/requests`: the requests that wait for an answer."""

    requests: List[ClubRequest]


class ClubRewording(TypedDict):
    """`PUT /moderation/clubs/{id}/words`: replacements for unacceptable texts of a club. Fields that are left out
    do not change."""

    announcement: NotRequired[Optional[str]]
    description: NotRequired[Optional[str]]
    name: NotRequired[Optional[str]]
    reason: str


class ClubRoleChange(TypedDict):
    """`PATCH /clubs/{id}/members/{user}`: a member's new role."""

    role: ClubRole


class ClubStanding(TypedDict):
    """The caller's relation to a club."""

    banned: bool
    notified: bool
    offered: bool
    requested: bool
    requests: int
    role: NotRequired[Optional[ClubRole]]


class ClubSummary(TypedDict):
    """A club in a list."""

    created_at: int
    description: str
    id: str
    joining: ClubJoining
    members: int
    name: str
    owner: User


class ClubUninvitedTournamentLogEvent(TypedDict):
    """A director withdrew the invitation of a club, or removed the club before the start."""

    club: str
    kind: Literal["club_uninvited"]


class ClusterNode(TypedDict):
    """A node: a server process of this service."""

    duties: List[str]
    id: str
    lease_age_ms: int
    load: NotRequired[Optional[NodeLoad]]
    name: str
    rooms_owned: int
    started_at: int
    state: NodeState
    this: bool
    tournaments_owned: int
    version: str


class ColorFormations(TypedDict):
    """The named formations of one colour. Each marble is in exactly one of the groups from `singles` to
    `multiples`; the other lists name some of them again."""

    arcs: List[List[str]]
    blocks: List[List[str]]
    color: Color
    dets: List[str]
    in_danger: List[str]
    lances: List[List[str]]
    multiples: List[List[str]]
    pairs: List[List[str]]
    shields: List[List[str]]
    singles: List[str]
    team: int


class ComparedPlayer(TypedDict):
    """A player of a comparison."""

    ratings: List[PlayerRating]
    user: User


class Comparison(TypedDict):
    """`GET /players/{name}/compare/{other}`: two players side by side."""

    games: List[ModeCounts]
    one: ComparedPlayer
    other: ComparedPlayer


class ComputerSeat(TypedDict):
    """A seat for a computer player."""

    level: int
    seat: NotRequired[Optional[int]]


class ComputersTournamentLogRuling(TypedDict):
    """Only computers would play the game."""

    kind: Literal["computers"]


class ComputersTournamentRuling(TypedDict):
    """Only computers would play the game: it counts as a draw."""

    kind: Literal["computers"]


class ConditionalMovesMessage(TypedDict):
    """The user's conditional moves in a correspondence game; sent only to that user. Replaces the previous ones.
    Sent after each snapshot or the missed events, and on changes."""

    lines: List[List[str]]
    ply: int
    room: RoomId
    type: Literal["conditional_moves"]


class Contact(TypedDict):
    """Two teams in contact along a line."""

    direction: Direction
    open: bool
    opposing: List[str]
    own: List[str]
    team: int


class ControlMessage(TypedDict):
    """Control of the user's seat, for a user who watches the room from several sockets."""

    room: RoomId
    type: Literal["control"]
    yours: bool


class Conversation(TypedDict):
    """A conversation of the caller with another account."""

    line: ChatLine
    partner: User
    unread: int


class ConversationChatChannel(TypedDict):
    """A conversation of two accounts, which no other user reads. They write while they follow each other and
    neither blocks the other."""

    kind: Literal["conversation"]
    users: List[str]


class ConversationLines(TypedDict):
    """`GET /me/conversations/{name}`: a page of the lines of a conversation."""

    lines: List[ChatLine]
    next: NotRequired[Optional[str]]
    partner: User
    read: NotRequired[Optional[str]]
    writable: bool


class ConversationNotification(TypedDict):
    """The user has the first unread line in a conversation, or has read or deleted it. `GET /me/conversations`
    lists the conversations."""

    kind: Literal["conversation"]
    partner: User
    unread: bool


class ConversationPage(TypedDict):
    """`GET /me/conversations`: a page of the caller's conversations."""

    conversations: List[Conversation]
    next: NotRequired[Optional[str]]
    unread: int


class Count(TypedDict):
    """A count with its label."""

    count: int
    of: str


class CounterOffer(TypedDict):
    """`POST /challenges/{id}/counter`: other terms for the game."""

    round: int
    terms: Terms


class CreateAccount(TypedDict):
    """`POST /accounts`: a new account."""

    accepts_terms: NotRequired[bool]
    code: NotRequired[Optional[Secret]]
    name: str
    password: str


class CreateAccounts(TypedDict):
    """`POST /admin/accounts`: accounts to create. Their users choose the passwords."""

    accounts: List[NewAccount]
    mail: NotRequired[Optional[Language]]


class CreateApp(TypedDict):
    """`POST /me/apps`: a new app."""

    name: str
    redirect_uris: NotRequired[List[str]]


class CreateAppeal(TypedDict):
    """`POST /appeals`: an appeal against a ban, or against the mute of the session's user."""

    token: NotRequired[Optional[Secret]]
    words: str


class CreateClub(TypedDict):
    """`POST /clubs`: a new club."""

    description: NotRequired[str]
    joining: NotRequired[ClubJoining]
    name: str


class CreateClubLink(TypedDict):
    """`POST /clubs/{id}/links`: a new invitation link."""

    days: NotRequired[int]
    uses: NotRequired[int]


class CreateModerationNote(TypedDict):
    """`POST /moderation/players/{id}/notes`: a new note on a user."""

    words: str


class CreateRegistrationLink(TypedDict):
    """`POST /admin/registration-links`: a new registration link."""

    days: NotRequired[int]
    uses: NotRequired[int]


class CreateRoom(TypedDict):
    """Settings of a new room. Shared by the socket and `POST /api/v1/rooms`."""

    bots: NotRequired[List[BotSeat]]
    clock: NotRequired[Clock]
    coach: NotRequired[bool]
    computers: NotRequired[List[ComputerSeat]]
    layout: NotRequired[Literal["standard", "belgian_daisy", "german_daisy", "dutch_daisy", "swiss_daisy", "domination", "the_wall", "fujiyama", "star", "face_to_face", "alliances", "atomouche", "centrifuge", "snakes", "snakes_variant", "alien", "anglattack", "six_nine", "duel", "checkerboard", "three_standard", "four_standard", None]]
    lobby: NotRequired[str]
    mode: NotRequired[Mode]
    rated: NotRequired[bool]
    ready: NotRequired[bool]
    seat: NotRequired[Optional[int]]
    spectator_delay_s: NotRequired[int]
    start_position: NotRequired[Optional[str]]
    vacations: NotRequired[bool]
    visibility: NotRequired[Visibility]


class CreateRoomCommand(ClientMessageBase):
    """Creates a room and takes a seat in it. Answered by `{"room": "…", "seat": 0}`."""

    bots: NotRequired[List[BotSeat]]
    clock: NotRequired[Clock]
    coach: NotRequired[bool]
    computers: NotRequired[List[ComputerSeat]]
    layout: NotRequired[Optional[str]]
    lobby: NotRequired[str]
    mode: NotRequired[Mode]
    rated: NotRequired[bool]
    ready: NotRequired[bool]
    seat: NotRequired[Optional[int]]
    spectator_delay_s: NotRequired[int]
    start_position: NotRequired[Optional[str]]
    type: Literal["create_room"]
    vacations: NotRequired[bool]
    visibility: NotRequired[Visibility]


class CreateSanction(TypedDict):
    """`POST /moderation/sanctions`: a new sanction."""

    days: NotRequired[Optional[int]]
    kind: SanctionKind
    networks: NotRequired[bool]
    reason: str
    user: str


class CreateToken(TypedDict):
    """`POST /tokens`: a new API token."""

    days: int
    label: str
    scopes: List[Scope]


class CreateTournament(TypedDict):
    """`POST /tournaments`: a new tournament."""

    club: NotRequired[Optional[str]]
    password: NotRequired[Optional[str]]
    settings: TournamentSettings


class CreateWebhook(TypedDict):
    """`POST /me/webhooks`: a new webhook."""

    app: NotRequired[Optional[str]]
    events: List[WebhookEvent]
    url: str


class CreatedEvent(EventBase):
    """The room was created: always the first event."""

    can_go_berserk: NotRequired[bool]
    clock: Clock
    coach: NotRequired[bool]
    kind: Literal["created"]
    layout: str
    lobby: str
    mode: Mode
    rated: bool
    ready: bool
    spectator_delay_s: int
    start_position: NotRequired[Optional[str]]
    tournament: NotRequired[Optional[str]]
    vacations: NotRequired[bool]
    visibility: Visibility


class CreatedEventMessage(CreatedEvent):
    """An event of a room."""

    type: Literal["event"]


class CreatedTournamentLogEvent(TypedDict):
    """The tournament was created: always the first event."""

    director: str
    kind: Literal["created"]


class DailyPuzzle(TypedDict):
    """`GET /puzzles/daily`: the puzzle of a day."""

    day: str
    puzzle: Puzzle


class DeadlineTournamentLogRuling(TypedDict):
    """The round exceeded its time limit."""

    kind: Literal["deadline"]


class DeadlineTournamentRuling(TypedDict):
    """The round exceeded its time limit."""

    kind: Literal["deadline"]


class Decline(TypedDict):
    """`POST /challenges/{id}/decline`: the declined offer and the reason."""

    reason: NotRequired[Optional[DeclineReason]]
    round: int


class DeclineCommand(ClientMessageBase):
    """Declines an open offer."""

    room: RoomId
    type: Literal["decline"]
    what: Offer


class DeclineInvitationTournamentCommand(TypedDict):
    """Decline an invitation."""

    type: Literal["decline_invitation"]


class DeclineRoomCommand(TypedDict):
    """Decline an open offer."""

    room: NotRequired[Optional[RoomId]]
    type: Literal["decline"]
    what: Offer


class DeclinedEvent(EventBase):
    """A seat declined an offer."""

    kind: Literal["declined"]
    seat: int
    what: Offer


class DeclinedEventMessage(DeclinedEvent):
    """An event of a room."""

    type: Literal["event"]


class DelayClock(TypedDict):
    """A fixed time that starts to run only after the first seconds of each turn."""

    delay_ms: int
    initial_ms: int
    kind: Literal["delay"]


class DeleteChapterStudyEdit(TypedDict):
    """Deletes a chapter. The last one stays."""

    chapter: int
    edit: Literal["delete_chapter"]


class DeleteNodeStudyEdit(TypedDict):
    """Deletes a move with all that follow it."""

    chapter: int
    edit: Literal["delete_node"]
    node: int


class DeviceCodes(TypedDict):
    """`POST /oauth/device_authorization`: the codes of a device (RFC 8628, 3.2)."""

    device_code: Secret
    expires_in: int
    interval: int
    user_code: str
    verification_uri: str
    verification_uri_complete: str


class DeviceForm(TypedDict):
    """`POST /oauth/device_authorization`: a form of an app on a device (RFC 8628, 3.1)."""

    client_id: str
    scope: NotRequired[Optional[str]]


class DirectorAddedTournamentLogEvent(TypedDict):
    """A director was added."""

    kind: Literal["director_added"]
    user: str


class DirectorRemovedTournamentLogEvent(TypedDict):
    """A director was removed."""

    kind: Literal["director_removed"]
    user: str


class DirectorTournamentLogRuling(TypedDict):
    """A director decided."""

    kind: Literal["director"]
    own: NotRequired[bool]
    reason: NotRequired[Optional[str]]


class DirectorTournamentRuling(TypedDict):
    """A director decided."""

    kind: Literal["director"]
    own: NotRequired[bool]
    reason: str


class DoubleEliminationTournamentFormat(TypedDict):
    """A participant is eliminated by the second lost match. For two players or teams, at most 256."""

    best_of: int
    extra_pairs: NotRequired[int]
    form: Literal["double_elimination"]
    reset: NotRequired[bool]


class DraftDroppedTournamentLogEvent(TypedDict):
    """A director dropped the draft of the next round."""

    kind: Literal["draft_dropped"]
    round: int


class DraftRoundTournamentCommand(TypedDict):
    """Pair the next round of a Swiss system without starting it, during the break before it. `GET
    /tournaments/{id}/draft` has the result, which waits for `begin_round`. Directors only."""

    round: int
    type: Literal["draft_round"]


class DraftedTournamentLogEvent(TypedDict):
    """The next round was paired, and waits for a director."""

    byes: NotRequired[Optional[List[TournamentDraftBye]]]
    kind: Literal["drafted"]
    round: int
    tables: NotRequired[Optional[List[List[int]]]]


class DropDraftTournamentCommand(TypedDict):
    """Drop the draft: the round is paired when it starts. Directors only."""

    round: int
    type: Literal["drop_draft"]


class EditStudyCommand(ClientMessageBase):
    """Edits a study. Answered by `{"seq": 17}`, the number of the event, or of the last event if the edit changes
    nothing."""

    change: StudyEdit
    study: str
    type: Literal["edit_study"]


class EditedTournamentLogEvent(TypedDict):
    """The settings were changed."""

    kind: Literal["edited"]


class EliminatedEvent(EventBase):
    """A seat was eliminated, and the others continue. Its marbles stay."""

    clocks: Clocks
    kind: Literal["eliminated"]
    legal: NotRequired[Optional[List[str]]]
    position: str
    reason: Reason
    seat: int
    turn: NotRequired[Optional[int]]


class EliminatedEventMessage(EliminatedEvent):
    """An event of a room."""

    type: Literal["event"]


class EndTournamentLogRuling(TypedDict):
    """The arena ended before the game."""

    kind: Literal["end"]


class EndTournamentRuling(TypedDict):
    """The arena ended before the game."""

    kind: Literal["end"]


class EngineEvidence(TypedDict):
    """In at least three analysed games, hard moves were found nearly as often as easy ones, in about the same time."""

    games: List[str]
    hard: MoveGroup
    kind: Literal["engine"]
    plain: MoveGroup


class ErrorMessage(TypedDict):
    """A command was rejected; the state is unchanged."""

    code: ErrorCode
    id: NotRequired[Optional[str]]
    message: str
    part: NotRequired[Optional[str]]
    reason: NotRequired[Optional[str]]
    retry_after_s: NotRequired[Optional[int]]
    type: Literal["error"]
    until: NotRequired[Optional[int]]


class ExcludedTournamentLogEvent(TypedDict):
    """A participant was excluded."""

    kind: Literal["excluded"]
    participant: int
    reason: NotRequired[Optional[str]]


class ExplorerMove(TypedDict):
    """The frequency and results of a move."""

    band: RatingBand
    drawn: int
    games: int
    lost: int
    move: str
    won: int


class ExplorerResult(TypedDict):
    """`GET /explorer`: the moves played in a position, and their results."""

    moves: List[ExplorerMove]
    plies: int
    position: str


class ExportedGame(TypedDict):
    """A line of `GET /games/export` and of the input of `sumito import`: a finished game with all data that another
    server needs."""

    clock: Clock
    coach: NotRequired[bool]
    final_position: str
    finished_at: int
    id: str
    layout: str
    ledger: List[MoveTiming]
    mode: Mode
    moves: List[str]
    players: List[User]
    plies: int
    rated: bool
    result: GameResult
    start_position: NotRequired[Optional[str]]
    started_at: int
    tournament: NotRequired[Optional[str]]


class Face(TypedDict):
    """The details shown next to a player's name."""

    avatar: NotRequired[Optional[str]]
    country: NotRequired[Optional[str]]
    user: str


class FaceList(TypedDict):
    """`GET /faces`: the details shown next to players' names."""

    faces: List[Face]


class FarmingEvidence(TypedDict):
    """Two accounts with at least eight rated games against each other in seven days, where one account gained in
    nine of ten games, or the games had fewer than twenty plies on average."""

    gained: List[int]
    games: int
    kind: Literal["farming"]
    latest: List[str]
    plies: int
    same_network: bool


class FieldFault(TypedDict):
    """A fault of one value in the body of a request."""

    detail: str
    pointer: str


class FilePlayer(TypedDict):
    """A player of a file."""

    federation: NotRequired[Optional[str]]
    fide_id: NotRequired[Optional[str]]
    line: int
    name: str
    rating: NotRequired[Optional[int]]
    title: NotRequired[Optional[str]]


class FinishedEvent(EventBase):
    """The game ended."""

    clocks: Clocks
    game: str
    kind: Literal["finished"]
    result: GameResult


class FinishedEventMessage(FinishedEvent):
    """An event of a room."""

    type: Literal["event"]


class FinishedTournamentLogEvent(TypedDict):
    """The tournament ended."""

    kind: Literal["finished"]


class FischerClock(TypedDict):
    """A fixed initial time, with an increment after each move."""

    increment_ms: int
    initial_ms: int
    kind: Literal["fischer"]


class FollowCounts(TypedDict):
    """How many players a player follows, and how many follow the player."""

    followers: int
    following: int
    friends: int


class FollowList(TypedDict):
    """`GET /me/follows`: the players whom the caller follows."""

    players: List[PlayerPresence]


class FollowStudyCommand(ClientMessageBase):
    """Follows a study: the events after `since`, then every new one, and who is present. Answered by `{"seq": 17}`,
    the number of the last event."""

    since: int
    study: str
    type: Literal["follow_study"]


class Follower(TypedDict):
    """A player who follows the caller."""

    friend: bool
    since: int
    user: User


class FollowerList(TypedDict):
    """`GET /me/followers`: a page of the players who follow the caller."""

    next: NotRequired[Optional[str]]
    players: List[Follower]


class ForbidPairTournamentCommand(TypedDict):
    """Forbid two participants of a Swiss system or an arena to meet. Directors only."""

    pair: List[int]
    type: Literal["forbid_pair"]


class ForfeitTournamentVerdict(TypedDict):
    """The game was forfeited: a player did not come, or left."""

    kind: Literal["forfeit"]
    winners: List[int]


ForgivenTournamentLogEvent = TypedDict(
    "ForgivenTournamentLogEvent",
    {
        "from": "int",
        "kind": 'Literal["forgiven"]',
        "until": "int",
    },
)


class ForgottenTournamentLogEvent(TypedDict):
    """A user's account was deleted."""

    kind: Literal["forgotten"]
    name: str
    user: str


class GameDetail(TypedDict):
    """`GET /games/{id}`: a finished game with its moves."""

    clock: Clock
    coach: NotRequired[bool]
    final_position: str
    finished_at: int
    id: str
    imported: NotRequired[bool]
    layout: str
    ledger: List[MoveTiming]
    mode: Mode
    moves: List[str]
    players: List[User]
    plies: int
    positions: NotRequired[Optional[List[str]]]
    rated: bool
    ratings: NotRequired[List[RatingChange]]
    result: GameResult
    start_position: NotRequired[Optional[str]]
    started_at: int
    tournament: NotRequired[Optional[str]]
    unrated: NotRequired[Optional[Unrated]]


class GameList(TypedDict):
    """`GET /games/by-ids`: the finished games with these ids."""

    games: List[GameSummary]


class GameNote(TypedDict):
    """`GET /me/notes/{game}`: the caller's private note on a game."""

    changed_at: NotRequired[Optional[int]]
    text: str


class GamePage(TypedDict):
    """`GET /games`: a page of finished games."""

    games: List[GameSummary]
    next: NotRequired[Optional[str]]


class GameResult(TypedDict):
    """The result of a game."""

    reason: Reason
    score: List[int]
    winners: List[int]


class GameSignals(TypedDict):
    """`POST /moderation/games/{id}/signals`: correlation of the players' move times with the difficulty of their
    moves. The server draws no conclusions from it."""

    analysed: bool
    players: List[PlayerSignals]


class GameStartedNotification(TypedDict):
    """A game of the user has started, in a room made for its players."""

    challenge: NotRequired[Optional[str]]
    kind: Literal["game_started"]
    room: RoomId
    seek: NotRequired[Optional[str]]
    tournament: NotRequired[Optional[str]]


class GameSummary(TypedDict):
    """A finished game as shown in a list."""

    clock: Clock
    coach: NotRequired[bool]
    final_position: str
    finished_at: int
    id: str
    layout: str
    mode: Mode
    players: List[User]
    plies: int
    rated: bool
    result: GameResult
    start_position: NotRequired[Optional[str]]
    started_at: int
    tournament: NotRequired[Optional[str]]


class GrantByeTournamentCommand(TypedDict):
    """Let a participant of a Swiss system sit out a round, also beyond the number of half-point byes. The
    participant can send `cancel_bye`. Directors only."""

    half: bool
    participant: int
    round: int
    type: Literal["grant_bye"]


class GroupsTournamentFormat(TypedDict):
    """Groups play round robins, and their best participants a knockout. For two players or teams, at most 16 in
    each group."""

    advance: int
    best_of: int
    cycles: NotRequired[int]
    extra_pairs: NotRequired[int]
    form: Literal["groups"]
    groups: int
    third_place: NotRequired[bool]


class GuestCreated(TypedDict):
    """`POST /guests`: the created guest."""

    token: NotRequired[Optional[str]]
    user: User


class HelloMessage(TypedDict):
    """The first message of every connection, and the answer to `authenticate`."""

    client: NotRequired[Optional[str]]
    now: int
    protocol: int
    server: str
    type: Literal["hello"]
    user: NotRequired[Optional[User]]


class ImportTournament(TypedDict):
    """`POST /tournaments/import`: a new tournament with the name, the format and the players of a TRF."""

    club: NotRequired[Optional[str]]
    password: NotRequired[Optional[str]]
    settings: TournamentSettings
    time_of_day_s: NotRequired[Optional[int]]
    trf: str


class ImportedTournament(TypedDict):
    """A tournament from a file, and the outcome for the file's players."""

    invited: List[FilePlayer]
    left_out: List[FilePart]
    refused: List[RefusedPlayer]
    tournament: TournamentDetail
    unknown: List[FilePlayer]


class InviteClubTournamentCommand(TypedDict):
    """Invite a club to a team arena, before the start. Directors only."""

    club: str
    type: Literal["invite_club"]


class InviteTournamentCommand(TypedDict):
    """Invite a player, regardless of the entry conditions. The player is notified, and accepts by `register`.
    Directors only."""

    exempt: NotRequired[bool]
    player: str
    type: Literal["invite"]


class InvitedTournamentLogEvent(TypedDict):
    """A player was invited."""

    exempt: NotRequired[bool]
    kind: Literal["invited"]
    user: str


class JoinClub(TypedDict):
    """`POST /clubs/{id}/join`: the caller joins a club, or asks to."""

    code: NotRequired[Optional[str]]
    words: NotRequired[str]


class JoinCommand(ClientMessageBase):
    """Takes a seat. Answered by `{"room": "…", "seat": 0, "seq": 3}`."""

    room: RoomId
    seat: NotRequired[Optional[int]]
    type: Literal["join"]


class JoinRoomCommand(TypedDict):
    """Take a seat."""

    room: NotRequired[Optional[RoomId]]
    seat: NotRequired[Optional[int]]
    type: Literal["join"]


class JoinedTournamentLogEvent(TypedDict):
    """A second player joined a team."""

    kind: Literal["joined"]
    participant: int


class Keeps(TypedDict):
    """How long the server keeps data, in days, and which optional services it uses. The privacy notice of the page
    states these."""

    chat_days: int
    closed_report_days: int
    guest_days: int
    mail: bool
    push: bool
    session_days: int


class KnockoutTournamentFormat(TypedDict):
    """The loser of a match is eliminated. For two players or teams."""

    best_of: int
    extra_pairs: NotRequired[int]
    form: Literal["knockout"]
    third_place: NotRequired[bool]


class LayoutInfo(TypedDict):
    """`GET /layouts`: a start layout."""

    name: str
    players: int
    rows: str


class LayoutList(TypedDict):
    """Response of `GET /layouts`: every start layout."""

    layouts: List[LayoutInfo]


class Leader(TypedDict):
    """A player in a leaderboard."""

    rank: int
    rating: PlayerRating
    user: User


class Leaderboard(TypedDict):
    """`GET /leaderboards/{mode}`: a page of the players with non-provisional ratings."""

    next: NotRequired[Optional[str]]
    players: List[Leader]


class LeaveCommand(ClientMessageBase):
    """Leaves the caller's seat in a room whose game has not started."""

    room: RoomId
    type: Literal["leave"]


class LeaveRoomCommand(TypedDict):
    """Leave the caller's seat before the game starts."""

    room: NotRequired[Optional[RoomId]]
    type: Literal["leave"]


class LeavesCentreMistakeReason(TypedDict):
    """These marbles have left the centre."""

    cells: List[str]
    kind: Literal["leaves_centre"]


class LeftEvent(EventBase):
    """A player left their seat."""

    kind: Literal["left"]
    seat: int
    status: Status


class LeftEventMessage(LeftEvent):
    """An event of a room."""

    type: Literal["event"]


class LeftTournamentLogEvent(TypedDict):
    """A player left before the start."""

    kind: Literal["left"]
    participant: int
    user: str


class LiftPenaltyTournamentCommand(TypedDict):
    """Lift a penalty or a warning. Also after the end. Directors only."""

    penalty: int
    reason: str
    type: Literal["lift_penalty"]


class LineRemoval(TypedDict):
    """`POST /moderation/chat/lines/{id}/remove`, `POST /moderation/chat/players/{id}/clear`: the reason for
    removing lines."""

    reason: str


class ListedAccount(TypedDict):
    """An account in the list for administrators."""

    created_at: int
    mail: NotRequired[Optional[str]]
    role: Role
    seen_at: NotRequired[Optional[int]]
    state: AccountState
    user: User


class LobbyBoardsOf(TypedDict):
    """A lobby's games that are most worth watching."""

    kind: Literal["lobby"]
    lobby: str


class LobbyChatChannel(TypedDict):
    """A lobby's channel."""

    kind: Literal["lobby"]
    lobby: str


class LobbyList(TypedDict):
    """`GET /lobbies`: the lobbies in which players are paired."""

    lobbies: List[LobbyOffer]


class LobbyMessage(TypedDict):
    """Changes of the rooms and seeks in a lobby."""

    full: bool
    gone: List[RoomId]
    lobby: str
    more: NotRequired[bool]
    rooms: List[RoomSummary]
    seeks: NotRequired[List[Seek]]
    seeks_gone: NotRequired[List[str]]
    type: Literal["lobby"]


class LobbyOffer(TypedDict):
    """The games that a lobby offers. An empty list means no restriction."""

    clocks: List[Clock]
    layouts: List[str]
    modes: List[Mode]
    name: str
    rated: RatedOffer


class Login(TypedDict):
    """`POST /sessions`: a name, a password, and a code if the account has two-factor login."""

    code: NotRequired[Optional[Secret]]
    name: str
    password: Secret


class LoginResult(TypedDict):
    """A logged-in user and the new token."""

    token: Secret
    user: User


class LossScore(TypedDict):
    """A forced loss; the last move is this many plies away. 0: the game is over and lost."""

    loss: int


class MailAddresses(TypedDict):
    """`GET /me/mail`: the mail addresses for password recovery."""

    address: NotRequired[Optional[str]]
    waiting: NotRequired[Optional[str]]


class MailCode(TypedDict):
    """`POST /me/mail/confirmation`: the confirmation code from the mail."""

    code: Secret


class MarblesScore(TypedDict):
    """The advantage, in hundredths of an ejected marble."""

    marbles: int


class Me(TypedDict):
    """`GET /me`: the current user."""

    role: NotRequired[Optional[Role]]
    user: NotRequired[Optional[User]]


class MissedEjectionMistakeReason(TypedDict):
    """The player could push off these marbles."""

    cells: List[str]
    kind: Literal["missed_ejection"]
    plies: int


class MissedPushMistakeReason(TypedDict):
    """The player could push these marbles back."""

    cells: List[str]
    kind: Literal["missed_push"]


class MissedWinMistakeReason(TypedDict):
    """The player had a forced win."""

    kind: Literal["missed_win"]
    plies: int


class MissesThreatMistakeReason(TypedDict):
    """An opponent could push off these marbles before the move, and still can."""

    cells: List[str]
    kind: Literal["misses_threat"]


class ModeCounts(TypedDict):
    """The results of a player's finished games of one mode."""

    drawn: int
    games: int
    lost: int
    mode: Mode
    won: int


class ModerationAction(TypedDict):
    """A moderator's action."""

    action: ModerationActionKind
    at: int
    by: str
    id: str
    target: str
    words: str


class ModerationLogPage(TypedDict):
    """`GET /moderation/log`: a page of the moderation log."""

    deeds: List[ModerationAction]
    next: NotRequired[Optional[str]]


class ModerationNote(TypedDict):
    """A note of a moderator on a user. Shown only to moderators."""

    at: int
    by: str
    id: str
    words: str


class ModerationOverview(TypedDict):
    """`GET /moderation/overview`: numbers of tasks that wait for the moderators."""

    appeals: int
    reports: int
    signals: int


class ModesBoardsOf(TypedDict):
    """The game of each mode that is most worth watching, in the lobby `main` and in tournaments."""

    kind: Literal["modes"]


class MoveChapterStudyEdit(TypedDict):
    """Moves a chapter to another place."""

    chapter: int
    edit: Literal["move_chapter"]
    to: int


class MoveGroup(TypedDict):
    """Moves of a player in several games."""

    best: int
    count: int
    half_ms: int


class MoveList(TypedDict):
    """Moves of a game."""

    moves: List[str]


class MoveSignals(TypedDict):
    """Statistics of some of a player's moves."""

    best: int
    count: int
    half_ms: int
    quarter_ms: int
    three_quarters_ms: int


class MoveTiming(TypedDict):
    """Effect of one move on its player's clock. The charged time is `elapsed_ms` minus the three fields that follow
    it."""

    added_ms: int
    elapsed_ms: int
    forgiven_ms: int
    free_ms: int
    seat: int
    server_ms: int


class MovedEvent(EventBase):
    """A move was played."""

    captured: List[int]
    clocks: Clocks
    ejected: NotRequired[Optional[Color]]
    kind: Literal["moved"]
    legal: NotRequired[Optional[List[str]]]
    move: str
    ply: int
    position: str
    seat: int
    time: NotRequired[Optional[MoveTiming]]
    turn: NotRequired[Optional[int]]


class MovedEventMessage(MovedEvent):
    """An event of a room."""

    type: Literal["event"]


class MyGame(TypedDict):
    """A room in which the caller has a seat, as shown in the caller's room list."""

    clock: Clock
    created_at: int
    game: NotRequired[Optional[str]]
    layout: str
    mode: Mode
    offers: List[OpenOffer]
    ply: int
    position: str
    rated: bool
    result: NotRequired[Optional[GameResult]]
    room: RoomId
    seat: int
    seats: List[SeatSummary]
    start_position: NotRequired[Optional[str]]
    status: Status
    tournament: NotRequired[Optional[str]]
    turn: NotRequired[Optional[int]]
    turn_ends_at: NotRequired[Optional[int]]
    updated_at: int
    visibility: Visibility
    waits_for_you: bool
    your_turn: bool


class MyGameList(TypedDict):
    """`GET /me/rooms`: the rooms in which the caller has a seat: waiting, running, and for some time after the end
    of a game."""

    rooms: List[MyGame]


class MyGamesMessage(TypedDict):
    """Changes of the rooms in which the user has a seat."""

    full: bool
    gone: List[RoomId]
    more: NotRequired[bool]
    rooms: List[MyGame]
    type: Literal["my_games"]


class NetworkSearch(TypedDict):
    """`POST /moderation/networks`: a search for the users of a network."""

    address: str


class NetworkUser(TypedDict):
    """A user of a network."""

    banned: bool
    last_used_at: int
    programs: List[str]
    same_program: bool
    user: User


class NewAccount(TypedDict):
    """An account to create."""

    mail: NotRequired[Optional[str]]
    name: str


class NewChallenge(TypedDict):
    """`POST /challenges`: the challenged player and the terms."""

    player: str
    terms: Terms


class NewClubAnnouncement(TypedDict):
    """`POST /clubs/{id}/announcements`: a new announcement to all members."""

    id: NotRequired[Optional[str]]
    text: str
    title: str


class NewPair(TypedDict):
    """Two players of a new game, represented by their API tokens with the scope `play`."""

    first: Secret
    second: Secret


class NewPairing(TypedDict):
    """`POST /pairings`: games to create at once."""

    message: NotRequired[Optional[str]]
    pairs: List[NewPair]
    start_at: NotRequired[Optional[int]]
    terms: Terms


class NewPuzzleAttempt(TypedDict):
    """`POST /puzzles/{id}/attempts`: the caller's solution."""

    moves: List[str]


class NewPuzzleRun(TypedDict):
    """`POST /puzzles/runs`: a new run."""

    kind: RunKind


class NewPuzzleVote(TypedDict):
    """`PUT /puzzles/{id}/vote`: the caller's opinion."""

    vote: PuzzleVote


class NewReport(TypedDict):
    """`POST /reports`: a report on a user, for the moderators."""

    announcement: NotRequired[Optional[str]]
    club: NotRequired[Optional[str]]
    game: NotRequired[Optional[str]]
    line: NotRequired[Optional[str]]
    player: str
    tournament: NotRequired[Optional[str]]
    words: str


class NewRunAttempt(TypedDict):
    """`POST /puzzles/runs/{id}/attempts`: a solution of the run's puzzle."""

    moves: List[str]
    puzzle: str


NewStudy = TypedDict(
    "NewStudy",
    {
        "from": "NewStudyChapter",
        "name": "str",
        "visibility": "NotRequired[StudyVisibility]",
    },
)


class NewStudyChapter(TypedDict):
    """`POST /studies/{id}/chapters`: new chapters. At most one of `game`, `text`, `position` and `chapters` gives
    their content; without any, the chapter starts with the usual layout of the mode."""

    chapters: NotRequired[Optional[List[StudyChapter]]]
    game: NotRequired[Optional[str]]
    mode: NotRequired[Optional[Mode]]
    name: NotRequired[Optional[str]]
    position: NotRequired[Optional[str]]
    text: NotRequired[Optional[str]]


class NodeList(TypedDict):
    """`GET /admin/nodes`: the nodes that run, the earliest start first."""

    nodes: List[ClusterNode]


class NodeLoad(TypedDict):
    """A node's current load."""

    rooms: int
    rooms_followed: int
    sockets: int


class NoneClock(TypedDict):
    """No time limit."""

    kind: Literal["none"]


class NoneKnownAnalysis(TypedDict):
    """No analysis was requested."""

    state: Literal["none"]


class NoteRequest(TypedDict):
    """`PUT /me/notes/{game}`: the new text."""

    text: str


class NoticeMessage(TypedDict):
    """A notice about a room that is not an event of it."""

    notice: Notice
    room: RoomId
    type: Literal["notice"]


class NotificationMessage(TypedDict):
    """A notification to the user, independent of subscriptions."""

    notification: Notification
    type: Literal["notification"]


class OauthMetadata(TypedDict):
    """`GET /.well-known/oauth-authorization-server`: the server's description for apps (RFC 8414)."""

    authorization_endpoint: str
    authorization_response_iss_parameter_supported: bool
    code_challenge_methods_supported: List[str]
    device_authorization_endpoint: str
    grant_types_supported: List[str]
    issuer: str
    response_modes_supported: List[str]
    response_types_supported: List[str]
    revocation_endpoint: str
    revocation_endpoint_auth_methods_supported: List[str]
    scopes_supported: List[str]
    token_endpoint: str
    token_endpoint_auth_methods_supported: List[str]


class OauthProblem(TypedDict):
    """An error of OAuth (RFC 6749, 5.2)."""

    error: str
    error_description: str


class OfferCommand(ClientMessageBase):
    """Makes an offer to the other players."""

    room: RoomId
    type: Literal["offer"]
    what: Offer


class OfferRoomCommand(TypedDict):
    """Make an offer to the other players: a draw, a takeback, a rematch."""

    room: NotRequired[Optional[RoomId]]
    type: Literal["offer"]
    what: Offer


class OfferedClub(TypedDict):
    """`GET /clubs/{id}/offer`: the open offer."""

    to: NotRequired[Optional[User]]


class OfferedEvent(EventBase):
    """A seat made an offer, or agreed to an offer that others have yet to answer."""

    kind: Literal["offered"]
    seat: int
    what: Offer


class OfferedEventMessage(OfferedEvent):
    """An event of a room."""

    type: Literal["event"]


class OkMessage(TypedDict):
    """A command succeeded; its effects are stored."""

    id: NotRequired[Optional[str]]
    result: Outcome
    type: Literal["ok"]


class OpenAppeal(TypedDict):
    """An appeal that waits for a moderator."""

    at: int
    id: str
    name: NotRequired[Optional[str]]
    sanction: Sanction
    user: str
    words: str
    yours: bool


class OpenOffer(TypedDict):
    """An open offer."""

    agreed: List[int]
    by: int
    what: Offer


class OpponentStatistics(TypedDict):
    """Results of games against one opponent."""

    drawn: int
    games: int
    lost: int
    user: User
    won: int


class Outcome(TypedDict):
    """The result of a command. Fields without meaning for it are left out."""

    line: NotRequired[Optional[str]]
    room: NotRequired[Optional[RoomId]]
    seat: NotRequired[Optional[int]]
    seek: NotRequired[Optional[str]]
    seq: NotRequired[Optional[int]]


class Overview(TypedDict):
    """`GET /me/overview`: the caller's ratings, followed players who are online, and the events since the caller's
    last visit."""

    followers: int
    games: List[RecentGame]
    online: List[PlayerPresence]
    ratings: List[RecentRating]
    tournaments: List[RecentTournament]


class OwnCountry(TypedDict):
    """`PUT /me/country`: the country that the user shows."""

    country: NotRequired[Literal["AD", "AE", "AF", "AG", "AI", "AL", "AM", "AO", "AQ", "AR", "AS", "AT", "AU", "AW", "AX", "AZ", "BA", "BB", "BD", "BE", "BF", "BG", "BH", "BI", "BJ", "BL", "BM", "BN", "BO", "BQ", "BR", "BS", "BT", "BV", "BW", "BY", "BZ", "CA", "CC", "CD", "CF", "CG", "CH", "CI", "CK", "CL", "CM", "CN", "CO", "CR", "CU", "CV", "CW", "CX", "CY", "CZ", "DE", "DJ", "DK", "DM", "DO", "DZ", "EC", "EE", "EG", "EH", "ER", "ES", "ET", "FI", "FJ", "FK", "FM", "FO", "FR", "GA", "GB", "GD", "GE", "GF", "GG", "GH", "GI", "GL", "GM", "GN", "GP", "GQ", "GR", "GS", "GT", "GU", "GW", "GY", "HK", "HM", "HN", "HR", "HT", "HU", "ID", "IE", "IL", "IM", "IN", "IO", "IQ", "IR", "IS", "IT", "JE", "JM", "JO", "JP", "KE", "KG", "KH", "KI", "KM", "KN", "KP", "KR", "KW", "KY", "KZ", "LA", "LB", "LC", "LI", "LK", "LR", "LS", "LT", "LU", "LV", "LY", "MA", "MC", "MD", "ME", "MF", "MG", "MH", "MK", "ML", "MM", "MN", "MO", "MP", "MQ", "MR", "MS", "MT", "MU", "MV", "MW", "MX", "MY", "MZ", "NA", "NC", "NE", "NF", "NG", "NI", "NL", "NO", "NP", "NR", "NU", "NZ", "OM", "PA", "PE", "PF", "PG", "PH", "PK", "PL", "PM", "PN", "PR", "PS", "PT", "PW", "PY", "QA", "RE", "RO", "RS", "RU", "RW", "SA", "SB", "SC", "SD", "SE", "SG", "SH", "SI", "SJ", "SK", "SL", "SM", "SN", "SO", "SR", "SS", "ST", "SV", "SX", "SY", "SZ", "TC", "TD", "TF", "TG", "TH", "TJ", "TK", "TL", "TM", "TN", "TO", "TR", "TT", "TV", "TW", "TZ", "UA", "UG", "UM", "US", "UY", "UZ", "VA", "VC", "VE", "VG", "VI", "VN", "VU", "WF", "WS", "YE", "YT", "ZA", "ZM", "ZW", None]]


class OwnProfile(TypedDict):
    """`PUT /me/profile`: the user's own text."""

    words: str


class OwnSanction(TypedDict):
    """A sanction, in its user's view."""

    active: bool
    appeal: NotRequired[Optional[Appeal]]
    appeal_from: NotRequired[Optional[int]]
    created_at: int
    ends_at: NotRequired[Optional[int]]
    id: str
    kind: SanctionKind
    network: bool
    reason: str


class OwnSanctions(TypedDict):
    """`GET /me/sanctions`: the user's sanctions."""

    sanctions: List[OwnSanction]


class PairAllowedTournamentLogEvent(TypedDict):
    """Two participants may meet again."""

    kind: Literal["pair_allowed"]
    pair: List[int]


class PairForbiddenTournamentLogEvent(TypedDict):
    """Two participants must not meet."""

    kind: Literal["pair_forbidden"]
    pair: List[int]


class PairedTournamentLogEvent(TypedDict):
    """A round was paired."""

    byes: List[TournamentDraftBye]
    games: List[TournamentLogGame]
    kind: Literal["paired"]
    round: int


class Pairing(TypedDict):
    """Games that an organizer has created at once."""

    created_at: int
    games: List[PairingGame]
    id: str
    message: NotRequired[Optional[str]]
    start_at: int
    terms: Terms


class PairingGame(TypedDict):
    """A game of a pairing."""

    first: User
    room: NotRequired[Optional[RoomId]]
    second: User
    status: PairingStatus


class PairingPage(TypedDict):
    """`GET /pairings`: a page of the caller's pairings."""

    next: NotRequired[Optional[str]]
    pairings: List[Pairing]


class PasswordAndCode(TypedDict):
    """`POST /me/recovery-codes`, `DELETE /me`, `DELETE /me/mail` and `DELETE /me/two-factor`: the password, and a
    code if the account has two-factor login."""

    code: NotRequired[Optional[Secret]]
    password: Secret


class PasswordChange(TypedDict):
    """`PUT /me/password`: the old and the new password."""

    code: NotRequired[Optional[Secret]]
    new: str
    old: Secret


class PasswordConfirmation(TypedDict):
    """`POST /me/two-factor`: password confirmation."""

    password: Secret


class PauseTournamentCommand(TypedDict):
    """Stop pairing until the tournament is resumed. Directors only."""

    reason: str
    type: Literal["pause"]


class PausedTournamentLogEvent(TypedDict):
    """The tournament was paused."""

    kind: Literal["paused"]
    reason: NotRequired[Optional[str]]


class PenaliseTournamentCommand(TypedDict):
    """Take points from a participant, or warn them. Also after the end. Directors only."""

    participant: int
    reason: str
    type: Literal["penalise"]
    units: int


class PenalisedTournamentLogEvent(TypedDict):
    """A director took points from a participant, or warned them."""

    kind: Literal["penalised"]
    participant: int
    reason: NotRequired[Optional[str]]
    units: int


class PenaltyLiftedTournamentLogEvent(TypedDict):
    """A director lifted a penalty or a warning."""

    kind: Literal["penalty_lifted"]
    penalty: int
    reason: NotRequired[Optional[str]]


class PerGameClock(TypedDict):
    """One clock for the whole game: when it expires, the ejections decide."""

    kind: Literal["per_game"]
    limit_ms: int


class PerMoveClock(TypedDict):
    """A separate time for each move, from seconds to days."""

    kind: Literal["per_move"]
    move_ms: int


class PingCommand(ClientMessageBase):
    """Measures the round trip and the clock offset. Answered by `pong`."""

    t: int
    type: Literal["ping"]


class PlannedTournamentLogEvent(TypedDict):
    """Further games of the running round: the next games of matches, or repetitions of aborted games."""

    games: List[TournamentLogGame]
    kind: Literal["planned"]


class PlayCommand(ClientMessageBase):
    """Plays a move. Answered, like every command to a room, by `{"room": "…", "seat": 0, "seq": 17}`."""

    move: str
    ply: int
    room: RoomId
    type: Literal["play"]


class PlayRoomCommand(TypedDict):
    """Play a move."""

    move: str
    ply: int
    room: NotRequired[Optional[RoomId]]
    type: Literal["play"]


class PlayedStatistics(TypedDict):
    """Results of games with one layout and one colour."""

    color: Color
    drawn: int
    ejected: int
    games: int
    layout: str
    lost: int
    mode: Mode
    plies: int
    won: int


class PlayedTournamentLogEvent(TypedDict):
    """A game was decided at the board, or because a player did not come."""

    game: int
    kind: Literal["played"]
    no_shows: NotRequired[List[int]]
    verdict: TournamentVerdict


class PlayedTournamentVerdict(TypedDict):
    """The game was played."""

    kind: Literal["played"]
    marbles: List[int]
    plies: int
    winners: List[int]


class PlayerActivity(TypedDict):
    """`GET /players/{name}/activity`: a player's finished games by day, and the best wins. Aborted games are
    excluded."""

    best_wins: List[BestWin]
    days: List[ActiveDay]


class PlayerClub(TypedDict):
    """A club of a player."""

    club: ClubSummary
    role: ClubRole


class PlayerClubList(TypedDict):
    """`GET /me/clubs`, `GET /players/{name}/clubs`: the clubs of a player."""

    clubs: List[PlayerClub]


class PlayerCounts(TypedDict):
    """`GET /players/{name}/counts`: the results of a player's finished games. Aborted games are excluded; private
    games are included only for the player."""

    modes: List[ModeCounts]


class PlayerList(TypedDict):
    """`GET /players?prefix=…`: a page of accounts whose names have this prefix."""

    next: NotRequired[Optional[str]]
    players: List[User]


class PlayerPresence(TypedDict):
    """A player's presence and current game."""

    followed: bool
    friend: NotRequired[bool]
    online: bool
    room: NotRequired[Optional[RoomId]]
    user: User


class PlayerRating(TypedDict):
    """A player's rating in one pool: a mode, and live, by correspondence or with bots."""

    deviation: int
    games: int
    last_at: int
    mode: Mode
    provisional: bool
    rating: int
    speed: Speed


class PlayerSignals(TypedDict):
    """A player's move times in a game."""

    all: MoveSignals
    hard: NotRequired[Optional[MoveSignals]]
    plain: NotRequired[Optional[MoveSignals]]
    user: User


class PlayerStatistics(TypedDict):
    """`GET /players/{name}/statistics`: statistics of a player's finished games. Aborted games are excluded."""

    opponents: List[OpponentStatistics]
    played: List[PlayedStatistics]
    streaks: List[StreakStatistics]


class PointInStudyCommand(ClientMessageBase):
    """Shows the caller's position to the others in a followed study. Not stored."""

    chapter: int
    node: int
    study: str
    type: Literal["point_in_study"]


class PongMessage(TypedDict):
    """The answer to `ping`."""

    now: int
    t: int
    type: Literal["pong"]


class PoolDays(TypedDict):
    """A player's rating in one pool at the end of days."""

    days: List[RatingDay]
    mode: Mode
    speed: Speed


class PositionEvaluation(TypedDict):
    """`GET /positions/evaluation`: the search result for a position."""

    chance: int
    depth: int
    line: List[str]
    mode: Mode
    nodes: int
    others: NotRequired[List[ScoredLine]]
    position: str
    score: Score


class PositionFormations(TypedDict):
    """`GET /positions/formations`: the named formations of a position. Cells are given by their names, such as
    `c3`, in the order of rows."""

    colors: List[ColorFormations]
    mode: Mode
    pacs: List[Contact]
    position: str
    sumitos: List[Contact]


class PresenceList(TypedDict):
    """`GET /presence`: the presence of several players."""

    players: List[PlayerPresence]


class PresenceMessage(TypedDict):
    """Presence of a room's players. Sent on changes, and after the missed events of a client that resumes."""

    room: RoomId
    seats: List[SeatPresence]
    type: Literal["presence"]


class Problem(TypedDict):
    """An error of the HTTP interface, as in RFC 9457 (`application/problem+json`)."""

    ban: NotRequired[Optional[BanNotice]]
    code: ErrorCode
    detail: str
    errors: NotRequired[List[FieldFault]]
    pairs: NotRequired[List[BadPair]]
    part: NotRequired[Optional[str]]
    status: int
    title: str
    type: str


class Profile(TypedDict):
    """`GET /players/{name}`: a player's public profile."""

    avatar: NotRequired[Optional[str]]
    country: NotRequired[Optional[str]]
    counts: List[ModeCounts]
    follows: NotRequired[FollowCounts]
    ratings: List[PlayerRating]
    since: int
    standings: NotRequired[List[Standing]]
    user: User
    words: str


class PromoteNodeStudyEdit(TypedDict):
    """Swaps a variation with the one before it."""

    chapter: int
    edit: Literal["promote_node"]
    node: int


class PushStatus(TypedDict):
    """`GET /push`: the server's push support, and the state of this browser."""

    key: NotRequired[Optional[str]]
    on: bool


class PushSubscriptionRequest(TypedDict):
    """`PUT /me/push`: a browser's push subscription, as in `PushSubscription`."""

    auth: Secret
    endpoint: str
    language: NotRequired[Language]
    p256dh: Secret


class Puzzle(TypedDict):
    """A puzzle with its solution."""

    attempts: int
    down_votes: int
    game: NotRequired[Optional[PuzzleGame]]
    id: str
    length: int
    mode: Mode
    position: str
    rating: int
    solution: List[str]
    solved: int
    themes: List[PuzzleTheme]
    up_votes: int


class PuzzleAttempt(TypedDict):
    """A user's first attempt at a puzzle; a line of `GET /me/puzzles/attempts`."""

    at: int
    puzzle: str
    rating: RatingChange
    solved: bool
    vote: PuzzleVote


class PuzzleGame(TypedDict):
    """The game in which the position of a puzzle occurred."""

    id: str
    ply: int


class PuzzleRun(TypedDict):
    """A run with its next puzzle."""

    counts: bool
    id: str
    kind: RunKind
    left_ms: NotRequired[Optional[int]]
    mistakes: int
    puzzle: NotRequired[Optional[Puzzle]]
    score: int


class PuzzleSolver(TypedDict):
    """`GET /me/puzzles`: how the caller solves puzzles."""

    attempts: int
    best_storm: int
    best_streak: int
    deviation: int
    rating: int
    solved: int


class PuzzleVerdict(TypedDict):
    """The judgement of an attempt."""

    first: PuzzleAttempt
    rating: NotRequired[Optional[RatingChange]]
    solved: bool


class QualifiedTournamentLogEvent(TypedDict):
    """The groups have ended: these participants play the knockout."""

    entrants: List[Optional[int]]
    kind: Literal["qualified"]


class RatingChange(TypedDict):
    """A player's rating change by a game."""

    after: int
    before: int


class RatingDay(TypedDict):
    """A rating after the last game of a day."""

    at: int
    rating: int


class RatingDays(TypedDict):
    """`GET /players/{name}/ratings/days`: a player's ratings at the end of days with rated games, of all pools."""

    pools: List[PoolDays]


class RatingDistribution(TypedDict):
    """`GET /leaderboards/{mode}/distribution`: how many players have which rating, without provisional ratings."""

    players: int
    steps: List[RatingStep]
    width: int


class RatingHistory(TypedDict):
    """`GET /players/{name}/ratings`: the history of a rating."""

    next: NotRequired[Optional[str]]
    points: List[RatingPoint]


class RatingPoint(TypedDict):
    """A rating after one of the player's games."""

    at: int
    deviation: int
    game: str
    rating: int


class RatingRange(TypedDict):
    """A range of ratings."""

    max: NotRequired[Optional[int]]
    min: NotRequired[Optional[int]]


RatingStep = TypedDict(
    "RatingStep",
    {
        "from": "int",
        "players": "int",
    },
)


class RatingsMessage(TypedDict):
    """Ratings of a room's players. Sent when they are loaded or change: after a player sat down, and after a rated
    game."""

    room: RoomId
    seats: List[Optional[SeatRating]]
    type: Literal["ratings"]


class ReadConversation(TypedDict):
    """`PUT /me/conversations/{name}/read`: the last line that the caller has read."""

    line: str


class ReadmitTournamentCommand(TypedDict):
    """Let a participant send `return` who is excluded, or has used up the number of returns. Directors only."""

    participant: int
    reason: str
    type: Literal["readmit"]


class ReadmittedTournamentLogEvent(TypedDict):
    """A director lets a participant return."""

    kind: Literal["readmitted"]
    participant: int
    reason: NotRequired[Optional[str]]


class ReadyCommand(ClientMessageBase):
    """Declares or withdraws the caller's readiness to start."""

    ready: bool
    room: RoomId
    type: Literal["ready"]


class ReadyEvent(EventBase):
    """A player declared or withdrew readiness to start."""

    kind: Literal["ready"]
    ready: bool
    seat: int


class ReadyEventMessage(ReadyEvent):
    """An event of a room."""

    type: Literal["event"]


class ReadyRoomCommand(TypedDict):
    """Declare or withdraw readiness to start."""

    ready: bool
    room: NotRequired[Optional[RoomId]]
    type: Literal["ready"]


class ReceiptKey(TypedDict):
    """A key that signs receipts."""

    created_at: int
    endorsement: NotRequired[Optional[str]]
    key: str


class ReceiptKeys(TypedDict):
    """`GET /.well-known/sumito-receipt-keys`: the keys that have signed receipts, in the order of their use. The
    last one signs now."""

    keys: List[ReceiptKey]


class ReceiptLogPage(TypedDict):
    """`GET /receipts/log`: a page of the log."""

    hashes: List[str]
    next: NotRequired[Optional[int]]


class RecentGame(TypedDict):
    """A finished game of the caller."""

    game: GameSummary
    rating: NotRequired[Optional[RatingChange]]


class RecentRating(TypedDict):
    """A rating with its change today."""

    change: NotRequired[Optional[int]]
    rating: PlayerRating


class RecentTournament(TypedDict):
    """A finished tournament of the caller."""

    place: NotRequired[Optional[int]]
    tournament: TournamentSummary


class Recovery(TypedDict):
    """`POST /recovery`: a recovery code with a new password."""

    code: Secret
    name: str
    password: str
    second_factor: NotRequired[Optional[Secret]]


class RecoveryCodes(TypedDict):
    """`POST /me/recovery-codes` and `PUT /me/two-factor`: new recovery codes, which replace the previous ones."""

    codes: List[Secret]


class RecoveryCodesLeft(TypedDict):
    """`GET /me/recovery-codes`: the number of unused recovery codes."""

    left: int


class RecoveryMail(TypedDict):
    """`POST /recovery/mail`: a request for a code by mail."""

    language: NotRequired[Language]
    to: str


class RecoveryOptions(TypedDict):
    """`GET /recovery`: ways to recover a password, besides recovery codes."""

    mail: bool


class RefusedAuthorization(TypedDict):
    """The app has sent an invalid request. The error is shown here, and the user returns to the app only if they
    want to."""

    detail: str
    error: str
    kind: Literal["refused"]
    to: str


class RefusedPlayer(TypedDict):
    """A player of a file who could not be invited."""

    code: ErrorCode
    detail: str
    player: FilePlayer


class RegisterTournamentCommand(TypedDict):
    """Enter the tournament."""

    club: NotRequired[Optional[str]]
    password: NotRequired[Optional[str]]
    team: NotRequired[Optional[int]]
    team_name: NotRequired[Optional[str]]
    type: Literal["register"]


class RegisteredTournamentLogEvent(TypedDict):
    """A player entered, or a team with its first player."""

    club: NotRequired[Optional[str]]
    kind: Literal["registered"]
    name: str
    participant: int
    since_round: NotRequired[int]


class RegistrationLink(TypedDict):
    """A registration link. Its code is shown once, when it is created."""

    expires_at: int
    id: str
    made_by: NotRequired[Optional[str]]
    uses_left: int


class RegistrationLinkCreated(TypedDict):
    """`POST /admin/registration-links`: the created link."""

    code: Secret
    link: RegistrationLink


class RegistrationLinkList(TypedDict):
    """`GET /admin/registration-links`: the valid links."""

    links: List[RegistrationLink]


class ReloadResult(TypedDict):
    """`POST /admin/reload`: the settings that were reloaded."""

    settings: List[str]


class Reminders(TypedDict):
    """`GET /me/rooms/{room}/reminders`: the caller's reminders of turns while offline."""

    can_mail: bool
    mail: bool
    push: bool


class RemindersRequest(TypedDict):
    """`PUT /me/rooms/{room}/reminders`: the new choice."""

    language: NotRequired[Language]
    mail: bool
    push: bool


class RemoveComputerCommand(ClientMessageBase):
    """Removes a computer player from a room whose game has not started. The caller must have a seat there."""

    room: RoomId
    seat: int
    type: Literal["remove_computer"]


class RemoveDirectorTournamentCommand(TypedDict):
    """Remove a director. Directors only."""

    player: str
    type: Literal["remove_director"]


class RemoveMemberStudyEdit(TypedDict):
    """Removes a member. For the owner, and for members who leave."""

    edit: Literal["remove_member"]
    user: str


class RemoveTournamentCommand(TypedDict):
    """Exclude a participant. Directors only."""

    participant: int
    reason: str
    type: Literal["remove"]


class RenameChapterStudyEdit(TypedDict):
    """Renames a chapter."""

    chapter: int
    edit: Literal["rename_chapter"]
    name: str


class RenameStudyEdit(TypedDict):
    """Renames the study. For the owner."""

    edit: Literal["rename"]
    name: str


class RenameUser(TypedDict):
    """`PUT /moderation/players/{id}/name`: a new name for an account."""

    name: str
    reason: str


class Report(TypedDict):
    """A user's report on another user, for the moderators."""

    at: int
    closed_at: NotRequired[Optional[int]]
    club: NotRequired[Optional[str]]
    game: NotRequired[Optional[str]]
    id: str
    line: NotRequired[Optional[str]]
    reported: str
    reported_name: NotRequired[Optional[str]]
    reporter: str
    reporter_name: NotRequired[Optional[str]]
    said: NotRequired[Optional[str]]
    together: NotRequired[Optional[ReportsTogether]]
    tournament: NotRequired[Optional[str]]
    words: str


class ReportClosing(TypedDict):
    """`POST /moderation/reports/{id}/close`: the result of a report."""

    all: NotRequired[bool]
    reason: str


class ReportPage(TypedDict):
    """`GET /moderation/reports`: a page of open reports."""

    next: NotRequired[Optional[str]]
    reports: List[Report]


class ReportedLines(TypedDict):
    """`GET /moderation/reports/{id}/lines`: the reported chat line, with lines of its channel before and after it."""

    lines: List[ChatLine]


class ReportsTogether(TypedDict):
    """The open reports about a player."""

    accounts: int
    reports: int


class ResignCommand(ClientMessageBase):
    """Resigns the game."""

    room: RoomId
    type: Literal["resign"]


class ResignRoomCommand(TypedDict):
    """Resign the game."""

    room: NotRequired[Optional[RoomId]]
    type: Literal["resign"]


class ResumeTournamentCommand(TypedDict):
    """Continue a paused tournament. Directors only."""

    type: Literal["resume"]


class ResumedTournamentLogEvent(TypedDict):
    """The tournament was resumed."""

    kind: Literal["resumed"]


class ReturnTournamentCommand(TypedDict):
    """Take part again."""

    type: Literal["return"]


class ReturnedTournamentLogEvent(TypedDict):
    """A participant who had left returned."""

    kind: Literal["returned"]
    participant: int


class RevocationForm(TypedDict):
    """`POST /oauth/revoke`: a form of an app (RFC 7009)."""

    client_id: str
    token: str


class RewordedTournamentLogEvent(TypedDict):
    """A moderator replaced unacceptable texts."""

    kind: Literal["reworded"]
    rewording: TournamentLogRewording


class RoomChatChannel(TypedDict):
    """A room's channel. Players and spectators have separate channels."""

    audience: Audience
    kind: Literal["room"]
    room: RoomId


class RoomClosed(TypedDict):
    """`POST /moderation/rooms/{id}/close`: the result."""

    closed: bool


class RoomClosing(TypedDict):
    """`POST /moderation/rooms/{id}/close`: the reason for closing a room."""

    reason: str


class RoomCreated(TypedDict):
    """`POST /rooms`: the created room."""

    room: RoomId
    seat: int


class RoomList(TypedDict):
    """`GET /rooms`: the public rooms that wait for players or have a running game."""

    rooms: List[RoomSummary]


class RoomSummary(TypedDict):
    """A room as shown in a list."""

    clock: Clock
    created_at: int
    layout: str
    mode: Mode
    rated: bool
    room: RoomId
    seats: List[Seat]
    start_position: NotRequired[Optional[str]]
    status: Status
    vacations: NotRequired[bool]


class RoundEndedTournamentLogEvent(TypedDict):
    """All games of a round are decided."""

    kind: Literal["round_ended"]
    round: int


class RoundRobinTournamentFormat(TypedDict):
    """Every participant plays every other participant."""

    cycles: int
    form: Literal["round_robin"]


class RuleTournamentCommand(TypedDict):
    """Decide a game, or correct an earlier decision. Directors only."""

    game: int
    reason: str
    seen: NotRequired[Optional[TournamentVerdict]]
    type: Literal["rule"]
    verdict: TournamentVerdict


class RuledTournamentLogEvent(TypedDict):
    """A game was decided otherwise, or its verdict was corrected."""

    game: int
    kind: Literal["ruled"]
    ruling: TournamentLogRuling
    verdict: TournamentVerdict


class RunLeader(TypedDict):
    """A user in a leaderboard of runs."""

    at: int
    score: int
    user: User


class RunLeaderboard(TypedDict):
    """`GET /puzzles/leaderboards/{kind}`: the best scores."""

    users: List[RunLeader]


class RunningGame(TypedDict):
    """A running game in `GET /me/export`: the caller's own moves."""

    game: str
    moves: List[RunningMove]
    room: RoomId
    seat: int


class RunningMove(TypedDict):
    """A move of a running game."""

    at: int
    move: str
    ply: int


class Sanction(TypedDict):
    """A sanction on a user or on a network."""

    created_at: int
    ends_at: NotRequired[Optional[int]]
    id: str
    kind: SanctionKind
    lifted_at: NotRequired[Optional[int]]
    made_by: str
    name: NotRequired[Optional[str]]
    network: NotRequired[Optional[str]]
    reason: str
    user: NotRequired[Optional[str]]


class SanctionPage(TypedDict):
    """`GET /moderation/sanctions`: a page of active sanctions."""

    next: NotRequired[Optional[str]]
    sanctions: List[Sanction]


class SandbaggingEvidence(TypedDict):
    """At least five quick losses in thirty days, by resignation, on time or by leaving, and then wins against
    opponents below the rating before."""

    games: int
    highest: int
    kind: Literal["sandbagging"]
    latest: List[str]
    losses: int
    lowest: int
    mode: Mode
    speed: Speed
    won: int


class ScoredLine(TypedDict):
    """A line of moves with its evaluation."""

    chance: int
    line: List[str]
    score: Score


class Seat(TypedDict):
    """A seat of a room. Seats are numbered from 0 in the order of the colours."""

    claimable_at: NotRequired[Optional[int]]
    color: Color
    connected: bool
    out: bool
    player: NotRequired[Optional[User]]
    rating: NotRequired[Optional[SeatRating]]
    ready: bool
    seat: int
    team: int
    vacation_until: NotRequired[Optional[int]]


class SeatPresence(TypedDict):
    """The presence of a seat's player."""

    claimable_at: NotRequired[Optional[int]]
    connected: bool
    vacation_until: NotRequired[Optional[int]]


class SeatRating(TypedDict):
    """The rating of a seat's player."""

    change: NotRequired[Optional[int]]
    provisional: NotRequired[bool]
    rating: int


class SeatSummary(TypedDict):
    """A seat of a room that need not be in memory: its player, without presence."""

    color: Color
    out: bool
    player: NotRequired[Optional[User]]
    ready: bool
    seat: int
    team: int


class SeatedEvent(EventBase):
    """A player took a seat."""

    kind: Literal["seated"]
    player: User
    seat: int


class SeatedEventMessage(SeatedEvent):
    """An event of a room."""

    type: Literal["event"]


class Seek(TypedDict):
    """An open seek of a user."""

    bots: NotRequired[bool]
    clock: Clock
    computers: NotRequired[Optional[int]]
    id: str
    layout: str
    mode: Mode
    rated: bool
    rating: int
    rating_range: RatingRange
    since: int
    user: User


class SeekCommand(ClientMessageBase):
    """Starts seeking a game: the server pairs the caller with users who seek the same. Replaces the caller's
    previous seek. Answered by `{"seek": "…"}`; a `notification` announces the game. A seek ends when the user's
    last socket closes."""

    bots: NotRequired[bool]
    clock: NotRequired[Clock]
    computers: NotRequired[Optional[int]]
    layout: NotRequired[Optional[str]]
    lobby: NotRequired[str]
    mode: NotRequired[Mode]
    rated: NotRequired[bool]
    rating_range: NotRequired[Optional[RatingRange]]
    type: Literal["seek"]


class SeekEndedNotification(TypedDict):
    """The user's seek has ended without a game."""

    kind: Literal["seek_ended"]
    reason: SeekEnd
    seek: str


class ServerState(TypedDict):
    """`GET /admin/server`: the state of the service, and the figures of the answering node."""

    announcement: NotRequired[Optional[Announcement]]
    consumers: List[Count]
    draining: bool
    now: int
    queues: List[Count]
    refusals: List[Count]
    rooms: List[Count]
    seeks: int
    sockets: int
    started_at: int
    storage: bool
    tournaments: List[Count]
    version: str


class SessionInfo(TypedDict):
    """A session: a browser or program in which the user is logged in."""

    created_at: int
    current: bool
    expires_at: int
    id: str
    label: str
    last_used_at: int


class SessionList(TypedDict):
    """`GET /me/sessions`: the user's sessions."""

    sessions: List[SessionInfo]


class SetCommentStudyEdit(TypedDict):
    """Sets the comment on a position."""

    chapter: int
    edit: Literal["set_comment"]
    node: int
    text: str


class SetConditionalMovesCommand(ClientMessageBase):
    """Replaces the caller's conditional moves in a correspondence game, while others are to move: when their moves
    fit a line, the server plays the reply at once. Answered by `{"room": "…", "seat": 0}`."""

    lines: List[List[str]]
    ply: int
    room: RoomId
    type: Literal["set_conditional_moves"]


class SetConditionalMovesRoomCommand(TypedDict):
    """Replace the caller's conditional moves in a correspondence game."""

    lines: List[List[str]]
    ply: int
    room: NotRequired[Optional[RoomId]]
    type: Literal["set_conditional_moves"]


class SetFormationStudyEdit(TypedDict):
    """Sets the name of the formation in a position."""

    chapter: int
    edit: Literal["set_formation"]
    name: str
    node: int


class SetMailAddress(TypedDict):
    """`PUT /me/mail`: a new mail address for the account."""

    address: str
    code: NotRequired[Optional[Secret]]
    language: NotRequired[Language]
    password: Secret


class SetMemberStudyEdit(TypedDict):
    """Adds a member, or changes a member's role. For the owner."""

    edit: Literal["set_member"]
    role: StudyRole
    user: str


class SetShapesStudyEdit(TypedDict):
    """Sets the arrows and highlighted cells of a position."""

    chapter: int
    edit: Literal["set_shapes"]
    node: int
    shapes: List[StudyShape]


class SetVisibilityStudyEdit(TypedDict):
    """Changes who may read the study. For the owner."""

    edit: Literal["set_visibility"]
    visibility: StudyVisibility


class SharedNetwork(TypedDict):
    """A network with its users. A network of many people proves nothing."""

    last_used_at: NotRequired[Optional[int]]
    more: bool
    network: str
    users: List[NetworkUser]


class Signal(TypedDict):
    """A signal of unfair play."""

    evidence: Evidence
    found_at: int
    id: str
    strength: int
    updated_at: int
    users: List[User]


class SignalDismissal(TypedDict):
    """`POST /moderation/signals/{id}/dismiss`: the reason for dismissing a signal."""

    reason: str


class SignalList(TypedDict):
    """`GET /moderation/signals`: signals of unfair play in the rated games of the last days. The server draws no
    conclusions from them."""

    signals: List[Signal]


class Site(TypedDict):
    """`GET /site`: the site, as its operator has set it up."""

    guests: bool
    keeps: Keeps
    logo: NotRequired[Optional[str]]
    name: str
    registration: Registration
    texts: List[SiteTextKind]


class SiteText(TypedDict):
    """`GET /site/texts/{kind}`: a text of the operator."""

    language: Language
    text: str


class Snapshot(TypedDict):
    """The state of a room at one moment."""

    at: int
    berserk: NotRequired[List[int]]
    can_go_berserk: NotRequired[bool]
    captured: List[int]
    clock: Clock
    clocks: Clocks
    coach: NotRequired[bool]
    game: NotRequired[Optional[str]]
    layout: str
    ledger: List[MoveTiming]
    legal: NotRequired[Optional[List[str]]]
    lobby: str
    mode: Mode
    moves: List[str]
    offers: List[OpenOffer]
    ply: int
    position: str
    rated: bool
    ready: bool
    result: NotRequired[Optional[GameResult]]
    room: RoomId
    seats: List[Seat]
    seq: int
    spectator_delay_s: int
    start_position: NotRequired[Optional[str]]
    status: Status
    tournament: NotRequired[Optional[str]]
    turn: NotRequired[Optional[int]]
    vacations: NotRequired[bool]
    visibility: Visibility


class SnapshotMessage(Snapshot):
    """The complete state of a room, for display."""

    type: Literal["snapshot"]


class Standing(TypedDict):
    """A player's place among the players of a pool."""

    better_than: int
    mode: Mode
    players: int
    speed: Speed


class StartTournamentCommand(TypedDict):
    """Start with the players who are present. Directors only."""

    type: Literal["start"]


class StartedEvent(EventBase):
    """A game started."""

    clocks: Clocks
    game: str
    kind: Literal["started"]
    legal: NotRequired[Optional[List[str]]]
    players: List[User]
    position: str
    turn: int


class StartedEventMessage(StartedEvent):
    """An event of a room."""

    type: Literal["event"]


class StartedTournamentLogEvent(TypedDict):
    """The tournament started."""

    kind: Literal["started"]
    seeds: List[int]


class StatusWebhookFailure(TypedDict):
    """It answered with an HTTP status that is no success. Redirections are not followed."""

    kind: Literal["status"]
    status: int


class StreakStatistics(TypedDict):
    """Series of equal results in games of one mode."""

    length: int
    longest_lost: int
    longest_won: int
    mode: Mode
    result: GameScore


class StudyChapter(TypedDict):
    """A chapter of a study."""

    id: NotRequired[int]
    mode: Mode
    name: str
    next_node: NotRequired[Optional[int]]
    nodes: List[StudyNode]
    position: str


class StudyClosedMessage(TypedDict):
    """The client no longer follows a study: it was deleted, or the user may no longer read it."""

    study: str
    type: Literal["study_closed"]


class StudyDetail(TypedDict):
    """`GET /studies/{id}`: the whole study."""

    assumptions: NotRequired[List[Assumption]]
    chapters: List[StudyChapter]
    id: str
    members: List[StudyMember]
    name: str
    owner: User
    seq: int
    visibility: StudyVisibility


class StudyMember(TypedDict):
    """A member of a study."""

    role: StudyRole
    user: User


class StudyMessage(TypedDict):
    """An event of a followed study."""

    at: int
    by: str
    change: NotRequired[Optional[StudyEdit]]
    reset: NotRequired[bool]
    seq: int
    study: str
    type: Literal["study"]


class StudyNode(TypedDict):
    """A position of a chapter. Fields without content are left out."""

    comment: NotRequired[str]
    formation: NotRequired[str]
    id: int
    move: NotRequired[str]
    parent: NotRequired[int]
    shapes: NotRequired[List[StudyShape]]


class StudyPage(TypedDict):
    """A page of a list of studies."""

    next: NotRequired[Optional[str]]
    studies: List[StudySummary]


class StudyPresenceMessage(TypedDict):
    """The users who follow a study. Sent on changes, at most twice a second."""

    count: int
    study: str
    type: Literal["study_presence"]
    viewers: List[StudyViewer]


StudyShape = TypedDict(
    "StudyShape",
    {
        "color": "StudyColor",
        "from": "str",
        "to": "NotRequired[Optional[str]]",
    },
)


class StudySummary(TypedDict):
    """A study in a list."""

    changed_at: int
    chapters: int
    created_at: int
    id: str
    name: str
    owner: User
    visibility: StudyVisibility


class StudyViewer(TypedDict):
    """A user in a study, and the user's position."""

    chapter: NotRequired[Optional[int]]
    node: NotRequired[Optional[int]]
    user: User


class SubscribeCommand(ClientMessageBase):
    """Subscribes to updates. Exactly one of `lobby`, `my_games`, `analysis`, `chat`, `tournament` and `boards`
    selects the topic."""

    analysis: NotRequired[Optional[str]]
    boards: NotRequired[Optional[BoardsOf]]
    chat: NotRequired[Optional[ChatChannel]]
    lobby: NotRequired[Optional[str]]
    my_games: NotRequired[bool]
    since: NotRequired[Optional[str]]
    tournament: NotRequired[Optional[str]]
    type: Literal["subscribe"]


class SuddenDeathClock(TypedDict):
    """A fixed time for the whole game."""

    initial_ms: int
    kind: Literal["sudden_death"]


class SwissTournamentFormat(TypedDict):
    """Each round pairs participants with about equal points who have not met. For two players."""

    accelerated: NotRequired[bool]
    form: Literal["swiss"]
    half_point_byes: NotRequired[int]
    late_entry_rounds: NotRequired[int]
    pairing: NotRequired[SwissPairing]
    rounds: int


class TakeOverCommand(ClientMessageBase):
    """Makes this socket the controlling one. One socket at a time controls a seat: the last to watch the room or to
    take control. The user's other sockets receive everything but cannot act."""

    room: RoomId
    type: Literal["take_over"]


class TakeSeekCommand(ClientMessageBase):
    """Plays against the owner of this seek, if the seek's limits allow it, by seeking the same game. Answered like
    `seek`."""

    seek: str
    type: Literal["take_seek"]


class TakenBackEvent(EventBase):
    """All players who must agree to a takeback did: moves were taken back."""

    captured: List[int]
    clocks: Clocks
    kind: Literal["taken_back"]
    legal: NotRequired[Optional[List[str]]]
    ply: int
    position: str
    turn: NotRequired[Optional[int]]


class TakenBackEventMessage(TakenBackEvent):
    """An event of a room."""

    type: Literal["event"]


class TeamRewording(TypedDict):
    """A new name for a team."""

    name: str
    number: int


class Terms(TypedDict):
    """The terms of a challenge."""

    clock: Clock
    layout: NotRequired[Optional[str]]
    mode: NotRequired[Mode]
    rated: NotRequired[bool]
    seat: NotRequired[Optional[int]]
    vacations: NotRequired[bool]


class TimeAddedEvent(EventBase):
    """A director of the tournament gave a seat more time."""

    added_ms: int
    clocks: Clocks
    kind: Literal["time_added"]
    seat: int


class TimeAddedEventMessage(TimeAddedEvent):
    """An event of a room."""

    type: Literal["event"]


class TimeAddedTournamentLogEvent(TypedDict):
    """A director added time to the clock of a side in a running game."""

    game: int
    kind: Literal["time_added"]
    reason: NotRequired[Optional[str]]
    seconds: int
    side: int


class TimeoutWebhookFailure(TypedDict):
    """It did not answer in time."""

    kind: Literal["timeout"]


class TokenCreated(TypedDict):
    """`POST /tokens`: the created API token."""

    app: NotRequired[Optional[str]]
    created_at: int
    expires_at: int
    id: str
    label: str
    last_used_at: int
    scopes: List[Scope]
    token: Secret


class TokenForm(TypedDict):
    """`POST /oauth/token`: a form of an app (RFC 6749, 4.1.3; RFC 8628, 3.4)."""

    client_id: str
    code: NotRequired[Optional[str]]
    code_verifier: NotRequired[Optional[str]]
    device_code: NotRequired[Optional[str]]
    grant_type: Literal["authorization_code", "urn:ietf:params:oauth:grant-type:device_code"]
    redirect_uri: NotRequired[Optional[str]]


class TokenInfo(TypedDict):
    """An API token."""

    app: NotRequired[Optional[str]]
    created_at: int
    expires_at: int
    id: str
    label: str
    last_used_at: int
    scopes: List[Scope]


class TokenList(TypedDict):
    """`GET /tokens`: the user's API tokens."""

    tokens: List[TokenInfo]


class TournamentAddedTime(TypedDict):
    """Time that a director has added to the clock of a side."""

    seconds: int
    side: int


class TournamentAnnouncement(TypedDict):
    """A message of a director to all participants."""

    at: int
    by: NotRequired[Optional[str]]
    seq: int
    text: str


class TournamentAnnouncementNotification(TypedDict):
    """A director has a message for the participants of a tournament in which the user plays."""

    kind: Literal["tournament_announcement"]
    name: str
    text: str
    tournament: str


class TournamentBoard(TypedDict):
    """A running game in a director's view."""

    clocks: Clocks
    game: int
    ply: int


class TournamentBoardsOf(TypedDict):
    """A tournament's games between the best participants."""

    kind: Literal["tournament"]
    tournament: str


class TournamentBracket(TypedDict):
    """`GET /tournaments/{id}/bracket`: all matches of a bracket, by number."""

    matches: List[BracketMatch]


class TournamentBye(TypedDict):
    """A participant who does not play in a round."""

    kind: ByeKind
    participant: int
    points: float


class TournamentChange(TypedDict):
    """Changes of a subscribed tournament. An item replaces the previous one with the same number; a standing
    replaces the one of the same participant."""

    announcements: NotRequired[Optional[List[TournamentAnnouncement]]]
    forbidden_pairs: NotRequired[Optional[List[List[int]]]]
    full: bool
    games: List[TournamentGame]
    invited: NotRequired[Optional[List[User]]]
    invited_clubs: NotRequired[Optional[List[str]]]
    more: NotRequired[bool]
    order: NotRequired[Optional[List[int]]]
    participants: List[TournamentParticipant]
    rounds: List[TournamentRound]
    settings: NotRequired[Optional[TournamentSettings]]
    standings: List[TournamentStanding]
    state: TournamentState
    teams: NotRequired[Optional[List[TournamentTeam]]]


class TournamentChatChannel(TypedDict):
    """A tournament's channel: participants, directors and moderators write, all users can read."""

    kind: Literal["tournament"]
    tournament: str


class TournamentClub(TypedDict):
    """A club of a tournament."""

    club: ClubSummary
    role: NotRequired[Optional[ClubRole]]


class TournamentClubList(TypedDict):
    """`GET /tournaments/{id}/clubs`: the clubs of a tournament that still exist."""

    clubs: List[TournamentClub]


class TournamentDetail(TypedDict):
    """`GET /tournaments/{id}`, and the socket's first message on a tournament: all data except the games of earlier
    rounds."""

    announcements: NotRequired[List[TournamentAnnouncement]]
    forbidden_pairs: NotRequired[List[List[int]]]
    games: List[TournamentGame]
    invited: NotRequired[List[User]]
    invited_clubs: NotRequired[List[str]]
    participants: List[TournamentParticipant]
    rounds: List[TournamentRound]
    settings: TournamentSettings
    standings: List[TournamentStanding]
    state: TournamentState
    teams: NotRequired[List[TournamentTeam]]


class TournamentDraft(TypedDict):
    """A pairing of the next round that waits for a director."""

    byes: List[TournamentDraftBye]
    round: int
    seq: int
    tables: List[List[int]]


class TournamentDraftBye(TypedDict):
    """A participant who does not play in the draft of a round."""

    kind: ByeKind
    participant: int


class TournamentEdit(TypedDict):
    """`PATCH /tournaments/{id}`: the new settings. Only before the start."""

    password: NotRequired[Optional[str]]
    revision: int
    settings: TournamentSettings


class TournamentEntry(TypedDict):
    """Entry conditions of a tournament."""

    accounts_only: NotRequired[bool]
    admission: NotRequired[Admission]
    capacity: NotRequired[Optional[int]]
    minimum: NotRequired[Optional[int]]
    programs: NotRequired[bool]
    rating_max: NotRequired[Optional[int]]
    rating_min: NotRequired[Optional[int]]


class TournamentExport(TypedDict):
    """`GET /tournaments/{id}/export?format=json`: the whole tournament. `POST /tournaments` takes its settings."""

    ended_at: NotRequired[Optional[int]]
    games: List[TournamentGame]
    id: str
    participants: List[TournamentParticipant]
    rounds: List[TournamentRound]
    settings: TournamentSettings
    standings: List[TournamentStanding]
    started_at: NotRequired[Optional[int]]
    status: TournamentStatus
    teams: NotRequired[List[TournamentTeam]]
    tie_breaks: List[TieBreak]


class TournamentGame(TypedDict):
    """A game of a tournament."""

    added_times: NotRequired[List[TournamentAddedTime]]
    berserk: List[int]
    game: str
    number: int
    pairing: int
    room: RoomId
    round: int
    ruling: NotRequired[Optional[TournamentRuling]]
    sides: List[int]
    verdict: NotRequired[Optional[TournamentVerdict]]


class TournamentGamePage(TypedDict):
    """`GET /tournaments/{id}/games`: a page of games."""

    games: List[TournamentGame]
    next: NotRequired[Optional[str]]


class TournamentHall(TypedDict):
    """`GET /tournaments/{id}/hall`: the running games and the absent participants. For directors."""

    absent: List[int]
    at: int
    boards: List[TournamentBoard]


class TournamentInvitation(TypedDict):
    """An unanswered invitation to a tournament."""

    by: User
    tournament: TournamentSummary


class TournamentInvitationNotification(TypedDict):
    """An invitation to a tournament is new, or no longer open. `GET /me/invitations` lists the open ones."""

    kind: Literal["tournament_invitation"]
    open: bool
    tournament: str


class TournamentInvitations(TypedDict):
    """`GET /me/invitations`: the user's open invitations to tournaments."""

    invitations: List[TournamentInvitation]


class TournamentLog(TypedDict):
    """`GET /tournaments/{id}/log`: a page of the audit log."""

    events: List[TournamentLogEntry]
    next: NotRequired[Optional[str]]


class TournamentLogEntry(TypedDict):
    """An entry of a tournament's audit log: an event and its actor."""

    at: int
    by: NotRequired[Optional[str]]
    event: TournamentLogEvent
    seq: int
    steward: bool


class TournamentLogGame(TypedDict):
    """A pairing of a round."""

    draw_odds: NotRequired[bool]
    number: int
    pairing: NotRequired[int]
    replays: NotRequired[Optional[int]]
    sides: List[int]


class TournamentLogRewording(TypedDict):
    """Texts that a moderator replaced. Fields of unchanged texts are left out."""

    description: NotRequired[Optional[str]]
    name: NotRequired[Optional[str]]
    reasons: bool
    team: NotRequired[List[Union[int, str]]]


class TournamentMessage(TournamentChange):
    """Changes of a tournament."""

    type: Literal["tournament"]


class TournamentNextRound(TypedDict):
    """`GET /tournaments/{id}/draft`: the pairing of the next round that waits for a director. For directors."""

    draft: NotRequired[Optional[TournamentDraft]]


class TournamentPage(TypedDict):
    """`GET /tournaments`: a page of tournaments."""

    next: NotRequired[Optional[str]]
    tournaments: List[TournamentSummary]


class TournamentParticipant(TypedDict):
    """A participant: a player, or a team of two."""

    byes: NotRequired[List[TournamentPlannedBye]]
    club: NotRequired[Optional[str]]
    membership: Membership
    name: str
    number: int
    penalties: NotRequired[List[TournamentPenalty]]
    players: List[User]
    provisional: bool
    rating: int
    since_round: int


class TournamentPenalty(TypedDict):
    """A penalty or a warning."""

    lifted: bool
    number: int
    reason: str
    units: int


class TournamentPlannedBye(TypedDict):
    """A round of a Swiss system that a participant sits out."""

    granted: bool
    kind: ByeKind
    round: int


class TournamentRewording(TypedDict):
    """`PUT /moderation/tournaments/{id}/words`: replacements for unacceptable texts of a tournament. Fields that
    are left out do not change."""

    description: NotRequired[Optional[str]]
    name: NotRequired[Optional[str]]
    reason: str
    reasons: NotRequired[bool]
    team: NotRequired[Optional[TeamRewording]]


class TournamentRound(TypedDict):
    """A round; in an arena, a wave of pairings."""

    began_at: int
    byes: List[TournamentBye]
    ended_at: NotRequired[Optional[int]]
    number: int


class TournamentRoundPage(TypedDict):
    """`GET /tournaments/{id}/rounds`: a page of rounds with their games."""

    games: List[TournamentGame]
    next: NotRequired[Optional[str]]
    rounds: List[TournamentRound]


class TournamentRounds(TypedDict):
    """Timing of rounds; not used by arenas."""

    break_s: NotRequired[int]
    deadline_s: NotRequired[Optional[int]]
    reviewed: NotRequired[bool]
    starts: NotRequired[List[int]]


class TournamentSettings(TypedDict):
    """Settings of a tournament: a part of `POST /tournaments`, and of the tournament's detail."""

    clock: Clock
    description: NotRequired[str]
    entry: NotRequired[TournamentEntry]
    first_move_s: NotRequired[Optional[int]]
    form: TournamentFormat
    layout: NotRequired[Optional[str]]
    mode: NotRequired[Mode]
    name: str
    no_shows_max: NotRequired[int]
    rated: NotRequired[bool]
    rounds: NotRequired[TournamentRounds]
    spectator_delay_s: NotRequired[int]
    start: TournamentStart
    teams: NotRequired[Optional[TournamentTeams]]
    tie_breaks: NotRequired[List[TieBreak]]
    unplayed_rounds: NotRequired[UnplayedRounds]


class TournamentStanding(TypedDict):
    """A participant's standing."""

    drawn: int
    group: NotRequired[Optional[int]]
    group_place: NotRequired[Optional[int]]
    lost: int
    participant: int
    penalty: NotRequired[float]
    place: int
    points: float
    streak: int
    tie_breaks: List[float]
    won: int


class TournamentStandings(TypedDict):
    """`GET /tournaments/{id}/standings`: the standings."""

    participants: List[TournamentParticipant]
    standings: List[TournamentStanding]
    teams: NotRequired[List[TournamentTeam]]
    tie_breaks: List[TieBreak]


class TournamentState(TypedDict):
    """The state of a tournament, without its participants."""

    club: NotRequired[Optional[str]]
    directors: List[str]
    draft: NotRequired[Optional[int]]
    ended_at: NotRequired[Optional[int]]
    ends_at: NotRequired[Optional[int]]
    entry_round: NotRequired[Optional[int]]
    id: str
    made_by: NotRequired[Optional[str]]
    next_round_at: NotRequired[Optional[int]]
    paused_since: NotRequired[Optional[int]]
    point_unit: NotRequired[int]
    revision: int
    round: int
    rounds: NotRequired[Optional[int]]
    seq: int
    started_at: NotRequired[Optional[int]]
    status: TournamentStatus
    tie_breaks: List[TieBreak]


class TournamentSummary(TypedDict):
    """A tournament as shown in a list."""

    admission: Admission
    capacity: int
    clock: Clock
    club: NotRequired[Optional[str]]
    ended_at: NotRequired[Optional[int]]
    form: TournamentFormatName
    id: str
    layout: str
    mode: Mode
    name: str
    participants: int
    podium: List[str]
    rated: bool
    start: TournamentStart
    started_at: NotRequired[Optional[int]]
    status: TournamentStatus
    teams: NotRequired[bool]


class TournamentTeam(TypedDict):
    """A team of a team arena: a club with its standing."""

    club: str
    place: int
    players: int
    points: float
    scorers: List[int]


class TournamentTeams(TypedDict):
    """The teams of a team arena."""

    best: NotRequired[int]


class Transparency(TypedDict):
    """`GET /transparency`: numbers of moderation."""

    months: List[TransparentMonth]


class TransparentMonth(TypedDict):
    """Numbers of a month. A number is `null` if it is below 3, as it could reveal what happened to one user."""

    appeals: NotRequired[Optional[int]]
    bans: NotRequired[Optional[int]]
    closed: NotRequired[Optional[int]]
    closed_after_minutes: NotRequired[Optional[int]]
    kept: NotRequired[Optional[int]]
    lifted: NotRequired[Optional[int]]
    month: str
    mutes: NotRequired[Optional[int]]
    reports: NotRequired[Optional[int]]
    shortened: NotRequired[Optional[int]]


class TwoFactorCode(TypedDict):
    """`PUT /me/two-factor`: the first code of the authenticator app."""

    code: Secret


class TwoFactorSecret(TypedDict):
    """`POST /me/two-factor`: a new secret for an authenticator app: SHA-1, six digits, thirty seconds (RFC 6238)."""

    secret: Secret
    uri: Secret


class TwoFactorState(TypedDict):
    """`GET /me/two-factor`: whether a login needs a code in addition to the password."""

    enabled: bool


class UnfollowStudyCommand(ClientMessageBase):
    """Stops following a study."""

    study: str
    type: Literal["unfollow_study"]


class UninviteClubTournamentCommand(TypedDict):
    """Withdraw the invitation of a club, or remove the club before any of its players enter. Directors only."""

    club: str
    type: Literal["uninvite_club"]


class UninviteTournamentCommand(TypedDict):
    """Withdraw an unanswered invitation. Directors only."""

    player: str
    type: Literal["uninvite"]


class UninvitedTournamentLogEvent(TypedDict):
    """The player declined an invitation, or a director withdrew it."""

    kind: Literal["uninvited"]
    user: str


class UnreachableWebhookFailure(TypedDict):
    """There was no connection: its host has no public address, or its certificate is not valid."""

    kind: Literal["unreachable"]


class UnsubscribeCommand(ClientMessageBase):
    """Cancels a subscription."""

    analysis: NotRequired[Optional[str]]
    boards: NotRequired[Optional[BoardsOf]]
    chat: NotRequired[Optional[ChatChannel]]
    lobby: NotRequired[Optional[str]]
    my_games: NotRequired[bool]
    tournament: NotRequired[Optional[str]]
    type: Literal["unsubscribe"]


class UnwatchCommand(ClientMessageBase):
    """Stops watching a room."""

    room: RoomId
    type: Literal["unwatch"]


class User(TypedDict):
    """A user, in the view of other users."""

    bot: NotRequired[bool]
    computer: NotRequired[Optional[int]]
    guest: bool
    id: str
    name: str


class UserNetworks(TypedDict):
    """`POST /moderation/players/{id}/networks`: the networks of a user."""

    networks: List[SharedNetwork]


class UserRecord(TypedDict):
    """`GET /moderation/players/{id}`: the moderators' view of a user. Each list has at most 50 entries: the newest."""

    created_at: int
    deeds: List[ModerationAction]
    last_seen_at: NotRequired[Optional[int]]
    notes: List[ModerationNote]
    reported: List[Report]
    reporting: List[Report]
    role: Role
    sanctions: List[Sanction]
    signals: List[Signal]
    user: User


class VacationRequest(TypedDict):
    """`PUT /me/vacation`: starts a vacation."""

    days: int


class VacationStatus(TypedDict):
    """`GET /me/vacation`: the caller's vacation, and how much is left."""

    began_at: NotRequired[Optional[int]]
    days_per_year: int
    left_s: int
    until: NotRequired[Optional[int]]


class VoidTournamentVerdict(TypedDict):
    """The game does not count."""

    kind: Literal["void"]


class WatchCommand(ClientMessageBase):
    """Watches a room: a snapshot, then every event."""

    legal: NotRequired[bool]
    room: RoomId
    since: NotRequired[Optional[int]]
    type: Literal["watch"]


class WebhookCreated(TypedDict):
    """`POST /me/webhooks`: the created webhook."""

    app: NotRequired[Optional[str]]
    created_at: int
    disabled: bool
    events: List[WebhookEvent]
    failure: NotRequired[Optional[WebhookFailure]]
    id: str
    secret: Secret
    tried_at: NotRequired[Optional[int]]
    url: str
    waiting: int


class WebhookInfo(TypedDict):
    """A webhook of the user, without its secret."""

    app: NotRequired[Optional[str]]
    created_at: int
    disabled: bool
    events: List[WebhookEvent]
    failure: NotRequired[Optional[WebhookFailure]]
    id: str
    tried_at: NotRequired[Optional[int]]
    url: str
    waiting: int


class WebhookList(TypedDict):
    """`GET /me/webhooks`: the user's webhooks."""

    webhooks: List[WebhookInfo]


class WebhookTest(TypedDict):
    """`POST /me/webhooks/{id}/test`: the result of a test message."""

    failure: NotRequired[Optional[WebhookFailure]]


class WhenHereTournamentStart(TypedDict):
    """As soon as enough participants are present."""

    kind: Literal["when_here"]
    participants: int


class WinScore(TypedDict):
    """A forced win; the last move is this many plies away. 0: the game is over and won."""

    win: int


class WithdrawTournamentCommand(TypedDict):
    """Leave the tournament, for good or until `return`."""

    type: Literal["withdraw"]


class WithdrawalTournamentLogRuling(TypedDict):
    """A player of the game withdrew or was excluded."""

    kind: Literal["withdrawal"]


class WithdrawalTournamentRuling(TypedDict):
    """A player of the game withdrew or was excluded."""

    kind: Literal["withdrawal"]


class WithdrewTournamentLogEvent(TypedDict):
    """A participant left after the start."""

    kind: Literal["withdrew"]
    participant: int


AccountOutcome = Literal["created", "exists", "invalid"]

AccountState = Literal["active", "muted", "banned"]

AchievementKind = Literal[
    "games",
    "wins",
    "marbles",
    "modes",
    "win_streak",
    "best_win",
    "puzzles",
    "puzzle_streak",
    "puzzle_storm",
]

Admission = Literal["open", "password", "invitation"]

AppealOutcome = Literal["lift", "shorten", "keep"]

AssumptionKind = Literal[
    "layout",
    "turn",
    "score",
    "far_moves",
    "result_token",
    "result",
    "variant",
    "date",
    "clock",
    "termination",
    "marks",
    "heading",
    "variations",
    "first_game",
    "encoding",
]

Audience = Literal["players", "spectators"]

Authorization = Union[AskAuthorization, RefusedAuthorization]

BoardsOf = Union[LobbyBoardsOf, ModesBoardsOf, TournamentBoardsOf]

BracketPart = Literal["winners", "third_place", "losers", "final", "reset"]

ByeKind = Literal["full", "half", "absent", "no_opponent"]

ChallengeStatus = Literal["open", "accepted", "declined", "cancelled", "expired"]

ChatChannel = Union[RoomChatChannel, LobbyChatChannel, TournamentChatChannel, ClubChatChannel, ConversationChatChannel]

Claim = Literal["win", "draw"]

ClientMessage = Union[
    AuthenticateCommand,
    CreateRoomCommand,
    JoinCommand,
    LeaveCommand,
    AddComputerCommand,
    RemoveComputerCommand,
    WatchCommand,
    UnwatchCommand,
    ReadyCommand,
    PlayCommand,
    SetConditionalMovesCommand,
    OfferCommand,
    AcceptCommand,
    DeclineCommand,
    BerserkCommand,
    ResignCommand,
    AbortCommand,
    ClaimCommand,
    TakeOverCommand,
    SeekCommand,
    TakeSeekCommand,
    CancelSeekCommand,
    ChatCommand,
    SubscribeCommand,
    UnsubscribeCommand,
    FollowStudyCommand,
    UnfollowStudyCommand,
    PointInStudyCommand,
    EditStudyCommand,
    PingCommand,
]

Clock = Union[NoneClock, SuddenDeathClock, FischerClock, BronsteinClock, DelayClock, PerMoveClock, PerGameClock]

ClockCause = Literal["stopping", "continued", "resumed"]

ClubJoining = Literal["open", "request", "invitation"]

ClubRole = Literal["owner", "admin", "member"]

Color = Literal["black", "white", "red", "yellow"]

DeclineReason = Literal["later", "too_fast", "too_slow", "unrated", "rated", "different", "only_bots", "no_bots"]

Direction = Literal["east", "north_east", "north_west", "west", "south_west", "south_east"]

ErrorCode = Literal[
    "bad_json",
    "bad_message",
    "unsupported_media_type",
    "too_large",
    "rate_limited",
    "unauthenticated",
    "bad_token",
    "forbidden",
    "missing_scope",
    "needs_account",
    "registration_closed",
    "invitation_needed",
    "terms_not_accepted",
    "no_guests",
    "has_account",
    "bad_name",
    "name_taken",
    "bad_address",
    "bad_password",
    "wrong_password",
    "wrong_code",
    "second_factor_needed",
    "banned",
    "muted",
    "key_reused",
    "key_pending",
    "repeated",
    "not_friends",
    "no_such_session",
    "cooldown",
    "not_found",
    "method_not_allowed",
    "no_such_room",
    "no_such_challenge",
    "challenge_over",
    "no_such_lobby",
    "no_such_seek",
    "no_such_player",
    "bad_words",
    "no_such_app",
    "no_such_device",
    "no_such_webhook",
    "no_such_club",
    "no_such_puzzle",
    "no_such_study",
    "no_such_node",
    "no_such_game",
    "no_analysis",
    "bad_pairs",
    "bad_trf",
    "out_of_range",
    "bad_authorization",
    "bad_cursor",
    "no_such_bot",
    "not_accepted",
    "bad_layout",
    "bad_position",
    "unsupported",
    "room_full",
    "seat_taken",
    "no_computer",
    "already_seated",
    "not_seated",
    "not_playing",
    "already_started",
    "still_playing",
    "out",
    "not_in_control",
    "not_your_turn",
    "stale_ply",
    "time_over",
    "bad_move",
    "bad_line",
    "illegal_move",
    "in_tournament",
    "no_such_tournament",
    "needs_clock",
    "tournament_full",
    "not_eligible",
    "members_only",
    "not_registered",
    "already_registered",
    "outdated",
    "not_now",
    "too_late",
    "no_offer",
    "offer_repeated",
    "nothing_to_take_back",
    "nobody_away",
    "too_many",
    "storage_full",
    "position_in_play",
    "unavailable",
    "draining",
    "busy",
    "internal",
]

Event = Union[
    CreatedEvent,
    SeatedEvent,
    LeftEvent,
    ReadyEvent,
    StartedEvent,
    BerserkEvent,
    TimeAddedEvent,
    MovedEvent,
    OfferedEvent,
    DeclinedEvent,
    TakenBackEvent,
    EliminatedEvent,
    FinishedEvent,
]

Evidence = Union[FarmingEvidence, SandbaggingEvidence, EngineEvidence]

FilePart = Literal["results", "dates", "system", "initial_color"]

GameScore = Literal["won", "drawn", "lost"]

KnownAnalysis = Union[NoneKnownAnalysis, AskedKnownAnalysis]

Language = Literal["en", "de", "pl", "nl"]

Membership = Literal["in", "gone", "withdrawn", "excluded"]

Mistake = Literal["inaccuracy", "mistake", "blunder", "missed_win"]

MistakeReason = Union[
    MissedWinMistakeReason,
    AllowsWinMistakeReason,
    MissedEjectionMistakeReason,
    AllowsEjectionMistakeReason,
    MissesThreatMistakeReason,
    MissedPushMistakeReason,
    AllowsPushMistakeReason,
    LeavesCentreMistakeReason,
    BreaksFormationMistakeReason,
]

Mode = Literal["two", "three", "four", "four-consecutive"]

ModerationActionKind = Literal[
    "ban",
    "mute",
    "lift",
    "rename",
    "close_room",
    "close_report",
    "remove_line",
    "clear_lines",
    "remove_avatar",
    "reword",
    "close_club",
    "drain",
    "undrain",
    "announce",
    "reload",
    "tournament",
    "look_networks",
    "decide_appeal",
    "dismiss_signal",
    "registration_link",
    "create_accounts",
]

NodeState = Literal["running", "draining", "stopping", "expired"]

Notice = Literal["storage_unavailable", "room_unreachable", "player_unreachable", "room_lost", "computer_waits"]

Notification = Union[
    GameStartedNotification,
    ChallengeNotification,
    TournamentInvitationNotification,
    SeekEndedNotification,
    ClubAnnouncementNotification,
    TournamentAnnouncementNotification,
    ConversationNotification,
]

Offer = Literal["draw", "takeback", "rematch", "resignation"]

PairingStatus = Literal["waiting", "started", "cancelled", "revoked", "refused"]

Preset = Literal[
    "hello",
    "good_luck",
    "have_fun",
    "well_played",
    "good_game",
    "thanks",
    "one_moment",
    "sorry",
    "have_to_go",
    "goodbye",
]

PuzzleTheme = Literal[
    "push_out_in_1",
    "push_out_in_2",
    "push_out_in_3",
    "win",
    "defence",
    "escape",
    "double_threat",
    "quiet",
    "side_step",
    "sumito_3_to_2",
    "lance",
    "arc",
    "shield",
]

PuzzleVote = Literal["up", "down", "none"]

RatedOffer = Literal["both", "rated", "unrated"]

RatingBand = Literal["unrated", "under_1400", "from_1400", "from_1600", "from_1800", "from_2000"]

Reason = Literal[
    "ejections",
    "time",
    "resignation",
    "agreement",
    "repetition",
    "quiet",
    "stuck",
    "aborted",
    "abandoned",
]

Registration = Literal["open", "invitation", "closed"]

Role = Literal["player", "moderator", "admin"]

RoomCommand = Union[
    PlayRoomCommand,
    SetConditionalMovesRoomCommand,
    JoinRoomCommand,
    LeaveRoomCommand,
    ReadyRoomCommand,
    OfferRoomCommand,
    AcceptRoomCommand,
    DeclineRoomCommand,
    ResignRoomCommand,
    AbortRoomCommand,
    BerserkRoomCommand,
    ClaimRoomCommand,
    ChatRoomCommand,
]

RoomId = str

RunKind = Literal["streak", "storm"]

SanctionKind = Literal["ban", "mute"]

Scope = Literal[
    "read",
    "play",
    "bot",
    "tournament",
    "challenges",
    "follows",
    "studies",
    "clubs",
    "messages",
    "puzzles",
    "webhooks",
]

Score = Union[MarblesScore, WinScore, LossScore]

Secret = str

SeekEnd = Literal["cancelled", "failed"]

ServerMessage = Union[
    HelloMessage,
    OkMessage,
    ErrorMessage,
    SnapshotMessage,
    CreatedEventMessage,
    SeatedEventMessage,
    LeftEventMessage,
    ReadyEventMessage,
    StartedEventMessage,
    BerserkEventMessage,
    TimeAddedEventMessage,
    MovedEventMessage,
    OfferedEventMessage,
    DeclinedEventMessage,
    TakenBackEventMessage,
    EliminatedEventMessage,
    FinishedEventMessage,
    PresenceMessage,
    RatingsMessage,
    ClockMessage,
    LobbyMessage,
    MyGamesMessage,
    TournamentMessage,
    StudyMessage,
    StudyPresenceMessage,
    StudyClosedMessage,
    BoardsMessage,
    AnalysisMessage,
    ChatMessage,
    ControlMessage,
    ConditionalMovesMessage,
    NoticeMessage,
    NotificationMessage,
    AnnouncementMessage,
    PongMessage,
]

SiteTextKind = Literal["front_page", "imprint", "privacy", "terms"]

Speed = Literal["live", "correspondence", "bots"]

Status = Literal["waiting", "playing", "finished", "closed"]

StudyColor = Literal["green", "red", "blue", "yellow"]

StudyEdit = Union[
    RenameStudyEdit,
    SetVisibilityStudyEdit,
    SetMemberStudyEdit,
    RemoveMemberStudyEdit,
    AddChapterStudyEdit,
    RenameChapterStudyEdit,
    DeleteChapterStudyEdit,
    MoveChapterStudyEdit,
    AddNodeStudyEdit,
    DeleteNodeStudyEdit,
    PromoteNodeStudyEdit,
    SetCommentStudyEdit,
    SetShapesStudyEdit,
    SetFormationStudyEdit,
]

StudyRole = Literal["contributor", "viewer"]

StudyVisibility = Literal["private", "unlisted", "public"]

SwissPairing = Literal["balanced", "dutch"]

TieBreak = Literal[
    "reached",
    "buchholz",
    "buchholz_cut1",
    "buchholz_median",
    "sonneborn_berger",
    "direct_encounter",
    "marbles",
    "progressive",
    "performance",
    "wins",
]

TournamentCommand = Union[
    RegisterTournamentCommand,
    WithdrawTournamentCommand,
    ReturnTournamentCommand,
    AskByeTournamentCommand,
    CancelByeTournamentCommand,
    GrantByeTournamentCommand,
    ForbidPairTournamentCommand,
    AllowPairTournamentCommand,
    DraftRoundTournamentCommand,
    ChangeDraftTournamentCommand,
    DropDraftTournamentCommand,
    StartTournamentCommand,
    BeginRoundTournamentCommand,
    PauseTournamentCommand,
    ResumeTournamentCommand,
    CancelTournamentCommand,
    RuleTournamentCommand,
    AddTournamentCommand,
    RemoveTournamentCommand,
    ReadmitTournamentCommand,
    PenaliseTournamentCommand,
    LiftPenaltyTournamentCommand,
    AddTimeTournamentCommand,
    AnnounceTournamentCommand,
    InviteTournamentCommand,
    UninviteTournamentCommand,
    DeclineInvitationTournamentCommand,
    InviteClubTournamentCommand,
    UninviteClubTournamentCommand,
    AnswerClubTournamentCommand,
    AddDirectorTournamentCommand,
    RemoveDirectorTournamentCommand,
]

TournamentFormat = Union[
    RoundRobinTournamentFormat,
    SwissTournamentFormat,
    KnockoutTournamentFormat,
    DoubleEliminationTournamentFormat,
    GroupsTournamentFormat,
    ArenaTournamentFormat,
]

TournamentFormatName = Literal["round_robin", "swiss", "knockout", "double_elimination", "groups", "arena"]

TournamentLogEvent = Union[
    CreatedTournamentLogEvent,
    EditedTournamentLogEvent,
    DirectorAddedTournamentLogEvent,
    DirectorRemovedTournamentLogEvent,
    InvitedTournamentLogEvent,
    UninvitedTournamentLogEvent,
    ClubInvitedTournamentLogEvent,
    ClubJoinedTournamentLogEvent,
    ClubDeclinedTournamentLogEvent,
    ClubUninvitedTournamentLogEvent,
    RegisteredTournamentLogEvent,
    JoinedTournamentLogEvent,
    LeftTournamentLogEvent,
    WithdrewTournamentLogEvent,
    ReturnedTournamentLogEvent,
    ExcludedTournamentLogEvent,
    ForgottenTournamentLogEvent,
    RewordedTournamentLogEvent,
    ByeAskedTournamentLogEvent,
    ByeGrantedTournamentLogEvent,
    ByeCancelledTournamentLogEvent,
    ReadmittedTournamentLogEvent,
    PairForbiddenTournamentLogEvent,
    PairAllowedTournamentLogEvent,
    DraftedTournamentLogEvent,
    DraftDroppedTournamentLogEvent,
    PenalisedTournamentLogEvent,
    PenaltyLiftedTournamentLogEvent,
    TimeAddedTournamentLogEvent,
    AnnouncedTournamentLogEvent,
    StartedTournamentLogEvent,
    QualifiedTournamentLogEvent,
    PairedTournamentLogEvent,
    PlannedTournamentLogEvent,
    BerserkedTournamentLogEvent,
    PlayedTournamentLogEvent,
    RuledTournamentLogEvent,
    RoundEndedTournamentLogEvent,
    PausedTournamentLogEvent,
    ResumedTournamentLogEvent,
    ForgivenTournamentLogEvent,
    FinishedTournamentLogEvent,
    CancelledTournamentLogEvent,
]

TournamentLogRuling = Union[
    DirectorTournamentLogRuling,
    WithdrawalTournamentLogRuling,
    DeadlineTournamentLogRuling,
    EndTournamentLogRuling,
    ComputersTournamentLogRuling,
]

TournamentRuling = Union[
    DirectorTournamentRuling,
    WithdrawalTournamentRuling,
    DeadlineTournamentRuling,
    EndTournamentRuling,
    ComputersTournamentRuling,
]

TournamentStart = Union[AtTournamentStart, WhenHereTournamentStart, ByDirectorTournamentStart]

TournamentStatus = Literal["registering", "running", "finished", "cancelled"]

TournamentVerdict = Union[PlayedTournamentVerdict, ForfeitTournamentVerdict, VoidTournamentVerdict]

UnplayedRounds = Literal["own_points", "fide"]

Unrated = Literal["aborted", "too_short"]

Visibility = Literal["public", "private"]

WebhookEvent = Literal["game_finished", "tournament_ended", "challenge_received"]

WebhookFailure = Union[StatusWebhookFailure, TimeoutWebhookFailure, UnreachableWebhookFailure]
