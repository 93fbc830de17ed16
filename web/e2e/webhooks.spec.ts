import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { look } from './checks';
import { account } from './people';
import { expect, test } from './test';

test.use({ settings: { SUMITO_WEBHOOKS__PRIVATE_ADDRESSES: 'true' } });

test('a webhook is made, tested and deleted', async ({ newcomer }, info) => {
  const statuses = [500, 204];
  const types: string[] = [];
  const receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      types.push((JSON.parse(Buffer.concat(parts).toString()) as { type: string }).type);
      response.writeHead(statuses.shift() ?? 204).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${String((receiver.address() as AddressInfo).port)}/hook`;

  const page = await newcomer({ viewport: { width: 360, height: 740 } });
  await account(page, 'Ada');
  await page.goto('/account?part=developers');
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Webhooks' }) });
  await section.getByLabel('Address').fill(url);
  await section.getByLabel('finished tournaments').uncheck();
  await section.getByRole('button', { name: 'Create webhook' }).click();
  await expect(section.getByRole('status').getByRole('listitem')).toHaveText(/^whsec_/);
  await expect(section.getByText('finished games, challenges to you')).toBeVisible();
  await expect(section.getByText('Nothing sent yet')).toBeVisible();
  const probe = section.getByRole('button', { name: `Test ${url}` });
  await probe.click();
  await expect(section.getByText('The test message wasn’t delivered.')).toBeVisible();
  await expect(section.getByText('Last delivery failed: HTTP status 500.')).toBeVisible();
  await look(page);
  await page.screenshot({ path: info.outputPath('webhooks.png'), fullPage: true });
  await probe.click();
  await expect(section.getByText('The test message was delivered.')).toBeVisible();
  await expect(section.getByText('Last delivery:')).toBeVisible();
  expect(types).toEqual(['test', 'test']);
  await section.getByRole('button', { name: `Delete ${url}` }).click();
  await expect(probe).toHaveCount(0);
  receiver.close();
});
