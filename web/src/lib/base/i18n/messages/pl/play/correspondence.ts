import type en from '../../en/play/correspondence';
import type { Translation } from '../../message';

export default {
  correspondence: {
    tools: 'Narzędzia gry korespondencyjnej',
  },
  onVacation: {
    other: '{name} jest na urlopie do {date}. Zegar stoi.',
    own: 'Jesteś na urlopie do {date}. Twój zegar stoi.',
  },
  note: {
    heading: 'Prywatna notatka',
    about: 'Tylko ty możesz ją przeczytać.',
    saved: 'Zapisano.',
    saving: 'Zapisywanie…',
    tooLong: 'Notatka jest za długa.',
  },
  reminders: {
    heading: 'Przypomnienia',
    push: 'Powiadomienie push, gdy jest mój ruch',
    mail: 'E-mail, gdy jest mój ruch',
    needsAddress: 'Do e-maili potrzebny jest potwierdzony adres.',
    account: 'Przejdź do konta',
  },
  trial: {
    open: 'Wypróbuj ruchy',
    heading: 'Wypróbuj ruchy',
    close: 'Wróć do partii',
    remove: 'Usuń od tego miejsca',
    pass: 'Pasuj',
    hint: 'Zagraj spodziewany ruch i swoją odpowiedź. Nic nie zostanie wysłane, dopóki tego nie zapiszesz.',
    ownTurn: 'Twój ruch. To, co tu wypróbujesz, nie zostanie zagrane.',
  },
  conditional: {
    heading: 'Ruchy warunkowe',
    about: 'Widzisz je tylko ty. Gdy ruch przeciwnika pasuje, twoja odpowiedź zostaje zagrana od razu.',
    add: 'Zapisz jako ruchy warunkowe',
    ready: 'Twoja odpowiedź zostanie zagrana od razu: {moves}',
    known: 'Zapisano.',
    full: 'Więcej się nie zmieści. Najpierw usuń jakiś wariant.',
    show: 'Pokaż {moves} na planszy',
    remove: 'Usuń {moves}',
    removeAll: 'Usuń wszystkie',
  },
} satisfies Translation<typeof en>;
