import type en from '../../en/players/tv';
import type { Translation } from '../../message';

export default {
  tv: {
    title: 'Telewizja {site}',
    text: 'Najlepsza trwająca partia dla każdej liczby graczy.',
    which: 'Pokaż',
    best: 'Najlepsza partia',
    open: 'Przejdź do partii',
    over: 'Koniec partii',
    next: 'Za chwilę następna partia.',
    others: 'Także na żywo',
    none: 'Teraz nie ma czego oglądać. Następna partia pojawi się tutaj, gdy tylko się zacznie.',
  },
} satisfies Translation<typeof en>;
