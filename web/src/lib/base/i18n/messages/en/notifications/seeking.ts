export default {
  /** The search for an opponent. */
  seeking: {
    title: 'Looking for an opponent…',
    still: 'Still looking for an opponent: {clock}',
    cancel: 'Cancel',
    waited: 'Waiting time',
    long: 'No opponent yet. Play the computer while we keep looking?',
    offers: 'While you wait',
    computer: 'Play the computer',
    clock: 'Play {clock} instead',
    clockWaiting: '{count, plural, one {{clock}: # player is waiting} other {{clock}: # players are waiting}}',
    tournament: '{name}: starts in {time}',
  },
} as const;
