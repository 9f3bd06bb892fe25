import type { Draft } from '../../indexer/compose/words/drafts.ts';
import { assignAliases, createTypedForms } from '../../indexer/compose/words/spellings.ts';
import { DATA_ROOT, type HandWritten, TABLES, type WordRow } from '../../indexer/tables/hand-written.ts';
import { readTables } from '../../indexer/tables/read-table.ts';
import { parseJyutping } from '../../src/cantonese/jyutping.ts';
import { codeOfReading } from '../../src/cantonese/tone.ts';
import { compareCodePoints } from '../../src/lexicon/code-points.ts';
import type { EntryLine } from '../../src/lexicon/formats.ts';
import lexicon from '../cases/lexicon.json' with { type: 'json' };
import { entryLines } from './small-lexicon.ts';

/** Words in order of popularity; other spellings name the usual one. */
const WORDS = lexicon.typed as [char: string, jyutping: string, more?: Partial<EntryLine>][];

/** The lines of a lexicon of words as Hong Kong types them, with the forms that the tables list as aliases. */
export function typedLines(): EntryLine[] {
  const drafts = new Map(
    WORDS.map(([word]) => [word, { word, hand: [{ reg: '粵' } as WordRow], cedict: [] as const } as unknown as Draft]),
  );
  const names = WORDS.map(([word]) => word);
  const tables = readTables(DATA_ROOT, { typed: TABLES.typed }) as HandWritten;
  const aliasesOf = assignAliases(names, createTypedForms(tables, drafts).formsOf);
  const byCharacter = [...names].sort(compareCodePoints);
  const template = entryLines()[0]!;
  return WORDS.map(([char, jyutping, more = {}], rank): EntryLine => {
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
}
