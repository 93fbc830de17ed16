import { defineConfig, devices } from '@playwright/test';

/** Debian's and most other packages put it there; no browser is downloaded. */
const CHROMIUM = process.env['CHROMIUM_BIN'] ?? '/usr/bin/chromium';

/** Chromium without a window: faster, but it has no notifications. */
const HEADLESS_SHELL = process.env['CHROMIUM_HEADLESS_SHELL_BIN'] ?? CHROMIUM;

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A host name of this machine that browsers do not trust as they trust localhost.
  '--host-resolver-rules=MAP sumito.test 127.0.0.1',
];

/** The whole browser. */
export const BROWSER = { launchOptions: { executablePath: CHROMIUM, args } };

const NOTIFICATIONS = '**/push.spec.ts';
const SCREENSHOTS = '**/screenshots.spec.ts';

/** Tests that repeat checks in all languages, colours and sizes, and tests of parts that seldom change. CI leaves them out. */
const WIDE = [
  'accessibility',
  'anonymous',
  'api-docs',
  'brackets',
  'cluster',
  'coach',
  'correspondence',
  'entering',
  'evaluation',
  'hall',
  'keyboard',
  'languages',
  'learn',
  'local',
  'looks',
  'narrow',
  'own-games',
  'pictures',
  'settings',
  'start-positions',
  'table-talk',
  'team-arenas',
  'windows',
].map((name) => `**/${name}.spec.ts`);

const SHELL = { launchOptions: { executablePath: HEADLESS_SHELL, args } };

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/e2e',
  reporter: 'list',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // Two browsers and a server on a busy machine: a test that passes only on retry is listed as flaky.
  retries: 2,
  timeout: 90_000,
  // Another browser's version smooths edges and gradients in its own way; a marble elsewhere is 2 % of a board.
  expect: { timeout: 10_000, toHaveScreenshot: { threshold: 0.25, maxDiffPixelRatio: 0.01, scale: 'css' } },
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  projects: [
    { name: 'core', testIgnore: [NOTIFICATIONS, SCREENSHOTS, ...WIDE], use: SHELL },
    { name: 'wide', testMatch: WIDE, use: SHELL },
    { name: 'browser', testMatch: NOTIFICATIONS, use: { ...BROWSER, serviceWorkers: 'allow' } },
  ],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    // Without a graphics card, a quarter of the pixels takes a quarter of the time.
    deviceScaleFactor: 0.5,
    // Each new context would load all files of the page for use without a connection. Tests of that ask for it.
    serviceWorkers: 'block',
    actionTimeout: 10_000,
    // A trace takes a picture of the whole page at every step, which makes a game several times as slow.
    screenshot: 'only-on-failure',
  },
});
