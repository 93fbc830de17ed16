import type en from '../../en/notifications/notifications';
import type { Translation } from '../../message';

export default {
  notifications: {
    gameStarted: 'Eine deiner Partien hat begonnen.',
    declined: '{name} lehnt ab.',
    declinedWhy: '{name} lehnt ab: {reason, select, later {jetzt nicht} too_fast {zu schnell} too_slow {zu langsam} unrated {nicht gewertet} rated {nur gewertet} other {lieber ein anderes Spiel}}.',
    expired: 'Die Herausforderung an {name} ist abgelaufen.',
    takenBack: '{name} hat die Herausforderung zurückgenommen.',
    gamePaired: 'Deine Turnierpartie ist ausgelost.',
    open: 'Brett öffnen',
    opens: 'Es öffnet sich von selbst in {time}',
    stay: 'Hier bleiben',
    challenges: 'Herausforderungen',
    invitations: 'Einladungen',
    invited: '{name} lädt dich zum Turnier „{tournament}“ ein.',
    toInvitation: 'Ansehen',
    declineInvitation: 'Ablehnen',
    announcement: 'Ein Wort von denen, die diesen Server betreiben:',
    announcedUntil: 'Bis {when}.',
    understood: 'Verstanden',
    seekFailed: 'Daraus ist keine Partie geworden. Versuch es noch einmal.',
  },
} satisfies Translation<typeof en>;
