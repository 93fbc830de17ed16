import config from './playwright.config';

/** Pictures to look at, and the one in `docs/`; no test. */
export default {
  ...config,
  testMatch: 'screenshots.spec.ts',
  testIgnore: [],
  outputDir: 'test-results/screenshots-run',
};
