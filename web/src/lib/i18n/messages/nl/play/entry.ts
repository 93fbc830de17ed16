import type en from '../../en/play/entry';
import type { Translation } from '../../message';

export default {
  try: {
    game_over: 'De partij is afgelopen.',
    empty_cell: 'Daar ligt geen knikker.',
    not_yours: 'Die knikker is niet van jou.',
    trailing_not_yours: 'Een eigen knikker moet duwen.',
    partner_in_side_step: 'Opzij gaan alleen eigen knikkers.',
    not_a_line: 'Niet in één lijn.',
    too_many: 'Hoogstens drie knikkers gaan samen.',
    gap: 'De knikkers raken elkaar niet.',
    too_far: 'Eén veld tegelijk.',
    along_the_row: 'Dat is langs de rij, niet opzij.',
    occupied: 'Dit veld is bezet.',
    pac: 'Pact: aan beide kanten evenveel.',
    outnumbered: 'Zij hebben meer knikkers in de lijn.',
    blocked_behind: 'Versperd: dit veld is bezet.',
    over_the_edge: 'Eigen knikkers blijven op het bord.',
    not_a_move: 'Een zet ziet er zo uit: a1b2 of c3c5d3.',
  },
  entry: {
    notYourTurn: 'Je bent niet aan zet.',
    back: 'Je keek naar zet {ply, number}. Dit is de partij.',
    twoWays: 'Hierheen leiden twee wegen: kies een pijl.',
    twoWaysByKeys: 'Hierheen leiden twee wegen: een pijltoets toont de andere, Enter speelt hem.',
  },
  confirm: {
    ask: '{move} spelen?',
    first: 'Speel eerst de zet, of neem hem terug.',
    play: 'Spelen',
    takeBack: 'Terugnemen',
  },
  premove: {
    set: '{move} wacht op je beurt. Escape of een tik annuleert.',
    dropped: '{move} is niet gespeeld. {why}',
  },
  typing: {
    label: 'Zet',
    hint: 'Zoals a1b2, opzij c3c5d3',
    legal: 'Enter speelt hem.',
    close: 'Sluiten',
  },
} satisfies Translation<typeof en>;
