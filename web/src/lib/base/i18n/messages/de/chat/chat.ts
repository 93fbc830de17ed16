import type en from '../../en/chat/chat';
import type { Translation } from '../../message';

export default {
  chat: {
    title: 'Chat',
    place: '{place, select, players {Spieler} spectators {Zuschauer} tournament {Turnier} club {Clubchat} other {Lobby}}',
    unread: '{count, number} neu',
    close: 'Schließen',
    log: 'Nachrichten',
    empty: 'Noch keine Nachrichten.',
    field: 'Sag etwas',
    send: 'Senden',
    presets: 'Kurznachrichten, die alle in ihrer eigenen Sprache lesen',
    about: 'Optionen zur Nachricht von {name}',
    block: '{name} blockieren',
    blocked: 'Du siehst keine Nachrichten von {name} mehr.',
    why: 'Was stimmt mit dieser Nachricht nicht?',
    report: 'Den Moderatoren melden',
    reported: 'Gemeldet. Die Moderatoren sehen es sich an.',
    remove: 'Nachricht löschen',
    clear: 'Alle Nachrichten von {name} löschen',
    removed: 'Gelöscht.',
    mutedUntil: 'Die Moderatoren haben dich bis {when} stummgeschaltet.',
    refused: {
      empty: 'Deine Nachricht ist leer.',
      length: 'Diese Nachricht ist zu lang.',
      link: 'Neue Gäste können keine Links senden. Registriere dich oder versuch es morgen noch einmal.',
      offensive: 'Die Nachricht wurde nicht gesendet. Bitte bleib im Chat freundlich.',
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
    goodbye: 'Tschüss!',
  },
} satisfies Translation<typeof en>;
