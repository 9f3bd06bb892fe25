import { computed, useComputed } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Risk } from '../../../../src/lyrics/risks.ts';
import { t } from '../../app/i18n.ts';
import { closeWithEscape } from '../../app/keyboard.ts';
import { useLazy } from '../../app/lazy.tsx';
import type { SongLine } from '../model/document.ts';
import { draftsOf, shownDraftOf, starDraft, stepDraft } from '../model/drafts.ts';
import { placesIn } from '../model/line-range.ts';
import { isBlank, isHeading } from '../model/sections.ts';
import { soundOfPreview, soundOfSongLine } from '../state/annotations.ts';
import { type RiskContext, risksOfLine } from '../state/line-risks.ts';
import { playLine } from '../state/playback.ts';
import { change } from '../state/song.ts';
import { store, update } from '../state/store.ts';
import { CharacterRow, UnmatchedCells } from './CharacterRow.tsx';
import { Contours } from './Contours.tsx';
import { ConvertOffer, LineGutter } from './LineGutter.tsx';
import type { OpenPopover } from './LineMenus.tsx';
import {
  type Cell,
  cellOfUnit,
  DRAWING_CELLS,
  GLYPH_CENTRE_Y,
  px,
  ROW_HEIGHT,
  scriptOf,
  useLineGeometry,
  withDrawingCells,
} from './line-geometry.ts';
import { useLineText } from './line-text.ts';
import { MelodyLane } from './MelodyLane.tsx';
import { RiskMark } from './RiskMark.tsx';
import { SectionBar } from './SectionBar.tsx';

interface LineEditorProps extends RiskContext {
  readonly index: number;
  readonly line: SongLine;
  readonly isOnly: boolean;
}

/** Pixels by which the menu of readings overlaps the character's row from below. */
const READINGS_OVERLAP_PX = 6;

const loadLineMenus = async () => (await import('./LineMenus.tsx')).LineMenus;

/** A line as a score: melody and tones above the characters, jyutping below. */
export function LineEditor({ index, line, tolerance, leader, isOnly }: LineEditorProps) {
  const [open, setOpen] = useState<OpenPopover | null>(null);
  const LineMenus = useLazy(loadLineMenus, open !== null);
  // The text shown, typed or previewed from a suggestion, with its sound and the cells of its characters.
  const field = useRef<HTMLTextAreaElement>(null);
  const mirror = useRef<HTMLDivElement>(null);
  const { draft, handlers } = useLineText(index, line, field);
  // Signals are read for this line alone: typing in another line must not render this one again.
  const preview = useComputed(() => (store.preview.value?.lineId === line.id ? store.preview.value : null)).value;
  const draftSound = useMemo(
    () => computed(() => soundOfSongLine(draft === line.text ? line : { ...line, text: draft })),
    [line, draft],
  ).value;
  const sound = preview ? soundOfPreview(line, preview.text, preview.readings) : draftSound;
  const length = sound.characters.length;
  const waitingNotes = Math.max(0, line.melody.length - sound.places.length);
  const shownText = preview?.text ?? draft;
  const isWordless = shownText.trim() === '';
  const geometry = useLineGeometry(mirror, shownText, waitingNotes + (isWordless ? DRAWING_CELLS : 0));
  const { cells, drawingCells, rows } = withDrawingCells(geometry, length + waitingNotes);
  const waitingCells = cells.slice(length, length + waitingNotes);
  const sungCells = [
    ...sound.places.flatMap((place, i) => cellOfUnit(cells, place, sound.units[i]!) ?? []),
    ...waitingCells,
  ];
  const risks = useMemo(
    () => computed(() => risksOfLine(line, sound, { tolerance, leader })),
    [line, sound, tolerance, leader],
  ).value;
  // The mark of a risk that the preview mends stays in the page, invisible, so that the focus can return to it.
  const isStillRisk = ({ position }: Risk) => risks.own.some((risk) => risk.position === position);
  const mendedRisks = preview
    ? risksOfLine(line, draftSound, { tolerance, leader }).own.filter((risk) => !isStillRisk(risk))
    : [];
  const cursorPlace = useComputed(() =>
    store.cursor.value?.lineId === line.id ? store.cursor.value.place : null,
  ).value;
  const soundingPosition = useComputed(() =>
    store.playing.value?.lineId === line.id ? store.playing.value.position : null,
  ).value;
  const width = store.columnWidth.value;
  const contour = { melody: line.melody, sound, cells: sungCells, rows, width };
  useRequestedFocus(line.id, field);
  const openReading = (place: number) => {
    const cell = cells[place];
    if (cell)
      setOpen({ kind: 'readings', place, x: cell.centre, y: (cell.row + 1) * ROW_HEIGHT - READINGS_OVERLAP_PX });
  };
  const close = () => setOpen(null);
  // Escape closes a menu that is still being loaded; a loaded menu handles it itself.
  useLayoutEffect(() => (open && !LineMenus ? closeWithEscape(close) : undefined), [open, LineMenus]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing || !event.altKey) return;
    if (event.code === 'KeyL' && cursorPlace !== null) openReading(Math.min(cursorPlace, length - 1));
    else if (event.code === 'KeyP') playLine(index);
    else if (event.code === 'KeyM') focusMelody(field.current);
    else if (event.code === 'KeyS') starShownDraft(index);
    else if (!event.shiftKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown'))
      goToDraft(index, event.key === 'ArrowUp' ? -1 : 1, field.current);
    else return;
    event.preventDefault();
  };
  const isHeadingLine = isHeading(draft);
  const kind = isHeadingLine ? 'heading' : isBlank({ ...line, text: draft }) ? 'blank' : 'sung';
  return (
    <section
      class={`line ${kind}${cursorPlace === null ? '' : ' current'}`}
      data-line={index}
      aria-label={t('write.line {number}', { number: index + 1 })}
      onKeyDown={onKeyDown}
    >
      <LineGutter
        index={index}
        line={line}
        onMelodyText={() => setOpen(open?.kind === 'melody' ? null : { kind: 'melody' })}
        onDrafts={() => setOpen(open?.kind === 'drafts' ? null : { kind: 'drafts' })}
      />
      <div class={`score ${scriptOf(shownText)}`} style={{ '--score-height': px(rows * ROW_HEIGHT) }}>
        <div ref={mirror} class="line-text mirror" aria-hidden="true" />
        <textarea
          ref={field}
          class={preview ? 'line-text previewing' : 'line-text'}
          lang="zh-HK"
          rows={1}
          spellcheck={false}
          autocomplete="off"
          aria-label={t('write.line {number}', { number: index + 1 })}
          placeholder={isOnly ? t('write.placeholder') : ''}
          value={draft}
          {...handlers}
        />
        {/* The field keeps its own text and caret under a preview, so that typing goes on. */}
        {preview && (
          <div class="line-text preview-text" lang="zh-HK" aria-hidden="true">
            {sound.characters.map(({ char }, place) =>
              preview.readings[place] === undefined ? char : <b key={place}>{char}</b>,
            )}
          </div>
        )}
        <SelectedCells index={index} length={length} cells={cells} />
        {/* A heading is not sung. */}
        {!isHeadingLine && (
          <>
            <Contours {...contour} risks={risks.own} sharedRisks={risks.shared} soundingPosition={soundingPosition} />
            <MelodyLane
              {...contour}
              index={index}
              drawingCells={drawingCells}
              onLeave={(position) =>
                update({ requestedFocus: { lineId: line.id, place: sound.places[position] ?? length } })
              }
            />
            <UnmatchedCells
              cells={sungCells}
              sungCount={sound.places.length}
              noteCount={line.melody.length}
              leader={leader}
            />
          </>
        )}
        <CharacterRow
          sound={sound}
          readings={line.readings}
          cells={cells}
          chosen={cursorPlace}
          onReading={openReading}
        />
        {[...risks.own, ...mendedRisks].map((risk) => (
          <RiskMark
            key={risk.position}
            risk={risk}
            sound={mendedRisks.includes(risk) ? draftSound : sound}
            width={width}
            cells={sungCells}
            isMended={mendedRisks.includes(risk)}
            isOpen={open?.kind === 'swaps' && open.position === risk.position}
            onOpen={(x, y) => setOpen({ kind: 'swaps', position: risk.position, x, y })}
          />
        ))}
        {isHeadingLine && <SectionBar heading={index} />}
        <ConvertOffer lineId={line.id} />
        {open && LineMenus && <LineMenus index={index} line={line} open={open} onClose={close} />}
      </div>
    </section>
  );
}

function focusMelody(field: HTMLElement | null): void {
  field?.parentElement?.querySelector<SVGElement>('.note[tabindex="0"]')?.focus();
}

/** Focuses the line's field when `store.requestedFocus` names the line, and puts the caret at the place requested. */
function useRequestedFocus(lineId: string, field: { readonly current: HTMLTextAreaElement | null }): void {
  const requested = useComputed(() =>
    store.requestedFocus.value?.lineId === lineId ? store.requestedFocus.value : null,
  ).value;
  // A layout effect runs before the next key event, so that text typed right after Enter goes to the new line.
  useLayoutEffect(() => {
    if (!requested || !field.current) return;
    const offset = Array.from(field.current.value).slice(0, requested.place).join('').length;
    field.current.focus();
    field.current.setSelectionRange(offset, offset);
    update({ cursor: requested, requestedFocus: null });
  }, [requested, lineId, field]);
}

/** Highlight of the part of a line that is in a selection over several lines. */
function SelectedCells({ index, length, cells }: { index: number; length: number; cells: readonly Cell[] }) {
  const range = store.lineSelection.value;
  const places = range && placesIn(range, index, length);
  if (!places) return null;
  return (
    <>
      <i class="selected-line" />
      {cells.slice(...places).map((cell) => (
        <i
          key={`${cell.row} ${cell.left}`}
          class="selected-cell"
          style={{ left: px(cell.centre), top: px(cell.row * ROW_HEIGHT + GLYPH_CENTRE_Y) }}
        />
      ))}
    </>
  );
}

/** Keyboard commands for the drafts of a line; they work without the draft menu. */

/**
 * Shows the previous (−1) or next (1) draft. After the last one a copy is added, with its text selected in the field: typing replaces
 * it, an arrow key keeps it.
 */
function goToDraft(index: number, step: -1 | 1, field: HTMLTextAreaElement | null): void {
  const before = store.song.peek().lines[index];
  if (!before || isHeading(before.text)) return;
  update({ preview: null });
  change((document) => stepDraft(document, index, step), `draft ${before.id}`);
  const after = store.song.peek().lines[index]!;
  if (draftsOf(after).length > draftsOf(before).length) field?.select();
}

function starShownDraft(index: number): void {
  const line = store.song.peek().lines[index];
  if (line) change((document) => starDraft(document, index, shownDraftOf(line)));
}
