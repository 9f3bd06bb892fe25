import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { errorsOf, query, startService, type TestResponse, type TestService } from '../http/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

describe('GET /workflow/rhyme-close', () => {
  const ask = (parameters: Record<string, string | number | boolean>) =>
    service.get(`/api/lexicon/workflow/rhyme-close?${query(parameters)}`);
  const groups = ({ body }: TestResponse) =>
    body.groups.map((group: { end_tone: number; pitch_level: number; count: number; words: { char: string }[] }) =>
      [group.end_tone, group.pitch_level, group.count, group.words.map(({ char }) => char).join(' ')].join(' '),
    );

  it('groups by the tone of the last character, the highest pitch first, equal levels by tone', async () => {
    const answer = await ask({ rhyme_char: '愛' });
    expect(answer.body).toMatchObject({ total: 8, rhymes_used: ['oi'], limit: 20, offset: 0 });
    expect(groups(answer)).toEqual(['1 6 1 開', '2 6 2 海 大海', '3 4 1 愛', '6 2 3 存在 期待 害', '4 0 1 未來']);
  });

  it('widens the rhyme and says which finals it used, nearest first', async () => {
    const answer = await ask({ rhyme_char: '銀行', loose: true, end_tone: 4 });
    expect(answer.body.rhymes_used.slice(0, 2)).toEqual(['ong', 'on']);
    // 銀行 has the final itself, and 行 in its third reading, which is seldom meant; 海洋 and 長 come with the tradition's oeng.
    expect(groups(answer)).toEqual(['4 0 4 銀行 行 海洋 長']);
    expect(answer.body.groups[0].words[1]).toMatchObject({ char: '行', jyutping: 'hong4', rhyme: 'ong' });
  });

  it('narrows and pages within each group', async () => {
    expect(groups(await ask({ rhyme_char: '愛', theme: '海', length: 2 }))).toEqual(['2 6 1 大海']);
    const paged = await ask({ rhyme_char: '愛', limit: 1, offset: 1 });
    expect(paged.body.total).toBe(8);
    expect(groups(paged)).toEqual(['1 6 1 ', '2 6 2 大海', '3 4 1 ', '6 2 3 期待', '4 0 1 ']);
  });

  it('asks for as many last syllables as the depth says', async () => {
    const endings = (answer: TestResponse) =>
      groups(answer).map((group: string) => group.split(' ').slice(3).join(' '));
    const ofDepth = async (depth: number) => endings(await ask({ rhyme_char: '大海', rhyme_depth: depth }));
    expect(await ofDepth(1)).toEqual(endings(await ask({ rhyme_char: '海' })));
    expect(await ofDepth(2)).toEqual(['大海']);
  });

  it('links to the next page while a group has more, and back', async () => {
    const path = `/api/lexicon/workflow/rhyme-close?${query({ rhyme_char: '愛', limit: 2 })}`;
    const first = await service.get(path);
    // The longest group has three words: two here, one on the next page.
    expect(first.headers.get('link')).toBe(`<${path}&offset=2>; rel="next"`);
    const second = await service.get(`${path}&offset=2`);
    expect(second.headers.get('link')).toBe(`<${path}&offset=0>; rel="prev"`);
    expect((await ask({ rhyme_char: '愛' })).headers.get('link')).toBeNull();
    expect((await ask({ rhyme_char: '！' })).headers.get('link')).toBeNull();
  });

  it('keeps what fits the code, or the melody after a character', async () => {
    expect(groups(await ask({ rhyme_char: '愛', code: '02' }))).toEqual(['6 2 2 存在 期待']);
    // After 我 up and down: 33 to 34 and the like; 大海 goes down and up.
    expect(groups(await ask({ rhyme_char: '愛', moves: '-+', before: '我' }))).toEqual([
      '2 6 1 大海',
      '6 2 2 存在 期待',
    ]);
    expect(groups(await ask({ rhyme_char: '愛', moves: '+', before: '2' }))).toEqual([
      '1 6 1 開',
      '2 6 2 海 害',
      '3 4 1 愛',
    ]);
    expect(errorsOf(await ask({ rhyme_char: '愛', before: '我' }))[0]).toMatch(/^query before: has no move to fit/);
  });

  it('puts first what is like a word or a phrase, and says what it did not understand', async () => {
    const plain = await ask({ rhyme_char: '愛' });
    const { status, body } = await ask({ rhyme_char: '愛', like: '期待' });
    expect([status, body.total]).toEqual([200, plain.body.total]);
    expect((await ask({ rhyme_char: '愛', like: 'zzzz' })).body).toMatchObject({ total: 8, ignored: ['zzzz'] });
  });

  it('means the reading that is given after a colon', async () => {
    expect((await ask({ rhyme_char: '行' })).body).toMatchObject({ rhymes_used: ['aang'], rhyme_reading: 'haang4' });
    expect((await ask({ rhyme_char: '行:hong4' })).body).toMatchObject({
      rhymes_used: ['ong'],
      rhyme_reading: 'hong4',
    });
  });

  it('answers nothing for what nobody can read, and asks for what is missing', async () => {
    expect((await ask({ rhyme_char: '！' })).body).toMatchObject({ total: 0, groups: [], rhymes_used: [] });
    expect(errorsOf(await ask({ loose: true }))).toEqual(['query rhyme_char: is needed; give it a value']);
    expect((await ask({ rhyme_char: '愛', end_tone: 7 })).status).toBe(400);
  });
});
