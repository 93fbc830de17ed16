import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['dist/', 'test-results/', 'playwright-report/'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...ts.configs.stylistic,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      eqeqeq: 'error',
      // The compiler checks names better.
      'no-undef': 'off',
      'no-console': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    // At `http://ADDRESS` these APIs do not exist, and the types do not say so.
    files: ['src/**'],
    ignores: ['src/lib/base/platform/secure.ts', '**/*.test.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...['clipboard', 'locks', 'share', 'serviceWorker', 'storage', 'wakeLock'].map((property) => ({
          object: 'navigator',
          property,
          message: 'Ask lib/base/platform/secure.ts for it.',
        })),
        { object: 'crypto', property: 'randomUUID', message: 'Use crypto.getRandomValues, which is always there.' },
        { object: 'crypto', property: 'subtle', message: 'It is not there without HTTPS.' },
      ],
      'no-restricted-globals': [
        'error',
        ...['Notification', 'caches', 'cookieStore'].map((name) => ({ name, message: 'Ask lib/base/platform/secure.ts for it.' })),
      ],
    },
  },
  {
    files: ['src/**'],
    ignores: ['src/lib/base/i18n/formats.ts', '**/*.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'NewExpression[callee.object.name="Intl"][callee.property.name=/^(NumberFormat|DateTimeFormat|ListFormat)$/]',
          message: 'Ask lib/base/i18n/formats.ts for it, which creates each formatter once.',
        },
      ],
    },
  },
  {
    // It runs in secure contexts only.
    files: ['src/service-worker.ts'],
    rules: { 'no-restricted-globals': 'off' },
  },
  {
    files: ['e2e/**'],
    // Playwright reads from the pattern which fixtures a fixture needs, also when there are none.
    rules: { 'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }] },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig },
    },
    rules: {
      // The router takes plain paths; there is no SvelteKit whose base they could miss.
      'svelte/no-navigation-without-resolve': 'off',
      'svelte/button-has-type': ['error', { button: true, submit: true, reset: true }],
      'svelte/require-each-key': 'error',
    },
  },
);
