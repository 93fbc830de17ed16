import type en from '../../en/review/ledger';
import type { Translation } from '../../message';

export default {
  ledger: {
    heading: 'Czas na ruch',
    move: 'Ruch',
    elapsed: 'Razem',
    server: 'Serwer',
    forgiven: 'Sieć',
    free: 'Wolne',
    added: 'Dodano',
    elapsedText: 'czas od początku ruchu do chwili, gdy dotarł do serwera.',
    serverText: 'czas, który zajął serwer, bo na przykład zapisywał ruch albo był niedostępny. Nie liczy się.',
    forgivenText: 'czas stracony na połączenie. Nie liczy się.',
    freeText: 'pierwsze sekundy ruchu, zanim ruszy zegar.',
    addedText: 'czas dodany do zegara po ruchu.',
  },
} satisfies Translation<typeof en>;
