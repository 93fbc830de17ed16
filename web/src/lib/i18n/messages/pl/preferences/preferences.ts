import type en from '../../en/preferences/preferences';
import type { Translation } from '../../message';

export default {
  preferences: {
    title: 'Ustawienia',
    all: 'Wszystkie ustawienia',
    kept: 'Są zapisywane w tej przeglądarce.',
    looks: 'Wygląd',
    playing: 'Gra',
    signals: 'Sygnały',
    language: 'Język',
    languageOfBrowser: 'Taki jak w przeglądarce',
    appearance: 'Motyw strony',
    board: 'Plansza',
    coordinates: 'Litery i cyfry przy planszy',
    premoves: 'Ruchy z wyprzedzeniem',
    premovesText: 'Gdy inni myślą: twój ruch zostanie wykonany, gdy tylko przyjdzie twoja kolej.',
    confirmation: 'Pytaj przed wysłaniem ruchu',
    sound: 'Dźwięk',
    soundText: 'Ruchy, pchnięcia, koniec partii i ostatnie sekundy.',
    volume: 'Głośność',
    vibration: 'Wibracje',
    vibrationText: 'Na telefonie, gdy przyjdzie twoja kolej.',
    notifications: 'Powiadomienia',
    notificationsText: 'Gdy przyjdzie twoja kolej, a tej strony nie widać.',
    notificationsDenied: 'Przeglądarka nie zezwala na nie dla tej strony. Możesz to zmienić w jej ustawieniach.',
    notificationsMissing: 'Przeglądarka nie udostępnia ich tej stronie: wymagają HTTPS.',
    push: 'Także bez otwartej strony',
    pushText: 'Gdy w partii korespondencyjnej przyjdzie twoja kolej albo dostaniesz wyzwanie, dowiesz się na tym urządzeniu.',
    pushMissing: 'Przeglądarka nie może ich przyjmować. Na iPhonie lub iPadzie dodaj najpierw tę stronę do ekranu początkowego i otwórz ją stamtąd.',
    pushFailed: 'Usługa powiadomień przeglądarki odmawia. Spróbuj później.',
  },
  appearance: {
    system: 'Jak w urządzeniu',
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
    touch: 'Na ekranie dotykowym',
    always: 'Zawsze',
  },
  volume: {
    soft: 'Cicho',
    medium: 'Średnio',
    loud: 'Głośno',
  },
} satisfies Translation<typeof en>;
