import type en from '../../en/preferences/preferences';
import type { Translation } from '../../message';

export default {
  preferences: {
    title: 'Instellingen',
    all: 'Alle instellingen',
    kept: 'Ze worden in deze browser bewaard.',
    looks: 'Uiterlijk',
    playing: 'Spelen',
    signals: 'Signalen',
    language: 'Taal',
    languageOfBrowser: 'Zoals in de browser',
    appearance: 'Licht of donker',
    board: 'Bord',
    coordinates: 'Letters en cijfers naast het bord',
    premoves: 'Zetten vooraf invoeren',
    premovesText: 'Terwijl de anderen nadenken: je zet wordt gespeeld zodra je aan de beurt bent.',
    confirmation: 'Vragen voordat een zet wordt verstuurd',
    sound: 'Geluid',
    soundText: 'Zetten, duwen, het einde van een partij en de laatste seconden.',
    volume: 'Geluidssterkte',
    vibration: 'Trillen',
    vibrationText: 'Op een telefoon, als je aan de beurt bent.',
    notifications: 'Meldingen',
    notificationsText: 'Als je aan de beurt bent en deze pagina niet in beeld is.',
    notificationsDenied: 'Je browser staat ze voor deze site niet toe. Dat kun je in de instellingen ervan veranderen.',
    notificationsMissing: 'Je browser heeft ze niet voor deze site: daarvoor is HTTPS nodig.',
    push: 'Ook zonder open pagina',
    pushText: 'Je beurt in een correspondentiepartij en uitdagingen komen dan op dit apparaat.',
    pushMissing: 'Je browser kan ze niet ontvangen. Zet deze pagina op een iPhone of iPad eerst op het beginscherm en open hem daar.',
    pushFailed: 'De pushdienst van je browser wilde niet. Probeer het later nog eens.',
  },
  appearance: {
    system: 'Zoals het apparaat',
    light: 'Licht',
    dark: 'Donker',
  },
  boardTheme: {
    wood: 'Hout',
    slate: 'Leisteen',
    contrast: 'Hoog contrast',
  },
  confirmation: {
    never: 'Nooit',
    touch: 'Op een aanraakscherm',
    always: 'Altijd',
  },
  volume: {
    soft: 'Zacht',
    medium: 'Gemiddeld',
    loud: 'Hard',
  },
} satisfies Translation<typeof en>;
