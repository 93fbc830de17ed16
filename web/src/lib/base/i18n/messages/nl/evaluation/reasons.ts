import type en from '../../en/evaluation/reasons';
import type { Translation } from '../../message';

export default {
  /** Several lines of an analysis. */
  lines: {
    count: 'Varianten',
    draw: 'Zet op het bord tonen',
    show: '{count, plural, one {De beste variant tonen} other {De beste # varianten tonen}}',
  },
  /** Why a move is a mistake. Cells are the marbles' cells after the move. */
  why: {
    missed_win: '{count, plural, one {Hier was er een gedwongen winst in # zet.} other {Hier was er een gedwongen winst in # zetten.}}',
    allows_win: '{count, plural, one {Nu wint de tegenstander gedwongen in # zet.} other {Nu wint de tegenstander gedwongen in # zetten.}}',
    missed_ejection: `{count, plural,
      one {{plies, plural, =1 {De knikker op {cells} had meteen van het bord geduwd kunnen worden.} one {De knikker op {cells} had binnen # zet van het bord geduwd kunnen worden.} other {De knikker op {cells} had binnen # zetten van het bord geduwd kunnen worden.}}}
      other {{plies, plural, =1 {De knikkers op {cells} hadden van het bord geduwd kunnen worden, de eerste meteen.} one {De knikkers op {cells} hadden van het bord geduwd kunnen worden, de eerste binnen # zet.} other {De knikkers op {cells} hadden van het bord geduwd kunnen worden, de eerste binnen # zetten.}}}
    }`,
    allows_ejection: `{count, plural,
      one {{plies, plural, =1 {Nu kan de knikker op {cells} meteen van het bord worden geduwd.} one {Nu kan de knikker op {cells} binnen # zet van het bord worden geduwd.} other {Nu kan de knikker op {cells} binnen # zetten van het bord worden geduwd.}}}
      other {{plies, plural, =1 {Nu kunnen de knikkers op {cells} van het bord worden geduwd, de eerste meteen.} one {Nu kunnen de knikkers op {cells} van het bord worden geduwd, de eerste binnen # zet.} other {Nu kunnen de knikkers op {cells} van het bord worden geduwd, de eerste binnen # zetten.}}}
    }`,
    misses_threat: '{count, plural, one {De knikker op {cells} werd bedreigd, en nog steeds.} other {De knikkers op {cells} werden bedreigd, en nog steeds.}}',
    missed_push: '{count, plural, one {De knikker op {cells} had teruggeduwd kunnen worden.} other {De knikkers op {cells} hadden teruggeduwd kunnen worden.}}',
    allows_push: '{count, plural, one {Nu kan de knikker op {cells} worden teruggeduwd.} other {Nu kunnen de knikkers op {cells} worden teruggeduwd.}}',
    leaves_centre: '{count, plural, one {De knikker op {cells} is verder van het midden geraakt.} other {De knikkers op {cells} zijn verder van het midden geraakt.}}',
    breaks_formation: '{count, plural, one {De knikker op {cells} is nu afgesneden van de andere.} other {De knikkers op {cells} zijn nu afgesneden van de andere.}}',
  },
  /** Who gains by a move, with more than two players. */
  verdict: {
    heading: 'Winstkansen: {changes}',
    gains: '{count, plural, one {{side} gaat {percent} vooruit} other {{side} gaan {percent} vooruit}}',
    loses: '{count, plural, one {{side} gaat {percent} achteruit} other {{side} gaan {percent} achteruit}}',
    none: 'nauwelijks veranderd',
    share: '{side} {percent}',
  },
} satisfies Translation<typeof en>;
