import { describe, expect, it } from '@jest/globals';
import { decideLabels } from '../../../../indexer/compose/labels/labels.ts';
import type { GatheredWord } from '../../../../indexer/compose/types.ts';
import {
  type LabelRow,
  type LabelTables,
  labelLine,
  labelWeightsText,
  NO_LABEL_TABLES,
  parseLabelTable,
  parseLabelWeights,
} from '../../../../indexer/sources/labels.ts';
import type { AffectRow, HandWritten, WordRow } from '../../../../indexer/tables/hand-written.ts';

const NO_TABLES = {
  affect: [],
  wordCategories: [],
  unfeltFunctionWords: [],
  senses: [],
  themes: [],
  emotions: [
    { file: 'x.tsv', line: 2, value: { emotion: '喜悅', english: 'joy', valence: '正', seeds: [] } },
    { file: 'x.tsv', line: 3, value: { emotion: '思念', english: 'longing', valence: '中', seeds: [] } },
  ],
} as unknown as HandWritten;

const gathered = (word: string, given: Partial<GatheredWord> = {}) =>
  ({ word, hand: [], patch: undefined, glosses: [], tag: '', ...given }) as unknown as GatheredWord;
const inTable = <T>(value: T) => ({ file: 'x.tsv', line: 2, value });
const affect = (word: string, emotion: string, given: Partial<AffectRow> = {}) =>
  inTable({ word, emotion, valence: undefined, themes: [], ...given });
const handRow = (given: Partial<WordRow>) => ({ category: '', pos: 'a', ...given }) as unknown as WordRow;

const row = (given: Partial<LabelRow>): LabelRow => ({
  pos: 'n',
  posAlso: [],
  category: null,
  glossCategories: [],
  emotion: null,
  valence: null,
  themes: [],
  themesInferred: [],
  ...given,
});

function labelsOf(
  word: GatheredWord,
  tables: Partial<HandWritten>,
  known?: LabelRow,
  weights = NO_LABEL_TABLES.weights,
) {
  const labelTables: LabelTables = { of: () => known, weights };
  return decideLabels({ words: [word], tables: { ...NO_TABLES, ...tables }, labelTables })[0]!;
}

type SenseRow = HandWritten['senses'][number]['value'];
const senses = (word: string, ...rows: Partial<SenseRow>[]) =>
  rows.map((given, place) =>
    inTable({
      word,
      sense: `s${place}`,
      pos: 'n',
      category: 'noun.state',
      emotion: '',
      themes: [],
      synonyms: [],
      ...given,
    } as unknown as SenseRow),
  );

describe('the labels of a word', () => {
  const table = row({ category: 'noun.act', emotion: '思念', valence: '中', themes: ['海'], themesInferred: ['夜'] });

  it('are those of the table where nobody wrote any', () => {
    expect(labelsOf(gathered('浪'), {}, table)).toMatchObject({
      pos: 'n',
      category: 'noun.act',
      verified: false,
      emotion: '思念',
      themes: ['海'],
      themesInferred: ['夜'],
    });
  });

  it('are a person’s over the table’s, also where the person says that there is no feeling', () => {
    const tables = { affect: [affect('浪', '', { valence: '正', themes: ['家'] })] };
    expect(labelsOf(gathered('浪'), tables, table)).toMatchObject({
      emotion: null,
      valence: '正',
      themes: ['家'],
      themesInferred: [],
    });
  });

  it('are an operator’s over all others', () => {
    const patch = { emotion: '喜悅', valence: '負' as const, themes: ['家'], category: 'verb.motion' };
    const tables = { affect: [affect('浪', '思念')], senses: senses('浪', { emotion: '思念' }) };
    expect(labelsOf(gathered('浪', { patch }), tables, table)).toMatchObject({
      ...patch,
      verified: true,
    });
  });

  it('are those of its first sense, and a feeling of another sense is none of the word', () => {
    const tables = {
      affect: [affect('的', '思念', { themes: ['城市'] })],
      senses: senses('的', { category: 'adv.particle', pos: 'r' }, { emotion: '喜悅', themes: ['城市'] }, {}),
    };
    expect(labelsOf(gathered('的'), tables, table)).toMatchObject({
      pos: 'r',
      category: 'adv.particle',
      emotion: null,
      valence: '中',
      themes: [],
    });
  });

  it('of senses that do not differ in a label are those of the word', () => {
    const tables = { affect: [affect('浪', '思念', { valence: '中' })], senses: senses('浪', {}, {}) };
    expect(labelsOf(gathered('浪'), tables, table)).toMatchObject({ emotion: '思念', valence: '中', themes: ['海'] });
  });

  it('of function words are none, unless a person wrote otherwise', () => {
    const unfelt = { unfeltFunctionWords: [inTable({ class: 'measure', words: ['塊'] })] };
    expect(labelsOf(gathered('塊'), unfelt, table)).toMatchObject({ emotion: null, valence: '中', themes: [] });
    expect(labelsOf(gathered('塊'), { ...unfelt, affect: [affect('塊', '喜悅')] }, table).emotion).toBe('喜悅');
  });

  it('have further parts of speech: of listed senses, hand-written rows and the table', () => {
    const hand = [handRow({ pos: 'v' }), handRow({ pos: 'n' })];
    const found = labelsOf(gathered('愛', { hand }), {}, row({ pos: 'v', posAlso: ['n', 'a'] }));
    expect([found.pos, found.posAlso]).toEqual(['v', ['n', 'a']]);
    const two = { senses: senses('愛', { pos: 'v' }, { pos: 'n' }) };
    expect(labelsOf(gathered('愛'), two).posAlso).toEqual(['n']);
  });
});

describe('the senses that a word is listed under', () => {
  const listed = (...uses: (number | undefined)[]) =>
    labelsOf(gathered('浪'), { senses: senses('浪', ...uses.map((use) => ({ use }))) }).senses.map(
      ({ isListed }) => isListed,
    );

  it('are the first, the second of two, and those of a third of the uses', () => {
    expect(listed(undefined, undefined)).toEqual([true, true]);
    expect(listed(undefined, undefined, undefined)).toEqual([true, false, false]);
    expect(listed(undefined, 5)).toEqual([true, false]);
    expect(listed(undefined, 40, 10)).toEqual([true, true, false]);
  });
});

describe('the labels of words that the table does not have', () => {
  const weights = {
    labels: ['category noun.plant', 'category verb.motion', 'emotion 喜悅', 'theme 花木'],
    bias: [-1, -1, -2, -2],
    ofFeature: new Map([
      ['last 花', [0, 2, 3, 3]],
      ['gloss happy', [2, 5]],
      ['has 笑', [2, 1]],
      ['form v', [1, 2]],
    ]),
  };
  const of = (word: string, glosses: string[]) => labelsOf(gathered(word, { glosses }), {}, undefined, weights);

  it('follow from coefficients of their characters and glosses', () => {
    expect(of('金花', ['golden flower'])).toMatchObject({ pos: 'n', category: 'noun.plant', themesInferred: ['花木'] });
    expect(of('去花', ['to go'])).toMatchObject({ pos: 'v', category: 'verb.motion' });
  });

  it('have a feeling only where the characters speak for it too', () => {
    expect(of('樂', ['happy'])).toMatchObject({ emotion: null, valence: null });
    expect(of('笑', ['happy'])).toMatchObject({ emotion: '喜悅', valence: '正' });
  });

  it('are of the coefficients too where an operator defines a word anew', () => {
    const patch = { definition: 'to go' };
    const known = row({ category: 'noun.state' });
    expect(labelsOf(gathered('浪', { patch, glosses: ['to go'] }), {}, known, weights).category).toBe('verb.motion');
  });

  it('are read from the tables as they were written', () => {
    const own = row({
      pos: 'v',
      posAlso: ['n'],
      category: 'verb.motion',
      glossCategories: [null, 'noun.act'],
      themes: ['海', '夜'],
    });
    expect(parseLabelTable(`${labelLine('浪', own)}\n`)('浪')).toEqual(own);
    expect(parseLabelTable(`${labelLine('浪', row({}))}\n`)('海')).toBeUndefined();
    expect(parseLabelWeights(labelWeightsText(weights))).toEqual(weights);
  });
});
