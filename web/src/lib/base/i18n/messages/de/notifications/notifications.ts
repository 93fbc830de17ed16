import type en from '../../en/notifications/notifications';
import type { Translation } from '../../message';

export default {
  notifications: {
    gameStarted: 'Deine Partie hat begonnen.',
    declined: '{name} hat deine Herausforderung abgelehnt.',
    declinedWhy: '{name} hat deine Herausforderung abgelehnt: {reason, select, later {jetzt nicht} too_fast {zu schnell} too_slow {zu langsam} unrated {nur ungewertete Partien} rated {nur gewertete Partien} other {lieber eine andere Partie}}.',
    expired: 'Deine Herausforderung an {name} ist abgelaufen.',
    takenBack: '{name} hat die Herausforderung zurückgezogen.',
    gamePaired: 'Deine Turnierpartie ist bereit.',
    open: 'Zur Partie',
    opens: 'Öffnet sich automatisch in {time}',
    stay: 'Hier bleiben',
    challenges: 'Herausforderungen',
    invitations: 'Einladungen',
    invited: '{name} lädt dich zum Turnier „{tournament}“ ein.',
    toInvitation: 'Ansehen',
    declineInvitation: 'Ablehnen',
    fromClubs: 'Neues aus deinen Clubs',
    tournamentNews: '{tournament}: {text}',
    fromTournaments: 'Aus deinen Turnieren',
    toTournament: 'Zum Turnier',
    clubNews: '{club}: „{title}“',
    toClub: 'Lesen',
    messages: 'Nachrichten',
    written: '{name} hat dir geschrieben.',
    toConversation: 'Lesen',
    announcement: 'Mitteilung der Betreiber:',
    announcedUntil: 'Bis {when}.',
    understood: 'Verstanden',
    seekFailed: 'Die Partie konnte nicht gestartet werden. Versuch es noch einmal.',
  },
} satisfies Translation<typeof en>;
