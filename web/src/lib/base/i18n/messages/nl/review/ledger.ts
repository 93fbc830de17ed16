import type en from '../../en/review/ledger';
import type { Translation } from '../../message';

export default {
  ledger: {
    heading: 'Tijd per zet',
    move: 'Zet',
    elapsed: 'Totaal',
    server: 'Server',
    forgiven: 'Netwerk',
    free: 'Vrij',
    added: 'Erbij',
    elapsedText: 'tijd van het begin van de beurt tot de zet bij de server was.',
    serverText: 'tijd die de server nodig had, bijvoorbeeld om de zet op te slaan of omdat hij onbereikbaar was. Telt niet.',
    forgivenText: 'tijd die door de verbinding verloren ging. Telt niet.',
    freeText: 'de eerste seconden van een beurt, voordat de klok loopt.',
    addedText: 'tijd die na de zet op de klok erbij kwam.',
  },
} satisfies Translation<typeof en>;
