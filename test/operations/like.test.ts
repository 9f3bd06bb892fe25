import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chars, errorsOf, query, startService, type TestService } from '../http/service.ts';

describe('search by meaning', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());
  const search = (parameters: Record<string, string | number | boolean> = {}) =>
    service.get(`/api/lexicon/search?${query(parameters)}`);
  const likes = async (like: string, limit = 3) => chars(await search({ like, limit }));

  it('orders by closeness to a word, without the word itself and its antonyms', async () => {
    const answer = await search({ like: '開心', limit: 100 });
    const { body } = answer;
    const similarities = body.words.map((word: { similarity: number }) => word.similarity);
    // 快樂 is a curated synonym; 愛 is a generated one and means more alike than any other; most words have nothing in common.
    expect(chars(answer).slice(0, 2)).toEqual(['快樂', '愛']);
    expect(similarities[0]).toBeGreaterThanOrEqual(0.9);
    expect(similarities.at(-1)).toBe(0);
    expect(similarities).toEqual(similarities.toSorted((one: number, other: number) => other - one));
    // Of 33 words but itself, 傷心 and 悲傷, and a coarse one.
    expect(body.total).toBe(29);
    expect(body).not.toHaveProperty('ignored');
  });

  it('offers coarse words to a coarse word, or when asked', async () => {
    const offers = async (parameters: Record<string, string | boolean>) =>
      chars(await search({ ...parameters, limit: 100 })).includes('屎');
    expect(await offers({ like: '開心' })).toBe(false);
    expect(await offers({ like: '開心', vulgar: true })).toBe(true);
    expect(await offers({ like: '開心', sort: 'popularity' })).toBe(true);
    // 屎 itself is left out of its own list, as any word is: what is like it may be coarse.
    const total = async (like: string, vulgar?: boolean) =>
      (await search({ like, limit: 1, ...(vulgar === undefined ? {} : { vulgar }) })).body.total;
    expect([await total('屎'), await total('屎', true), await total('海'), await total('海', true)]).toEqual([
      32, 32, 31, 32,
    ]);
  });

  it('puts specialist entries last', async () => {
    const { body } = await search({ like: '海', limit: 100 });
    expect(body.words.at(-1)).toMatchObject({ char: '開' });
  });

  it('takes words of English, and their inflected forms', async () => {
    // happy is 36 4 (0 0): 開心 (40), 快樂 (32 24), 愛 (24 32).
    expect(await likes('happy')).toEqual(['開心', '快樂', '愛']);
    expect(await likes('Seas')).toEqual(await likes('sea'));
    expect(await likes('the-sea')).toEqual(await likes('sea'));
  });

  it('takes phrases in Chinese by their words, which are in the list themselves', async () => {
    // Half of 開心 (40) and half of 快樂 (32 24) is (38 13): 1,520 with 開心 and 1,528 with 快樂, of which 開心 is more popular.
    expect(await likes('開心快樂')).toEqual(['開心', '快樂', '愛']);
    expect(await likes('開心，快樂！')).toEqual(['開心', '快樂', '愛']);
    // 我 is a function word.
    expect(await likes('我大海')).toEqual(['大海', '海洋', '海']);
  });

  it.each([
    ['我好開心', '開心'],
    ['開心緊', '開心'],
    ['大海呀', '大海'],
  ])('reads the one word between function words as that word, in front: %s', async (phrase, word) => {
    const ofWord = await likes(word, 5);
    expect(await likes(phrase, 6)).toEqual([word, ...ofWord]);
    expect((await search({ like: phrase, limit: 1 })).body).toMatchObject({
      understood: [{ text: word, weight: 1 }],
      words: [{ char: word, similarity: 1 }],
    });
  });

  it('gives phrases whole thousandths, in the order of the list', async () => {
    const { words } = (await search({ like: '開心大海', limit: 100 })).body;
    const similarities: number[] = words.map(({ similarity }: { similarity: number }) => similarity);
    expect(similarities).toEqual(similarities.toSorted((one, other) => other - one));
    for (const similarity of similarities) expect(similarity * 1000).toBeCloseTo(Math.round(similarity * 1000), 6);
  });

  it('takes both languages together', async () => {
    // What happy is the gloss of, and what means the sea.
    expect(await likes('happy大海', 6)).toEqual(expect.arrayContaining(['海', '快樂', '開心']));
  });

  it('says what it does not understand, and goes by the rest', async () => {
    const { body } = await search({ like: 'happy zzz 大海冇 zzz', limit: 1 });
    expect(body.ignored).toEqual(['zzz', '冇']);
    expect(['開心', '快樂', '大海']).toContain(body.words[0].char);
    expect(body.understood).toHaveLength(2);
  });

  it.each(['zzz', '冇呢', '？！', 'o', '12'])('answers nothing where nothing is understood: %s', async (like) => {
    const { status, body } = await search({ like, limit: 2, facets: 'pos' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 0, near_total: 0, understood: [], words: [], facets: { pos: [] } });
    expect(body.ignored.join('')).toHaveLength(like.length);
  });

  it('says how it was understood', async () => {
    const understood = async (like: string) => (await search({ like, limit: 1 })).body.understood;
    expect(await understood('开心')).toEqual([{ text: '開心', weight: 1 }]);
    expect(await understood('happy sea')).toEqual([
      { text: 'happy', weight: 0.5 },
      { text: 'sea', weight: 0.5 },
    ]);
    expect(await understood('not happy')).toEqual([{ text: 'not happy', weight: 1 }]);
    expect((await search({ limit: 1 })).body).not.toHaveProperty('understood');
  });

  it('turns round what is negated', async () => {
    // 悲傷 is the antonym of 快樂, which is what happy means beside 開心.
    const answer = await search({ like: 'not happy', limit: 100 });
    expect(chars(answer).slice(0, 2).sort()).toEqual(['傷心', '悲傷']);
    expect(chars(answer)).not.toContain('開心');
    expect(chars(answer)).not.toContain('快樂');
  });

  it('says how many words are near, on every page of it', async () => {
    const first = await search({ like: '海', limit: 100 });
    const { near_total: near } = first.body;
    const similarities = first.body.words.map((word: { similarity: number }) => word.similarity);
    expect(near).toBe(similarities.filter((similarity: number) => similarity >= 0.4).length);
    expect(near).toBeGreaterThan(0);
    expect((await search({ like: '海', limit: 1, offset: 20 })).body.near_total).toBe(near);
  });

  it('says nothing of a phrase that does not decide the order', async () => {
    const { body } = await search({ like: 'zzz', sort: 'popularity', limit: 1 });
    expect(body).not.toHaveProperty('ignored');
    expect(body.words[0]).not.toHaveProperty('similarity');
  });

  it('keeps every filter', async () => {
    const answer = await search({ like: 'happy sea', code: '33,20,42', limit: 2 });
    expect(answer.body.total).toBe((await search({ code: '33,20,42' })).body.total);
    expect(chars(answer)).toEqual(['開心', '快樂']);
    const rhymed = await search({ like: 'happy', rhyme_char: '海' });
    expect(chars(rhymed)[0]).toBe('愛');
    expect(rhymed.body.total).toBe(8);
  });

  it('reads simplified and typed forms, and says so', async () => {
    const answer = await search({ like: '开心快乐', limit: 2 });
    expect([chars(answer), answer.body.normalized_from]).toEqual([['開心', '快樂'], '开心快乐']);
    expect((await search({ like: '開心快樂' })).body).not.toHaveProperty('normalized_from');
  });

  it('walks a phrase once by cursor', async () => {
    const whole = chars(await search({ like: 'happy sea', limit: 100 }));
    const first = await search({ like: 'happy sea', limit: 20 });
    const rest = await search({ like: 'happy sea', limit: 20, cursor: first.body.next_cursor });
    expect([...chars(first), ...chars(rest)]).toEqual(whole);
  });

  it('is like any of the senses of a word, and says which', async () => {
    const { body } = await search({ like: '長', limit: 100 });
    const senses = new Map(body.words.map(({ char, sense }: { char: string; sense: string }) => [char, sense]));
    // 存在 is a synonym in both senses, 成長 in one.
    expect([senses.get('存在'), senses.get('成長')]).toEqual(['long', 'grow']);
    expect(new Set(senses.values())).toEqual(new Set(['long', 'grow']));
    const similarity = ({ char, similarity }: { char: string; similarity: number }) => [char, similarity >= 0.8];
    expect(body.words.slice(0, 3).map(similarity)).toEqual([
      ['存在', true],
      ['成長', false],
      [expect.any(String), false],
    ]);
  });

  it('is like one sense where it is asked for, and nothing where the word has no such sense', async () => {
    const { body } = await search({ like: '長', sense: 'long', limit: 2 });
    expect(body.words.map(({ char, sense }: { char: string; sense: string }) => [char, sense])).toEqual([
      ['存在', 'long'],
      [expect.any(String), 'long'],
    ]);
    expect(body.total).toBe(31);
    for (const like of ['長', '開心', '開心快樂'])
      expect((await search({ like, sense: 'deep' })).body).toMatchObject({ total: 0, words: [], next_cursor: null });
    expect((await search({ like: '海' })).body.words[0]).not.toHaveProperty('sense');
    expect(errorsOf(await search({ sense: 'long' }))).toEqual([
      'query sense: is that of a word to be like; add like, for example like=開',
    ]);
  });

  it('takes 60 characters and no more', async () => {
    expect((await search({ like: '𠮷'.repeat(60) })).status).toBe(200);
    expect(errorsOf(await search({ like: 'x'.repeat(61) }))).toEqual([
      'query like: has 61 characters; at most 60 are taken',
    ]);
  });
});
