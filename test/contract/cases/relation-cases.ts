import { describe, expect, it } from '@jest/globals';
import { meaningVector } from '../../../src/lexicon/meaning.ts';
import { facetCounts, pageQuery, partnerQuery, type ReadLexicon, relationQuery, shownWords } from '../queries.ts';

/** Relations, homophones and replacements. */
export function relationCases(read: ReadLexicon): void {
  describe('relations', () => {
    it('come curated first, then by score, then by popularity', async () => {
      const page = await read((lexicon) => lexicon.relations(relationQuery('開心')));
      expect(page.words.map(({ entry, source, relationScore }) => [entry.char, source, relationScore])).toEqual([
        ['快樂', 'curated', 90],
        ['愛', 'generated', 40],
        ['靚', 'generated', 40],
      ]);
      expect(page.total).toBe(3);
    });

    it('filter by source, by word and by any reading of the target, which is then shown', async () => {
      const pages = await read((lexicon) =>
        Promise.all([
          lexicon.relations(relationQuery('開心', { source: 'generated' })),
          lexicon.relations(relationQuery('開心', { words: { reg: ['粵'] } })),
          lexicon.relations(relationQuery('成長', { sound: { code: ['3'] } })),
          lexicon.relations(relationQuery('銀行', { sound: { rhyme: ['ong'] } })),
          lexicon.relations(relationQuery('開心', { type: 'ant', sound: { rhyme: ['am'] } })),
          lexicon.relations(relationQuery('開心', { sound: { code: ['00'] } })),
        ]),
      );
      expect(pages.map(shownWords)).toEqual([['愛', '靚'], ['靚'], ['長:zoeng2'], ['行:hong4'], ['傷心'], []]);
    });

    it('page by offset with an exact total', async () => {
      const page = await read((lexicon) => lexicon.relations(relationQuery('開心', { offset: 1, limit: 1 })));
      expect([shownWords(page), page.total]).toEqual([['愛'], 3]);
    });

    it('count without their words', async () => {
      const queries = [
        relationQuery('開心'),
        relationQuery('開心', { offset: 2, limit: 1, source: 'generated' }),
        relationQuery('成長', { sound: { code: ['3'] } }),
        // Two syllables of rhyme: relations in Elasticsearch are filtered in the process for these.
        relationQuery('銀行', { sound: { finals: [['ong'], ['an']] } }),
        relationQuery('沒有這個'),
      ];
      const totals = await read((lexicon) => lexicon.relationTotals(queries));
      expect(totals).toEqual([3, 2, 1, 0, 0]);
      expect(await read((lexicon) => lexicon.relationTotals([]))).toEqual([]);
    });

    it('say for which sense of the word they stand, and are those of one sense where it is asked for', async () => {
      const shown = async (word: string, rest: Parameters<typeof relationQuery>[1] = {}) => {
        const page = await read((lexicon) => lexicon.relations(relationQuery(word, rest)));
        return [page.total, ...page.words.map(({ entry, sense }) => `${entry.char} ${sense}`)];
      };
      // 存在 stands in both senses of 長: for the first in order of use.
      expect(await shown('長')).toEqual([2, '存在 long', '成長 grow']);
      expect(await shown('長', { sense: 'grow' })).toEqual([2, '存在 grow', '成長 grow']);
      expect(await shown('長', { sense: 'long' })).toEqual([1, '存在 long']);
      expect(await shown('長', { sense: 'grow', offset: 1, limit: 1 })).toEqual([2, '成長 grow']);
      expect(await shown('長', { sense: 'grow', source: 'curated' })).toEqual([1, '存在 grow']);
      // Filtered by two syllables, which Elasticsearch leaves to the process.
      expect(await shown('長', { sense: 'grow', sound: { finals: [['oeng'], ['ing']] } })).toEqual([1, '成長 grow']);
      expect(await shown('長', { sense: 'deep' })).toEqual([0]);
      expect(await shown('長', { type: 'ant', sense: 'long' })).toEqual([0]);
      // Whose own senses are not told apart.
      expect(await shown('成長')).toEqual([1, '長 undefined']);
      expect(await shown('成長', { sense: 'grow' })).toEqual([0]);
      const counted = [relationQuery('長', { sense: 'long' }), relationQuery('長', { sense: 'deep' })];
      expect(await read((lexicon) => lexicon.relationTotals(counted))).toEqual([1, 0]);
    });

    it('are empty for an unknown word', async () => {
      expect(await read((lexicon) => lexicon.relations(relationQuery('沒有這個')))).toEqual({ total: 0, words: [] });
    });

    it('are cut to a limit on a card, the counts are not', async () => {
      expect(await read((lexicon) => lexicon.relatedWords('開心', 'all', 2))).toEqual({
        synonyms: ['快樂', '愛'],
        antonyms: ['傷心', '悲傷'],
        counts: { curated: 2, generated: 3 },
      });
      expect(await read((lexicon) => lexicon.relatedWords('開心', 'curated', 0))).toMatchObject({
        synonyms: [],
        antonyms: [],
      });
    });
  });

  describe('partners', () => {
    it('come in the order of their list, with what they are to the word and the counts of all relations', async () => {
      const page = await read((lexicon) => lexicon.partners(partnerQuery('海')));
      expect(
        page.words.map(({ entry, relation, source, relationScore }) => [entry.char, relation, source, relationScore]),
      ).toEqual([
        ['愛', 'done_to', 'curated', 98],
        ['行', 'done_to', 'attested', 34],
        ['靚', 'like_what', 'curated', 98],
        ['悲傷', 'like_what', 'curated', 96],
        ['雪', 'with', 'curated', 98],
        ['説', 'done_to', 'curated', 94],
      ]);
      expect([page.total, Object.fromEntries(page.counts)]).toEqual([6, { done_to: 3, like_what: 2, with: 1 }]);
    });

    it('are counted under all filters but the relation', async () => {
      const pages = await read((lexicon) =>
        Promise.all([
          lexicon.partners(partnerQuery('海', { relations: ['done_to'] })),
          lexicon.partners(partnerQuery('海', { relations: ['with', 'like_what'], words: { length: [1] } })),
          lexicon.partners(partnerQuery('海', { source: 'attested' })),
          // Of 行 the reading hong4 alone rhymes so.
          lexicon.partners(partnerQuery('海', { sound: { rhyme: ['ong'] } })),
          lexicon.partners(partnerQuery('海', { relations: ['done_to'], offset: 1, limit: 1 })),
          lexicon.partners(partnerQuery('海', { relations: ['takes'] })),
          lexicon.partners(partnerQuery('開心')),
          lexicon.partners(partnerQuery('沒有這個')),
        ]),
      );
      expect(pages.map((page) => [shownWords(page), page.total, Object.fromEntries(page.counts)])).toEqual([
        [['愛', '行', '説'], 3, { done_to: 3, like_what: 2, with: 1 }],
        [['靚', '雪'], 2, { done_to: 3, like_what: 1, with: 1 }],
        [['行'], 1, { done_to: 1 }],
        [['行:hong4'], 1, { done_to: 1 }],
        [['行'], 3, { done_to: 3, like_what: 2, with: 1 }],
        [[], 0, { done_to: 3, like_what: 2, with: 1 }],
        [[], 0, {}],
        [[], 0, {}],
      ]);
    });

    it('are filtered by several syllables of rhyme, and counted so', async () => {
      const sound = { finals: [['oeng'], ['ei']] };
      const page = await read((lexicon) => lexicon.partners(partnerQuery('海', { sound })));
      expect([shownWords(page), page.total, Object.fromEntries(page.counts)]).toEqual([['悲傷'], 1, { like_what: 1 }]);
    });

    it('are named word by word, the first of each relation where so many are asked for', async () => {
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

    it('are no synonyms, and change no count of them', async () => {
      const [synonyms, related] = await read((lexicon) =>
        Promise.all([lexicon.relations(relationQuery('海')), lexicon.relatedWords('海', 'all', 10)]),
      );
      expect([shownWords(synonyms), related]).toEqual([
        ['海洋', '大海'],
        { synonyms: ['海洋', '大海'], antonyms: [], counts: { curated: 1, generated: 1 } },
      ]);
    });

    it('restrict a page to words of their names', async () => {
      const pages = await read((lexicon) =>
        Promise.all([
          lexicon.page(pageQuery({ among: ['雪', '愛', '雪', '沒有這個'] }, {}, { facets: ['pos'] })),
          lexicon.page(pageQuery({ among: ['雪', '愛'], pos: ['n'] })),
          lexicon.page(pageQuery({ among: [] })),
        ]),
      );
      expect(pages.map(shownWords)).toEqual([['愛', '雪'], ['雪'], []]);
      expect(facetCounts(pages[0]!.facets?.pos)).toEqual(['n 1', 'v 1']);
    });
  });

  describe('homophones', () => {
    it('are grouped by each reading, the character itself left out', async () => {
      const groups = await read(async (lexicon) => {
        const { entry } = (await lexicon.lookup(['説'])).get('説')!;
        return lexicon.homophones(entry);
      });
      expect(
        groups.map(({ reading, homophones }) => [reading.jyutping, homophones.map((entry) => entry.char)]),
      ).toEqual([
        ['syut3', ['雪']],
        ['seoi3', []],
      ]);
    });
  });

  describe('replacements', () => {
    it('are synonyms of the length that is wanted, then words of like meaning whose code fits', async () => {
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
          { word: '沒有這個', length: 2 },
        ]);
      });
      expect(
        answers.map((words) =>
          words.map(({ entry, source, score, likeness }) => `${entry.char} ${source} ${score} ${likeness}`),
        ),
      ).toEqual([
        ['愛 generated 40 960', '靚 generated 40 0'],
        ['傷心 curated 95 1280'],
        // 傷心 has code 33 too, and is an antonym.
        ['快樂 curated 90 1280', '快樂 similar 0 1280', '海洋 similar 0 0', '説話 similar 0 0', '𡃁仔 similar 0 0'],
        ['海洋 curated 90 1536', '大海 generated 80 960', '海洋 similar 0 1536', '大海 similar 0 960'],
        ['海洋 curated 90 1536', '大海 generated 80 960'],
        ['海洋 curated 90 1536', '大海 generated 80 960', '快樂 similar 0 0', '説話 similar 0 0'],
        [],
      ]);
    });

    it('come with what decides whether they fit a line: their gloss, part of speech and register', async () => {
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

    it('keep to a sense of the word where it is asked for, and say for which they stand', async () => {
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
  });
}
