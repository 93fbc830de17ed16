import type { Translation } from '../../message';
import type en from '../../en/account/sanctions';

export default {
  sanction: {
    heading: '{kind, select, ban {Je bent verbannen} mute {Je bent gedempt} other {{kind}}}',
    bannedAccount: 'De moderatoren hebben je account verbannen.',
    bannedNetwork: 'De moderatoren hebben het netwerk geblokkeerd dat je gebruikt, niet je account.',
    why: 'Reden: {reason}',
    until: 'Eindigt op {when}.',
    endless: 'Zonder einddatum.',
    over: 'Dit geldt niet meer.',
    waiting: 'Je bezwaar van {when} wacht op een antwoord. Je vindt het hier.',
    outcome: '{outcome, select, lift {Je bezwaar is toegekend: de maatregel is opgeheven.} shorten {Je bezwaar is deels toegekend: de maatregel is verkort.} keep {Je bezwaar is afgewezen.} other {{outcome}}}',
    answer: 'Antwoord van de moderatoren',
    appeal: 'Bezwaar',
    appealText: 'Leg de moderatoren uit waarom dit onjuist is of eerder moet eindigen. Zo mogelijk antwoordt een moderator die er niet bij betrokken was.',
    words: 'Je redenen',
    send: 'Bezwaar versturen',
    again: 'Vanaf {when} kun je opnieuw bezwaar maken.',
    expired: 'Dit formulier is verlopen. Log opnieuw in om bezwaar te maken.',
    back: 'Terug naar inloggen',
    transparency: 'Moderatie in cijfers',
  },
} as const satisfies Translation<typeof en>;
