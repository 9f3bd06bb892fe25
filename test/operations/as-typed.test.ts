import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { entryLines } from '../contract/small-lexicon.ts';
import { chars, errorsOf, query, startService, type TestService } from '../http/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

describe('GET /search', () => {
  it.each([
    ['code', '３３', '33'],
    ['code', '33，34', '33,34'],
    ['code', '３３，3？', '33,3?'],
    ['length', '２', '2'],
    ['moves', '＋', '+'],
    ['vulgar', 'True', 'true'],
    ['vulgar', 'FALSE', 'false'],
    ['limit', '５', '5'],
    ['jyutping', 'hoi1sam1', 'hoi1 sam1'],
    ['jyutping', 'ｈｏｉ１ｓａｍ１', 'hoi1 sam1'],
    ['near', 'hoi1sam1', 'hoi1 sam1'],
    ['contains', '開\uFE00心', '開心'],
    ['contains', '開\u200B心', '開心'],
    ['contains', '⼼', '心'],
  ])('reads %s=%s as %s', async (name, typed, plain) => {
    const [asTyped, asPlain] = await Promise.all(
      [typed, plain].map((value) => service.get(`/api/lexicon/search?${query({ [name]: value })}`)),
    );
    expect([asTyped!.status, chars(asTyped!)]).toEqual([200, chars(asPlain!)]);
  });
});

describe('GET /words', () => {
  it('orders sl=hoi1sam1 as sl=hoi1 sam1', async () => {
    const [joined, apart] = await Promise.all(
      ['hoi1sam1', 'hoi1 sam1'].map((sl) => service.get(`/api/lexicon/words?${query({ sl })}`)),
    );
    expect(joined!.body).toEqual(apart!.body);
    expect(joined!.body[0].word).toBe('開心');
  });
});

describe('GET /word', () => {
  it('answers every headword by itself', async () => {
    for (const { char } of entryLines()) {
      const { body } = await service.get(`/api/lexicon/word/${encodeURIComponent(char)}?relations_limit=0`);
      expect(body.char).toBe(char);
    }
  });
});

describe('a body', () => {
  const post = (body: unknown) => service.post('/api/lexicon/workflow/check', body);

  it('gets "did you mean" for a field, nested ones too', async () => {
    expect(errorsOf(await service.post('/api/lexicon/annotate', { text: '我', texts: '我' }))).toEqual([
      'body texts: did you mean text?',
    ]);
    expect(errorsOf(await post({ lines: [{ line: '我愛', moves: '+', move: '+' }] }))).toContain(
      'body lines.0.move: did you mean moves?',
    );
  });

  it('is refused with a doubled key, wherever it stands', async () => {
    expect(errorsOf(await service.post('/api/lexicon/annotate', '{"text":"我","text":"愛"}'))).toEqual([
      'body text: is given more than once; give it once',
    ]);
    expect(errorsOf(await post('{"lines":[{"line":"我","moves":"","l\\u0069ne":"愛"}]}'))).toEqual([
      'body line: is given more than once; give it once',
    ]);
    expect((await service.post('/api/lexicon/annotate', '{"text":"\\"text\\":{"}')).status).toBe(200);
    expect(
      (
        await post({
          lines: [
            { line: '我', moves: '' },
            { line: '愛', moves: '' },
          ],
        })
      ).status,
    ).toBe(200);
  });

  it('of another type is told the one that is read', async () => {
    const { status, headers } = await service.get('/api/lexicon/annotate', { method: 'POST', body: 'text=我' });
    expect([status, headers.get('accept-post')]).toEqual([415, 'application/json']);
  });
});
