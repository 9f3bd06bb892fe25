import { z } from 'zod';
import {
  type FurtherLabels,
  PARTS_OF_SPEECH,
  type PartOfSpeech,
  REGISTERS,
  RELATION_SOURCES,
} from '../lexicon/entry.ts';
import type { ListedEntry, ListedReading, MatchedEntry, RelatedEntry } from '../lexicon/store.ts';
import { jsonBytes } from './operation.ts';

/** Words as lists show them. */

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
    pos_also: z
      .array(z.enum(PARTS_OF_SPEECH))
      .optional()
      .meta({ description: 'Further parts of speech, by which it is found and counted too' }),
    reg: z.enum(REGISTERS),
    definition: z.string().meta({ description: 'Short gloss, empty where there is none' }),
    definition_zh: z
      .string()
      .optional()
      .meta({ description: 'Short definition in Chinese, where there is one', examples: ['心情愉快'] }),
    standard: z
      .array(z.string())
      .optional()
      .meta({ description: 'Words of written Chinese that say the same, where there are any', examples: [['喜歡']] }),
    rank: z.int().meta({ description: 'Popularity, 0 is the most popular' }),
    sound_score: z
      .number()
      .optional()
      .meta({ description: 'Closeness of sound from 0 to 1, where that order was asked for' }),
    similarity: z
      .number()
      .optional()
      .meta({
        description:
          'Closeness of meaning from 0 to 1, where that order was asked for: from 0.9 for curated synonyms, from 0.8 for likely ' +
          'generated ones, below that by likeness in meaning and a little by popularity',
      }),
    sense: z
      .string()
      .optional()
      .meta({
        description:
          'An id on the card: of words like one whose senses are told apart, the sense that this one is like; of a word that is listed for a filter under a later sense, that sense',
        examples: ['bloom'],
      }),
  })
  .meta({ id: 'Entry', description: 'A word with the reading that matched' });

export type EntryView = z.infer<typeof entryView>;

export const relatedView = entryView
  .omit({ sound_score: true, similarity: true, sense: true })
  .extend({
    source: z.enum(RELATION_SOURCES),
    score: z.int().min(1).max(100).meta({ description: 'Nearness of the relation' }),
    sense: z
      .string()
      .optional()
      .meta({
        description:
          'The sense of the source word for which it stands, by its id on the card: the one that was asked for, else the first in order of use; absent where it is not known',
        examples: ['bloom'],
      }),
  })
  .meta({ id: 'RelatedEntry', description: 'A related word' });

/** The field of a score, and what it shows: 0 to 1, in the order of the scores. */
export interface ScoreField {
  readonly field: 'sound_score' | 'similarity';
  readonly toFraction: (score: number) => number;
}

/** The further parts of speech of a word, each once. */
export function partsOfSpeechOf(also: readonly FurtherLabels[] = []): PartOfSpeech[] {
  return [...new Set(also.flatMap(({ pos }) => pos ?? []))];
}

/** A view shared by many requests; its JSON is cached. */
class CachedEntryView implements EntryView {
  readonly char: string;
  readonly jyutping: string;
  readonly code: string;
  readonly rhyme: string;
  readonly length: number;
  readonly pos: EntryView['pos'];
  readonly pos_also?: PartOfSpeech[];
  readonly reg: EntryView['reg'];
  readonly definition: string;
  readonly definition_zh?: string;
  readonly standard?: string[];
  readonly rank: number;
  #bytes: string | undefined;

  constructor(entry: ListedEntry, { jyutping, code, rhyme }: ListedReading) {
    const { char, length, pos, also, reg, definition, definitionZh, standard, rank } = entry;
    this.char = char;
    this.jyutping = jyutping;
    this.code = code;
    this.rhyme = rhyme;
    this.length = length;
    this.pos = pos;
    const posAlso = partsOfSpeechOf(also);
    if (posAlso.length > 0) this.pos_also = posAlso;
    this.reg = reg;
    this.definition = definition;
    if (definitionZh !== undefined) this.definition_zh = definitionZh;
    if (standard.length > 0) this.standard = [...standard];
    this.rank = rank;
  }

  static bytesOf(view: EntryView): string {
    return #bytes in view ? (view.#bytes ??= jsonBytes(view)) : jsonBytes(view);
  }
}

/** {@link jsonBytes} of a view. */
export const viewBytes = CachedEntryView.bytesOf;

/** Key of an entry's views, by rank of the reading. A field, as fifty look-ups in a WeakMap take too long. */
const VIEWS = Symbol('views');

/** The new, empty list of an entry's views; not enumerable, so that copies of the entry have none of it. */
function viewsOf(entry: ListedEntry): CachedEntryView[] {
  const views: CachedEntryView[] = [];
  Object.defineProperty(entry, VIEWS, { value: views });
  return views;
}

/** Cached with the entry. A view with a score is not cached, because the score depends on the request. */
export function toEntryView({ entry, reading, score }: MatchedEntry, scoreField?: ScoreField): EntryView {
  const views = (entry as { [VIEWS]?: CachedEntryView[] })[VIEWS] ?? viewsOf(entry);
  const view = (views[reading.rank] ??= new CachedEntryView(entry, reading));
  return scoreField ? { ...view, [scoreField.field]: scoreField.toFraction(score ?? 0) } : view;
}

/** The view of a word that stands for a sense of another one. */
export function withSense<View extends object>(view: View, sense: string | undefined): View {
  return sense === undefined ? view : { ...view, sense };
}

export function toRelatedView(related: RelatedEntry): z.infer<typeof relatedView> {
  const { source, relationScore: score, sense } = related;
  return withSense({ ...toEntryView(related), source, score }, sense);
}
