import type en from '../../en/home/home';
import type { Translation } from '../../message';

export default {
  home: {
    heading: 'Duw zes knikkers van het bord',
    text: 'Abalone met z’n tweeën, drieën of vieren: op een rij, in de meerderheid, duwen.',
    free: 'Gratis en zonder account.',
    start: 'Nu spelen',
    computer: 'Tegen de computer',
    computerColor: `{color, select,
      black {jij speelt zwart}
      white {jij speelt wit}
      red {jij speelt rood}
      yellow {jij speelt geel}
      random {willekeurige kleur}
    }`,
    computerChange: 'Wijzigen',
    computerChangeText: 'Niveau, spelers, kleur en tijd wijzigen',
    computerTooMany: 'Meer partijen tegen de computer kun je niet tegelijk hebben. Speel er eerst een uit, of geef die op.',
    perMove: 'per zet',
    waiting: '{count, plural, one {# wacht} other {# wachten}}',
    join: 'Nu meedoen',
    wait: 'Tegenstander zoeken',
    friend: 'Met vrienden',
    local: 'Op één apparaat',
    more: 'Meer opties',
    learn: 'Leer de regels',
    open: 'Open partijen',
    noneOpen: 'Geen open partijen. Begin er hierboven een, dan koppelen we je aan de volgende speler.',
  },
} satisfies Translation<typeof en>;
