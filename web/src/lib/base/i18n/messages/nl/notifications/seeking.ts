import type en from '../../en/notifications/seeking';
import type { Translation } from '../../message';

export default {
  /** The search for an opponent. */
  seeking: {
    title: 'Tegenstander zoeken…',
    still: 'Nog op zoek naar een tegenstander: {clock}',
    cancel: 'Annuleren',
    waited: 'Wachttijd',
    long: 'Nog geen tegenstander. Als je intussen tegen de computer speelt, zoeken we verder.',
    offers: 'Terwijl je wacht',
    computer: 'Tegen de computer spelen',
    clock: 'Speel liever {clock}',
    clockWaiting: '{count, plural, one {{clock}: # speler wacht} other {{clock}: # spelers wachten}}',
    tournament: '{name}: begint over {time}',
  },
} satisfies Translation<typeof en>;
