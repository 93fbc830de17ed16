import type en from '../../en/create/clock';
import type { Translation } from '../../message';

export default {
  clockKind: {
    sudden_death: 'Vaste tijd',
    fischer: 'Met toeslag (Fischer)',
    bronstein: 'Met teruggave (Bronstein)',
    delay: 'Met uitstel',
    per_move: 'Per zet',
    per_game: 'Eén klok voor de partij',
  },
  clockSeconds: {
    fischer: 'Seconden erbij per zet',
    bronstein: 'Hoogstens seconden terug',
    delay: 'Seconden uitstel',
  },
  clockUnit: {
    second: 'Seconden',
    minute: 'Minuten',
    hour: 'Uren',
    day: 'Dagen',
  },
  clockText: {
    sudden_death: 'Iedereen heeft deze tijd voor de hele partij. Wie er doorheen is, verliest.',
    fischer: 'Na elke zet komt er tijd bij, gebruikt of niet.',
    bronstein: 'Na elke zet komt de gebruikte tijd terug, tot deze grens. Tijd winnen kan niet.',
    delay: 'Elke beurt begint de klok pas na deze seconden te lopen.',
    per_move: 'Elke zet heeft deze tijd, tot 14 dagen.',
    per_game: 'Is die om, dan wint wie meer knikkers van het bord heeft geduwd; bij evenveel is het remise.',
  },
} satisfies Translation<typeof en>;
