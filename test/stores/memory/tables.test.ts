import { describe, expect, it } from '@jest/globals';
import type { Kind } from '../../../src/lexicon/entry.ts';
import {
  createEntrySet,
  type EntrySet,
  intersection,
  slice,
  union,
  withoutIds,
} from '../../../src/stores/memory/columns/entry-set.ts';
import { linesToBytes, memoryLexicon } from '../../../src/stores/memory/memory-store.ts';
import { entryLines, smallManifest } from '../../contract/small-lexicon.ts';
import fc from '../../support/fast-check.ts';

it('sets of entries intersect, unite, lose ids and are counted as sets do, whether they are lists or bits', () => {
  // Large enough that a few ids are a list and many are bits.
  const size = 1000;
  const ids = (constraints: object) => fc.uniqueArray(fc.nat(size - 1), constraints).map((one) => new Set(one));
  const idSet = fc.oneof(ids({ maxLength: 25 }), ids({ minLength: 100, maxLength: 600 }));
  const setOf = (one: ReadonlySet<number>) => createEntrySet(Uint32Array.from(one).sort(), size);
  const shown = (set: EntrySet) => [slice(set, 0, size), set.count];
  const expected = (found: Iterable<number>) => {
    const sorted = [...found].sort((a, b) => a - b);
    return [sorted, sorted.length];
  };
  fc.assert(
    fc.property(fc.array(idSet, { minLength: 2, maxLength: 6 }), (sets) => {
      const [first, second, ...rest] = sets as [Set<number>, Set<number>, ...Set<number>[]];
      const a = setOf(first);
      const both = first.intersection(second);
      const inAll = [...both].filter((id) => rest.every((set) => set.has(id)));
      expect(shown(intersection(sets.map(setOf), size))).toEqual(expected(inAll));
      expect(shown(union(sets.map(setOf), size))).toEqual(expected(new Set(sets.flatMap((set) => [...set]))));
      expect(shown(withoutIds(a, [...second]))).toEqual(expected(first.difference(second)));
      // The set itself is shared and stays.
      expect(shown(a)).toEqual(expected(first));
    }),
  );
});

describe('the index of prefixes', () => {
  /** The four forms of a reading that a prefix can match: toned and toneless, spaced and joined. */
  function prefixForms(jyutping: string): string[] {
    const toneless = jyutping.replace(/[1-6]/g, '');
    return [...new Set([jyutping, jyutping.replaceAll(' ', ''), toneless, toneless.replaceAll(' ', '')])];
  }

  /** As many entries begin with each syllable as the tables of prefixes need, and more than they hold. */
  const SYLLABLES = ['hoi1', 'hoi2', 'hou2', 'soeng1', 'soeng2', 'ji4', 'jiu1', 'm4'];
  const FIRST_HAN = 0x4e00;

  function numberedLines() {
    const [template] = entryLines();
    return Array.from({ length: 800 }, (_, rank) => {
      const jyutping = [0, 1, 2].map(
        (place) => SYLLABLES[Math.floor(rank / SYLLABLES.length ** place) % SYLLABLES.length],
      );
      const char = String.fromCodePoint(FIRST_HAN + rank, FIRST_HAN + 2000, FIRST_HAN + 2001);
      const readings = [{ ...template!.readings[0]!, jyutping: jyutping.join(' ') }];
      const spelling = rank % 7 === 3 ? { variant_of: '海' } : {};
      const kind = rank % 5 === 0 ? 'specialist' : rank % 5 === 1 ? 'phrase' : 'word';
      return { ...template!, char, rank, readings, aliases: [], vulgar: false, kind: kind as Kind, ...spelling };
    });
  }

  describe('suggestions to jyutping', () => {
    const lines = numberedLines();
    const lexicon = memoryLexicon(smallManifest(), linesToBytes(lines), Buffer.alloc(0));
    const naiveSuggestions = (prefix: string, limit: number) =>
      lines
        .filter((line) => !('variant_of' in line))
        .filter(({ readings: [reading] }) => prefixForms(reading!.jyutping).some((form) => form.startsWith(prefix)))
        .toSorted((a, b) => Number(a.kind === 'specialist') - Number(b.kind === 'specialist'))
        .slice(0, limit)
        .map(({ char }) => char);

    it('are the most popular words with a reading that begins so and no other spellings, specialist entries last, however much is typed', async () => {
      const typed = fc
        .tuple(fc.array(fc.constantFrom(...SYLLABLES), { minLength: 1, maxLength: 3 }), fc.nat(12), fc.nat(3))
        .map(
          ([syllables, length, form]) =>
            prefixForms(syllables.join(' '))
              .at(form % 4)
              ?.slice(0, length + 1)
              .trim() ?? 'm',
        );
      await fc.assert(
        fc.asyncProperty(typed, fc.constantFrom(1, 10, 50, 200), async (prefix, limit) => {
          expect([prefix, await lexicon.suggest(prefix, limit, { vulgar: true })]).toEqual([
            prefix,
            naiveSuggestions(prefix, limit),
          ]);
        }),
        { numRuns: 200 },
      );
    });
  });
});
