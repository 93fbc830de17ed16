import type { Translation } from '../../message';
import type en from '../../en/programs/mail';

export default {
  mail: {
    confirmSubject: '{title}: E-Mail-Adresse bestätigen',
    confirm: 'Hallo {name},\n\nmit diesem Code bestätigst du die E-Mail-Adresse deines Kontos auf {site}:\n\n{code}\n\nGib ihn innerhalb von {minutes} Minuten auf deiner Kontoseite ein. Hast du ihn nicht angefordert, kannst du diese E-Mail ignorieren.\n',
    resetSubject: '{title}: Passwort zurücksetzen',
    reset: 'Hallo {name},\n\njemand, wahrscheinlich du, möchte das Passwort deines Kontos auf {site} zurücksetzen. Hier wählst du ein neues. Der Link gilt einmal und {minutes} Minuten lang:\n\n{link}\n\nOder gib auf der Seite „Passwort zurücksetzen“ diesen Code ein: {code}\n\nWarst du es nicht, kannst du diese E-Mail ignorieren. Dein Passwort bleibt, wie es ist.\n',
    accountSubject: '{title}: dein Konto',
    account: 'Hallo {name},\n\nfür dich wurde auf {title} ein Konto angelegt: {site}. Dein Benutzername ist {name}. Hier wählst du dein Passwort. Der Link gilt einmal und {days} Tage lang:\n\n{link}\n\nOder gib auf der Seite „Passwort zurücksetzen“ diesen Code ein: {code}\n\nKennst du die Seite nicht, kannst du diese E-Mail ignorieren.\n',
    turnSubject: '{title}: Du bist am Zug',
    turn: 'Hallo {name},\n\nin deiner Partie mit {players} bist du am Zug:\n\n{link}\n\nDu bekommst diese E-Mail, weil du sie für diese Partie eingeschaltet hast. Dort kannst du sie unter dem Brett wieder ausschalten. Dein Konto ist auf {site}.\n',
  },
} satisfies Translation<typeof en>;
