import { untrack } from 'svelte';

import { markFavicon } from '$lib/base/alerts/favicon';
import { notify } from '$lib/base/alerts/notify';
import { vibrate } from '$lib/base/alerts/vibrate';
import { LowTime } from '$lib/game/clock/low-time';
import { initialMs } from '$lib/game/clock/presets';
import { lowBelow } from '$lib/game/clock/remaining';
import { countdownText } from '$lib/game/clock/text';
import { locale, t } from '$lib/base/i18n/i18n.svelte';
import { play } from '$lib/base/i18n/play';
import { playersText } from '$lib/base/i18n/words';
import { sounds } from '$lib/base/sound/sounds';

import type { Room } from './room.svelte';
import type { RoomState } from './state';

const TURN_SHAKE_MS = 60;
const LOW_SHAKE_MS = [80, 60, 80];

/**
 * Alerts a player, who may be looking at another page, to turns, to the game's start and end, and to low time: by sounds,
 * vibration, the page's icon and notifications, as far as the player wants them.
 *
 * @param say receives the text for screen readers
 * @returns a function that ends it
 */
export function followAlerts(room: Room, state: () => RoomState, say: (text: string) => void): () => void {
  return $effect.root(() => {
    tellTurns(room, state);
    tellCourse(room, state);
    tellLowTime(room, state, say);
  });
}

/** Announces the player's turn: with a sound, and with a notification only while the page is hidden. */
function tellTurns(room: Room, state: () => RoomState): void {
  // A player who opens the page finds the turn there.
  let before = room.yourTurn;
  $effect(() => {
    const { yourTurn } = room;
    const begins = yourTurn && !before;
    before = yourTurn;
    if (!yourTurn) return;
    void markFavicon(true);
    const dismiss = untrack(() => {
      if (!begins) return undefined;
      vibrate(TURN_SHAKE_MS);
      if (document.hidden) sounds.play('turn');
      return notify(t('room.yourTurn'), againstText(room, state()), room.id);
    });
    return () => {
      void markFavicon(false);
      dismiss?.();
    };
  });
}

function tellCourse(room: Room, state: () => RoomState): void {
  const status = $derived(state().status);
  let before = untrack(() => status);
  $effect(() => {
    const was = before;
    before = status;
    untrack(() => {
      if (status === 'playing' && was !== 'playing') {
        sounds.play('start');
        if (room.ownSeat !== null) notify(play.t('alert.begun'), againstText(room, state()), room.id);
      }
      if (status === 'finished' && room.endedHere) sounds.play('end');
    });
  });
}

function tellLowTime(room: Room, state: () => RoomState, say: (text: string) => void): void {
  const reading = $derived(state().reading);
  const game = $derived(state().game);
  const lowBelowMs = $derived(lowBelow(initialMs(state().clock) ?? 0));
  const low = (left: number): void => {
    sounds.play('low');
    vibrate(LOW_SHAKE_MS);
    say(play.t('alert.low', { time: countdownText(left, locale()) }));
  };
  /** Recreated for each game. */
  const watch = $derived.by(() => {
    void game;
    return new LowTime(lowBelowMs, { low, tick: () => sounds.play('tick') });
  });
  $effect(() => {
    const { ownSeat } = room;
    return ownSeat === null || !room.mayMove ? undefined : watch.follow(reading, ownSeat, room.time);
  });
}

function againstText(room: Room, { seats }: RoomState): string {
  const own = seats[room.ownSeat ?? -1];
  const others = seats.filter(({ team }) => team !== own?.team);
  return play.t('alert.against', { names: playersText(others.map(({ player }) => player)) });
}
