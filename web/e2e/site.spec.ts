import { fileURLToPath } from 'node:url';

import { look } from './checks';
import { account, PASSWORD, PHONE } from './people';
import { expect, refusedAt, test } from './test';

function file(name: string): string {
  return fileURLToPath(new URL(`fixtures/site/${name}`, import.meta.url));
}

test.describe('a club site', () => {
  test.use({
    settings: {
      SUMITO_SITE__NAME: 'Abalone-Club Köln',
      SUMITO_SITE__LOGO: file('logo.svg'),
      SUMITO_SITE__ACCENT: '#1d4e89',
      SUMITO_SITE__IMPRINT__DE: file('imprint.txt'),
      SUMITO_SITE__TERMS__EN: file('terms.txt'),
      SUMITO_SITE__FRONT_PAGE__EN: file('welcome.txt'),
      SUMITO_ACCOUNTS__REGISTRATION: 'invitation',
      SUMITO_ACCOUNTS__GUESTS: 'false',
    },
  });

  test('has its name, its texts and its members only', async ({ newcomer, server, tolerate }) => {
    // A visitor tries to play as a guest, and a newcomer to sign up without accepting the terms.
    tolerate(refusedAt('/guests', 403), refusedAt('/accounts', 403));
    const [ada, ben] = [await newcomer(), await newcomer({ ...PHONE, colorScheme: 'dark' })];
    await ada.goto('/');
    await expect(ada).toHaveTitle(/ – Abalone-Club Köln$/);
    await expect(ada.getByRole('banner').getByRole('link', { name: 'Abalone-Club Köln' })).toBeVisible();
    await expect(ada.getByText('We play on Mondays at seven.')).toBeVisible();
    await expect(ada.getByText('Free, no account needed.')).toBeHidden();
    await expect(ada.getByRole('main').getByRole('link', { name: 'Log in' })).toBeVisible();
    await expect(ada.getByRole('button', { name: /^Play the computer/ })).toBeHidden();
    await look(ada);

    await ada.getByRole('link', { name: 'Imprint' }).click();
    await expect(ada.getByText('Marmorweg 6, 50667 Köln')).toBeVisible();
    await expect(ada.getByRole('link', { name: 'vorstand@club.example' })).toHaveAttribute('href', 'mailto:vorstand@club.example');
    await look(ada);
    await ada.getByRole('link', { name: 'Privacy' }).click();
    await expect(ada.getByText('Chat messages are deleted after 30 days.')).toBeVisible();
    await look(ada);

    // A visitor who tries to play is asked to log in.
    await ada.goto('/new');
    await ada.getByRole('button', { name: 'Create game' }).click();
    await expect(ada).toHaveURL(/\/login$/);
    await expect(ada.getByText('On this site you need an account to play. Log in first.')).toBeVisible();
    await ada.goto('/signup');
    await expect(ada.getByText('To sign up here, you need a registration link.')).toBeVisible();

    const link = (await server.run('accounts', 'link', '--uses', '2')).split('\n')[0] ?? '';
    await ada.goto(`/signup${new URL(link).hash}`);
    await ada.getByLabel('Username').fill('Ada');
    await ada.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await ada.getByRole('button', { name: 'Sign up' }).click();
    await expect(ada.getByText('Accept the terms of use to sign up.')).toBeVisible();
    await ada.getByLabel('I accept the terms of use.').check();
    await ada.getByRole('button', { name: 'Sign up' }).click();
    await expect(ada.getByRole('button', { name: 'Ada' })).toBeVisible();
    await ada.goto('/account?part=data');
    const download = ada.waitForEvent('download');
    await ada.getByRole('button', { name: 'Download my data' }).click();
    expect((await download).suggestedFilename()).toBe('my-data.json');

    await server.administer('make-admin', 'Ada');
    await ada.goto('/admin');
    await ada.getByLabel('Names').fill('Cleo\nAda\nx');
    await ada.getByRole('button', { name: 'Create accounts' }).click();
    await expect(ada.getByText('1 account created.')).toBeVisible();
    const text = (await ada.locator('pre').innerText()).split('\n');
    expect(text[1]).toBe('Ada: already exists');
    expect(text[2]).toBe('x: this name or address isn’t allowed');
    await expect(ada.getByRole('link', { name: 'Cleo' })).toBeVisible();
    await ada.getByLabel('Username or email starts with').fill('cl');
    await ada.getByRole('button', { name: 'Search' }).click();
    await expect(ada.getByText(/not logged in/)).toHaveCount(1);
    await ada.getByRole('button', { name: 'Create link' }).click();
    await expect(ada.getByText(/\/signup#[0-9a-f]{40}$/)).toBeVisible();
    await look(ada);
    await ada.getByRole('button', { name: 'Revoke' }).first().click();

    // The new member chooses a password by the link.
    const address = new URL((text[0] ?? '').replace('Cleo: ', ''));
    await ben.goto(`${address.pathname}${address.hash}`);
    await ben.getByLabel('New password').fill(PASSWORD);
    await ben.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await expect(ben.getByText('You’re logged in as Cleo.')).toBeVisible();
    await ben.goto('/terms');
    await expect(ben.getByRole('link', { name: 'https://club.example/rules' })).toBeVisible();
    await look(ben);
  });
});

test('a site without settings has a privacy notice and no imprint', async ({ newcomer }) => {
  const page = await newcomer({ ...PHONE });
  await page.goto('/players');
  await expect(page.getByRole('link', { name: 'Privacy' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Imprint' })).toBeHidden();
  await page.goto('/imprint');
  await expect(page.getByText('This site doesn’t have this page.')).toBeVisible();
  await account(page, 'Ada');
  await page.goto('/privacy');
  await expect(page.getByText('No trackers')).toBeVisible();
  await look(page);
});
