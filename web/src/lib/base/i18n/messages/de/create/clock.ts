import type en from '../../en/create/clock';
import type { Translation } from '../../message';

export default {
  clockKind: {
    sudden_death: 'Feste Zeit',
    fischer: 'Inkrement (Fischer)',
    bronstein: 'Bronstein-Verzögerung',
    delay: 'Einfache Verzögerung',
    per_move: 'Zeit pro Zug',
    per_game: 'Ein Limit für die ganze Partie',
  },
  clockSeconds: {
    fischer: 'Inkrement (Sekunden)',
    bronstein: 'Verzögerung (Sekunden)',
    delay: 'Verzögerung (Sekunden)',
  },
  clockUnit: {
    second: 'Sekunden',
    minute: 'Minuten',
    hour: 'Stunden',
    day: 'Tage',
  },
  clockText: {
    sudden_death: 'So viel Zeit haben alle für die ganze Partie. Läuft deine ab, verlierst du.',
    fischer: 'Nach jedem Zug kommt so viel Zeit auf deine Uhr dazu.',
    bronstein: 'Nach jedem Zug bekommst du die verbrauchte Zeit zurück, höchstens so viel. Zeit gewinnen kannst du nicht.',
    delay: 'In jedem Zug läuft deine Uhr erst nach dieser Zeit los.',
    per_move: 'So lange hast du für jeden Zug, bis zu 14 Tage.',
    per_game: 'Läuft die Zeit ab, gewinnt, wer mehr Kugeln hinausgeschoben hat. Bei gleich vielen ist es remis.',
  },
  clockField: {
    custom: 'Eigene',
    minutes: 'Minuten pro Spieler',
    kind: 'Art der Uhr',
    minutesInAll: 'Minuten insgesamt',
    count: 'Zeit pro Zug',
    unit: 'Einheit',
  },
} satisfies Translation<typeof en>;
