import type en from '../en/setup';
import type { Translation } from '../message';

export default {
  terms: {
    mode: 'Gracze',
    layout: 'Ustawienie',
    clock: 'Czas gry',
  },
  color: {
    black: 'Czarne',
    white: 'Białe',
    red: 'Czerwone',
    yellow: 'Żółte',
  },
  layout: {
    standard: 'Standardowe',
    belgian_daisy: 'Belgijska stokrotka',
    german_daisy: 'Niemiecka stokrotka',
    dutch_daisy: 'Holenderska stokrotka',
    swiss_daisy: 'Szwajcarska stokrotka',
    domination: 'Dominacja',
    the_wall: 'Mur',
    fujiyama: 'Fudżi',
    star: 'Gwiazda',
    face_to_face: 'Twarzą w twarz',
    alliances: 'Sojusze',
    atomouche: 'Atomouche',
    centrifuge: 'Wirówka',
    snakes: 'Węże',
    snakes_variant: 'Węże, wariant',
    alien: 'Obcy',
    anglattack: 'Anglattack',
    six_nine: 'Sześć dziewięć',
    duel: 'Pojedynek',
    checkerboard: 'Szachownica',
    three_standard: 'Dla trzech',
    four_standard: 'Dla czterech',
  },
  mode: {
    two: 'Dwóch graczy',
    three: 'Trzech graczy',
    four: 'Czterech graczy',
    'four-consecutive': 'Czterech graczy, partnerzy po kolei',
  },
  modeText: {
    three: 'Każdy gra dla siebie. Kto odpada, zostawia swoje kule na planszy.',
    four: 'Partnerzy siedzą naprzeciw siebie i mogą pchać razem. Kolejka idzie dookoła planszy.',
    'four-consecutive': 'Partnerzy siedzą naprzeciw siebie i mogą pchać razem. Ruszają się jeden po drugim.',
  },
  players: {
    two: 'Dwóch',
    three: 'Trzech',
    four: 'Czterech',
    'four-consecutive': 'Czterech, parami',
  },
} satisfies Translation<typeof en>;
