import config from './playwright.config';

/** Pictures to look at, and the one in `docs/`; no test. */
export default {
  ...config,
  testMatch: 'screenshots.spec.ts',
  testIgnore: [],
  // In four languages they take a while.
  timeout: 600_000,
  outputDir: 'test-results/screenshots-run',
};
