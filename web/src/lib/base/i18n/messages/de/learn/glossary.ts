import type { Translation } from '../../message';
import type en from '../../en/learn/glossary';

export default {
  glossary: {
    title: 'Glossar',
    heading: 'Begriffe aus Abalone',
    text: 'Wie Züge und Formen auf dem Brett heißen, nach den Spielregeln.',
    languages: 'In anderen Sprachen',
    lesson: 'Ausprobieren',
    board: 'Auf dem Brett zeigen',
    link: 'Link zu „{word}“',
  },
  meaning: {
    marble: 'Deine Spielsteine: zu zweit 14 für jeden, zu dritt 11, zu viert neun.',
    inLine: 'Eine bis drei Kugeln gehen ihre Reihe entlang auf das freie Feld davor.',
    sideStep: 'Kurz auch Seitschritt: Zwei oder drei Kugeln einer Reihe gehen alle ein Feld zur selben Seite.',
    sumito: 'Überzahl in einer Reihe: zwei gegen eine, drei gegen eine oder drei gegen zwei. Die stärkere Seite kann schieben, wenn hinter der schwächeren Platz ist.',
    pac: 'Gleich viele Kugeln stehen sich in einer Reihe gegenüber. Keine Seite kann schieben.',
    danger: 'Eine Kugel ist in Gefahr, wenn ein Gegner sie mit seinem nächsten Zug vom Brett schieben könnte.',
    single: 'Eine einzelne Kugel, die keine andere ihrer Farbe berührt.',
    pair: 'Zwei Kugeln einer Farbe, die sich berühren, ohne eine dritte.',
    triplet: 'Drei zusammenhängende Kugeln. Es gibt drei Formen: Lanze, Bogen und Panzer.',
    lance: 'Drei Kugeln in einer Reihe: die stärkste Form für den Angriff.',
    arc: 'Drei Kugeln in einem Bogen.',
    shield: 'Drei Kugeln im Dreieck: von jeder Seite schwer anzugreifen.',
    multiple: 'Vier oder mehr zusammenhängende Kugeln in beliebiger Form.',
    block: 'Drei Dreierreihen nebeneinander. Gerade oder geknickt ist er kaum zu sprengen.',
    det: 'Eine Kugel, umzingelt von gegnerischen Kugeln.',
  },
} satisfies Translation<typeof en>;
