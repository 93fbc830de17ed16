import type en from '../../en/play/coach';
import type { Translation } from '../../message';

export default {
  coach: {
    heading: 'Trener',
    quiet: 'Poproś o podpowiedź albo po prostu graj. Po błędzie cię ostrzegę.',
    thinking: 'Zobaczmy…',
    marbles: 'Rusz zaznaczoną kulą lub kulami.',
    move: 'Zagraj {move}.',
    failed: 'Jestem teraz zajęty. Spróbuj jeszcze raz.',
    hint: 'Podpowiedź',
    show: 'Pokaż ruch',
    warned: 'Uwaga, ten ruch kosztuje około {marbles, plural, one {jednej kuli} few {# kul} many {# kul} other {# kuli}}.',
    loses: 'Uwaga, po tym ruchu przeciwnik może wymusić wygraną.',
    missed: 'Uwaga, ten ruch oddaje wymuszoną wygraną.',
    takeBack: 'Cofnij ruch',
    playOn: 'Graj dalej',
  },
} satisfies Translation<typeof en>;
