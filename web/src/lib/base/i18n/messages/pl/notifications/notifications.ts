import type en from '../../en/notifications/notifications';
import type { Translation } from '../../message';

export default {
  notifications: {
    gameStarted: 'Twoja partia się zaczęła.',
    declined: '{name} odrzuca twoje wyzwanie.',
    declinedWhy: '{name} odrzuca twoje wyzwanie: {reason, select, later {nie teraz} too_fast {za szybko} too_slow {za wolno} unrated {tylko partie bez rankingu} rated {tylko partie rankingowe} other {raczej inna partia}}.',
    expired: 'Twoje wyzwanie wygasło: {name}.',
    takenBack: '{name} anuluje wyzwanie.',
    gamePaired: 'Twoja partia turniejowa jest gotowa.',
    open: 'Przejdź do partii',
    opens: 'Otworzy się automatycznie za {time}',
    stay: 'Zostań tutaj',
    challenges: 'Wyzwania',
    invitations: 'Zaproszenia',
    invited: 'Zaproszenie na turniej „{tournament}” od: {name}.',
    toInvitation: 'Zobacz',
    declineInvitation: 'Odrzuć',
    fromClubs: 'Wieści z twoich klubów',
    tournamentNews: '{tournament}: {text}',
    fromTournaments: 'Z twoich turniejów',
    toTournament: 'Do turnieju',
    clubNews: '{club}: „{title}”',
    toClub: 'Przeczytaj',
    messages: 'Wiadomości',
    written: 'Nowa wiadomość od gracza {name}.',
    toConversation: 'Przeczytaj',
    announcement: 'Wiadomość od administratorów:',
    announcedUntil: 'Do {when}.',
    understood: 'Rozumiem',
    seekFailed: 'Partii nie udało się rozpocząć. Spróbuj ponownie.',
  },
} satisfies Translation<typeof en>;
