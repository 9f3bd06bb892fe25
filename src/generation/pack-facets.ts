import { compareCodePoints } from '../lexicon/code-points.ts';
import { type Facet, facetRow, isReadingFacet } from '../lexicon/facets.ts';
import type { EntryLine } from '../lexicon/formats.ts';
import { nameList } from '../lexicon/packed-arrays.ts';
import type { PackedLexicon } from './packed-lexicon.ts';
import { numberList } from './postings.ts';

/** Packs the values of facets: each a number, the index of its name in the order of names. */

export function valueOrder(facet: Facet): (a: string, b: string) => number {
  return facetRow(facet).order === 'number' ? (a, b) => Number(a) - Number(b) : compareCodePoints;
}

/** The further values of rows (those beside the row's own), as numbers of names. */
interface FinishedFurther {
  readonly furtherRows: Uint32Array;
  readonly further: Uint16Array;
}

interface FinishedColumn extends FinishedFurther {
  /** In the order of the facet's values; the number of a name is its index. */
  readonly names: readonly string[];
  readonly cells: Uint16Array;
}

/** The cells and names of each facet under the names that they have in {@link PackedLexicon}. */
export function facetColumns<F extends Facet>(
  columns: readonly { readonly facet: F; readonly column: { finish(): FinishedColumn } }[],
) {
  const arrays = columns.flatMap(({ facet, column }) => {
    const { names, cells, furtherRows, further } = column.finish();
    return [
      [`${facet}Names`, names],
      [facet, cells],
      ...(isReadingFacet(facet)
        ? []
        : [
            [`${facet}FurtherEntries`, furtherRows],
            [`${facet}Further`, further],
          ]),
    ];
  });
  return Object.fromEntries(arrays) as Pick<
    PackedLexicon,
    Extract<F | `${F}Names` | `${F}Further` | `${F}FurtherEntries`, keyof PackedLexicon>
  >;
}

/** A column of names. @param offset 1 where a cell of 0 stands for no name */
export function namedColumn(compare: (a: string, b: string) => number, offset: 0 | 1) {
  const names = sortedNameList(compare);
  const cells = numberList();
  const further = furtherList(names.id);
  return {
    /** Further values of the row that was added last. */
    addFurther: (values: readonly (string | number)[]) => further.add(cells.length - 1, values),
    add: (value: string | number | undefined) => cells.push(value === undefined ? 0 : names.id(String(value)) + offset),
    finish(): FinishedColumn {
      const { names: sortedNames, sorted } = names.finish();
      const packed = cells.toUint16();
      for (let at = 0; at < packed.length; at++)
        if (packed[at]! >= offset) packed[at] = sorted[packed[at]! - offset]! + offset;
      return { names: sortedNames, cells: packed, ...further.finish(sorted) };
    },
  };
}

/** The tagged and the inferred themes of each word, and those under which it is listed besides. */
export function themeLists() {
  const names = sortedNameList();
  const [tagged, inferred] = [themeList(names.id), themeList(names.id)];
  const further = furtherList(names.id);
  return {
    /** @param listed the tagged themes and those under which the word is listed besides */
    add({ themes, themes_inferred }: EntryLine['affect'], listed: readonly (string | number)[]) {
      further.add(tagged.starts.length - 1, listed.slice(themes.length));
      tagged.add(themes);
      inferred.add(themes_inferred);
    },
    finish() {
      const { names: themes, sorted } = names.finish();
      const { furtherRows, further: furtherThemes } = further.finish(sorted);
      return {
        themes,
        taggedStarts: tagged.starts.toUint32(),
        taggedThemes: tagged.finish(sorted),
        inferredStarts: inferred.starts.toUint32(),
        inferredThemes: inferred.finish(sorted),
        themeFurtherEntries: furtherRows,
        themeFurther: furtherThemes,
      };
    },
  };
}

/** Some themes of each word: those of word `w` are from `starts[w]` on. */
function themeList(idOf: (name: string) => number) {
  const [starts, cells] = [numberList(), numberList()];
  starts.push(0);
  return {
    starts,
    add(themes: readonly string[]) {
      for (const theme of themes) cells.push(idOf(theme));
      starts.push(cells.length);
    },
    finish: (sorted: Uint32Array) => cells.toUint16().map((id) => sorted[id]!),
  };
}

/** Values of rows besides their own. */
function furtherList(idOf: (name: string) => number) {
  const [rows, ids] = [numberList(), numberList()];
  return {
    add(row: number, values: readonly (string | number)[]) {
      for (const value of values) {
        rows.push(row);
        ids.push(idOf(String(value)));
      }
    },
    finish: (sorted: Uint32Array): FinishedFurther => ({
      furtherRows: rows.toUint32(),
      further: ids.toUint16().map((id) => sorted[id]!),
    }),
  };
}

/** Numbers names as they appear. `finish` sorts them: `sorted[number]` is the index of the name among the sorted `names`. */
function sortedNameList(compare: (a: string, b: string) => number = compareCodePoints) {
  const { id, names } = nameList();
  return {
    id,
    finish(): { names: string[]; sorted: Uint32Array } {
      const ordered = names().sort(compare);
      const sorted = new Uint32Array(ordered.length);
      for (const [to, name] of ordered.entries()) sorted[id(name)] = to;
      return { names: ordered, sorted };
    },
  };
}
