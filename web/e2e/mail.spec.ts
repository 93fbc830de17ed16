import { createServer, type AddressInfo } from 'node:net';

import type { Page } from '@playwright/test';

import { look } from './checks';
import { account, PASSWORD, PHONE } from './people';
import { Server } from './server';
import { Smtp } from './smtp';
import { expect, test } from './test';

const CODE = /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/;

function codeIn(letter: string): string {
  return CODE.exec(letter)?.[0] ?? '';
}

/** The public address in mails, which the test needs before the server starts. No server listens on it. */
async function freeAddress(): Promise<string> {
  const listener = createServer();
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  await new Promise((resolve) => listener.close(resolve));
  return `127.0.0.1:${String(port)}`;
}

test('a password reset is sent by mail, in the language of the page', async ({ browser }) => {
  const smtp = await Smtp.start();
  const address = await freeAddress();
  const settings = {
    SUMITO_PUBLIC_URL: `http://${address}`,
    SUMITO_MAIL__SMTP_URL: smtp.url,
    SUMITO_MAIL__FROM: 'noreply@abalone.example',
  };
  const server = await Server.start(settings, address);
  const open = async (options: object = {}): Promise<Page> => {
    const context = await browser.newContext({ baseURL: server.address, locale: 'en', ...options });
    return context.newPage();
  };
  try {
    const here = await open();
    await here.goto('/');
    await account(here, 'Ada');
    await here.goto('/account');
    const mail = here.locator('section', { hasText: 'No email address added.' });
    await mail.getByLabel('Email address').fill('ada@mail.example');
    await mail.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await mail.getByRole('button', { name: 'Send code' }).click();
    await here.getByLabel('Code from the email').fill(codeIn(await smtp.next()));
    await here.getByRole('button', { name: 'Confirm' }).click();
    await expect(here.getByText('Your email address is ada@mail.example.')).toBeVisible();
    await look(here);

    const there = await open({ ...PHONE, locale: 'de' });
    await there.goto('/recover');
    await there.getByLabel('Benutzername oder E-Mail-Adresse').fill('ada');
    await look(there);
    await there.getByRole('button', { name: 'E-Mail senden' }).click();
    await expect(there.getByText('ist ein Link zum Zurücksetzen unterwegs')).toBeVisible();
    const letter = await smtp.next();
    expect(letter).toContain('Hallo Ada,');
    const link = /http:\S+\/recover#\S+/.exec(letter)?.[0] ?? '';
    // A mail program opens the link in another page.
    const opened = await there.context().newPage();
    await opened.goto(link);
    await expect(opened.getByLabel('Benutzername')).toHaveValue('Ada');
    await expect(opened).toHaveURL('/recover');
    await opened.getByLabel('Neues Passwort').fill('another password');
    await opened.getByRole('button', { name: 'Anmelden' }).click();
    await expect(opened.getByText('Du bist als Ada angemeldet.')).toBeVisible();
    await expect(here.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
  } finally {
    await server.remove();
    smtp.stop();
  }
});
