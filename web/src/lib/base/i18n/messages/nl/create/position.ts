import type en from '../../en/create/position';
import type { Translation } from '../../message';

export default {
  position: {
    title: 'Vanuit deze stelling spelen',
    friend: 'Vrienden',
    friends: 'Vrienden',
    link: 'Je krijgt een link om te versturen.',
    unrated: 'De partij telt niet voor de rating en niet in de statistieken.',
  },
  /** The reason why no game can start from a position. */
  startFault: {
    over: 'Een kant heeft al gewonnen. Er mogen hoogstens vijf knikkers van het bord geduwd zijn.',
    noMarble: `{color, select,
      black {Zwart heeft een knikker nodig.}
      white {Wit heeft een knikker nodig.}
      red {Rood heeft een knikker nodig.}
      yellow {Geel heeft een knikker nodig.}
    }`,
    tooMany: `{color, select,
      black {Zwart heeft te veel knikkers ({count, number}; hoogstens {max, number}).}
      white {Wit heeft te veel knikkers ({count, number}; hoogstens {max, number}).}
      red {Rood heeft te veel knikkers ({count, number}; hoogstens {max, number}).}
      yellow {Geel heeft te veel knikkers ({count, number}; hoogstens {max, number}).}
    }`,
    noMove: `{color, select,
      black {Zwart is aan zet, maar kan niet zetten.}
      white {Wit is aan zet, maar kan niet zetten.}
      red {Rood is aan zet, maar kan niet zetten.}
      yellow {Geel is aan zet, maar kan niet zetten.}
    }`,
  },
} satisfies Translation<typeof en>;
