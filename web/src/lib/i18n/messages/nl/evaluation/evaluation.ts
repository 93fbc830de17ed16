import type en from '../../en/evaluation/evaluation';
import type { Translation } from '../../message';

export default {
  evaluation: {
    analyse: 'Door de computer laten analyseren',
    heading: 'Wat de computer zegt',
    coming: 'De computer analyseert: {done, number} van {all, plural, one {# stelling} other {# stellingen}}',
    done: 'De analyse is klaar.',
    graph: 'Waardering, hoe hoger, hoe beter voor {side}',
    at: 'Zet {ply, number} van {last, number}: {score}',
    unknown: 'Nog niet geanalyseerd',
    three:
      'Met drie spelers laat de computer alleen de beste zetten zien: wat slecht is voor de een, is niet per se goed voor een ander.',
    best: 'Het beste vanaf hier:',
    better: '{mistake}. Beter:',
    back: 'Terug naar de partij',
    counts: 'Fouten van elke speler',
    player: 'Speler',
    countOf: '{name}: {count}. Naar de volgende zet van deze soort',
    tooMany: 'Twee van je partijen worden al geanalyseerd. Probeer het opnieuw als een ervan klaar is.',
    ask: 'Wat zegt de computer?',
    thinking: 'De computer denkt na …',
    depth: '{count, plural, one {# zet vooruitgekeken} other {# zetten vooruitgekeken}} · {nodes, plural, one {# stelling} other {# stellingen}}',
  },
  /** What kind of mistake a move was. */
  judged: {
    inaccuracy: 'Onnauwkeurigheid',
    mistake: 'Fout',
    blunder: 'Blunder',
    missed_win: 'Gemiste winst',
  },
  mistakes: {
    inaccuracy: '{count, plural, one {# onnauwkeurigheid} other {# onnauwkeurigheden}}',
    mistake: '{count, plural, one {# fout} other {# fouten}}',
    blunder: '{count, plural, one {# blunder} other {# blunders}}',
    missed_win: '{count, plural, one {# gemiste winst} other {# gemiste winsten}}',
  },
  /** Who stands how well. */
  score: {
    even: 'Gelijk',
    slight: 'Licht voordeel: {side}',
    clear: 'Duidelijk voordeel: {side}',
    decisive: 'Beslissend voordeel: {side}',
    behind: 'In het nadeel: {side}',
    win: '{count, plural, one {Gedwongen winst in # zet: {side}} other {Gedwongen winst in # zetten: {side}}}',
    loss: '{count, plural, one {Gedwongen verlies in # zet: {side}} other {Gedwongen verlies in # zetten: {side}}}',
    both: '{words} ({number})',
  },
} satisfies Translation<typeof en>;
