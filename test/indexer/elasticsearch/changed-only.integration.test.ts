import { afterAll, expect, it } from '@jest/globals';
import { listGenerations } from '../../../indexer/elasticsearch/cluster-target.ts';
import { openLexicon } from '../../../indexer/elasticsearch/verify.ts';
import { compareCodePoints } from '../../../src/lexicon/code-points.ts';
import type { EntryLine } from '../../../src/lexicon/formats.ts';
import { entryFromLine } from '../../../src/lexicon/line-conversion.ts';
import { MEANING_COMPONENTS, ROW_BYTES } from '../../../src/lexicon/meaning.ts';
import { indexNames } from '../../../src/stores/elasticsearch/index-names.ts';
import { keysOfLayout, layoutFor, MAX_KEY_CHANGES } from '../../../src/stores/elasticsearch/rank-keys.ts';
import type { BuildFiles } from '../../../src/stores/memory/image/build-files.ts';
import { memoryLexicon } from '../../../src/stores/memory/memory-store.ts';
import { entryLines, relationLines } from '../../contract/small-lexicon.ts';
import { differences, pageQueries, wordQueries } from '../../stores/elasticsearch/differential.ts';
import { loadBuild, removeAll, smallBuild, targetOn } from '../../stores/elasticsearch/support.ts';
import { describeOnElasticsearch } from '../../support/describe-with.ts';

/** A build of the words in this order, in which the meaning of a word does not depend on its place. */
function buildOf(generation: string, words: readonly EntryLine[]): BuildFiles {
  const byCodePoint = words.map(({ char }) => char).sort(compareCodePoints);
  const build = smallBuild(generation, (lines) => {
    lines.entries = words.map((word, rank) => ({
      ...word,
      rank,
      char_rank: byCodePoint.indexOf(word.char),
      end_rank: rank % 2 === 0 ? rank / 2 : Math.ceil(words.length / 2) + (rank - 1) / 2,
    }));
    lines.relations = relationLines(words.map(({ char }) => char));
  });
  for (let rank = 0; rank < words.length; rank++) build.meanings[rank * ROW_BYTES + MEANING_COMPONENTS] = 60;
  return build;
}

const [template] = entryLines();
const newWord = (char: string): EntryLine => ({ ...template!, char, length: [...char].length, aliases: [] });

interface Step {
  readonly name: string;
  change(words: readonly EntryLine[]): EntryLine[];
  /** Words that get another key, or as many names. */
  readonly changed: readonly string[];
}

const STEPS: readonly Step[] = [
  {
    name: 'adds words at the first, a middle and the last place',
    change: (words) => [newWord('頭'), ...words.slice(0, 9), newWord('中'), ...words.slice(9), newWord('尾')],
    changed: ['頭', '中', '尾'],
  },
  { name: 'removes the first and the last', change: (words) => words.slice(1, -1), changed: [] },
  { name: 'moves the last to the front', change: (words) => [words.at(-1)!, ...words.slice(0, -1)], changed: ['last'] },
  {
    name: 'moves the first to the middle and changes another',
    change: ([first, ...words]) => [
      ...words.slice(0, 15),
      first!,
      ...words.slice(15, -1),
      { ...words.at(-1)!, definition: 'another' },
    ],
    changed: ['first', 'another'],
  },
  {
    name: 'adds many words at one place',
    change: (words) => [
      ...words.slice(0, 3),
      ...Array.from('甲乙丙丁戊己庚辛壬癸子丑').map(newWord),
      ...words.slice(3),
    ],
    changed: Array.from('甲乙丙丁戊己庚辛壬癸子丑'),
  },
];

await describeOnElasticsearch('loads of changes, one after the other', (url) => {
  const target = targetOn(url);
  afterAll(async () => {
    await removeAll(target);
    await target.client.close();
  }, 60_000);

  it('answer as the embedded store does, and keep the keys of words whose order is the same', async () => {
    let words = entryLines();
    await loadBuild(target, buildOf('g0', words));
    for (const [place, { name, change, changed }] of STEPS.entries()) {
      words = change(words);
      const build = buildOf(`g${place + 1}`, words);
      const before = await keysOf(target, place);
      const notes: string[] = [];
      const report = await loadBuild(target, build, { changedOnly: true, onNote: (note) => notes.push(note) });
      expect([name, notes]).toEqual([name, []]);
      expect(report.changes!.unchanged).toBeGreaterThan(0);
      const after = await keysOf(target, place + 1);
      const moved = [...after].filter(([word, key]) => before.get(word) !== key).map(([word]) => word);
      expect([name, moved.length]).toEqual([name, changed.filter((word) => word !== 'another').length]);

      const live = (await listGenerations(target)).find((generation) => generation.live)!;
      const entries = words.map((_, rank) => entryFromLine({ ...words[rank]!, rank }));
      const queries = [...pageQueries(entries, 60), ...wordQueries(entries, 8)];
      const embedded = memoryLexicon(build.manifest, build.entries, build.relations, build);
      expect([name, await differences(embedded, openLexicon(target, live.meta!), queries)]).toEqual([name, []]);
    }
  }, 300_000);

  it('load everything with fresh keys where more came than the lists of keys may hold', async () => {
    await loadBuild(target, buildOf('gfew', entryLines()));
    const [first, ...others] = entryLines();
    const many = Array.from({ length: MAX_KEY_CHANGES + 1 }, (_, i) => newWord(String.fromCodePoint(0x20000 + i)));
    const words = [first!, ...many, ...others];
    const notes: string[] = [];
    const options = { changedOnly: true, onNote: (note: string) => notes.push(note) };
    const report = await loadBuild(target, buildOf('gmany', words), options);
    expect(notes).toEqual([expect.stringContaining('everything is sent')]);
    expect(report).not.toHaveProperty('changes');
    expect(report.documents).toBeGreaterThan(words.length);
    const live = (await listGenerations(target)).find((generation) => generation.live)!;
    expect(live.meta!.keys).toEqual(keysOfLayout(layoutFor(words.length)));
  }, 120_000);
});

/** The keys of the order of popularity in a generation. */
async function keysOf({ client, prefix }: ReturnType<typeof targetOn>, generation: number) {
  const { hits } = await client.search({
    index: indexNames(`g${generation}`, prefix).entries,
    size: 1000,
    _source: false,
    docvalue_fields: ['rank'],
  });
  return new Map(hits.hits.map(({ _id, fields }) => [_id!, (fields as { rank: number[] }).rank[0]!]));
}
