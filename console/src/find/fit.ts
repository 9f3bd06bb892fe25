import type { Slot } from '../app/slot.ts';
import type { Entry } from './entry.ts';

/** Whether a word can be sung at a slot: `fits`, or `clashes`; undefined where the melody asks nothing or the length differs. */
export type Fit = 'fits' | 'clashes';

export function fitOf({ code }: Pick<Entry, 'code'>, slot: Pick<Slot, 'codeOptions'> | null): Fit | undefined {
  const options = slot?.codeOptions.filter((option) => option.length === code.length) ?? [];
  if (options.length === 0) return undefined;
  return options.includes(code) ? 'fits' : 'clashes';
}
