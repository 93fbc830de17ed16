import type en from '../../en/home/home';
import type { Translation } from '../../message';

export default {
  home: {
    heading: 'Duw zes knikkers van het bord',
    text: 'Abalone met z’n tweeën, drieën of vieren: op een rij, in de meerderheid, duwen. Gratis, en zonder account.',
    start: 'Meteen beginnen',
    computer: 'Tegen de computer',
    computerColor: `{color, select,
      black {jij speelt zwart}
      white {jij speelt wit}
      red {jij speelt rood}
      yellow {jij speelt geel}
      random {willekeurige kleur}
    }`,
    computerChange: 'Wijzig',
    computerChangeText: 'Wijzig niveau, spelers, kleur en tijd',
    computerTooMany: 'Meer partijen tegen computers kun je niet tegelijk hebben. Speel een van je partijen uit, of geef haar op.',
    perMove: 'per zet',
    waiting: '{count, plural, one {# wacht} other {# wachten}}',
    join: 'Meteen meedoen',
    wait: 'Wachten tot iemand meedoet',
    friend: 'Met vrienden',
    local: 'Met twee aan één scherm',
    more: 'Meer opties',
    learn: 'Leer de regels',
    open: 'Open partijen',
    noneOpen: 'Er wacht nu niemand. Begin hierboven een partij: wie daarna hetzelfde wil, speelt met je mee.',
    live: 'Nu aan de gang',
    noneLive: 'Er is nu geen openbare partij aan de gang. De jouwe kan de eerste zijn.',
    moreLive: '{count, plural, one {en nog één} other {en nog #}}',
    seeking: 'Op zoek naar een tegenstander …',
    stillSeeking: 'Nog op zoek naar een tegenstander: {clock}',
    cancelSeek: 'Annuleren',
    own: 'Jouw partijen',
  },
} satisfies Translation<typeof en>;
