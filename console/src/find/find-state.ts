import { computed, signal } from '@preact/signals';
import { type Slot, slot } from '../app/slot.ts';
import { splitDraft } from './draft.ts';
import type { Facet, Selections } from './entry.ts';
import { isEmpty, type SearchCriteria } from './plan.ts';
import { isHan, parseQuery, piecesOf, type Query } from './query-parser.ts';

/** What the writer has asked for: the chips, what is being typed after them, the chosen facets, and the slot in the lyrics. */

/** Texts of the terms that are done. */
export const chips = signal<readonly string[]>([]);
/** What is being typed. */
export const draft = signal('');
export const selections = signal<Selections>({});
/** Whether a typed search keeps to what fits the melody at the slot. */
export const fitOnly = signal(false);

export const SLOT_USES = ['melody', 'rhyme', 'meaning', 'length'] as const;
export type SlotUse = (typeof SLOT_USES)[number];
/** What the slot demands while nothing is typed. */
export const slotUses = signal<ReadonlySet<SlotUse>>(new Set(SLOT_USES));

export const typedQuery = computed<Query>(() => parseQuery(textWith(draft.value)));

function textWith(open: string): string {
  return chips.value.map((chip) => `${chip} `).join('') + open;
}

/** Whether the field asks for anything yet. */
export const isTyped = computed(() => typedQuery.value.terms.some(({ kind }) => kind !== 'unfinished'));

/** What is looked for now; undefined where nothing is asked and no slot is chosen. */
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

/** Most codes that are listed in an address; beyond them the moves say the same. */
const MAX_LISTED_CODES = 300;

/** The demands that a slot makes, as a query: its melody, its rhyme at a line's end, the meaning and length of its word. */
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

/** Takes what is typed into chips: all of it, or all but the piece that is still open. */
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

/** Opens a chip again for typing; what was being typed becomes one. */
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

/** Puts a whole text into the field. */
export function searchFor(text: string): void {
  const { terms } = parseQuery(`${text} `);
  chips.value = terms.map(({ source }) => source);
  draft.value = '';
}

/** Takes over a wider search. */
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
