import { describe, expect, it } from '@jest/globals';
import { parseJyutping } from '../../../src/cantonese/jyutping.ts';
import { NO_SIMILARITY_FEATURES } from '../../../src/lexicon/similarity.ts';
import { facetCounts, pageQuery, type ReadLexicon, shownWords } from '../queries.ts';

/** Where engines part, and what is asked for once a generation. */
export function engineCases(read: ReadLexicon): void {
  describe('engine differences', () => {
    it('scores the reading that is shown, and no other', async () => {
      const order = { by: 'sound', near: parseJyutping('zoeng2')! } as const;
      const pages = await read((lexicon) =>
        Promise.all(
          [{}, { rhyme: ['oeng'] }, { rhyme: ['oeng'], code: ['3'] }].map((sound) =>
            lexicon.page(pageQuery({ starts: '長' }, sound, { order })),
          ),
        ),
      );
      // coeng4: same length 8, same final 48, related initial 8. zoeng2 itself: 8 + 48 + 16 + 12.
      expect(pages.map(({ words: [word] }) => [word!.reading.jyutping, word!.score])).toEqual([
        ['coeng4', 64],
        ['coeng4', 64],
        ['zoeng2', 84],
      ]);
    });

    it('requires lazy sounds and the code of one reading', async () => {
      const syllables = [{ initial: '', final: 'o', tone: undefined }];
      const pages = await read((lexicon) =>
        Promise.all(['4', '0'].map((code) => lexicon.page(pageQuery({}, { syllables, lazy: ['ng-0'], code: [code] })))),
      );
      expect(pages.map(shownWords)).toEqual([['我'], []]);
    });

    it('takes an empty list of sounds as matching nothing', async () => {
      const pages = await read((lexicon) =>
        Promise.all(
          [{ code: [] }, { rhyme: [] }, { melodyCodes: [] }, { finals: [[]] }, { code: ['3'], finals: [[]] }].map(
            (sound) => lexicon.page(pageQuery({}, sound, { facets: ['pos'] })),
          ),
        ),
      );
      for (const page of pages) expect([page.total, page.words, page.facets?.pos]).toEqual([0, [], []]);
    });

    it('keeps the order of popularity when nothing scores', async () => {
      const pages = await read((lexicon) =>
        Promise.all(
          [{ by: 'sound', near: [] } as const, { by: 'similarity', features: NO_SIMILARITY_FEATURES } as const].map(
            (order) => lexicon.page(pageQuery({}, {}, { order, limit: 2 })),
          ),
        ),
      );
      for (const page of pages) expect(page.words.map(({ score }) => score)).toEqual([0, 0]);
      expect(pages.map(shownWords)).toEqual([
        ['我', '愛'],
        ['我', '愛'],
      ]);
    });

    it('counts a theme that is tagged here and inferred there once a word', async () => {
      const page = await read((lexicon) => lexicon.page(pageQuery({ themeScope: 'all' }, {}, { facets: ['theme'] })));
      expect(facetCounts(page.facets?.theme)).toEqual([
        ...['海 3', '季節 2', '希望 2', '愛情 2', '成長 2', '時間 2'],
        ...['自然 2', '夜 1', '旅途 1', '金錢 1'],
      ]);
    });

    it('suggests by jyutping that is longer than any one syllable, tones and spaces as they are typed', async () => {
      const typed = ['syut3 syut3 waa', 'syut3syut3waa6', 'syutsyutwaa', 'syut3syut3waa5', 'syut syutwaa'];
      const answers = await read((lexicon) =>
        Promise.all(typed.map((prefix) => lexicon.suggest(prefix, 10, { vulgar: true }))),
      );
      expect(answers).toEqual([['説説話'], ['説説話'], ['説説話'], [], []]);
    });
  });

  it('lists every word with all its readings for annotation', async () => {
    const words = await read((lexicon) => lexicon.wordTable());
    expect(words.count).toBe(33);
    expect(words.text(16)).toBe('長');
    expect([words.frequency(16), words.isVulgar(16), words.definition(16)]).toEqual([1840, false, 'long; to grow']);
    expect(words.readings(16)).toEqual(['coeng4', 'zoeng2']);
    expect(words.detail(16)).toEqual({
      pos: 'a',
      posAlso: ['v'],
      kind: 'word',
      category: 'adj.all',
      emotion: '平',
      themes: [],
    });
    expect(words.find('长')).toEqual({ word: '長', cost: 232, readings: ['coeng4', 'zoeng2'] });
    expect([words.numberOf('長'), words.numberOf('长'), words.headwordOf('长')]).toEqual([16, undefined, '長']);
    expect([words.text(3), words.definition(3)]).toEqual(['開心', '']);
  });

  it('counts categories, empty ones too, and the vocabulary', async () => {
    const [categories, vocabulary] = await read((lexicon) => Promise.all([lexicon.categories(), lexicon.vocabulary()]));
    const words = Object.fromEntries(categories.map((category) => [category.name, category.words]));
    expect(words).toMatchObject({ 'adj.all': 6, 'noun.plant': 0, 'adj.ideophone': 1, 'noun.person': 4 });
    expect(vocabulary.emotion).toEqual({ 平: 25, 喜悅: 3, 悲傷: 2, 愛慕: 1, 希望: 1, 厭惡: 1, 憤怒: 0 });
    expect(vocabulary.valence).toEqual({ 正: 6, 負: 4, 中: 24 });
    expect(vocabulary.theme).toMatchObject({ 海: 3, 希望: 1, 自然: 0, 淚: 0 });
    expect(vocabulary.themeInferred).toMatchObject({ 自然: 2, 希望: 1, 海: 0 });
    expect(vocabulary.themeCoverage.希望).toEqual({ tagged: 1, inferred: 1, all: 2 });
  });
}
