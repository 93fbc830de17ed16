import type { Translation } from '../../message';
import type en from '../../en/site/site';

export default {
  site: {
    imprint: 'Colofon',
    privacy: 'Privacy',
    terms: 'Gebruiksvoorwaarden',
    footer: 'Over deze site',
    missing: 'Deze pagina bestaat niet op deze site.',
  },
  privacy: {
    intro: 'Deze site draait op Sumito, een vrij programma om Abalone te spelen. De beheerder heeft geen eigen privacyverklaring toegevoegd. Deze pagina beschrijft wat het programma opslaat.',
    noTrackers: 'Geen trackers',
    noTrackersText: 'De pagina laadt niets van andere sites: geen reclame, geen statistieken, geen lettertypen. Wat je hier doet, gaat alleen naar deze server.',
    cookies: 'Cookie en browseropslag',
    cookiesText: 'Eén cookie houdt je ingelogd, of herkent je als dezelfde gast. Hij wordt geplaatst wanneer je voor het eerst speelt of inlogt. Je instellingen, je voortgang in lessen en enkele puzzels blijven in je browser.',
    stored: 'Wat wordt opgeslagen',
    sessions: 'Sessies: de naam van je browser en het IP-adres waarmee je bent ingelogd. Ze eindigen {days, plural, one {# dag} other {# dagen}} na het laatste gebruik. Moderatoren kunnen een heel netwerk verbannen.',
    guests: 'Gasten: een willekeurige naam. Een gast die niet heeft gespeeld, wordt {days, plural, one {# dag} other {# dagen}} na het laatste bezoek verwijderd.',
    account: 'Accounts: de gebruikersnaam, een hash van het wachtwoord, en wat je zelf toevoegt: tekst, land, foto, vrienden, notities, studies, API-tokens, webhooks. Ze blijven tot je het account verwijdert.',
    games: 'Partijen: spelers, zetten, tijden en uitslagen, met ratings en statistieken. Gespeelde partijen blijven, want ze zijn ook van je tegenstanders. Verwijder je je account, dan verdwijnt je naam eruit.',
    chat: 'Chatberichten worden na {days, plural, one {# dag} other {# dagen}} verwijderd.',
    reports: '{days, plural, =0 {Meldingen aan de moderatoren en hun besluiten blijven bewaard.} one {Meldingen worden # dag na de afhandeling verwijderd. Het logboek van de moderatoren blijft.} other {Meldingen worden # dagen na de afhandeling verwijderd. Het logboek van de moderatoren blijft.}}',
    mail: 'E-mail: als je een adres toevoegt, gebruikt de server het alleen voor e-mails waar je om vraagt. Beheerders kunnen het zien.',
    push: 'Push: als je meldingen aanzet, stuurt de server ze versleuteld via de dienst van de maker van je browser.',
    rights: 'Je rechten',
    rightsText: 'Op je accountpagina kun je alles downloaden wat over je is opgeslagen, het wijzigen en je account verwijderen. Voor al het andere kun je terecht bij de beheerder van deze site.',
  },
} as const satisfies Translation<typeof en>;
