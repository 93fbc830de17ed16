import type { Translation } from '../../message';
import type en from '../../en/site/site';

export default {
  site: {
    imprint: 'Nota prawna',
    privacy: 'Prywatność',
    terms: 'Regulamin',
    footer: 'O serwisie',
    missing: 'W tym serwisie nie ma takiej strony.',
  },
  privacy: {
    intro: 'Ten serwis działa na Sumito, wolnym programie do gry w Abalone. Operator nie dodał własnej informacji o prywatności. Poniżej opisujemy, co przechowuje program.',
    noTrackers: 'Bez śledzenia',
    noTrackersText: 'Serwis nie wczytuje niczego z innych witryn: żadnych reklam, statystyk ani czcionek. To, co tu robisz, trafia tylko na ten serwer.',
    cookies: 'Plik cookie i pamięć przeglądarki',
    cookiesText: 'Jeden plik cookie podtrzymuje logowanie albo pozwala rozpoznać cię jako tego samego gościa. Powstaje przy pierwszej grze lub logowaniu. Ustawienia, postępy w lekcjach i część zadań zostają w twojej przeglądarce.',
    stored: 'Co jest przechowywane',
    sessions: 'Sesje: nazwa przeglądarki i adres IP, z którego się zalogowano. Wygasają {days, plural, one {# dzień} few {# dni} many {# dni} other {# dnia}} po ostatnim użyciu. Blokady moderatorów mogą dotyczyć całej sieci.',
    guests: 'Goście: losowa nazwa. Gość, który nie zagrał, jest usuwany {days, plural, one {# dzień} few {# dni} many {# dni} other {# dnia}} po ostatniej wizycie.',
    account: 'Konta: nazwa użytkownika, skrót hasła i to, co dodasz: tekst, kraj, zdjęcie, znajomi, notatki, studia, tokeny API, webhooki. Są przechowywane, dopóki nie usuniesz konta.',
    games: 'Partie: gracze, ruchy, czasy i wyniki, z rankingami i statystykami. Zakończone partie zostają na stałe, bo należą też do przeciwników. Gdy usuniesz konto, znika z nich twoja nazwa.',
    chat: 'Wiadomości czatu są usuwane po {days, plural, one {# dniu} few {# dniach} many {# dniach} other {# dnia}}.',
    reports: '{days, plural, =0 {Zgłoszenia do moderatorów i ich decyzje są przechowywane.} one {Zgłoszenia są usuwane # dzień po zamknięciu. Dziennik moderatorów zostaje.} few {Zgłoszenia są usuwane # dni po zamknięciu. Dziennik moderatorów zostaje.} many {Zgłoszenia są usuwane # dni po zamknięciu. Dziennik moderatorów zostaje.} other {Zgłoszenia są usuwane # dnia po zamknięciu. Dziennik moderatorów zostaje.}}',
    mail: 'E-mail: jeśli podasz adres, serwer używa go tylko do wiadomości, o które prosisz. Widzą go administratorzy.',
    push: 'Powiadomienia: jeśli je włączysz, serwer wysyła je zaszyfrowane przez usługę producenta twojej przeglądarki.',
    rights: 'Twoje prawa',
    rightsText: 'Na stronie konta możesz pobrać wszystko, co o tobie przechowujemy, zmienić to i usunąć konto. W innych sprawach zwróć się do operatora serwisu.',
  },
} as const satisfies Translation<typeof en>;
