import { describe, expect, it } from '@jest/globals';
import {
  canAddWord,
  collectOverrides,
  countContributions,
  listedReadings,
  missingFields,
  withOperatorSenses,
} from '../../../indexer/compose/overrides.ts';
import { createReadingResolver } from '../../../indexer/compose/readings.ts';
import type { Patch } from '../../../indexer/compose/types.ts';
import { noticesOf } from '../../../indexer/sources/operator.ts';
import type { HandWritten } from '../../../indexer/tables/hand-written.ts';
import { operatorLine } from '../../../src/lexicon/formats.ts';
import { draft } from './written-words.ts';

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

const row = <T>(value: T) => ({ file: 'own.jsonl', line: 1, value });
const NO_TABLES = { categories: [], emotions: [], themes: [] } as unknown as HandWritten;

describe('a supplement', () => {
  const patch: Patch = { definition: 'a waterfront', pos: 'n', frequency_class: 3, examples: ['行海傍'] };

  it('fills only what no other source says', () => {
    expect(missingFields(draft('海傍'), patch)).toEqual(patch);
    const explained = draft('海傍', { cedict: [{ pinyin: 'hai3 bang4', glosses: ['seaside'] }], count: 9, tag: 'n' });
    expect(missingFields(explained, patch)).toEqual({ examples: ['行海傍'] });
  });

  it('brings words in, but no character of which it says nothing but the reading', () => {
    expect(canAddWord(draft('海傍'), { readings: ['hoi2 pong4'] })).toBe(true);
    expect(canAddWord(draft('㝞'), { readings: ['aa1'] })).toBe(false);
    expect(canAddWord(draft('㝞'), { readings: ['aa1'], definition: 'a sign' })).toBe(true);
    expect(canAddWord(draft('海傍'), undefined)).toBe(false);
  });

  it('does not overrule how a word is known to be read', () => {
    const supplements = new Map<string, Patch>([
      ['海傍', { readings: ['hoi2 pong4', 'hoi2 bong6'] }],
      ['街市', { readings: ['gaai1 si6'] }],
    ]);
    const trie = new Map([['街市', ['gaai1 si5']]]);
    const listed = listedReadings(trie, { supplements });
    expect([...listed.keys()]).toEqual(['海傍']);
    const book = createReadingResolver({ trie, hand: new Map(), polyphones: new Map(), listed });
    expect(book.readingsOf('街市')?.map(({ jyutping }) => jyutping)).toEqual(['gaai1 si5']);
    expect(book.readingsOf('海傍')?.map(({ jyutping, confidence }) => `${jyutping} ${confidence}`)).toEqual([
      'hoi2 pong4 word',
      'hoi2 bong6 word',
    ]);
  });

  it('adds up with others: the first word of each is heard, readings in their order', () => {
    const entry = (given: object) => row({ kind: 'entry' as const, char: '海傍', supplement: true, ...given });
    const { supplements, patches, problems } = collectOverrides(
      [
        entry({ readings: ['hoi2 pong4'], definition: 'first' }),
        entry({ readings: ['hoi2 bong6', 'hoi2 pong4'], definition: 'second', pos: 'n' }),
      ],
      NO_TABLES,
    );
    expect(Object.fromEntries(supplements)).toEqual({
      海傍: { readings: ['hoi2 pong4', 'hoi2 bong6'], definition: 'first', pos: 'n' },
    });
    expect([patches.size, problems]).toEqual([0, []]);
  });
});

describe('what a build says of the files', () => {
  it('counts words that they added, and readings that agree, mere variants of pronunciation too', () => {
    const supplements = new Map<string, Patch>([
      ['海傍', { readings: ['hoi2 pong4'] }],
      ['你', { readings: ['lei5'] }],
      ['街市', { readings: ['gaai1 si6'] }],
    ]);
    const trie = new Map([
      ['你', ['nei5']],
      ['街市', ['gaai1 si5']],
    ]);
    const input = {
      overrides: { ...collectOverrides([], NO_TABLES), hasOperatorFiles: true, supplements },
      words: ['海傍', '你', '街市', '海'].map((word) => ({ word, mandarinReadings: 1 })) as never,
      contributions: { added: new Set(['海傍']), defined: 2 },
      readings: { withoutOperators: () => createReadingResolver({ trie, hand: new Map(), polyphones: new Map() }) },
    };
    expect(countContributions(input, { relations: [{}, {}], skippedCount: 4 })).toEqual({
      own_definitions_filled: 2,
      own_readings_agreed: 1,
      own_readings_disagreed: 1,
      own_relations: 2,
      own_relations_passed_over: 4,
      own_words_added: 1,
    });
  });

  it('names each source once, and the files that name none', () => {
    const source = {
      kind: 'source',
      name: 'A',
      version: '',
      licence: 'L',
      url: '',
      attribution: 'B',
      used_for: 'words',
    };
    const named = { rows: [row(source as never)], problems: [] };
    const notices = noticesOf(['x/a.jsonl', 'x/b.jsonl', 'x/c.jsonl'], [named, { rows: [], problems: [] }, named]);
    expect(notices.map(({ name, version, licence }) => [name, version, licence])).toEqual([
      ['Own files', 'b.jsonl', 'as their owner says'],
      ['A', '', 'L'],
    ]);
  });
});
