import { basename } from 'node:path';
import type { PartOfSpeech } from '../../src/lexicon/entry.ts';
import {
  conditionsOf,
  groupLines,
  type Importer,
  type ImportOptions,
  type ImportResult,
  MAX_MEMBERS,
  readingProblem,
  type Script,
  sensesOfDefinitions,
  spacedJyutping,
  wordRejection,
} from './importer.ts';
import { plainLemma, scriptOf } from './omw-tab.ts';
import { xmlEvents } from './xml-events.ts';

/** Global WordNet LMF (XML): lexical entries with lemmas, readings and senses, and the synsets that the senses are of. */
export const wnLmf: Importer = {
  name: 'wn-lmf',
  summary: 'wordnets in WN-LMF XML (Cantonese Wordnet, Chinese Open Wordnet)',
  async terms(files) {
    const lexicons = await Promise.all(files.map(firstLexicon));
    const attributeValues = (key: string) =>
      [...new Set(lexicons.map((one) => one.get(key) ?? '').filter(Boolean))].join('; ');
    const licence = attributeValues('license') || 'not said in the file: ask its makers';
    const name = attributeValues('label') || 'WN-LMF';
    return {
      name,
      licence,
      url: attributeValues('url'),
      attribution: attributeValues('citation') || `The makers of ${name}`,
      used_for: 'readings, definitions, relations',
      conditions: conditionsOf(licence),
    };
  },
  read: readLmf,
};

async function firstLexicon(path: string): Promise<ReadonlyMap<string, string>> {
  for await (const event of xmlEvents(path))
    if (event.kind === 'open' && event.name === 'Lexicon') return event.attributes;
  return new Map();
}

async function* readLmf(files: readonly string[], options: ImportOptions): AsyncGenerator<ImportResult> {
  for (const path of files) {
    let found = false;
    for await (const part of lmfLexicons(path)) {
      if ('problem' in part) yield part;
      else {
        found = true;
        yield* lexiconLines(basename(path), part, options);
      }
    }
    if (!found)
      yield {
        problem: { file: basename(path), line: 1, field: '', message: 'there is no <Lexicon> in it: is it WN-LMF?' },
      };
  }
}

const POS_BY_LETTER: Readonly<Record<string, PartOfSpeech>> = { n: 'n', v: 'v', a: 'a', s: 'a', r: 'r' };
const MAX_DEFINITIONS = 4;
const LATIN = /^[\p{Script=Latin}\p{P}\p{Z}\p{N}\p{S}]+$/u;

function* lexiconLines(file: string, lexicon: LmfLexicon, options: ImportOptions): Generator<ImportResult> {
  const script = options.script ?? scriptOf(lexicon.language);
  const scriptOfEntry = (entry: LmfEntry): Script =>
    options.script ?? (/hant/i.test(entry.script) ? 'traditional' : /hans/i.test(entry.script) ? 'simplified' : script);
  const canonical = (entry: LmfEntry) => options.toHongKong(plainLemma(entry.lemma, entry.pos), scriptOfEntry(entry));
  const members = new Map<string, { words: string[]; line: number }>();
  const wordOfSense = new Map<string, string>();
  for (const entry of lexicon.entries) {
    const { line, senses } = entry;
    const char = canonical(entry);
    for (const { id, synset } of senses) {
      wordOfSense.set(id, char);
      const group = members.get(synset) ?? { words: [], line };
      group.words.push(char);
      members.set(synset, group);
    }
  }
  for (const entry of lexicon.entries) yield* entryLines(file, canonical(entry), entry, lexicon, members);
  // The words are in Hong Kong's form by now.
  for (const { words, line } of members.values())
    yield* groupLines({ words, script: 'traditional', location: { file, line } }, options);
  for (const { from, to, line } of lexicon.antonyms) {
    const [word, related] = [wordOfSense.get(from), wordOfSense.get(to)];
    const isUsable = word && related && word !== related && !wordRejection(word) && !wordRejection(related);
    if (isUsable)
      yield { location: { file, line }, line: { kind: 'relation', type: 'ant', word, related, supplement: true } };
  }
}

/** A word of which the file says how it is read or what it means. */
function* entryLines(
  file: string,
  char: string,
  entry: LmfEntry,
  lexicon: LmfLexicon,
  members: ReadonlyMap<string, { readonly words: readonly string[] }>,
): Generator<ImportResult> {
  const { line, pos, senses, pronunciations } = entry;
  const readings = [...new Set(pronunciations.map(spacedJyutping))];
  const glosses = senses.map(({ synset }) => lexicon.definitions.get(synset) ?? '').filter((text) => LATIN.test(text));
  if (wordRejection(char) || readings.length + glosses.length === 0) return;
  const message = readings.map((reading) => readingProblem(char, reading)).find((one) => one !== undefined);
  if (message) {
    yield { problem: { file, line, field: 'Pronunciation', message } };
    return;
  }
  const part = POS_BY_LETTER[pos];
  const told = part ? synsetSenses(part, char, entry, lexicon, members) : {};
  yield {
    location: { file, line },
    line: {
      ...({ kind: 'entry', char, supplement: true } as const),
      ...(part ? { pos: part } : {}),
      ...(readings.length > 0 ? { readings } : {}),
      ...(glosses.length > 0 ? { definition: [...new Set(glosses)].slice(0, MAX_DEFINITIONS).join('; ') } : {}),
      ...told,
    },
  };
}

/** Each synset of a word as a sense, with the other words of the synset. */
function synsetSenses(
  pos: PartOfSpeech,
  char: string,
  { senses }: LmfEntry,
  { definitions }: LmfLexicon,
  members: ReadonlyMap<string, { readonly words: readonly string[] }>,
) {
  const told = senses.flatMap(({ synset }) => {
    const definition = definitions.get(synset) ?? '';
    const words = [...new Set(members.get(synset)?.words)].filter((word) => word !== char && !wordRejection(word));
    const synonyms = words.length < MAX_MEMBERS ? words : [];
    return LATIN.test(definition) ? [{ pos, definition, synonyms }] : [];
  });
  return sensesOfDefinitions(told);
}

export interface LmfEntry {
  readonly line: number;
  lemma: string;
  /** `n`, `v`, `a`, `s`, `r` and what else the format allows. */
  pos: string;
  /** `Hant`, `Hans`, or ''. */
  script: string;
  /** Jyutping as the file has it. */
  readonly pronunciations: string[];
  readonly senses: { readonly id: string; readonly synset: string }[];
}

/** One `<Lexicon>`: its parts refer forward and back to each other, so that it is held whole. */
export interface LmfLexicon {
  readonly language: string;
  readonly entries: LmfEntry[];
  /** Ids of senses. */
  readonly antonyms: { readonly from: string; readonly to: string; readonly line: number }[];
  /** First definition of each synset. */
  readonly definitions: Map<string, string>;
}

type Attributes = ReadonlyMap<string, string>;

const JYUTPING = /^[a-z1-6\s]+$/i;

/** Builds a lexicon from the tags inside it. */
function lexiconBuilder(language: string) {
  const lexicon: LmfLexicon = { language, entries: [], antonyms: [], definitions: new Map() };
  let entry: LmfEntry | undefined;
  let synset = '';
  let sense = '';
  const addPronunciation = (text: string, kind: string) => {
    // Other romanisations may stand beside jyutping.
    const isJyutping = /jyutping/i.test(kind) || (kind === '' && /[1-6]$/.test(text));
    if (entry && isJyutping && JYUTPING.test(text)) entry.pronunciations.push(text);
  };
  const openers: Readonly<Record<string, (attrs: Attributes, line: number) => void>> = {
    LexicalEntry: (_, line) => {
      entry = { line, lemma: '', pos: '', script: '', pronunciations: [], senses: [] };
      lexicon.entries.push(entry);
    },
    Lemma: (attrs) => {
      if (!entry) return;
      entry.lemma = (attrs.get('writtenForm') ?? '').normalize('NFC');
      entry.pos = attrs.get('partOfSpeech') ?? '';
      entry.script = attrs.get('script') ?? '';
    },
    Form: (attrs) => addPronunciation(attrs.get('writtenForm') ?? '', attrs.get('script') ?? 'other'),
    Sense: (attrs) => {
      sense = attrs.get('id') ?? '';
      entry?.senses.push({ id: sense, synset: attrs.get('synset') ?? '' });
    },
    SenseRelation: (attrs, line) => {
      if (attrs.get('relType') === 'antonym')
        lexicon.antonyms.push({ from: sense, to: attrs.get('target') ?? '', line });
    },
    Synset: (attrs) => {
      synset = attrs.get('id') ?? '';
    },
  };
  return {
    lexicon,
    open: (name: string, attrs: Attributes, line: number) => openers[name]?.(attrs, line),
    text(element: string, attributes: Attributes, text: string) {
      if (element === 'Pronunciation') {
        const kind = `${attributes.get('notation') ?? ''}${attributes.get('variety') ?? ''}`;
        addPronunciation(text, /jyutping/i.test(kind) ? 'jyutping' : /pinyin|ipa|yale/i.test(kind) ? 'other' : '');
      } else if (element === 'Definition' && !lexicon.definitions.has(synset)) lexicon.definitions.set(synset, text);
    },
  };
}

/** The lexicons of a file, each when it has been read to its end; a fault of the XML is the last that comes. */
export async function* lmfLexicons(
  path: string,
): AsyncGenerator<LmfLexicon | Extract<ImportResult, { problem: unknown }>> {
  let builder: ReturnType<typeof lexiconBuilder> | undefined;
  let element = '';
  let attributes: Attributes = new Map();
  let text = '';
  for await (const event of xmlEvents(path)) {
    if (event.kind === 'problem') yield { problem: event.problem };
    else if (event.kind === 'text') text += event.text;
    else if (event.kind === 'open') {
      [element, attributes, text] = [event.name, event.attributes, ''];
      if (event.name === 'Lexicon') builder = lexiconBuilder(event.attributes.get('language') ?? '');
      else builder?.open(event.name, event.attributes, event.line);
    } else {
      const content = text.replace(/\s+/g, ' ').trim();
      if (event.name === element && content !== '') builder?.text(element, attributes, content);
      [element, text] = ['', ''];
      if (event.name === 'Lexicon' && builder) yield builder.lexicon;
      if (event.name === 'Lexicon') builder = undefined;
    }
  }
}
