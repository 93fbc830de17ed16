import type en from '../../en/chat/chat';
import type { Translation } from '../../message';

export default {
  chat: {
    title: 'Chat',
    place: '{place, select, players {Spieler} spectators {Zuschauer} tournament {Turnier} other {Lobby}}',
    unread: '{count, number} neu',
    close: 'Schließen',
    log: 'Was gesagt wurde',
    empty: 'Noch hat niemand etwas gesagt.',
    field: 'Sag etwas',
    send: 'Senden',
    presets: 'Das lesen alle in ihrer eigenen Sprache',
    about: 'Zu dieser Zeile von {name}',
    block: 'Keine Zeilen von {name} mehr zeigen',
    blocked: 'Du siehst nicht mehr, was {name} schreibt.',
    why: 'Was stimmt damit nicht?',
    report: 'Den Moderatoren melden',
    reported: 'Die Moderatoren werden es lesen.',
    remove: 'Diese Zeile entfernen',
    clear: 'Alle Zeilen von {name} entfernen',
    removed: 'Entfernt.',
    mutedUntil: 'Die Moderatoren haben dich bis {when} stummgeschaltet.',
    refused: {
      empty: 'Darin steht nichts Lesbares.',
      length: 'Das ist zu lang für eine Zeile.',
      link: 'Neue Gäste können keine Links senden. Registriere dich oder warte einen Tag.',
      offensive: 'Solche Worte sagt man hier nicht.',
    },
  },
  preset: {
    hello: 'Hallo!',
    good_luck: 'Viel Glück!',
    have_fun: 'Viel Spaß!',
    well_played: 'Gut gespielt!',
    good_game: 'Gutes Spiel!',
    thanks: 'Danke!',
    one_moment: 'Einen Moment, bitte.',
    sorry: 'Entschuldigung!',
    have_to_go: 'Ich muss gehen.',
    goodbye: 'Auf Wiedersehen!',
  },
} satisfies Translation<typeof en>;
