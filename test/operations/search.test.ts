import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FACETS } from '../../src/lexicon/facets.ts';
import { chars, errorsOf, query, startService, type TestService } from '../http/service.ts';

describe('search', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());
  const search = (parameters: Record<string, string | number | boolean> = {}) =>
    service.get(`/api/lexicon/search?${query(parameters)}`);

  it('takes all of the filters of browse', async () => {
    expect(chars(await search({ rhyme: 'oi', code: '3,2', emotion: '平' }))).toEqual(['海', '開', '害']);
    const checked = await search({ ending: 'checked', code: '?', facets: 'ending' });
    expect(chars(checked)).toEqual(['説', '𠮷', '雪']);
    expect(checked.body.facets.ending.map(({ value }: { value: string }) => value)).toEqual([
      'open',
      'nasal',
      'checked',
    ]);
    expect(errorsOf(await search({ ending: 'closed' }))).toEqual([
      'query ending: “closed” is not one of open, nasal, checked',
    ]);
  });

  it('rhymes with a character by its primary reading, or by the one that is given', async () => {
    const answers = await Promise.all([
      search({ rhyme_char: '愛', length: 2 }),
      // 行: haang4 first; hong4 on request.
      search({ rhyme_char: '行' }),
      search({ rhyme_char: '行:hong4' }),
      search({ rhyme_char: 'oi' }),
      search({ rhyme_char: '冇' }),
      search({ rhyme_char: '海', loose_rhyme: true, code: '24' }),
    ]);
    expect(answers.map(chars)).toEqual([['大海', '未來', '期待', '存在'], ['行'], ['行', '銀行'], [], [], []]);
    expect(answers[2]!.body.words[0]).toMatchObject({ char: '行', jyutping: 'hong4', rhyme: 'ong' });
  });

  it('says by which reading it rhymed', async () => {
    const readings = await Promise.all(
      [
        { rhyme_char: '行' },
        { rhyme_char: '行:hong4' },
        { rhyme_char: '未來' },
        { rhyme_char: '冇' },
        { code: '33' },
      ].map(async (parameters) => (await search(parameters)).body.rhyme_reading),
    );
    expect(readings).toEqual(['haang4', 'hong4', 'mei6 loi4', undefined, undefined]);
  });

  it('asks several last syllables to rhyme', async () => {
    // 説話 is syut3 waa6: -yut -aa.
    expect(chars(await search({ rhyme_char: '説話', rhyme_depth: 2 }))).toEqual(['説話', '説説話']);
    // 雪 has but one syllable to rhyme with.
    expect(chars(await search({ rhyme_char: '雪', rhyme_depth: 3 }))).toEqual(['説', '白雪雪', '雪']);
  });

  it('takes code patterns', async () => {
    expect(chars(await search({ code: '3?' }))).toEqual(['開心', '悲傷', '海洋', '傷心', '𡃁仔']);
    expect(chars(await search({ code: '?0,??4' }))).toEqual(['未來', '海洋', '銀行', '愛河', '白雪雪']);
    expect((await search({ code: '?????????' })).body.total).toBe(0);
    const { body } = await search({ code: '3?', facets: 'code' });
    // Of the codes that the pattern stands for only those in use are counted.
    expect(body.facets.code.every(({ count }: { count: number }) => count > 0)).toBe(true);
  });

  it('fits moves, with + as it comes through an address', async () => {
    const byMoves = chars(await search({ moves: '+' }));
    // Up: 夜晚 24, 大海 23, 成長 03, 存在 02, 期待 02, 靚仔 43, and 説話 by its second reading, 43.
    expect(byMoves).toEqual(['夜晚', '大海', '期待', '成長', '存在', '説話', '靚仔']);
    const raw = await service.get('/api/lexicon/search?moves=+');
    expect(chars(raw)).toEqual(byMoves);
    const shown = raw.body.words.find(({ char }: { char: string }) => char === '説話');
    expect(shown).toMatchObject({ jyutping: 'syut3 waa2', code: '43' });
    expect(chars(await search({ moves: '+=' }))).toEqual(['白雪雪']);
  });

  it('fits a word between what stands before and after', async () => {
    // Up into the word, level inside: before 0, then two equal digits above 0: 33 開心 悲傷 傷心 𡃁仔, 44 永遠.
    expect(chars(await search({ before: '0', moves: '+=' }))).toEqual(['開心', '悲傷', '永遠', '傷心', '𡃁仔']);
    // And down to 行 (code 0): all of these are above it.
    expect(chars(await search({ before: '0', moves: '+=-', after: '行' })).length).toBe(5);
    // Before 我 (4), level to it: 4, then level: 44.
    expect(chars(await search({ before: '我', moves: '==' }))).toEqual(['永遠']);
    // One syllable, free on the left, up on the right to 3: 4, 2 and 0.
    const single = chars(await search({ before: '3', moves: '*+', after: '3', pos: 'v' }));
    expect(single).toEqual(['愛', '行', '害', '説']);
    expect((await search({ before: '冇', moves: '*' })).body.total).toBe(0);
  });

  it('reads jyutping with and without tones, and lazy sounds when told to', async () => {
    const answers = await Promise.all([
      search({ jyutping: 'hoi' }),
      search({ jyutping: 'hoi1' }),
      search({ jyutping: 'Hoi1 sam' }),
      search({ jyutping: 'o5' }),
      search({ jyutping: 'o5', lazy: 'ng-0' }),
      search({ rhyme_char: '開心', lazy: 'n-l' }),
    ]);
    expect(answers.map(chars)).toEqual([['海', '開', '害'], ['開'], ['開心'], [], ['我'], ['開心', '傷心']]);
  });

  it('finds words of the definition and characters', async () => {
    const answers = await Promise.all([
      search({ q: 'happy' }),
      search({ q: 'UP, grow' }),
      search({ q: '海 the' }),
      search({ q: '、。' }),
      search({ starts: '海' }),
      search({ ends: '心' }),
      search({ contains: '説話' }),
    ]);
    expect(answers.map(chars)).toEqual([
      ['開心', '快樂'],
      ['成長'],
      ['大海'],
      [],
      ['海', '海洋'],
      ['開心', '傷心'],
      ['説話', '説説話'],
    ]);
  });

  it('filters by quality of the category', async () => {
    const verified = await search({ quality: 'verified', pos: 'v' });
    expect(chars(verified)).toEqual(['愛', '行']);
    expect((await search({ quality: 'all' })).body.total).toBe(33);
  });

  it('orders by closeness of sound, and shows it', async () => {
    const answer = await search({ near: '海', length: 1, limit: 3 });
    expect(chars(answer)).toEqual(['海', '開', '害']);
    // A whole match scores 8 + 3 × 16 + 2 × (8 + 6) = 84; 開 differs in tone but not in code: 78; 害 in both: 72.
    expect(answer.body.words.map((word: { sound_score: number }) => word.sound_score)).toEqual([1, 0.929, 0.857]);
    expect(answer.body.total).toBe((await search({ length: 1 })).body.total);
    expect(chars(await search({ near: 'hoi1 sam1', limit: 1 }))).toEqual(['開心']);
    // Without a tone a whole match scores 8 + 3 × 16 + 2 × 8 = 72; 愛 has the final and the length, and an initial near h: 64.
    const toneless = await search({ near: 'hoi', length: 1, limit: 4 });
    expect(
      toneless.body.words.map((word: { char: string; sound_score: number }) => [word.char, word.sound_score]),
    ).toEqual([
      ['海', 1],
      ['開', 1],
      ['害', 1],
      ['愛', 0.889],
    ]);
  });

  it('never filters by near: unknown sounds score 0, in order of popularity', async () => {
    const nearUnknown = await search({ near: '冇', limit: 2 });
    expect([nearUnknown.body.total, chars(nearUnknown)]).toEqual([33, ['我', '愛']]);
    expect(nearUnknown.body.words[0].sound_score).toBe(0);
  });

  it('orders by character on request, whatever near says', async () => {
    const answer = await search({ sort: 'char', near: '海', offset: 29 });
    expect(chars(answer)).toEqual(['Ａ', '𠮷', '𡃁', '𡃁仔']);
    expect(answer.body.words[0]).not.toHaveProperty('sound_score');
  });

  it('walks every order once by cursor', async () => {
    for (const order of [
      { near: '海洋' },
      { like: '大海' },
      { sort: 'char' },
      { near: '行:hong4', rhyme_char: '銀行' },
    ]) {
      const whole = chars(await search({ ...order, limit: 100 }));
      const walked: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const { body } = await search({ ...order, limit: 4, ...(cursor ? { cursor } : {}) });
        walked.push(...body.words.map(({ char }: { char: string }) => char));
        cursor = body.next_cursor;
      }
      expect(walked).toEqual(whole);
    }
  });

  it('returns normalized_from', async () => {
    expect((await search({ rhyme_char: '爱' })).body.normalized_from).toBe('爱');
    expect((await search({ like: '开心' })).body.normalized_from).toBe('开心');
    expect((await search({ rhyme_char: '愛' })).body).not.toHaveProperty('normalized_from');
  });

  it('finds characters in whatever form they are given', async () => {
    const answers = await Promise.all([
      search({ contains: '爱' }),
      // As most people type it in Hong Kong; the headword is 説.
      search({ starts: '說' }),
      search({ contains: '说话' }),
      search({ ends: '爱' }),
      search({ q: '爱 love' }),
    ]);
    const asHeadword = await Promise.all([
      search({ contains: '愛' }),
      search({ starts: '説' }),
      search({ contains: '説話' }),
      search({ ends: '愛' }),
      search({ q: '愛 love' }),
    ]);
    expect(answers.map(chars)).toEqual(asHeadword.map(chars));
    expect(answers.map(({ body }) => body.total)).not.toContain(0);
    expect(answers.map(({ body }) => body.normalized_from)).toEqual(['爱', '說', '说话', '爱', '爱 love']);
    expect((await search({ contains: '爱', facets: 'length', length: 9 })).body.facets.length).toEqual(
      (await search({ contains: '愛', facets: 'length', length: 9 })).body.facets.length,
    );
    expect((await search({ contains: '愛', length: 9 })).body).not.toHaveProperty('normalized_from');
  });

  it('pages on by cursor through words that were asked for in another form', async () => {
    const whole = chars(await search({ contains: '說' }));
    const first = await search({ contains: '說', limit: 1 });
    const rest = await search({ contains: '說', cursor: first.body.next_cursor });
    expect([...chars(first), ...chars(rest)]).toEqual(whole);
    expect(whole.length).toBeGreaterThan(1);
  });

  it('refuses orders without what they need, and says what to add', async () => {
    expect(errorsOf(await search({ sort: 'sound' }))).toEqual([
      'query sort: sound needs a sound to be close to; add near, for example near=海洋',
    ]);
    expect(errorsOf(await search({ sort: 'similarity', near: '海' }))).toEqual([
      'query sort: similarity needs a meaning to be close to; add like, for example like=開心',
    ]);
    expect(errorsOf(await search({ near: '海', like: '開心' }))).toEqual([
      'query sort: is needed where near and like are both given; add sort=sound or sort=similarity',
    ]);
    expect(errorsOf(await search({ before: '我' }))[0]).toMatch(/^query before: has no move to fit; add moves/);
    expect(errorsOf(await search({ before: '我', moves: '+', after: '3' }))[0]).toMatch(/^query moves: leaves no room/);
  });

  it.each([
    [{ code: 'abc' }, 'query code: “abc” is not a code: one of 0, 2, 3, 4, or ? for any of them, for each character'],
    [{ code: '33,35' }, 'query code: “35” is not a code: one of 0, 2, 3, 4, or ? for any of them, for each character'],
    [{ moves: 'up' }, 'query moves: “up” is not a row of moves: + up, - down, = level, * free'],
    [{ before: '7', moves: '+' }, 'query before: “7” is not one code digit: 0, 2, 3 or 4'],
    [{ rhyme_char: '來:loi' }, 'query rhyme_char: “loi” after the colon is not toned jyutping; write it like 來:loi4'],
    [
      { jyutping: 'xyz' },
      'query jyutping: “xyz” is not jyutping: syllables such as hoi1 sam1, with or without the tones, a space between',
    ],
    [{ lazy: 'n-l,z-c' }, 'query lazy: “z-c” is not one of n-l, ng-0, gw-g, ng-n, k-t'],
    [{ sort: 'best' }, 'query sort: “best” is not one of popularity, sound, similarity, char'],
    [{ facets: 'colour' }, `query facets: “colour” is not one of all, ${FACETS.join(', ')}`],
    [{ loose_rhyme: 'yes' }, 'query loose_rhyme: “yes” is neither true nor false'],
    [{ length: '0' }, 'query length: “0” is not a whole number of 1 or more'],
    [{ limit: 'ten' }, 'query limit: “ten” is not a whole number of 1 or more'],
    [{ offset: '-1' }, 'query offset: “-1” is not a whole number of 0 or more'],
  ])('refuses %j', async (parameters, message) => {
    const answer = await search(parameters as Record<string, string>);
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)).toEqual([message]);
  });
});
