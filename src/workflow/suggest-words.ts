import { differsByMergedInitials, jyutpingSpelled } from '../cantonese/romanisation.ts';
import { isJyutpingPrefix, normalizePrefix, prefixMatchesReading } from '../lexicon/jyutping-prefix.ts';
import type { Lexicon } from '../lexicon/store.ts';
import { likelyCharacter, spokenCharacter, writtenForms } from '../lexicon/typed-words.ts';

/** Completes what people type: beside characters and jyutping, other spellings of both, and characters with the sound that follows. */

interface Options {
  readonly vulgar: boolean;
}

/** Words that begin with some characters, of which so many are looked at for the sound that follows. */
const MAX_MIXED_WORDS = 500;
const MIXED = /^(\p{Script=Han}+) ?([A-Za-z][A-Za-z1-6 ]*)$/u;
const MAY_HAVE_TONES = /[1-6]/;

/**
 * At most `limit` words. What the engine finds comes first; only when that leaves room the prefix is read in other ways, so that most
 * requests cost nothing more.
 */
export async function suggestWords(
  lexicon: Lexicon,
  typed: string,
  limit: number,
  options: Options,
): Promise<readonly string[]> {
  const prefix = typed.normalize('NFC').trim();
  const [found, likely] = await Promise.all([
    lexicon.suggest(prefix, limit, options),
    suggestLikely(lexicon, prefix, limit, options),
  ]);
  const merged = likely.length > 0 ? mergeLikely(prefix, found, likely) : found;
  if (merged.length >= limit) return merged.length > limit ? merged.slice(0, limit) : merged;
  const others = await suggestOtherwise(lexicon, prefix, found, limit, options);
  return others.length === 0 ? merged : [...new Set([...merged, ...others])].slice(0, limit);
}

/** Completions of the character for which another one is typed. */
async function suggestLikely(lexicon: Lexicon, prefix: string, limit: number, options: Options) {
  const other = likelyCharacter(prefix) ?? spokenCharacter(prefix);
  return other === undefined ? [] : await lexicon.suggest(other, limit, options);
}

/** A simplified character comes after the one that is meant; one that may be meant as it is comes before. */
function mergeLikely(prefix: string, found: readonly string[], likely: readonly string[]): string[] {
  const [literalFirst, literalRest] = [found.slice(0, 1), found.slice(1)];
  const [likelyFirst, likelyRest] = [likely.slice(0, 1), likely.slice(1)];
  return likelyCharacter(prefix) === undefined
    ? [...new Set([...literalFirst, ...likelyFirst, ...literalRest, ...likelyRest])]
    : [...new Set([...likelyFirst, ...literalFirst, ...likelyRest, ...literalRest])];
}

async function suggestOtherwise(
  lexicon: Lexicon,
  prefix: string,
  found: readonly string[],
  limit: number,
  options: Options,
): Promise<readonly string[]> {
  const mixed = MIXED.exec(prefix);
  if (isJyutpingPrefix(normalizePrefix(prefix))) return suggestSpelled(lexicon, prefix, found, limit, options);
  const [written, sounding] = await Promise.all([
    suggestEach(lexicon, [...new Set([...aliasTargets(prefix, found), ...writtenForms(prefix)])], limit, options),
    mixed ? suggestMixed(lexicon, mixed[1]!, normalizePrefix(mixed[2]!), options) : [],
  ]);
  return [...written, ...sounding];
}

/** The word that the prefix leads to though it is typed otherwise: what begins with that is meant as well. */
function aliasTargets(prefix: string, [first]: readonly string[]): string[] {
  return first !== undefined && !first.startsWith(prefix) ? [first] : [];
}

async function suggestEach(lexicon: Lexicon, prefixes: readonly string[], limit: number, options: Options) {
  const lists = await Promise.all(prefixes.map((prefix) => lexicon.suggest(prefix, limit, options)));
  return lists.flat();
}

/** Words of which a reading is spelled so, most popular first; where jyutping finds some, only with n and l as one. */
async function suggestSpelled(
  lexicon: Lexicon,
  prefix: string,
  found: readonly string[],
  limit: number,
  options: Options,
): Promise<readonly string[]> {
  if (MAY_HAVE_TONES.test(prefix)) return [];
  const typed = normalizePrefix(prefix);
  const spelled = jyutpingSpelled(typed).filter((jyutping) => jyutping !== typed);
  const isJyutping = found.length > 1;
  const meant = isJyutping ? spelled.filter((jyutping) => differsByMergedInitials(typed, jyutping)) : spelled;
  if (meant.length === 0) return [];
  const words = [...new Set(await suggestEach(lexicon, meant, limit, options))];
  const lookups = await lexicon.lookup(words);
  const rankOf = (word: string) => lookups.get(word)?.entry.rank ?? Number.POSITIVE_INFINITY;
  return words.sort((a, b) => rankOf(a) - rankOf(b));
}

/** Words that begin with the characters and go on with the sound: 開s leads to 開心. */
async function suggestMixed(lexicon: Lexicon, characters: string, sound: string, { vulgar }: Options) {
  const { words } = await lexicon.page({
    words: { themeScope: 'tagged', starts: characters, ...(vulgar ? {} : { vulgar }) },
    sound: {},
    order: { by: 'popularity' },
    start: { offset: 0 },
    limit: MAX_MIXED_WORDS,
    facets: [],
  });
  const prefixes = [sound, ...(MAY_HAVE_TONES.test(sound) ? [] : jyutpingSpelled(sound))];
  const skipped = Array.from(characters).length;
  const continues = (jyutping: string) => {
    const rest = jyutping.split(' ').slice(skipped).join(' ');
    return rest !== '' && prefixes.some((prefix) => prefixMatchesReading(prefix, rest));
  };
  return words.flatMap(({ entry }) => (entry.readings.some(({ jyutping }) => continues(jyutping)) ? [entry.char] : []));
}
