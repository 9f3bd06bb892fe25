import { type Notice, packageVersion, readPackageFile } from './packages.ts';

/** Word counts and part-of-speech tags, from mainland written text in simplified characters. */
export const notice = (): Notice => ({
  name: 'jieba dictionary',
  version: `@node-rs/jieba ${packageVersion('@node-rs/jieba')}`,
  licence: 'MIT',
  url: 'https://github.com/fxsjy/jieba',
  attribution: 'Sun Junyi and contributors (jieba); LongYinan (@node-rs/jieba)',
  used_for: 'frequency, parts of speech, some words',
});

export interface JiebaRow {
  /** Simplified characters. */
  readonly word: string;
  readonly count: number;
  /** Tag of the ICTCLAS set, e.g. `n`, `v`, `nr`. */
  readonly tag: string;
}

export function* readJieba(): Generator<JiebaRow> {
  const text = readPackageFile('@node-rs/jieba', 'dict.txt');
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end === -1 ? text.length : end);
    start = end === -1 ? text.length : end + 1;
    const [word, count, tag] = line.split(' ');
    if (word && count) yield { word, count: Number(count), tag: tag ?? '' };
  }
}
