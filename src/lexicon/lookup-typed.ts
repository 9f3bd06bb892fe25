import type { Lexicon, Lookup } from './store.ts';
import { likelyCharacter, spokenCharacter } from './typed-words.ts';

export interface TypedLookup extends Lookup {
  /** Headwords that may be meant instead. */
  readonly seeAlso: string[];
}

/**
 * The entry that a typed word leads to. A simplified character that is a rare word of its own leads to what is most likely meant
 * (后 to 後), unless it is asked for as it is.
 *
 * @param literal takes the word as it is
 */
export async function lookUpTyped(text: string, lexicon: Lexicon, literal = false): Promise<TypedLookup | undefined> {
  const likely = literal ? undefined : likelyCharacter(text);
  const other = likely ?? likelyCharacter(text) ?? spokenCharacter(text);
  const lookups = await lexicon.lookup(other === undefined ? [text] : [text, other]);
  const own = lookups.get(text);
  const otherEntry = other === undefined ? undefined : lookups.get(other)?.entry;
  if (likely !== undefined && otherEntry && otherEntry.char !== own?.entry.char)
    return { entry: otherEntry, normalizedFrom: text, seeAlso: own ? [own.entry.char] : [] };
  if (!own) return undefined;
  const isAnother = otherEntry !== undefined && otherEntry.char !== own.entry.char;
  return { ...own, seeAlso: isAnother ? [otherEntry.char] : [] };
}
