import type en from '../../en/review/ledger';
import type { Translation } from '../../message';

export default {
  ledger: {
    heading: 'Zeit pro Zug',
    move: 'Zug',
    elapsed: 'Gesamt',
    server: 'Server',
    forgiven: 'Netz',
    free: 'Frei',
    added: 'Dazu',
    elapsedText: 'Zeit vom Beginn des Zuges, bis er beim Server war.',
    serverText: 'Zeit, die der Server brauchte, um zum Beispiel den Zug zu speichern, oder weil er nicht erreichbar war. Sie zählt nicht.',
    forgivenText: 'Zeit, die durch die Verbindung verloren ging. Sie zählt nicht.',
    freeText: 'die ersten Sekunden eines Zuges, bevor die Uhr losläuft.',
    addedText: 'Zeit, die nach dem Zug auf die Uhr kam.',
  },
} satisfies Translation<typeof en>;
