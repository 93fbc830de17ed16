import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';

import { look } from './checks';
import { PASSWORD } from './people';
import { expect, refused, test } from './test';

/** The button of the user's menu. */
function ownName(page: Page, name: string): ReturnType<Page['getByRole']> {
  return page.getByRole('banner').getByRole('button', { name, exact: true });
}

async function signUp(page: Page, name: string): Promise<void> {
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click();
  // A phone has the name in its menu.
  if ((page.viewportSize()?.width ?? 0) < 480) await expect(page.getByLabel('Username')).toHaveCount(0);
  else await expect(ownName(page, name)).toBeVisible();
}

/** Signs up, and opens a part of the account's page. */
async function haveAccount(page: Page, name: string, part: 'security' | 'developers'): Promise<void> {
  await page.goto(`/signup?${new URLSearchParams({ next: `/account?part=${part}` }).toString()}`);
  await signUp(page, name);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account');
}

async function logIn(page: Page, name: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/');
}

test('a guest becomes an account in place, and logs in elsewhere', async ({ newcomer, tolerate }) => {
  // A wrong password.
  tolerate(refused(403));
  const here = await newcomer();
  await here.goto('/new');
  await here.getByRole('button', { name: 'Create game' }).click();
  await here.getByLabel('Link to this game').waitFor();
  const room = here.url();
  await here.getByRole('banner').getByRole('link', { name: 'Sign up' }).click();
  await expect(here.getByText('You’ll keep all your games.')).toBeVisible();
  await signUp(here, 'Ada');
  // The user is back in the room, and keeps the guest's seat: a visitor without a seat is asked to join.
  await expect(here).toHaveURL(room);
  await here.getByLabel('Link to this game').waitFor();
  await ownName(here, 'Ada').click();
  await here.getByRole('button', { name: 'Log out', exact: true }).click();
  await expect(here.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();

  const there = await newcomer();
  await there.goto('/login');
  await there.getByLabel('Username').fill('ada');
  await there.getByLabel('Password', { exact: true }).fill('incorrect horse');
  await there.getByRole('button', { name: 'Log in' }).click();
  await expect(there.getByText('Wrong password or username.')).toBeVisible();
  await expect(there.getByLabel('Password', { exact: true })).toBeFocused();
  await logIn(there, 'ada');
  await expect(ownName(there, 'Ada')).toBeVisible();

  // Ending a session logs it out at once in every browser that uses it.
  await logIn(here, 'Ada');
  await here.goto('/account?part=devices');
  await here.getByRole('button', { name: /^Log out device/ }).click();
  await expect(here.getByRole('button', { name: /^Log out device/ })).toHaveCount(0);
  await expect(there.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
  await expect(ownName(here, 'Ada')).toBeVisible();
});

test('a login in one tab logs in all tabs of the browser', async ({ newcomer, tolerate }) => {
  // The home page may request the user's day before it receives the logout.
  tolerate(refused(401));
  const page = await newcomer();
  await page.goto('/signup');
  await signUp(page, 'Ada');
  const other = await page.context().newPage();
  await other.goto('/');
  await expect(ownName(other, 'Ada')).toBeVisible();
  await page.goto('/account');
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  await expect(other.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
  await logIn(page, 'Ada');
  await expect(ownName(other, 'Ada')).toBeVisible();
});

test('a recovery code opens the account when the password is forgotten', async ({ newcomer }) => {
  const page = await newcomer();
  await haveAccount(page, 'Ada', 'security');
  const recovery = page.locator('section', { hasText: 'Recovery codes' });
  await expect(recovery.getByText('You have no codes.')).toBeVisible();
  await recovery.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await recovery.getByRole('button', { name: 'Generate new codes' }).click();
  await expect(recovery.getByRole('listitem')).toHaveCount(10);
  const code = await recovery.getByRole('listitem').first().innerText();

  const there = await newcomer();
  await there.goto('/login');
  await there.getByRole('link', { name: 'Forgot password?' }).click();
  // The previous page has a field of the same name.
  await expect(there.getByRole('heading', { level: 1 })).toHaveText('Reset password');
  await there.getByLabel('Username').fill('Ada');
  await there.getByLabel('Recovery code').fill(code.toLowerCase());
  await there.getByLabel('New password').fill('another password');
  await there.getByRole('button', { name: 'Log in' }).click();
  await expect(there.getByText('You have 9 codes left.')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
});

test('two-factor login asks for a code of the app or a recovery code', async ({ newcomer, tolerate }) => {
  // The login without a code.
  tolerate(refused(403));
  const page = await newcomer();
  await haveAccount(page, 'Ada', 'security');
  const section = page.locator('section', { hasText: 'Two-factor login' });
  await section.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await section.getByRole('button', { name: 'Set up' }).click();
  await expect(section.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await look(page);
  const totp = new TOTP({ secret: Secret.fromBase32((await section.locator('code').innerText()).replaceAll(' ', '')) });
  // Each code works once: the first is the code of the half minute before.
  await section.getByLabel('Code from the app').fill(totp.generate({ timestamp: Date.now() - 30_000 }));
  await section.getByRole('button', { name: 'Turn on' }).click();
  await expect(section.getByText('Two-factor login is on.')).toBeVisible();
  await expect(section.getByRole('listitem')).toHaveCount(10);
  const recoveryCode = await section.getByRole('listitem').first().innerText();
  await look(page);

  const there = await newcomer();
  const enter = async (code: string): Promise<void> => {
    await there.goto('/login');
    await there.getByLabel('Username').fill('Ada');
    await there.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await there.getByRole('button', { name: 'Log in' }).click();
    await expect(there.getByLabel('Authentication code')).toBeFocused();
    await look(there);
    await there.getByLabel('Authentication code').fill(code);
    await there.getByLabel('Authentication code').press('Enter');
  };
  await enter('000 000 0');
  await expect(there.getByText('Wrong username or code, or the code has already been used.')).toBeVisible();
  await enter(totp.generate());
  await expect(ownName(there, 'Ada')).toBeVisible();
  await ownName(there, 'Ada').click();
  await there.getByRole('button', { name: 'Log out', exact: true }).click();
  await expect(there.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
  await enter(recoveryCode);
  await expect(ownName(there, 'Ada')).toBeVisible();

  await section.getByText('Turn off two-factor login').first().click();
  await section.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await section.getByLabel('Authentication code').fill(totp.generate({ timestamp: Date.now() + 30_000 }));
  await section.getByRole('button', { name: 'Turn off two-factor login' }).click();
  await expect(section.getByRole('button', { name: 'Set up' })).toBeVisible();
});

test('tokens are made and ended, and an account is deleted', async ({ newcomer, request, server }) => {
  const page = await newcomer();
  await haveAccount(page, 'Ada', 'developers');
  const tokens = page.locator('section', { hasText: 'API tokens' });
  await tokens.getByLabel('Label').fill('my bot');
  await tokens.getByRole('button', { name: 'Create token' }).click();
  const token = await tokens.getByRole('status').getByRole('listitem').innerText();
  const me = async (): Promise<number> => {
    const answer = await request.get(`${server.address}/api/v1/me`, { headers: { Authorization: `Bearer ${token}` } });
    return answer.status();
  };
  expect(await me()).toBe(200);
  await tokens.getByRole('button', { name: 'Delete my bot' }).click();
  await expect(tokens.getByRole('button', { name: 'Delete my bot' })).toHaveCount(0);
  expect(await me()).toBe(401);

  await page.goto('/account?part=data');
  const deletion = page.locator('section', { hasText: 'Delete account' });
  await deletion.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await deletion.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign up' })).toBeVisible();
  await page.goto('/account');
  await expect(page.getByText('You’re not logged in. Log in or sign up to manage your account.')).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the account pages fit a phone and pass the accessibility checks, ${colorScheme}`, async ({ newcomer }, info) => {
    const page = await newcomer({ colorScheme, viewport: { width: 360, height: 740 } });
    const check = async (name: string): Promise<void> => {
      await look(page);
      await page.screenshot({ path: info.outputPath(`${name}.png`), fullPage: true });
    };
    for (const [address, button] of [['/signup', 'Sign up'], ['/login', 'Log in'], ['/recover', 'Log in']] as const) {
      await page.goto(address);
      await page.getByRole('main').getByRole('button', { name: button }).waitFor();
      await check(address.slice(1));
    }
    await page.goto('/account');
    await page.getByText('You’re not logged in.').waitFor();
    await check('no-account');
    await page.goto('/signup');
    await signUp(page, 'Maximilian.Von_Hausn');
    await page.goto('/account');
    await page.getByText('You have no codes.').waitFor();
    await check('account');
    await page.goto('/account?part=devices');
    await page.getByText('this device').waitFor();
    await check('devices');
  });
}
