import type en from '../../en/create/clock';
import type { Translation } from '../../message';

export default {
  clockKind: {
    sudden_death: 'Stały czas',
    fischer: 'Z dodatkiem (Fischer)',
    bronstein: 'Ze zwrotem (Bronstein)',
    delay: 'Ze zwłoką',
    per_move: 'Na każdy ruch',
    per_game: 'Jeden zegar na partię',
  },
  clockSeconds: {
    fischer: 'Sekundy dodawane za ruch',
    bronstein: 'Najwyżej sekund zwrotu',
    delay: 'Sekundy zwłoki',
  },
  clockUnit: {
    second: 'Sekundy',
    minute: 'Minuty',
    hour: 'Godziny',
    day: 'Dni',
  },
  clockText: {
    sudden_death: 'Każdy ma ten czas na całą partię. Komu się skończy, ten przegrywa.',
    fischer: 'Po każdym ruchu przybywa czasu, niezależnie od tego, ile zużyto.',
    bronstein: 'Po każdym ruchu wraca zużyty czas, najwyżej tyle. Czasu nie da się zyskać.',
    delay: 'W każdym ruchu zegar rusza dopiero po tych sekundach.',
    per_move: 'Tyle czasu ma każdy pojedynczy ruch, do 14 dni.',
    per_game: 'Gdy czas minie, wygrywa ten, kto wypchnął więcej kul; przy równej liczbie jest remis.',
  },
} satisfies Translation<typeof en>;
