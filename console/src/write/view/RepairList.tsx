import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Button } from '../../app/controls.tsx';
import { t } from '../../app/i18n.ts';
import { closeWithEscape } from '../../app/keyboard.ts';
import { PartProblem } from '../../app/notices.tsx';
import type { SongLine } from '../model/document.ts';
import { soundOfPreview } from '../state/annotations.ts';
import {
  closeRepairs,
  continueRepairs,
  type LineRepair,
  type Repairs,
  repairs,
  skipRepair,
  takeRepair,
  undoRepair,
} from '../state/repairs.ts';
import { store } from '../state/store.ts';
import { moveInList } from './Popover.tsx';
import { choicesOfSong, keyOfSuggestion, mergeGroups, proposalOf, type RepairChoices } from './repair-choices.ts';
import { SmallLine } from './SmallLine.tsx';
import { type Suggestion, suggestionsFor } from './suggestions.ts';
import '../repair-panel.css';

/** Suggestions of each kind shown for a line, at most; the mark in the line shows all. */
const SHOWN_SUGGESTIONS = 4;

/** The list of repairs for the clashes of the song. The repair of each line is taken, skipped or undone separately. */
export function RepairList() {
  const list = repairs.value;
  return list && <RepairPanel list={list} />;
}

function RepairPanel({ list }: { readonly list: Repairs }) {
  const panel = useRef<HTMLDivElement>(null);
  /** Id of the line to focus after the next render; '' for the first open line, null for none. */
  const nextFocus = useRef<string | null>('');
  const choices = useMemo(() => choicesOfSong(list.lines, list.settled, suggestionsOfLine), [list]);
  const isOpen = ({ lineId }: LineRepair) =>
    !list.settled.has(lineId) && proposalOf(choices.get(lineId)!) !== undefined;
  useLayoutEffect(() => {
    panel.current!.focus();
    return closeWithEscape(closeRepairs);
  }, []);
  useLayoutEffect(() => {
    const id = nextFocus.current === '' ? list.lines.find(isOpen)?.lineId : nextFocus.current;
    if (id == null) return;
    nextFocus.current = null;
    // A writer who has gone back to the lyrics meanwhile stays there.
    if (document.activeElement !== document.body && !panel.current!.contains(document.activeElement)) return;
    panel.current!.querySelector<HTMLElement>(`[data-repair="${id}"] [data-first]`)?.focus();
  });
  /** Focuses the next open line, after the last one the first; the line itself if no other is open. */
  const focusNextOpen = ({ lineId }: LineRepair) => {
    const at = list.lines.findIndex((repair) => repair.lineId === lineId);
    const others = [...list.lines.slice(at + 1), ...list.lines.slice(0, at)];
    nextFocus.current = others.find(isOpen)?.lineId ?? lineId;
  };
  const actions: LineActions = {
    take(repair, suggestion) {
      focusNextOpen(repair);
      takeRepair(repair, suggestion);
    },
    skip(repair) {
      focusNextOpen(repair);
      skipRepair(repair);
    },
    undo(repair) {
      nextFocus.current = repair.lineId;
      undoRepair(repair);
    },
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // An input method keeps the letter to itself.
    const key = (event.key === 'Process' ? event.code.replace('Key', '') : event.key).toLowerCase();
    if (key === 'z') {
      const last = list.lines.find(({ lineId }) => lineId === [...list.settled.keys()].at(-1));
      if (last) actions.undo(last);
    } else if (key === 's' || key === 'arrowright') {
      const id = document.activeElement?.closest('[data-repair]')?.getAttribute('data-repair');
      const current = list.lines.find((one) => one.lineId === id && !list.settled.has(id));
      if (current) actions.skip(current);
    } else return moveInList(event, panel.current!);
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={panel}
      class="repair-panel"
      role="dialog"
      aria-label={t('repair.title')}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <div class="repair-head row">
        <h2>{t('repair.title')}</h2>
        <Button class="quiet" onClick={closeRepairs} text={t('shell.close')} />
      </div>
      <p class="help">{t('repair.keys')}</p>
      <div class="repair-lines">
        {list.lines.map((repair) => (
          <LineRepairs
            key={repair.lineId}
            repair={repair}
            taken={list.settled.get(repair.lineId)}
            choices={choices.get(repair.lineId)!}
            actions={actions}
          />
        ))}
        <div role="status">
          {list.state === 'looking' && <p>{t('repair.looking')}</p>}
          {list.state === 'done' && list.lines.length === 0 && <p>{t('repair.nothing')}</p>}
          {typeof list.state === 'object' && (
            <p>
              {t('repair.stopped')} <PartProblem problem={list.state} />
              <Button onClick={continueRepairs} text={t('repair.more')} />
            </p>
          )}
        </div>
      </div>
    </div>
  );
}

const lineOf = ({ lineId }: LineRepair): SongLine | undefined => store.song.value.lines.find(({ id }) => id === lineId);

function suggestionsOfLine(repair: LineRepair): readonly Suggestion[] {
  const line = lineOf(repair);
  if (!line) return [];
  const sound = soundOfPreview(line, repair.before.text, repair.before.readings);
  return mergeGroups(repair.repaired.risks.flatMap(({ position }) => suggestionsFor(repair.repaired, position, sound)));
}

interface LineActions {
  readonly take: (repair: LineRepair, suggestion: Suggestion) => void;
  readonly skip: (repair: LineRepair) => void;
  readonly undo: (repair: LineRepair) => void;
}

interface LineRepairsProps {
  readonly repair: LineRepair;
  /** null where the line was skipped, undefined where it is open. */
  readonly taken: Suggestion | null | undefined;
  readonly choices: RepairChoices;
  readonly actions: LineActions;
}

function LineRepairs({ repair, taken, choices, actions }: LineRepairsProps) {
  const line = lineOf(repair);
  if (!line) return null;
  const number = store.song.value.lines.indexOf(line) + 1;
  const label = t('repair.line {number}', { number });
  const isSettled = taken !== undefined;
  const isOpen = !isSettled && proposalOf(choices) !== undefined;
  return (
    <article class="line-repairs" aria-label={label} data-repair={repair.lineId}>
      <h3>{label}</h3>
      {isOpen && <Choices line={line} repair={repair} choices={choices} actions={actions} />}
      {!isOpen && <RepairedWords line={line} repair={repair} after={taken ?? null} />}
      {!isOpen && !isSettled && <p class="reason">{t('repair.noSwap')}</p>}
      {isSettled && (
        <p>
          {t(taken ? 'repair.taken' : 'repair.skipped')}{' '}
          <Button
            data-item
            data-first
            aria-label={t('repair.undo {number}', { number })}
            onClick={() => actions.undo(repair)}
            text="↶"
          />
        </p>
      )}
    </article>
  );
}

function Choices({ line, repair, choices, actions }: Omit<LineRepairsProps, 'taken'> & { readonly line: SongLine }) {
  const [shownKey, setShownKey] = useState<string | null>(null);
  const [sung = [], guesses = [], used = []] = [choices.sung, choices.guesses, choices.used].map((suggestions) =>
    suggestions.slice(0, SHOWN_SUGGESTIONS),
  );
  const proposal = proposalOf(choices)!;
  const shown = [...sung, ...guesses, ...used].find((one) => keyOfSuggestion(one) === shownKey) ?? proposal;
  const buttons = (suggestions: readonly Suggestion[]) => (
    <div class="repair-buttons wrap">
      {suggestions.map((suggestion) => (
        <Button
          key={keyOfSuggestion(suggestion)}
          data-item
          data-first={suggestion === proposal || undefined}
          aria-current={suggestion === shown || undefined}
          onFocus={() => setShownKey(keyOfSuggestion(suggestion))}
          onClick={() => actions.take(repair, suggestion)}
        >
          <span class="han" lang="zh-HK">
            {suggestion.words.join(' · ') || suggestion.word}
          </span>{' '}
          <small>{suggestion.jyutping}</small>
        </Button>
      ))}
    </div>
  );
  return (
    <>
      <RepairedWords line={line} repair={repair} after={shown} />
      <p class="repair-effect">
        {t('repair.clears {cleared} {all}', { cleared: shown.clears, all: repair.repaired.risk_count })}
        {shown.words.length === 0 && <strong> {t('repair.readingOnly')}</strong>}
      </p>
      {sung.length > 0 && buttons(sung)}
      {(
        [
          ['write.guesses', guesses],
          ['repair.used', used],
        ] as const
      ).map(
        ([heading, suggestions]) =>
          suggestions.length > 0 && (
            <div key={heading} class="guesses">
              <h4>{t(heading)}</h4>
              {buttons(suggestions)}
            </div>
          ),
      )}
      <Button class="quiet" onClick={() => actions.skip(repair)} text={t('repair.skip')} />
    </>
  );
}

interface RepairedWordsProps {
  readonly line: SongLine;
  readonly repair: LineRepair;
  /** null where nothing is put in. */
  readonly after: Suggestion | null;
}

/** A line with its melody as it was, and below it as it would be, what changes marked. */
function RepairedWords({ line, repair, after }: RepairedWordsProps) {
  const { text, readings } = repair.before;
  const clashing = new Set(repair.repaired.risks.map(({ position }) => position));
  const sound = after && soundOfPreview(line, after.line, { ...readings, ...after.readings });
  return (
    <>
      <p class="repair-row wrap">
        <SmallLine
          line={line}
          sound={soundOfPreview(line, text, readings)}
          marksAt={(i) => (clashing.has(i) ? ['clash'] : [])}
        />
      </p>
      {sound && (
        <p class="repair-row wrap">
          <SmallLine
            line={line}
            sound={sound}
            marksAt={(i) => (after.readings[sound.places[i] ?? -1] === undefined ? [] : ['new'])}
            hasReadings
          />
        </p>
      )}
    </>
  );
}
