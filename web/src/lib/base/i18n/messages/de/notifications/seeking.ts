import type en from '../../en/notifications/seeking';
import type { Translation } from '../../message';

export default {
  /** The search for an opponent. */
  seeking: {
    title: 'Gegner wird gesucht …',
    still: 'Gegner wird noch gesucht: {clock}',
    cancel: 'Abbrechen',
    waited: 'Wartezeit',
    long: 'Noch kein Gegner. Wenn du inzwischen gegen den Computer spielst, suchen wir weiter.',
    offers: 'Während du wartest',
    computer: 'Gegen den Computer spielen',
    clock: 'Stattdessen {clock} spielen',
    clockWaiting: '{count, plural, one {{clock}: # Spieler wartet} other {{clock}: # Spieler warten}}',
    tournament: '{name}: beginnt in {time}',
  },
} satisfies Translation<typeof en>;
