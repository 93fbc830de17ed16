import type en from '../en/lobby';
import type { Translation } from '../message';

export default {
  lobby: {
    title: 'Graj',
    loading: 'Wczytywanie…',
    join: 'Dołącz',
    joinAs: `{color, select,
      black {Zagraj czarnymi, gospodarz: {name}}
      white {Zagraj białymi, gospodarz: {name}}
      red {Zagraj czerwonymi, gospodarz: {name}}
      yellow {Zagraj żółtymi, gospodarz: {name}}
    }`,
    watchGame: 'Oglądaj: {players}',
    seats: 'Wybierz miejsce',
    seatsOf: 'Wybierz miejsce, gospodarz: {name}',
    free: `{count, plural,
      one {# wolne miejsce}
      few {# wolne miejsca}
      many {# wolnych miejsc}
      other {# wolnego miejsca}
    }`,
  },
  create: {
    heading: 'Nowa partia',
    headingFriend: 'Partia ze znajomymi',
    mode: 'Gracze',
    layout: 'Ustawienie',
    allLayouts: 'Wszystkie ustawienia ({number, number})',
    fewerLayouts: 'Mniej ustawień',
    clock: 'Czas gry',
    color: 'Twój kolor',
    random: 'Losowo',
    computers: 'Komputery przy stole',
    noComputers: 'Żaden',
    visibility: 'Kto może dołączyć',
    public: 'Każdy',
    private: 'Tylko z linkiem',
    submit: 'Utwórz partię',
    ready: 'Zacznij dopiero, gdy wszyscy zgłoszą gotowość',
    spectatorDelay: 'Opóźnienie dla widzów',
    noDelay: 'Brak',
  },
} satisfies Translation<typeof en>;
