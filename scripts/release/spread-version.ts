import { fileURLToPath } from 'node:url';
import { spreadVersion } from './versions.ts';

/** Run by `npm version`. */
spreadVersion(fileURLToPath(new URL('../..', import.meta.url)));
