import type { Translation } from '../../message';
import type en from '../../en/account/sanctions';

export default {
  sanction: {
    heading: '{kind, select, ban {Je bent verbannen} mute {Je bent gedempt} other {{kind}}}',
    bannedAccount: 'De moderatoren hebben je account verbannen.',
    bannedNetwork: 'De moderatoren hebben het netwerk verbannen dat je gebruikt, niet je account.',
    why: 'Reden: {reason}',
    until: 'Dit eindigt op {when}.',
    endless: 'Dit heeft geen einddatum.',
    over: 'Dit is voorbij.',
    waiting: 'Je bezwaar van {when} wacht op een antwoord. Je vindt het hier.',
    outcome: '{outcome, select, lift {Je bezwaar is toegekend: de maatregel is opgeheven.} shorten {Je bezwaar is deels toegekend: de maatregel is verkort.} keep {Je bezwaar is afgewezen.} other {{outcome}}}',
    answer: 'Antwoord van de moderatoren',
    appeal: 'Bezwaar',
    appealText: 'Leg de moderatoren uit waarom dit onjuist is of eerder moet eindigen. Als er een andere moderator is, antwoordt degene die dit heeft besloten niet.',
    words: 'Je redenen',
    send: 'Bezwaar versturen',
    again: 'Vanaf {when} kun je opnieuw bezwaar maken.',
    expired: 'Dit formulier is verlopen. Log opnieuw in om bezwaar te maken.',
    back: 'Terug naar inloggen',
    transparency: 'Moderatie in cijfers',
  },
} as const satisfies Translation<typeof en>;
