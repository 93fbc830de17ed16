import js from '@eslint/js';
import ts from 'typescript-eslint';

export default ts.config(
  { ignores: ['build/', 'dist/', 'src/types.ts'] },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [...ts.configs.strictTypeChecked, ...ts.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // A getter can be overridden.
      '@typescript-eslint/class-literal-property-style': 'off',
      // A callback without a result may be one expression.
      '@typescript-eslint/no-confusing-void-expression': 'off',
    },
  },
  {
    files: ['tests/**'],
    rules: {
      // The runner waits for its tests.
      '@typescript-eslint/no-floating-promises': [
        'error',
        { allowForKnownSafeCalls: [{ from: 'package', package: 'node:test', name: ['after', 'afterEach', 'before', 'describe', 'it'] }] },
      ],
    },
  },
);
