import { computed, signal } from '@preact/signals';
import { type Slot, slot } from '../app/slot.ts';
import { splitDraft } from './draft.ts';
import type { Facet, Selections } from './entry.ts';
import { isEmpty, type SearchCriteria } from './plan.ts';
import { isHan, parseQuery, piecesOf, type Query } from './query-parser.ts';

/** State of the search field: the chips, the draft after them, the selected facet values, and the slot in the lyrics. */

/** Texts of the completed terms. */
export const chips = signal<readonly string[]>([]);
/** The text that is being typed. */
export const draft = signal('');
export const selections = signal<Selections>({});
/** Whether a typed search is restricted to words that fit the melody at the slot. */
export const fitOnly = signal(false);

export const SLOT_USES = ['melody', 'rhyme', 'meaning', 'length'] as const;
export type SlotUse = (typeof SLOT_USES)[number];
/** Which properties of the slot are searched for while nothing is typed. */
export const slotUses = signal<ReadonlySet<SlotUse>>(new Set(SLOT_USES));

export const typedQuery = computed<Query>(() => parseQuery(textWith(draft.value)));

function textWith(open: string): string {
  return chips.value.map((chip) => `${chip} `).join('') + open;
}

/** Whether the field has a complete term. */
export const isTyped = computed(() => typedQuery.value.terms.some(({ kind }) => kind !== 'unfinished'));

/** The current search; undefined when the field is empty and no slot is selected. */
export const criteria = computed<SearchCriteria | undefined>(() => {
  const chosen = selections.value;
  if (isTyped.value) {
    const fittingCodes = fitOnly.value ? (slot.value?.codeOptions ?? []) : [];
    return { query: typedQuery.value, selections: chosen, fittingCodes };
  }
  const slotCriteria = slot.value ? criteriaOfSlot(slot.value, slotUses.value, chosen) : undefined;
  if (slotCriteria && !isEmpty(slotCriteria)) return slotCriteria;
  const fieldCriteria: SearchCriteria = { query: typedQuery.value, selections: chosen, fittingCodes: [] };
  return isEmpty(fieldCriteria) ? undefined : fieldCriteria;
});

/** Most codes in a URL; beyond that the search uses the moves, which are equivalent. */
const MAX_LISTED_CODES = 300;

/** The search for a slot: its melody, its rhyme if it ends a line, the meaning and length of its word. */
export function criteriaOfSlot(targetSlot: Slot, uses: ReadonlySet<SlotUse>, chosen: Selections): SearchCriteria {
  const { word, moves, endsLine, rhymeChar, codeOptions } = targetSlot;
  const terms: string[] = [];
  if (uses.has('length') && !chosen.length?.length) terms.push(`${[...word].length}字`);
  if (uses.has('rhyme') && endsLine && rhymeChar !== null && isHan(rhymeChar)) terms.push(`=${rhymeChar}`);
  if (uses.has('meaning') && isHan(word)) terms.push(`~~${word}`);
  const areCodesListed = codeOptions.length <= MAX_LISTED_CODES;
  if (uses.has('melody') && !areCodesListed) terms.push(moves);
  return {
    query: parseQuery(`${terms.join(' ')} `),
    selections: chosen,
    fittingCodes: uses.has('melody') && areCodesListed ? codeOptions : [],
  };
}

/** Turns the completed terms of the text into chips; the rest stays as the draft. */
export function updateDraft(text: string): void {
  const { done, open } = splitDraft(text);
  if (done.length > 0) chips.value = [...chips.value, ...done];
  draft.value = open;
}

export function commitDraft(): void {
  const pieces = piecesOf(draft.value);
  if (pieces.length === 0) return;
  chips.value = [...chips.value, ...parseQuery(`${pieces.join(' ')} `).terms.map(({ source }) => source)];
  draft.value = '';
}

export function removeChip(index: number): void {
  chips.value = chips.value.filter((_, i) => i !== index);
}

/** Moves a chip back into the draft; the previous draft becomes a chip. */
export function editChip(index: number): void {
  const text = chips.value[index];
  if (text === undefined) return;
  removeChip(index);
  commitDraft();
  draft.value = text;
}

export function replaceChip(index: number, text: string): void {
  chips.value = chips.value.map((chip, i) => (i === index ? text : chip));
}

/** Replaces the field's content. */
export function searchFor(text: string): void {
  const { terms } = parseQuery(`${text} `);
  chips.value = terms.map(({ source }) => source);
  draft.value = '';
}

/** Applies a widened search. */
export function applyCriteria(text: string, widened: SearchCriteria): void {
  searchFor(text);
  selections.value = widened.selections;
  fitOnly.value = widened.fittingCodes.length > 0;
}

export function clearAll(): void {
  chips.value = [];
  draft.value = '';
  selections.value = {};
  fitOnly.value = false;
}

export function toggleValue(facet: Facet, value: string): void {
  const chosen = selections.value[facet] ?? [];
  const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
  selections.value = { ...selections.value, [facet]: next };
}

export function toggleSlotUse(use: SlotUse): void {
  const next = new Set(slotUses.value);
  if (!next.delete(use)) next.add(use);
  slotUses.value = next;
}
