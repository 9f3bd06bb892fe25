import { FLAGS } from '../../../generation/packed-lexicon.ts';
import type { EntryReader } from '../columns/entry-reader.ts';
import type { LexiconIndex } from '../columns/lexicon-index.ts';

/** Finds the spellings of the same word. */
interface VariantFinder {
  /** The other spellings of `word`, whose usual spelling is `variantOf` if it is not that itself. */
  otherSpellings(word: string, variantOf: string | undefined): readonly string[];
}

export function createVariantFinder({ packed: { flags } }: LexiconIndex, entries: EntryReader): VariantFinder {
  let spellings: Map<string, string[]> | undefined;
  /** Few words have another spelling, so their entries are read when this is first needed. */
  const spellingsOf = (usual: string): readonly string[] => {
    if (!spellings) {
      spellings = new Map();
      for (let id = 0; id < flags.length; id++) {
        if (!(flags[id]! & FLAGS.variant)) continue;
        const { char, variantOf } = entries.entry(id);
        const others = spellings.get(variantOf!);
        if (others) others.push(char);
        else spellings.set(variantOf!, [char]);
      }
    }
    return spellings.get(usual) ?? [];
  };
  return {
    otherSpellings(word, variantOf = word) {
      return [variantOf, ...spellingsOf(variantOf)].filter((spelling) => spelling !== word);
    },
  };
}
