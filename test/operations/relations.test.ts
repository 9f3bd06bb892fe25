import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chars, query, startService, type TestService } from '../http/service.ts';

describe('synonyms and antonyms', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());
  const synonyms = (parameters: Record<string, string | number | boolean>) =>
    service.get(`/api/lexicon/synonyms?${query(parameters)}`);

  it('answer full entries with source and score, curated first', async () => {
    const { status, body } = await synonyms({ word: '開心' });
    expect(status).toBe(200);
    expect(body).toEqual({
      word: '開心',
      relation_type: 'syn',
      relation_source: 'all',
      words: [
        {
          char: '快樂',
          jyutping: 'faai3 lok6',
          code: '42',
          rhyme: 'ok',
          length: 2,
          pos: 'a',
          reg: '通',
          definition: 'happy; joyful',
          rank: 4,
          source: 'curated',
          score: 90,
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
          source: 'generated',
          score: 40,
        },
        {
          char: '靚',
          jyutping: 'leng3',
          code: '4',
          rhyme: 'eng',
          length: 1,
          pos: 'a',
          reg: '粵',
          definition: 'pretty',
          rank: 13,
          source: 'generated',
          score: 40,
        },
      ],
      total: 3,
      limit: 50,
      offset: 0,
    });
  });

  it('differ in type alone', async () => {
    const answer = await service.get(`/api/lexicon/antonyms?${query({ word: '開心' })}`);
    expect(answer.body).toMatchObject({ relation_type: 'ant', total: 2 });
    expect(chars(answer)).toEqual(['傷心', '悲傷']);
  });

  it('intersect filters with the relation', async () => {
    const answers = await Promise.all([
      synonyms({ word: '開心', source: 'generated' }),
      synonyms({ word: '開心', reg: '粵' }),
      synonyms({ word: '開心', pos: 'a,v', length: '1' }),
      synonyms({ word: '開心', code: '4' }),
      synonyms({ word: '開心', code: '4?' }),
      // 期待 ends in oi, as 愛 does.
      synonyms({ word: '開心', rhyme_char: '期待' }),
      // 落 is not in this lexicon: nobody knows what rhymes with it.
      synonyms({ word: '開心', rhyme_char: '落' }),
    ]);
    expect(answers.map(chars)).toEqual([['愛', '靚'], ['靚'], ['愛', '靚'], ['愛', '靚'], ['快樂'], ['愛'], []]);
    expect(answers.map(({ body }) => body.total)).toEqual([2, 1, 2, 2, 1, 1, 0]);
  });

  it('widen the rhyme when it is loose', async () => {
    // o widens to ok, ot and op: 快樂 ends in ok.
    const strict = await synonyms({ word: '開心', rhyme_char: '我' });
    const loose = await synonyms({ word: '開心', rhyme_char: '我', loose_rhyme: true });
    expect([chars(strict), chars(loose)]).toEqual([[], ['快樂']]);
  });

  it('say by which reading they rhymed', async () => {
    const answers = await Promise.all([
      synonyms({ word: '開心', rhyme_char: '行' }),
      synonyms({ word: '開心', rhyme_char: '行:hong4' }),
      synonyms({ word: '開心' }),
    ]);
    expect(answers.map(({ body }) => body.rhyme_reading)).toEqual(['haang4', 'hong4', undefined]);
  });

  it('answer total 0 for over-tight filters and for a word that is not in the lexicon', async () => {
    const tight = await synonyms({ word: '開心', code: '00', rhyme_char: '愛' });
    const unknown = await synonyms({ word: '冇呢個詞' });
    expect([tight.status, tight.body.total, tight.body.words]).toEqual([200, 0, []]);
    expect([unknown.status, unknown.body.total, unknown.body.word]).toEqual([200, 0, '冇呢個詞']);
  });

  it('understand simplified forms and say so', async () => {
    const { body } = await synonyms({ word: '开心' });
    expect([body.word, body.normalized_from, body.total]).toEqual(['開心', '开心', 3]);
    const byReference = await synonyms({ word: '開心', rhyme_char: '爱' });
    expect([chars(byReference), byReference.body.normalized_from]).toEqual([['愛'], '爱']);
  });

  it('page by offset, with the used limit and links', async () => {
    const answer = await synonyms({ word: '開心', limit: 1, offset: 1 });
    expect([chars(answer), answer.body.total, answer.body.limit, answer.body.offset]).toEqual([['愛'], 3, 1, 1]);
    const path = '/api/lexicon/synonyms?word=%E9%96%8B%E5%BF%83&limit=1';
    expect(answer.headers.get('link')).toBe(`<${path}&offset=2>; rel="next", <${path}&offset=0>; rel="prev"`);
    const [next] = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link')!)!.slice(1);
    expect(chars(await service.get(next!))).toEqual(['靚']);
  });

  it('lower a limit above the most of the plan', async () => {
    const { body } = await synonyms({ word: '開心', limit: 5000 });
    expect(body.limit).toBe(100);
  });

  it('leave coarse words out when asked', async () => {
    expect((await synonyms({ word: '開心', vulgar: false })).body.total).toBe(3);
  });

  it('are those of one sense where it is asked for, and say which', async () => {
    const shown = async (parameters: Record<string, string>) => {
      const { body } = await synonyms({ word: '長', ...parameters });
      return [body.total, ...body.words.map(({ char, sense }: { char: string; sense: string }) => [char, sense])];
    };
    expect(await shown({})).toEqual([2, ['存在', 'long'], ['成長', 'grow']]);
    expect(await shown({ sense: 'grow' })).toEqual([2, ['存在', 'grow'], ['成長', 'grow']]);
    expect(await shown({ sense: 'long' })).toEqual([1, ['存在', 'long']]);
    // As a simplified form, which takes a second search.
    expect(await shown({ word: '长', sense: 'long' })).toEqual([1, ['存在', 'long']]);
  });

  it('are none of a sense that the word does not have, and the hint gives it up', async () => {
    const { body } = await synonyms({ word: '長', sense: 'deep', length: 2 });
    expect([body.words, body.total, body.hints]).toEqual([
      [],
      0,
      [
        {
          param: 'sense',
          problem: expect.stringContaining('is none of its senses'),
          try: { path: '/api/lexicon/synonyms', params: { word: '長', length: '2' }, total: 2 },
        },
      ],
    ]);
    expect((await synonyms({ word: '長', sense: 'grow', code: '00' })).body.hints).toMatchObject([
      { param: 'code', try: { params: { word: '長', sense: 'grow' }, total: 2 } },
      { param: 'word' },
    ]);
  });

  it('refuse what can be no id of a sense', async () => {
    for (const sense of ['', '長', 'Grow', 'a b', 'x'.repeat(41)]) {
      const { status, body } = await synonyms({ word: '長', sense });
      expect([status, body.errors?.[0]?.name]).toEqual([400, 'sense']);
    }
  });
});
