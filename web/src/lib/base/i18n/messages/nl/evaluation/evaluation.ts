import type en from '../../en/evaluation/evaluation';
import type { Translation } from '../../message';

export default {
  evaluation: {
    analyse: 'Computeranalyse starten',
    heading: 'Computeranalyse',
    coming: 'Geanalyseerd: {done, number} van {all, plural, one {# stelling} other {# stellingen}}',
    done: 'De analyse is klaar.',
    graph: 'Evaluatie (hoe hoger, hoe beter voor {side})',
    at: 'Zet {ply, number} van {last, number}: {score}',
    unknown: 'Nog niet geanalyseerd',
    shares: 'Winstkansen van de drie spelers',
    best: 'Beste variant:',
    better: '{mistake}. Beter:',
    back: 'Terug naar de partij',
    counts: 'Fouten per speler',
    player: 'Speler',
    countOf: '{name}: {count}. Naar de volgende zet van deze soort',
    tooMany: 'Twee van je partijen worden al geanalyseerd. Probeer het opnieuw als er een klaar is.',
    ask: 'Stelling beoordelen',
    thinking: 'De computer denkt na…',
    depth: '{count, plural, one {Diepte #} other {Diepte #}} · {nodes, plural, one {# stelling} other {# stellingen}}',
  },
  /** The engine in the browser. */
  engine: {
    switch: 'Engine',
    depth: 'Diepte {depth, number}',
    speed: '{thousands, number} duizend stellingen per seconde',
    bar: '{side} kan {percent} van de punten verwachten',
    time: 'Tijd per stelling',
    noLimit: 'Onbeperkt',
    seconds: '{count, plural, one {# seconde} other {# seconden}}',
    refused: 'Deze stelling hoort bij je lopende partij. De engine wacht tot de partij is afgelopen.',
    failed: 'De engine werkt niet op dit apparaat. Laad de pagina opnieuw om het nog eens te proberen.',
  },
  /** Kind of mistake that a move was. */
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
  /** Evaluation of the position, by side. */
  score: {
    even: 'Gelijk',
    slight: 'Licht voordeel voor {side}',
    clear: 'Duidelijk voordeel voor {side}',
    decisive: 'Beslissend voordeel voor {side}',
    behind: '{side} staat slechter',
    win: '{count, plural, one {Gedwongen winst voor {side} in # zet} other {Gedwongen winst voor {side} in # zetten}}',
    loss: '{count, plural, one {Gedwongen verlies voor {side} in # zet} other {Gedwongen verlies voor {side} in # zetten}}',
    won: '{count, plural, one {{side} heeft gewonnen} other {{side} hebben gewonnen}}',
    draw: 'Remise',
    both: '{words} ({number})',
  },
} satisfies Translation<typeof en>;
