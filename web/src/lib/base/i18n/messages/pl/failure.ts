import type en from '../en/failure';
import type { Translation } from '../message';

export default {
  failure: {
    retry: 'Spróbuj ponownie',
    network: 'Nie można połączyć się z serwerem. Sprawdź połączenie i spróbuj ponownie.',
    noSocket: 'Serwer działa, ale stałe połączenie jest blokowane. Sprawdź zaporę i proxy, zamknij inne karty i spróbuj ponownie.',
    notSent: 'Tego nie wysłano: brak połączenia z serwerem. Spróbuj ponownie, gdy wróci połączenie.',
    unanswered: 'Połączenie zerwało się, zanim serwer odpowiedział. Strona pokazuje teraz aktualny stan.',
  },
  notSent: {
    create_room: 'Partii nie utworzono: brak połączenia z serwerem.',
    join: 'Nie udało się dołączyć: brak połączenia z serwerem.',
    resign: 'Partii nie poddano: brak połączenia z serwerem.',
  },
} satisfies Translation<typeof en>;
