import { describe, expect, it } from '@jest/globals';
import { withDescriptions } from '../../../indexer/output/descriptions.ts';
import { listedWords } from '../../../src/lexicon/listed-words.ts';
import { MEANING_COMPONENTS, ROW_BYTES } from '../../../src/lexicon/meaning.ts';
import { createWordPacker } from '../../../src/lexicon/word-packer.ts';
import { wordLine } from '../../lyrics/lines.ts';

/** In order of popularity; each lies on the component of its place. */
const WORDS = ['落雨', '冇', '遮', '淋雨', '無遮', '濕身'];

const packer = createWordPacker();
for (const word of WORDS) packer.add({ ...wordLine(word, 'x', 1500), definition: word === '落雨' ? 'rain' : '!' });
const rows = new Int8Array(WORDS.length * ROW_BYTES);
for (const place of WORDS.keys()) rows[place * ROW_BYTES + place] = 40;
const tokenRow = new Int8Array(MEANING_COMPONENTS);
tokenRow[50] = 40;

const build = (descriptions: readonly (readonly [description: string, words: string[]])[]) =>
  withDescriptions(
    packer.finish(),
    descriptions.map(([description, words], line) => ({ file: 'x.tsv', line, value: { description, words } })),
    { rows, tokens: { names: ['umbrella'], rows: tokenRow }, answers: undefined },
  );

describe('the descriptions of a build', () => {
  it('have the numbers of their words, and are read as phrases are', async () => {
    const { descriptions } = listedWords(
      await build([
        ['落雨冇遮', ['淋雨', '濕身']],
        ['umbrella', ['遮', '無蹤']],
      ]),
    );
    expect(descriptions.count).toBe(2);
    expect([...descriptions.wordsOf(0)]).toEqual([3, 5]);
    // A word that the lexicon does not have is left out.
    expect([...descriptions.wordsOf(1)]).toEqual([2]);
    const [rain, without] = descriptions.ideasOf(0);
    expect([rain!.key, rain!.row?.[0]]).toEqual(['落雨', 40]);
    // What negates 遮 is 無遮, from which 遮 itself is pushed away: 1 against 0.4, 40 / √1.16.
    expect([without!.key, without!.row?.[4], without!.row?.[2]]).toEqual(['!遮', 37, -15]);
    expect(descriptions.ideasOf(1).map(({ key, row }) => [key, row?.[50]])).toEqual([['umbrella', 40]]);
  });

  it('change nothing where there are none', async () => {
    expect(await build([])).toEqual(packer.finish());
  });
});
