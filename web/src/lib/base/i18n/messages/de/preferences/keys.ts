import type en from '../../en/preferences/keys';
import type { Translation } from '../../message';

export default {
  /** The keys of the page. */
  keys: {
    title: 'Tastenkürzel',
    step: 'Einen Zug zurück oder vor',
    ends: 'Zum Anfang oder zur neuesten Stellung',
    type: 'Einen Zug eintippen',
    escape: 'Auswahl aufheben, Vorauszug abbrechen oder unbestätigten Zug zurücknehmen',
    board: 'Zum Brett, dann mit den Pfeiltasten über die Felder',
    cell: 'Eine Kugel auswählen oder auf ein Feld ziehen',
    flip: 'Brett drehen',
    zen: 'Nur Brett und Uhren zeigen, oder wieder alles',
    best: 'Auf dem Analysebrett bei laufender Engine: den besten Zug spielen',
    help: 'Diese Liste zeigen',
    close: 'Schließen',
  },
  keyName: {
    home: 'Pos1',
    end: 'Ende',
    space: 'Leertaste',
  },
} satisfies Translation<typeof en>;
