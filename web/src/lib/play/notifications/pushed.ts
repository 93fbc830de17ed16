/**
 * The texts of pushes, for the service worker alone: it has neither the page's catalogues nor its language, which comes with each push.
 * They are short, since every browser stores them.
 */

/** The languages of the page, by the tags that the server gets. */
type Words = Readonly<Record<Pushed['kind'], readonly [title: string, body: string]>>;

/** The content of a push; see crates/services/src/social/push/message.rs. */
export interface Pushed {
  readonly kind: 'turn' | 'challenge' | 'accepted' | 'tournament' | 'announcement' | 'tournament_news' | 'conversation';
  readonly language: string;
  readonly room?: string;
  readonly challenge?: string;
  /** The club of an announcement. */
  readonly club?: string;
  /** The tournament of a director's message. */
  readonly tournament?: string;
  /** The other user of a conversation. */
  readonly partner?: string;
  /** The title of an announcement; a director's message. */
  readonly title?: string;
  /** The names of the other players; of the club, or of the tournament. */
  readonly players: readonly string[];
}

/** A notification of the system. */
export interface Note {
  readonly title: string;
  readonly body: string;
  /** A newer notification with the same tag replaces it. */
  readonly tag: string;
  /** The page that a click opens. */
  readonly path: string;
}

const ENGLISH: Words = {
  turn: ['Your turn', 'In the game with {players}.'],
  challenge: ['New challenge', '{players} challenges you.'],
  accepted: ['Your game has started', '{players} accepted your challenge.'],
  tournament: ['Your tournament game is starting', 'The board is waiting for you.'],
  announcement: ['News from your club', '{players}: {title}'],
  tournament_news: ['From the director', '{players}: {title}'],
  conversation: ['New message', '{players} sent you a message.'],
};

const WORDS: Readonly<Record<string, Words>> = {
  en: ENGLISH,
  de: {
    turn: ['Du bist am Zug', 'In der Partie mit {players}.'],
    challenge: ['Eine Herausforderung', '{players} fordert dich heraus.'],
    accepted: ['Deine Partie hat begonnen', '{players} hat deine Herausforderung angenommen.'],
    tournament: ['Deine Turnierpartie beginnt', 'Das Brett wartet auf dich.'],
    announcement: ['Neues aus deinem Club', '{players}: {title}'],
    tournament_news: ['Von der Turnierleitung', '{players}: {title}'],
    conversation: ['Eine Nachricht', '{players} hat dir geschrieben.'],
  },
  pl: {
    turn: ['Twój ruch', 'Grają z tobą: {players}.'],
    challenge: ['Nowe wyzwanie', 'Wyzwanie od: {players}.'],
    accepted: ['Twoja partia się rozpoczęła', 'Twoje wyzwanie przyjmuje {players}.'],
    tournament: ['Zaczyna się twoja partia turniejowa', 'Plansza już czeka.'],
    announcement: ['Wieści z twojego klubu', '{players}: {title}'],
    tournament_news: ['Od sędziego', '{players}: {title}'],
    conversation: ['Nowa wiadomość', 'Pisze do ciebie {players}.'],
  },
  nl: {
    turn: ['Jij bent aan zet', 'In de partij met {players}.'],
    challenge: ['Een uitdaging', '{players} daagt je uit.'],
    accepted: ['Je partij is begonnen', '{players} heeft je uitdaging aangenomen.'],
    tournament: ['Je toernooipartij begint', 'Het bord wacht op je.'],
    announcement: ['Nieuws van je club', '{players}: {title}'],
    tournament_news: ['Van de leiding', '{players}: {title}'],
    conversation: ['Een bericht', '{players} heeft je geschreven.'],
  },
};

/** The notification for a push. */
export function noteOf({ kind, language, room, challenge, club, tournament, partner, title: about = '', players }: Pushed): Note {
  const [title, body] = (WORDS[language] ?? ENGLISH)[kind];
  // Not as a pattern: a name may hold characters with a meaning there.
  const text = body
    .split(/(\{\w+\})/)
    .map((part) => (part === '{players}' ? players.join(', ') : part === '{title}' ? about : part))
    .join('');
  const path =
    room !== undefined
      ? `/room/${room}`
      : club !== undefined
        ? `/clubs/${club}`
        : tournament !== undefined
          ? `/tournaments/${tournament}`
          : partner !== undefined
            ? `/messages/${partner}`
            : '/';
  return { title, body: text, tag: room ?? challenge ?? club ?? tournament ?? partner ?? kind, path };
}
