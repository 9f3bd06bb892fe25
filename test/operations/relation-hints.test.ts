import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Hint } from '../../src/operations/hints.ts';
import { chars, query, startService, type TestService } from '../http/service.ts';

type Parameters = Record<string, string | number | boolean>;

const changeOf = ({ param, try: { params } }: Hint): string =>
  param === 'word' ? 'like' : param === 'code' ? 'without_code' : params.loose_rhyme ? 'loose_rhyme' : 'without_rhyme';

describe('ways on from a short answer about related words', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());
  const ask = (parameters: Parameters, type = 'synonyms') => service.get(`/api/lexicon/${type}?${query(parameters)}`);
  const offers = async (parameters: Parameters, type?: string): Promise<Hint[]> =>
    (await ask(parameters, type)).body.hints ?? [];
  const changes = async (parameters: Parameters, type?: string) =>
    (await offers(parameters, type)).map((hint) => `${changeOf(hint)} ${hint.try.total}`);

  it('are nearest first, and only those that find more', async () => {
    // Of the synonyms 快樂 (42, ok), 愛 (4, oi), 靚 (4, eng), none rhymes with 我 (o); ok does in the widened rhyme. 我 and 愛河 do.
    expect(await changes({ word: '開心', rhyme_char: '我' })).toEqual(['loose_rhyme 1', 'without_rhyme 3', 'like 2']);
    // 愛 alone is 4 and rhymes with 愛; without the code 愛 is still alone.
    expect(await changes({ word: '開心', code: '4', rhyme_char: '愛' })).toEqual(['without_rhyme 2']);
    expect(await changes({ word: '開心', code: '42', rhyme_char: '愛' })).toEqual([
      ...['without_code 1', 'without_rhyme 1'],
    ]);
    // A rhyme that is loose already does not get looser.
    expect((await changes({ word: '開心', code: '4', rhyme_char: '我', loose_rhyme: true }))[0]).toBe('without_code 1');
  });

  it('lead to what they promise', async () => {
    const asked: [Parameters, string?][] = [
      [{ word: '開心', rhyme_char: '行:hong4', code: '4?', length: '1,2', vulgar: false, limit: 7 }],
      [{ word: '開心', rhyme_char: '我', source: 'curated', reg: '通', pos: 'a' }],
      [{ word: '海', code: '33' }],
      [{ word: '快樂', code: '33' }, 'antonyms'],
      [{ word: '永遠' }],
      [{ word: '开心', code: '0?' }],
      [{ word: 'happy sea', code: '33' }],
    ];
    for (const [parameters, type] of asked) {
      const { body } = await ask(parameters, type);
      expect([parameters, body.hints?.length ?? 0]).not.toEqual([parameters, 0]);
      for (const {
        try: { path, params, total },
      } of body.hints as Hint[]) {
        const { status, body: found } = await service.get(`${path}?${query(params)}`);
        expect([params, status, found.total]).toEqual([params, 200, total]);
        expect(total).toBeGreaterThan(body.total);
        if (parameters.limit) expect(found.limit).toBe(parameters.limit);
      }
    }
  });

  it('keep the other parameters', async () => {
    const [first] = await offers({ word: '開心', rhyme_char: '我', source: 'curated', reg: '通,粵', vulgar: false });
    expect(first!.try).toMatchObject({
      path: '/api/lexicon/synonyms',
      params: { word: '開心', rhyme_char: '我', loose_rhyme: 'true', reg: '通,粵', source: 'curated', vulgar: 'false' },
    });
  });

  it('search by likeness under the same filters: to the word, or to the first antonym', async () => {
    const like = (list: Hint[]) => list.find((hint) => changeOf(hint) === 'like')!.try;
    const alike = like(await offers({ word: '快樂', code: '33' }));
    expect(alike.params.like).toBe('快樂');
    const opposite = like(await offers({ word: '快樂', code: '20' }, 'antonyms'));
    expect(opposite.params.like).toBe('悲傷');
    expect(chars(await service.get(`${opposite.path}?${query(opposite.params)}`))).not.toContain('快樂');
  });

  it('are of a phrase too, where it is understood', async () => {
    expect(await changes({ word: 'happy zzz', length: 4 })).toEqual([]);
    expect((await offers({ word: 'happy zzz' })).map(changeOf)).toEqual(['like']);
  });

  it('are for the first page of fewer than three words', async () => {
    expect((await ask({ word: '開心' })).body).not.toHaveProperty('hints');
    expect((await ask({ word: '海', offset: 1 })).body).not.toHaveProperty('hints');
    expect((await ask({ word: '海' })).body).toHaveProperty('hints');
  });
});
