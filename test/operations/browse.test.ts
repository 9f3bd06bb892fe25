import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FACETS } from '../../src/lexicon/facets.ts';
import { chars, errorsOf, query, smallStore, startService, type TestService } from '../http/service.ts';

describe('browse', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());
  const browse = (parameters: Record<string, string | number | boolean> = {}) =>
    service.get(`/api/lexicon/browse?${query(parameters)}`);

  it('lists everything by popularity', async () => {
    const { body } = await browse({ limit: 2 });
    expect(body).toEqual({
      total: 33,
      limit: 2,
      offset: 0,
      next_cursor: expect.any(String),
      words: [
        {
          char: '我',
          jyutping: 'ngo5',
          code: '4',
          rhyme: 'o',
          length: 1,
          pos: 'n',
          reg: '通',
          definition: 'I; me',
          rank: 0,
        },
        {
          char: '愛',
          jyutping: 'oi3',
          code: '4',
          rhyme: 'oi',
          length: 1,
          pos: 'v',
          reg: '通',
          definition: 'to love',
          rank: 1,
        },
      ],
    });
  });

  it('takes comma lists as any, several filters as all', async () => {
    const answers = await Promise.all([
      browse({ rhyme: 'oi', code: '3,2' }),
      browse({ emotion: '喜悅,悲傷', pos: 'a', reg: '粵' }),
      browse({ valence: '負', vulgar: false }),
      browse({ valence: '負', vulgar: true }),
      browse({ category: 'noun.person', length: 2 }),
      browse({ theme: '自然', theme_scope: 'inferred' }),
      browse({ theme: '希望', theme_scope: 'all' }),
      browse({ theme: '希望' }),
    ]);
    expect(answers.map(chars)).toEqual([
      ['海', '開', '害'],
      ['靚'],
      ['悲傷', '傷心', '害'],
      ['悲傷', '傷心', '害', '屎'],
      ['𡃁仔', '靚仔'],
      ['海', '海洋'],
      ['未來', '期待'],
      ['未來'],
    ]);
  });

  it('answers zero for a reference character in rhyme and for unknown values', async () => {
    for (const parameters of [
      { rhyme: '愛' },
      { emotion: '冇' },
      { theme: 'x' },
      { category: 'noun.x' },
      { code: '0000000' },
    ]) {
      const { status, body } = await browse(parameters);
      expect([status, body.total, body.words, body.next_cursor]).toEqual([200, 0, [], null]);
    }
  });

  it('takes absolute codes only', async () => {
    const answer = await browse({ code: '3?' });
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)).toEqual(['query code: “3?” is not a code: one of 0, 2, 3, 4 for each character']);
  });

  it('counts facets under all other selections, in their fixed order', async () => {
    const { body } = await browse({ emotion: '喜悅', pos: 'a', facets: 'pos,emotion,length' });
    expect(Object.keys(body.facets)).toEqual(['emotion', 'pos', 'length']);
    expect(body.facets).toEqual({
      emotion: [
        { value: '喜悅', count: 3 },
        { value: '平', count: 3 },
        { value: '悲傷', count: 2 },
      ],
      pos: [{ value: 'a', count: 3 }],
      length: [
        { value: 1, count: 1 },
        { value: 2, count: 2 },
      ],
    });
    const all = await browse({ facets: 'all', limit: 1 });
    expect(Object.keys(all.body.facets)).toEqual(FACETS);
    expect((await browse()).body).not.toHaveProperty('facets');
  });

  it('walks all words once by cursor and by link, and ends with null', async () => {
    const whole = chars(await browse());
    const walked: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body } = await browse({ limit: 7, ...(cursor ? { cursor } : {}) });
      expect(body.offset).toBe(walked.length);
      walked.push(...body.words.map(({ char }: { char: string }) => char));
      cursor = body.next_cursor;
    }
    expect(walked).toEqual(whole);

    const linked: string[] = [];
    let path: string | undefined = '/api/lexicon/browse?limit=10';
    while (path) {
      const answer = await service.get(path);
      linked.push(...chars(answer));
      path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
    }
    expect(linked).toEqual(whole);
  });

  it('walks by cursor through words that are shown by a secondary reading, which end lines last', async () => {
    const filters = { rhyme: 'oi,ong,eoi', ends_line: true };
    const whole = chars(await browse(filters));
    const walked: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await browse({ ...filters, limit: 1, ...(cursor ? { cursor } : {}) });
      walked.push(...body.words.map(({ char }: { char: string }) => char));
      cursor = body.next_cursor;
    } while (cursor);
    // Of 行 hong4 and of 説 seoi3 are secondary.
    expect([walked, walked.slice(-2).sort()]).toEqual([whole, ['行', '説']]);
  });

  it('goes on by cursor in its links once a cursor is used, and back by offset', async () => {
    const first = await browse({ limit: 5 });
    const second = await browse({ limit: 5, cursor: first.body.next_cursor });
    const link = second.headers.get('link')!;
    expect(link).toContain(`limit=5&cursor=${second.body.next_cursor}>; rel="next"`);
    expect(link).toContain('limit=5&offset=0>; rel="prev"');
  });

  it('answers an empty page beyond the end, with the true total', async () => {
    const { status, body } = await browse({ offset: 9_007_199_254_740_991 });
    expect([status, body.total, body.words, body.next_cursor]).toEqual([200, 33, [], null]);
  });

  it('knows no number that is too large to be a limit or an offset', async () => {
    const { status, headers, body } = await browse({ limit: '9'.repeat(30), offset: '9'.repeat(30), reg: '雅' });
    expect([status, body.limit, body.words]).toEqual([200, 100, []]);
    expect(headers.get('link')).toContain('&offset=0>; rel="prev"');
  });

  it('leads back from beyond the end to the last words', async () => {
    const { headers } = await browse({ limit: 10, offset: 1000 });
    // Of the 33 words the last ten begin with the 24th.
    expect(headers.get('link')).toBe('</api/lexicon/browse?limit=10&offset=23>; rel="prev"');
  });

  it('refuses a cursor of another query, a broken one, and one beside an offset', async () => {
    const { next_cursor: cursor } = (await browse({ limit: 1 })).body;
    const other = await browse({ limit: 1, pos: 'a', cursor });
    expect(other.status).toBe(400);
    expect(errorsOf(other)[0]).toMatch(/^query cursor: belongs to another query/);
    const broken = await browse({ cursor: 'abc' });
    expect(errorsOf(broken)).toEqual([
      'query cursor: is no cursor of this service; take next_cursor of the page before',
    ]);
    const both = await browse({ cursor, offset: 0 });
    expect(errorsOf(both)).toEqual([
      'query offset: cannot be given beside cursor, which already says where the page begins; leave one out',
    ]);
    const onSearch = await service.get(`/api/lexicon/search?${query({ limit: 1, cursor })}`);
    expect(onSearch.status).toBe(400);
    // Page size and facets may change on the way.
    expect((await browse({ limit: 3, facets: 'pos', cursor })).body.offset).toBe(1);
  });

  it('tells that a cursor has expired once another generation is live', async () => {
    const { next_cursor: cursor } = (await browse({ limit: 1 })).body;
    const later = await startService({ store: smallStore('glater') });
    const { status, body } = await later.get(`/api/lexicon/browse?${query({ limit: 1, cursor })}`);
    await later.stop();
    expect([status, body.code, body.detail]).toEqual([
      410,
      'cursor_expired',
      'Start again from the first page, without `cursor`.',
    ]);
  });

  it('refuses a cursor that was tampered with', async () => {
    const { next_cursor: cursor } = (await browse({ limit: 1 })).body;
    const fields = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    fields[4] = 1e15;
    const forged = Buffer.from(JSON.stringify(fields)).toString('base64url');
    expect(errorsOf(await browse({ limit: 1, cursor: forged }))).toEqual([
      'query cursor: points outside the lexicon; take next_cursor of a page as it is',
    ]);
  });
});
