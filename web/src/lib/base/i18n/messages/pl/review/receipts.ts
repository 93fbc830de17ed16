import type en from '../../en/review/receipts';
import type { Translation } from '../../message';

export default {
  receipts: {
    title: 'Sprawdź poświadczenie',
    text: 'Gdy kończy się partia lub turniej, serwer podpisuje poświadczenie. Dzięki niemu można później wykazać, że ruchy, czasy i wynik nie zostały zmienione. Ta strona sprawdza je w twojej przeglądarce, także bez połączenia.',
    file: 'Wybierz plik',
    paste: 'Poświadczenie',
    pasteHint: 'Wklej cały tekst, od pierwszej do ostatniej linii.',
    check: 'Sprawdź',
    genuine: 'Poświadczenie jest autentyczne',
    signedBy: 'Podpis: {name}',
    key: 'Klucz {id}',
    won: 'Wygrana: {colors}',
    noWinner: 'Bez zwycięzcy',
    moves: '{count, plural, one {# ruch} few {# ruchy} many {# ruchów} other {# ruchu}}',
    unrated: 'Nierankingowa',
    ratings: 'Rankingi',
    ended: 'Koniec: {when}',
    participants: '{count, plural, one {# uczestnik} few {# uczestników} many {# uczestników} other {# uczestnika}}',
    games: '{count, plural, one {# partia} few {# partie} many {# partii} other {# partii}}',
    toGame: 'Obejrzyj partię',
    toTournament: 'Pokaż turniej',
    save: 'Zapisz poświadczenie',
    forged: 'To poświadczenie jest nieważne.',
    form: 'To nie jest poświadczenie albo brakuje jego części.',
    unknownKey: 'Nie podpisano go kluczem tego serwera.',
    signature: 'Zmieniono je po podpisaniu przez serwer.',
    none: 'Nie ma poświadczenia. Powstaje kilka sekund po zakończeniu; zaimportowane partie i odwołane turnieje go nie mają.',
    noKeys: 'Ta przeglądarka nie zna jeszcze kluczy serwera. Otwórz tę stronę raz, gdy masz połączenie.',
  },
} satisfies Translation<typeof en>;
