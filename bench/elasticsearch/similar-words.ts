import { randomNumbers } from '../../indexer/random-numbers.ts';
import type { JsonLines } from '../../src/generation/json-lines.ts';
import { entryFromLine } from '../../src/lexicon/formats.ts';
import type { PageQuery } from '../../src/lexicon/query.ts';
import { similarityFeatures } from '../../src/lexicon/similarity.ts';
import type { Lexicon } from '../../src/lexicon/store.ts';
import { pageQuery } from '../../test/contract/queries.ts';
import type { Row } from '../report.ts';
import { measureMs, rowOf } from './measure.ts';

/** Among so many of the most popular words are those that are asked about. */
const POPULAR_WORDS = 20_000;

/** Times of the store without its cache: what is looked up of a word, and pages of the words like it, by filter. */
export async function measureSimilarWords(
  lexicon: Lexicon,
  lines: JsonLines,
  { runs, warmUp }: { readonly runs: number; readonly warmUp: number },
): Promise<Row[]> {
  const random = randomNumbers(2);
  const randomEntry = () => entryFromLine(lines.parse(Math.floor(Math.min(POPULAR_WORDS, lines.count) * random())));
  const times: Record<string, number[]> = {};
  const record = async (name: string, work: () => Promise<unknown>) => (times[name] ??= []).push(await measureMs(work));
  for (let run = 0; run < warmUp + runs; run++) {
    const [entry, other] = [randomEntry(), randomEntry()];
    const { rhyme, code } = other.readings[0]!;
    await record('basis of similarity', () => lexicon.similarityBasis(entry));
    const features = similarityFeatures(entry, await lexicon.similarityBasis(entry));
    const filters: Record<string, PageQuery['sound']> = {
      'words like one': {},
      'words like one, rhyme': { rhyme: [rhyme] },
      'words like one, rhyme and code': { rhyme: [rhyme], code: [code] },
    };
    for (const [name, sound] of Object.entries(filters))
      await record(name, () => lexicon.page(pageQuery({}, sound, { order: { by: 'similarity', features } })));
  }
  return Object.entries(times).map(([name, all]) => rowOf(name, all.slice(warmUp)));
}
