import type { Translation } from '../../message';
import type en from '../../en/site/site';

export default {
  site: {
    imprint: 'Impressum',
    privacy: 'Datenschutz',
    terms: 'Nutzungsbedingungen',
    footer: 'Über diese Website',
    missing: 'Diese Seite gibt es hier nicht.',
  },
  privacy: {
    intro: 'Diese Website läuft mit Sumito, einem freien Programm zum Abalone-Spielen. Der Betreiber hat keine eigene Datenschutzerklärung hinterlegt. Hier steht, was das Programm speichert.',
    noTrackers: 'Keine Tracker',
    noTrackersText: 'Diese Website lädt nichts von anderen Websites: keine Werbung, keine Analysedienste, keine Schriften. Was du hier tust, geht nur an diesen Server.',
    cookies: 'Cookie und Speicher des Browsers',
    cookiesText: 'Ein Cookie sorgt dafür, dass du angemeldet oder derselbe Gast bleibst. Es wird gesetzt, wenn du das erste Mal spielst oder dich anmeldest. Einstellungen, der Fortschritt in Lektionen und einige Aufgaben bleiben in deinem Browser.',
    stored: 'Was gespeichert wird',
    sessions: 'Sitzungen: der Name deines Browsers und die IP-Adresse der Anmeldung. Sie enden {days, plural, one {# Tag} other {# Tage}} nach der letzten Nutzung. Moderatoren können ein ganzes Netz sperren.',
    guests: 'Gäste: ein zufälliger Name. Ein Gast, der nicht gespielt hat, wird {days, plural, one {# Tag} other {# Tage}} nach dem letzten Besuch gelöscht.',
    account: 'Konten: der Benutzername, ein Hashwert des Passworts und was du selbst hinzufügst: Text, Land, Bild, Freunde, Notizen, Studien, API-Tokens, Webhooks. Sie bleiben, bis du das Konto löschst.',
    games: 'Partien: Spieler, Züge, Zeiten und Ergebnisse, mit Wertungen und Statistiken. Gespielte Partien bleiben auf Dauer, denn sie gehören auch deinen Gegnern. Löschst du dein Konto, verschwindet dein Name aus ihnen.',
    chat: 'Chatnachrichten werden nach {days, plural, one {# Tag} other {# Tagen}} gelöscht.',
    reports: '{days, plural, =0 {Meldungen an die Moderation und deren Entscheidungen bleiben gespeichert.} one {Meldungen werden # Tag nach ihrem Abschluss gelöscht. Das Protokoll der Moderation bleibt.} other {Meldungen werden # Tage nach ihrem Abschluss gelöscht. Das Protokoll der Moderation bleibt.}}',
    mail: 'E-Mail: Gibst du eine Adresse an, nutzt der Server sie nur für E-Mails, die du anforderst. Administratoren können sie sehen.',
    push: 'Push: Schaltest du Benachrichtigungen ein, schickt der Server sie verschlüsselt über den Dienst deines Browserherstellers.',
    rights: 'Deine Rechte',
    rightsText: 'Auf deiner Kontoseite kannst du alles herunterladen, was über dich gespeichert ist, es ändern und dein Konto löschen. Mit allem anderen wende dich an den Betreiber dieser Seite.',
  },
} as const satisfies Translation<typeof en>;
