import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../app/i18n.ts';
import { writeMessages } from '../messages.ts';
import type { SongLine } from '../model/document.ts';
import { isHeading } from '../model/heading.ts';
import { placesIn } from '../model/line-range.ts';
import { playing } from '../play/player.ts';
import { soundOfPreview, soundOfSongLine } from '../state/annotations.ts';
import { preview } from '../state/contour-fixes.ts';
import { cursor, requestedFocus } from '../state/cursor.ts';
import { goToDraft, starShownDraft } from '../state/line-drafts.ts';
import { type RiskContext, risksOfLine } from '../state/line-risks.ts';
import { lineSelection } from '../state/line-selection.ts';
import { playLine } from '../state/playback.ts';
import { CharacterRow } from './CharacterRow.tsx';
import { Contours } from './Contours.tsx';
import { DRAWING_CELLS, withDrawingCells } from './drawing-cells.ts';
import { LineGutter } from './LineGutter.tsx';
import { LineMenus, type OpenPopover } from './LineMenus.tsx';
import { type Cell, columnWidth, GLYPH_CENTRE_Y, px, ROW_HEIGHT, useLineGeometry } from './line-geometry.ts';
import { useLineText } from './line-text.ts';
import { MelodyLane } from './MelodyLane.tsx';
import { RiskMark } from './RiskMark.tsx';
import { SectionBar } from './SectionBar.tsx';
import { WaitingCells } from './WaitingCells.tsx';

export interface LineEditorProps extends RiskContext {
  readonly index: number;
  readonly line: SongLine;
  readonly isOnly: boolean;
}

/** The displayed state of a line: its text (typed, or previewed from a suggestion), its sound, and the positions of its characters. */
function useShownLine({ index, line, tolerance, leader }: LineEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const mirror = useRef<HTMLDivElement>(null);
  const { draft, handlers } = useLineText(index, line, field);
  const shown = preview.value?.lineId === line.id ? preview.value : null;
  const draftLine = draft === line.text ? line : { ...line, text: draft };
  const sound = shown ? soundOfPreview(line, shown.text, shown.readings) : soundOfSongLine(draftLine);
  const length = sound.characters.length;
  const waitingNotes = Math.max(0, line.melody.length - sound.places.length);
  const value = shown?.text ?? draft;
  const isWordless = value.trim() === '';
  const geometry = useLineGeometry(mirror, value, waitingNotes + (isWordless ? DRAWING_CELLS : 0));
  const { cells, drawingCells, rows } = withDrawingCells(geometry, length + waitingNotes);
  const places = [...sound.places, ...Array.from({ length: waitingNotes }, (_, i) => length + i)];
  const sungCells = places.flatMap((place) => cells[place] ?? []);
  const risks = risksOfLine(line, sound, { tolerance, leader });
  return {
    field,
    mirror,
    handlers,
    draft,
    isPreview: shown !== null,
    sound,
    length,
    cells,
    sung: sungCells,
    drawingCells,
    rows,
    risks,
  };
}

/** A line as a score: melody and tones above the characters, jyutping below. */
export function LineEditor(props: LineEditorProps) {
  const { index, line, leader, isOnly } = props;
  const text = t(writeMessages);
  const [open, setOpen] = useState<OpenPopover>(null);
  const {
    field,
    mirror,
    handlers,
    draft,
    isPreview,
    sound,
    length,
    cells,
    sung: sungCells,
    drawingCells,
    rows,
    risks,
  } = useShownLine(props);
  const cursorPlace = cursor.value?.lineId === line.id ? cursor.value.place : null;
  const soundingPosition = playing.value?.lineId === line.id ? playing.value.position : null;
  const width = columnWidth.value;
  const contour = { melody: line.melody, sound, cells: sungCells, rows, width };
  useRequestedFocus(line.id, field);
  const openReading = (place: number) => {
    const cell = cells[place];
    if (cell) setOpen({ kind: 'readings', place, x: cell.centre, y: cell.row * ROW_HEIGHT + ROW_HEIGHT - 6 });
  };
  const close = () => {
    setOpen(null);
    if (open?.kind === 'swaps') restoreFocus(field.current, open.position);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || event.isComposing) return;
    if (event.code === 'KeyL' && cursorPlace !== null) openReading(Math.min(cursorPlace, length - 1));
    else if (event.code === 'KeyP') playLine(index);
    else if (event.code === 'KeyM') focusMelody(field.current);
    else if (event.code === 'KeyS') starShownDraft(index);
    else if (!event.shiftKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown'))
      goToDraft(index, event.key === 'ArrowUp' ? -1 : 1, field.current);
    else return;
    event.preventDefault();
  };
  return (
    <section
      class={`line${cursorPlace === null ? '' : ' current'}${isHeading(draft) ? ' heading' : ''}`}
      data-line={index}
      aria-label={text.line(index + 1)}
      onKeyDown={onKeyDown}
    >
      <LineGutter
        index={index}
        line={line}
        onMelodyText={() => setOpen(open?.kind === 'melody' ? null : { kind: 'melody' })}
        onDrafts={() => setOpen(open?.kind === 'drafts' ? null : { kind: 'drafts' })}
      />
      <div class="score" style={{ height: isHeading(draft) ? undefined : px(rows * ROW_HEIGHT) }}>
        <div ref={mirror} class="line-text mirror" aria-hidden="true" />
        <textarea
          ref={field}
          class={isPreview ? 'line-text previewing' : 'line-text'}
          lang="zh-HK"
          rows={1}
          spellcheck={false}
          autocomplete="off"
          aria-label={text.line(index + 1)}
          placeholder={isOnly ? text.placeholder : ''}
          value={draft}
          {...handlers}
        />
        {/* The field keeps its own text and caret under a preview, so that typing goes on. */}
        {isPreview && (
          <div class="line-text preview-text" lang="zh-HK" aria-hidden="true">
            {sound.characters.map(({ char }, place) =>
              preview.value?.readings[place] === undefined ? char : <b key={place}>{char}</b>,
            )}
          </div>
        )}
        <SelectedCells index={index} length={length} cells={cells} />
        {/* Nothing of a heading is sung. The patterns of a hidden picture would be lost to all lines. */}
        {!isHeading(draft) && (
          <>
            <Contours {...contour} risks={risks.own} sharedRisks={risks.shared} soundingPosition={soundingPosition} />
            <MelodyLane
              {...contour}
              index={index}
              drawingCells={drawingCells}
              onLeave={(position) =>
                (requestedFocus.value = { lineId: line.id, place: sound.places[position] ?? length })
              }
            />
            <WaitingCells cells={sungCells} from={sound.places.length} leader={leader} />
          </>
        )}
        <CharacterRow
          sound={sound}
          readings={line.readings}
          cells={cells}
          chosen={cursorPlace}
          onReading={openReading}
        />
        {risks.own.map((risk) => (
          <RiskMark
            key={risk.position}
            {...{ risk, sound, width }}
            cells={sungCells}
            isOpen={open?.kind === 'swaps' && open.position === risk.position}
            onOpen={(x, y) => setOpen({ kind: 'swaps', position: risk.position, x, y })}
          />
        ))}
        {isHeading(draft) && <SectionBar heading={index} />}
        <LineMenus index={index} line={line} open={open} onClose={close} />
      </div>
    </section>
  );
}

/** Returns the focus to the risk mark, which the preview had removed, or else to the text. */
function restoreFocus(field: HTMLElement | null, position: number): void {
  const restore = () => {
    if (document.activeElement !== document.body) return;
    const mark = field?.parentElement?.querySelector<HTMLElement>(`.risk-mark[data-position="${position}"]`);
    (mark ?? field)?.focus();
  };
  // The line is rendered in the first frame and measured for the second.
  requestAnimationFrame(() => requestAnimationFrame(restore));
}

function focusMelody(field: HTMLElement | null): void {
  field?.parentElement?.querySelector<SVGElement>('.note[tabindex="0"]')?.focus();
}

/** Focuses the line when it is requested. */
function useRequestedFocus(lineId: string, field: { readonly current: HTMLTextAreaElement | null }): void {
  const requested = requestedFocus.value;
  // A layout effect runs before the next key event, so that text typed right after Enter goes to the new line.
  useLayoutEffect(() => {
    if (requested?.lineId !== lineId || !field.current) return;
    const offset = Array.from(field.current.value).slice(0, requested.place).join('').length;
    field.current.focus();
    field.current.setSelectionRange(offset, offset);
    cursor.value = requested;
    requestedFocus.value = null;
  }, [requested, lineId, field]);
}

/** The part of a line that is selected together with other lines. */
function SelectedCells({ index, length, cells }: { index: number; length: number; cells: readonly Cell[] }) {
  const range = lineSelection.value;
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
