import type { Translation } from '../../message';
import type en from '../../en/learn/glossary';

export default {
  glossary: {
    title: 'Słowniczek',
    heading: 'Słowa z gry',
    text: 'Jak nazywa się to, co leży na planszy, według instrukcji.',
    languages: 'W innych językach',
    lesson: 'Wypróbuj',
    board: 'Zobacz na planszy',
    link: 'Link do „{word}”',
  },
  meaning: {
    marble: 'Tym się gra. We dwoje każdy ma 14, we troje 11, we czworo 9.',
    inLine: 'Ruch jednej do trzech kul wzdłuż ich linii, na wolne pole przed nimi.',
    sideStep: 'Ruch dwóch lub trzech kul z jednej linii, wszystkich o jedno pole w tę samą stronę.',
    sumito: 'Przewaga w linii: dwie na jedną, trzy na jedną albo trzy na dwie. Słabsze można pchać, jeśli jest za nimi miejsce.',
    pac: 'Równe siły stoją w linii naprzeciw siebie. Nikt nie może pchać.',
    danger: 'Kula jest w niebezpieczeństwie, gdy przeciwnik mógłby następnym ruchem wypchnąć ją z planszy.',
    single: 'Jedna kula sama: nie styka się z nią żadna tego samego koloru.',
    pair: 'Dwie kule, które się stykają, bez trzeciej w tym kolorze.',
    triplet: 'Trzy kule, które się łączą. Są trzy kształty: lanca, łuk i tarcza.',
    lance: 'Trzy kule w linii: tak atakuje się najmocniej.',
    arc: 'Trzy kule w łuku.',
    shield: 'Trzy kule w trójkącie: z każdej strony trudno je zaatakować.',
    multiple: 'Cztery kule lub więcej, które się łączą, w dowolnym kształcie.',
    block: 'Trzy rzędy po trzy kule, jeden przy drugim. Prosty czy zgięty, prawie nie da się go rozbić.',
    det: 'Jedna kula otoczona ze wszystkich stron kulami przeciwników.',
  },
} satisfies Translation<typeof en>;
