import type en from '../../en/review/ledger';
import type { Translation } from '../../message';

export default {
  ledger: {
    heading: 'Zeit für jeden Zug',
    move: 'Zug',
    elapsed: 'Dauer',
    server: 'Server',
    forgiven: 'Netz',
    free: 'Frei',
    added: 'Dazu',
    elapsedText: 'vom Beginn des Zuges, bis er beim Server war.',
    serverText: 'davon der Teil, den der Server brauchte, um den Zug davor zu speichern, oder weil er weg war. Er zählt nicht.',
    forgivenText: 'davon der Teil, den die Verbindung brauchte. Er zählt nicht.',
    freeText: 'die ersten Sekunden eines Zuges, bevor die Uhr losläuft.',
    addedText: 'nach dem Zug wieder auf die Uhr gelegt.',
  },
} satisfies Translation<typeof en>;
