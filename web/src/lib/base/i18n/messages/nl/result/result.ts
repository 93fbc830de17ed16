import type en from '../../en/result/result';
import type { Translation } from '../../message';

export default {
  result: {
    won: 'Je hebt gewonnen',
    lost: 'Je hebt verloren',
    draw: 'Remise',
    aborted: 'Partij afgebroken',
    unfinished: 'De partij is niet afgemaakt: iemand was te lang weg.',
    tooShort: 'Telt niet voor de rating: te kort. Iedereen moet minstens drie zetten hebben gedaan.',
    ratings: 'Ratings na deze partij',
    scoreLabel: 'Van het bord geduwde knikkers: {sides}',
    toTournament: 'Terug naar het toernooi',
    replay: 'Partij bekijken',
    analyse: 'Analysebord',
    close: 'Sluiten',
    rematch: 'Revanche',
    same: 'Zelfde niveau',
    harder: 'Moeilijker',
    easier: 'Makkelijker',
    again: 'Nieuwe partij',
    againText: 'Een nieuwe partij met dezelfde instellingen, open voor iedereen',
    share: 'Delen',
    wins: '{count, plural, one {{name} wint} other {{name} winnen}}',
    side: '{colors} {count, number}',
    otherText: 'Zoek met dezelfde instellingen een nieuwe tegenstander',
  },
  reason: {
    ejections: '{winner} heeft zes knikkers van het bord geduwd.',
    time: 'De tijd van {loser} is om.',
    resignation: '{loser} heeft opgegeven.',
    agreement: 'Beide spelers gingen akkoord met remise.',
    repetition: 'Dezelfde stelling kwam drie keer voor.',
    quiet: 'Er is te lang geen knikker van het bord geduwd, of de partij had te veel zetten.',
    stuck: '{loser} kon geen geldige zet meer doen.',
    abandoned: '{loser} heeft de partij verlaten.',
    aborted: 'De partij is gestopt voordat beide spelers een zet hadden gedaan. Die telt niet.',
  },
  reasonMany: {
    ejections: `{count, plural,
      one {{winner} heeft zes knikkers van het bord geduwd.}
      other {{winner} hebben zes knikkers van het bord geduwd.}
    }`,
    time: '{loser} liggen eruit: de tijd was om.',
    resignation: '{loser} liggen eruit.',
    agreement: 'Alle spelers gingen akkoord met remise.',
    repetition: 'Dezelfde stelling kwam drie keer voor.',
    quiet: 'Er is te lang geen knikker van het bord geduwd, of de partij had te veel zetten.',
    stuck: 'Niemand kon nog een zet doen.',
    abandoned: '{loser} liggen eruit: iemand heeft de partij verlaten.',
    aborted: 'De partij is gestopt voordat iedereen een zet had gedaan. Die telt niet.',
  },
  reasonInAll: {
    win: `{count, plural,
      one {De tijd was om en {winner} had meer knikkers van het bord geduwd.}
      other {De tijd was om en {winner} hadden meer knikkers van het bord geduwd.}
    }`,
    draw: 'De tijd was om, en elke kant had evenveel knikkers van het bord geduwd.',
  },
} satisfies Translation<typeof en>;
