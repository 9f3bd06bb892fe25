import { compareCodePoints } from '../lexicon/code-points.ts';
import { type Facet, facetRow, isReadingFacet } from '../lexicon/facets.ts';
import type { EntryLine } from '../lexicon/formats.ts';
import { nameList } from '../lexicon/packed-arrays.ts';
import type { PackedLexicon } from './packed-lexicon.ts';
import { type NumberList, numberList } from './postings.ts';

/** Packs the values of facets: each a number, the place of its name in the order of names. */

/** Names as numbers in order of appearance, and afterwards where each of those stands in the order of the names. */
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

export function valueOrder(facet: Facet): (a: string, b: string) => number {
  return facetRow(facet).order === 'number' ? (a, b) => Number(a) - Number(b) : compareCodePoints;
}

/** The further values of rows, as places in the names. */
interface FinishedFurther {
  readonly furtherRows: Uint32Array;
  readonly further: Uint16Array;
}

interface FinishedColumn extends FinishedFurther {
  readonly names: readonly string[];
  readonly cells: Uint16Array;
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
  const lists = [
    { starts: numberList(), cells: numberList() },
    { starts: numberList(), cells: numberList() },
  ] as const;
  const further = furtherList(names.id);
  for (const { starts } of lists) starts.push(0);
  const addTo = ({ starts, cells }: { starts: NumberList; cells: NumberList }, themes: readonly string[]) => {
    for (const theme of themes) cells.push(names.id(theme));
    starts.push(cells.length);
  };
  return {
    /** @param listed the tagged themes and those under which the word is listed besides */
    add({ themes: tagged, themes_inferred: inferred }: EntryLine['affect'], listed: readonly (string | number)[]) {
      further.add(lists[0].starts.length - 1, listed.slice(tagged.length));
      addTo(lists[0], tagged);
      addTo(lists[1], inferred);
    },
    finish() {
      const { names: themes, sorted } = names.finish();
      const { furtherRows, further: furtherThemes } = further.finish(sorted);
      const toSortedIds = (cells: NumberList) => cells.toUint16().map((id) => sorted[id]!);
      return {
        themes,
        taggedStarts: lists[0].starts.toUint32(),
        taggedThemes: toSortedIds(lists[0].cells),
        inferredStarts: lists[1].starts.toUint32(),
        inferredThemes: toSortedIds(lists[1].cells),
        themeFurtherEntries: furtherRows,
        themeFurther: furtherThemes,
      };
    },
  };
}
