import { basename } from 'node:path';
import type { PartOfSpeech } from '../../src/lexicon/entry.ts';
import { conditionsOf } from './conditions.ts';
import {
  type Importer,
  type ImportOptions,
  type ImportResult,
  type Script,
  spacedJyutping,
  wordRejection,
} from './importer.ts';
import { plainLemma, scriptOf } from './omw-tab.ts';
import { readingProblem } from './reading-problem.ts';
import { groupLines } from './synonym-group.ts';
import { type LmfEntry, type LmfLexicon, lmfLexicons } from './wn-lmf-lexicon.ts';
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
      ...{
        name,
        licence,
        url: attributeValues('url'),
        attribution: attributeValues('citation') || `The makers of ${name}`,
      },
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
    yield* entryLines(file, char, entry, lexicon);
  }
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
function* entryLines(file: string, char: string, entry: LmfEntry, lexicon: LmfLexicon): Generator<ImportResult> {
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
  yield {
    location: { file, line },
    line: {
      ...({ kind: 'entry', char, supplement: true } as const),
      ...(part ? { pos: part } : {}),
      ...(readings.length > 0 ? { readings } : {}),
      ...(glosses.length > 0 ? { definition: [...new Set(glosses)].slice(0, MAX_DEFINITIONS).join('; ') } : {}),
    },
  };
}
