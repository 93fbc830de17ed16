import type en from '../../en/waiting/waiting';
import type { Translation } from '../../message';

export default {
  waiting: {
    waiting: 'Czekamy na przeciwnika',
    invite: 'Wyślij ten link znajomemu. Partia zacznie się, gdy dołączy.',
    link: 'Link do tej partii',
    copy: 'Kopiuj',
    copied: 'Skopiowano',
    selected: 'Link jest zaznaczony. Skopiuj go klawiaturą albo długim naciśnięciem.',
    share: 'Udostępnij',
    code: 'Pokaż kod QR',
    codeLabel: 'Kod QR z linkiem do tej partii',
    codeText: 'Zeskanuj go telefonem, aby dołączyć.',
    watchers: 'Widzowie',
    late: 'opóźnienie: {delay}',
    vacations: 'Urlop',
    vacationsAllowed: 'Dozwolony: zegar gracza wtedy stoi',
    leave: 'Odwołaj partię',
    open: '{name} czeka na przeciwnika',
    join: 'Dołącz do partii',
    justWatch: 'Albo zostań i oglądaj: partia pojawi się tutaj, gdy tylko się zacznie.',
    youPlay: `{color, select,
      black {Grasz czarnymi.}
      white {Grasz białymi.}
      red {Grasz czerwonymi.}
      yellow {Grasz żółtymi.}
    }`,
    waitingMany: 'Czekamy na graczy',
    inviteMany: 'Wyślij ten link znajomym. Partia zacznie się, gdy wszystkie miejsca będą zajęte.',
    openMany: '{name} czeka na graczy',
    seats: 'Miejsca',
    sit: 'Usiądź tutaj',
    sitAs: `{color, select,
      black {Usiądź tutaj i graj czarnymi}
      white {Usiądź tutaj i graj białymi}
      red {Usiądź tutaj i graj czerwonymi}
      yellow {Usiądź tutaj i graj żółtymi}
    }`,
    full: 'Wszystkie miejsca są zajęte, ale możesz oglądać.',
    readyTitle: 'Czy wszyscy są gotowi?',
    ready: 'Zgłaszam gotowość',
    notReady: 'Cofnij gotowość',
    isReady: 'gotowość zgłoszona',
    readyText: 'Partia zacznie się, gdy wszyscy zgłoszą gotowość.',
    giveUp: 'Zwolnij miejsce',
  },
} satisfies Translation<typeof en>;
