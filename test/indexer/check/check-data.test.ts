import { describe, expect, it } from '@jest/globals';
import { namedWordsExist, noDuplicates, noSimplifiedCharacters } from '../../../indexer/check/check-data.ts';
import type { Check, CheckContext } from '../../../indexer/check/context.ts';
import {
  affectIsLegal,
  categoriesAreLegal,
  definitionsExplainWords,
  examplesContainTheWord,
  readingsAreKnownOrDeliberate,
  relationsAgree,
  seedsExist,
  syllablesMatchCharacters,
  typedFormsAreNoWords,
  variantsLeadToUsualWords,
} from '../../../indexer/check/words.ts';
import { ALL_TABLES } from '../../../indexer/tables/all-tables.ts';
import { readHandWritten } from '../../../indexer/tables/hand-written.ts';
import { columnsOf, parseTable, type Table } from '../../../indexer/tables/read-table.ts';
import { smallWordNet } from '../../scripts/labels/small-wordnet.ts';

/** Runs a check on tables given as rows of cells; answers `file:line field`. */
function run(check: Check, given: Partial<Record<keyof typeof ALL_TABLES, readonly string[]>>): string[] {
  const tables: Record<string, unknown> = { problems: [] };
  for (const [name, table] of Object.entries<Table>(ALL_TABLES)) {
    const rows = (given[name as keyof typeof ALL_TABLES] ?? []).map((cells) => cells.replaceAll('|', '\t'));
    const read = parseTable(`${name}.tsv`, [columnsOf(table).join('\t'), ...rows].join('\n'), table);
    expect(read.problems).toEqual([]);
    tables[name] = read.rows;
  }
  const context: CheckContext = {
    tables: tables as unknown as CheckContext['tables'],
    isWord: (word) => ['海', '洋', '山', '大海', '裏'].includes(word),
    readingsOf: (text) => ({ 海: ['hoi2'], 洋: ['joeng4'], 大: ['daai6'], 行長: ['hong4 zoeng2'] })[text] ?? [],
    isSimplified: (char) => char === '爱',
    wordnet: smallWordNet([{ name: 'sea', pos: 'n', lexname: 'noun.object', lemmas: ['sea'] }]),
    wordTable: () => {
      throw new Error('No line is read here.');
    },
  };
  return check(context).map(({ file, line, field }) => `${file}:${line} ${field}`);
}

const VOCABULARY = {
  categories: ['noun.object|自然物|n', 'verb.motion|移動|v'],
  emotions: ['喜悅|joy|正|n:sea'],
  themes: ['海|sea|n:sea||'],
};

describe('checks of what people type', () => {
  it('ask for a word that a typed form leads to, and for a form that is none by hand', () => {
    const typed = ['大嗨|大海', '海海|海海海', '海|大海'];
    expect(run(namedWordsExist, { typed })).toEqual(['typed.tsv:3 written']);
    expect(run(typedFormsAreNoWords, { typed, words: ['海|hoi2|n|通|3|||sea'] })).toEqual(['typed.tsv:4 typed']);
  });

  it('ask for two words where one is another spelling, and for no chains', () => {
    const variants = ['洋|海', '山|沒有', '裡|裏', '大海|洋'];
    expect(run(namedWordsExist, { variants })).toEqual(['variants.tsv:3 variant_of', 'variants.tsv:4 word']);
    expect(run(variantsLeadToUsualWords, { variants })).toEqual([
      'variants.tsv:4 variant_of',
      'variants.tsv:5 variant_of',
    ]);
  });

  it('find what is written twice', () => {
    expect(run(noDuplicates, { typed: ['大嗨|大海', '大嗨|海'], variants: ['洋|海', '洋|山'] })).toEqual([
      'typed.tsv:3 ',
      'variants.tsv:3 ',
    ]);
  });
});

describe('the check of function words', () => {
  it('asks for words of the lexicon, each in one row', () => {
    const functionWords = ['海、洋|nouns', '山、海、沒有|nouns too'];
    expect(run(namedWordsExist, { functionWords })).toEqual(['functionWords.tsv:3 words']);
    expect(run(noDuplicates, { functionWords })).toEqual(['functionWords.tsv:3 ']);
  });
});

describe('checks of Chinese definitions', () => {
  it('ask for a word of the lexicon and for more than the word itself, each word once', () => {
    const definitions = ['海|廣闊的鹹水', '沒有|不擁有', '山|山', '海|大水'];
    expect(run(namedWordsExist, { definitions })).toEqual(['definitions.tsv:3 word']);
    expect(run(definitionsExplainWords, { definitions })).toEqual(['definitions.tsv:4 definition_zh']);
    expect(run(noDuplicates, { definitions })).toEqual(['definitions.tsv:5 ']);
  });
});

describe('checks of the hand-written tables', () => {
  it('ask for one syllable a character', () => {
    const words = ['海|hoi2|n|通|3|||sea', '大海|hoi2|n|通|3|||sea'];
    expect(run(syllablesMatchCharacters, { words, overrides: ['大海|daai6 hoi2 / hoi2|x'] })).toEqual([
      'words.tsv:3 jyutping',
      'overrides.tsv:2 jyutping',
    ]);
    // Letters take as many places as they are sung on: hea one, OK two.
    const latin = ['hea|he3|v|粵|3|||x', '卡拉OK|kaa1 laa1 ou1 kei1|n|通|3|||x', 'OK|ou1|a|通|3|||x'];
    expect(run(syllablesMatchCharacters, { words: latin })).toEqual(['words.tsv:4 jyutping']);
  });

  it('ask for readings that a package knows, or that are listed as meant', () => {
    const words = [
      '大海|daai6 hoi2|n|通|3|||sea',
      '行長|hong4 zoeng2|n|通|3|||x',
      '大洋|daai6 joeng2|n|通|3|||x',
      '大K|daai6 kei1|n|通|3|||x',
    ];
    expect(run(readingsAreKnownOrDeliberate, { words })).toEqual(['words.tsv:4 jyutping']);
    expect(run(readingsAreKnownOrDeliberate, { words, deliberate: ['大洋|daai6 joeng2|changed tone'] })).toEqual([]);
  });

  it('refuse simplified characters in words, relations and examples', () => {
    expect(
      run(noSimplifiedCharacters, {
        words: ['海|hoi2|n|通|3|||sea|爱海'],
        relations: ['syn|海||洋、爱'],
        affect: ['爱|喜悅'],
      }),
    ).toEqual(['words.tsv:2 examples', 'relations.tsv:2 related', 'affect.tsv:2 word']);
  });

  it('refuse what is written twice, in whatever form, but not two readings of a word', () => {
    expect(
      run(noDuplicates, { words: ['説|syut3|v|通|3|||to say', '說|syut3|v|通|3|||to say', '説|seoi3|v|通|3|||x'] }),
    ).toEqual(['words.tsv:3 ']);
    expect(run(noDuplicates, { affect: ['海|喜悅', '海|'] })).toEqual(['affect.tsv:3 ']);
    expect(run(noDuplicates, { relations: ['syn|海|a|洋', 'syn|海|b|洋', 'syn|海|a|山、洋'] })).toEqual([
      'relations.tsv:4 ',
    ]);
  });

  it('ask that examples contain their word, its characters apart or not', () => {
    const words = ['大海|daai6 hoi2|n|通|3|||sea|大個海 / 望住大海', '大海|daai6 hoi3|n|通|3|||sea|海大'];
    expect(run(examplesContainTheWord, { words })).toEqual(['words.tsv:3 examples']);
    expect(run(examplesContainTheWord, { examples: ['山|上山', '海|山上'] })).toEqual(['examples.tsv:3 examples']);
  });

  it('know the categories, and which part of speech each is for', () => {
    const words = ['海|hoi2|n|通|3|noun.object||sea', '海|hoi3|n|通|3|noun.sea||x', '海|hoi4|n|通|3|verb.motion||x'];
    expect(run(categoriesAreLegal, { ...VOCABULARY, words })).toEqual(['words.tsv:3 category', 'words.tsv:4 category']);
  });

  it('know the categories that are written for words of the packages', () => {
    const wordCategories = ['海|noun.object', '洋|noun.sea', '山|verb.motion'];
    const words = ['山|saan1|n|通|3|||mountain'];
    expect(run(categoriesAreLegal, { ...VOCABULARY, words, wordCategories })).toEqual([
      'wordCategories.tsv:3 category',
      'wordCategories.tsv:4 category',
    ]);
    expect(run(noDuplicates, { wordCategories: ['海|noun.object', '海|verb.motion'] })).toEqual([
      'wordCategories.tsv:3 ',
    ]);
  });

  it('know the emotions and themes, and ask for an empty column where there is no feeling', () => {
    const affect = ['海|喜悅||海', '山|怒', '洋|平', '大海|||海、山'];
    expect(run(affectIsLegal, { ...VOCABULARY, affect })).toEqual([
      'affect.tsv:3 emotion',
      'affect.tsv:4 emotion',
      'affect.tsv:5 themes',
    ]);
  });

  it('ask that WordNet has the seeds', () => {
    expect(run(seedsExist, { emotions: ['喜悅|joy||n:sea v:sea'] })).toEqual(['emotions.tsv:2 seeds']);
  });

  it('ask that both ends of relations, and equivalents, are in the lexicon', () => {
    expect(
      run(namedWordsExist, {
        relations: ['syn|海||洋、無', 'ant|無||海'],
        words: ['海|hoi2|n|粵|3||洋、無|sea'],
        nga: ['海|山'],
      }),
    ).toEqual(['words.tsv:2 standard', 'relations.tsv:2 related', 'relations.tsv:3 word']);
  });

  it('refuse a pair that is both synonyms and opposites, curated and denied, or a word and itself', () => {
    expect(run(relationsAgree, { relations: ['group|海||洋、山', 'ant|山||洋'] })).toEqual(['relations.tsv:3 related']);
    expect(run(relationsAgree, { relations: ['syn|海||洋'], deny: ['syn|洋|海|x'] })).toEqual([
      'relations.tsv:2 related',
    ]);
    expect(run(relationsAgree, { relations: ['ant|海||洋'], deny: ['syn|洋|海|x'] })).toEqual([]);
    expect(run(relationsAgree, { relations: ['syn|裏||裡'] })).toEqual(['relations.tsv:2 related']);
  });
});

describe('the hand-written tables', () => {
  // Their rows are checked by "lexicon check-data", a part of "npm run check".
  it('are all there', () => {
    const tables = readHandWritten();
    expect(tables.categories).toHaveLength(48);
    expect(tables.emotions.length).toBeGreaterThanOrEqual(12);
    expect(tables.themes.length).toBeGreaterThanOrEqual(24);
    expect(tables.words.filter(({ value }) => value.reg === '粵').length).toBeGreaterThanOrEqual(300);
    expect(tables.relations.length).toBeGreaterThanOrEqual(300);
    for (const kind of ['deny', 'affect', 'overrides', 'polyphones', 'deliberate', 'nga', 'jyut'] as const)
      expect([kind, tables[kind].length > 0]).toEqual([kind, true]);
  });
});
