import { computed, signal } from '@preact/signals';
import type { Facet } from '../../../src/lexicon/facets.ts';
import { type Relaxation, rhymeReferenceOf, type Slot, slot, songTheme } from '../app/slot.ts';
import { keptSetting, readStorage, writeStorage } from '../app/storage.ts';
import type { Selections } from './facets.ts';
import { isEmpty, MAX_LISTED_CODES, type SearchCriteria } from './plan.ts';
import {
  expandMixed,
  finishedPart,
  isHan,
  parseQuery,
  piecesOf,
  type Query,
  readPiece,
  takeFilters,
} from './query-parser.ts';

/** State of the search field: the chips of filters, the text, the selected facet values, and the slot in the lyrics. */

/** Texts of the completed filters. */
export const chips = signal<readonly string[]>([]);
/** The text: what is looked for, and the filter that is being typed. */
export const draft = signal('');
export const selections = signal<Selections>({});
/** Whether typed searches find only words that fit the melody at the slot. */
export const fitOnly = signal(false);

const SLOT_USES = ['melody', 'rhyme', 'theme', 'meaning', 'length'] as const;
export type SlotUse = (typeof SLOT_USES)[number];

/** A word to be written next, the last word of a line that is to rhyme, or any other. */
type SlotKind = 'next' | 'end' | 'inside';

/** Properties of the slot that are searched for while nothing is typed, unless the writer chooses others. */
const DEFAULT_USES: Readonly<Record<SlotKind, readonly SlotUse[]>> = {
  next: ['melody', 'rhyme', 'theme'],
  end: ['melody', 'rhyme', 'theme', 'length'],
  inside: ['melody', 'meaning', 'length'],
};

const chosenUses = signal<Partial<Record<SlotKind, readonly SlotUse[]>>>({});
/** Lengths of the next word that the writer has chosen; empty for those that suit the place. */
const chosenLengths = signal<readonly number[]>([]);

/** The change that the writer has chosen at a place where no word fits, by its place. */
const chosenRelaxation = signal<{ readonly place: string; readonly index: number } | null>(null);

const placeKey = ({ lineIndex, wordStart, word }: Slot) => `${lineIndex} ${wordStart} ${word}`;

export function relaxationOf(target: Slot): Relaxation | undefined {
  const chosen = chosenRelaxation.value;
  return chosen?.place === placeKey(target) ? target.relaxations[chosen.index] : undefined;
}

export function toggleRelaxation(target: Slot, index: number): void {
  const isChosen = relaxationOf(target) === target.relaxations[index];
  chosenRelaxation.value = isChosen ? null : { place: placeKey(target), index };
}

function kindOf({ word, endsLine, rhymeChar }: Slot): SlotKind {
  if (word === '') return 'next';
  return endsLine && rhymeChar !== null ? 'end' : 'inside';
}

/** The properties of a slot that are searched for. */
export function usesOf(target: Slot): ReadonlySet<SlotUse> {
  const kind = kindOf(target);
  return new Set(chosenUses.value[kind] ?? DEFAULT_USES[kind]);
}

/** The properties that can be searched for at a slot. */
export function availableUses(target: Slot, theme: string): readonly SlotUse[] {
  const { word, codeOptions, rhymeChar, endsLine } = target;
  return SLOT_USES.filter((use) => {
    if (use === 'melody') return codeOptions.length > 0;
    if (use === 'rhyme') return rhymeChar !== null && (word === '' ? lengthsEndLine(target) : endsLine);
    if (use === 'theme') return theme !== '' && kindOf(target) !== 'inside';
    return word !== '';
  });
}

/**
 * The lengths of the next word that are searched for. Unless the writer has chosen: where two notes or fewer are left, the word that
 * ends the line with its rhyme; before that those that leave notes for it. Single characters are mostly particles, which nobody looks
 * for and which cannot begin a line: they come where nothing longer fits.
 */
export function lengthsOf({ nextWords, rhymeChar }: Slot): readonly number[] {
  const possible = nextWords.map(({ length }) => length);
  const chosen = chosenLengths.value.filter((length) => possible.includes(length));
  if (chosen.length > 0) return chosen;
  const longer = nextWords.filter(({ length, codes }) => length > 1 && codes.length > 0).map(({ length }) => length);
  const usual = longer.length > 0 ? longer : possible;
  const last = nextWords.find(({ endsLine }) => endsLine)?.length;
  if (last === undefined || rhymeChar === null) return usual;
  return last <= 2 ? [last] : usual.filter((length) => length < last);
}

/** Only a search for words that all end the line can ask for its rhyme. */
function lengthsEndLine(target: Slot): boolean {
  const lengths = lengthsOf(target);
  return target.nextWords.every(({ length, endsLine }) => endsLine || !lengths.includes(length));
}

const typedQuery = computed<Query>(() => parseQuery(textWith(draft.value)));

function textWith(open: string): string {
  return chips.value.map((chip) => `${chip} `).join('') + open;
}

/** The query of chips and text, without the piece that is still being typed. */
export const finishedQuery = computed<Query>(() => parseQuery(textWith(`${finishedPart(draft.value)} `)));

/** Whether the field has a complete term. */
export const isTyped = computed(() => typedQuery.value.terms.some(({ kind }) => kind !== 'unfinished'));

const vulgar = keptSetting('lexicon.vulgar', ['false', 'true']);
/** Whether vulgar words are shown too. */
export const showsVulgar = computed(() => vulgar.value === 'true');

export function toggleVulgar(): void {
  vulgar.value = showsVulgar.value ? 'false' : 'true';
}

/** The current search; undefined when the field is empty and no slot is selected. */
export const criteria = computed<SearchCriteria | undefined>(() => {
  const wanted = wantedCriteria();
  return wanted && { ...wanted, hidesVulgar: !showsVulgar.value };
});

function wantedCriteria(): SearchCriteria | undefined {
  const chosen = selections.value;
  if (isTyped.value) {
    const fittingCodes = fitOnly.value ? (slot.value?.codeOptions ?? []) : [];
    return { query: typedQuery.value, selections: chosen, fittingCodes };
  }
  const slotCriteria = slot.value ? criteriaOfSlot(slot.value, chosen, songTheme.value) : undefined;
  if (slotCriteria && !isEmpty(slotCriteria)) return slotCriteria;
  const fieldCriteria: SearchCriteria = { query: typedQuery.value, selections: chosen, fittingCodes: [] };
  return isEmpty(fieldCriteria) ? undefined : fieldCriteria;
}

const LATIN_WORD = /^[\p{Script=Latin}\p{M}'’]+$/u;

/** The search for a slot: its melody, its rhyme if it ends a line, the song's theme, the meaning and length of its word. */
function criteriaOfSlot(target: Slot, chosen: Selections, theme: string): SearchCriteria {
  const uses = usesOf(target);
  const available = availableUses(target, theme).filter((use) => uses.has(use));
  const isUsed = (use: SlotUse) => available.includes(use);
  const { word, moves, rhymeChar, codeOptions, nextWords } = target;
  const lengths = lengthsOf(target);
  const terms: string[] = [];
  if (isUsed('length') && !chosen.length?.length) terms.push(`${moves.length + 1}字`);
  if (isUsed('rhyme') && rhymeChar !== null && isHan(rhymeChar)) terms.push(`=${rhymeReferenceOf(target)}`);
  if (isUsed('meaning') && (isHan(word) || LATIN_WORD.test(word))) terms.push(`~${word}`);
  const codes = word === '' ? nextWords.flatMap((one) => (lengths.includes(one.length) ? one.codes : [])) : codeOptions;
  // Of more codes the moves are searched for, which are equivalent.
  const areCodesListed = codes.length <= MAX_LISTED_CODES;
  if (isUsed('melody') && !areCodesListed) terms.push(moves);
  const ownSelections: Selections = {
    ...(word === '' ? { length: lengths.map(String) } : {}),
    ...(isUsed('theme') ? { theme: [theme] } : {}),
  };
  return {
    query: parseQuery(`${terms.join(' ')} `),
    selections: { ...ownSelections, ...withoutEmpty(chosen) },
    fittingCodes: isUsed('melody') && areCodesListed ? codes : (relaxationOf(target)?.codes ?? []),
  };
}

function withoutEmpty(chosen: Selections): Selections {
  return Object.fromEntries(Object.entries(chosen).filter(([, values]) => values && values.length > 0));
}

/** Turns the completed filters of the text into chips; what is looked for stays in the field. */
export function updateDraft(typed: string): void {
  const { filters, rest } = takeFilters(typed);
  addChips(
    filters,
    piecesOf(typed).some((piece) => expandMixed(piece).length > 1),
  );
  draft.value = rest;
  shown = history.length;
}

/** Finishes the draft: its last filter becomes a chip too, and the search is remembered. */
export function commitDraft(): void {
  updateDraft(`${draft.value.trimEnd()}  `);
  const text = draft.value.trimEnd();
  // A space ends what is incomplete, which is then told.
  draft.value = parseQuery(`${text} `).terms.at(-1)?.kind === 'unfinished' ? `${text} ` : text;
  settledChips = new Set(chips.value);
  rememberSearch();
}

/** Chips of the search that was finished last. */
let settledChips: ReadonlySet<string> = new Set();

/**
 * Adds chips. A filter replaces an earlier one of its kind, except for codes: those typed in one search are alternatives, and those of
 * a new search replace the codes and lengths of the last one.
 * @param isWhole whether the chips are of one piece that states the whole sound, such as `33愛`; it replaces all chips of the last search
 */
function addChips(added: readonly string[], isWhole: boolean): void {
  if (added.length === 0) return;
  const bringsCode = added.some((chip) => readPiece(chip, false).kind === 'code');
  const isReplacedByCode = (chip: string) => bringsCode && ['code', 'length'].includes(readPiece(chip, false).kind);
  const isDropped = (chip: string) => settledChips.has(chip) && (isWhole || isReplacedByCode(chip));
  const earlier = chips.value.filter((chip) => !isDropped(chip));
  const { superseded } = parseQuery(`${[...earlier, ...added].join(' ')} `);
  const replaced = new Set(superseded.map(({ source }) => source));
  chips.value = [...earlier.filter((chip) => !replaced.has(chip)), ...added];
}

export function removeChip(index: number): void {
  chips.value = chips.value.filter((_, i) => i !== index);
}

/** Moves a chip back into the text. */
export function editChip(index: number): void {
  const text = chips.value[index];
  if (text === undefined) return;
  removeChip(index);
  draft.value = `${draft.value.trimEnd()} ${text}`.trimStart();
}

export function replaceChip(index: number, text: string): void {
  chips.value = chips.value.map((chip, i) => (i === index ? text : chip));
}

/** Replaces the field's content. */
export function searchFor(text: string): void {
  chips.value = [];
  updateDraft(`${text.trimEnd()}  `);
  draft.value = draft.value.trimEnd();
}

const MAX_REMEMBERED = 30;
const HISTORY_KEY = 'lexicon.searches';
const history: string[] = (readStorage(HISTORY_KEY) ?? '').split('\n').filter((text) => text !== '');
/** Place in the history of the search that is shown; its length while a new one is typed. */
let shown = history.length;

function rememberSearch(): void {
  const text = textWith(draft.value).trim();
  if (text === '') return;
  if (history.at(-1) !== text) history.push(text);
  history.splice(0, history.length - MAX_REMEMBERED);
  shown = history.length - 1;
  writeStorage(HISTORY_KEY, history.join('\n'));
}

/** Shows the search before (-1) or after (1) the one that is shown; false where there is none. */
export function recallSearch(step: -1 | 1): boolean {
  const text = history[shown + step];
  if (text === undefined) return false;
  const recalled = shown + step;
  searchFor(text);
  shown = recalled;
  return true;
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

export function toggleSlotUse(target: Slot, use: SlotUse): void {
  const uses = usesOf(target);
  const next = SLOT_USES.filter((one) => uses.has(one) !== (one === use));
  chosenUses.value = { ...chosenUses.value, [kindOf(target)]: next };
}

/** Adds or removes a length of the next word; one at least stays. */
export function toggleNextLength(target: Slot, length: number): void {
  const lengths = lengthsOf(target);
  const next = lengths.includes(length) ? lengths.filter((one) => one !== length) : [...lengths, length];
  if (next.length > 0) chosenLengths.value = next;
}
