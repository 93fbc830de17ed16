import type en from '../../en/play/coach';
import type { Translation } from '../../message';

export default {
  coach: {
    heading: 'Coach',
    quiet: 'Bitte um einen Tipp oder spiel einfach. Nach einem Fehler warne ich dich.',
    thinking: 'Mal sehen …',
    marbles: 'Zieh mit der markierten Kugel oder den markierten Kugeln.',
    move: 'Spiel {move}.',
    failed: 'Ich bin gerade beschäftigt. Versuch es noch einmal.',
    hint: 'Tipp',
    show: 'Zug zeigen',
    warned: 'Vorsicht, dieser Zug kostet etwa {marbles, plural, one {eine Kugel} other {# Kugeln}}.',
    loses: 'Vorsicht, nach diesem Zug kannst du zwingend verlieren.',
    missed: 'Vorsicht, dieser Zug verschenkt einen erzwungenen Sieg.',
    takeBack: 'Zurücknehmen',
    playOn: 'Weiterspielen',
  },
} satisfies Translation<typeof en>;
