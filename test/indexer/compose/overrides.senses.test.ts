import { describe, expect, it } from '@jest/globals';
import { collectOverrides, withOperatorSenses } from '../../../indexer/compose/overrides.ts';
import type { HandWritten } from '../../../indexer/tables/hand-written.ts';
import { operatorLine } from '../../../src/lexicon/formats.ts';

const own = (word: string, sense: string, synonyms: string[]) => ({
  file: 'senses.tsv',
  line: 2,
  value: { word, sense, synonyms, antonyms: [] },
});

const TABLES = {
  categories: [{ value: { name: 'verb.change' } }],
  emotions: [],
  themes: [],
  senses: [own('開', 'open', ['打開']), own('開', 'bloom', ['綻放']), own('放', 'put', ['擺'])],
} as unknown as HandWritten;

const sense = (id: string, rest: object = {}) => ({ sense: id, pos: 'v', definition: `to ${id}`, ...rest });

function collect(...lines: object[]) {
  const rows = lines.map((line, i) => ({ file: 'own.jsonl', line: i + 1, value: operatorLine.parse(line) }));
  const overrides = collectOverrides(rows, TABLES);
  const { senses } = withOperatorSenses(TABLES, overrides);
  return {
    overrides,
    senses: senses.map(({ value }) => `${value.word} ${value.sense} ${value.synonyms} ${value.antonyms}`),
  };
}

const OWN = ['開 open 打開 ', '開 bloom 綻放 ', '放 put 擺 '];

describe("operators' senses", () => {
  it('take the place of the own ones of a word, and those of a supplement only where it has none', () => {
    const entry = { kind: 'entry', char: '開', senses: [sense('drive', { synonyms: ['揸'] }), sense('start')] };
    expect(collect(entry).senses).toEqual(['放 put 擺 ', '開 drive 揸 ', '開 start  ']);
    expect(collect({ ...entry, supplement: true }).senses).toEqual(OWN);
    expect(collect({ ...entry, char: '掛', supplement: true }).senses).toEqual([...OWN, '掛 drive 揸 ', '掛 start  ']);
  });

  it('have the words of relations that name them', () => {
    const relation = { kind: 'relation', type: 'syn', word: '開', related: '盛開', sense: 'bloom' };
    const others = [
      { ...relation, type: 'ant', related: '謝' },
      { ...relation, sense: 'no such sense' },
      { ...relation, word: '盛開', related: '開' },
    ];
    expect(collect(relation, ...others).senses).toEqual(['開 open 打開 ', '開 bloom 綻放,盛開 謝', '放 put 擺 ']);
    expect(collect().senses).toEqual(OWN);
  });

  it('are refused with an id twice, in another form, too many, or of an unknown category', () => {
    const invalid = [
      [sense('open'), sense('open')],
      [sense('Open')],
      Array.from({ length: 9 }, (_, i) => sense(`s${i}`)),
      [],
    ];
    for (const senses of invalid)
      expect(operatorLine.safeParse({ kind: 'entry', char: '開', senses }).success).toBe(false);
    const { overrides } = collect({ kind: 'entry', char: '開', senses: [sense('open', { category: 'verb.none' })] });
    expect(overrides.problems).toEqual([
      { file: 'own.jsonl', line: 1, field: 'senses.0.category', message: '"verb.none" is not one of the 1 categories' },
    ]);
  });
});
