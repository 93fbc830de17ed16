import type en from '../../en/review/ledger';
import type { Translation } from '../../message';

export default {
  ledger: {
    heading: 'Czas każdego ruchu',
    move: 'Ruch',
    elapsed: 'Czas',
    server: 'Serwer',
    forgiven: 'Sieć',
    free: 'Zwłoka',
    added: 'Dodano',
    elapsedText: 'od początku ruchu do chwili, gdy dotarł do serwera.',
    serverText: 'część, którą zajął serwer, bo zapisywał poprzedni ruch albo był niedostępny. Nie liczy się.',
    forgivenText: 'część, którą zajęło połączenie. Nie liczy się.',
    freeText: 'pierwsze sekundy ruchu, zanim ruszy zegar.',
    addedText: 'wróciło na zegar po ruchu.',
  },
} satisfies Translation<typeof en>;
