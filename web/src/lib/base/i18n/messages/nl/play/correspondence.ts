import type en from '../../en/play/correspondence';
import type { Translation } from '../../message';

export default {
  correspondence: {
    tools: 'Hulpmiddelen voor correspondentiepartijen',
  },
  onVacation: {
    other: '{name} is op vakantie tot {date}. De klok staat stil.',
    own: 'Je bent op vakantie tot {date}. Je klok staat stil.',
  },
  note: {
    heading: 'Privénotitie',
    about: 'Alleen jij kunt deze lezen.',
    saved: 'Opgeslagen.',
    saving: 'Opslaan…',
    tooLong: 'De notitie is te lang.',
  },
  reminders: {
    heading: 'Herinneringen',
    push: 'Pushmelding als ik aan zet ben',
    mail: 'E-mail als ik aan zet ben',
    needsAddress: 'Voor e-mails is een bevestigd adres nodig.',
    account: 'Naar je account',
  },
  trial: {
    open: 'Zetten uitproberen',
    heading: 'Zetten uitproberen',
    close: 'Terug naar de partij',
    remove: 'Vanaf hier verwijderen',
    pass: 'Passen',
    hint: 'Speel een verwachte zet en je antwoord. Er wordt niets verstuurd totdat je het opslaat.',
    ownTurn: 'Je bent aan zet. Wat je hier uitprobeert, wordt niet gespeeld.',
  },
  conditional: {
    heading: 'Voorwaardelijke zetten',
    about: 'Alleen jij ziet ze. Past de zet van je tegenstander, dan wordt je antwoord meteen gespeeld.',
    add: 'Opslaan als voorwaardelijke zetten',
    ready: 'Je antwoord wordt meteen gespeeld: {moves}',
    known: 'Opgeslagen.',
    full: 'Meer kan niet. Verwijder eerst een variant.',
    show: '{moves} op het bord tonen',
    remove: '{moves} verwijderen',
    removeAll: 'Alles verwijderen',
  },
} satisfies Translation<typeof en>;
