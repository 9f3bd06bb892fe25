import type { Notice } from './notice.ts';

/** The tables under `data/`, written for this project. */
export const notice = (): Notice => ({
  name: 'Hand-written tables',
  version: 'data/ of this project',
  licence: 'CC BY-SA 4.0',
  url: 'https://creativecommons.org/licenses/by-sa/4.0/',
  attribution: 'The contributors of this project',
  used_for: 'everyday Cantonese and lyric words, curated relations, feelings, readings, registers',
});
