import type en from '../../en/chat/chat';
import type { Translation } from '../../message';

export default {
  chat: {
    title: 'Chat',
    place: '{place, select, players {Spelers} spectators {Toeschouwers} tournament {Toernooi} club {Clubchat} other {Lobby}}',
    unread: '{count, number} nieuw',
    close: 'Sluiten',
    log: 'Berichten',
    empty: 'Nog geen berichten.',
    field: 'Zeg iets',
    send: 'Versturen',
    presets: 'Snelle berichten, die iedereen in de eigen taal leest',
    about: 'Opties voor het bericht van {name}',
    block: '{name} blokkeren',
    blocked: 'Je ziet geen berichten van {name} meer.',
    why: 'Wat is er mis met dit bericht?',
    report: 'Aan de moderatoren melden',
    reported: 'Gemeld. De moderatoren kijken ernaar.',
    remove: 'Bericht verwijderen',
    clear: 'Alle berichten van {name} verwijderen',
    removed: 'Verwijderd.',
    mutedUntil: 'De moderatoren hebben je gedempt tot {when}.',
    refused: {
      empty: 'Je bericht is leeg.',
      length: 'Dat bericht is te lang.',
      link: 'Nieuwe gasten kunnen geen links versturen. Registreer je, of probeer het morgen opnieuw.',
      offensive: 'Dat bericht is niet verstuurd. Houd het alsjeblieft vriendelijk in de chat.',
    },
  },
  preset: {
    hello: 'Hallo!',
    good_luck: 'Succes!',
    have_fun: 'Veel plezier!',
    well_played: 'Goed gespeeld!',
    good_game: 'Goede partij!',
    thanks: 'Bedankt!',
    one_moment: 'Momentje, alsjeblieft.',
    sorry: 'Sorry!',
    have_to_go: 'Ik moet gaan.',
    goodbye: 'Tot ziens!',
  },
} satisfies Translation<typeof en>;
