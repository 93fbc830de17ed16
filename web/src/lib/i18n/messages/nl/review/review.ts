import type en from '../../en/review/review';
import type { Translation } from '../../message';

export default {
  review: {
    play: 'Zetten afspelen',
    pause: 'Stoppen',
    speed: 'Tempo',
    clockGraph: 'Klokken tijdens de partij',
    clockOf: '{name} {time}',
    clocksAt: 'Zet {ply, number} van {last, number}: {clocks}',
    ejections: 'Uitgestoten knikkers',
    ejection: `{color, select,
      black {Zet {ply, number}: een zwarte knikker wordt uitgestoten}
      white {Zet {ply, number}: een witte knikker wordt uitgestoten}
      red {Zet {ply, number}: een rode knikker wordt uitgestoten}
      yellow {Zet {ply, number}: een gele knikker wordt uitgestoten}
    }`,
    formations: 'Formaties',
    analyse: 'Vanaf hier analyseren',
  },
  speed: {
    slow: 'langzaam',
    steady: 'rustig',
    fast: 'snel',
  },
  share: {
    title: 'Delen',
    png: 'Bewaren als PNG',
    svg: 'Bewaren als SVG',
    text: 'Opslaan als tekst',
    json: 'Opslaan als JSON',
    send: 'Afbeelding versturen',
    failed: 'Deze browser kon de afbeelding niet maken.',
    link: 'Link naar deze stelling',
    position: 'Deze stelling als tekst',
    game: 'De hele partij als tekst',
    copy: 'Kopiëren',
    copied: 'Gekopieerd',
    copyOf: 'Kopiëren: {what}',
    selected: 'Het is geselecteerd: kopieer het met je toetsenbord, of door lang te drukken.',
    caption: '{players} · zet {ply, number} van {last, number}',
    close: 'Sluiten',
  },
} satisfies Translation<typeof en>;
