import type en from '../../en/preferences/keys';
import type { Translation } from '../../message';

export default {
  /** The keys of the page. */
  keys: {
    title: 'Skróty klawiszowe',
    step: 'Jeden ruch wstecz lub naprzód',
    ends: 'Na początek lub do najnowszej pozycji',
    type: 'Wpisz ruch',
    escape: 'Usuń zaznaczenie, anuluj ruch z wyprzedzeniem lub cofnij niepotwierdzony ruch',
    board: 'Przejdź na planszę, a potem po polach strzałkami',
    cell: 'Zaznacz kulę albo przesuń na pole',
    flip: 'Obróć planszę',
    zen: 'Pokaż tylko planszę i zegary albo znowu wszystko',
    best: 'W analizie przy włączonym silniku: zagraj najlepszy ruch',
    help: 'Pokaż tę listę',
    close: 'Zamknij',
  },
  keyName: {
    home: 'Home',
    end: 'End',
    space: 'Spacja',
  },
} satisfies Translation<typeof en>;
