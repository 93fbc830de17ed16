import type en from '../../en/notifications/seeking';
import type { Translation } from '../../message';

export default {
  /** The search for an opponent. */
  seeking: {
    title: 'Szukamy przeciwnika…',
    still: 'Nadal szukamy przeciwnika: {clock}',
    cancel: 'Anuluj',
    waited: 'Czas oczekiwania',
    long: 'Na razie nie ma przeciwnika. Jeśli zagrasz z komputerem, będziemy szukać dalej.',
    offers: 'Podczas oczekiwania',
    computer: 'Zagraj z komputerem',
    clock: 'Zmień czas na {clock}',
    clockWaiting: `{count, plural,
      one {{clock}: czeka # gracz}
      few {{clock}: czekają # gracze}
      many {{clock}: czeka # graczy}
      other {{clock}: czeka # gracza}
    }`,
    tournament: '{name}: początek za {time}',
  },
} satisfies Translation<typeof en>;
