import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Hint } from '../../src/operations/hints.ts';
import { query, startService, type TestService } from '../http/service.ts';

type Parameters = Record<string, string | number | boolean>;

describe('hints after zero or odd results', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());
  const ask = (parameters: Parameters, path = 'search') => service.get(`/api/lexicon/${path}?${query(parameters)}`);
  const hintsOf = async (parameters: Parameters, path?: string): Promise<Hint[]> =>
    (await ask(parameters, path)).body.hints ?? [];
  const tries = async (parameters: Parameters, path?: string) =>
    (await hintsOf(parameters, path)).map((hint) => [hint.param, hint.try.path, hint.try.params]);

  const SEARCH = '/api/lexicon/search';
  const BROWSE = '/api/lexicon/browse';

  it('name what was meant by a character in place of a final, and by a final in place of a character', async () => {
    expect(await tries({ rhyme: '愛', pos: 'v', limit: 7 }, 'browse')).toEqual([
      ['rhyme', SEARCH, { pos: 'v', rhyme_char: '愛', limit: '7' }],
    ]);
    expect(await tries({ rhyme_char: 'oi' })).toEqual([['rhyme_char', SEARCH, { rhyme: 'oi' }]]);
    expect(await tries({ rhyme: 'ooi' }, 'browse')).toEqual([['rhyme', BROWSE, { rhyme: 'oi' }]]);
  });

  it('say of a sound that nothing knows that nothing is near it, and of a meaning that it is not understood', async () => {
    expect(await tries({ near: 'zzz', code: '33', sort: 'sound' })).toEqual([['near', SEARCH, { code: '33' }]]);
    expect(await tries({ near: '海' })).toEqual([]);
    expect(await tries({ like: 'zzz', code: '33' })).toEqual([['like', SEARCH, { code: '33' }]]);
    expect((await hintsOf({ like: 'zzz' }))[0]!.problem).toContain('“zzz”');
  });

  it('say of a loose rhyme without a rhyme that it does nothing', async () => {
    expect(await tries({ loose_rhyme: true, code: '33' })).toEqual([['loose_rhyme', SEARCH, { code: '33' }]]);
    expect(await tries({ word: '開心', loose_rhyme: true }, 'synonyms')).toEqual([
      ['loose_rhyme', '/api/lexicon/synonyms', { word: '開心' }],
    ]);
  });

  it('give up one filter each where nothing is found, those that find something', async () => {
    // 大海 is the only word that begins so, and one word of two characters has the code.
    const hints = await hintsOf({ starts: '大', code: '44', length: 2 });
    expect(hints.map((hint) => [hint.param, hint.try.params, hint.try.total])).toEqual([
      ['code', { starts: '大', length: '2' }, 1],
      ['starts', { code: '44', length: '2' }, 1],
    ]);
    expect(await hintsOf({ starts: '大', code: '44', length: 2, offset: 1 })).toEqual([]);
    expect(await hintsOf({ starts: '大' })).toEqual([]);
  });

  it('of a search among partners count partners alone', async () => {
    // 愛 is the only partner of 海 that rhymes with 期待; in none of them is 大.
    const hints = await hintsOf({ partner_of: '海', rhyme_char: '期待', starts: '大' });
    expect(hints.map((hint) => [hint.param, hint.try.params.partner_of, hint.try.total])).toEqual([
      ['starts', '海', 1],
    ]);
  });

  it('lead to what they promise, whatever is asked', async () => {
    const asked: [Parameters, string?][] = [
      [{ rhyme_char: '愛:oi3', code: '3?', starts: '海', emotion: '希望', theme: '海' }],
      [{ near: 'hoi2 zzz', starts: '大', code: '44', vulgar: false }],
      [{ like: '開心', code: '44', starts: '快', vulgar: true }],
      [{ like: 'sea', q: 'xyzzy' }],
      [{ moves: '+-', before: '我', after: '2', starts: '大' }],
      [{ jyutping: 'hoi2 joeng', lazy: 'n-l', pos: 'v' }],
      [{ code: '44', ends_line: true, emotion: '喜悅', valence: '負' }, 'browse'],
      [{ rhyme_char: '愛', code: '0' }, 'category/noun.object/words'],
      [{ word: '開心', rhyme_char: '我', code: '42' }, 'synonyms'],
    ];
    let followed = 0;
    for (const [parameters, path] of asked)
      for (const hint of await hintsOf(parameters, path)) {
        const { status, body } = await service.get(`${hint.try.path}?${query(hint.try.params)}`);
        expect([hint, status, body.total]).toEqual([hint, 200, hint.try.total]);
        followed++;
      }
    expect(followed).toBeGreaterThan(8);
  });

  it.each([
    ['antonyms', { word: '愛' }],
    ['synonyms', { word: '開心心' }],
    ['synonyms', { word: '長', sense: 'deep' }],
    ['synonyms', { word: '開心', sense: 'glad' }],
  ])('of %s of %j are told, and lead to words', async (type, parameters) => {
    const { total, hints = [] } = (await ask(parameters, type)).body;
    expect(total).toBe(0);
    expect(hints.length).toBeGreaterThan(0);
    for (const hint of hints as Hint[]) {
      const found = await service.get(`${hint.try.path}?${query(hint.try.params)}`);
      expect([hint, found.body.total]).toEqual([hint, hint.try.total]);
    }
  });

  it.each([
    ['emotion', '喜悦', '喜悅'],
    ['category', 'all', 'adj.all'],
  ])('of %s=%s tell the nearest that exists, %s', async (param, value, meant) => {
    const { total, hints } = (await ask({ [param]: value }, 'search')).body;
    expect([total, hints[0].param, hints[0].try.params[param]]).toEqual([0, param, meant]);
    expect(hints[0].problem).toContain(`${meant} is near`);
  });
});
