import type en from '../../en/preferences/preferences';
import type { Translation } from '../../message';

export default {
  preferences: {
    title: 'Einstellungen',
    all: 'Alle Einstellungen',
    kept: 'In diesem Browser gespeichert.',
    looks: 'Aussehen',
    playing: 'Spielablauf',
    signals: 'Hinweise',
    language: 'Sprache',
    languageOfBrowser: 'Wie im Browser',
    appearance: 'Farbschema',
    board: 'Brett',
    coordinates: 'Koordinaten anzeigen',
    premoves: 'Züge im Voraus',
    premovesText: 'Gib einen Zug ein, während andere nachdenken. Er wird gespielt, sobald du dran bist.',
    confirmation: 'Züge bestätigen',
    sound: 'Ton',
    soundText: 'Züge, Schübe, das Ende der Partie und die letzten Sekunden.',
    volume: 'Lautstärke',
    vibration: 'Vibration',
    vibrationText: 'Auf dem Handy, wenn du dran bist.',
    notifications: 'Benachrichtigungen',
    notificationsText: 'Wenn du dran bist und gerade nicht auf diese Seite schaust.',
    notificationsDenied: 'Dein Browser blockiert Benachrichtigungen dieser Seite. Das kannst du in seinen Einstellungen ändern.',
    notificationsMissing: 'Dein Browser unterstützt hier keine Benachrichtigungen. Sie brauchen HTTPS.',
    push: 'Auch wenn die Seite geschlossen ist',
    pushText: 'Auf diesem Gerät erfahren, wenn du in einer Fernpartie dran bist oder herausgefordert wirst.',
    pushMissing: 'Dein Browser unterstützt das nicht. Lege die Seite auf einem iPhone oder iPad zuerst auf den Home-Bildschirm und öffne sie von dort.',
    pushFailed: 'Der Push-Dienst deines Browsers hat abgelehnt. Versuch es später noch einmal.',
  },
  appearance: {
    system: 'Wie im System',
    light: 'Hell',
    dark: 'Dunkel',
  },
  boardTheme: {
    wood: 'Holz',
    slate: 'Schiefer',
    contrast: 'Hoher Kontrast',
  },
  confirmation: {
    never: 'Nie',
    touch: 'Auf Touchscreens',
    always: 'Immer',
  },
  volume: {
    soft: 'Niedrig',
    medium: 'Mittel',
    loud: 'Hoch',
  },
} satisfies Translation<typeof en>;
