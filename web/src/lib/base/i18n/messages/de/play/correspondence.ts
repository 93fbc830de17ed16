import type en from '../../en/play/correspondence';
import type { Translation } from '../../message';

export default {
  correspondence: {
    tools: 'Werkzeuge für Fernpartien',
  },
  onVacation: {
    other: '{name} ist im Urlaub bis {date}. Die Uhr ist angehalten.',
    own: 'Du bist im Urlaub bis {date}. Deine Uhr ist angehalten.',
  },
  note: {
    heading: 'Private Notiz',
    about: 'Nur du kannst sie lesen.',
    saved: 'Gespeichert.',
    saving: 'Wird gespeichert …',
    tooLong: 'Die Notiz ist zu lang.',
  },
  reminders: {
    heading: 'Erinnerungen',
    push: 'Push-Nachricht, wenn ich am Zug bin',
    mail: 'E-Mail, wenn ich am Zug bin',
    needsAddress: 'Für E-Mails brauchst du eine bestätigte Adresse.',
    account: 'Zum Konto',
  },
  trial: {
    open: 'Züge ausprobieren',
    heading: 'Züge ausprobieren',
    close: 'Zurück zur Partie',
    remove: 'Ab hier löschen',
    pass: 'Passen',
    hint: 'Spiel einen erwarteten Zug und deine Antwort. Gesendet wird erst, was du speicherst.',
    ownTurn: 'Du bist am Zug. Was du hier ausprobierst, wird nicht gespielt.',
  },
  conditional: {
    heading: 'Bedingte Züge',
    about: 'Nur du siehst sie. Passt der Zug deines Gegners, wird deine Antwort sofort gespielt.',
    add: 'Als bedingte Züge speichern',
    ready: 'Deine Antwort wird sofort gespielt: {moves}',
    known: 'Gespeichert.',
    full: 'Mehr geht nicht. Entferne zuerst eine Variante.',
    show: '{moves} auf dem Brett zeigen',
    remove: '{moves} entfernen',
    removeAll: 'Alle entfernen',
  },
} satisfies Translation<typeof en>;
