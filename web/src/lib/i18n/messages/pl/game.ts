import type en from '../en/game';
import type { Translation } from '../message';

export default {
  game: {
    resign: 'Poddaj się',
    resignTitle: 'Poddać tę partię?',
    resignText: 'Wtedy wygra {name}.',
    keepPlaying: 'Graj dalej',
    draw: 'Zaproponuj remis',
    drawOffered: 'Remis zaproponowany',
    accept: 'Przyjmij',
    decline: 'Odrzuć',
    drawTitle: 'Zaproponować remis?',
    drawText: `{count, plural,
      one {Partia skończy się bez zwycięzcy, jeśli zgodzi się {names}.}
      few {Partia skończy się bez zwycięzcy, jeśli zgodzą się: {names}.}
      many {Partia skończy się bez zwycięzcy, jeśli zgodzą się: {names}.}
      other {Partia skończy się bez zwycięzcy, jeśli zgodzą się: {names}.}
    }`,
    abort: 'Przerwij partię',
    abortTitle: 'Przerwać tę partię?',
    abortText: 'Partia skończy się bez wyniku i nie będzie się liczyć, bo nie wszyscy wykonali już ruch. Grają z tobą: {names}.',
    takeback: 'Cofnij ruch',
    withdraw: 'Wycofaj',
    resignAlone: 'Wtedy odpadniesz. Pozostali grają dalej, a twoje kule zostają na planszy.',
    resignTogether: 'Partia skończy się tylko wtedy, gdy zgodzi się też {name} z twojej drużyny.',
  },
  player: {
    free: 'Wolne miejsce',
    deleted: 'Konto usunięte',
    computer: 'Komputer, poziom {level, number}',
    computerListed: 'Komputer (poziom {level, number})',
    computersListed: `{count, plural,
      one {# komputer (poziom {level, number})}
      few {# komputery (poziom {level, number})}
      many {# komputerów (poziom {level, number})}
      other {# komputera (poziom {level, number})}
    }`,
    level: 'Poziom {level, number}',
    bot: 'BOT',
    thinking: 'myśli …',
    rating: 'Ranking',
    you: 'ty',
    online: 'online',
    offline: 'offline',
    captured: `{count, plural,
      one {Wypchnięto # kulę z {size, number}}
      few {Wypchnięto # kule z {size, number}}
      many {Wypchnięto # kul z {size, number}}
      other {Wypchnięto # kuli z {size, number}}
    }`,
    with: `{color, select,
      black {z czarnymi}
      white {z białymi}
      red {z czerwonymi}
      yellow {z żółtymi}
    }`,
    out: 'odpada',
  },
  playerOut: {
    time: 'odpada: koniec czasu',
    resignation: 'odpada: poddanie',
    abandoned: 'odpada: długa nieobecność',
  },
  offer: {
    draw: '{name} proponuje remis',
    takeback: '{name} prosi o cofnięcie ostatniego ruchu',
    rematch: '{name} proponuje rewanż',
    resignation: '{name} z twojej drużyny chce się poddać',
    waiting: 'Czekamy na odpowiedź: {names}.',
  },
  offered: {
    draw: 'Proponujesz remis',
    takeback: 'Prosisz o cofnięcie ostatniego ruchu',
    rematch: 'Proponujesz rewanż',
    resignation: 'Chcesz się poddać',
  },
  declined: {
    draw: '{name} odrzuca remis',
    takeback: '{name} nie zgadza się cofnąć ruchu',
    rematch: '{name} odrzuca rewanż',
    resignation: '{name} woli grać dalej',
  },
  declinedByYou: {
    draw: 'Odrzucasz remis',
    takeback: 'Nie zgadzasz się cofnąć ruchu',
    rematch: 'Odrzucasz rewanż',
    resignation: 'Wolisz grać dalej',
  },
  withdrawn: {
    draw: '{name} wycofuje propozycję remisu',
    takeback: '{name} jednak nie cofa ruchu',
    rematch: '{name} wycofuje propozycję rewanżu',
    resignation: '{name} jednak gra dalej',
  },
  withdrawnByYou: {
    draw: 'Wycofujesz propozycję remisu',
    takeback: 'Jednak nie cofasz ruchu',
    rematch: 'Wycofujesz propozycję rewanżu',
    resignation: 'Jednak grasz dalej',
  },
} satisfies Translation<typeof en>;
