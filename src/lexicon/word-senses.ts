import { sortedIndexOf } from './code-points.ts';
import { PARTS_OF_SPEECH, type PartOfSpeech } from './entry.ts';
import type { EntryLine } from './formats.ts';
import { nameList, startsOf } from './packed-arrays.ts';

/** The told senses of words, as a line decides between them. */
export interface WordSense {
  /** Its id. */
  readonly sense: string;
  readonly pos: PartOfSpeech;
  /** Whether it is a particle of grammar, such as 過 behind a verb. */
  readonly isParticle: boolean;
  /** Where the reading tells senses apart. */
  readonly jyutping: string | undefined;
  readonly definitionZh: string;
  readonly example: string;
  /** How much the word of this number in the same line tells this sense from the others; 0 if it does not. */
  weightOf(word: number): number;
}

/** The senses of the word in row `senseRows[i]` are `senseStarts[i]` to `senseStarts[i + 1] - 1`, in order of use. */
export interface PackedWordSenses {
  /** Ascending. */
  readonly senseRows: Uint32Array;
  readonly senseStarts: Uint32Array;
  readonly senseNames: readonly string[];
  /** Places in `senseNames`. */
  readonly senseIds: Uint16Array;
  /** The place of the part of speech, and {@link PARTICLE}. */
  readonly senseUses: Uint8Array;
  readonly senseReadingNames: readonly string[];
  /** 0 for none, else the place in `senseReadingNames` plus 1. */
  readonly senseReadings: Uint16Array;
  /** The Chinese definition and the example of sense `s`, a line each, are the UTF-8 bytes from `senseTextStarts[s]` on. */
  readonly senseTexts: Uint8Array;
  readonly senseTextStarts: Uint32Array;
  /** The cues of sense `s` are `cueStarts[s]` to `cueStarts[s + 1] - 1`, by ascending row. */
  readonly cueStarts: Uint32Array;
  readonly cueRows: Uint32Array;
  readonly cueWeights: Uint8Array;
}

const PARTICLE = 8;
const PARTICLE_CATEGORY = 'adv.particle';

/** Takes the entries by row. Keeps numbers of what it is given: the records of all cues would be 30 MB. */
export function wordSensePacker() {
  const rows: number[] = [];
  const counts: { readonly length: number }[] = [];
  const [names, readings, cueWords] = [nameList(), nameList(), nameList()];
  const [ids, uses, readingIds]: [number[], number[], number[]] = [[], [], []];
  const texts: Buffer[] = [];
  const cues: Float64Array[] = [];
  return {
    add(row: number, senses: EntryLine['senses']): void {
      const told = senses.filter((sense) => sense.told);
      if (told.length === 0) return;
      rows.push(row);
      counts.push({ length: told.length });
      for (const { pos, category, told: sense } of told) {
        const { jyutping, definition_zh: definitionZh, example } = sense!;
        ids.push(names.id(sense!.sense));
        uses.push(PARTS_OF_SPEECH.indexOf(pos) + (category === PARTICLE_CATEGORY ? PARTICLE : 0));
        readingIds.push(jyutping === undefined ? 0 : readings.id(jyutping) + 1);
        texts.push(Buffer.from(`${definitionZh}\n${example}`));
        cues.push(
          Float64Array.from(
            Object.entries(sense!.cues ?? {}),
            ([word, weight]) => cueWords.id(word) * CUE_WEIGHTS + weight,
          ),
        );
      }
    },
    /** @param rowOf the row of a word; undefined for what is none */
    finish(rowOf: (word: string) => number | undefined): PackedWordSenses {
      const cueRows = cueWords.names().map(rowOf);
      const sorted = cues.map((list) => withRows(list, cueRows));
      const allCues = sorted.flat();
      return {
        senseRows: Uint32Array.from(rows),
        senseStarts: startsOf(counts),
        senseIds: Uint16Array.from(ids),
        senseNames: names.names(),
        senseUses: Uint8Array.from(uses),
        senseReadings: Uint16Array.from(readingIds),
        senseReadingNames: readings.names(),
        senseTexts: Uint8Array.from(Buffer.concat(texts)),
        senseTextStarts: startsOf(texts),
        cueStarts: startsOf(sorted),
        cueRows: Uint32Array.from(allCues, (cue) => Math.floor(cue / CUE_WEIGHTS)),
        cueWeights: Uint8Array.from(allCues, (cue) => cue % CUE_WEIGHTS),
      };
    },
  };
}

/** Weights of cues are below: they are bytes. */
const CUE_WEIGHTS = 256;

/** Cues as number of a name × {@link CUE_WEIGHTS} + weight, with the row of the name in its place; ascending. */
function withRows(cues: Float64Array, rows: readonly (number | undefined)[]): number[] {
  const list: number[] = [];
  for (const cue of cues) {
    const row = rows[Math.floor(cue / CUE_WEIGHTS)];
    if (row !== undefined) list.push(row * CUE_WEIGHTS + (cue % CUE_WEIGHTS));
  }
  return list.sort((a, b) => a - b);
}

/** Returns a function from the number of a word to its told senses, none for most words. */
export function openWordSenses(packed: PackedWordSenses): (word: number) => readonly WordSense[] {
  const { senseRows, senseStarts, cueStarts, cueRows, cueWeights } = packed;
  const utf8 = Buffer.from(packed.senseTexts.buffer, packed.senseTexts.byteOffset, packed.senseTexts.byteLength);
  // A word with senses is common, and there are some two thousand: each is opened once.
  const opened = new Map<number, readonly WordSense[]>();
  const weightOf = (sense: number, word: number): number => {
    const [first, end] = [cueStarts[sense]!, cueStarts[sense + 1]!];
    const at = sortedIndexOf(cueRows.subarray(first, end), word);
    return at === undefined ? 0 : cueWeights[first + at]!;
  };
  const open = (sense: number): WordSense => {
    const use = packed.senseUses[sense]!;
    const reading = packed.senseReadings[sense]!;
    const [definitionZh = '', example = ''] = utf8
      .toString('utf8', packed.senseTextStarts[sense], packed.senseTextStarts[sense + 1])
      .split('\n');
    return {
      sense: packed.senseNames[packed.senseIds[sense]!]!,
      pos: PARTS_OF_SPEECH[use % PARTICLE]!,
      isParticle: use >= PARTICLE,
      jyutping: reading === 0 ? undefined : packed.senseReadingNames[reading - 1],
      definitionZh,
      example,
      weightOf: (word) => weightOf(sense, word),
    };
  };
  return (word) => {
    const known = opened.get(word);
    if (known) return known;
    const place = sortedIndexOf(senseRows, word);
    if (place === undefined) return NO_SENSES;
    const [first, end] = [senseStarts[place]!, senseStarts[place + 1]!];
    const senses = Array.from({ length: end - first }, (_, i) => open(first + i));
    opened.set(word, senses);
    return senses;
  };
}

const NO_SENSES: readonly WordSense[] = [];
