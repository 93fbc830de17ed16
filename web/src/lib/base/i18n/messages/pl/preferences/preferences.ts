import type en from '../../en/preferences/preferences';
import type { Translation } from '../../message';

export default {
  preferences: {
    title: 'Ustawienia',
    all: 'Wszystkie ustawienia',
    kept: 'Zapisane w tej przeglądarce.',
    looks: 'Wygląd',
    playing: 'Rozgrywka',
    signals: 'Sygnały',
    language: 'Język',
    languageOfBrowser: 'Jak w przeglądarce',
    appearance: 'Motyw',
    board: 'Plansza',
    coordinates: 'Pokazuj współrzędne',
    premoves: 'Ruchy z wyprzedzeniem',
    premovesText: 'Wpisz ruch, gdy inni myślą. Zostanie wykonany, gdy przyjdzie twoja kolej.',
    confirmation: 'Potwierdzanie ruchów',
    sound: 'Dźwięk',
    soundText: 'Ruchy, pchnięcia, koniec partii i ostatnie sekundy.',
    volume: 'Głośność',
    vibration: 'Wibracje',
    vibrationText: 'Na telefonie, gdy masz ruch.',
    notifications: 'Powiadomienia',
    notificationsText: 'Gdy masz ruch, a nie patrzysz na tę stronę.',
    notificationsDenied: 'Przeglądarka blokuje powiadomienia z tej strony. Możesz to zmienić w jej ustawieniach.',
    notificationsMissing: 'Przeglądarka nie obsługuje tu powiadomień. Wymagają HTTPS.',
    push: 'Także gdy strona jest zamknięta',
    pushText: 'Na tym urządzeniu dowiesz się o swoim ruchu w partii korespondencyjnej i o wyzwaniach.',
    pushMissing: 'Przeglądarka tego nie obsługuje. Na iPhonie lub iPadzie dodaj najpierw tę stronę do ekranu początkowego i otwórz ją stamtąd.',
    pushFailed: 'Usługa powiadomień przeglądarki odmówiła. Spróbuj ponownie później.',
  },
  appearance: {
    system: 'Jak w systemie',
    light: 'Jasny',
    dark: 'Ciemny',
  },
  boardTheme: {
    wood: 'Drewno',
    slate: 'Łupek',
    contrast: 'Wysoki kontrast',
  },
  confirmation: {
    never: 'Nigdy',
    touch: 'Na ekranach dotykowych',
    always: 'Zawsze',
  },
  volume: {
    soft: 'Niska',
    medium: 'Średnia',
    loud: 'Wysoka',
  },
} satisfies Translation<typeof en>;
