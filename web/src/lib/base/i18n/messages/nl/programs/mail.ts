import type { Translation } from '../../message';
import type en from '../../en/programs/mail';

export default {
  mail: {
    confirmSubject: '{title}: bevestig je e-mailadres',
    confirm: 'Hallo {name},\n\nmet deze code bevestig je het e-mailadres van je account op {site}:\n\n{code}\n\nVul hem binnen {minutes} minuten in op je accountpagina. Heb je er niet om gevraagd, dan kun je deze e-mail negeren.\n',
    resetSubject: '{title}: wachtwoord opnieuw instellen',
    reset: 'Hallo {name},\n\niemand, waarschijnlijk jij, wil het wachtwoord van je account op {site} opnieuw instellen. Hier kies je een nieuw wachtwoord. De link werkt één keer, {minutes} minuten lang:\n\n{link}\n\nOf vul deze code in op de pagina “Wachtwoord opnieuw instellen”: {code}\n\nWas jij het niet, dan kun je deze e-mail negeren. Je wachtwoord blijft zoals het is.\n',
    accountSubject: '{title}: je account',
    account: 'Hallo {name},\n\neen beheerder van {title} heeft een account voor je gemaakt op {site}. Je gebruikersnaam is {name}. Hier kies je je wachtwoord. De link werkt één keer, {days} dagen lang:\n\n{link}\n\nOf vul deze code in op de pagina “Wachtwoord opnieuw instellen”: {code}\n\nKen je de site niet, dan kun je deze e-mail negeren.\n',
    turnSubject: '{title}: jij bent aan zet',
    turn: 'Hallo {name},\n\nin je partij met {players} ben jij aan zet:\n\n{link}\n\nJe krijgt deze e-mail omdat je hem voor deze partij hebt aangezet. Daar kun je hem onder het bord weer uitzetten. Je account staat op {site}.\n',
  },
} satisfies Translation<typeof en>;
