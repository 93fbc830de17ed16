import type en from '../../en/notifications/notifications';
import type { Translation } from '../../message';

export default {
  notifications: {
    gameStarted: 'Je partij is begonnen.',
    declined: '{name} heeft je uitdaging afgewezen.',
    declinedWhy: '{name} heeft je uitdaging afgewezen: {reason, select, later {nu niet} too_fast {te snel} too_slow {te langzaam} unrated {alleen partijen zonder rating} rated {alleen partijen met rating} other {liever een andere partij}}.',
    expired: 'Je uitdaging aan {name} is verlopen.',
    takenBack: '{name} heeft de uitdaging ingetrokken.',
    gamePaired: 'Je toernooipartij staat klaar.',
    open: 'Naar de partij',
    opens: 'Gaat automatisch open over {time}',
    stay: 'Hier blijven',
    challenges: 'Uitdagingen',
    invitations: 'Uitnodigingen',
    invited: '{name} nodigt je uit voor het toernooi “{tournament}”.',
    toInvitation: 'Bekijken',
    declineInvitation: 'Afslaan',
    fromClubs: 'Nieuws van je clubs',
    tournamentNews: '{tournament}: {text}',
    fromTournaments: 'Van je toernooien',
    toTournament: 'Naar het toernooi',
    clubNews: '{club}: “{title}”',
    toClub: 'Lezen',
    messages: 'Berichten',
    written: '{name} heeft je een bericht gestuurd.',
    toConversation: 'Lezen',
    announcement: 'Bericht van de beheerders:',
    announcedUntil: 'Tot {when}.',
    understood: 'Begrepen',
    seekFailed: 'De partij kon niet worden gestart. Probeer het opnieuw.',
  },
} satisfies Translation<typeof en>;
