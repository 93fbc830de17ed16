import type en from '../en/room';
import type { Translation } from '../message';

export default {
  room: {
    title: 'Partij',
    loading: 'De partij wordt geopend…',
    waitingTitle: 'Wachten',
    yourTurnTitle: 'Jouw beurt',
    closed: 'Deze partij is afgezegd',
    closedText: 'Dat gebeurde voordat ze begon.',
    notFound: 'Deze partij bestaat niet',
    notFoundText: 'Misschien is de link niet compleet, of is de partij afgezegd voordat ze begon.',
    toLobby: 'Terug naar het overzicht',
    yourTurn: 'Jij bent aan zet',
    turnOf: '{name} is aan zet',
    turnOfColor: '{color, select, black {Zwart is aan zet} white {Wit is aan zet} red {Rood is aan zet} yellow {Geel is aan zet}}',
    looking: 'je bekijkt zet {ply, number}',
    back: 'Terug naar de partij',
    watching: 'Je kijkt mee',
    watchingLate: 'Je kijkt mee met vertraging: {delay}',
    boardLabel: 'Bord. Knikkers: {counts}.',
    elsewhere: 'Je speelt deze partij in een ander venster.',
    takeOver: 'Hier spelen',
    firstMove: 'Eerste zet binnen {time}',
    out: 'Je ligt eruit. De anderen spelen door.',
    marbles: `{color, select,
      black {zwart {count, number}}
      white {wit {count, number}}
      red {rood {count, number}}
      yellow {geel {count, number}}
    }`,
  },
  claim: {
    away: '{count, plural, one {{names} is weg.} other {{names} zijn weg.}}',
    wait: 'Je kunt de partij claimen over {time}',
    ready: 'Je hoeft niet langer te wachten.',
    win: 'Winst claimen',
    draw: 'Remise claimen',
  },
  notice: {
    storage_unavailable: 'De server kan nu geen zetten opslaan. De klokken staan stil tot het weer lukt.',
    room_lost: 'De partij is onderbroken. Ze gaat verder zodra de server haar weer heeft.',
    computer_waits: 'De computer wacht tot de server tijd voor hem heeft.{clock, select, none {} other { Zijn klok loopt.}}',
    stopping: 'De server onderbreekt de partij. De klokken staan stil tot ze verdergaat.',
  },
} satisfies Translation<typeof en>;
