import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chars, query, startService, type TestService } from '../http/service.ts';

describe('lists', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  describe('category words', () => {
    const words = (name: string, parameters: Record<string, string | number> = {}) =>
      service.get(`/api/lexicon/category/${name}/words?${query(parameters)}`);

    it('are a search with the category from the path', async () => {
      const answers = await Promise.all([
        words('noun.time'),
        words('adj.all', { emotion: '悲傷', rhyme_char: '開心' }),
        words('adj.all', { code: '3?' }),
        words('noun.object', { theme: '自然', theme_scope: 'inferred' }),
        words('adj.all', { quality: 'verified', pos: 'a', reg: '粵', valence: '正', length: 1 }),
        words('noun.plant'),
      ]);
      expect(answers.map(chars)).toEqual([
        ['夜晚', '未來'],
        ['傷心'],
        ['開心', '悲傷', '傷心'],
        ['海', '海洋'],
        ['靚'],
        [],
      ]);
    });

    it('page by cursor, each category with its own', async () => {
      const { body } = await words('adj.all', { limit: 1 });
      expect((await words('adj.all', { limit: 1, cursor: body.next_cursor })).body.words[0].char).toBe('快樂');
      expect((await words('noun.time', { limit: 1, cursor: body.next_cursor })).status).toBe(400);
    });

    it('of an unknown category are a 404 that says where the names are', async () => {
      const { status, body } = await words('noun.nothing');
      expect([status, body.code]).toEqual([404, 'category_not_found']);
      expect(body.detail).toBe(
        '“noun.nothing” is no category. Take a `name` from /api/lexicon/categories, for example noun.feeling.',
      );
    });

    it('take no category beside that of the path', async () => {
      const { status, body } = await words('adj.all', { category: 'noun.time' });
      expect([status, body.errors[0].name]).toEqual([400, 'category']);
    });
  });

  it('categories have name, label, part of speech and count, empty ones too', async () => {
    const { body } = await service.get('/api/lexicon/categories');
    expect(Object.keys(body)).toEqual(['categories']);
    expect(body.categories).toContainEqual({ name: 'noun.plant', label: 'noun.plant', pos: 'n', words: 0 });
    expect(body.categories).toContainEqual({ name: 'adj.all', label: 'adj.all', pos: 'n', words: 6 });
  });

  it('vocabulary has the counts of every value, and what widening a theme gains', async () => {
    const { body } = await service.get('/api/lexicon/vocabulary');
    expect(body.emotion).toEqual({ 平: 25, 喜悅: 3, 悲傷: 2, 愛慕: 1, 希望: 1, 厭惡: 1, 憤怒: 0 });
    expect(body.valence).toEqual({ 正: 5, 負: 4, 中: 24 });
    expect(body.theme).toMatchObject({ 海: 3, 愛情: 1, 自然: 0 });
    expect(body.theme_inferred).toMatchObject({ 自然: 2, 愛情: 1, 海: 0 });
    expect(body.theme_coverage).toMatchObject({
      海: { tagged: 3, inferred: 0, gain: 1 },
      愛情: { tagged: 1, inferred: 1, gain: 2 },
      自然: { tagged: 0, inferred: 2, gain: null },
    });
  });

  it.each(['categories', 'vocabulary', 'sources'])('%s has a tag of its generation', async (name) => {
    const path = `/api/lexicon/${name}`;
    const etag = (await service.get(path)).headers.get('etag')!;
    expect(etag).toMatch(/^W\/"gsmall-[\w-]{16}"$/);
    for (const tag of [etag, etag.slice(2), `"gold", ${etag}`, '*']) {
      const again = await service.get(path, { headers: { 'If-None-Match': tag } });
      expect([tag, again.status, again.body]).toEqual([tag, 304, '']);
      expect(again.headers.get('etag')).toBe(etag);
    }
    expect((await service.get(path, { headers: { 'If-None-Match': '"gold"' } })).status).toBe(200);
  });

  describe('homophones', () => {
    const homophones = (char: string) => service.get(`/api/lexicon/homophones/${encodeURIComponent(char)}`);

    it('are grouped by each reading, the character itself left out', async () => {
      expect((await homophones('説')).body).toEqual({
        char: '説',
        groups: [
          { jyutping: 'syut3', rank: 0, homophones: [{ char: '雪', definition: 'snow', rank: 32 }] },
          { jyutping: 'seoi3', rank: 1, homophones: [] },
        ],
      });
      const variant = await homophones('说');
      expect([variant.body.char, variant.body.normalized_from]).toEqual(['説', '说']);
    });

    it('of an unknown character are none; of a word an error', async () => {
      expect((await homophones('冇')).body).toEqual({ char: '冇', groups: [] });
      const { status, body } = await homophones('開心');
      expect([status, body.errors]).toEqual([
        400,
        [{ in: 'path', name: 'char', message: 'has 2 characters; give one' }],
      ]);
      expect((await homophones('𠮷')).status).toBe(200);
    });
  });

  describe('autocomplete', () => {
    const complete = async (parameters: Record<string, string | number | boolean>) =>
      (await service.get(`/api/lexicon/autocomplete?${query(parameters)}`)).body;

    it('answers the prefix itself first, then the most popular', async () => {
      expect(await complete({ prefix: '海' })).toEqual(['海', '海洋']);
      expect(await complete({ prefix: '靚', limit: 1 })).toEqual(['靚']);
      expect(await complete({ prefix: '冇' })).toEqual([]);
    });

    it('takes jyutping', async () => {
      expect(await complete({ prefix: 'hoi1 s' })).toEqual(['開心']);
      expect(await complete({ prefix: 'si', vulgar: false })).toEqual(['成長']);
    });

    it('refuses an empty prefix, and lowers a large limit', async () => {
      expect((await complete({ prefix: ' ' })).errors).toEqual([
        { in: 'query', name: 'prefix', message: 'is empty; give it a value' },
      ]);
      expect(await complete({ prefix: '海', limit: 1000 })).toEqual(['海', '海洋']);
    });
  });

  it('sources name every source with its licence', async () => {
    const { body } = await service.get('/api/lexicon/sources');
    expect(body).toMatchObject({
      generation: 'gsmall',
      entries: 33,
      sources: [{ name: 'hand-made', licence: 'CC BY-SA 4.0' }],
    });
  });
});
