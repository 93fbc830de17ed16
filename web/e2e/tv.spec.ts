import { look } from './checks';
import { meet, playOn } from './recorded';
import { expect, test } from './test';

test('the television shows a game to its end, and then the next one', async ({ newcomer }) => {
  const [black, white, passer] = [await newcomer(), await newcomer(), await newcomer()];
  await passer.clock.install();
  await passer.goto('/tv');
  await passer.getByText('No game to show right now.', { exact: false }).waitFor();
  const screen = passer.locator('article');
  await meet(black, white);
  await expect(screen.locator('.marble')).toHaveCount(28);
  // Before the second move, the game could only be aborted.
  await playOn({ black, white }, 0, 2);
  const computers = [1, 2].map((seat) => ({ level: 1, seat }));
  const clock = { kind: 'fischer', initial_ms: 600_000, increment_ms: 5_000 };
  const made = await white.request.post('/api/v1/rooms', { data: { mode: 'three', seat: 0, computers, clock } });
  const { room } = (await made.json()) as { room: string };
  await passer.locator(`section [data-live="${room}"]`).waitFor();
  await look(passer);
  await passer.setViewportSize({ width: 390, height: 844 });
  await look(passer);

  await black.getByRole('button', { name: 'Resign' }).click();
  await black.getByRole('group', { name: /^Resign/ }).getByRole('button', { name: 'Resign' }).click();
  await expect(screen).toContainText('resigned.');
  await passer.clock.fastForward(8_000);
  await expect(screen.locator('[data-live]')).toHaveAttribute('data-live', room);
});
