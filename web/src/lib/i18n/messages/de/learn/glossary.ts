import type { Translation } from '../../message';
import type en from '../../en/learn/glossary';

export default {
  glossary: {
    title: 'Glossar',
    heading: 'Die Wörter des Spiels',
    text: 'Wie das heißt, was auf dem Brett liegt, nach den Regelheften.',
    languages: 'In anderen Sprachen',
    lesson: 'Ausprobieren',
    board: 'Auf dem Brett ansehen',
    link: 'Link zu „{word}“',
  },
  meaning: {
    marble: 'Womit du spielst. Zu zweit hat jeder 14, zu dritt 11, zu viert 9.',
    inLine: 'Ein Zug mit einer bis drei Kugeln entlang ihrer Reihe, auf das freie Feld davor.',
    sideStep: 'Ein Zug mit zwei oder drei Kugeln einer Reihe, die alle ein Feld zur selben Seite gehen.',
    sumito: 'Übermacht in einer Reihe: zwei gegen eine, drei gegen eine oder drei gegen zwei. Die schwächeren lassen sich schieben, wenn hinter ihnen Platz ist.',
    pac: 'Gleiche Kräfte stehen sich in einer Reihe gegenüber. Niemand kann schieben.',
    danger: 'Eine Kugel ist in Gefahr, wenn ein Gegner sie mit seinem nächsten Zug vom Brett schieben könnte.',
    single: 'Eine Kugel allein: Keine ihrer Farbe berührt sie.',
    pair: 'Zwei Kugeln, die sich berühren, und keine dritte ihrer Farbe.',
    triplet: 'Drei Kugeln, die zusammenhängen. Es gibt drei Formen: Lanze, Bogen und Panzer.',
    lance: 'Drei Kugeln in einer Reihe: So greift man am stärksten an.',
    arc: 'Drei Kugeln in einem Bogen.',
    shield: 'Drei Kugeln im Dreieck: von jeder Seite schwer anzugreifen.',
    multiple: 'Vier oder mehr Kugeln, die zusammenhängen, in beliebiger Form.',
    block: 'Drei Dreierreihen nebeneinander. Gerade oder geknickt ist er kaum zu sprengen.',
    det: 'Eine einzelne Kugel, rundherum von gegnerischen umzingelt.',
  },
} satisfies Translation<typeof en>;
