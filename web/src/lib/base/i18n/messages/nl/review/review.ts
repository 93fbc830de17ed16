import type en from '../../en/review/review';
import type { Translation } from '../../message';

export default {
  review: {
    play: 'Automatisch afspelen',
    pause: 'Pauzeren',
    speed: 'Tempo',
    clockGraph: 'Kloktijden',
    clockOf: '{name} {time}',
    clocksAt: 'Zet {ply, number} van {last, number}: {clocks}',
    ejections: 'Van het bord geduwde knikkers',
    ejection: `{color, select,
      black {Zet {ply, number}: zwarte knikker van het bord geduwd}
      white {Zet {ply, number}: witte knikker van het bord geduwd}
      red {Zet {ply, number}: rode knikker van het bord geduwd}
      yellow {Zet {ply, number}: gele knikker van het bord geduwd}
    }`,
    formations: 'Formaties',
    analyse: 'Vanaf hier analyseren',
    study: 'Als studie opslaan',
  },
  speed: {
    slow: 'langzaam',
    steady: 'normaal',
    fast: 'snel',
  },
  share: {
    title: 'Delen',
    png: 'Opslaan als PNG',
    svg: 'Opslaan als SVG',
    text: 'Opslaan als tekst',
    apgn: 'Opslaan als APGN',
    playstrategy: 'Opslaan voor PlayStrategy',
    json: 'Opslaan als JSON',
    receipt: 'Bewijs',
    send: 'Afbeelding delen',
    failed: 'Deze browser kon de afbeelding niet maken.',
    link: 'Link naar deze stelling',
    embed: 'Code om deze partij in te sluiten',
    position: 'Deze stelling als tekst',
    game: 'Hele partij als tekst',
    copy: 'Kopiëren',
    copied: 'Gekopieerd',
    copyOf: 'Kopiëren: {what}',
    selected: 'De tekst is geselecteerd. Kopieer hem met je toetsenbord of door lang te drukken.',
    caption: '{players} · zet {ply, number} van {last, number}',
    close: 'Sluiten',
    gif: 'Opslaan als GIF',
    gifProgress: 'Stellingen tekenen: {done, number} van {all, number}',
  },
} satisfies Translation<typeof en>;
