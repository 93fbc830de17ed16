import type en from '../../en/review/ledger';
import type { Translation } from '../../message';

export default {
  ledger: {
    heading: 'Tijd van elke zet',
    move: 'Zet',
    elapsed: 'Duur',
    server: 'Server',
    forgiven: 'Netwerk',
    free: 'Uitstel',
    added: 'Erbij',
    elapsedText: 'van het begin van de beurt tot de zet bij de server was.',
    serverText: 'het deel dat de server nodig had om de vorige zet op te slaan of omdat hij weg was. Het telt niet.',
    forgivenText: 'het deel dat de verbinding nodig had. Het telt niet.',
    freeText: 'de eerste seconden van een beurt, voordat de klok loopt.',
    addedText: 'na de zet weer op de klok gezet.',
  },
} satisfies Translation<typeof en>;
