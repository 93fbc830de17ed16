import type en from '../../en/create/create';
import type { Translation } from '../../message';

export default {
  create: {
    heading: 'Neue Partie',
    headingFriend: 'Eine Partie mit Freunden',
    allLayouts: '{number, plural, one {# Aufstellung} other {Alle # Aufstellungen}}',
    fewerLayouts: 'Weniger Aufstellungen',
    color: 'Deine Farbe',
    random: 'Zufällig',
    computers: 'Computer am Tisch',
    noComputers: 'Keiner',
    visibility: 'Wer mitspielen kann',
    public: 'Alle',
    private: 'Nur mit dem Link',
    submit: 'Partie erstellen',
    rated: 'Gewertet',
    ratedText: 'Deine Wertung und die der anderen ändern sich mit dem Ergebnis. Nichts wird zurückgenommen.',
    notRated: {
      account: 'Gewertet spielt, wer ein Konto hat.',
      clock: 'Eine gewertete Partie hat eine Uhr.',
      program: 'Gewertet spielen nur Menschen.',
    },
    ready: 'Erst beginnen, wenn alle bereit sind',
    spectatorDelay: 'Verzögerung beim Zuschauen',
    noDelay: 'Keine',
  },
} satisfies Translation<typeof en>;
