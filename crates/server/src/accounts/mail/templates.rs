//! Texts of emails.

use super::EmailKind;
use sumito_kit::language::Language;

/// Subject and text with `{placeholders}`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Template {
    pub(super) subject: &'static str,
    pub(super) text: &'static str,
}

/// Returns the texts of an email.
#[expect(clippy::too_many_lines, reason = "a table of texts")]
pub(super) fn of(language: Language, purpose: &EmailKind) -> Template {
    let (subject, text) = match (language, purpose) {
        (Language::En, EmailKind::Confirm(_)) => (
            "{title}: confirm your email address",
            "Hi {name},\n\n\
             Here’s the code to confirm the email address of your account at {site}:\n\n\
             {code}\n\n\
             Enter it on your account page within {minutes} minutes. If you didn’t ask for it, you can ignore this email.\n",
        ),
        (Language::En, EmailKind::Reset(_)) => (
            "{title}: reset your password",
            "Hi {name},\n\n\
             Someone, probably you, asked to reset the password of your account at {site}. Choose a new one here. The link \
             works once, for {minutes} minutes:\n\n\
             {link}\n\n\
             Or enter this code on the Reset password page: {code}\n\n\
             If it wasn’t you, you can ignore this email. Your password stays the same.\n",
        ),
        (Language::De, EmailKind::Confirm(_)) => (
            "{title}: E-Mail-Adresse bestätigen",
            "Hallo {name},\n\n\
             mit diesem Code bestätigst du die E-Mail-Adresse deines Kontos auf {site}:\n\n\
             {code}\n\n\
             Gib ihn innerhalb von {minutes} Minuten auf deiner Kontoseite ein. Hast du ihn nicht angefordert, kannst du diese \
             E-Mail ignorieren.\n",
        ),
        (Language::De, EmailKind::Reset(_)) => (
            "{title}: Passwort zurücksetzen",
            "Hallo {name},\n\n\
             jemand, wahrscheinlich du, möchte das Passwort deines Kontos auf {site} zurücksetzen. Hier wählst du ein neues. Der \
             Link gilt einmal und {minutes} Minuten lang:\n\n\
             {link}\n\n\
             Oder gib auf der Seite „Passwort zurücksetzen“ diesen Code ein: {code}\n\n\
             Warst du es nicht, kannst du diese E-Mail ignorieren. Dein Passwort bleibt, wie es ist.\n",
        ),
        (Language::Pl, EmailKind::Confirm(_)) => (
            "{title}: potwierdź adres e-mail",
            "Cześć {name},\n\n\
             oto kod, którym potwierdzisz adres e-mail swojego konta na {site}:\n\n\
             {code}\n\n\
             Wpisz go na stronie konta w ciągu {minutes} minut. Jeśli to nie twoja prośba, możesz zignorować tę wiadomość.\n",
        ),
        (Language::Pl, EmailKind::Reset(_)) => (
            "{title}: resetowanie hasła",
            "Cześć {name},\n\n\
             ktoś, prawdopodobnie ty, prosi o zresetowanie hasła do twojego konta na {site}. Tutaj ustawisz nowe. Link działa \
             jeden raz, przez {minutes} minut:\n\n\
             {link}\n\n\
             Możesz też wpisać ten kod na stronie „Resetowanie hasła”: {code}\n\n\
             Jeśli to nie twoja prośba, możesz zignorować tę wiadomość. Hasło zostaje bez zmian.\n",
        ),
        (Language::Nl, EmailKind::Confirm(_)) => (
            "{title}: bevestig je e-mailadres",
            "Hallo {name},\n\n\
             met deze code bevestig je het e-mailadres van je account op {site}:\n\n\
             {code}\n\n\
             Vul hem binnen {minutes} minuten in op je accountpagina. Heb je er niet om gevraagd, dan kun je deze e-mail \
             negeren.\n",
        ),
        (Language::Nl, EmailKind::Reset(_)) => (
            "{title}: wachtwoord opnieuw instellen",
            "Hallo {name},\n\n\
             iemand, waarschijnlijk jij, wil het wachtwoord van je account op {site} opnieuw instellen. Hier kies je een nieuw \
             wachtwoord. De link werkt één keer, {minutes} minuten lang:\n\n\
             {link}\n\n\
             Of vul deze code in op de pagina “Wachtwoord opnieuw instellen”: {code}\n\n\
             Was jij het niet, dan kun je deze e-mail negeren. Je wachtwoord blijft zoals het is.\n",
        ),
        (Language::En, EmailKind::Account { .. }) => (
            "{title}: your account",
            "Hi {name},\n\n\
             An administrator of {title} has created an account for you at {site}. Your username is {name}. Choose your \
             password here. The link works once, for {days} days:\n\n\
             {link}\n\n\
             Or enter this code on the Reset password page: {code}\n\n\
             If you don’t know the site, you can ignore this email.\n",
        ),
        (Language::De, EmailKind::Account { .. }) => (
            "{title}: dein Konto",
            "Hallo {name},\n\n\
             für dich wurde auf {title} ein Konto angelegt: {site}. Dein Benutzername ist {name}. Hier wählst du dein Passwort. \
             Der Link gilt einmal und {days} Tage lang:\n\n\
             {link}\n\n\
             Oder gib auf der Seite „Passwort zurücksetzen“ diesen Code ein: {code}\n\n\
             Kennst du die Seite nicht, kannst du diese E-Mail ignorieren.\n",
        ),
        (Language::Pl, EmailKind::Account { .. }) => (
            "{title}: twoje konto",
            "Cześć {name},\n\n\
             administrator serwisu {title} utworzył dla ciebie konto na {site}. Twoja nazwa użytkownika to {name}. Tutaj \
             ustawisz hasło. Link działa jeden raz, przez {days} dni:\n\n\
             {link}\n\n\
             Możesz też wpisać ten kod na stronie „Resetowanie hasła”: {code}\n\n\
             Jeśli nie znasz tej strony, możesz zignorować tę wiadomość.\n",
        ),
        (Language::Nl, EmailKind::Account { .. }) => (
            "{title}: je account",
            "Hallo {name},\n\n\
             een beheerder van {title} heeft een account voor je gemaakt op {site}. Je gebruikersnaam is {name}. Hier kies je je \
             wachtwoord. De link werkt één keer, {days} dagen lang:\n\n\
             {link}\n\n\
             Of vul deze code in op de pagina “Wachtwoord opnieuw instellen”: {code}\n\n\
             Ken je de site niet, dan kun je deze e-mail negeren.\n",
        ),
        (Language::En, EmailKind::Turn { .. }) => (
            "{title}: it’s your turn",
            "Hi {name},\n\n\
             It’s your turn in your game with {players}:\n\n\
             {link}\n\n\
             You get this email because you asked for it in this game. Turn it off there, below the board. Your account is at {site}.\n",
        ),
        (Language::De, EmailKind::Turn { .. }) => (
            "{title}: Du bist am Zug",
            "Hallo {name},\n\n\
             in deiner Partie mit {players} bist du am Zug:\n\n\
             {link}\n\n\
             Du bekommst diese E-Mail, weil du sie für diese Partie eingeschaltet hast. Dort kannst du sie unter dem Brett wieder \
             ausschalten. Dein Konto ist auf {site}.\n",
        ),
        (Language::Pl, EmailKind::Turn { .. }) => (
            "{title}: twój ruch",
            "Cześć {name},\n\n\
             w partii, w której grasz z {players}, kolej na ciebie:\n\n\
             {link}\n\n\
             Dostajesz tę wiadomość, bo włączono ją w tej partii. Możesz ją tam wyłączyć, pod planszą. Twoje konto jest na \
             {site}.\n",
        ),
        (Language::Nl, EmailKind::Turn { .. }) => (
            "{title}: jij bent aan zet",
            "Hallo {name},\n\n\
             in je partij met {players} ben jij aan zet:\n\n\
             {link}\n\n\
             Je krijgt deze e-mail omdat je hem voor deze partij hebt aangezet. Daar kun je hem onder het bord weer uitzetten. Je \
             account staat op {site}.\n",
        ),
    };
    Template { subject, text }
}

#[cfg(test)]
mod tests {
    use sumito_game::RoomId;
    use zeroize::Zeroizing;

    use super::super::MailedCode;
    use super::*;

    #[test]
    fn every_email_has_all_placeholders() {
        let code = || MailedCode { code: Zeroizing::default(), minutes: 0 };
        for language in [Language::En, Language::De, Language::Pl, Language::Nl] {
            for (purpose, places) in [
                (EmailKind::Confirm(code()), &["{name}", "{site}", "{code}", "{minutes}"][..]),
                (EmailKind::Reset(code()), &["{name}", "{site}", "{code}", "{minutes}", "{link}"]),
                (
                    EmailKind::Account { code: Zeroizing::default(), days: 0 },
                    &["{site}", "{code}", "{days}", "{link}"],
                ),
                (
                    EmailKind::Turn { room: RoomId::from_random([0; 8]), players: Vec::new() },
                    &["{name}", "{site}", "{players}", "{link}"],
                ),
            ] {
                let Template { text, .. } = of(language, &purpose);
                let count = |place: &str| text.matches(place).count();
                for place in places {
                    assert_eq!(count(place), 1, "{language:?} {text} {place}");
                }
                // The name of an account is also its user name, which an email about a new account says.
                let others = count("{title}") + if places.contains(&"{name}") { 0 } else { count("{name}") };
                assert_eq!(count("{"), places.len() + others, "{language:?} {text}");
            }
        }
    }
}
