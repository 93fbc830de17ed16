import type en from '../../en/review/review';
import type { Translation } from '../../message';

export default {
  review: {
    play: 'Automatisch abspielen',
    pause: 'Anhalten',
    speed: 'Tempo',
    clockGraph: 'Zeitverlauf',
    clockOf: '{name} {time}',
    clocksAt: 'Zug {ply, number} von {last, number}: {clocks}',
    ejections: 'Hinausgeschobene Kugeln',
    ejection: `{color, select,
      black {Zug {ply, number}: Eine schwarze Kugel wird hinausgeschoben}
      white {Zug {ply, number}: Eine weiße Kugel wird hinausgeschoben}
      red {Zug {ply, number}: Eine rote Kugel wird hinausgeschoben}
      yellow {Zug {ply, number}: Eine gelbe Kugel wird hinausgeschoben}
    }`,
    formations: 'Formationen',
    analyse: 'Ab hier analysieren',
    study: 'Als Studie speichern',
  },
  speed: {
    slow: 'langsam',
    steady: 'mittel',
    fast: 'schnell',
  },
  share: {
    title: 'Teilen',
    png: 'Als PNG speichern',
    svg: 'Als SVG speichern',
    text: 'Als Text speichern',
    apgn: 'Als APGN speichern',
    playstrategy: 'Für PlayStrategy speichern',
    json: 'Als JSON speichern',
    receipt: 'Beleg',
    send: 'Bild teilen',
    failed: 'Dieser Browser konnte das Bild nicht erstellen.',
    link: 'Link zu dieser Stellung',
    embed: 'Code zum Einbetten der Partie',
    position: 'Diese Stellung als Text',
    game: 'Ganze Partie als Text',
    copy: 'Kopieren',
    copied: 'Kopiert',
    copyOf: 'Kopieren: {what}',
    selected: 'Der Text ist markiert. Kopiere ihn mit der Tastatur oder durch langes Drücken.',
    caption: '{players} · Zug {ply, number} von {last, number}',
    close: 'Schließen',
    gif: 'Als GIF speichern',
    gifProgress: 'Stellungen werden gezeichnet: {done, number} von {all, number}',
  },
} satisfies Translation<typeof en>;
