import type en from '../../en/review/receipts';
import type { Translation } from '../../message';

export default {
  receipts: {
    title: 'Bewijs controleren',
    text: 'Als een partij of een toernooi eindigt, ondertekent de server een bewijs. Daarmee kun je later aantonen dat zetten, tijden en uitslag niet zijn veranderd. Deze pagina controleert het in je browser, ook zonder verbinding.',
    file: 'Bestand kiezen',
    paste: 'Bewijs',
    pasteHint: 'Plak de hele tekst, van de eerste tot de laatste regel.',
    check: 'Controleren',
    genuine: 'Het bewijs is echt',
    signedBy: 'Ondertekend door {name}',
    key: 'Sleutel {id}',
    won: 'Gewonnen door {colors}',
    noWinner: 'Geen winnaar',
    moves: '{count, plural, one {Eén zet} other {# zetten}}',
    unrated: 'Zonder rating',
    ratings: 'Ratings',
    ended: 'Afgelopen op {when}',
    participants: '{count, plural, one {Eén deelnemer} other {# deelnemers}}',
    games: '{count, plural, one {Eén partij} other {# partijen}}',
    toGame: 'Partij bekijken',
    toTournament: 'Toernooi bekijken',
    save: 'Bewijs opslaan',
    forged: 'Dit bewijs is niet geldig.',
    form: 'Dit is geen bewijs, of er ontbreekt een deel.',
    unknownKey: 'Het is niet ondertekend met een sleutel van deze server.',
    signature: 'Het is veranderd nadat de server het had ondertekend.',
    none: 'Er is geen bewijs. Het wordt enkele seconden na afloop gemaakt; geïmporteerde partijen en afgelaste toernooien hebben er geen.',
    noKeys: 'Deze browser kent de sleutels van de server nog niet. Open deze pagina één keer terwijl je verbonden bent.',
  },
} satisfies Translation<typeof en>;
