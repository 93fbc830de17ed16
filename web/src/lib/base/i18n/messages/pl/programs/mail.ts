import type { Translation } from '../../message';
import type en from '../../en/programs/mail';

export default {
  mail: {
    confirmSubject: '{title}: potwierdź adres e-mail',
    confirm: 'Cześć {name},\n\noto kod, którym potwierdzisz adres e-mail swojego konta na {site}:\n\n{code}\n\nWpisz go na stronie konta w ciągu {minutes} minut. Jeśli to nie twoja prośba, możesz zignorować tę wiadomość.\n',
    resetSubject: '{title}: resetowanie hasła',
    reset: 'Cześć {name},\n\nktoś, prawdopodobnie ty, prosi o zresetowanie hasła do twojego konta na {site}. Tutaj ustawisz nowe. Link działa jeden raz, przez {minutes} minut:\n\n{link}\n\nMożesz też wpisać ten kod na stronie „Resetowanie hasła”: {code}\n\nJeśli to nie twoja prośba, możesz zignorować tę wiadomość. Hasło zostaje bez zmian.\n',
    accountSubject: '{title}: twoje konto',
    account: 'Cześć {name},\n\nadministrator serwisu {title} utworzył dla ciebie konto na {site}. Twoja nazwa użytkownika to {name}. Tutaj ustawisz hasło. Link działa jeden raz, przez {days} dni:\n\n{link}\n\nMożesz też wpisać ten kod na stronie „Resetowanie hasła”: {code}\n\nJeśli nie znasz tej strony, możesz zignorować tę wiadomość.\n',
    turnSubject: '{title}: twój ruch',
    turn: 'Cześć {name},\n\nw partii, w której grasz z {players}, kolej na ciebie:\n\n{link}\n\nDostajesz tę wiadomość, bo włączono ją w tej partii. Możesz ją tam wyłączyć, pod planszą. Twoje konto jest na {site}.\n',
  },
} satisfies Translation<typeof en>;
