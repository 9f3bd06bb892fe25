import { describe, expect, it } from '@jest/globals';
import { type ReadLexicon, relationQuery, shownWords } from '../queries.ts';

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
      const similar = {
        category: 'adj.all',
        pos: 'a' as const,
        emotion: '悲傷',
        themes: ['海'],
        codes: ['33', '30'],
      };
      const answers = await read((lexicon) =>
        lexicon.replacements([
          { word: '開心', length: 1 },
          { word: '悲傷', length: 2, similar },
          { word: '海', length: 2, similar: { ...similar, category: 'noun.object', pos: 'n', codes: ['30'] } },
          { word: '沒有這個', length: 2 },
        ]),
      );
      expect(
        answers.map((words) =>
          words.map(({ entry, source, score, likeness }) => `${entry.char} ${source} ${score} ${likeness}`),
        ),
      ).toEqual([
        ['愛 generated 40 960', '靚 generated 40 0'],
        ['傷心 curated 95 1280', '悲傷 similar 0 1600', '傷心 similar 0 1280'],
        ['海洋 curated 90 1536', '大海 generated 80 960', '海洋 similar 0 1536'],
        [],
      ]);
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
