import type en from '../en/setup';
import type { Translation } from '../message';

export default {
  terms: {
    mode: 'Gracze',
    layout: 'Ustawienie',
    clock: 'Tempo gry',
  },
  color: {
    black: 'Czarne',
    white: 'Białe',
    red: 'Czerwone',
    yellow: 'Żółte',
  },
  layout: {
    position: 'Z pozycji',
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
    snakes_variant: 'Węże (wariant)',
    alien: 'Obcy',
    anglattack: 'Anglattack',
    six_nine: 'Sześć dziewięć',
    duel: 'Pojedynek',
    checkerboard: 'Szachownica',
    three_standard: 'Standardowe dla trojga',
    four_standard: 'Standardowe dla czworga',
  },
  mode: {
    two: 'Dwoje graczy',
    three: 'Troje graczy',
    four: 'Czworo graczy',
    'four-consecutive': 'Czworo graczy, partnerzy po kolei',
  },
  modeText: {
    three: 'Każdy gra dla siebie. Kto odpada, zostawia swoje kule na planszy.',
    four: 'Partnerzy siedzą naprzeciw siebie i mogą pchać razem. Kolej idzie dookoła planszy.',
    'four-consecutive': 'Partnerzy siedzą naprzeciw siebie i mogą pchać razem. Grają zaraz po sobie.',
  },
  players: {
    two: 'Dwoje',
    three: 'Troje',
    four: 'Czworo',
    'four-consecutive': 'Czworo, partnerzy po kolei',
  },
} satisfies Translation<typeof en>;
