import type { Translation } from '../../message';
import type en from '../../en/programs/preview';

export default {
  preview: {
    site: 'Speel gratis Abalone online: duw zes knikkers van het bord. Met twee, drie of vier spelers, tegen vrienden, onbekenden of de computer. Zonder account.',
    members: 'Speel Abalone online: duw zes knikkers van het bord. Met twee, drie of vier spelers, tegen vrienden, onbekenden of de computer.',
    board: 'Het bord',
    play: 'Abalone spelen',
    playWith: 'Abalone spelen met {names}',
    player: 'een speler',
    join: 'Tik om mee te doen.',
    soon: 'Begint zo.',
    live: 'Nu bezig: {score} van het bord geduwd.',
    won: '{names} won met {score}.',
    wonOnTime: '{names} won op tijd.',
    wonByResignation: '{names} won door opgave.',
    wonAlone: '{names} won: de tegenstander is vertrokken.',
    draw: 'Remise, {score}.',
    aborted: 'Partij afgebroken.',
    moves: '{count, plural, one {# zet} other {# zetten}}.',
    days: '{count, plural, one {# dag} other {# dagen}}',
    hours: '{count} uur',
    minutes: '{count} min',
    seconds: '{count} s',
    puzzle: 'Abalone-puzzel',
    puzzleText: '{color, select, black {Zwart} white {Wit} red {Rood} other {Geel}} aan zet. Vind de ene zet die een knikker of de partij wint.',
  },
} satisfies Translation<typeof en>;
