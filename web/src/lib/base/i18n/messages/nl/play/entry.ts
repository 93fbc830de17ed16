import type en from '../../en/play/entry';
import type { Translation } from '../../message';

export default {
  try: {
    game_over: 'De partij is afgelopen.',
    empty_cell: 'Daar ligt geen knikker.',
    not_yours: 'Die knikker is niet van jou.',
    trailing_not_yours: 'De achterste knikker moet van jou zijn.',
    partner_in_side_step: 'Een dwarse zet kan alleen met eigen knikkers.',
    not_a_line: 'Niet in één rechte lijn.',
    too_many: 'Hoogstens drie knikkers.',
    gap: 'De knikkers raken elkaar niet.',
    too_far: 'Eén veld tegelijk.',
    along_the_row: 'Dat is langs de rij, niet opzij.',
    occupied: 'Dit veld is bezet.',
    pac: 'Pact: evenveel, dus niet duwen.',
    outnumbered: 'Je tegenstander heeft meer knikkers in de lijn.',
    blocked_behind: 'Versperd: het veld erachter is bezet.',
    over_the_edge: 'Eigen knikkers blijven op het bord.',
    not_a_move: 'Typ zetten als a1b2 of c3c5d3.',
  },
  entry: {
    notYourTurn: 'Je bent niet aan zet.',
    back: 'Terug bij de lopende partij. Je keek naar zet {ply, number}.',
    twoWays: 'Twee mogelijke zetten: kies een pijl.',
    twoWaysByKeys: 'Twee mogelijke zetten: een pijltoets wisselt, Enter speelt.',
    youPlay: '{color, select, black {Je speelt met zwart} white {Je speelt met wit} red {Je speelt met rood} yellow {Je speelt met geel}}',
  },
  confirm: {
    ask: '{move} spelen?',
    first: 'Bevestig of annuleer eerst je zet.',
    play: 'Spelen',
    takeBack: 'Annuleren',
  },
  premove: {
    set: 'Zet vooraf: {move}. Druk op Escape of tik om te annuleren.',
    dropped: 'De zet vooraf {move} is niet gespeeld. {why}',
  },
  typing: {
    label: 'Zet',
    hint: 'Bijvoorbeeld a1b2, dwarse zet c3c5d3',
    legal: 'Enter speelt hem.',
    close: 'Sluiten',
  },
} satisfies Translation<typeof en>;
