import { isJyutpingPrefix, normalizePrefix } from '../../cantonese/jyutping.ts';
import { findWord, type ListedWords, toHeadwordCharacters } from '../../lexicon/listed-words.ts';
import type { PinnedGeneration } from './generations.ts';
import type { CompletionSearch, SearchBody } from './queries.ts';
import type { SearchResponse } from './searcher.ts';

/** The completion field of words as they are written. */
export const CHARACTER_COMPLETION = 'complete_char';

const TONE_DIGIT = /[1-6]/;
const withoutTones = (jyutping: string) => jyutping.replaceAll(/[1-6]/g, '');
const joined = (jyutping: string) => jyutping.replaceAll(' ', '');

/**
 * The inputs of the completion fields of jyutping: a prefix with a tone is compared with toned readings, one with a blank with spaced ones.
 * A reading of one syllable has no blank.
 */
export function completionForms(readings: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const spaced = readings.filter((reading) => reading.includes(' '));
  const distinct = (forms: readonly string[]) => [...new Set(forms)];
  return {
    complete_joined: distinct(readings.map((reading) => joined(withoutTones(reading)))),
    complete_spaced: distinct(spaced.map(withoutTones)),
    complete_joined_toned: distinct(readings.map(joined)),
    complete_spaced_toned: distinct(spaced),
  };
}

/** The field whose inputs have the form of a prefix. */
function jyutpingCompletion(prefix: string): string {
  return `complete_${prefix.includes(' ') ? 'spaced' : 'joined'}${TONE_DIGIT.test(prefix) ? '_toned' : ''}`;
}

/**
 * Words up to which the process completes from its word table; in a larger lexicon Elasticsearch completes characters
 * too.
 */
const MAX_TABLE_WORDS = 250_000;

export interface SuggestOptions {
  readonly vulgar: boolean;
  /**
   * Place where characters are completed; both give the same words. Default: the word table up to {@link
   * MAX_TABLE_WORDS} words.
   */
  readonly charactersFrom?: 'table' | 'engine' | undefined;
}

/**
 * Completions of a prefix: the word that equals it first, then by popularity, specialist entries last. If there are none, completions of the prefix written in
 * headword characters. The word table completes characters by itself, also while Elasticsearch is away; jyutping is one round trip.
 */
export async function completePrefix(
  generation: PinnedGeneration,
  words: ListedWords,
  typed: string,
  limit: number,
  { vulgar, charactersFrom = words.count <= MAX_TABLE_WORDS ? 'table' : 'engine' }: SuggestOptions,
): Promise<string[]> {
  const latin = normalizePrefix(typed);
  const prefix = typed.normalize('NFC').trim();
  const isAllowed = (word: number) => vulgar || !words.isVulgar(word);
  const completeInTable = (text: string) => {
    const numbers = words.startingWith(text);
    if (numbers.length === 0) return undefined;
    const texts: string[] = [];
    for (let at = 0; at < numbers.length && texts.length <= limit; at++)
      if (isAllowed(numbers[at]!)) texts.push(words.text(numbers[at]!));
    return texts;
  };
  const complete = async (text: string) =>
    charactersFrom === 'table'
      ? completeInTable(text)
      : completeInEngine(generation, CHARACTER_COMPLETION, text, limit + 1, vulgar);
  const direct = isJyutpingPrefix(latin)
    ? await completeInEngine(generation, jyutpingCompletion(latin), latin, limit + 1, vulgar)
    : await complete(prefix);
  const found = direct ?? (await complete(toHeadwordCharacters(words, prefix))) ?? [];
  const exact = findWord(words, prefix);
  if (exact === undefined) return found.slice(0, limit);
  const exactWord = words.text(exact);
  const others = found.filter((word) => word !== exactWord);
  return (isAllowed(exact) ? [exactWord, ...others] : others).slice(0, limit);
}

/** Most words have one reading that begins so: twice as many inputs as words are nearly always enough. */
const INPUTS_PER_WORD = 2;

/** The words of which an input of the field begins so, or undefined where there is none, not even a coarse one. */
async function completeInEngine(
  generation: PinnedGeneration,
  field: string,
  prefix: string,
  limit: number,
  vulgar: boolean,
): Promise<string[] | undefined> {
  for (let size = limit * INPUTS_PER_WORD; ; size *= 2) {
    const [response] = await generation.searchEntries([completionSearch(field, prefix, size, vulgar)]);
    const options = optionsOf(response!, 'allowed');
    const words = [...new Set(options)];
    if (words.length === 0) return !vulgar && optionsOf(response!, 'any').length > 0 ? [] : undefined;
    if (words.length >= limit || options.length < size) return words.slice(0, limit);
  }
}

/** Where coarse words are left out, it also asks whether there is any word at all. */
export function completionSearch(field: string, prefix: string, size: number, vulgar: boolean): SearchBody {
  const search = (most: number, contexts: CompletionSearch['completion']['contexts']['vulgar']): CompletionSearch => ({
    prefix,
    completion: { field, size: most, contexts: { vulgar: contexts } },
  });
  const anyWord = ['false', 'true'] as const;
  return {
    _source: false,
    size: 0,
    suggest: vulgar
      ? { allowed: search(size, anyWord) }
      : { allowed: search(size, ['false']), any: search(1, anyWord) },
  };
}

/** The words of a suggester, which are the ids of the documents; one comes once for each reading that begins so. */
function optionsOf({ suggest }: SearchResponse, name: string): string[] {
  const options = suggest?.[name]?.[0]?.options;
  if (options === undefined) throw new Error(`a search came back without its suggestions ${name}`);
  return options.map(({ _id: word }) => word);
}
