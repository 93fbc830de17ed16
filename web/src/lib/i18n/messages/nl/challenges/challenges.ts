import type en from '../../en/challenges/challenges';
import type { Translation } from '../../message';

export default {
  challenges: {
    title: '{name} uitdagen',
    counterTitle: '{name} iets anders voorstellen',
    from: '{name} daagt je uit',
    countered: '{name} speelt liever dit',
    to: 'Je hebt {name} uitgedaagd',
    rated: 'telt mee',
    unrated: 'telt niet mee',
    rate: 'Telt mee voor de rating',
    color: '{color, select, black {jij speelt zwart} white {jij speelt wit} red {jij speelt rood} yellow {jij speelt geel}}',
    send: 'Versturen',
    accept: 'Spelen',
    decline: 'Weigeren',
    counter: 'Iets anders voorstellen',
    cancel: 'Intrekken',
    why_later: 'Nu niet',
    why_too_fast: 'Te snel',
    why_too_slow: 'Te langzaam',
    why_unrated: 'Zonder rating',
    why_rated: 'Alleen met rating',
    why_different: 'Een ander spel',
    noReason: 'Zonder reden',
  },
} satisfies Translation<typeof en>;
