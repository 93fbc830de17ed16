import type en from '../../en/preferences/preferences';
import type { Translation } from '../../message';

export default {
  preferences: {
    title: 'Instellingen',
    all: 'Alle instellingen',
    kept: 'Opgeslagen in deze browser.',
    looks: 'Uiterlijk',
    playing: 'Spelverloop',
    signals: 'Signalen',
    language: 'Taal',
    languageOfBrowser: 'Zoals in de browser',
    appearance: 'Thema',
    board: 'Bord',
    coordinates: 'Coördinaten tonen',
    premoves: 'Zetten vooraf',
    premovesText: 'Voer een zet in terwijl anderen nadenken. Hij wordt gespeeld zodra je aan de beurt bent.',
    confirmation: 'Zetten bevestigen',
    sound: 'Geluid',
    soundText: 'Zetten, duwen, het einde van de partij en de laatste seconden.',
    volume: 'Geluidssterkte',
    vibration: 'Trillen',
    vibrationText: 'Op een telefoon, als je aan de beurt bent.',
    notifications: 'Meldingen',
    notificationsText: 'Als je aan de beurt bent en niet naar deze pagina kijkt.',
    notificationsDenied: 'Je browser blokkeert meldingen van deze site. Dat kun je in de instellingen van de browser veranderen.',
    notificationsMissing: 'Je browser ondersteunt hier geen meldingen. Daarvoor is HTTPS nodig.',
    push: 'Ook als de site gesloten is',
    pushText: 'Op dit apparaat horen wanneer je in een correspondentiepartij aan de beurt bent of wordt uitgedaagd.',
    pushMissing: 'Je browser ondersteunt dit niet. Zet deze pagina op een iPhone of iPad eerst op het beginscherm en open hem daar.',
    pushFailed: 'De pushdienst van je browser heeft geweigerd. Probeer het later opnieuw.',
  },
  appearance: {
    system: 'Zoals het systeem',
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
    touch: 'Op aanraakschermen',
    always: 'Altijd',
  },
  volume: {
    soft: 'Laag',
    medium: 'Gemiddeld',
    loud: 'Hoog',
  },
} satisfies Translation<typeof en>;
