import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { entryLines } from '../contract/small-lexicon.ts';
import { chars, errorsOf, query, smallStore, startService, type TestService } from '../http/service.ts';

describe('paging', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());
  const browse = (parameters: Record<string, string | number | boolean> = {}) =>
    service.get(`/api/lexicon/browse?${query(parameters)}`);
  const linkOf = async (path: string) => (await service.get(path)).headers.get('link');

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

  it('goes on by cursor in its links once a cursor is used, and back by offset', async () => {
    const first = await browse({ limit: 5 });
    const second = await browse({ limit: 5, cursor: first.body.next_cursor });
    const link = second.headers.get('link')!;
    expect(link).toContain(`limit=5&cursor=${second.body.next_cursor}>; rel="next"`);
    expect(link).toContain('limit=5&offset=0>; rel="prev"');
  });

  it('knows no number that is too large to be a limit or an offset', async () => {
    const { status, headers, body } = await browse({ limit: '9'.repeat(30), offset: '9'.repeat(30), reg: '雅' });
    expect([status, body.limit, body.words]).toEqual([200, 100, []]);
    expect(headers.get('link')).toContain('&offset=0>; rel="prev"');
  });

  it('leads back from beyond the end to the last words', async () => {
    const { headers } = await browse({ limit: 10, offset: 1000 });
    // The last ten words.
    expect(headers.get('link')).toBe(`</api/lexicon/browse?limit=10&offset=${entryLines().length - 10}>; rel="prev"`);
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

  it.each([{ near: '海洋' }, { like: '大海' }, { sort: 'char' }, { near: '行:hong4', rhyme_char: '銀行' }])(
    'walks the order of %j once by cursor',
    async (order) => {
      const search = (place: Record<string, string | number>) =>
        service.get(`/api/lexicon/search?${query({ ...order, ...place })}`);
      const walked: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const { body } = await search({ limit: 4, ...(cursor ? { cursor } : {}) });
        walked.push(...body.words.map(({ char }: { char: string }) => char));
        cursor = body.next_cursor;
      }
      expect(walked).toEqual(chars(await search({ limit: 100 })));
    },
  );

  it('has cursors of its own in each category', async () => {
    const words = (name: string, cursor = '') =>
      service.get(`/api/lexicon/category/${name}/words?limit=1${cursor && `&cursor=${cursor}`}`);
    const { next_cursor: cursor } = (await words('adj.all')).body;
    expect(chars(await words('adj.all', cursor))).toEqual(['快樂']);
    expect((await words('noun.time', cursor)).status).toBe(400);
  });

  it('links from the second page of related words to both sides', async () => {
    const path = '/api/lexicon/synonyms?word=%E9%96%8B%E5%BF%83&limit=1';
    const link = `<${path}&offset=2>; rel="next", <${path}&offset=0>; rel="prev"`;
    expect(await linkOf(`${path}&offset=1`)).toBe(link);
    expect(chars(await service.get(`${path}&offset=2`))).toEqual(['靚']);
  });

  it('links on in rhymes while a group has more, and back', async () => {
    const ask = (rhyme: string) => `/api/lexicon/workflow/rhyme-close?${query({ rhyme_char: rhyme })}`;
    const path = `${ask('愛')}&limit=2`;
    // The longest group has three words: two here, one on the next page.
    expect(await linkOf(path)).toBe(`<${path}&offset=2>; rel="next"`);
    expect(await linkOf(`${path}&offset=2`)).toBe(`<${path}&offset=0>; rel="prev"`);
    expect([await linkOf(ask('愛')), await linkOf(ask('！'))]).toEqual([null, null]);
  });
});
