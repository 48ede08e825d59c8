import { readFileSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

type Texts = Record<string, string>;

/** The texts of a file that the pages read; those of the tray menu are for the desktop app alone. */
function pageTexts(file: string): [key: string, text: string][] {
  const all = JSON.parse(readFileSync(new URL(`./locales/${file}`, import.meta.url), 'utf8'));
  return Object.entries(all as Texts).filter(([key]) => !key.startsWith('tray.'));
}

/**
 * Writes each key into the bundle once: the Chinese texts become a list in the order of
 * the English ones, without the singular forms that Chinese does not have.
 */
function leanCatalogues(): Plugin {
  const ZH = '\0zh-CN';
  return {
    name: 'lean-catalogues',
    enforce: 'pre',
    apply: 'build',
    resolveId: (source) => (source.endsWith('/locales/zh-CN.json') ? ZH : null),
    load(id) {
      if (id !== ZH) return null;
      const zh = Object.fromEntries(pageTexts('zh-CN.json'));
      const list = pageTexts('en.json').map(([key]) => (key.endsWith('.one') ? '' : zh[key]));
      const en = JSON.stringify(new URL('./locales/en.json', import.meta.url).pathname);
      return `import en from ${en};
        const texts = ${JSON.stringify(list)};
        export default Object.fromEntries(Object.keys(en).map((key, at) => [key, texts[at]]));`;
    },
    transform: (_, id) =>
      id.endsWith('/locales/en.json')
        ? JSON.stringify(Object.fromEntries(pageTexts('en.json')))
        : null,
  };
}

export default defineConfig({
  plugins: [leanCatalogues(), svelte()],
  // Relative addresses: the same files serve a browser and the desktop window.
  base: './',
  json: { stringify: false },
  build: { target: 'es2022', modulePreload: false, reportCompressedSize: false },
  server: { proxy: { '/api': 'http://127.0.0.1:4400' } },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: { environment: 'jsdom', setupFiles: ['src/test/setup.ts'], include: ['src/**/*.test.ts'] },
});
