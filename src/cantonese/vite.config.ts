import { join } from 'node:path';
import { defineConfig } from 'vite';

/** One file without imports: the tables of data/ are in it. */
export default defineConfig({
  root: import.meta.dirname,
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    minify: false,
    lib: { entry: join(import.meta.dirname, 'index.ts'), formats: ['es'], fileName: 'index' },
  },
});
