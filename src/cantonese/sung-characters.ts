import { lineUnits } from './line-units.ts';

/** What is sung begins with a letter or digit of any script; spaces and punctuation are not sung. */
const SUNG = /^[\p{L}\p{N}]/u;

/** @param unit one of {@link lineUnits} */
export function isSung(unit: string): boolean {
  return SUNG.test(unit);
}

/** Places of a line that take a note each. */
export function countSung(line: string): number {
  return lineUnits(line).filter(isSung).length;
}

/** Index, in code points, at which each sung place of a line begins. */
export function sungPlaces(line: string): number[] {
  const places: number[] = [];
  let index = 0;
  for (const unit of lineUnits(line)) {
    if (isSung(unit)) places.push(index);
    index += Array.from(unit).length;
  }
  return places;
}
