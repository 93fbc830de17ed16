import type en from '../en/room';
import type { Translation } from '../message';

export default {
  room: {
    title: 'Partij',
    loading: 'De partij wordt geopend…',
    waitingTitle: 'Wachten',
    yourTurnTitle: 'Jij bent aan zet',
    closed: 'Partij afgezegd',
    closedText: 'De partij is afgezegd voordat die begon.',
    notFound: 'Partij niet gevonden',
    notFoundText: 'Misschien is de link niet compleet, of is de partij afgezegd voordat die begon.',
    toLobby: 'Terug naar de lobby',
    yourTurn: 'Jij bent aan zet',
    turnOf: '{name} is aan zet',
    turnOfColor: '{color, select, black {Zwart is aan zet} white {Wit is aan zet} red {Rood is aan zet} yellow {Geel is aan zet}}',
    looking: 'je bekijkt zet {ply, number} van {last, number}',
    back: 'Naar de nieuwste zet',
    watching: 'Je kijkt mee',
    watchingLate: 'Je kijkt mee, {delay} vertraagd',
    boardLabel: 'Bord. Knikkers: {counts}.',
    elsewhere: 'Je speelt deze partij in een ander venster.',
    takeOver: 'Hier spelen',
    firstMove: 'Nog {time} voor de eerste zet',
    out: 'Je ligt eruit. De anderen spelen door.',
    marbles: `{color, select,
      black {zwart {count, number}}
      white {wit {count, number}}
      red {rood {count, number}}
      yellow {geel {count, number}}
    }`,
  },
  notice: {
    storage_unavailable: 'De server kan nu geen zetten opslaan. De klokken staan stil tot het weer lukt.',
    room_unreachable: 'De verbinding met de server van deze partij is verbroken. De partij is gepauzeerd en gaat automatisch verder.',
    player_unreachable: 'De server van de speler aan zet is niet bereikbaar. De partij is gepauzeerd en gaat automatisch verder.',
    room_lost: 'De partij is onderbroken door een serverprobleem. Die gaat automatisch verder.',
    computer_waits: 'De server is druk, daarom is de zet van de computer vertraagd.{clock, select, none {} other { Zijn klok loopt door.}}',
    stopping: 'De server heeft de partij onderbroken. De klokken staan stil tot die verdergaat.',
  },
} satisfies Translation<typeof en>;
