import config, { BROWSER } from './playwright.config';

/** Takes pictures for review, and the one in `docs/`; not a test. */
export default {
  ...config,
  testMatch: 'screenshots.spec.ts',
  projects: [{ name: 'browser', use: BROWSER }],
  // In four languages they take a while.
  timeout: 600_000,
  outputDir: 'test-results/screenshots-run',
};
