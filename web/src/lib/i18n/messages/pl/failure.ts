import type en from '../en/failure';
import type { Translation } from '../message';

export default {
  failure: {
    retry: 'Spróbuj ponownie',
    network: 'Nie można połączyć się z serwerem. Sprawdź połączenie i spróbuj ponownie.',
    noSocket: 'Serwer działa, ale nie pozwala tej stronie się połączyć. Może w twojej sieci otwarto za dużo stron.',
    notSent: 'To nie zostało wysłane: nie było połączenia z serwerem.',
    unanswered: 'Połączenie zostało przerwane, zanim serwer odpowiedział. To, co tam dotarło, widzisz teraz.',
  },
  notSent: {
    create_room: 'Partia nie została utworzona: nie było połączenia z serwerem.',
    join: 'Nie udało się dołączyć: nie było połączenia z serwerem.',
    resign: 'Partia nie została poddana: nie było połączenia z serwerem.',
  },
} satisfies Translation<typeof en>;
