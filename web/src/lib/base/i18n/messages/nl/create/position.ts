import type en from '../../en/create/position';
import type { Translation } from '../../message';

export default {
  position: {
    title: 'Speel vanuit deze stelling',
    friend: 'Vriend of vriendin',
    friends: 'Vrienden',
    computer: 'Computer',
    computers: 'Computers',
    link: 'Je krijgt een link om te versturen.',
    unrated: 'De partij telt niet voor de rating en niet in de statistieken.',
  },
  /** The reason why no game can start from a position. */
  startFault: {
    over: 'Een kant heeft al gewonnen. Er mogen hoogstens vijf knikkers weggeduwd zijn.',
    noMarble: `{color, select,
        black {Zwart heeft een knikker nodig.}
        white {Wit heeft een knikker nodig.}
        red {Rood heeft een knikker nodig.}
        yellow {Geel heeft een knikker nodig.}
      }`,
    tooMany: `{color, select,
        black {Zwart heeft {count, number} knikkers, maar {max, number} is het maximum.}
        white {Wit heeft {count, number} knikkers, maar {max, number} is het maximum.}
        red {Rood heeft {count, number} knikkers, maar {max, number} is het maximum.}
        yellow {Geel heeft {count, number} knikkers, maar {max, number} is het maximum.}
      }`,
    noMove: `{color, select,
        black {Zwart is aan zet, maar kan niet zetten.}
        white {Wit is aan zet, maar kan niet zetten.}
        red {Rood is aan zet, maar kan niet zetten.}
        yellow {Geel is aan zet, maar kan niet zetten.}
      }`,
  },
} satisfies Translation<typeof en>;
