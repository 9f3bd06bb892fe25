import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chars, query, startService, type TestService } from '../http/service.ts';

describe('partners', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());
  const partners = (parameters: Record<string, string | number | boolean>) =>
    service.get(`/api/lexicon/partners?${query(parameters)}`);

  it('say what they are to the word, and how many there are of each relation', async () => {
    const { status, body } = await partners({ word: '海', limit: 1 });
    expect(status).toBe(200);
    expect(body).toEqual({
      word: '海',
      relation_source: 'all',
      relation_counts: { done_to: 3, like_what: 2, with: 1 },
      words: [
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
          relation: 'done_to',
          source: 'curated',
          score: 98,
        },
      ],
      total: 6,
      limit: 1,
      offset: 0,
      next_cursor: expect.any(String),
    });
  });

  it('intersect relations and filters', async () => {
    const answers = await Promise.all([
      partners({ word: '海', relation: 'like_what,with' }),
      partners({ word: '海', code: '4' }),
      partners({ word: '海', rhyme_char: '期待' }),
      partners({ word: '海', source: 'attested' }),
      partners({ word: '海', pos: 'a', length: 1 }),
      // 悲傷 is level: 33.
      partners({ word: '海', moves: '=' }),
      // From the low 0 up to a word of one syllable: 說 and the others of tones 2, 3 and 4, and 行 by none of its readings.
      partners({ word: '海', moves: '+', before: 0, relation: 'done_to' }),
    ]);
    expect(answers.map(chars)).toEqual([
      ['靚', '悲傷', '雪'],
      ['愛', '靚', '雪', '説'],
      ['愛'],
      ['行'],
      ['靚'],
      ['悲傷'],
      ['愛', '説'],
    ]);
  });

  it('of a sense are those that tell it; of a sense that is not there none', async () => {
    const unknown = await partners({ word: '海', sense: 'no-such-sense' });
    expect([unknown.status, unknown.body.total, unknown.body.relation_counts]).toEqual([200, 0, {}]);
    const refused = await partners({ word: '海', sense: 'No Sense' });
    expect([refused.status, refused.body.errors?.[0]?.name]).toEqual([400, 'sense']);
  });

  it('page by cursor as by offset, and end', async () => {
    const first = await partners({ word: '海', limit: 4 });
    const second = await partners({ word: '海', limit: 4, cursor: first.body.next_cursor });
    expect([chars(second), second.body.offset, second.body.next_cursor]).toEqual([['雪', '説'], 4, null]);
    expect(chars(await partners({ word: '海', limit: 4, offset: 4 }))).toEqual(['雪', '説']);
    const other = await partners({ word: '愛', limit: 4, cursor: first.body.next_cursor });
    expect([other.status, other.body.errors?.[0]?.name]).toEqual([400, 'cursor']);
  });

  it('are none of a word that is not in the lexicon; another form of a word is read', async () => {
    const unknown = await partners({ word: '冇呢個詞' });
    expect([unknown.status, unknown.body.total, unknown.body.relation_counts]).toEqual([200, 0, {}]);
    const simplified = await partners({ word: '海', rhyme_char: '爱' });
    expect([chars(simplified), simplified.body.normalized_from, simplified.body.rhyme_reading]).toEqual([
      ['愛'],
      '爱',
      'oi3',
    ]);
  });

  it('refuse a relation that there is not, and a neighbour without moves', async () => {
    const answers = await Promise.all([
      partners({ word: '海', relation: 'eats' }),
      partners({ word: '海', before: 0 }),
    ]);
    expect(answers.map(({ status, body }) => [status, body.errors[0].name])).toEqual([
      [400, 'relation'],
      [400, 'before'],
    ]);
  });

  it('stand on the card of a word, relation by relation', async () => {
    const { body } = await service.get(`/api/lexicon/word/${encodeURIComponent('海')}`);
    expect(body.partners).toEqual({ done_to: ['愛', '行', '説'], like_what: ['靚', '悲傷'], with: ['雪'] });
  });

  it('filter a search, of one relation or of all', async () => {
    const search = (parameters: Record<string, string | number>) =>
      service.get(`/api/lexicon/search?${query(parameters)}`);
    const answers = await Promise.all([
      search({ partner_of: '海' }),
      search({ partner_of: '海', partner: 'done_to', rhyme_char: '期待' }),
      search({ partner_of: '海', like: '開心', pos: 'a' }),
      search({ partner_of: '開心' }),
    ]);
    expect(answers.map(({ body }) => [body.total, [...chars({ body } as never)].sort()])).toEqual([
      [6, ['愛', '説', '雪', '靚', '行', '悲傷'].sort()],
      [1, ['愛']],
      // 悲傷 is an antonym of 開心, which `like` leaves out.
      [1, ['靚']],
      [0, []],
    ]);
    const alone = await search({ partner: 'does' });
    expect([alone.status, alone.body.errors[0].name]).toEqual([400, 'partner']);
  });

  it('have the names of Datamuse', async () => {
    const words = (parameters: Record<string, string | number>) =>
      service.get(`/api/lexicon/words?${query(parameters)}`);
    const answers = await Promise.all([
      words({ rel_jjb: '海' }),
      words({ rel_jja: '靚' }),
      words({ rel_trg: '海', max: 2 }),
      words({ rel_bga: '愛' }),
      words({ rel_bgb: '海', tone: '4' }),
    ]);
    expect(answers.map(({ body }) => body.map(({ word }: { word: string }) => word))).toEqual([
      ['靚', '悲傷'],
      ['海'],
      ['愛', '行'],
      ['海'],
      ['愛', '靚', '説'],
    ]);
    const [first, second] = answers[2]!.body;
    expect(first.score).toBeGreaterThan(second.score);
    expect((await words({ rel_jjb: '海', rel_syn: '海' })).status).toBe(400);
  });
});
