import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** Bundles the reader of melody files, whose sources and tables lie outside of this package. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  build: {
    emptyOutDir: false,
    minify: false,
    lib: { entry: 'melody/melody.ts', formats: ['es'], fileName: () => 'melody.js' },
    rolldownOptions: { external: ['midi-file', 'saxes'] },
  },
});
