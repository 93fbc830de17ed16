import type en from '../../en/play/said';
import type { Translation } from '../../message';

export default {
  said: {
    move: `{color, select,
      black {Czarne grają {move}.}
      white {Białe grają {move}.}
      red {Czerwone grają {move}.}
      yellow {Żółte grają {move}.}
    }`,
    push: `{color, select,
      black {Czarne pchają jedną kulę: {move}.}
      white {Białe pchają jedną kulę: {move}.}
      red {Czerwone pchają jedną kulę: {move}.}
      yellow {Żółte pchają jedną kulę: {move}.}
    }`,
    pushTwo: `{color, select,
      black {Czarne pchają dwie kule: {move}.}
      white {Białe pchają dwie kule: {move}.}
      red {Czerwone pchają dwie kule: {move}.}
      yellow {Żółte pchają dwie kule: {move}.}
    }`,
    out: `{color, select,
      black {Czarna kula zostaje wypchnięta.}
      white {Biała kula zostaje wypchnięta.}
      red {Czerwona kula zostaje wypchnięta.}
      yellow {Żółta kula zostaje wypchnięta.}
    }`,
  },
  inTournament: {
    back: 'Wróć do turnieju',
    berserk: 'Berserk (połowa czasu)',
  },
} satisfies Translation<typeof en>;
