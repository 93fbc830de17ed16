import type en from '../en/failure';
import type { Translation } from '../message';

export default {
  failure: {
    retry: 'Opnieuw proberen',
    network: 'De server is niet bereikbaar. Controleer je verbinding en probeer het opnieuw.',
    noSocket: 'De server werkt, maar een live verbinding wordt geblokkeerd. Controleer je firewall of proxy, sluit andere tabbladen en probeer het opnieuw.',
    notSent: 'Dat is niet verstuurd: er is geen verbinding met de server. Probeer het opnieuw als je weer online bent.',
    unanswered: 'De verbinding viel weg voordat de server antwoordde. Deze pagina toont nu de laatste stand.',
  },
  notSent: {
    create_room: 'De partij is niet aangemaakt: er is geen verbinding met de server.',
    join: 'Je doet nog niet mee: er is geen verbinding met de server.',
    resign: 'Je hebt niet opgegeven: er is geen verbinding met de server.',
  },
} satisfies Translation<typeof en>;
