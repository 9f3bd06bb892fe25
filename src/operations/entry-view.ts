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

/** Key of the cached JSON of a view, which those made of it with further fields have too. */
const CACHED = Symbol('cached');

/** The view that many requests share, and its {@link jsonBytes} once they were needed. */
interface CachedJson {
  readonly view: EntryView;
  bytes: string | undefined;
}

/** A view that many requests share. All have the same keys, absent fields among them: objects of one shape are copied five times as fast. */
function sharedView(
  { char, length, pos, also, reg, definition, definitionZh, standard, rank }: ListedEntry,
  { jyutping, code, rhyme }: ListedReading,
): EntryView {
  const posAlso = partsOfSpeechOf(also);
  const view: EntryView & { [CACHED]?: CachedJson } = {
    char,
    jyutping,
    code,
    rhyme,
    length,
    pos,
    pos_also: posAlso.length > 0 ? posAlso : undefined,
    reg,
    definition,
    definition_zh: definitionZh,
    standard: standard.length > 0 ? [...standard] : undefined,
    rank,
  };
  view[CACHED] = { view, bytes: undefined };
  return view;
}

/** A view as lists have it, with the fields that a relation adds. */
type AnyView = EntryView & { readonly source?: string; readonly score?: number; readonly relation?: string };

/** {@link jsonBytes} of a view: the JSON of what many requests share is cached, and the fields of this request follow it. */
export function viewBytes(shown: AnyView): string {
  const cached = (shown as { [CACHED]?: CachedJson })[CACHED];
  if (!cached) return jsonBytes(shown);
  const bytes = (cached.bytes ??= jsonBytes(cached.view));
  if (shown === cached.view) return bytes;
  const { sound_score, similarity, source, score, relation, sense } = shown;
  // Ids and names of sources are ASCII, so that these bytes are the string's own.
  const further = JSON.stringify({ sound_score, similarity, source, score, relation, sense });
  return further === '{}' ? bytes : `${bytes.slice(0, -1)},${further.slice(1)}`;
}

/** {@link jsonBytes} of a response with a list of words. */
export function bytesWithWords(response: { readonly words: readonly AnyView[] }): string {
  const text = jsonBytes({ ...response, words: [] });
  const at = text.indexOf(EMPTY_WORDS) + EMPTY_WORDS.length - 1;
  return text.slice(0, at) + response.words.map(viewBytes).join(',') + text.slice(at);
}

/** Nothing else looks like it in JSON, where the quotes within a text are escaped. */
const EMPTY_WORDS = '"words":[]';

/** Key of an entry's views, by rank of the reading. A field, as fifty look-ups in a WeakMap take too long. */
const VIEWS = Symbol('views');

/** The new, empty list of an entry's views; not enumerable, so that copies of the entry have none of it. */
function viewsOf(entry: ListedEntry): EntryView[] {
  const views: EntryView[] = [];
  Object.defineProperty(entry, VIEWS, { value: views });
  return views;
}

/** Cached with the entry. A view with a score is not cached, because the score depends on the request. */
export function toEntryView({ entry, reading, score }: MatchedEntry, scoreField?: ScoreField): EntryView {
  const views = (entry as { [VIEWS]?: EntryView[] })[VIEWS] ?? viewsOf(entry);
  const view = (views[reading.rank] ??= sharedView(entry, reading));
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
