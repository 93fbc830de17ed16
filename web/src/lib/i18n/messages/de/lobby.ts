import type en from '../en/lobby';
import type { Translation } from '../message';

export default {
  lobby: {
    title: 'Spielen',
    loading: 'Wird geladen …',
    join: 'Mitspielen',
    joinAs: `{color, select,
      black {Gegen {name} spielen, mit Schwarz}
      white {Gegen {name} spielen, mit Weiß}
      red {Gegen {name} spielen, mit Rot}
      yellow {Gegen {name} spielen, mit Gelb}
    }`,
    watchGame: 'Zuschauen: {players}',
    seats: 'Platz wählen',
    seatsOf: 'Platz bei {name} wählen',
    free: '{count, plural, one {# Platz frei} other {# Plätze frei}}',
  },
  create: {
    heading: 'Neue Partie',
    headingFriend: 'Eine Partie mit Freunden',
    mode: 'Spieler',
    layout: 'Aufstellung',
    allLayouts: 'Alle {number, number} Aufstellungen',
    fewerLayouts: 'Weniger Aufstellungen',
    clock: 'Bedenkzeit',
    color: 'Deine Farbe',
    random: 'Zufällig',
    computers: 'Computer am Tisch',
    noComputers: 'Keiner',
    visibility: 'Wer mitspielen kann',
    public: 'Alle',
    private: 'Nur mit dem Link',
    submit: 'Partie erstellen',
    ready: 'Erst beginnen, wenn alle bereit sind',
    spectatorDelay: 'Verzögerung beim Zuschauen',
    noDelay: 'Keine',
  },
} satisfies Translation<typeof en>;
