import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['dist/', 'node_modules/'] },
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  {
    rules: {
      'no-console': 'error',
      eqeqeq: 'error',
      // Overloads and small classes read better than what these ask for.
      '@typescript-eslint/no-extraneous-class': 'off',
    },
  },
  {
    // Sets and maps that only live within a call need no reactivity.
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    rules: {
      'svelte/no-at-html-tags': 'error',
      'svelte/require-each-key': 'error',
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    files: ['scripts/**', 'src/test/**'],
    languageOptions: { globals: { console: 'readonly', process: 'readonly' } },
    rules: { 'no-console': 'off' },
  },
);
