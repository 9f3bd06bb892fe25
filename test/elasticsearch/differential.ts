import fc from 'fast-check';
import { widenedFinals } from '../../src/cantonese/rhyme.ts';
import { type Entry, RELATION_TYPES } from '../../src/lexicon/entry.ts';
import { entryOfLine } from '../../src/lexicon/lines.ts';
import type { PageQuery, RelationQuery } from '../../src/lexicon/query.ts';
import type { Lexicon, RhymeQuery } from '../../src/lexicon/store.ts';
import type { BuildFiles } from '../../src/stores/memory/built-file.ts';
import { linesOf } from '../../src/stores/memory/jsonl.ts';
import { randomPageQuery } from '../contract/random-query.ts';

/** One question to a lexicon, with a text that names it. */
export interface Question {
  readonly text: string;
  ask(lexicon: Lexicon): Promise<unknown>;
}

/** Entries picked from all over a build, popular ones more often: values of random queries come from them. */
export function pickEntries(build: BuildFiles, count: number): Entry[] {
  const lines = linesOf(build.entries);
  return Array.from({ length: count }, (_, i) => entryOfLine(lines.parse(Math.floor((i / count) ** 2 * lines.count))));
}

const QUESTIONS_SEED = 20261121;

function sample<T>(arbitrary: fc.Arbitrary<T>, numRuns: number): T[] {
  return fc.sample(arbitrary, { numRuns, seed: QUESTIONS_SEED });
}

export function pageQuestions(entries: readonly Entry[], count: number): Question[] {
  return sample(randomPageQuery(entries), count).map((query) => ({
    text: `page ${JSON.stringify(query)}`,
    ask: (lexicon) => lexicon.page(query),
  }));
}

/** Pages far in, and the last ones, in every order. */
export function deepQuestions(total: number): Question[] {
  const orders: PageQuery['order'][] = [
    { by: 'popularity' },
    { by: 'char' },
    { by: 'sound', near: [{ initial: 'h', final: 'oi', tone: 1 }] },
    { by: 'similarity', features: { words: new Map([['海', 900]]), emotion: ['平', 60], maximum: 960 } },
  ];
  const offsets = [999, 1000, 1001, 1002, 50_000, total - 20, total - 1, total, total + 1];
  return orders.flatMap((order) =>
    [...offsets, ...offsets.map((offset) => Math.floor(offset / 2))].map((offset, i): Question => {
      const words = { themeScope: 'tagged' as const, ...(i < offsets.length ? {} : { pos: ['n' as const] }) };
      const query: PageQuery = { words, sound: {}, order, start: { offset }, limit: 20, facets: [] };
      return { text: `deep page ${JSON.stringify(query)}`, ask: (lexicon) => lexicon.page(query) };
    }),
  );
}

/** Everything that is asked about one word. */
export function wordQuestions(entries: readonly Entry[], count: number): Question[] {
  const word = fc.record({
    entry: fc.constantFrom(...entries),
    type: fc.constantFrom(...RELATION_TYPES),
    source: fc.constantFrom('all' as const, 'curated' as const, 'generated' as const),
    loose: fc.boolean(),
    vulgar: fc.boolean(),
    cut: fc.integer({ min: 1, max: 16 }),
    limit: fc.integer({ min: 1, max: 50 }),
    offset: fc.integer({ min: 0, max: 5 }),
  });
  return sample(word, count).flatMap(({ entry, type, source, loose, vulgar, cut, limit, offset }, i) => {
    const reading = entry.readings.at(i % 2 === 0 ? 0 : -1)!;
    const finals = loose ? widenedFinals(reading.rhyme) : [reading.rhyme];
    const sound = [{}, { finals: [finals] }, { code: [reading.code], rhyme: finals }, { code: [reading.code, '33'] }][
      i % 4
    ]!;
    const relation: RelationQuery = { word: entry.char, type, source, words: { vulgar }, sound, offset, limit };
    const rhyme: RhymeQuery = {
      tiers: finals.map((final) => [final]),
      words: { themeScope: 'all', pos: [entry.pos] },
      offset,
      limit,
    };
    const characters = [...entry.char].slice(0, 1 + (cut % 3)).join('');
    const forms = [entry.char, ...entry.aliases, `${entry.char}無`];
    const questions: Question[] = [
      { text: `relations ${JSON.stringify(relation)}`, ask: (lexicon) => lexicon.relations(relation) },
      { text: `related words of ${entry.char}`, ask: (lexicon) => lexicon.relatedWords(entry.char, source, limit) },
      { text: `relation scores of ${entry.char}`, ask: (lexicon) => lexicon.relationScores(entry.char, type) },
      { text: `suggest ${characters}`, ask: (lexicon) => lexicon.suggest(characters, limit, { vulgar }) },
      {
        text: `suggest ${entry.aliases[0]}`,
        ask: (lexicon) => lexicon.suggest(entry.aliases[0] ?? '𠮷', limit, { vulgar }),
      },
      {
        text: `suggest ${reading.jyutping.slice(0, cut)}`,
        ask: (lexicon) => lexicon.suggest(reading.jyutping.slice(0, cut), limit, { vulgar }),
      },
      { text: `lookup ${forms}`, ask: async (lexicon) => [...(await lexicon.lookup(forms))] },
      { text: `homophones of ${entry.char}`, ask: (lexicon) => lexicon.homophones(entry) },
      { text: `rhymes ${JSON.stringify(rhyme)}`, ask: (lexicon) => lexicon.rhymes(rhyme) },
      { text: `replacements of ${entry.char}`, ask: (lexicon) => lexicon.replacements([replacementOf(entry)]) },
    ];
    return questions;
  });
}

function replacementOf({ char, length, category, pos, affect, readings }: Entry) {
  if (category === null) return { word: char, length };
  const codes = readings.map(({ code }) => code);
  return { word: char, length, similar: { category, pos, emotion: affect.emotion, themes: affect.themes, codes } };
}

/** The questions that the two answer differently, as bytes; those are compared, so order and form count. */
export async function differences(
  expected: Lexicon,
  actual: Lexicon,
  questions: readonly Question[],
  atOnce = 4,
): Promise<string[]> {
  const found: string[] = [];
  let next = 0;
  const worker = async () => {
    while (next < questions.length && found.length < 5) {
      const { text, ask } = questions[next++]!;
      const [wanted, got] = (await Promise.all([ask(expected), ask(actual)])).map((answer) => JSON.stringify(answer));
      if (wanted !== got) found.push(`${text}\n  expected ${wanted!.slice(0, 500)}\n  got      ${got!.slice(0, 500)}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return found;
}
