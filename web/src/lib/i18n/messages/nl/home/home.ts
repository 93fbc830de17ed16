import type en from '../../en/home/home';
import type { Translation } from '../../message';

export default {
  home: {
    heading: 'Duw zes knikkers van het bord',
    text: 'Abalone met z’n tweeën, drieën of vieren: op een rij, in de meerderheid, duwen. Gratis, en zonder account.',
    start: 'Meteen beginnen',
    perMove: 'per zet',
    waiting: '{count, plural, one {# wacht} other {# wachten}}',
    join: 'Meteen meedoen',
    wait: 'Wachten tot iemand meedoet',
    friend: 'Met vrienden',
    local: 'Met twee aan één scherm',
    more: 'Meer mogelijkheden',
    learn: 'Leer de regels',
    open: 'Open partijen',
    noneOpen: 'Er wacht nu niemand. Begin hierboven een partij: wie daarna hetzelfde wil, speelt met je mee.',
    live: 'Nu aan de gang',
    noneLive: 'Er is nu geen openbare partij aan de gang. De jouwe kan de eerste zijn.',
    moreLive: '{count, plural, one {en nog één} other {en nog #}}',
    own: 'Jouw partijen',
  },
} satisfies Translation<typeof en>;
