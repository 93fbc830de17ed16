import type en from '../../en/create/create';
import type { Translation } from '../../message';

export default {
  create: {
    heading: 'Neue Partie',
    headingFriend: 'Mit Freunden spielen',
    allLayouts: '{number, plural, one {# Aufstellung zeigen} other {Alle # Aufstellungen zeigen}}',
    fewerLayouts: 'Weniger Aufstellungen',
    color: 'Deine Farbe',
    random: 'Zufällig',
    computers: 'Computerspieler',
    noComputers: 'Keine',
    visibility: 'Wer mitspielen kann',
    public: 'Alle',
    private: 'Alle mit dem Link',
    submit: 'Partie erstellen',
    rated: 'Gewertet',
    ratedText: 'Eure Wertungen ändern sich mit dem Ergebnis. Züge lassen sich nicht zurücknehmen.',
    ratedWithBot: 'Das Ergebnis ändert deine Wertung mit Bots und keine andere.',
    notRated: {
      account: 'Registriere dich, um gewertete Partien zu spielen.',
      clock: 'Gewertete Partien brauchen eine Uhr.',
      fast: 'Gewertete Partien brauchen mindestens eine Minute pro Spieler.',
      program: 'Partien mit Computern sind ungewertet.',
    },
    vacations: 'Urlaub erlauben',
    vacationsText: 'Die Uhr ist angehalten, während ein Spieler im Urlaub ist.',
    ready: 'Erst starten, wenn alle bereit sind',
    spectatorDelay: 'Verzögerung für Zuschauer',
    noDelay: 'Keine',
  },
} satisfies Translation<typeof en>;
