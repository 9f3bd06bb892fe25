import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { errorsOf, query, startService, type TestService } from '../http/service.ts';
import { startMetered } from '../metering/metered-service.ts';

describe('words by the names of Datamuse', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  type Parameters = Record<string, string | number>;
  const ask = (path: string, parameters: Parameters) => service.get(`/api/lexicon/${path}?${query(parameters)}`);
  const wordsOf = async (parameters: Parameters): Promise<string[]> => {
    const { status, body } = await ask('words', parameters);
    expect(status).toBe(200);
    return body.map(({ word }: { word: string }) => word);
  };
  const charsOf = async (path: string, parameters: Parameters): Promise<string[]> =>
    (await ask(path, parameters)).body.words.map(({ char }: { char: string }) => char);

  it('are a list as Datamuse gives it', async () => {
    const { body } = await ask('words', { sp: '開心' });
    expect(body).toEqual([
      {
        word: '開心',
        score: expect.any(Number),
        numSyllables: 2,
        tags: ['a', 'pron:hoi1 sam1', 'tone:33', 'rhyme:am', 'reg:通'],
        defs: ['a\thappy; to have fun'],
      },
    ]);
  });

  it.each<[Parameters, string, Parameters]>([
    [{ ml: '開心' }, 'search', { like: '開心' }],
    [{ ml: '開心', rhy: '愛', tone: '4,33' }, 'search', { like: '開心', rhyme_char: '愛', code: '4,33' }],
    [{ ml: '開心', topics: '愛情' }, 'search', { like: '開心 愛情' }],
    [{ topics: '大海' }, 'search', { like: '大海' }],
    [{ sl: '海洋' }, 'search', { near: '海洋' }],
    [{ rhy: '愛' }, 'search', { rhyme_char: '愛' }],
    [{ ml: '開心', lc: '你', rc: '我' }, 'search', { like: '開心' }],
    [{ sp: '?心' }, 'search', { ends: '心', length: 2 }],
    [{ sp: '海*' }, 'search', { starts: '海' }],
    [{ sp: '*心*' }, 'search', { contains: '心' }],
    [{ sp: '??', md: 'dpr' }, 'search', { length: 2 }],
    [{ rel_syn: '開心' }, 'synonyms', { word: '開心' }],
    [{ rel_syn: '開心', tone: '4?' }, 'synonyms', { word: '開心', code: '4?' }],
    [{ rel_ant: '開心' }, 'antonyms', { word: '開心' }],
  ])('%j are those of %s with %j', async (parameters, path, same) => {
    const words = await wordsOf(parameters);
    expect(words.length).toBeGreaterThan(0);
    expect(words).toEqual(await charsOf(path, { ...same, limit: 100 }));
  });

  it.each<Parameters>([{ ml: '開心' }, { sl: '海洋' }, { rhy: '愛' }, { rel_syn: '開心' }])(
    'have scores in the order of %j',
    async (parameters) => {
      const { body } = await ask('words', parameters);
      const scores: number[] = body.map(({ score }: { score: number }) => score);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      expect(scores[0]).toBeGreaterThan(0);
    },
  );

  it.each([
    [{ rel_rhy: '愛' }, { rhyme_char: '愛' }],
    [{ rel_rhy: '爱' }, { rhyme_char: '愛' }],
    [{ rel_nry: '愛' }, { rhyme_char: '愛', loose_rhyme: 'true' }],
  ])('of %j are all that rhyme but the word itself, as many as max says', async (parameters, same) => {
    const others = (await charsOf('search', { ...same, limit: 100 })).filter((char) => char !== '愛');
    expect(await wordsOf(parameters)).toEqual(others);
    expect(await wordsOf({ ...parameters, max: 3 })).toEqual(others.slice(0, 3));
  });

  it('are as many as max says, and an empty list where there is none', async () => {
    expect(await wordsOf({ rhy: '愛', max: 1 })).toHaveLength(1);
    expect(await wordsOf({ rhy: '愛', sp: '??????' })).toEqual([]);
    expect(await wordsOf({ rel_syn: '無此詞' })).toEqual([]);
  });

  it.each<[Parameters, string]>([
    [
      { ml: '開心', sl: '海洋' },
      'query ml: is one order too many; give one of ml, sl, rel_syn, rel_ant, rel_jja, rel_jjb, rel_trg, rel_bga and rel_bgb',
    ],
    [{ rhy: '愛', rel_nry: '愛' }, 'query rhy: is one rhyme too many; give one of rhy, rel_rhy and rel_nry'],
    [
      { rel_syn: '愛', sp: '?' },
      'query sp: cannot be given beside rel_syn, rel_ant, rel_jja, rel_jjb, rel_trg, rel_bga and rel_bgb; leave it out, or give ml instead',
    ],
    [{ max: 0 }, 'query max: “0” is not a whole number of 1 or more'],
    [{ topic: '愛' }, 'query topic: did you mean topics?'],
  ])('%j say what is wrong', async (parameters, message) => {
    const answer = await ask('words', parameters);
    expect([answer.status, errorsOf(answer)]).toEqual([400, [message]]);
  });

  it('cost what a search costs, and are lowered to the page of the plan', async () => {
    const metered = await startMetered({ plans: (plans) => Object.assign(plans.anonymous!, { max_limit: 2 }) });
    try {
      const { body, headers } = await metered.request('/api/lexicon/words?max=10');
      expect([body.length, headers.get('x-quota-cost')]).toEqual([2, '1']);
      expect(headers.get('ratelimit-policy')).toContain('q=60');
    } finally {
      await metered.stop();
    }
  });
});
