import type en from '../../en/preferences/preferences';
import type { Translation } from '../../message';

export default {
  preferences: {
    title: 'Einstellungen',
    all: 'Alle Einstellungen',
    kept: 'Sie werden in diesem Browser gespeichert.',
    looks: 'Aussehen',
    playing: 'Spielen',
    signals: 'Hinweise',
    language: 'Sprache',
    languageOfBrowser: 'Wie im Browser eingestellt',
    appearance: 'Hell oder dunkel',
    board: 'Brett',
    coordinates: 'Buchstaben und Zahlen am Brett',
    premoves: 'Züge im Voraus eingeben',
    premovesText: 'Während die anderen nachdenken: Dein Zug wird gespielt, sobald du dran bist.',
    confirmation: 'Nachfragen, bevor ein Zug gesendet wird',
    sound: 'Ton',
    soundText: 'Züge, Stöße, das Ende einer Partie und die letzten Sekunden.',
    volume: 'Lautstärke',
    vibration: 'Vibration',
    vibrationText: 'Auf dem Handy, wenn du dran bist.',
    notifications: 'Benachrichtigungen',
    notificationsText: 'Wenn du dran bist und diese Seite nicht zu sehen ist.',
    notificationsDenied: 'Dein Browser erlaubt sie für diese Seite nicht. Das kannst du in seinen Einstellungen ändern.',
    notificationsMissing: 'Dein Browser hat für diese Seite keine: Sie brauchen HTTPS.',
    push: 'Auch ohne offene Seite',
    pushText: 'Wenn du in einer Fernpartie dran bist oder herausgefordert wirst, kommt es auf dieses Gerät.',
    pushMissing: 'Dein Browser kann sie nicht annehmen. Lege diese Seite auf einem iPhone oder iPad zuerst auf den Home-Bildschirm und öffne sie von dort.',
    pushFailed: 'Der Push-Dienst deines Browsers wollte nicht. Versuch es später noch einmal.',
  },
  appearance: {
    system: 'Wie das Gerät',
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
    touch: 'Auf dem Touchscreen',
    always: 'Immer',
  },
  volume: {
    soft: 'Leise',
    medium: 'Mittel',
    loud: 'Laut',
  },
} satisfies Translation<typeof en>;
