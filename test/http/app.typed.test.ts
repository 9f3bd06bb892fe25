import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Draft } from '../../indexer/compose/words/drafts.ts';
import { assignAliases, createTypedForms } from '../../indexer/compose/words/spellings.ts';
import type { WordRow } from '../../indexer/tables/hand-written.ts';
import { readHandWritten } from '../../indexer/tables/hand-written.ts';
import { parseJyutping } from '../../src/cantonese/jyutping.ts';
import { codeOfReading } from '../../src/cantonese/tone.ts';
import { compareCodePoints } from '../../src/lexicon/code-points.ts';
import type { EntryLine } from '../../src/lexicon/formats.ts';
import { linesToBytes, memoryLexicon, memoryStore } from '../../src/stores/memory/memory-store.ts';
import { entryLines, smallManifest } from '../contract/small-lexicon.ts';
import { query, startService, type TestService } from './service.ts';

/** Words in order of popularity; other spellings name the usual one. */
const WORDS: readonly (readonly [char: string, jyutping: string, more?: Partial<EntryLine>])[] = [
  ['我', 'ngo5'],
  ['咗', 'zo2'],
  ['嘅', 'ge3'],
  ['喺', 'hai2'],
  ['唔好', 'm4 hou2'],
  ['啲', 'di1'],
  ['畀', 'bei2'],
  ['我哋', 'ngo5 dei6'],
  ['佢哋', 'keoi5 dei6'],
  ['嚟', 'lai4'],
  ['你好', 'nei5 hou2'],
  ['鍾意', 'zung1 ji3', { standard: ['喜歡'] }],
  ['返嚟', 'faan1 lai4'],
  ['而家', 'ji4 gaa1'],
  ['開心', 'hoi1 sam1'],
  ['食嘢', 'sik6 je5'],
  ['嗰個', 'go2 go3'],
  ['瞓覺', 'fan3 gaau3'],
  ['後', 'hau6'],
  ['香港', 'hoeng1 gong2'],
  ['旺角', 'wong6 gok3'],
  ['心', 'sam1'],
  ['月', 'jyut6'],
  ['尋日', 'cam4 jat6'],
  ['噚日', 'cam4 jat6', { variant_of: '尋日' }],
  ['食', 'sik6'],
  ['嗰', 'go2'],
  ['啱啱', 'ngaam1 ngaam1'],
  ['開始', 'hoi1 ci2'],
  ['做乜嘢', 'zou6 mat1 je5'],
  ['依家', 'ji1 gaa1', { standard: ['現在'] }],
  ['俾', 'bei2', { variant_of: '畀' }],
  ['左', 'zo2'],
  ['既', 'gei3'],
  ['利好', 'lei6 hou2'],
  ['食嘢先', 'sik6 je5 sin1'],
  ['黎', 'lai4'],
  ['后', 'hau6'],
  ['屎', 'si2', { vulgar: true }],
  ['成日', 'sing4 jat6'],
  ['今晚', 'gam1 maan5'],
  ['到', 'dou3'],
  ['OT', 'ou1 ti1', { definition: 'to work overtime' }],
  ['hea', 'he3', { definition: 'to laze about' }],
  ['3am', 'saam1 ei1 em1'],
  ['卡拉OK', 'kaa1 laa1 ou1 kei1'],
  ['O嘴', 'ou1 zeoi2'],
];

function typedLexicon() {
  const drafts = new Map(
    WORDS.map(([word]) => [word, { word, hand: [{ reg: '粵' } as WordRow], cedict: [] as const } as unknown as Draft]),
  );
  const names = WORDS.map(([word]) => word);
  const aliasesOf = assignAliases(names, createTypedForms(readHandWritten(), drafts).formsOf);
  const byCharacter = [...names].sort(compareCodePoints);
  const template = entryLines()[0]!;
  const lines = WORDS.map(([char, jyutping, more = {}], rank): EntryLine => {
    const syllables = parseJyutping(jyutping)!;
    const [code, rhyme] = [codeOfReading(syllables), syllables.at(-1)!.final];
    return {
      ...template,
      char,
      rank,
      char_rank: byCharacter.indexOf(char),
      end_rank: rank,
      length: syllables.length,
      reg: '粵',
      definition: char,
      readings: [{ jyutping, code, rhyme, rank: 0, confidence: 'hand' }],
      aliases: [...aliasesOf(char)],
      frequency: 1900 - rank,
      vulgar: false,
      ...more,
    };
  });
  return memoryStore(memoryLexicon(smallManifest('gtyped'), linesToBytes(lines), Buffer.alloc(0)));
}

let service: TestService;
beforeAll(async () => {
  service = await startService({ store: typedLexicon() });
});
afterAll(() => service.stop());
const card = async (word: string, search = '') =>
  (await service.get(`/api/lexicon/word/${encodeURIComponent(word)}${search}`)).body;
const suggest = async (prefix: string, more: Record<string, string | number | boolean> = {}) =>
  (await service.get(`/api/lexicon/autocomplete?${query({ prefix, ...more })}`)).body as string[];
const annotate = async (text: string) => (await service.post('/api/lexicon/annotate', { text })).body.lines[0];

describe('what Hong Kong types', () => {
  it.each([
    ['鐘意', '鍾意', 'zung1 ji3'],
    ['我地', '我哋', 'ngo5 dei6'],
    ['佢地', '佢哋', 'keoi5 dei6'],
    ['返黎', '返嚟', 'faan1 lai4'],
    ['食野', '食嘢', 'sik6 je5'],
    ['做乜野', '做乜嘢', 'zou6 mat1 je5'],
    ['果個', '嗰個', 'go2 go3'],
    ['訓覺', '瞓覺', 'fan3 gaau3'],
    ['岩岩', '啱啱', 'ngaam1 ngaam1'],
    ['吾好', '唔好', 'm4 hou2'],
    ['o係', '喺', '- hai2'],
    ['d', '啲', 'di1'],
  ])('%s leads to %s', async (typed, written, jyutping) => {
    expect(await card(typed)).toMatchObject({ char: written, normalized_from: typed });
    expect((await suggest(typed))[0]).toBe(written);
    const { text, chars } = await annotate(typed);
    expect(text).toBe(typed);
    expect(chars.map(({ char }: { char: string }) => char).join('')).toBe(typed);
    expect(chars.map((one: { jyutping: string | null }) => one.jyutping ?? '-').join(' ')).toBe(jyutping);
  });

  it.each([
    ['左', '咗'],
    ['既', '嘅'],
    ['黎', '嚟'],
    ['俾', '畀'],
  ])('%s is a word, and may be typed for %s', async (typed, other) => {
    const found = await card(typed);
    expect([found.char, found.see_also]).toEqual([typed, [other]]);
    expect(found).not.toHaveProperty('normalized_from');
    expect((await suggest(typed)).slice(0, 2)).toEqual([typed, other]);
  });

  it('keeps 依家, which is said so', async () => {
    expect(await card('依家')).toMatchObject({ char: '依家', standard: ['現在'] });
  });
});

describe('a simplified character that is a rare word too', () => {
  it('is that word first, and offers what is most likely meant', async () => {
    expect(await card('后')).toMatchObject({ char: '后', see_also: ['後'] });
    expect((await suggest('后')).slice(0, 2)).toEqual(['後', '后']);
  });

  it('is itself when it is asked for as it is', async () => {
    const found = await card('后', '?literal=true');
    expect([found.char, found.see_also]).toEqual(['后', ['後']]);
    expect(found).not.toHaveProperty('normalized_from');
  });

  it('is itself in relations and homophones too', async () => {
    const relations = (await service.get(`/api/lexicon/synonyms?${query({ word: '后' })}`)).body;
    expect([relations.word, relations.normalized_from]).toEqual(['后', undefined]);
    const homophones = (await service.get(`/api/lexicon/homophones/${encodeURIComponent('后')}`)).body;
    expect([homophones.char, homophones.normalized_from]).toEqual(['后', undefined]);
  });
});

describe('references of a search', () => {
  it('may be typed forms', async () => {
    const { body } = await service.get(`/api/lexicon/search?${query({ near: '訓覺', limit: 1 })}`);
    expect([body.normalized_from, body.words[0].char]).toEqual(['訓覺', '瞓覺']);
    expect((await service.get(`/api/lexicon/search?${query({ contains: '食野' })}`)).body).toMatchObject({
      normalized_from: '食野',
      total: 2,
    });
  });
});

describe('a line with typed forms', () => {
  it('is read by its neighbours, shows what was typed, and says what it was read as', async () => {
    const { text, chars } = await annotate('我地食左野la');
    expect(text).toBe('我地食左野la');
    expect(chars.map(({ char }: { char: string }) => char).join('')).toBe(text);
    expect(chars[3]).toMatchObject({ char: '左', read_as: '咗', jyutping: 'zo2' });
    expect(chars.map((one: { read_as?: string }) => one.read_as ?? '-')).toEqual([
      // la is one place.
      ...['-', '哋', '-', '咗', '嘢', '啦'],
    ]);
  });

  it('keeps left and right', async () => {
    const { chars } = await annotate('左右');
    expect(chars[0]).not.toHaveProperty('read_as');
  });
});

describe('autocomplete', () => {
  it('goes on from a typed form', async () => {
    expect(await suggest('食野')).toEqual(['食嘢', '食嘢先']);
    expect(await suggest('食野', { limit: 1 })).toEqual(['食嘢']);
  });

  it.each([
    ['yuet', '月'],
    ['heung gong', '香港'],
    ['heunggong', '香港'],
    ['mong kok', '旺角'],
    ['heung g', '香港'],
    ['sum', '心'],
    ['chung yi', '鍾意'],
    ['ngor', '我'],
    ['lei ho', '你好'],
  ])('understands %s', async (spelling, word) => {
    expect(await suggest(spelling)).toContain(word);
  });

  it('takes n for l after what jyutping finds', async () => {
    expect(await suggest('lei hou')).toEqual(['利好', '你好']);
    expect(await suggest('lei6 hou')).toEqual(['利好']);
  });

  it('takes letters after characters', async () => {
    expect(await suggest('開s')).toEqual(['開心']);
    expect(await suggest('開ch')).toEqual(['開始']);
    expect(await suggest('我d')).toEqual(['我哋']);
    expect(await suggest('開x')).toEqual([]);
  });

  it('leaves coarse words out when asked, however they are spelled', async () => {
    expect(await suggest('sze', { vulgar: true })).toContain('屎');
    expect(await suggest('sze')).not.toContain('屎');
    expect(await suggest('sze', { vulgar: false })).not.toContain('屎');
  });

  it('gives one place to a word in two spellings', async () => {
    expect(await suggest('cam jat')).toEqual(['尋日']);
    expect(await suggest('噚')).toEqual(['噚日']);
  });
});

describe('words with letters and digits', () => {
  it.each(['OT', 'ot', 'Ot', 'ＯＴ', 'ｏｔ'])('are found by their letters: %s', async (typed) => {
    expect(await card(typed)).toMatchObject({ char: 'OT', length: 2, readings: [{ code: '33' }] });
    expect((await suggest(typed))[0]).toBe('OT');
    expect((await annotate(typed)).code).toBe('33');
  });

  it('are completed behind what begins with the sound', async () => {
    expect(await suggest('o')).toEqual(['OT', 'O嘴']);
    // 香港 is spelled Heung Kong too.
    expect(await suggest('HE')).toEqual(['hea', '香港']);
    expect((await suggest('h')).indexOf('hea')).toBeGreaterThan((await suggest('h')).indexOf('後'));
    expect([await suggest('3'), await suggest('3A')]).toEqual([['3am'], ['3am']]);
    expect(await suggest('卡拉')).toEqual(['卡拉OK']);
  });

  it('are counted and searched by the syllables that are sung', async () => {
    const search = async (parameters: Record<string, string | number>) =>
      (await service.get(`/api/lexicon/search?${query(parameters)}`)).body.words.map(
        ({ char }: { char: string }) => char,
      );
    expect(await search({ length: 4 })).toEqual(['卡拉OK']);
    expect(await search({ code: '334' })).toEqual([]);
    expect(await search({ code: '333' })).toEqual(['3am']);
    expect([await search({ q: 'ot' }), await search({ q: 'OK' }), await search({ q: 'overtime' })]).toEqual([
      ['OT'],
      ['卡拉OK'],
      ['OT'],
    ]);
    expect([await search({ starts: 'O' }), await search({ contains: 'OK' })]).toEqual([['OT', 'O嘴'], ['卡拉OK']]);
  });

  it.each([
    ['我hea咗成日', 'ngo5 he3 zo2 sing4 jat6'],
    ['今晚ot到3AM', 'gam1 maan5 ou1 ti1 dou3 saam1 ei1 em1'],
    ['我O嘴', 'ngo5 ou1 zeoi2'],
    ['卡拉ok', 'kaa1 laa1 ou1 kei1'],
    ['heat', '-'],
  ])('are read in a line: %s', async (text, jyutping) => {
    const { chars } = await annotate(text);
    expect(chars.map((one: { jyutping: string | null }) => one.jyutping ?? '-').join(' ')).toBe(jyutping);
    expect(chars.map(({ char }: { char: string }) => char).join('')).toBe(text);
  });

  it('are no homophones of characters', async () => {
    const { groups } = (await service.get(`/api/lexicon/homophones/${encodeURIComponent('左')}`)).body;
    expect(groups[0].homophones.map(({ char }: { char: string }) => char)).toEqual(['咗']);
  });
});

describe('standard and other spellings', () => {
  it('are on the card and in lists, where there are any', async () => {
    expect((await card('鐘意')).standard).toEqual(['喜歡']);
    expect((await card('噚日')).variant_of).toBe('尋日');
    const usual = await card('尋日');
    expect(usual).not.toHaveProperty('variant_of');
    expect(usual).not.toHaveProperty('standard');
    const { words } = (await service.get(`/api/lexicon/search?${query({ starts: '鍾' })}`)).body;
    expect(words).toEqual([expect.objectContaining({ char: '鍾意', standard: ['喜歡'] })]);
  });
});
