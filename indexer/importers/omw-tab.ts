import {
  conditionsOf,
  groupLines,
  type Importer,
  type ImportOptions,
  type ImportResult,
  type Script,
  type SourceLocation,
  type SourceText,
  sourceLines,
} from './importer.ts';

/**
 * Open Multilingual Wordnet, tab-separated: a head `# name TAB language TAB address TAB licence`, then rows
 * `offset-pos TAB language:type TAB text`, of which those of type `lemma` are read.
 */
export const omwTab: Importer = {
  name: 'omw-tab',
  summary: 'Open Multilingual Wordnet .tab files (Chinese Open Wordnet, Cantonese Wordnet)',
  async terms(files) {
    const headers = await Promise.all(files.map(readHeader));
    const licences = [...new Set(headers.map(({ licence }) => licence))].join('; ');
    return {
      name: headers.map(({ name }) => name).join(', '),
      licence: licences,
      url: headers[0]!.url,
      attribution: `The makers of ${headers.map(({ name }) => name).join(', ')}; Open Multilingual Wordnet (Francis Bond and others)`,
      used_for: 'relations',
      conditions: conditionsOf(licences),
    };
  },
  read: readTab,
};

interface TabHeader {
  readonly name: string;
  readonly language: string;
  readonly url: string;
  readonly licence: string;
}

async function readHeader(path: string): Promise<TabHeader> {
  for await (const { text } of sourceLines(path)) {
    const [name = '', language = '', url = '', licence = ''] = text.replace(/^#\s*/, '').split('\t');
    if (!text.startsWith('#')) break;
    return { name: name || 'OMW', language, url, licence: licence || 'not said in the file: ask its makers' };
  }
  return { name: 'OMW', language: '', url: '', licence: 'not said in the file: ask its makers' };
}

/** Codes of wordnets whose lemmas are in simplified characters. */
const SIMPLIFIED = /^(cmn|cmn[-_]hans|zh|zho|zh[-_]hans|zh[-_]cn|zhs)$/i;

export function scriptOf(language: string): Script {
  return SIMPLIFIED.test(language) ? 'simplified' : 'traditional';
}

interface Synset {
  readonly id: string;
  readonly location: SourceLocation;
  readonly words: string[];
}

async function* readTab(files: readonly string[], options: ImportOptions): AsyncGenerator<ImportResult> {
  for (const path of files) {
    const { language } = await readHeader(path);
    const script = options.script ?? scriptOf(language);
    let synset: Synset | undefined;
    for await (const source of sourceLines(path)) {
      if (source.text === '' || source.text.startsWith('#')) continue;
      const row = rowOf(source);
      if (row.problem) {
        yield { problem: row.problem };
        continue;
      }
      // The rows of a synset stand together.
      if (synset?.id !== row.id) {
        if (synset) yield* groupLines({ ...synset, script }, options);
        synset = { id: row.id, location: { file: source.file, line: source.line }, words: [] };
      }
      if (row.lemma) synset.words.push(plainLemma(row.lemma, row.id.at(-1)!));
    }
    if (synset) yield* groupLines({ ...synset, script }, options);
  }
}

const ID = /^\d{8}-[nvasr]$/;
const TYPE = /^(?:[\w-]+:)?(\w+)$/;

function rowOf({ file, line, text }: SourceText) {
  const cells = text.split('\t');
  const [id = '', type = ''] = cells;
  const kind = TYPE.exec(type)?.[1];
  if (!ID.test(id))
    return { problem: { file, line, field: 'synset', message: `"${id}" is no synset such as 00462092-v` } };
  if (!kind || cells.length < 3)
    return { problem: { file, line, field: 'type', message: 'is not "synset TAB language:lemma TAB word"' } };
  return { id, lemma: kind === 'lemma' ? cells.at(-1)!.trim() : undefined };
}

/**
 * A lemma as a headword: `+` marks where a phrase is put together, and adjectives and adverbs are listed with the particle that
 * follows them in a sentence (悲惨+的, 渐渐地).
 */
export function plainLemma(lemma: string, pos: string): string {
  const word = lemma.replaceAll('+', '').replaceAll('_', '');
  const particle = pos === 'a' || pos === 's' ? '的' : pos === 'r' ? '地' : '';
  return particle !== '' && word.endsWith(particle) && Array.from(word).length > 2 ? word.slice(0, -1) : word;
}
