import { toHongKong } from '../sources/opencc.ts';
import { ALL_TABLES } from '../tables/all-tables.ts';
import { DATA_ROOT } from '../tables/hand-written.ts';
import type { Problem, Row, Table } from '../tables/read-table.ts';
import { type Check, type CheckContext, problemOf, readCheckContext } from './context.ts';
import { casesAreRead, exchangesFitTheirWord, soundTablesAreConsistent } from './sound.ts';
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
} from './words.ts';

export const rowsAreWellFormed: Check = ({ tables }) => [...tables.problems];

export const noSimplifiedCharacters: Check = ({ tables, isOnlySimplified }) =>
  ofEach(tables, 'chinese', (row, field, texts) => {
    const found = [...texts.join('')].filter(isOnlySimplified);
    return found.length > 0 ? [problemOf(row, field, `simplified characters: ${found.join(' ')}`)] : [];
  });

export const namedWordsExist: Check = ({ tables, isWord }) =>
  ofEach(tables, 'inLexicon', (row, field, words) =>
    words.filter((word) => !isWord(word)).map((word) => problemOf(row, field, `${word} is not in the lexicon`)),
  );

/** Nothing is written twice, over all files of a table. */
export const noDuplicates: Check = ({ tables }) =>
  declared(tables).flatMap(([{ key, chinese = [] }, rows]) => {
    if (key === undefined) return [];
    const first = new Map<string, Row<unknown>>();
    return rows.flatMap((row) =>
      keysOf(key.map((field) => textsOf(row, field).map(chinese.includes(field) ? toHongKong : String))).flatMap(
        (found) => {
          const existing = first.get(found);
          if (!existing) first.set(found, row);
          return existing ? [problemOf(row, '', `${found} is already in ${existing.file}:${existing.line}`)] : [];
        },
      ),
    );
  });

/** Every choice of one text of each column. */
function keysOf([texts, ...others]: readonly (readonly string[])[]): string[] {
  if (texts === undefined) return [];
  return others.length === 0 ? [...texts] : texts.flatMap((text) => keysOf(others).map((rest) => `${text} ${rest}`));
}

type Cells = Readonly<Record<string, unknown>>;

function declared(tables: CheckContext['tables']): [Table, readonly Row<Cells>[]][] {
  return Object.entries<Table>(ALL_TABLES).map(([name, table]) => [table, tables[name as keyof typeof ALL_TABLES]]);
}

/** Looks at every cell of the columns that a table declares so. */
function ofEach(
  tables: CheckContext['tables'],
  columns: 'chinese' | 'inLexicon',
  find: (row: Row<unknown>, field: string, texts: readonly string[]) => readonly Problem[],
): Problem[] {
  return declared(tables).flatMap(([table, rows]) =>
    rows.flatMap((row) => (table[columns] ?? []).flatMap((field) => find(row, field, textsOf(row, field)))),
  );
}

/** The texts of a cell: of a list each of its items. */
function textsOf({ value }: Row<Cells>, field: string): readonly string[] {
  return [value[field] ?? ''].flat() as string[];
}

/** What must hold of the hand-written tables, by the name that a report gives it. */
export const CHECKS: Readonly<Record<string, Check>> = {
  'rows are well formed': rowsAreWellFormed,
  'nothing is written twice': noDuplicates,
  'no simplified characters': noSimplifiedCharacters,
  'named words are in the lexicon': namedWordsExist,
  'readings have one syllable a character': syllablesMatchCharacters,
  'readings are known to the packages or meant': readingsAreKnownOrDeliberate,
  'lines are read as the cases say': casesAreRead,
  'examples contain their word': examplesContainTheWord,
  'definitions explain words': definitionsExplainWords,
  'categories are legal': categoriesAreLegal,
  'emotions and themes are legal': affectIsLegal,
  'seeds are lemmas of WordNet': seedsExist,
  'relations do not contradict each other': relationsAgree,
  'typed forms are no words': typedFormsAreNoWords,
  'other spellings lead to the usual one': variantsLeadToUsualWords,
  'tables of sound are consistent': soundTablesAreConsistent,
  'words that may stand for others fit them': exchangesFitTheirWord,
};

/** Everything that is wrong in the hand-written tables under `root`, check by check. */
export function checkData(root: string = DATA_ROOT): Problem[] {
  const context = readCheckContext(root);
  return Object.values(CHECKS).flatMap((check) => check(context));
}
