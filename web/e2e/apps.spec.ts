import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { look } from './checks';
import { account, PASSWORD, PHONE } from './people';
import { expect, test } from './test';

const CHALLENGE = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

test('an app of another origin gets access, uses it and loses it', async ({ newcomer, server, tolerate }, info) => {
  tolerate(/favicon/);
  const html = await readFile('../examples/oauth-app/index.html', 'utf8');
  const site = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(html));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${String((site.address() as AddressInfo).port)}/`;

  const developer = await newcomer();
  await account(developer, 'Developer');
  await developer.goto('/account?part=developers');
  const own = developer.locator('section', { has: developer.getByRole('heading', { name: 'Your apps' }) });
  await own.getByLabel('Name of the app').fill('Club evening');
  await own.getByLabel('Redirect URIs').fill('http://club.example/');
  await own.getByRole('button', { name: 'Register app' }).click();
  await expect(own.getByText('Each one must start with')).toBeVisible();
  await own.getByLabel('Redirect URIs').fill(address);
  await own.getByRole('button', { name: 'Register app' }).click();
  const id = (await own.getByRole('listitem').locator('code').textContent()) ?? '';

  const page = await newcomer(PHONE);
  await account(page, 'Ada');
  await page.context().clearCookies();
  await page.goto(`${address}?${new URLSearchParams({ server: server.address, client_id: id }).toString()}`);
  await page.getByRole('button', { name: 'Log in with Sumito' }).click();
  await expect(page.getByText('Log in to give an app access')).toBeVisible();
  await page.getByRole('link', { name: 'Log in' }).last().click();
  await page.getByLabel('Username').fill('Ada');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Club evening asks for access to your account Ada')).toBeVisible();
  await expect(page.getByText('Made by Developer')).toBeVisible();
  await look(page);
  await page.screenshot({ path: info.outputPath('consent.png'), fullPage: true });
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  // Both pages have elements with the role of the answer.
  await page.waitForURL(`${address}**`);
  await expect(page.getByRole('status')).toHaveText('Welcome, Ada!');

  await page.goto(`${server.address}/account?part=developers`);
  const allowed = page.locator('section', { has: page.getByRole('heading', { name: 'Apps with access' }) });
  await expect(allowed.getByText('Club evening')).toBeVisible();
  await look(page);
  await page.screenshot({ path: info.outputPath('apps.png'), fullPage: true });
  await allowed.getByRole('button', { name: 'Remove access: Club evening' }).click();
  await expect(allowed.getByText('No app has access to your account.')).toBeVisible();

  await page.goto(`${address}?${new URLSearchParams({ server: server.address, client_id: id }).toString()}`);
  await page.getByRole('button', { name: 'Log in with Sumito' }).click();
  await page.getByRole('button', { name: 'Don’t allow' }).click();
  await page.waitForURL(`${address}**`);
  await expect(page.getByRole('status')).toHaveText('No access: access_denied');
  site.close();
});

test('a device gets access by its code', async ({ newcomer, server, tolerate }, info) => {
  tolerate(/status of 404/);
  const page = await newcomer(PHONE);
  await account(page, 'Ada');
  const made = await page.request.post('/api/v1/me/apps', { data: { name: 'Board with lights' } });
  const { id } = (await made.json()) as { id: string };
  const begun = await page.request.post(`${server.address}/api/v1/oauth/device_authorization`, {
    headers: FORM,
    data: new URLSearchParams({ client_id: id, scope: 'play' }).toString(),
  });
  const codes = (await begun.json()) as { device_code: string; user_code: string; verification_uri_complete: string };

  await page.goto('/device');
  await page.getByLabel('Code').fill('AAAA-AAAA');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('No device is waiting for this code')).toBeVisible();
  await page.goto(codes.verification_uri_complete);
  await expect(page.getByLabel('Code')).toHaveValue(codes.user_code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Board with lights asks for access')).toBeVisible();
  await look(page);
  await page.screenshot({ path: info.outputPath('device.png'), fullPage: true });
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await expect(page.getByText('Done. You can go back to your device.')).toBeVisible();

  const token = await page.request.post('/api/v1/oauth/token', {
    headers: FORM,
    data: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      client_id: id,
      device_code: codes.device_code,
    }).toString(),
  });
  expect(token.status()).toBe(200);
});

test('a faulty request of an app is explained before the login, and leads nowhere', async ({ newcomer, server, tolerate }) => {
  tolerate(/status of 400/);
  const developer = await newcomer();
  await account(developer, 'Developer');
  const data = { name: 'Charts', redirect_uris: ['https://app.example/back'] };
  const made = await developer.request.post('/api/v1/me/apps', { data });
  const { id } = (await made.json()) as { id: string };

  const page = await newcomer(PHONE);
  await page.goto('/oauth/authorize?response_type=code&client_id=unknown');
  await expect(page.getByRole('alert')).toContainText('unknown client_id');
  const query = new URLSearchParams({ response_type: 'code', client_id: id, scope: 'everything', ...CHALLENGE });
  await page.goto(`/oauth/authorize?${query.toString()}`);
  await expect(page.getByRole('alert')).toContainText('scope');
  await expect(page.getByRole('link', { name: 'Go back to app.example' })).toBeVisible();
  expect(page.url().startsWith(server.address)).toBe(true);
  await look(page);
});
