import type en from '../../en/play/talk';
import type { Translation } from '../../message';

export default {
  ask: {
    resignTitle: 'Poddać tę partię?',
    resignText: 'Wygra {name}.',
    keepPlaying: 'Graj dalej',
    accept: 'Przyjmij',
    decline: 'Odrzuć',
    drawTitle: 'Zaproponować remis?',
    drawText: `{count, plural,
      one {Partia skończy się remisem, jeśli zgodzi się {names}.}
      few {Partia skończy się remisem, jeśli zgodzą się: {names}.}
      many {Partia skończy się remisem, jeśli zgodzą się: {names}.}
      other {Partia skończy się remisem, jeśli zgodzą się: {names}.}
    }`,
    abortTitle: 'Przerwać tę partię?',
    abortText: 'Partia skończy się bez wyniku i nie będzie się liczyć, bo nie wszyscy wykonali już ruch. Grają z tobą: {names}.',
    withdraw: 'Anuluj',
    resignAlone: 'Odpadniesz z gry. Pozostali zagrają dalej, a twoje kule zostaną na planszy.',
    resignTogether: 'Partia skończy się tylko wtedy, gdy zgodzi się {name} z twojej drużyny.',
  },
  offer: {
    draw: '{name} proponuje remis',
    takeback: '{name} prosi o cofnięcie ruchu',
    rematch: '{name} proponuje rewanż',
    resignation: '{name} z twojej drużyny proponuje poddać partię',
    waiting: 'Czekamy na odpowiedź: {names}.',
  },
  offered: {
    draw: 'Zaproponowano remis',
    takeback: 'Wysłano prośbę o cofnięcie ruchu',
    rematch: 'Zaproponowano rewanż',
    resignation: 'Zaproponowano poddanie partii',
  },
  declined: {
    draw: '{name} odrzuca remis',
    takeback: '{name} odrzuca cofnięcie ruchu',
    rematch: '{name} odrzuca rewanż',
    resignation: '{name} chce grać dalej',
  },
  declinedByYou: {
    draw: 'Odrzucasz remis',
    takeback: 'Odrzucasz cofnięcie ruchu',
    rematch: 'Odrzucasz rewanż',
    resignation: 'Grasz dalej',
  },
  withdrawn: {
    draw: '{name} anuluje propozycję remisu',
    takeback: '{name} anuluje prośbę o cofnięcie ruchu',
    rematch: '{name} anuluje propozycję rewanżu',
    resignation: '{name} nie chce już poddać partii',
  },
  withdrawnByYou: {
    draw: 'Anulowano propozycję remisu',
    takeback: 'Anulowano prośbę o cofnięcie ruchu',
    rematch: 'Anulowano propozycję rewanżu',
    resignation: 'Jednak grasz dalej',
  },
  claim: {
    away: `{count, plural,
      one {{names} opuszcza partię.}
      few {{names} opuszczają partię.}
      many {{names} opuszczają partię.}
      other {{names} opuszczają partię.}
    }`,
    wait: 'Możesz ogłosić zwycięstwo za {time}',
    ready: 'Możesz teraz zakończyć partię.',
    win: 'Ogłoś zwycięstwo',
    draw: 'Ogłoś remis',
  },
} satisfies Translation<typeof en>;
