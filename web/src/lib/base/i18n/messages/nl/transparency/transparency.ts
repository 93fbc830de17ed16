import type { Translation } from '../../message';
import type en from '../../en/transparency/transparency';

export default {
  transparency: {
    title: 'Moderatie in cijfers',
    text: 'Wat spelers de afgelopen maanden hebben gemeld en wat de moderatoren hebben besloten. De lopende maand ontbreekt, en kleine aantallen staan er niet bij, zodat niemand herkenbaar is.',
    none: 'Er is nog niets te tonen.',
    few: 'minder dan drie',
    reports: 'Meldingen van spelers',
    closed: 'Gesloten meldingen',
    time: 'De helft gesloten binnen',
    bans: 'Verbanningen',
    mutes: 'Dempingen',
    appeals: 'Bezwaren',
    lifted: 'Opgeheven na bezwaar',
    shortened: 'Verkort na bezwaar',
    kept: 'Afgewezen bezwaren',
  },
} as const satisfies Translation<typeof en>;
