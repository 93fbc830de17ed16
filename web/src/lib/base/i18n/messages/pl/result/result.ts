import type en from '../../en/result/result';
import type { Translation } from '../../message';

export default {
  result: {
    won: 'Zwycięstwo!',
    lost: 'Porażka',
    draw: 'Remis',
    aborted: 'Partia przerwana',
    unfinished: 'Partii nie dokończono: kogoś zbyt długo nie było.',
    tooShort: 'Bez wpływu na ranking: partia za krótka. Każdy musi wykonać co najmniej trzy ruchy.',
    ratings: 'Rankingi po tej partii',
    scoreLabel: 'Wypchnięte kule: {sides}',
    toTournament: 'Wróć do turnieju',
    replay: 'Obejrzyj partię',
    analyse: 'Analiza',
    close: 'Zamknij',
    rematch: 'Rewanż',
    same: 'Ten sam poziom',
    harder: 'Trudniej',
    easier: 'Łatwiej',
    again: 'Nowa partia',
    againText: 'Nowa partia z tymi samymi ustawieniami, dla każdego, kto dołączy',
    share: 'Udostępnij',
    wins: `{count, plural,
      one {{name} wygrywa}
      few {{name} wygrywają}
      many {{name} wygrywają}
      other {{name} wygrywają}
    }`,
    side: '{colors} {count, number}',
    otherText: 'Poszukaj nowego przeciwnika z tymi samymi ustawieniami',
  },
  reason: {
    ejections: '{winner} wypycha sześć kul.',
    time: '{loser} przekracza czas.',
    resignation: '{loser} poddaje partię.',
    agreement: 'Obie strony zgodziły się na remis.',
    repetition: 'Ta sama pozycja wystąpiła trzy razy.',
    quiet: 'Zbyt długo nie wypchnięto żadnej kuli albo partia miała zbyt wiele ruchów.',
    stuck: '{loser} nie ma dozwolonego ruchu.',
    abandoned: '{loser} opuszcza partię.',
    aborted: 'Partię przerwano, zanim obie strony wykonały ruch. Nie liczy się.',
  },
  reasonMany: {
    ejections: `{count, plural,
      one {{winner} wypycha sześć kul.}
      few {{winner} wypychają sześć kul.}
      many {{winner} wypychają sześć kul.}
      other {{winner} wypychają sześć kul.}
    }`,
    time: '{loser} odpadają z gry: skończył się czas.',
    resignation: '{loser} odpadają z gry.',
    agreement: 'Wszyscy zgodzili się na remis.',
    repetition: 'Ta sama pozycja wystąpiła trzy razy.',
    quiet: 'Zbyt długo nie wypchnięto żadnej kuli albo partia miała zbyt wiele ruchów.',
    stuck: 'Nikt nie mógł już wykonać ruchu.',
    abandoned: '{loser} odpadają z gry: ktoś opuścił partię.',
    aborted: 'Partię przerwano, zanim wszyscy wykonali ruch. Nie liczy się.',
  },
  reasonInAll: {
    win: `{count, plural,
      one {Skończył się czas, a {winner} ma więcej wypchniętych kul.}
      few {Skończył się czas, a {winner} mają więcej wypchniętych kul.}
      many {Skończył się czas, a {winner} mają więcej wypchniętych kul.}
      other {Skończył się czas, a {winner} mają więcej wypchniętych kul.}
    }`,
    draw: 'Skończył się czas, a każda strona wypchnęła tyle samo kul.',
  },
} satisfies Translation<typeof en>;
