import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    runes: true,
    discloseVersion: false,
    // Short class names: they stand in every template.
    cssHash: ({ hash, css }) => `m${hash(css).slice(0, 4)}`,
  },
};
