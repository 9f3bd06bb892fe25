import { defineConfig } from 'vite';

/** In development the page is served by Vite and the lexicon by `npm start`; LEXICON_URL says where that is. */
const lexicon = process.env.LEXICON_URL ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: { outDir: 'dist', emptyOutDir: true, target: 'es2023', assetsInlineLimit: 0, reportCompressedSize: false },
  server: { proxy: { '/api': lexicon, '/problems': lexicon } },
});
