import { PATTERNS, routeOf, type Page as Name } from '../src/lib/base/router/routes';
import { everyAddress } from './addresses';
import { expect, refused, test } from './test';

/** Pages that a link elsewhere opens: on another site, in an app, in an email. */
const FROM_ELSEWHERE: readonly Name[] = ['embed', 'embeddedPuzzle', 'authorize', 'device', 'unknown'];

/**
 * Pages of the operator, which this site does not have; the page for logging in, which needs a visitor; a game of the user's; two players
 * compared, to which the other player's page leads.
 */
const OTHERS: readonly Name[] = ['imprint', 'terms', 'signUp', 'logIn', 'recover', 'room', 'compare'];

test('each page is two clicks away from the home page', async ({ newcomer, server, tolerate }) => {
  test.slow();
  tolerate(refused(400, 401, 403, 404));
  const page = await newcomer();
  await everyAddress(page, server);
  const found = new Map<Name, number>();
  /** Follows the links of a page, also those in closed menus, and counts the ways to each page. */
  const links = async (address: string): Promise<readonly string[]> => {
    await page.goto(address);
    await page.locator('main h1, main h2').first().waitFor();
    await page.getByRole('banner').getByRole('button', { name: 'Tools' }).waitFor();
    await page.waitForLoadState('networkidle');
    await expect(page.locator('.loading')).toHaveCount(0);
    const all = await page.locator('a[href^="/"]').evaluateAll((anchors) => anchors.map((each) => each.getAttribute('href') ?? ''));
    for (const name of new Set(all.map((href) => routeOf(href).page))) found.set(name, (found.get(name) ?? 0) + 1);
    return all;
  };
  const first = await links('/');
  const pages = new Map(first.toReversed().map((href) => [routeOf(href).page, href]));
  for (const [name, address] of pages) if (name !== 'home' && name !== 'unknown') await links(address);
  const wanted = Object.keys(PATTERNS).filter((name) => ![...FROM_ELSEWHERE, ...OTHERS].includes(name as Name));
  expect(wanted.filter((name) => !found.has(name as Name))).toEqual([]);
});
