import type en from '../../en/play/coach';
import type { Translation } from '../../message';

export default {
  coach: {
    heading: 'Coach',
    quiet: 'Vraag om een tip, of speel gewoon. Na een fout waarschuw ik je.',
    thinking: 'Even kijken…',
    marbles: 'Verplaats de gemarkeerde knikker of knikkers.',
    move: 'Speel {move}.',
    failed: 'Ik ben even bezig. Probeer het nog eens.',
    hint: 'Tip',
    show: 'Zet tonen',
    warned: 'Pas op, die zet kost ongeveer {marbles, plural, one {een knikker} other {# knikkers}}.',
    loses: 'Pas op, na die zet kan je tegenstander winst afdwingen.',
    missed: 'Pas op, met die zet geef je een gedwongen winst weg.',
    takeBack: 'Terugnemen',
    playOn: 'Doorspelen',
  },
} satisfies Translation<typeof en>;
