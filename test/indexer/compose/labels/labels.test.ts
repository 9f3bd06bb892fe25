import { expect, it } from '@jest/globals';
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
import { describeFunctions } from '../../../support/function-tables.ts';

const NO_TABLES = {
  affect: [],
  wordCategories: [],
  unfeltFunctionWords: [],
  senses: [],
  themes: [],
  emotions: [
    { file: 'x.tsv', line: 2, value: { emotion: '喜悅', english: 'joy', valence: '正' } },
    { file: 'x.tsv', line: 3, value: { emotion: '思念', english: 'longing', valence: '中' } },
  ],
} as unknown as HandWritten;

const gathered = (word: string, given: Partial<GatheredWord> = {}) =>
  ({ word, hand: [], patch: undefined, glosses: [], tag: '', ...given }) as unknown as GatheredWord;
const inTable = <T>(value: T) => ({ file: 'x.tsv', line: 2, value });
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
const SENSE = { pos: 'n', category: 'noun.state', emotion: '', themes: [], synonyms: [] };

/** What is said of a word 浪: by a person, by a table, by an operator. */
interface Said {
  readonly affect?: Partial<AffectRow>;
  readonly senses?: readonly Partial<SenseRow>[];
  readonly table?: Partial<LabelRow>;
  readonly patch?: GatheredWord['patch'];
  readonly unfelt?: boolean;
  readonly hand?: readonly Partial<WordRow>[];
}

function labelsSaid({ affect, senses = [], table, patch, unfelt = false, hand = [] }: Said) {
  const tables = {
    affect: affect ? [inTable({ word: '浪', emotion: '', valence: undefined, themes: [], ...affect })] : [],
    senses: senses.map((given, place) => inTable({ word: '浪', sense: `s${place}`, ...SENSE, ...given } as SenseRow)),
    unfeltFunctionWords: unfelt ? [inTable({ class: 'measure', words: ['浪'] })] : [],
  } as unknown as Partial<HandWritten>;
  const word = gathered('浪', { patch, hand: hand.map(handRow) });
  return labelsOf(word, tables, table && row(table));
}

const WEIGHTS = {
  labels: ['category noun.plant', 'category verb.motion', 'emotion 喜悅', 'theme 花木'],
  bias: [-1, -1, -2, -2],
  ofFeature: new Map([
    ['last 花', [0, 2, 3, 3]],
    ['gloss happy', [2, 5]],
    ['has 笑', [2, 1]],
    ['form v', [1, 2]],
  ]),
};

function textOf({
  pos,
  posAlso,
  category,
  verified,
  emotion,
  valence,
  themes,
  themesInferred,
}: ReturnType<typeof labelsOf>) {
  const parts = [pos, ...posAlso].join('');
  const feeling = [emotion ?? '-', valence ?? '-'].join(' ');
  return `${parts} ${category ?? '-'}${verified ? ' verified' : ''}, ${feeling}, ${themes.join()} (${themesInferred.join()})`;
}

describeFunctions('labels', {
  /** Part of speech, category, emotion, valence, themes, inferred themes. */
  labels: (said: Said) => textOf(labelsSaid(said)),
  /** Of a word that follows from coefficients of its characters and glosses; one that an operator defines anew, where `known` is in the table. */
  weighed: (word: string, glosses: string[], definition?: string, known?: Partial<LabelRow>) =>
    textOf(
      labelsOf(
        gathered(word, { glosses, patch: definition ? { definition } : undefined }),
        {},
        known && row(known),
        WEIGHTS,
      ),
    ),
  /** Which senses the word is listed under, by their uses. */
  listed: (...uses: (number | null)[]) =>
    labelsSaid({ senses: uses.map((use) => (use === null ? {} : { use })) }).senses.map(({ isListed }) => isListed),
});

it('labels are read from the tables as they were written', () => {
  const own = row({
    pos: 'v',
    posAlso: ['n'],
    category: 'verb.motion',
    glossCategories: [null, 'noun.act'],
    themes: ['海', '夜'],
  });
  expect(parseLabelTable(`${labelLine('浪', own)}\n`)('浪')).toEqual(own);
  expect(parseLabelTable(`${labelLine('浪', row({}))}\n`)('海')).toBeUndefined();
  expect(parseLabelWeights(labelWeightsText(WEIGHTS))).toEqual(WEIGHTS);
});
