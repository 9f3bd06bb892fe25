import { describe, expect, it } from '@jest/globals';
import { parseJyutping } from '../../../src/cantonese/jyutping.ts';
import { proximityQuery } from '../../../src/cantonese/proximity.ts';
import { meaningVector } from '../../../src/lexicon/meaning.ts';
import { pageQuery, type ReadLexicon, shownWords } from '../queries.ts';

/** Orders, and walking to the last page. */
export function orderCases(read: ReadLexicon): void {
  describe('orders', () => {
    it('by character go by code point, not by UTF-16 unit', async () => {
      const page = await read((lexicon) => lexicon.page(pageQuery({}, {}, { order: { by: 'char' } })));
      expect(shownWords(page).slice(-4)).toEqual(['Ａ', '𠮷', '𡃁', '𡃁仔']);
    });

    it('by line end have a place of their own, and words shown by a secondary reading after all others', async () => {
      const order = { by: 'lineEnd' } as const;
      const rhymes = pageQuery({}, { rhyme: ['ong', 'oeng'] }, { order, limit: 4 });
      const page = await read((lexicon) => lexicon.page(rhymes));
      const start = { after: page.next! };
      const rest = await read((lexicon) => lexicon.page({ ...rhymes, start }));
      expect([...shownWords(page), ...shownWords(rest)]).toEqual(['悲傷', '海洋', '長', '銀行', '成長', '行:hong4']);
      // 害 is more popular than 𡃁, but in the changed tone only part of a word.
      const changed = pageQuery({ length: [1] }, { code: ['3'], rhyme: ['eng', 'oi'] }, { order, limit: 4 });
      expect(shownWords(await read((lexicon) => lexicon.page(changed)))).toEqual(['海', '開', '𡃁', '害:hoi2']);
      const noSound = await read((lexicon) => lexicon.page(pageQuery({ length: [1] }, {}, { order, limit: 3 })));
      expect(shownWords(noSound)).toEqual(['我', '海', '長']);
    });

    it('by sound put the reading that is shown nearest first, ties by popularity', async () => {
      const near = parseJyutping('hoi2')!;
      const order = { by: 'sound', near } as const;
      const page = await read((lexicon) => lexicon.page(pageQuery({ length: [1] }, {}, { order, limit: 4 })));
      // hoi2 itself; hoi1 and hoi6 share the syllable, hoi1 the code digit too; oi3 shares the final and a related initial.
      expect(shownWords(page)).toEqual(['海', '開', '害', '愛']);
      expect(page.words[0]!.score).toBe(proximityQuery(near).maximum);
      // Same final 48, same initial 16, same code digit 6, same length 8.
      expect(page.words[1]!.score).toBe(78);
    });

    it('by similarity add up the boosts, words with none after, score 0', async () => {
      const features = {
        vectors: [],
        words: new Map([
          ['開心', 1000],
          ['快樂', 800],
        ]),
        category: ['adj.all', 30] as const,
        emotion: ['悲傷', 60] as const,
        themes: [['海', '夜'], 40] as const,
        excluded: [],
      };
      const page = await read((lexicon) =>
        lexicon.page(pageQuery({}, {}, { order: { by: 'similarity', features }, limit: 9 })),
      );
      expect(page.words.map(({ entry, score }) => `${entry.char} ${score}`)).toEqual([
        '開心 1030',
        '快樂 830',
        '悲傷 90',
        '傷心 90',
        '海 40',
        '夜晚 40',
        '大海 40',
        '海洋 40',
        '靚 30',
      ]);
      expect(page.total).toBe(33);
    });
  });

  describe('paging', () => {
    const orders = [
      { by: 'popularity' },
      { by: 'char' },
      { by: 'lineEnd' },
      { by: 'sound', near: parseJyutping('hoi2')! },
      {
        by: 'similarity',
        features: {
          vectors: [meaningVector(Int8Array.of(40)), meaningVector(Int8Array.of(0, 0, 40))],
          words: new Map([['銀行', 5]]),
          emotion: ['平', 2] as const,
          excluded: [],
        },
      },
    ] as const;
    it.each(orders.map((order) => [order.by, order] as const))(
      'by %s walks everything once, by offset and by cursor',
      async (_, order) => {
        const wholePage = await read((lexicon) => lexicon.page(pageQuery({}, {}, { order })));
        const byOffset: string[] = [];
        for (let offset = 0; offset < 35; offset += 5) {
          byOffset.push(
            ...shownWords(
              await read((lexicon) => lexicon.page(pageQuery({}, {}, { order, start: { offset }, limit: 5 }))),
            ),
          );
        }
        const byCursor: string[] = [];
        let page = await read((lexicon) => lexicon.page(pageQuery({}, {}, { order, limit: 5 })));
        byCursor.push(...shownWords(page));
        while (page.next) {
          const start = { after: page.next };
          page = await read((lexicon) => lexicon.page(pageQuery({}, {}, { order, start, limit: 5 })));
          byCursor.push(...shownWords(page));
        }
        expect(new Set(shownWords(wholePage)).size).toBe(33);
        expect(byOffset).toEqual(shownWords(wholePage));
        expect(byCursor).toEqual(shownWords(wholePage));
      },
    );

    it('answers an empty page with the true total beyond the end', async () => {
      const page = await read((lexicon) => lexicon.page(pageQuery({}, {}, { start: { offset: 1000 } })));
      expect([page.total, page.words, page.next]).toEqual([33, [], undefined]);
    });
  });
}
