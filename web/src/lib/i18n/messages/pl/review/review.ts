import type en from '../../en/review/review';
import type { Translation } from '../../message';

export default {
  review: {
    play: 'Odtwarzaj ruchy',
    pause: 'Zatrzymaj',
    speed: 'Tempo',
    clockGraph: 'Zegary w trakcie gry',
    clockOf: '{name} {time}',
    clocksAt: 'Ruch {ply, number} z {last, number}: {clocks}',
    ejections: 'Wypchnięte kule',
    ejection: `{color, select,
      black {Ruch {ply, number}: czarna kula zostaje wypchnięta}
      white {Ruch {ply, number}: biała kula zostaje wypchnięta}
      red {Ruch {ply, number}: czerwona kula zostaje wypchnięta}
      yellow {Ruch {ply, number}: żółta kula zostaje wypchnięta}
    }`,
    formations: 'Układy',
    analyse: 'Analizuj od tego miejsca',
  },
  speed: {
    slow: 'wolno',
    steady: 'spokojnie',
    fast: 'szybko',
  },
  share: {
    title: 'Udostępnij',
    png: 'Zapisz jako PNG',
    svg: 'Zapisz jako SVG',
    text: 'Zapisz jako tekst',
    json: 'Zapisz jako JSON',
    send: 'Wyślij obrazek',
    failed: 'Ta przeglądarka nie potrafiła zrobić obrazka.',
    link: 'Link do tej pozycji',
    position: 'Ta pozycja jako tekst',
    game: 'Cała gra jako tekst',
    copy: 'Kopiuj',
    copied: 'Skopiowano',
    copyOf: 'Kopiuj: {what}',
    selected: 'Tekst jest zaznaczony: skopiuj go klawiaturą albo długim przyciśnięciem.',
    caption: '{players} · ruch {ply, number} z {last, number}',
    close: 'Zamknij',
  },
} satisfies Translation<typeof en>;
