import type en from '../en/failure';
import type { Translation } from '../message';

export default {
  failure: {
    retry: 'Opnieuw proberen',
    network: 'De server is niet bereikbaar. Controleer je verbinding en probeer het opnieuw.',
    noSocket: 'De server is er, maar laat deze pagina geen verbinding maken. Misschien zijn er te veel pagina’s open in je netwerk.',
    notSent: 'Dat is niet verstuurd: er was geen verbinding met de server.',
    unanswered: 'De verbinding viel weg voordat de server antwoordde. Wat daar is aangekomen, zie je nu.',
  },
  notSent: {
    create_room: 'De partij is niet aangemaakt: er was geen verbinding met de server.',
    join: 'Je doet niet mee: er was geen verbinding met de server.',
    resign: 'Je hebt niet opgegeven: er was geen verbinding met de server.',
  },
} satisfies Translation<typeof en>;
