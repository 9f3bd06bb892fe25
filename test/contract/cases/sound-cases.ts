import { describe, expect, it } from '@jest/globals';
import { facetCounts, pageQuery, type ReadLexicon, relationQuery, shownWords } from '../queries.ts';

/** Filters on readings, and facet counts. */
export function soundCases(read: ReadLexicon): void {
  describe('sound', () => {
    it('shows the first reading that satisfies every sound filter', async () => {
      const pages = await read((lexicon) =>
        Promise.all([
          lexicon.page(pageQuery({}, { rhyme: ['ong'] })),
          lexicon.page(pageQuery({}, { code: ['3'], rhyme: ['oeng'] })),
          lexicon.page(pageQuery({}, { code: ['4'], rhyme: ['eoi', 'yut'] })),
          lexicon.page(pageQuery({}, { code: ['43'] })),
        ]),
      );
      expect(pages.map(shownWords)).toEqual([
        ['行:hong4', '銀行'],
        ['長:zoeng2'],
        ['説', '雪'],
        ['説話:syut3 waa2', '靚仔'],
      ]);
    });

    it('never joins two readings of one word', async () => {
      // 長 is coeng4 and zoeng2: no reading has both code 0 and the syllable zoeng.
      const pages = await read((lexicon) =>
        Promise.all([
          lexicon.page(pageQuery({}, { code: ['0'], syllables: [{ initial: 'z', final: 'oeng', tone: undefined }] })),
          lexicon.page(
            pageQuery({}, { code: ['3'], rhyme: ['oeng'], syllables: [{ initial: 'z', final: 'oeng', tone: 2 }] }),
          ),
        ]),
      );
      expect(pages.map(shownWords)).toEqual([[], ['長:zoeng2']]);
    });

    it('intersects chosen codes with those that fit a melody', async () => {
      const page = await read((lexicon) =>
        lexicon.page(pageQuery({}, { code: ['30', '33', '24'], melodyCodes: ['33', '24', '20'] })),
      );
      expect(shownWords(page)).toEqual(['開心', '夜晚', '悲傷', '傷心', '𡃁仔']);
    });

    it('asks the reading that has the ending for the code and the rhyme too', async () => {
      // 説 is syut3, which is cut off, and seoi3.
      const pages = await read((lexicon) =>
        Promise.all([
          lexicon.page(pageQuery({}, { ending: ['open'], code: ['4'] })),
          lexicon.page(pageQuery({}, { ending: ['open'], rhyme: ['yut'] })),
          lexicon.page(pageQuery({}, { ending: ['nasal', 'checked'], code: ['3'] })),
          lexicon.page(pageQuery({}, { ending: ['open'] }, { limit: 4, start: { offset: 12 } })),
        ]),
      );
      expect(pages.map(shownWords)).toEqual([
        ['我', '愛', '説:seoi3'],
        [],
        ['長:zoeng2', '𠮷', '𡃁'],
        ['屎', '𡃁仔', 'Ａ', '靚仔'],
      ]);
      expect(pages[3]!.total).toBe(17);
      const related = await read((lexicon) =>
        lexicon.relations(relationQuery('説話', { sound: { ending: ['open'] } })),
      );
      expect(shownWords(related)).toEqual(['説:seoi3']);
    });

    it('asks several last syllables to rhyme', async () => {
      const page = await read((lexicon) => lexicon.page(pageQuery({}, { finals: [['aa'], ['yut']] })));
      expect(shownWords(page)).toEqual(['説話', '説説話']);
    });

    it('takes lazy sounds as equal only when told to', async () => {
      const syllables = [{ initial: '', final: 'o', tone: 5 as const }];
      const [strict, lazy] = await read((lexicon) =>
        Promise.all([
          lexicon.page(pageQuery({}, { syllables })),
          lexicon.page(pageQuery({}, { syllables, lazy: ['ng-0'] })),
        ]),
      );
      expect([shownWords(strict), shownWords(lazy)]).toEqual([[], ['我']]);
    });
  });

  describe('facets', () => {
    it('count with all other selections applied', async () => {
      const page = await read((lexicon) =>
        lexicon.page(
          pageQuery({ emotion: ['喜悅'], pos: ['a'] }, {}, { facets: ['emotion', 'pos', 'reg', 'length', 'theme'] }),
        ),
      );
      expect(page.total).toBe(3);
      expect(facetCounts(page.facets?.emotion)).toEqual(['喜悅 3', '平 3', '悲傷 2']);
      expect(facetCounts(page.facets?.pos)).toEqual(['a 3']);
      expect(facetCounts(page.facets?.reg)).toEqual(['通 2', '粵 1']);
      expect(facetCounts(page.facets?.length)).toEqual(['1 1', '2 2']);
      expect(facetCounts(page.facets?.theme)).toEqual([]);
    });

    it('keep a chosen value that counts nothing', async () => {
      const page = await read((lexicon) =>
        lexicon.page(pageQuery({ theme: ['淚'], pos: ['r'] }, {}, { facets: ['theme', 'pos'] })),
      );
      expect(facetCounts(page.facets?.theme)).toEqual(['時間 1', '淚 0']);
      expect(facetCounts(page.facets?.pos)).toEqual(['r 0']);
    });

    it('of sound count words that have one reading with the value and the other sound filters', async () => {
      const page = await read((lexicon) =>
        lexicon.page(pageQuery({}, { code: ['3'] }, { facets: ['rhyme', 'code', 'length'] })),
      );
      // Code 3: 海 oi, 開 oi, 害 oi (as hoi2), 長 oeng (as zoeng2, not as coeng4), 屎 i, 𠮷 at, 𡃁 eng, Ａ ei.
      expect(facetCounts(page.facets?.rhyme)).toEqual(['oi 3', 'at 1', 'ei 1', 'eng 1', 'i 1', 'oeng 1']);
      // With no other sound filter every code of every reading counts a word once: 行 has three readings of code 0.
      expect(facetCounts(page.facets?.code).slice(0, 4)).toEqual(['3 8', '4 5', '33 4', '0 2']);
      expect(facetCounts(page.facets?.length)).toEqual(['1 8']);
    });

    it('of endings count a word once for each of its readings that end so', async () => {
      const pages = await read((lexicon) =>
        Promise.all([
          lexicon.page(pageQuery({}, {}, { facets: ['ending'] })),
          lexicon.page(pageQuery({}, { code: ['3'] }, { facets: ['ending'] })),
          lexicon.page(pageQuery({}, { code: ['4'], ending: ['checked'] }, { facets: ['rhyme', 'ending'] })),
          lexicon.page(pageQuery({}, { ending: ['checked'] }, { facets: ['rhyme'] })),
        ]),
      );
      // 説 has an open reading and one that is cut off; all of 行 are nasal.
      expect(facetCounts(pages[0]!.facets?.ending)).toEqual(['open 17', 'nasal 12', 'checked 5']);
      // 海, 開, 害 as hoi2, 屎, Ａ; 長 as zoeng2, 𡃁; 𠮷.
      expect(facetCounts(pages[1]!.facets?.ending)).toEqual(['open 5', 'nasal 2', 'checked 1']);
      // 我, 愛, 説 as seoi3; 説 as syut3, 雪; 靚.
      expect(facetCounts(pages[2]!.facets?.ending)).toEqual(['open 3', 'checked 2', 'nasal 1']);
      expect(facetCounts(pages[2]!.facets?.rhyme)).toEqual(['yut 2']);
      // 説, 白雪雪, 雪; 𠮷; 快樂.
      expect(facetCounts(pages[3]!.facets?.rhyme)).toEqual(['yut 3', 'at 1', 'ok 1']);
    });

    it('of every kind count the whole lexicon when nothing is chosen', async () => {
      const page = await read((lexicon) => lexicon.page(pageQuery({}, {}, { facets: ['valence', 'code'] })));
      expect(facetCounts(page.facets?.valence)).toEqual(['中 24', '正 6', '負 4']);
      expect(facetCounts(page.facets?.code).find((line) => line.startsWith('0 '))).toBe('0 2');
    });
  });
}
