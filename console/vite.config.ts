import { join } from 'node:path';
import prefresh from '@prefresh/vite';
import { defineConfig } from 'vite';
import { finishBuild } from './build/finish-build.ts';

/** In development the page is served by Vite and the lexicon by the service; LEXICON_URL says where that is. */
const lexicon = process.env.LEXICON_URL ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        main: join(import.meta.dirname, 'index.html'),
        'service-worker': join(import.meta.dirname, 'worker/service-worker.ts'),
      },
      // A worker's address must stay, else the browser would never find a newer one.
      output: {
        entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
        // All that a first visit needs in one file: parts that are loaded later share much of it, and it would come in many.
        codeSplitting: { groups: [{ name: 'page', tags: ['$initial'], test: /^(?!.*[\\/]worker[\\/])/ }] },
      },
    },
  },
  plugins: [await prefresh(), finishBuild()],
  server: { proxy: { '/api': lexicon, '/problems': lexicon } },
});
