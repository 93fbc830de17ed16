import type en from '../../en/players/overview';
import type { Translation } from '../../message';

export default {
  overview: {
    players: '{count, plural, one {# speler online} other {# spelers online}}',
    games: '{count, plural, one {# partij bezig} other {# partijen bezig}}',
    live: 'Lopende partijen',
    noneLive: 'Er is nu geen openbare partij bezig. De jouwe kan de eerste zijn.',
    moreLive: '{count, plural, one {en nog één} other {en nog #}}',
    since: 'Sinds je laatste bezoek',
    won: 'Je won van {names}',
    lost: 'Je verloor van {names}',
    drawn: 'Remise tegen {names}',
    place: '{name}: plaats {place, number}',
    over: '{name} is afgelopen',
    followers: '{count, plural, one {# nieuwe volger} other {# nieuwe volgers}}',
    friends: 'Vrienden online',
    noFriends: 'Geen van de spelers die je volgt is nu online.',
    find: 'Spelers zoeken',
    ratings: 'Jouw ratings',
    today: '{change} vandaag',
    daily: 'Puzzel van de dag',
    solve: 'Oplossen',
    all: 'Alle toernooien',
  },
} satisfies Translation<typeof en>;
