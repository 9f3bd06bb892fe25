import { describe, expect, it } from '@jest/globals';
import { listedWords } from '../../src/lexicon/listed-words.ts';
import { nearbyWords } from '../../src/lexicon/nearby-words.ts';
import { createWordPacker } from '../../src/lexicon/word-packer.ts';
import { entryLines } from '../contract/small-lexicon.ts';
import { smallLexicon } from '../contract/small-lexicon-meanings.ts';

describe('words that may be meant', () => {
  it('begin so, are one character apart or are spelled nearly so', async () => {
    const packer = createWordPacker();
    for (const line of entryLines()) packer.add(line);
    const words = listedWords(packer.finish());
    const lexicon = { ...smallLexicon(), wordTable: async () => words };
    const near = (text: string) => nearbyWords(text, 3, lexicon);
    expect(await near('海')).toEqual(['海', '海洋']);
    // A character too many; another first one; another last one.
    expect(await near('大海海')).toEqual(['大海']);
    expect(await near('小海')).toEqual(['大海']);
    expect(await near('開星')).toEqual(['開心']);
    expect(await near('forver')).toEqual(['永遠']);
    expect(await near('屎水')).toEqual([]);
  });
});
