import { describe, expect, it } from '@jest/globals';
import { createKinds } from '../../../../indexer/compose/entries/kinds.ts';
import { createSenseCues } from '../../../../indexer/compose/entries/sense-cues.ts';
import type { GatheredWord, WordLabels } from '../../../../indexer/compose/types.ts';
import type { HandWritten } from '../../../../indexer/tables/hand-written.ts';
import type { EntryLine } from '../../../../src/lexicon/formats.ts';
import { ROW_BYTES } from '../../../../src/lexicon/meaning.ts';

describe('kinds', () => {
  const RARE = 60_000;
  const gathered = (word: string, gloss: string, rest: Partial<GatheredWord> = {}) =>
    ({ word, glosses: [gloss], hand: [], register: '通', ...rest }) as unknown as GatheredWord;
  const inCategory = (category: string | null) => ({ category }) as WordLabels;

  describe('the kind of an entry', () => {
    const kindOf = createKinds({
      kinds: [
        { file: 'kinds/kinds.tsv', line: 2, value: { word: '太想', kind: 'phrase' } },
        { file: 'kinds/kinds.tsv', line: 3, value: { word: '棕頭鷗', kind: 'word' } },
      ],
    });
    const gull = '(bird species of China) brown-headed gull (Chroicocephalus brunnicephalus)';

    it('is what somebody wrote, whatever a rule would say', () => {
      expect(kindOf(gathered('太想', 'too eager'), 900, inCategory(null))).toBe('phrase');
      expect(kindOf(gathered('棕頭鷗', gull), RARE, inCategory('noun.animal'))).toBe('word');
    });

    const kind = (glosses: readonly string[], category: string | null, rest: Partial<GatheredWord> = {}, rank = RARE) =>
      kindOf(gathered('漁鷗鳥', '', { glosses, ...rest }), rank, inCategory(category));

    it('is specialist where a rare word is explained as one of a subject', () => {
      expect(kind([gull, 'gull'], 'noun.animal')).toBe('specialist');
      expect(kind(['(chemistry) to titrate', '(chemistry) titration'], 'verb.change')).toBe('specialist');
      expect(kind(['(geometry) cone'], 'noun.shape')).toBe('specialist');
      expect(kind(['hydrochloric acid (HCl)'], 'noun.substance')).toBe('specialist');
      expect(kind(['sandgrouse (Syrrhaptes paradoxus)'], 'noun.animal')).toBe('specialist');
      expect(kind(['Ufa, capital of Bashkortostan, Republic of Russia'], 'noun.location')).toBe('specialist');
      expect(kind(['Daxing county in Beijing'], null, { word: '大興縣' })).toBe('specialist');
    });

    it('is not where one gloss of several is', () => {
      expect(kind(['cone', '(geometry) cone'], 'noun.shape')).toBe('word');
      expect(kind(['to titrate', '(chemistry) titration'], null)).toBe('word');
      expect(kind(['(law) evidence'], 'noun.communication')).toBe('word');
      expect(kind(['night sky'], 'noun.object')).toBe('word');
      expect(kind(['Kowloon City district of Hong Kong'], null, { word: '九龍城區' })).toBe('word');
    });

    it('is not of what is in use, what somebody wrote down, what is said in Cantonese, and characters', () => {
      expect(kind([gull], 'noun.animal', {}, 19_999)).toBe('word');
      expect(kind([gull], 'noun.animal', { register: '粵' })).toBe('word');
      expect(kind([gull], 'noun.animal', { hand: [{}] } as unknown as Partial<GatheredWord>)).toBe('word');
      expect(kind([gull], 'noun.animal', { word: '鷗' })).toBe('word');
    });
  });
});

describe('cues of senses', () => {
  const ROWS: Record<string, number[]> = {
    開: [20, 20],
    打開: [40, 0],
    綻放: [0, 40],
    門: [35, 0],
    鎖: [30, 10],
    花: [0, 38],
    雨: [20, 20],
    的: [40, 0],
  };

  function sense(id: string, synonyms: string[]): EntryLine['senses'][number] {
    const told = { sense: id, definition_zh: '義', reg: '通' as const, example: '例', antonyms: [] };
    return { pos: 'v', category: null, definition: '', synonyms, told };
  }

  describe('cues of senses', () => {
    const words = Object.keys(ROWS);
    const rows = new Int8Array(words.length * ROW_BYTES);
    for (const [i, word] of words.entries()) rows.set(ROWS[word]!, i * ROW_BYTES);
    const row = (word: string, ...partners: string[]) => ({ value: { word, relation: 'does', partners } });
    const partners = [row('花', '綻放', '開'), row('夢', '綻放*'), row('雨', '打開+', '綻放'), row('開', '鎖')];
    const cuesOf = createSenseCues({
      words,
      rows,
      tokens: { names: [], rows: new Int8Array(0) },
      partners: partners as unknown as HandWritten['partners'],
    });

    it('are synonyms, their partners, own partners and common words that mean more like one sense', () => {
      const [open, bloom] = cuesOf('開', [sense('open', ['打開']), sense('bloom', ['綻放'])]);
      // 打開: a synonym that is like itself. 鎖: a partner of 開 that is more like the first sense, and so a common word like it. 門: like it.
      expect(open).toEqual({ 打開: 3, 鎖: 3, 門: 1 });
      // 花: a partner of 綻放, a partner of 開 and like the sense, which is more than there are weights. 夢 is no word of this lexicon.
      expect(bloom).toEqual({ 花: 4, 綻放: 3 });
    });

    it('are none of what goes with both senses, of function words and of the word itself', () => {
      const [open, bloom] = cuesOf('開', [sense('open', ['打開']), sense('bloom', ['綻放'])]);
      for (const word of ['雨', '的', '開']) expect([open![word], bloom![word]]).toEqual([undefined, undefined]);
    });
  });
});
