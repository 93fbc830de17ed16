import type en from '../../en/chat/chat';
import type { Translation } from '../../message';

export default {
  chat: {
    title: 'Chat',
    place: '{place, select, players {Spelers} spectators {Toeschouwers} tournament {Toernooi} other {Lobby}}',
    unread: '{count, number} nieuw',
    close: 'Sluiten',
    log: 'Wat er gezegd is',
    empty: 'Nog niemand heeft iets gezegd.',
    field: 'Zeg iets',
    send: 'Versturen',
    presets: 'Iedereen leest dit in de eigen taal',
    about: 'Over deze regel van {name}',
    block: 'Geen regels van {name} meer tonen',
    blocked: 'Je ziet niet meer wat {name} schrijft.',
    why: 'Wat is er mis mee?',
    report: 'Aan de moderatoren melden',
    reported: 'De moderatoren zullen het lezen.',
    remove: 'Deze regel verwijderen',
    clear: 'Alle regels van {name} verwijderen',
    removed: 'Verwijderd.',
    mutedUntil: 'De moderatoren hebben je gedempt tot {when}.',
    refused: {
      empty: 'Er staat niets leesbaars in.',
      length: 'Dat is te lang voor één regel.',
      link: 'Nieuwe gasten kunnen geen links versturen. Maak een account, of wacht een dag.',
      offensive: 'Zulke woorden zeggen we hier niet.',
    },
  },
  preset: {
    hello: 'Hallo!',
    good_luck: 'Veel geluk!',
    have_fun: 'Veel plezier!',
    well_played: 'Goed gespeeld!',
    good_game: 'Goede partij!',
    thanks: 'Bedankt!',
    one_moment: 'Een ogenblik, alsjeblieft.',
    sorry: 'Sorry!',
    have_to_go: 'Ik moet gaan.',
    goodbye: 'Tot ziens!',
  },
} satisfies Translation<typeof en>;
