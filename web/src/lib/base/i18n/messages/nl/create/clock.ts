import type en from '../../en/create/clock';
import type { Translation } from '../../message';

export default {
  clockKind: {
    sudden_death: 'Vaste tijd',
    fischer: 'Increment (Fischer)',
    bronstein: 'Bronstein-vertraging',
    delay: 'Gewone vertraging',
    per_move: 'Tijd per zet',
    per_game: 'Eén limiet voor de hele partij',
  },
  clockSeconds: {
    fischer: 'Increment (seconden)',
    bronstein: 'Vertraging (seconden)',
    delay: 'Vertraging (seconden)',
  },
  clockUnit: {
    second: 'Seconden',
    minute: 'Minuten',
    hour: 'Uren',
    day: 'Dagen',
  },
  clockText: {
    sudden_death: 'Iedereen heeft zoveel tijd voor de hele partij. Is je tijd om, dan verlies je.',
    fischer: 'Na elke zet komt er zoveel tijd bij op je klok.',
    bronstein: 'Na elke zet krijg je de gebruikte tijd terug, hoogstens zoveel. Tijd winnen kan niet.',
    delay: 'Elke beurt begint je klok pas na deze tijd te lopen.',
    per_move: 'Zoveel tijd heb je voor elke zet, tot 14 dagen.',
    per_game: 'Is de tijd om, dan wint wie meer knikkers van het bord heeft geduwd. Bij evenveel is het remise.',
  },
  clockField: {
    custom: 'Eigen',
    minutes: 'Minuten per speler',
    kind: 'Soort klok',
    minutesInAll: 'Minuten in totaal',
    count: 'Tijd per zet',
    unit: 'Eenheid',
  },
} satisfies Translation<typeof en>;
