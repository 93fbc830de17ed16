import type en from '../../en/create/clock';
import type { Translation } from '../../message';

export default {
  clockKind: {
    sudden_death: 'Feste Zeit',
    fischer: 'Mit Zugabe (Fischer)',
    bronstein: 'Mit Rückgabe (Bronstein)',
    delay: 'Mit Verzögerung',
    per_move: 'Für jeden Zug',
    per_game: 'Eine Uhr für die Partie',
  },
  clockSeconds: {
    fischer: 'Sekunden dazu pro Zug',
    bronstein: 'Höchstens Sekunden zurück',
    delay: 'Sekunden Verzögerung',
  },
  clockUnit: {
    second: 'Sekunden',
    minute: 'Minuten',
    hour: 'Stunden',
    day: 'Tage',
  },
  clockText: {
    sudden_death: 'Alle haben diese Zeit für die ganze Partie. Wessen Zeit abläuft, verliert.',
    fischer: 'Nach jedem Zug kommt Zeit dazu, ob verbraucht oder nicht.',
    bronstein: 'Nach jedem Zug kommt die verbrauchte Zeit zurück, höchstens so viel. Zeit gewinnen kann man nicht.',
    delay: 'In jedem Zug läuft die Uhr erst nach diesen Sekunden los.',
    per_move: 'Jeder einzelne Zug hat diese Zeit, bis zu 14 Tage.',
    per_game: 'Läuft sie ab, gewinnt, wer mehr Kugeln hinausgeschoben hat; bei gleich vielen ist es Remis.',
  },
} satisfies Translation<typeof en>;
