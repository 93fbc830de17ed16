import type en from '../../en/preferences/keys';
import type { Translation } from '../../message';

export default {
  /** The keys of the page. */
  keys: {
    title: 'Sneltoetsen',
    step: 'Eén zet terug of vooruit',
    ends: 'Naar het begin of naar de nieuwste stelling',
    type: 'Typ een zet',
    escape: 'Wis de selectie, annuleer een zet vooraf of neem een onbevestigde zet terug',
    board: 'Naar het bord, en dan met de pijltoetsen over de velden',
    cell: 'Kies een knikker, of zet op een veld',
    flip: 'Bord draaien',
    zen: 'Alleen het bord en de klokken tonen, of weer alles',
    best: 'Op het analysebord met de engine aan: de beste zet spelen',
    help: 'Toon deze lijst',
    close: 'Sluiten',
  },
  keyName: {
    home: 'Home',
    end: 'End',
    space: 'Spatie',
  },
} satisfies Translation<typeof en>;
