import { ENDINGS, endingOf } from '../cantonese/rhyme.ts';
import {
  type Affect,
  type Entry,
  type FurtherLabels,
  KINDS,
  PARTS_OF_SPEECH,
  REGISTERS,
  type Reading,
  VALENCES,
  WORD_TONES,
} from './entry.ts';

/**
 * The facets: by what words are browsed, filtered and counted. All that knows of one is made of its row here: the columns of the
 * embedded store, the fields of Elasticsearch, request parameters, the API document, the page. A new one is a row, with tests of it.
 */

/** What values of a word are read from: an entry, or a line of the built files. */
type WordSource = Pick<Entry, 'category' | 'reg' | 'pos' | 'length'> & {
  /** Absent: a word. */
  readonly kind?: Entry['kind'] | undefined;
  /** Absent: plain. */
  readonly tone?: Entry['tone'] | undefined;
  readonly affect: Pick<Affect, 'emotion' | 'valence' | 'themes'>;
  /** Absent: none. */
  readonly also?: readonly FurtherLabels[] | undefined;
};

/** The word's own values, then those under which it is listed besides. */
function withFurther<T>(
  own: readonly T[],
  also: WordSource['also'],
  valuesOf: (labels: FurtherLabels) => readonly T[],
) {
  return also === undefined || also.length === 0 ? own : [...new Set([...own, ...also.flatMap(valuesOf)])];
}
/** What the value of a reading is read from. */
export type ReadingSource = Pick<Reading, 'jyutping' | 'code' | 'rhyme'>;

/** All values; or `names` or `numbers` where they come from the data. */
type Values = readonly string[] | 'names' | 'numbers';
type ValueOf<V extends Values> = V extends readonly (infer Name)[] ? Name : V extends 'numbers' ? number : string;

/** The languages of the page. */
export type LabelLanguage = 'zh-HK' | 'en';
type Labels = Readonly<Record<LabelLanguage, string>>;

interface FacetRow<N extends string, O extends 'word' | 'reading', V extends Values, M extends boolean> {
  /** Of the parameter, of the counts, and of the fields of the indexes. Those of reading facets begin with different letters. */
  readonly name: N;
  /** A filter of readings holds only together with all others of the same reading. */
  readonly of: O;
  readonly values: V;
  /** Whether a word may have several values of its own; of others it may have further ones, see {@link FurtherLabels}. */
  readonly many?: M;
  readonly valuesOf: (
    source: O extends 'word' ? WordSource : ReadingSource,
  ) => O extends 'word' ? readonly ValueOf<V>[] : readonly [ValueOf<V>];
  /** Of the values in responses: the most frequent first, or by number. */
  readonly order: 'count' | 'number';
  readonly labels: Labels;
  /** Where the values say too little by themselves. */
  readonly valueLabels?: Readonly<Record<ValueOf<V>, Labels>>;
  /** Of the parameter. */
  readonly description: string;
  readonly example: readonly ValueOf<V>[];
}

function defineFacet<
  const N extends string,
  const O extends 'word' | 'reading',
  const V extends Values,
  const M extends boolean = false,
>(row: FacetRow<N, O, V, M>): FacetRow<N, O, V, M> {
  return row;
}

/** In the order in which responses give them. */
export const FACET_TABLE = [
  defineFacet({
    name: 'emotion',
    of: 'word',
    values: 'names',
    valuesOf: ({ affect, also }) => withFurther([affect.emotion], also, ({ emotion }) => (emotion ? [emotion] : [])),
    order: 'count',
    labels: { 'zh-HK': '情感', en: 'Feeling' },
    description: 'Emotion, a value of /api/lexicon/vocabulary.',
    example: ['喜悅'],
  }),
  // Tagged themes; the scope of a query may be those that are inferred, or both.
  defineFacet({
    name: 'theme',
    of: 'word',
    values: 'names',
    many: true,
    valuesOf: ({ affect, also }) => withFurther(affect.themes, also, ({ themes = [] }) => themes),
    order: 'count',
    labels: { 'zh-HK': '主題', en: 'Theme' },
    description: 'Theme, a value of /api/lexicon/vocabulary.',
    example: ['愛情'],
  }),
  defineFacet({
    name: 'valence',
    of: 'word',
    values: VALENCES,
    valuesOf: ({ affect, also }) => withFurther([affect.valence], also, ({ valence }) => (valence ? [valence] : [])),
    order: 'count',
    labels: { 'zh-HK': '褒貶', en: 'Mood' },
    valueLabels: {
      正: { 'zh-HK': '正', en: 'positive' },
      負: { 'zh-HK': '負', en: 'negative' },
      中: { 'zh-HK': '中', en: 'neutral' },
    },
    description: '正 positive, 負 negative, 中 neutral.',
    example: ['正'],
  }),
  defineFacet({
    name: 'category',
    of: 'word',
    values: 'names',
    valuesOf: ({ category, also }) =>
      category === null ? [] : withFurther([category], also, ({ category: other }) => (other ? [other] : [])),
    order: 'count',
    labels: { 'zh-HK': '類別', en: 'Topic' },
    description: 'Semantic category, a `name` of /api/lexicon/categories.',
    example: ['noun.feeling'],
  }),
  defineFacet({
    name: 'reg',
    of: 'word',
    values: REGISTERS,
    valuesOf: ({ reg }) => [reg],
    order: 'count',
    labels: { 'zh-HK': '語域', en: 'Register' },
    valueLabels: {
      粵: { 'zh-HK': '粵', en: 'spoken' },
      通: { 'zh-HK': '通', en: 'common' },
      雅: { 'zh-HK': '雅', en: 'literary' },
    },
    description: 'Register: 粵 spoken Cantonese, 通 common to both, 雅 literary.',
    example: ['粵'],
  }),
  defineFacet({
    name: 'pos',
    of: 'word',
    values: PARTS_OF_SPEECH,
    valuesOf: ({ pos, also }) => withFurther([pos], also, ({ pos: other }) => (other ? [other] : [])),
    order: 'count',
    labels: { 'zh-HK': '詞性', en: 'Class' },
    valueLabels: {
      n: { 'zh-HK': '名', en: 'noun' },
      v: { 'zh-HK': '動', en: 'verb' },
      a: { 'zh-HK': '形', en: 'adj.' },
      r: { 'zh-HK': '副', en: 'adv.' },
    },
    description: 'Part of speech: n, v, a, r. A word that is noun and verb has both.',
    example: ['n', 'v'],
  }),
  defineFacet({
    name: 'length',
    of: 'word',
    values: 'numbers',
    valuesOf: ({ length }) => [length],
    order: 'number',
    labels: { 'zh-HK': '字數', en: 'Length' },
    description: 'Number of characters.',
    example: [2],
  }),
  defineFacet({
    name: 'rhyme',
    of: 'reading',
    values: 'names',
    valuesOf: ({ rhyme }) => [rhyme],
    order: 'count',
    labels: { 'zh-HK': '韻', en: 'Rhyme' },
    description: 'Rhyme final itself, such as `oi`, not a character that rhymes (a character answers nothing).',
    example: ['oi'],
  }),
  defineFacet({
    name: 'code',
    of: 'reading',
    values: 'names',
    valuesOf: ({ code }) => [code],
    order: 'count',
    labels: { 'zh-HK': '調', en: 'Code' },
    description: 'Tone-pair code, one digit a character: 0, 2, 3 or 4',
    example: ['33'],
  }),
  defineFacet({
    name: 'ending',
    of: 'reading',
    values: ENDINGS,
    valuesOf: ({ rhyme }) => [endingOf(rhyme)],
    order: 'count',
    labels: { 'zh-HK': '韻尾', en: 'Ending' },
    valueLabels: {
      open: { 'zh-HK': '元音', en: 'vowel' },
      nasal: { 'zh-HK': '鼻音', en: 'nasal' },
      checked: { 'zh-HK': '入聲', en: 'cut off' },
    },
    description: 'Last syllable: `open` (a vowel, held on a long note), `nasal` (-m -n -ng), `checked` (-p -t -k).',
    example: ['open'],
  }),
  defineFacet({
    name: 'kind',
    of: 'word',
    values: KINDS,
    valuesOf: ({ kind = 'word' }) => [kind],
    order: 'count',
    labels: { 'zh-HK': '種類', en: 'Kind' },
    valueLabels: {
      word: { 'zh-HK': '詞', en: 'word' },
      phrase: { 'zh-HK': '短語', en: 'phrase' },
      specialist: { 'zh-HK': '專門', en: 'specialist' },
    },
    description: '`word`, `phrase` (a fragment: 太想) or `specialist` (birds, chemicals).',
    example: ['word', 'phrase'],
  }),
  defineFacet({
    name: 'tone',
    of: 'word',
    values: WORD_TONES,
    valuesOf: ({ tone = 'plain' }) => [tone],
    order: 'count',
    labels: { 'zh-HK': '語氣', en: 'Tone' },
    valueLabels: {
      plain: { 'zh-HK': '平實', en: 'plain' },
      joke: { 'zh-HK': '戲謔', en: 'joke' },
      archaic: { 'zh-HK': '古語', en: 'archaic' },
      literary: { 'zh-HK': '書面', en: 'literary' },
    },
    description: '`plain`, `joke`, `archaic` or `literary`.',
    example: ['plain', 'literary'],
  }),
] as const;

type Row = (typeof FACET_TABLE)[number];
type RowOf<F extends Facet> = Extract<Row, { readonly name: F }>;

export type Facet = Row['name'];
export type WordFacet = Extract<Row, { readonly of: 'word' }>['name'];
/** Of which a word has at most one value of its own, which comes first. */
export type SingleFacet = Extract<Row, { readonly of: 'word'; readonly many?: false }>['name'];
export type ReadingFacet = Extract<Row, { readonly of: 'reading' }>['name'];
export type FacetValueOf<F extends Facet> = ValueOf<RowOf<F>['values']>;

/** Selected values of facets, any of which a word or reading must have. An empty list matches nothing. */
export type Selections<F extends Facet> = { readonly [K in F]?: readonly FacetValueOf<K>[] };

const ROWS = Object.fromEntries(FACET_TABLE.map((row) => [row.name, row])) as Readonly<Record<Facet, Row>>;

export function facetRow<F extends Facet>(facet: F): RowOf<F> {
  return ROWS[facet] as RowOf<F>;
}

export function isReadingFacet(facet: Facet): facet is ReadingFacet {
  return ROWS[facet].of === 'reading';
}

function isWordFacet(facet: Facet): facet is WordFacet {
  return ROWS[facet].of === 'word';
}

/** In the order of the table. */
export const FACETS: readonly Facet[] = FACET_TABLE.map(({ name }) => name);
export const WORD_FACETS: readonly WordFacet[] = FACETS.filter(isWordFacet);
export const SINGLE_FACETS = WORD_FACETS.filter((facet): facet is SingleFacet => !ROWS[facet].many);
export const READING_FACETS: readonly ReadingFacet[] = FACETS.filter(isReadingFacet);

export function wordValues(facet: WordFacet, word: WordSource): readonly (string | number)[] {
  return facetRow(facet).valuesOf(word);
}

export function readingValue(facet: ReadingFacet, reading: ReadingSource): string {
  return facetRow(facet).valuesOf(reading)[0];
}

/** Selections as parameters of a request, each of which may be undefined. */
export type GivenSelections<F extends Facet> = { readonly [K in F]?: readonly FacetValueOf<K>[] | undefined };

/** The selections of `facets` that are given. */
export function selectionsOf<F extends Facet>(facets: readonly F[], given: GivenSelections<F>): Selections<F> {
  const selected: { [K in F]?: readonly FacetValueOf<K>[] } = {};
  for (const facet of facets) if (given[facet] !== undefined) selected[facet] = given[facet];
  return selected;
}
