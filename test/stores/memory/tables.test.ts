import { describe, expect, it } from '@jest/globals';
import type { Kind } from '../../../src/lexicon/entry.ts';
import {
  createEntrySet,
  type EntrySet,
  intersection,
  slice,
  union,
  withoutIds,
  writeIds,
} from '../../../src/stores/memory/columns/entry-set.ts';
import { linesToBytes, memoryLexicon } from '../../../src/stores/memory/memory-store.ts';
import { orderedValues } from '../../../src/stores/memory/query/facet-counts.ts';
import { entryLines, smallManifest } from '../../contract/small-lexicon.ts';
import fc from '../../support/fast-check.ts';

describe('sets of entries', () => {
  /** Large enough that a few ids are a list and many are bits. */
  const SIZE = 1000;
  const idSet = fc
    .oneof(
      fc.uniqueArray(fc.nat(SIZE - 1), { maxLength: 25 }),
      fc.uniqueArray(fc.nat(SIZE - 1), { minLength: 100, maxLength: 600 }),
    )
    .map((ids) => new Set(ids));
  const setOf = (ids: ReadonlySet<number>) => createEntrySet(Uint32Array.from(ids).sort(), SIZE);
  const idsOf = (set: EntrySet) => slice(set, 0, SIZE);
  const sorted = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b);

  describe('sets of entries', () => {
    it('intersect and unite as sets do, whichever form they have', () => {
      fc.assert(
        fc.property(fc.array(idSet, { minLength: 1, maxLength: 6 }), (sets) => {
          const both = intersection(sets.map(setOf), SIZE);
          const either = union(sets.map(setOf), SIZE);
          const [first, ...rest] = sets;
          const inAll = sorted([...first!].filter((id) => rest.every((set) => set.has(id))));
          const inAny = sorted(new Set(sets.flatMap((set) => [...set])));
          expect([idsOf(both), both.count]).toEqual([inAll, inAll.length]);
          expect([idsOf(either), either.count]).toEqual([inAny, inAny.length]);
        }),
      );
    });

    it('give their ids in order, and leave some out', () => {
      fc.assert(
        fc.property(idSet, fc.array(fc.nat(SIZE - 1), { maxLength: 30 }), (ids, removed) => {
          const set = setOf(ids);
          const written = new Uint32Array(SIZE);
          const count = writeIds(set, written);
          expect([...written.subarray(0, count)]).toEqual(sorted(ids));
          const rest = withoutIds(set, removed);
          const remaining = sorted([...ids].filter((id) => !removed.includes(id)));
          expect([idsOf(rest), rest.count]).toEqual([remaining, remaining.length]);
          // The set itself is shared and stays.
          expect(idsOf(set)).toEqual(sorted(ids));
        }),
      );
    });
  });
});

describe('the order of a facet’s values', () => {
  it('is by count, few and many alike, then by place; what nothing has is left out', () => {
    const counts = Uint32Array.from([3, 1000, 0, 255, 256, 3, 70_000, 1000]);
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    expect(orderedValues(names, counts, false).map(({ value, count }) => `${value} ${count}`)).toEqual([
      'g 70000',
      'b 1000',
      'h 1000',
      'e 256',
      'd 255',
      'a 3',
      'f 3',
    ]);
  });

  it('is by number for lengths', () => {
    expect(orderedValues(['1', '2', '10'], Uint32Array.from([5, 900, 7]), true)).toEqual([
      { value: 1, count: 5 },
      { value: 2, count: 900 },
      { value: 10, count: 7 },
    ]);
  });

  it('is what sorting would give, for any counts', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.nat(4), fc.nat(600), fc.nat(2_000_000)), { maxLength: 400 }), (list) => {
        const names = list.map((_, i) => String(i).padStart(3, '0'));
        const sorted = list
          .map((count, i) => ({ value: names[i]!, count }))
          .filter(({ count }) => count > 0)
          .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
        expect(orderedValues(names, Uint32Array.from(list), false)).toEqual(sorted);
      }),
    );
  });
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
