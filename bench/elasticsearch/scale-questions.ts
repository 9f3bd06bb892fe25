import { FINALS, parseJyutping } from '../../src/cantonese/jyutping.ts';
import { widenedFinals } from '../../src/cantonese/rhyme.ts';
import { type EntryLine, entryFromLine } from '../../src/lexicon/formats.ts';
import type { SoundFilters } from '../../src/lexicon/query.ts';
import { similarityFeatures } from '../../src/lexicon/similarity.ts';
import type { Lexicon } from '../../src/lexicon/store.ts';
import { pageQuery, relationQuery } from '../../test/contract/queries.ts';
import { BENCH_FACETS } from '../lexicon/rows.ts';

/** A question about words drawn from the whole lexicon. */
export type Question = (lexicon: Lexicon, draw: Draw) => Promise<unknown>;

export interface Draw {
  /** A number from 0 to 1. */
  readonly random: () => number;
  /** Any word or copy. */
  readonly word: () => EntryLine;
  /** A word of the lexicon itself, of two characters or more. */
  readonly realWord: () => EntryLine;
}

const LIMIT = 20;
/** Words before a deep page. */
const DEEP = 100_000;

const rhymeOf = ({ readings }: EntryLine): SoundFilters => ({ rhyme: [readings[0]!.rhyme] });
const looseRhymeOf = ({ readings }: EntryLine): SoundFilters => ({
  finals: [widenedFinals(readings[0]!.rhyme)],
});
const syllablesOf = ({ readings }: EntryLine) => parseJyutping(readings[0]!.jyutping)!;

/** Words like one, in meaning: what is known of it, then the page. */
async function like(lexicon: Lexicon, line: EntryLine, sound: SoundFilters, offset = 0): Promise<unknown> {
  const entry = entryFromLine(line);
  const features = similarityFeatures(entry, await lexicon.similarityBasis(entry));
  const order = { by: 'similarity', features } as const;
  return await lexicon.page(pageQuery({}, sound, { order, start: { offset }, limit: LIMIT }));
}

export const QUESTIONS: Readonly<Record<string, Question>> = {
  'word card': (lexicon, { word }) => lexicon.lookup([word().char]),
  browse: (lexicon, { word }) => {
    const line = word();
    return lexicon.page(pageQuery({ pos: [line.pos], vulgar: false }, rhymeOf(line), { limit: LIMIT }));
  },
  'browse, deep': (lexicon, { random }) => {
    const offset = DEEP + Math.floor(random() * 1000);
    return lexicon.page(pageQuery({ vulgar: false }, {}, { start: { offset }, limit: LIMIT }));
  },
  'nine facets': (lexicon, { word }) => {
    const line = word();
    return lexicon.page(pageQuery({ pos: [line.pos] }, rhymeOf(line), { limit: LIMIT, facets: BENCH_FACETS }));
  },
  'nine facets of a third of all words': (lexicon, { random }) => {
    const rhyme = FINALS.filter(() => random() < 1 / 3);
    return lexicon.page(pageQuery({}, { rhyme }, { limit: LIMIT, facets: BENCH_FACETS }));
  },
  'autocomplete, one character': (lexicon, { word }) => lexicon.suggest([...word().char][0]!, 10, { vulgar: true }),
  'autocomplete, two characters': (lexicon, { realWord }) =>
    lexicon.suggest([...realWord().char].slice(0, 2).join(''), 10, { vulgar: true }),
  'autocomplete, jyutping': (lexicon, { word, random }) => {
    const letters = word().readings[0]!.jyutping.replace(/[\d ]/g, '');
    return lexicon.suggest(letters.slice(0, 1 + Math.floor(random() * 5)), 10, { vulgar: true });
  },
  'synonyms, loose rhyme': (lexicon, { realWord, word }) =>
    lexicon.relations(relationQuery(realWord().char, { sound: looseRhymeOf(word()), limit: LIMIT })),
  rhymes: (lexicon, { word }) =>
    lexicon.rhymes({
      tiers: [[word().readings[0]!.rhyme]],
      words: { themeScope: 'tagged' },
      offset: 0,
      limit: LIMIT,
    }),
  near: (lexicon, { word }) =>
    lexicon.page(pageQuery({}, {}, { order: { by: 'sound', near: syllablesOf(word()) }, limit: LIMIT })),
  'near, rhyme': (lexicon, { word }) => {
    const line = word();
    const order = { by: 'sound', near: syllablesOf(line) } as const;
    return lexicon.page(pageQuery({}, rhymeOf(line), { order, limit: LIMIT }));
  },
  'near, deep': (lexicon, { word }) => {
    const order = { by: 'sound', near: syllablesOf(word()) } as const;
    return lexicon.page(pageQuery({}, {}, { order, start: { offset: DEEP }, limit: LIMIT }));
  },
  like: (lexicon, { word }) => like(lexicon, word(), {}),
  'like, deep': (lexicon, { word }) => like(lexicon, word(), {}, DEEP),
  'like, rhyme': (lexicon, { word }) => like(lexicon, word(), rhymeOf(word())),
  'like, rhyme and code': (lexicon, { word }) => {
    const { readings } = word();
    const { rhyme, code } = readings[0]!;
    return like(lexicon, word(), { rhyme: [rhyme], code: [code] });
  },
  contains: (lexicon, { realWord }) => {
    const contains = [...realWord().char].slice(-2).join('');
    return lexicon.page(pageQuery({ contains }, {}, { limit: LIMIT }));
  },
};
