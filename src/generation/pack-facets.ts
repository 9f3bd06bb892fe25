import { compareCodePoints } from '../lexicon/code-points.ts';
import { type Facet, facetRow, isReadingFacet } from '../lexicon/facets.ts';
import type { EntryLine } from '../lexicon/formats.ts';
import { nameList } from '../lexicon/packed-arrays.ts';
import type { PackedLexicon } from './packed-lexicon.ts';
import { numberList } from './postings.ts';

/**
 * Packs the values of facets. Each value is a number: the index of its name in the sorted list of the facet's names. The emotions of three
 * words, where the first is 喜悅 and is listed under 思念 besides, the second has none, and the third is 悲傷:
 *
 *     emotionNames           ['喜悅', '思念', '悲傷']
 *     emotion                [1, 0, 3]   a cell a word: the index + 1, since 0 stands for none
 *     emotionFurtherEntries  [0]         the words of further values
 *     emotionFurther         [1]         the indices of these values
 *
 * While rows are added the order of names is unknown: each gets an id as it appears, and `finish` puts its index in the place of the id.
 */

export function valueOrder(facet: Facet): (a: string, b: string) => number {
  return facetRow(facet).order === 'number' ? (a, b) => Number(a) - Number(b) : compareCodePoints;
}

type Value = string | number;

/** Values of rows besides their own: value `i` is of the row `furtherRows[i]`, and its name has the index `further[i]`. */
interface PackedFurther {
  readonly furtherRows: Uint32Array;
  readonly further: Uint16Array;
}

interface PackedColumn extends PackedFurther {
  /** In the order of the facet's values. */
  readonly names: readonly string[];
  readonly cells: Uint16Array;
}

interface NamedColumn {
  /** Adds a row; undefined for one without a value. */
  add(value: Value | undefined): void;
  /** Further values of the row that was added last. */
  addFurther(values: readonly Value[]): void;
  finish(): PackedColumn;
}

/** The arrays that {@link PackedLexicon} has for facets. */
type FacetArrays<F extends Facet> = Pick<
  PackedLexicon,
  Extract<F | `${F}Names` | `${F}Further` | `${F}FurtherEntries`, keyof PackedLexicon>
>;

/** The cells and names of each facet under the names that they have in {@link PackedLexicon}. */
export function facetColumns<F extends Facet>(
  columns: readonly { readonly facet: F; readonly column: NamedColumn }[],
): FacetArrays<F> {
  const arrays = columns.flatMap(({ facet, column }) => {
    const { names, cells, furtherRows, further } = column.finish();
    const ownArrays = [
      [`${facet}Names`, names],
      [facet, cells],
    ];
    // The rows of a facet of readings are readings, which have one value each.
    if (isReadingFacet(facet)) return ownArrays;
    return [...ownArrays, [`${facet}FurtherEntries`, furtherRows], [`${facet}Further`, further]];
  });
  return Object.fromEntries(arrays) as FacetArrays<F>;
}

/** A column of names. @param offset 1 where a cell of 0 stands for no name */
export function namedColumn(compare: (a: string, b: string) => number, offset: 0 | 1): NamedColumn {
  const names = sortedNameList(compare);
  const cells = numberList();
  const further = furtherList(names.id);
  return {
    add: (value) => cells.push(value === undefined ? 0 : names.id(String(value)) + offset),
    addFurther: (values) => further.add(cells.length - 1, values),
    finish() {
      const { names: sortedNames, indexOfId } = names.finish();
      const packed = cells.toUint16();
      for (let row = 0; row < packed.length; row++)
        if (packed[row]! >= offset) packed[row] = indexOfId[packed[row]! - offset]! + offset;
      return { names: sortedNames, cells: packed, ...further.finish(indexOfId) };
    },
  };
}

type ThemeArrays = Pick<
  PackedLexicon,
  | 'themes'
  | 'taggedStarts'
  | 'taggedThemes'
  | 'inferredStarts'
  | 'inferredThemes'
  | 'themeFurtherEntries'
  | 'themeFurther'
>;

interface ThemeLists {
  /**
   * Adds a word.
   *
   * @param listed the tagged themes and those under which the word is listed besides
   */
  add(affect: EntryLine['affect'], listed: readonly Value[]): void;
  finish(): ThemeArrays;
}

/** The tagged and the inferred themes of each word, and those under which it is listed besides. */
export function themeLists(): ThemeLists {
  const names = sortedNameList();
  const [tagged, inferred] = [themeList(names.id), themeList(names.id)];
  const further = furtherList(names.id);
  let wordCount = 0;
  return {
    add({ themes, themes_inferred }, listed) {
      further.add(wordCount++, listed.slice(themes.length));
      tagged.add(themes);
      inferred.add(themes_inferred);
    },
    finish() {
      const { names: themes, indexOfId } = names.finish();
      const { furtherRows, further: furtherThemes } = further.finish(indexOfId);
      const [ofTagged, ofInferred] = [tagged.finish(indexOfId), inferred.finish(indexOfId)];
      return {
        themes,
        taggedStarts: ofTagged.starts,
        taggedThemes: ofTagged.cells,
        inferredStarts: ofInferred.starts,
        inferredThemes: ofInferred.cells,
        themeFurtherEntries: furtherRows,
        themeFurther: furtherThemes,
      };
    },
  };
}

interface ThemeList {
  add(themes: readonly string[]): void;
  /** The themes of word `w` are `cells[starts[w]]` to `cells[starts[w + 1] - 1]`. */
  finish(indexOfId: Uint32Array): { readonly starts: Uint32Array; readonly cells: Uint16Array };
}

function themeList(idOf: (name: string) => number): ThemeList {
  const [starts, ids] = [numberList(), numberList()];
  starts.push(0);
  return {
    add(themes) {
      for (const theme of themes) ids.push(idOf(theme));
      starts.push(ids.length);
    },
    finish: (indexOfId) => ({ starts: starts.toUint32(), cells: ids.toUint16().map((id) => indexOfId[id]!) }),
  };
}

interface FurtherList {
  add(row: number, values: readonly Value[]): void;
  finish(indexOfId: Uint32Array): PackedFurther;
}

function furtherList(idOf: (name: string) => number): FurtherList {
  const [rows, ids] = [numberList(), numberList()];
  return {
    add(row, values) {
      for (const value of values) {
        rows.push(row);
        ids.push(idOf(String(value)));
      }
    },
    finish: (indexOfId) => ({
      furtherRows: rows.toUint32(),
      further: ids.toUint16().map((id) => indexOfId[id]!),
    }),
  };
}

interface SortedNameList {
  /** The id of a name: how many others appeared before it. */
  id(name: string): number;
  /** The names in order, and the index of each among them by its id. */
  finish(): { readonly names: readonly string[]; readonly indexOfId: Uint32Array };
}

function sortedNameList(compare: (a: string, b: string) => number = compareCodePoints): SortedNameList {
  const { id, names } = nameList();
  return {
    id,
    finish() {
      const ordered = names().sort(compare);
      const indexOfId = new Uint32Array(ordered.length);
      for (const [index, name] of ordered.entries()) indexOfId[id(name)] = index;
      return { names: ordered, indexOfId };
    },
  };
}
