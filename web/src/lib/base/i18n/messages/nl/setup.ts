import type en from '../en/setup';
import type { Translation } from '../message';

export default {
  terms: {
    mode: 'Spelers',
    layout: 'Opstelling',
    clock: 'Bedenktijd',
  },
  color: {
    black: 'Zwart',
    white: 'Wit',
    red: 'Rood',
    yellow: 'Geel',
  },
  layout: {
    position: 'Vanuit een stelling',
    standard: 'Standaard',
    belgian_daisy: 'Belgisch madeliefje',
    german_daisy: 'Duits madeliefje',
    dutch_daisy: 'Nederlands madeliefje',
    swiss_daisy: 'Zwitsers madeliefje',
    domination: 'Overheersing',
    the_wall: 'De muur',
    fujiyama: 'Fuji',
    star: 'Ster',
    face_to_face: 'Oog in oog',
    alliances: 'Bondgenoten',
    atomouche: 'Atomouche',
    centrifuge: 'Centrifuge',
    snakes: 'Slangen',
    snakes_variant: 'Slangen (variant)',
    alien: 'Alien',
    anglattack: 'Anglattack',
    six_nine: 'Zes negen',
    duel: 'Duel',
    checkerboard: 'Dambord',
    three_standard: 'Standaard voor drie',
    four_standard: 'Standaard voor vier',
  },
  mode: {
    two: 'Twee spelers',
    three: 'Drie spelers',
    four: 'Vier spelers',
    'four-consecutive': 'Vier spelers, partners na elkaar',
  },
  modeText: {
    three: 'Iedereen speelt voor zich. Wie eruit ligt, laat de eigen knikkers op het bord.',
    four: 'Partners zitten tegenover elkaar en kunnen samen duwen. De beurt gaat het bord rond.',
    'four-consecutive': 'Partners zitten tegenover elkaar en kunnen samen duwen. Ze zetten direct na elkaar.',
  },
  players: {
    two: 'Twee',
    three: 'Drie',
    four: 'Vier',
    'four-consecutive': 'Vier, partners na elkaar',
  },
} satisfies Translation<typeof en>;
