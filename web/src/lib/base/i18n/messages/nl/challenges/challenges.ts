import type en from '../../en/challenges/challenges';
import type { Translation } from '../../message';

export default {
  challenges: {
    title: '{name} uitdagen',
    counterTitle: '{name} een andere partij voorstellen',
    from: '{name} daagt je uit',
    countered: '{name} stelt een andere partij voor',
    to: 'Je hebt {name} uitgedaagd',
    rated: 'met rating',
    unrated: 'zonder rating',
    rate: 'Met rating',
    allowVacations: 'Vakantie toestaan',
    vacations: 'met vakantie',
    color: '{color, select, black {jij speelt zwart} white {jij speelt wit} red {jij speelt rood} yellow {jij speelt geel}}',
    send: 'Uitdagen',
    accept: 'Aannemen',
    decline: 'Afwijzen',
    counter: 'Iets anders voorstellen',
    cancel: 'Intrekken',
    why_later: 'Nu niet',
    why_too_fast: 'Te snel',
    why_too_slow: 'Te langzaam',
    why_unrated: 'Alleen zonder rating',
    why_rated: 'Alleen met rating',
    why_different: 'Een andere partij',
    noReason: 'Zonder reden',
  },
} satisfies Translation<typeof en>;
