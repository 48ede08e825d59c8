import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** Writes the catalogues without the texts of the tray menu, which are for the desktop app alone. */
function leanCatalogues(): Plugin {
  return {
    name: 'lean-catalogues',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.json')) continue;
        const all = Object.entries(JSON.parse(String(file.source)) as Record<string, string>);
        file.source = JSON.stringify(
          Object.fromEntries(all.filter(([key]) => !key.startsWith('tray.'))),
        );
      }
    },
  };
}

export default defineConfig({
  plugins: [leanCatalogues(), svelte()],
  // Relative addresses: the same files serve a browser and the desktop window.
  base: './',
  build: { target: 'es2022', modulePreload: false, reportCompressedSize: false },
  server: { proxy: { '/api': 'http://127.0.0.1:4400' } },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: { environment: 'jsdom', setupFiles: ['src/test/setup.ts'], include: ['src/**/*.test.ts'] },
});
