import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dealtOut } from '../../src/operations/word.ts';
import { startService, type TestService } from '../http/service.ts';

describe('word card', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());
  const card = (word: string, search = '') => service.get(`/api/lexicon/word/${encodeURIComponent(word)}${search}`);

  it('has every field', async () => {
    const { status, body } = await card('開心');
    expect(status).toBe(200);
    expect(body).toEqual({
      char: '開心',
      length: 2,
      pos: 'a',
      reg: '通',
      is_canto: false,
      kind: 'word',
      tone: 'plain',
      vulgar: false,
      definition: 'happy; to have fun',
      examples: ['今日好開心'],
      category: 'adj.all',
      rank: 3,
      polyphone: false,
      readings: [{ jyutping: 'hoi1 sam1', code: '33', rhyme: 'am', rank: 0 }],
      affect: { valence: '正', emotion: '喜悅', themes: [], themes_inferred: [] },
      senses: [
        { pos: 'a', category: 'adj.all', definition: 'happy', synonyms: ['快樂', '愛'] },
        { pos: 'v', category: null, definition: 'to have fun', synonyms: [] },
      ],
      synonyms: ['快樂', '愛', '靚'],
      antonyms: ['傷心', '悲傷'],
      partners: {},
      relation_counts: { curated: 2, generated: 3 },
      relation_source: 'all',
    });
  });

  it('says in Chinese what a word means, where that is written, in lists too', async () => {
    expect((await card('海')).body).toMatchObject({ definition: 'sea; ocean', definition_zh: '廣闊的鹹水' });
    const { body } = await service.get(`/api/lexicon/search?starts=${encodeURIComponent('海')}&limit=1`);
    expect(body.words).toEqual([expect.objectContaining({ char: '海', definition_zh: '廣闊的鹹水' })]);
  });

  it('lists every reading of a polyphone by rank', async () => {
    const { body } = await card('行');
    expect(body.polyphone).toBe(true);
    expect(body.readings).toEqual([
      { jyutping: 'haang4', code: '0', rhyme: 'aang', rank: 0 },
      { jyutping: 'hang4', code: '0', rhyme: 'ang', rank: 1 },
      { jyutping: 'hong4', code: '0', rhyme: 'ong', rank: 2 },
    ]);
  });

  it('cuts each type of relation to relations_limit and counts before that', async () => {
    const { body } = await card('開心', '?relations_limit=1');
    expect(body).toMatchObject({
      synonyms: ['快樂'],
      antonyms: ['傷心'],
      relation_counts: { curated: 2, generated: 3 },
    });
    // A sense does not tell what was not asked for.
    expect(body.senses[0].synonyms).toEqual(['快樂']);
    const none = await card('開心', '?relations_limit=0');
    expect([none.body.synonyms, none.body.antonyms]).toEqual([[], []]);
  });

  it('tells apart the senses that somebody wrote, with no word that was not asked for', async () => {
    const { body } = await card('長');
    expect(body.senses).toEqual([
      {
        sense: 'long',
        pos: 'a',
        reg: '通',
        jyutping: 'coeng4',
        category: 'adj.all',
        definition: 'long',
        definition_zh: '距離大',
        examples: ['長路'],
        synonyms: ['存在'],
        antonyms: [],
      },
      expect.objectContaining({ sense: 'grow', jyutping: 'zoeng2', definition_zh: '生長', synonyms: ['成長', '存在'] }),
    ]);
    const { body: none } = await card('長', '?relations_limit=0');
    expect(none.senses.map(({ synonyms }: { synonyms: string[] }) => synonyms)).toEqual([[], []]);
  });

  it('deals relations_limit out among the senses in turn', () => {
    const senses = [['a', 'b', 'c'], ['c', 'd'], []];
    expect(dealtOut(['a', 'b', 'c', 'd', 'e'], senses, 2)).toEqual(['a', 'c']);
    expect(dealtOut(['a', 'b', 'c', 'd', 'e'], senses, 3)).toEqual(['a', 'c', 'e']);
    expect(dealtOut(['a', 'b', 'c', 'd', 'e'], senses, 5)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('keeps one source when asked', async () => {
    const { body } = await card('開心', '?source=curated');
    expect(body).toMatchObject({ synonyms: ['快樂'], antonyms: ['傷心'], relation_source: 'curated' });
  });

  it('marks coarse words, and what has no evidence', async () => {
    expect((await card('屎')).body.vulgar).toBe(true);
    const { body } = await card('我');
    expect(body.affect).toEqual({ valence: '中', emotion: '平', themes: [], themes_inferred: [] });
  });

  it('understands simplified and variant forms, white space and decomposed text', async () => {
    for (const form of ['快乐', ' 快乐 ']) {
      const { body } = await card(form);
      expect([body.char, body.normalized_from]).toEqual(['快樂', '快乐']);
    }
    expect((await card('快樂')).body).not.toHaveProperty('normalized_from');
    expect((await card('𡃁仔')).body.length).toBe(2);
  });

  it('is a 404 that says what to do for an unknown word', async () => {
    const { status, body } = await card('冇呢個詞');
    expect([status, body.code]).toEqual([404, 'word_not_found']);
    expect(body.detail).toContain('“冇呢個詞”');
    expect(body.detail).toContain('/api/lexicon/autocomplete?prefix=');
  });

  it('names words that may be meant', async () => {
    expect((await card('大海海')).body.suggestions).toEqual(['大海']);
    expect((await card('zzz')).body).not.toHaveProperty('suggestions');
  });

  it('lowers a relations_limit that is too high, and refuses what is none', async () => {
    const [most, more] = [await card('開心', '?relations_limit=500'), await card('開心', '?relations_limit=501')];
    expect([more.status, more.body]).toEqual([200, most.body]);
    const { status, body } = await card('開心', '?relations_limit=-1');
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      { in: 'query', name: 'relations_limit', message: '“-1” is not a whole number of 0 or more' },
    ]);
  });
});
