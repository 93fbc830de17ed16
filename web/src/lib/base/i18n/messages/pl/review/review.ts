import type en from '../../en/review/review';
import type { Translation } from '../../message';

export default {
  review: {
    play: 'Odtwarzaj',
    pause: 'Zatrzymaj',
    speed: 'Tempo',
    clockGraph: 'Czasy zegarów',
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
    study: 'Zapisz jako studium',
  },
  speed: {
    slow: 'wolno',
    steady: 'normalnie',
    fast: 'szybko',
  },
  share: {
    title: 'Udostępnij',
    png: 'Zapisz jako PNG',
    svg: 'Zapisz jako SVG',
    text: 'Zapisz jako tekst',
    apgn: 'Zapisz jako APGN',
    playstrategy: 'Zapisz dla PlayStrategy',
    json: 'Zapisz jako JSON',
    receipt: 'Poświadczenie',
    send: 'Udostępnij obrazek',
    failed: 'Ta przeglądarka nie mogła utworzyć obrazka.',
    link: 'Link do tej pozycji',
    embed: 'Kod do osadzenia partii na stronie',
    position: 'Ta pozycja jako tekst',
    game: 'Cała partia jako tekst',
    copy: 'Kopiuj',
    copied: 'Skopiowano',
    copyOf: 'Kopiuj: {what}',
    selected: 'Tekst jest zaznaczony. Skopiuj go klawiaturą albo długim naciśnięciem.',
    caption: '{players} · ruch {ply, number} z {last, number}',
    close: 'Zamknij',
    gif: 'Zapisz jako GIF',
    gifProgress: 'Rysowanie pozycji: {done, number} z {all, number}',
  },
} satisfies Translation<typeof en>;
