import type { Page } from '@playwright/test';

/** The moves before a player resigns. */
interface Played {
  readonly layout: string;
  readonly moves: readonly string[];
}

/** Plays `count` games between two players without open pages, through sockets of the page. Each game has two moves by default. */
export async function finishGames(
  page: Page,
  count: number,
  played: Played = { layout: 'standard', moves: ['a1b2', 'i5h5'] },
): Promise<void> {
  await page.goto('/games');
  await page.evaluate(async ({ games, layout, moves }) => {
    interface Answer {
      readonly type: string;
      readonly id?: string;
      readonly code?: string;
      readonly result?: { readonly room?: string } | null;
    }

    async function seated(): Promise<(command: object) => Promise<Answer>> {
      const { token } = (await (await fetch('/api/v1/guests', { method: 'POST', credentials: 'omit' })).json()) as { token: string };
      const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws`);
      const waiting = new Map<string, (answer: Answer) => void>();
      socket.addEventListener('message', ({ data }) => {
        const answer = JSON.parse(String(data)) as Answer;
        if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
      });
      await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
      const once = (command: object): Promise<Answer> =>
        new Promise((resolve) => {
          const id = String(waiting.size);
          waiting.set(id, resolve);
          socket.send(JSON.stringify({ id, ...command }));
        });
      const request = async (command: object): Promise<Answer> => {
        const answer = await once(command);
        if (answer.type === 'ok') return answer;
        if (answer.code !== 'rate_limited') throw new Error(JSON.stringify(answer));
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        return request(command);
      };
      await request({ type: 'authenticate', token });
      return request;
    }

    const [black, white] = await Promise.all([seated(), seated()]);
    for (let game = 0; game < games; game += 1) {
      const { result } = await black({ type: 'create_room', layout });
      const room = result?.room;
      await white({ type: 'join', room });
      for (const [ply, move] of moves.entries()) await (ply % 2 === 0 ? black : white)({ type: 'play', room, ply, move });
      await black({ type: 'resign', room });
    }
  }, { games: count, ...played });
}
