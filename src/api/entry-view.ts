import { z } from 'zod';
import { shownScore } from '../cantonese/proximity.ts';
import { type Entry, PARTS_OF_SPEECH, REGISTERS, RELATION_SOURCES, type Reading } from '../lexicon/entry.ts';
import type { RelatedEntry, ShownEntry } from '../lexicon/store.ts';
import { jsonBytes } from './json-bytes.ts';

/** Words as lists show them. */

const SHORT = 100;

/** A definition for a list: whole senses while they fit in 100 characters, at least the beginning of the first. */
export function shortDefinition(definition: string): string {
  if (definition.length <= SHORT) return definition;
  const [first = '', ...more] = definition.split(/;\s*/);
  if (first.length > SHORT)
    return (
      [...first]
        .slice(0, SHORT - 1)
        .join('')
        .trimEnd() + '…'
    );
  let short = first;
  for (const sense of more) {
    if (short.length + 2 + sense.length > SHORT) break;
    short += `; ${sense}`;
  }
  return short;
}

export const entryView = z
  .object({
    char: z.string().meta({ description: 'The word', examples: ['未來'] }),
    jyutping: z
      .string()
      .meta({ description: 'The reading that matched: syllables separated by a space', examples: ['mei6 loi4'] }),
    code: z.string().meta({ description: 'Tone-pair code, one digit a character', examples: ['20'] }),
    rhyme: z.string().meta({ description: 'Final of the last syllable', examples: ['oi'] }),
    length: z.int().meta({ description: 'Number of characters', examples: [2] }),
    pos: z.enum(PARTS_OF_SPEECH),
    reg: z.enum(REGISTERS),
    definition: z.string().meta({ description: 'Short gloss, empty where there is none' }),
    rank: z.int().meta({ description: 'Popularity, 0 is the most popular' }),
    sound_score: z
      .number()
      .optional()
      .meta({ description: 'Closeness of sound from 0 to 1, where that order was asked for' }),
    similarity: z
      .number()
      .optional()
      .meta({ description: 'Closeness of meaning from 0 to 1, where that order was asked for' }),
  })
  .meta({ id: 'Entry', description: 'A word with the reading that matched' });

export type EntryView = z.infer<typeof entryView>;

export const relatedView = entryView
  .omit({ sound_score: true, similarity: true })
  .extend({
    source: z.enum(RELATION_SOURCES),
    score: z.int().min(1).max(100).meta({ description: 'Nearness of the relation' }),
  })
  .meta({ id: 'RelatedEntry', description: 'A related word' });

/** The field that shows a score, and the score that stands for 1. */
export interface ScoreField {
  readonly field: 'sound_score' | 'similarity';
  readonly maximum: number;
}

/** A view that many requests show: what it is in JSON is written once. */
class StandingView implements EntryView {
  readonly char: string;
  readonly jyutping: string;
  readonly code: string;
  readonly rhyme: string;
  readonly length: number;
  readonly pos: EntryView['pos'];
  readonly reg: EntryView['reg'];
  readonly definition: string;
  readonly rank: number;
  #bytes: string | undefined;

  constructor({ char, length, pos, reg, definition, rank }: Entry, { jyutping, code, rhyme }: Reading) {
    this.char = char;
    this.jyutping = jyutping;
    this.code = code;
    this.rhyme = rhyme;
    this.length = length;
    this.pos = pos;
    this.reg = reg;
    this.definition = shortDefinition(definition);
    this.rank = rank;
  }

  static bytesOf(view: EntryView): string {
    return #bytes in view ? (view.#bytes ??= jsonBytes(view)) : jsonBytes(view);
  }
}

/** {@link jsonBytes} of a view. */
export const viewBytes = StandingView.bytesOf;

/** Views by the rank of the reading that they show. */
const views = new WeakMap<Entry, StandingView[]>();

/** The same entry and reading have the same view, as long as the entry lives; one with a score is of its request alone. */
export function viewOfEntry({ entry, reading, score }: ShownEntry, shown?: ScoreField): EntryView {
  let known = views.get(entry);
  if (!known) views.set(entry, (known = []));
  const view = (known[reading.rank] ??= new StandingView(entry, reading));
  return shown ? { ...view, [shown.field]: shownScore(score ?? 0, shown.maximum) } : view;
}

export function viewOfRelated(related: RelatedEntry): z.infer<typeof relatedView> {
  return { ...viewOfEntry(related), source: related.source, score: related.relationScore };
}
