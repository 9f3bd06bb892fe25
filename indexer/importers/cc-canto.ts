import { toHongKong } from '../sources/opencc.ts';
import {
  type Importer,
  type ImportResult,
  readingProblem,
  sourceLines,
  spacedJyutping,
  wordRejection,
} from './importer.ts';

/** CC-Canto: `Traditional Simplified [pin1 yin1] {jyut6 ping3} /gloss/gloss/`, and the readings file without glosses. */
export const ccCanto: Importer = {
  name: 'cc-canto',
  summary:
    'CC-Canto (cccanto-webdist.txt), and its readings for CC-CEDICT (cccedict-canto-readings-*.txt); .u8 or .txt',
  terms: async () => ({
    name: 'CC-Canto',
    licence: 'CC BY-SA 3.0',
    url: 'https://cccanto.org',
    attribution: 'Pleco Inc. and the contributors of CC-Canto',
    used_for: 'words, readings and definitions',
    conditions:
      'Share-alike: a lexicon with it is passed on under CC BY-SA only, with its authors named. CC BY-SA 4.0, the licence of the built lexicon, is one of those that it allows.',
  }),
  read: readCcCanto,
};

const ROW = /^(\S+) (\S+) \[([^\]]*)\] \{([^}]*)\}\s*(?:\/(.*)\/)?\s*(?:#.*)?$/;
/** What stands in a gloss for the makers of dictionaries. */
const EDITORIAL_NOTE = /^(CL:|see also |\(?variant of )/;

interface Group {
  readonly char: string;
  readonly location: { readonly file: string; readonly line: number };
  readonly readings: Set<string>;
  readonly glosses: string[];
}

async function* readCcCanto(files: readonly string[]): AsyncGenerator<ImportResult> {
  let group: Group | undefined;
  for (const path of files) {
    for await (const { file, line, text } of sourceLines(path)) {
      if (text.trim() === '' || text.startsWith('#')) continue;
      const match = ROW.exec(text.replace(/^\uFEFF/, ''));
      if (!match) {
        const message = 'is not "Traditional Simplified [pinyin] {jyutping} /gloss/"';
        yield { problem: { file, line, field: '', message } };
        continue;
      }
      const [, traditional = '', , , code = '', glosses = ''] = match;
      const jyutping = spacedJyutping(code);
      const rejection = wordRejection(traditional);
      const problem = rejection ? undefined : readingProblem(traditional, jyutping);
      if (rejection) yield { skipped: rejection };
      if (problem) yield { problem: { file, line, field: 'jyutping', message: problem } };
      if (rejection || problem) continue;
      const char = toHongKong(traditional);
      // The rows of a word stand together.
      if (group?.char !== char) {
        if (group) yield entryOf(group);
        group = { char, location: { file, line }, readings: new Set(), glosses: [] };
      }
      group.readings.add(jyutping);
      group.glosses.push(...glosses.split('/').filter((gloss) => gloss.trim() !== '' && !EDITORIAL_NOTE.test(gloss)));
    }
  }
  if (group) yield entryOf(group);
}

/** Glosses that are shown; more of them make no better card. */
const MAX_GLOSSES = 6;

function entryOf({ char, location, readings, glosses }: Group): ImportResult {
  const definition = [...new Set(glosses.map((gloss) => gloss.trim()))].slice(0, MAX_GLOSSES).join('; ');
  const line = { kind: 'entry' as const, char, readings: [...readings], supplement: true };
  return { location, line: definition === '' ? line : { ...line, definition } };
}
