import { describe, expect, it } from '@jest/globals';
import characters from '../../data/typed/characters.json' with { type: 'json' };
import simplified from '../../data/typed/simplified.json' with { type: 'json' };
import type { EntryLine } from '../../src/lexicon/formats.ts';
import { listedWords } from '../../src/lexicon/listed-words.ts';
import { nearbyWords, suggestWords } from '../../src/lexicon/suggest-words.ts';
import { writtenForms } from '../../src/lexicon/typed-words.ts';
import { createWordPacker } from '../../src/lexicon/word-packer.ts';
import { linesToBytes, memoryLexicon } from '../../src/stores/memory/memory-store.ts';
import { entryLines, smallManifest } from '../contract/small-lexicon.ts';
import { smallLexicon } from '../contract/small-lexicon-meanings.ts';

describe('suggestions', () => {
  /** Words in order of popularity; those between are of another sound and meaning. */
  function lexiconOf(words: readonly (Pick<EntryLine, 'char' | 'definition'> & { jyutping: string; rank?: number })[]) {
    const [template] = entryLines();
    const placed = new Map(words.map((word, i) => [word.rank ?? i, word]));
    const last = Math.max(...placed.keys());
    const lines = Array.from({ length: last + 1 }, (_, rank): EntryLine => {
      const { char, jyutping, definition } = placed.get(rank) ?? {
        char: String.fromCodePoint(0x20000 + rank),
        jyutping: 'zoek3',
        definition: '',
      };
      const readings = [{ ...template!.readings[0]!, jyutping }];
      return { ...template!, char, definition, readings, rank, aliases: [], vulgar: false };
    });
    return memoryLexicon(smallManifest(), linesToBytes(lines), Buffer.alloc(0));
  }

  describe('completions of English letters that are a sound too', () => {
    const songs = Array.from('送鬆餸宋崧嵩聳淞悚慫竦菘').map((char) => ({ char, jyutping: 'sung3', definition: char }));
    const suns = ['日', '陽'].map((char) => ({ char, jyutping: 'jat6', definition: 'sun; day' }));

    it('keep the sound of frequent words first, and give the end of the list to what is meant', async () => {
      const lexicon = lexiconOf([...songs, ...suns]);
      const suggest = (prefix: string, limit: number) => suggestWords(lexicon, prefix, limit, { vulgar: undefined });
      expect((await suggest('sun', 10)).join('')).toBe('送鬆餸宋崧嵩聳淞日陽');
      expect((await suggest('sun', 2)).join('')).toBe('送鬆');
      expect((await suggest('sung', 10)).join('')).toBe('送鬆餸宋崧嵩聳淞悚慫');
      expect((await suggest('sun', 20)).join('')).toBe('送鬆餸宋崧嵩聳淞悚慫竦菘日陽');
    });

    it('keep all of a few frequent words first, however much is meant', async () => {
      const many = Array.from('日陽曦曜暉旭晷晟昊昕暘').map((char) => ({ char, jyutping: 'jat6', definition: 'sun' }));
      const lexicon = lexiconOf([...many, ...songs.slice(0, 2)]);
      expect((await suggestWords(lexicon, 'sun', 10, { vulgar: undefined })).join('')).toBe('送鬆日陽曦曜暉旭晷晟');
    });

    it('put what is meant before the sound of rare words', async () => {
      const rare = songs.map((word, i) => ({ ...word, rank: 6000 + i }));
      const lexicon = lexiconOf([...suns, ...rare]);
      expect((await suggestWords(lexicon, 'sun', 10, { vulgar: undefined })).join('')).toBe('日陽送鬆餸宋崧嵩聳淞');
    });
  });

  describe('completions of English', () => {
    const words = [
      ['心碎', 'sam1 seoi3', 'heartbroken'],
      ['的士', 'dik1 si2', 'taxi'],
      ['尖沙咀', 'zim1 saa1 zeoi2', 'Tsim Sha Tsui'],
      ['大嶼山', 'daai6 jyu4 saan1', 'Lantau Island'],
      ['月光', 'jyut6 gwong1', 'moonlight; moon'],
    ].map(([char, jyutping, definition]) => ({ char: char!, jyutping: jyutping!, definition: definition! }));
    const lexicon = lexiconOf(words);
    const suggest = async (prefix: string) => (await suggestWords(lexicon, prefix, 5, { vulgar: undefined }))[0];

    it.each([
      ['moon', '月光'],
      ['Moonl', '月光'],
      ['taxi', '的士'],
      ['taxis', '的士'],
      ['heartbreak', '心碎'],
      ['tsimshatsui', '尖沙咀'],
      ['Tsim Sha', '尖沙咀'],
      ['Lantau', '大嶼山'],
    ])('%s finds %s', async (prefix, word) => {
      expect(await suggest(prefix)).toBe(word);
    });

    it('needs three letters, and no tones', async () => {
      expect([await suggest('tx'), await suggest('mo1')]).toEqual([undefined, undefined]);
    });
  });
});

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

describe('the tables of typed characters', () => {
  it('list each form once, for one character that is not itself', () => {
    const forms = characters.map(({ typed }) => typed);
    expect(new Set(forms).size).toBe(forms.length);
    expect(characters.filter(({ typed, written }) => typed === written || Array.from(written).length !== 1)).toEqual(
      [],
    );
  });

  it('lead from simplified characters to others that are none', () => {
    const pairs = Object.entries(simplified);
    expect(pairs.filter(([from, to]) => from === to || to in simplified || Array.from(from + to).length !== 2)).toEqual(
      [],
    );
  });
});

it('words as they are typed are not tried in all combinations', () => {
  expect(writtenForms('野野野野野野').length).toBeLessThanOrEqual(8);
});
