import { describe, expect, it } from '@jest/globals';
import characters from '../../data/typed/characters.json' with { type: 'json' };
import simplified from '../../data/typed/simplified.json' with { type: 'json' };
import type { EntryLine } from '../../src/lexicon/formats.ts';
import { listedWords } from '../../src/lexicon/listed-words.ts';
import { nearbyWords, suggestWords } from '../../src/lexicon/suggest-words.ts';
import { writtenForms } from '../../src/lexicon/typed-words.ts';
import { createWordPacker } from '../../src/lexicon/word-packer.ts';
import { linesToBytes, memoryLexicon } from '../../src/stores/memory/memory-store.ts';
import { entryLines, smallManifest } from '../contract/small-lexicon.ts';
import { smallLexicon } from '../contract/small-lexicon-meanings.ts';
import { describeFunctions, type FunctionTable } from '../support/function-tables.ts';

/** Words in order of popularity, `word reading gloss of it`, from some rank on; those between are of another sound and meaning. */
function lexiconOf(words: readonly string[], from = 0) {
  const [template] = entryLines();
  const parts = words.map((text) => {
    const [chars = '', reading = '', ...gloss] = text.split(' ');
    // A run of `/` is of words that differ in their character alone.
    return chars
      .split('/')
      .map((char) => ({ char, jyutping: reading.replaceAll('_', ' '), definition: gloss.join(' ') }));
  });
  const placed = new Map(parts.flat().map((word, i) => [i + from, word]));
  const lines = Array.from({ length: placed.size + from }, (_, rank): EntryLine => {
    const unknown = { char: String.fromCodePoint(0x20000 + rank), jyutping: 'zoek3', definition: '' };
    const { char, jyutping, definition } = placed.get(rank) ?? unknown;
    const readings = [{ ...template!.readings[0]!, jyutping }];
    return { ...template!, char, definition, readings, rank, aliases: [], vulgar: false };
  });
  return memoryLexicon(smallManifest(), linesToBytes(lines), Buffer.alloc(0));
}

interface SuggestedTable extends FunctionTable {
  readonly words?: readonly string[];
  readonly from?: number;
}

describeFunctions<SuggestedTable>('suggested-words', ({ words = [], from }) => ({
  suggested: async (prefix: string, limit: number) =>
    (await suggestWords(lexiconOf(words, from), prefix, limit, { vulgar: undefined })).join(''),
  async near(text: string) {
    const packer = createWordPacker();
    for (const line of entryLines()) packer.add(line);
    const words = listedWords(packer.finish());
    return nearbyWords(text, 3, { ...smallLexicon(), wordTable: async () => words });
  },
}));

describe('the tables of typed characters', () => {
  it('list each form once, for one character that is not itself', () => {
    const forms = characters.map(({ typed }) => typed);
    expect(new Set(forms).size).toBe(forms.length);
    expect(characters.filter(({ typed, written }) => typed === written || Array.from(written).length !== 1)).toEqual(
      [],
    );
  });

  it('lead from simplified characters to others that are none', () => {
    const pairs = Object.entries(simplified);
    expect(pairs.filter(([from, to]) => from === to || to in simplified || Array.from(from + to).length !== 2)).toEqual(
      [],
    );
  });
});

it('words as they are typed are not tried in all combinations', () => {
  expect(writtenForms('野野野野野野').length).toBeLessThanOrEqual(8);
});
