import { describe, expect, it } from '@jest/globals';
import {
  canAddWord,
  collectOverrides,
  countContributions,
  listedReadings,
  missingFields,
} from '../../../indexer/compose/overrides.ts';
import { createReadingResolver } from '../../../indexer/compose/readings.ts';
import type { Patch } from '../../../indexer/compose/types.ts';
import { noticesOf } from '../../../indexer/sources/operator.ts';
import type { HandWritten } from '../../../indexer/tables/hand-written.ts';
import { draft } from './written-words.ts';

const row = <T>(value: T) => ({ file: 'own.jsonl', line: 1, value });
const TABLES = { categories: [], emotions: [], themes: [] } as unknown as HandWritten;

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
      TABLES,
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
      overrides: { ...collectOverrides([], TABLES), hasOperatorFiles: true, supplements },
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
