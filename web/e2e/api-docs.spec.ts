import { expect, test } from './test';

test('the API page sends a request and loads nothing from other hosts', async ({ newcomer, server }) => {
  const page = await newcomer();
  const asked = new Set<string>();
  const complaints: string[] = [];
  page.on('request', (request) => asked.add(new URL(request.url()).protocol === 'data:' ? 'data:' : new URL(request.url()).origin));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto('/api-docs');
  const operation = page.locator('#operations-rules-get_layouts');
  // Swagger UI reads the whole description again when an operation opens, which takes a busy machine seconds.
  const patient = { timeout: 60_000 };
  await operation.getByRole('button').first().click(patient);
  await operation.getByRole('button', { name: 'Execute' }).click(patient);
  const answer = operation.locator('.live-responses-table');
  await expect(answer.locator('.response-col_status').last()).toContainText('200');
  await expect(answer).toContainText('belgian_daisy');
  expect([...asked].filter((origin) => origin !== server.address && origin !== 'data:')).toEqual([]);
  expect(complaints).toEqual([]);
});

test('no page of the game loads the API page', async ({ newcomer }) => {
  const page = await newcomer();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/settings');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(asked.filter((path) => path.startsWith('/api-docs') || path === '/openapi.json')).toEqual([]);
});
