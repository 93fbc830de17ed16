import type en from '../../en/notifications/notifications';
import type { Translation } from '../../message';

export default {
  notifications: {
    gameStarted: 'Een partij van jou is begonnen.',
    declined: '{name} weigert.',
    declinedWhy: '{name} weigert: {reason, select, later {nu niet} too_fast {te snel} too_slow {te langzaam} unrated {zonder rating} rated {alleen met rating} other {liever een ander spel}}.',
    expired: 'De uitdaging aan {name} is verlopen.',
    takenBack: '{name} heeft de uitdaging ingetrokken.',
    gamePaired: 'Je toernooipartij is ingedeeld.',
    open: 'Bord openen',
    opens: 'Het gaat vanzelf open over {time}',
    stay: 'Hier blijven',
    challenges: 'Uitdagingen',
    invitations: 'Uitnodigingen',
    invited: '{name} nodigt je uit voor het toernooi ‘{tournament}’.',
    toInvitation: 'Bekijken',
    declineInvitation: 'Afslaan',
    announcement: 'Een bericht van wie deze server beheert:',
    announcedUntil: 'Tot {when}.',
    understood: 'Begrepen',
    seekFailed: 'Daar is geen partij van gekomen. Probeer het nog eens.',
  },
} satisfies Translation<typeof en>;
