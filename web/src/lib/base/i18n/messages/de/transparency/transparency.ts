import type { Translation } from '../../message';
import type en from '../../en/transparency/transparency';

export default {
  transparency: {
    title: 'Moderation in Zahlen',
    text: 'Was Spieler in den letzten Monaten gemeldet und was die Moderatoren entschieden haben. Der laufende Monat fehlt, und kleine Zahlen stehen hier nicht, damit niemand erkannt werden kann.',
    none: 'Es gibt noch nichts zu zeigen.',
    few: 'weniger als drei',
    reports: 'Meldungen von Spielern',
    closed: 'Geschlossene Meldungen',
    time: 'Die Hälfte davon geschlossen innerhalb von',
    bans: 'Sperren',
    mutes: 'Stummschaltungen',
    appeals: 'Einsprüche',
    lifted: 'Nach einem Einspruch aufgehoben',
    shortened: 'Nach einem Einspruch verkürzt',
    kept: 'Abgelehnte Einsprüche',
  },
} as const satisfies Translation<typeof en>;
