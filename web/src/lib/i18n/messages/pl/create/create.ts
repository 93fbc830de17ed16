import type en from '../../en/create/create';
import type { Translation } from '../../message';

export default {
  create: {
    heading: 'Nowa partia',
    headingFriend: 'Partia ze znajomymi',
    allLayouts: 'Wszystkie ustawienia ({number, number})',
    fewerLayouts: 'Mniej ustawień',
    color: 'Twój kolor',
    random: 'Losowo',
    computers: 'Komputery przy stole',
    noComputers: 'Żaden',
    visibility: 'Kto może dołączyć',
    public: 'Każdy',
    private: 'Tylko z linkiem',
    submit: 'Utwórz partię',
    rated: 'Rankingowa',
    ratedText: 'Twój ranking i ranking przeciwników zmienią się z wynikiem. Ruchów się nie cofa.',
    notRated: {
      account: 'Gry rankingowe są dla tych, którzy mają konto.',
      clock: 'Gra rankingowa ma zegar.',
      fast: 'W grze rankingowej każdy ma co najmniej minutę.',
      program: 'Gry rankingowe są tylko między ludźmi.',
    },
    ready: 'Zacznij dopiero, gdy wszyscy zgłoszą gotowość',
    spectatorDelay: 'Opóźnienie dla widzów',
    noDelay: 'Brak',
  },
} satisfies Translation<typeof en>;
