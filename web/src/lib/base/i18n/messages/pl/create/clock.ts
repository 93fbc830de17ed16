import type en from '../../en/create/clock';
import type { Translation } from '../../message';

export default {
  clockKind: {
    sudden_death: 'Stały czas',
    fischer: 'Z dodatkiem (Fischer)',
    bronstein: 'Opóźnienie Bronsteina',
    delay: 'Zwykłe opóźnienie',
    per_move: 'Czas na ruch',
    per_game: 'Jeden limit na całą partię',
  },
  clockSeconds: {
    fischer: 'Dodatek (sekundy)',
    bronstein: 'Opóźnienie (sekundy)',
    delay: 'Opóźnienie (sekundy)',
  },
  clockUnit: {
    second: 'Sekundy',
    minute: 'Minuty',
    hour: 'Godziny',
    day: 'Dni',
  },
  clockText: {
    sudden_death: 'Każdy ma tyle czasu na całą partię. Komu się skończy, ten przegrywa.',
    fischer: 'Po każdym ruchu tyle czasu przybywa na twoim zegarze.',
    bronstein: 'Po każdym ruchu wraca zużyty czas, ale najwyżej tyle. Na zegarze nigdy nie przybywa.',
    delay: 'W każdym ruchu twój zegar rusza dopiero po tym czasie.',
    per_move: 'Tyle czasu masz na każdy ruch, do 14 dni.',
    per_game: 'Gdy skończy się czas, wygrywa ten, kto wypchnął więcej kul. Przy równej liczbie jest remis.',
  },
  clockField: {
    custom: 'Własny',
    minutes: 'Minuty na gracza',
    kind: 'Rodzaj zegara',
    minutesInAll: 'Łącznie minut',
    count: 'Czas na ruch',
    unit: 'Jednostka',
  },
} satisfies Translation<typeof en>;
