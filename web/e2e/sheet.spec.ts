import type { Page } from '@playwright/test';

import { isLanguage, LANGUAGES } from '../src/lib/base/i18n/languages';
import { settled } from './checks';
import { account } from './people';
import { expect, test } from './test';

/** The printed part of a page of A4, in CSS pixels. */
const PAPER = { width: 688, height: 1016 };

/** The longest name of a player, in one word. */
const NAME = 'Wolkenkratzerkletter';

/** More than any tie-break has in a tournament. */
const VALUE = 1234.25;

/** As many as two groups of five need, and a final. */
const ROUNDS = 6;

/** The columns of tie-breaks of a Swiss system, of which each one decides between two players. */
const BREAKS = 9;

const FORMS = {
  swiss: { form: 'swiss', rounds: 5, late_entry_rounds: 0 },
  groups: { form: 'groups', groups: 2, advance: 1, cycles: 1, best_of: 1 },
} as const;

interface Change {
  type: string;
  state: { round: number; rounds: number | null };
  participants: object[];
  standings: object[];
  order: number[];
  games: object[];
}

/** Fills a tournament with players whose names, values and tie-breaks are as long as possible. */
function filled(change: Change, isGrouped: boolean): Change {
  const numbers = Array.from({ length: BREAKS + 1 }, (_, index) => index + 1);
  const name = (number: number): string => `${NAME.slice(0, -2)}${number + 10}`;
  return {
    ...change,
    state: { ...change.state, round: 1, rounds: ROUNDS },
    order: numbers,
    participants: numbers.map((number) => ({ number, name: name(number), players: [{ id: `${number}`, name: name(number) }], rating: 2345, membership: 'in' })),
    standings: numbers.map((participant, index) => ({
      place: participant,
      participant,
      points: 10.5,
      tie_breaks: Array.from({ length: BREAKS }, (_, place) => (place < BREAKS - index ? VALUE : VALUE - 1)),
      won: 10,
      drawn: 11,
      lost: 12,
      streak: 0,
      ...(isGrouped && { group: (index % 2) + 1, group_place: Math.floor(index / 2) + 1 }),
    })),
    games: [0, 1, 2].map((pairing) => ({ number: pairing + 1, round: 1, pairing, sides: [2 * pairing + 1, 2 * pairing + 2], verdict: null })),
  };
}

/** Opens the printed form of the sheet of a new tournament. */
async function sheet(page: Page, form: keyof typeof FORMS): Promise<void> {
  await page.goto('/');
  await account(page, 'Ada');
  const settings = {
    name: 'Open of the hall',
    form: FORMS[form],
    clock: { kind: 'sudden_death', initial_ms: 600_000 },
    start: { kind: 'by_director' },
  };
  const answer = await page.request.post('/api/v1/tournaments', { data: { settings } });
  expect(answer.status(), await answer.text()).toBe(201);
  const { state } = (await answer.json()) as { state: { id: string } };
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const change = JSON.parse(String(message)) as Change;
      socket.send(change.type === 'tournament' ? JSON.stringify(filled(change, form === 'groups')) : message);
    });
  });
  await page.emulateMedia({ media: 'print' });
  await page.goto(`/tournaments/${state.id}/sheet`);
  await expect(page.locator('td.name').first()).toBeVisible();
  await settled(page);
}

for (const language of Object.keys(LANGUAGES).filter(isLanguage)) {
  for (const form of ['swiss', 'groups'] as const) {
    test(`names can be read on the sheets of ${form} in ${language}`, async ({ newcomer }) => {
      const page = await newcomer({ viewport: PAPER, locale: `${language}-${language.toUpperCase()}` });
      await sheet(page, form);
      const names = page.locator('td.name');
      // Two names on each of three boards, and one in each row of the standings or of a group.
      await expect(names).toHaveCount(6 + BREAKS + 1);
      if (form === 'swiss') await expect(page.locator('.standings thead th')).toHaveCount(4 + BREAKS);
      const broken = await names.evaluateAll((cells) =>
        cells.flatMap((cell) => {
          const range = document.createRange();
          const [text] = cell.childNodes;
          if (text === undefined) return ['nothing'];
          range.selectNodeContents(text);
          const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top)));
          return lines.size > 1 ? [cell.textContent ?? ''] : [];
        }),
      );
      expect(broken, 'names in several lines').toEqual([]);
      const wide = await page.locator('table').evaluateAll((tables) => tables.map((table) => table.getBoundingClientRect().right).filter((right) => right > window.innerWidth));
      expect(wide, 'tables that are wider than the paper').toEqual([]);
    });
  }
}
