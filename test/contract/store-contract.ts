import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { likenessOfRows, meaningVector } from '../../src/lexicon/meaning.ts';
import { senseFeatures, similarityFeatures } from '../../src/lexicon/similarity.ts';
import type { LexiconStore } from '../../src/lexicon/store.ts';
import { lexiconReader, partnerQuery, relationQuery, shownWords } from './queries.ts';
import { FIRST_WORDS, LATER_ROWS, ROWS } from './small-lexicon-rows.ts';

const LATER = new Set(LATER_ROWS.map(({ char }) => char));

/**
 * Answers of a store on the small lexicon that no single request shows: the rows of test/cases hold the rest over HTTP. `open` gets a
 * store that holds {@link file://./small-lexicon.ts}.
 */
export function describeStoreContract(name: string, open: () => Promise<LexiconStore>): void {
  describe(`${name} keeps the store contract`, () => {
    let store: LexiconStore;
    const read = lexiconReader(() => store);
    const entryOf = (word: string) => read(async (lexicon) => (await lexicon.lookup([word])).get(word)!.entry);
    const rankOf = (word: string) => ROWS.findIndex(({ char }) => char === word);
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store?.close());

    it('meanings are the rows of headwords and tokens, in the order that they are asked, without unknown ones', async () => {
      const words = ['快樂', '沒有這個', '我', '𡃁仔', '开心'];
      const meanings = await read((lexicon) => lexicon.meanings({ words, tokens: ['sea', 'sæ', 'happy'] }));
      expect([...meanings.words.keys()]).toEqual(['快樂', '我', '𡃁仔']);
      expect([...meanings.words.get('快樂')!.subarray(0, 3)]).toEqual([32, 24, 0]);
      const popularity = Math.round(127 * (1 - rankOf('快樂') / FIRST_WORDS));
      expect([...meanings.words.get('快樂')!.subarray(94)]).toEqual([popularity, 127]);
      expect(meanings.words.get('我')).toHaveLength(96);
      expect(meanings.words.get('我')![94]).toBe(127);
      expect([...meanings.tokens].map(([token, row]) => [token, row.length, row[2], row[3]])).toEqual([
        ['sea', 94, 38, 6],
        ['happy', 94, 0, 0],
      ]);
    });

    it('meanings are none of nothing', async () => {
      const meanings = await read((lexicon) => lexicon.meanings({ words: [], tokens: [] }));
      expect([meanings.words.size, meanings.tokens.size]).toEqual([0, 0]);
    });

    it('meanings are the basis of similarity, with synonyms, antonyms and other spellings', async () => {
      const basis = await read(async (lexicon) => lexicon.similarityBasis(await entryOf('快樂')));
      expect([...basis.row!.subarray(0, 2)]).toEqual([32, 24]);
      expect(basis).toMatchObject({
        synonyms: [{ word: '開心', source: 'curated', score: 90 }],
        antonyms: ['悲傷'],
        senses: [],
        variants: [],
      });
      // A spelling knows the usual one, and that its other spellings.
      const [variant, usual] = await read((lexicon) =>
        Promise.all([
          lexicon.similarityBasis({ char: '𠮷', variantOf: '吉', senses: [] }),
          lexicon.similarityBasis({ char: '吉', senses: [] }),
        ]),
      );
      expect([variant.variants, usual.variants]).toEqual([['吉'], ['𠮷']]);
      expect([variant.row?.length, usual.row]).toEqual([96, undefined]);
    });

    it('the basis of similarity has a vector for each sense that is told apart', async () => {
      const entry = await entryOf('長');
      const basis = await read((lexicon) => lexicon.similarityBasis(entry));
      expect(basis.senses.map(({ sense, components }) => [sense, components.length])).toEqual([
        ['long', 94],
        ['grow', 94],
      ]);
      // 存在 is the only synonym of the first.
      const rows = await read((lexicon) => lexicon.meanings({ words: ['存在'], tokens: [] }));
      expect(likenessOfRows(basis.senses[0]!.components, rows.words.get('存在')!)).toBeGreaterThan(1550);
      expect(similarityFeatures(entry, basis).vectors).toHaveLength(2);
    });

    it('the features of one sense are its synonyms and category, and nothing of the other senses', async () => {
      const entry = await entryOf('長');
      const basis = await read((lexicon) => lexicon.similarityBasis(entry));
      const features = senseFeatures(entry, basis, 'long')!;
      expect([...features.words]).toEqual([['存在', 39_100]]);
      expect([features.category, features.vectors.length]).toEqual([['adj.all', 30], 1]);
      expect(senseFeatures(entry, basis, 'deep')).toBeUndefined();
    });

    it('relations and partners are filtered by several syllables of rhyme, which Elasticsearch leaves to the process', async () => {
      const [related, ofSense, partners, totals] = await read((lexicon) =>
        Promise.all([
          lexicon.relations(relationQuery('銀行', { sound: { finals: [['ong'], ['an']] } })),
          lexicon.relations(relationQuery('長', { sense: 'grow', sound: { finals: [['oeng'], ['ing']] } })),
          lexicon.partners(partnerQuery('海', { sound: { finals: [['oeng'], ['ei']] } })),
          lexicon.relationTotals([
            relationQuery('開心', { offset: 2, limit: 1, source: 'generated' }),
            relationQuery('銀行', { sound: { finals: [['ong'], ['an']] } }),
            relationQuery('沒有這個'),
          ]),
        ]),
      );
      expect([related, ofSense].map((page) => [shownWords(page), page.total])).toEqual([
        [[], 0],
        [['成長'], 1],
      ]);
      expect([shownWords(partners), Object.fromEntries(partners.counts)]).toEqual([['悲傷'], { like_what: 1 }]);
      expect(totals).toEqual([2, 0, 0]);
      expect(await read((lexicon) => lexicon.relationTotals([]))).toEqual([]);
    });

    it('partners are named word by word, the first of each relation where so many are asked for', async () => {
      const names = await read((lexicon) =>
        Promise.all([
          lexicon.partnerNames({ words: ['海', '沒有這個', '愛'] }),
          lexicon.partnerNames({ words: ['海'], perRelation: 2 }),
          lexicon.partnerNames({ words: ['海'], relations: ['done_to'] }),
          lexicon.partnerNames({ words: [] }),
        ]),
      );
      expect(
        names.map((lists) => lists.map((list) => list.map(({ word, relation }) => `${relation} ${word}`))),
      ).toEqual([
        [['done_to 愛', 'done_to 行', 'like_what 靚', 'like_what 悲傷', 'with 雪', 'done_to 説'], [], ['takes 海']],
        [['done_to 愛', 'done_to 行', 'like_what 靚', 'like_what 悲傷', 'with 雪']],
        [['done_to 愛', 'done_to 行', 'done_to 説']],
        [],
      ]);
    });

    it('replacements are synonyms of the length that is wanted, then words of like meaning whose code fits', async () => {
      const answers = await read(async (lexicon) => {
        const { words: rows } = await lexicon.meanings({ words: ['開心', '海'], tokens: [] });
        const vectorOf = (word: string) => meaningVector(rows.get(word)!);
        return await lexicon.replacements([
          { word: '開心', length: 1 },
          { word: '悲傷', length: 2 },
          { word: '開心', length: 2, similar: { vector: vectorOf('開心'), codes: ['42', '33', '30'] } },
          { word: '海', length: 2, similar: { vector: vectorOf('海'), codes: ['23', '30'] } },
          { word: '海', length: 2, similar: { vector: vectorOf('海'), codes: [] } },
          { word: '海', length: 2, similar: { vector: vectorOf('海'), codes: ['42'] } },
          {
            word: '海',
            length: 2,
            similar: { vector: vectorOf('海'), codes: ['42', '33'], among: ['快樂', '海', '愛', '傷心', '沒有這個'] },
          },
          { word: '沒有這個', length: 2 },
        ]);
      });
      expect(
        answers.map((words) =>
          words.flatMap(({ entry, source, score, likeness }) =>
            LATER.has(entry.char) ? [] : [`${entry.char} ${source} ${score} ${likeness}`],
          ),
        ),
      ).toEqual([
        ['愛 generated 40 960', '靚 generated 40 0'],
        ['傷心 curated 95 1280'],
        // 傷心 has code 33 too, and is an antonym.
        ['快樂 curated 90 1280', '快樂 similar 0 1280', '海洋 similar 0 0', '説話 similar 0 0', '𡃁仔 similar 0 0'],
        ['海洋 curated 90 1536', '大海 generated 80 960', '海洋 similar 0 1536', '大海 similar 0 960'],
        ['海洋 curated 90 1536', '大海 generated 80 960'],
        ['海洋 curated 90 1536', '大海 generated 80 960', '快樂 similar 0 0', '説話 similar 0 0'],
        ['快樂 similar 0 0', '傷心 similar 0 0'],
        [],
      ]);
    });

    it('replacements come with what decides whether they fit a line: their gloss, part of speech and register', async () => {
      const [found, entries] = await read(async (lexicon) => {
        const { words: rows } = await lexicon.meanings({ words: ['海'], tokens: [] });
        const similar = { vector: meaningVector(rows.get('海')!), codes: ['42'] };
        const [list] = await lexicon.replacements([{ word: '海', length: 2, similar }]);
        return [list!, await lexicon.lookup(list!.map(({ entry }) => entry.char))];
      });
      const traits = ({ definition, pos, reg }: { definition: string; pos: string; reg: string }) =>
        `${definition} ${pos} ${reg}`;
      expect(found.map(({ entry }) => traits(entry))).toEqual(
        found.map(({ entry }) => traits(entries.get(entry.char)!.entry)),
      );
      expect(found[0]!.entry.definition).not.toBe('');
    });

    it('replacements keep to a sense of the word where it is asked for, and say for which they stand', async () => {
      const lists = await read((lexicon) =>
        lexicon.replacements([
          { word: '長', length: 2 },
          { word: '長', length: 2, sense: 'grow' },
          { word: '長', length: 2, sense: 'long' },
          { word: '長', length: 2, sense: 'deep' },
        ]),
      );
      expect(lists.map((words) => words.map(({ entry, sense }) => `${entry.char} ${sense}`))).toEqual([
        ['存在 long', '成長 grow'],
        ['存在 grow', '成長 grow'],
        ['存在 long'],
        [],
      ]);
    });

    it('suggestions take simplified and variant characters by themselves', async () => {
      const suggest = (prefix: string) => read((lexicon) => lexicon.suggest(prefix, 10, { vulgar: true }));
      expect([await suggest('說'), await suggest('开')]).toEqual([
        ['説', '説話', '説説話'],
        ['開', '開心'],
      ]);
    });

    it('lists every word with all its readings for annotation', async () => {
      const words = await read((lexicon) => lexicon.wordTable());
      const at = rankOf('長');
      expect(words.count).toBe(ROWS.length);
      expect(words.text(at)).toBe('長');
      expect([words.frequency(at), words.isVulgar(at), words.definition(at)]).toEqual([
        2000 - 10 * at,
        false,
        'long; to grow',
      ]);
      expect(words.readings(at)).toEqual(['coeng4', 'zoeng2']);
      expect(words.detail(at)).toEqual({
        pos: 'a',
        posAlso: ['v'],
        kind: 'word',
        category: 'adj.all',
        emotion: '平',
        themes: [],
      });
      expect(words.find('长')).toEqual({ word: '長', cost: 232, readings: ['coeng4', 'zoeng2'] });
      expect([words.numberOf('長'), words.numberOf('长'), words.headwordOf('长')]).toEqual([at, undefined, '長']);
      expect([words.text(rankOf('開心')), words.definition(rankOf('開心'))]).toEqual(['開心', '']);
    });
  });
}
