import type en from '../../en/create/create';
import type { Translation } from '../../message';

export default {
  create: {
    heading: 'Nowa partia',
    headingFriend: 'Zagraj ze znajomymi',
    allLayouts: 'Pokaż wszystkie ustawienia ({number, number})',
    fewerLayouts: 'Pokaż mniej ustawień',
    color: 'Twój kolor',
    random: 'Losowo',
    computers: 'Gracze komputerowi',
    noComputers: 'Brak',
    visibility: 'Kto może dołączyć',
    public: 'Każdy',
    private: 'Każdy, kto ma link',
    submit: 'Utwórz partię',
    rated: 'Rankingowa',
    ratedText: 'Wynik zmieni rankingi graczy. Bez cofania ruchów.',
    ratedWithBot: 'Wynik zmienia twój ranking z botami i żaden inny.',
    notRated: {
      account: 'Załóż konto, aby grać partie rankingowe.',
      clock: 'Partia rankingowa wymaga zegara.',
      fast: 'W partii rankingowej każdy ma co najmniej minutę.',
      program: 'Partie z komputerami nie są rankingowe.',
    },
    vacations: 'Zezwól na urlopy',
    vacationsText: 'Podczas urlopu zegar gracza stoi.',
    ready: 'Zacznij dopiero, gdy wszyscy zgłoszą gotowość',
    spectatorDelay: 'Opóźnienie dla widzów',
    noDelay: 'Brak',
  },
} satisfies Translation<typeof en>;
