import type en from '../../en/notifications/notifications';
import type { Translation } from '../../message';

export default {
  notifications: {
    gameStarted: 'Rozpoczęła się twoja partia.',
    declined: '{name} odmawia.',
    declinedWhy: '{name} odmawia: {reason, select, later {nie teraz} too_fast {za szybko} too_slow {za wolno} unrated {bez rankingu} rated {tylko rankingowe} other {raczej inna gra}}.',
    expired: 'Wyzwanie straciło ważność: {name}.',
    takenBack: '{name} wycofuje wyzwanie.',
    gamePaired: 'Twoja partia turniejowa jest gotowa.',
    open: 'Otwórz planszę',
    opens: 'Otworzy się sama za {time}',
    stay: 'Zostań tutaj',
    challenges: 'Wyzwania',
    invitations: 'Zaproszenia',
    invited: 'Zaproszenie na turniej „{tournament}” od: {name}.',
    toInvitation: 'Zobacz',
    declineInvitation: 'Odrzuć',
    announcement: 'Słowo od tych, którzy prowadzą ten serwer:',
    announcedUntil: 'Do {when}.',
    understood: 'Rozumiem',
    seekFailed: 'Nic z tego nie wyszło. Spróbuj jeszcze raz.',
  },
} satisfies Translation<typeof en>;
