import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  canAddWord,
  checkEnds,
  checkReadable,
  checkRemovals,
  collectOverrides,
  countContributions,
  listedReadings,
  missingFields,
  withOperatorSenses,
} from '../../../indexer/compose/overrides.ts';
import { createReadingResolver } from '../../../indexer/compose/readings.ts';
import type { Patch } from '../../../indexer/compose/types.ts';
import { checksumOfInputs } from '../../../indexer/inputs.ts';
import { InvalidLinesError, noticesOf, readOperatorFile } from '../../../indexer/sources/operator.ts';
import type { HandWritten } from '../../../indexer/tables/hand-written.ts';
import { folderForTests } from '../../support/for-tests.ts';
import { describeFunctions } from '../../support/function-tables.ts';
import { draft } from './written-words.ts';

const folder = folderForTests();

function read(lines: readonly (object | string)[]) {
  const path = join(folder, 'own.jsonl');
  writeFileSync(path, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  return readOperatorFile(path);
}

const row = <T>(value: T) => ({ file: 'vocabulary.tsv', line: 2, value });
const sense = (word: string, id: string, synonyms: string[]) => row({ word, sense: id, synonyms, antonyms: [] });
const TABLES = {
  categories: [row({ name: 'noun.object', label: '自然物', pos: 'n' })],
  emotions: [row({ emotion: '喜悅' })],
  themes: [row({ theme: '海' })],
  senses: [sense('開', 'open', ['打開']), sense('開', 'bloom', ['綻放']), sense('放', 'put', ['擺'])],
} as unknown as HandWritten;
const collect = (lines: readonly object[]) => collectOverrides(read(lines).rows, TABLES);

describe("an operator's file", () => {
  it('has lines that are too long refused, and read over to the next one', () => {
    const long = JSON.stringify({ kind: 'entry', char: '海', definition: 'x'.repeat(1_000_000) });
    const good = { kind: 'entry', char: '愛' };
    const { rows, problems } = read([good, long, good, '0'.repeat(3_000_000), '', good, long]);
    expect(rows.map(({ line }) => line)).toEqual([1, 3, 6]);
    const message = 'has more than 1000000 characters; write one JSON object a line';
    expect(problems).toEqual([2, 4, 7].map((line) => ({ file: 'own.jsonl', line, field: '', message })));
  });

  it('is refused where it is no regular file, which may have no end', () => {
    expect(() => readOperatorFile('/dev/zero')).toThrow('/dev/zero is no regular file');
    const inputs = { dataRoot: folder, sources: ['/dev/zero'], skipInvalid: true };
    expect(() => checksumOfInputs(inputs)).toThrow('/dev/zero is no regular file');
  });

  it('fails with a message that names the lines and says what to do', () => {
    const { problems } = read(['nonsense']);
    const { message } = new InvalidLinesError(problems);
    expect(message).toBe(
      '1 problem in your files:\n  own.jsonl:1: is not a JSON object\n' +
        'Correct these lines, or build with --skip-invalid to leave them out.',
    );
  });
});

describeFunctions('operator-lines', {
  /** Where lines are wrong, and which are taken. */
  problems(...lines: (object | string)[]) {
    const { rows, problems } = read(lines);
    return [problems.map(({ line, field, message }) => `${line} ${field}: ${message}`), rows.map(({ line }) => line)];
  },
  /** What is collected of lines, as far as there is something. */
  wishes(...lines: object[]) {
    const { problems, patches, supplements, relations, removedWords, removedRelations } = collect(lines);
    const all = {
      problems: problems.map(({ line, field }) => `${line} ${field}`),
      patches: [...patches],
      supplements: [...supplements],
      relations: relations.map(({ value: { type, word, related, score } }) => `${type} ${word} ${related} ${score}`),
      removed: [...removedWords].map(([word, { line }]) => `${line} ${word}`),
      removedRelations: removedRelations.map(({ type, word, related }) => `${type} ${word} ${related}`),
    };
    return Object.fromEntries(Object.entries(all).filter(([, list]) => list.length > 0));
  },
  /** What is wrong with lines in a lexicon of these words. */
  checked(words: readonly string[], ...lines: object[]) {
    const asked = collect(lines);
    const has = (word: string) => words.includes(word);
    const problems = [
      ...checkRemovals(asked, has),
      ...checkReadable(asked, has),
      ...checkEnds(asked.relations, has).problems,
    ];
    return problems.map(({ line, field, message }) => `${line} ${field}: ${message}`);
  },
  /** What a supplement fills of a draft of 海傍. */
  filled: (known: object, patch: Patch) => missingFields(draft('海傍', known), patch),
  canAdd: (word: string, patch: Patch | null) => canAddWord(draft(word), patch ?? undefined),
  /** How words are read that supplements list, beside those of the trie. */
  listed(
    supplements: Readonly<Record<string, string[]>>,
    known: Readonly<Record<string, string[]>>,
    ...words: string[]
  ) {
    const patches = Object.entries(supplements).map(([word, readings]) => [word, { readings }] as const);
    const trie = new Map(Object.entries(known));
    const listed = listedReadings(trie, { supplements: new Map(patches) });
    const resolver = createReadingResolver({ trie, hand: new Map(), polyphones: new Map(), listed });
    const readings = (word: string) => resolver.readingsOf(word)?.map((one) => `${one.jyutping} ${one.confidence}`);
    return [[...listed.keys()], ...words.map(readings)];
  },
  /** Senses of 開 and 放, once lines of an operator are joined: word, id, synonyms, antonyms. */
  senses(...lines: object[]) {
    const { senses } = withOperatorSenses(TABLES, collect(lines));
    return senses.map(({ value }) => `${value.word} ${value.sense} ${value.synonyms} ${value.antonyms}`);
  },
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
      overrides: { ...collect([]), hasOperatorFiles: true, supplements },
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
