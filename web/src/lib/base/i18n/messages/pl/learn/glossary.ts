import type { Translation } from '../../message';
import type en from '../../en/learn/glossary';

export default {
  glossary: {
    title: 'Słowniczek',
    heading: 'Słownictwo Abalone',
    text: 'Jak gracze nazywają ruchy i układy na planszy, według instrukcji.',
    languages: 'W innych językach',
    lesson: 'Wypróbuj',
    board: 'Pokaż na planszy',
    link: 'Link do „{word}”',
  },
  meaning: {
    marble: 'Pionki do gry: w grze dla dwojga każdy ma 14 kul, dla trojga 11, dla czworga 9.',
    inLine: 'Od jednej do trzech kul idzie wzdłuż swojej linii na wolne pole przed nimi.',
    sideStep: 'Dwie lub trzy kule z jednej linii idą razem o jedno pole w tę samą stronę.',
    sumito: 'Przewaga w linii: dwie na jedną, trzy na jedną albo trzy na dwie. Silniejsza strona może pchać, jeśli za słabszą jest miejsce.',
    pac: 'Inaczej pac: równe siły stoją w linii naprzeciw siebie. Żadna strona nie może pchać.',
    danger: 'Kula jest w niebezpieczeństwie, gdy przeciwnik może wypchnąć ją z planszy następnym ruchem.',
    single: 'Jedna kula, której nie dotyka żadna inna tego koloru.',
    pair: 'Dwie stykające się kule jednego koloru, bez trzeciej.',
    triplet: 'Trzy połączone kule. Są trzy kształty: lanca, łuk i tarcza.',
    lance: 'Trzy kule w linii: najsilniejszy układ do ataku.',
    arc: 'Trzy kule w łuku.',
    shield: 'Trzy kule w trójkącie: z każdej strony trudno je zaatakować.',
    multiple: 'Cztery połączone kule lub więcej, w dowolnym kształcie.',
    block: 'Trzy rzędy po trzy kule, jeden przy drugim. Prosty czy zgięty, prawie nie da się go rozbić.',
    det: 'Jedna kula otoczona kulami przeciwników.',
  },
} satisfies Translation<typeof en>;
