import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it } from 'vitest';

import { ROOM_STATE } from '../../../test/room-state';
import Actions from './Actions.svelte';
import type { Room } from './room.svelte';

afterEach(cleanup);

describe('the actions in a game', () => {
  it.each([
    { begun: false, offered: 'Abort', missing: 'Resign' },
    // Also without moves: they were taken back before this page was loaded.
    { begun: true, offered: 'Resign', missing: 'Abort' },
  ])('offer $offered if it has begun: $begun', ({ begun, offered, missing }) => {
    const room = { begun } as Room;
    render(Actions, { room, state: ROOM_STATE, seat: 0, extras: null });
    expect(screen.getByRole('button', { name: offered })).toBeTruthy();
    expect(screen.queryByRole('button', { name: missing })).toBeNull();
  });
});
