import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** Leaves the texts of the tray menu, which only the desktop app reads, out of the pages. */
function withoutTrayTexts(): Plugin {
  return {
    name: 'without-tray-texts',
    enforce: 'pre',
    apply: 'build',
    transform(code, id) {
      if (!/\/locales\/[\w-]+\.json$/.test(id)) return null;
      const texts = Object.entries(JSON.parse(code) as Record<string, string>);
      return JSON.stringify(Object.fromEntries(texts.filter(([key]) => !key.startsWith('tray.'))));
    },
  };
}

export default defineConfig({
  plugins: [withoutTrayTexts(), svelte()],
  // Relative addresses: the same files serve a browser and the desktop window.
  base: './',
  json: { stringify: false },
  build: { target: 'es2022', modulePreload: false, reportCompressedSize: false },
  server: { proxy: { '/api': 'http://127.0.0.1:4400' } },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: { environment: 'jsdom', setupFiles: ['src/test/setup.ts'], include: ['src/**/*.test.ts'] },
});
