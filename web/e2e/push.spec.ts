import type { BrowserContext, Page } from '@playwright/test';

import { look } from './checks';
import { account, PHONE } from './people';
import { privateKey, PushService, type Subscription } from './push-service';
import { expect, test } from './test';

const SWITCH = 'Even when the site is closed';

test.use({
  settings: {
    SUMITO_PUSH__PRIVATE_KEY: privateKey(),
    SUMITO_PUSH__CONTACT: 'mailto:admin@abalone.example',
    SUMITO_PUSH__PRIVATE_ADDRESSES: 'true',
    SUMITO_SOCKETS__GRACE_MS: '0',
  },
});

/** Replaces the push manager of the browser, which has no push service here, by a manager that returns this subscription. */
async function giveService(page: Page, subscription: Subscription): Promise<void> {
  await page.addInitScript(({ endpoint, p256dh, auth }) => {
    const bytes = (text: string): ArrayBuffer => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0)).buffer;
    const current = (): object | null => {
      const key = localStorage.getItem('test-push');
      if (key === null) return null;
      return {
        endpoint,
        options: { applicationServerKey: bytes(key) },
        toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
        unsubscribe: () => Promise.resolve(localStorage.removeItem('test-push')),
      };
    };
    Object.assign(PushManager.prototype, {
      getSubscription: () => Promise.resolve(current()),
      subscribe: ({ applicationServerKey }: { applicationServerKey: string }) => {
        localStorage.setItem('test-push', applicationServerKey);
        return Promise.resolve(current());
      },
    });
  }, subscription);
}

/** Sends a push to the service worker of the browser, as the push service would. */
async function deliver(context: BrowserContext, origin: string, data: string): Promise<void> {
  const session = await context.newCDPSession(await context.newPage());
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations;
      if (registration !== undefined) resolve(registration.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data });
}

test('a challenge reaches a browser without an open page', async ({ newcomer, server }) => {
  const service = await PushService.start();
  const [ada, bob] = [await newcomer(PHONE), await newcomer()];
  const context = ada.context();
  await context.grantPermissions(['notifications'], { origin: server.address });
  await giveService(ada, service.subscription);
  await account(ada, 'Ada');
  await account(bob, 'Bob');
  await ada.goto('/settings');
  const wanted = ada.getByRole('switch', { name: SWITCH });
  await expect(wanted).not.toBeChecked();
  await wanted.click();
  await expect(wanted).toBeChecked();
  await look(ada);
  await ada.reload();
  await expect(wanted).toBeChecked();
  // A push is in the language of the page.
  const subscribed = ada.waitForRequest((request) => request.method() === 'PUT' && request.url().endsWith('/me/push'));
  await ada.getByRole('main').getByLabel('Language').selectOption('nl');
  expect((await subscribed).postDataJSON()).toMatchObject({ language: 'nl' });
  await expect(ada.getByRole('switch', { name: 'Ook als de site gesloten is' })).toBeEnabled();
  await ada.close();
  await expect.poll(async () => ((await (await bob.request.get('/api/v1/players/ada/presence')).json()) as { online: boolean }).online).toBe(false);

  const clock = { kind: 'per_move', move_ms: 86_400_000 };
  await bob.request.post('/api/v1/challenges', { data: { player: 'Ada', terms: { clock } } });
  await deliver(context, server.address, await service.next());
  const again = await context.newPage();
  await again.goto('/learn');
  const shown = (): Promise<string[]> =>
    again.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(({ title, body }) => `${title}: ${body}`);
    });
  await expect.poll(shown).toEqual(['Een uitdaging: Bob daagt je uit.']);
  service.stop();
});

test('a logged-out browser gets no more pushes', async ({ newcomer, server }) => {
  const service = await PushService.start();
  const ada = await newcomer();
  await ada.context().grantPermissions(['notifications'], { origin: server.address });
  await giveService(ada, service.subscription);
  await account(ada, 'Ada');
  await ada.goto('/settings');
  const wanted = ada.getByRole('switch', { name: SWITCH });
  const kept = (): Promise<string | null> => ada.evaluate(() => localStorage.getItem('test-push'));
  await wanted.click();
  await expect(wanted).toBeChecked();
  await wanted.click();
  await expect(wanted).not.toBeChecked();
  await expect.poll(kept).toBeNull();
  await wanted.click();
  await expect(wanted).toBeChecked();
  await ada.goto('/account');
  await ada.getByRole('main').getByRole('button', { name: 'Log out' }).click();
  await expect.poll(kept).toBeNull();
  await ada.goto('/settings');
  await expect(wanted).not.toBeChecked();
  service.stop();
});

test('the page says when the browser or its push service refuses', async ({ newcomer, server }) => {
  const page = await newcomer();
  await page.context().grantPermissions([], { origin: server.address });
  await page.goto('/settings');
  await expect(page.getByRole('switch', { name: SWITCH })).toBeDisabled();
  await page.context().grantPermissions(['notifications'], { origin: server.address });
  await page.addInitScript(() => {
    PushManager.prototype.subscribe = () => Promise.reject(new DOMException('', 'AbortError'));
  });
  await page.reload();
  await page.getByRole('switch', { name: SWITCH }).click();
  await expect(page.getByText('Your browser’s push service rejected the request.')).toBeVisible();
  await expect(page.getByRole('switch', { name: SWITCH })).not.toBeChecked();
});

test.describe('without a key', () => {
  test.use({ settings: {} });

  test('the page does not offer pushes', async ({ newcomer }) => {
    const page = await newcomer();
    const offer = page.waitForResponse((response) => response.url().endsWith('/api/v1/push'));
    await page.goto('/settings');
    expect(await (await offer).json()).toEqual({ key: null, on: false });
    await expect(page.getByRole('switch', { name: 'Vibration' })).toBeVisible();
    await expect(page.getByRole('switch', { name: SWITCH })).toHaveCount(0);
  });
});

test('the page asks for notifications only when the reader turns them on', async ({ newcomer, server }) => {
  const page = await newcomer();
  await page.context().grantPermissions(['notifications'], { origin: server.address });
  await page.goto('/settings');
  const notifications = page.getByRole('switch', { name: 'Notifications' });
  await expect(notifications).not.toBeChecked();
  await notifications.click();
  await expect(notifications).toBeChecked();
});
