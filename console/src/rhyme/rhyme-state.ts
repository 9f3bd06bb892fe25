import { computed, signal } from '@preact/signals';
import { rhymeReferenceOf, type Slot, slot } from '../app/slot.ts';

/** State of the rhyme panel: the character to rhyme with, and the filters of the endings found. */

/** Text typed into the panel's field; null if nothing was, so that the reference follows the slot. */
export const typedReference = signal<string | null>(null);
/** Whether finals that nearly rhyme are included. */
export const isLoose = signal(false);
/** Lengths of words in characters, 1 to 4, that are shown; an empty list shows all. Lines mostly end on short words. */
export const lengths = signal<readonly number[]>([1, 2]);

/** The character (or final) to rhyme with: the text typed, else the rhyme of the slot's passage, else the slot's character. */
export const reference = computed(() => typedReference.value ?? referenceOf(slot.value));

function referenceOf(targetSlot: Slot | null): string {
  return targetSlot ? (rhymeReferenceOf(targetSlot) ?? targetSlot.char) : '';
}

/** Shows the rhymes of a word, as if it had been typed. */
export function rhymeWith(word: string): void {
  typedReference.value = word;
}

export function toggleLength(length: number): void {
  const selected = lengths.value;
  lengths.value = selected.includes(length) ? selected.filter((kept) => kept !== length) : [...selected, length];
}

/** Pitch levels (0, 2, 4 or 6, the highest) that fit the relative height of a last note, the best first; none without a note. */
export function levelsFor(melodyEnd: Slot['melodyEnd']): readonly number[] {
  switch (melodyEnd) {
    case 'high':
      return [6];
    case 'mid':
      return [4, 2];
    case 'low':
      return [0, 2];
    default:
      return [];
  }
}
