import { computed, signal } from '@preact/signals';
import { rhymeReferenceOf, type Slot, slot } from '../app/slot.ts';

/** Endings that rhyme, by the pitch of their last syllable. */

/** What was typed; null follows the slot. */
export const typedReference = signal<string | null>(null);
export const isLoose = signal(false);
/** Lengths in characters that are kept; none keeps all. Lines mostly end on short words. */
export const lengths = signal<readonly number[]>([1, 2]);

/** The character to rhyme with: what was typed, else what the line's end ought to rhyme with, else the character there. */
export const reference = computed(() => typedReference.value ?? referenceOf(slot.value));

function referenceOf(targetSlot: Slot | null): string {
  return targetSlot ? (rhymeReferenceOf(targetSlot) ?? targetSlot.char) : '';
}

/** Asks for the rhymes of a word. */
export function rhymeWith(word: string): void {
  typedReference.value = word;
}

export function toggleLength(length: number): void {
  const selected = lengths.value;
  lengths.value = selected.includes(length) ? selected.filter((one) => one !== length) : [...selected, length];
}

/** The pitch levels that fit a last note that lies so high. */
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
