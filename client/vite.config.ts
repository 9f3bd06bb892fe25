import { cpSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const ROOT = fileURLToPath(new URL('.', import.meta.url));
const MODULES = fileURLToPath(new URL('../node_modules/', import.meta.url));

/** The libraries within the bundle, each with its licence, which goes along. */
const LICENCES = {
  // It names its licence, and ships no text.
  saxes: 'package.json',
  '@exodus/bytes': 'LICENSE',
  'opencc-js': 'LICENSE',
} as const;

/** Bundles the reader of melody files, whose sources, tables and libraries lie outside of this package. */
export default defineConfig({
  root: ROOT,
  // The decoders in JavaScript, which are the same in Node and in every browser.
  resolve: { alias: { '@exodus/bytes/encoding-browser.js': '@exodus/bytes/encoding.js' } },
  build: {
    emptyOutDir: false,
    minify: false,
    lib: { entry: 'melody/melody.ts', formats: ['es'], fileName: () => 'melody.js' },
  },
  plugins: [
    {
      name: 'licences',
      closeBundle() {
        mkdirSync(`${ROOT}dist/licences`, { recursive: true });
        for (const [name, file] of Object.entries(LICENCES))
          cpSync(`${MODULES}${name}/${file}`, `${ROOT}dist/licences/${name.replace('/', '-')}-${file}`);
      },
    },
  ],
});
