import type { Translation } from '../../message';
import type en from '../../en/puzzles/runs';

export default {
  runKind: {
    streak: 'Reeks',
    storm: 'Storm',
  },
  runRules: {
    streak: 'Los de ene puzzel na de andere op. Ze worden steeds moeilijker, en bij je eerste fout is de reeks voorbij.',
    storm: 'Los in drie minuten zo veel mogelijk puzzels op. Ze worden steeds moeilijker, en elke fout kost tien seconden.',
  },
  runMistake: {
    streak: 'Dat is niet de juiste zet. Je reeks is voorbij.',
    storm: 'Dat is niet de juiste zet. Tien seconden minder.',
  },
  run: {
    start: 'Beginnen',
    again: 'Nog een keer',
    score: 'Score',
    clock: 'Resterende tijd',
    best: 'Jouw beste score: {score, number}',
    scored: '{score, plural, one {# puzzel opgelost} other {# puzzels opgelost}}',
    tooFast: 'Deze reeks ging sneller dan een mens kan klikken en telt daarom niet mee voor de beste scores.',
    record: 'Dat is je nieuwe beste score!',
    marks: 'Puzzels van deze reeks',
    noMarks: 'Een vinkje voor elke opgeloste puzzel, een kruis voor elke fout.',
    retry: 'Open een puzzel om het nog een keer te proberen.',
    stop: 'Stoppen',
    toBeat: 'Record: {score, number}',
  },
  leaders: {
    title: 'Beste scores',
    period: 'Periode',
    today: 'Vandaag',
    ever: 'Aller tijden',
    rank: 'Rang',
    player: 'Speler',
    score: 'Score',
    none: 'Nog geen scores.',
    signUp: 'Registreer je om hier te staan',
  },
} satisfies Translation<typeof en>;
