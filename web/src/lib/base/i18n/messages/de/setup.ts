import type en from '../en/setup';
import type { Translation } from '../message';

export default {
  terms: {
    mode: 'Spieler',
    layout: 'Aufstellung',
    clock: 'Bedenkzeit',
  },
  color: {
    black: 'Schwarz',
    white: 'Weiß',
    red: 'Rot',
    yellow: 'Gelb',
  },
  layout: {
    position: 'Aus einer Stellung',
    standard: 'Standard',
    belgian_daisy: 'Belgische Daisy',
    german_daisy: 'Deutsche Daisy',
    dutch_daisy: 'Holländische Daisy',
    swiss_daisy: 'Schweizer Daisy',
    domination: 'Domination',
    the_wall: 'Die Mauer',
    fujiyama: 'Fujiyama',
    star: 'Stern',
    face_to_face: 'Auge in Auge',
    alliances: 'Allianzen',
    atomouche: 'Atomouche',
    centrifuge: 'Zentrifuge',
    snakes: 'Schlangen',
    snakes_variant: 'Schlangen (Variante)',
    alien: 'Alien',
    anglattack: 'Anglattack',
    six_nine: 'Sechs neun',
    duel: 'Duell',
    checkerboard: 'Schachbrett',
    three_standard: 'Standard zu dritt',
    four_standard: 'Standard zu viert',
  },
  mode: {
    two: 'Zu zweit',
    three: 'Zu dritt',
    four: 'Zu viert',
    'four-consecutive': 'Zu viert, Partner nacheinander',
  },
  modeText: {
    three: 'Alle spielen für sich. Wer ausscheidet, lässt die eigenen Kugeln auf dem Brett liegen.',
    four: 'Partner sitzen sich gegenüber und können gemeinsam schieben. Gezogen wird reihum.',
    'four-consecutive': 'Partner sitzen sich gegenüber und können gemeinsam schieben. Sie ziehen direkt nacheinander.',
  },
  players: {
    two: 'Zwei',
    three: 'Drei',
    four: 'Vier',
    'four-consecutive': 'Vier, Partner nacheinander',
  },
} satisfies Translation<typeof en>;
