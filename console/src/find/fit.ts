import type { Slot } from '../app/slot.ts';
import type { Entry } from './entry.ts';

/** Whether a word can be sung at a slot: `fits`, or `clashes`; undefined where the melody asks nothing or the length differs. */
export type Fit = 'fits' | 'clashes';

export function fitOf({ code }: Pick<Entry, 'code'>, slot: Pick<Slot, 'codeOptions'> | null): Fit | undefined {
  const [first] = slot?.codeOptions ?? [];
  if (first === undefined || first.length !== code.length) return undefined;
  return slot?.codeOptions.includes(code) ? 'fits' : 'clashes';
}
