import type { Severity } from '../../../../src/cantonese/melody.ts';
import type { Risk } from '../../../../src/lyrics/risks.ts';
import { Button } from '../../app/controls.tsx';
import { t } from '../../app/i18n.ts';
import type { LineSound } from '../model/line-sound.ts';
import { heardAs, oneOf } from '../model/risks.ts';
import { soundOfSongLine } from '../state/annotations.ts';
import { riskContextOf, risksOfLine } from '../state/line-risks.ts';
import { knownCharacter, loadReadingTable } from '../state/readings.ts';
import { completeHint } from '../state/song.ts';
import { store, update } from '../state/store.ts';
import { type Cell, GLYPH_CENTRE_Y, px, ROW_HEIGHT } from './line-geometry.ts';

/** A sentence on what is heard at a clash. */
export function sentenceOf(sound: LineSound, { position, melodyMove, lyricMove }: Risk): string {
  const currentSound = sound.characters[sound.places[position]!]!;
  const previousCode = sound.codes[position - 1];
  const heard = currentSound.jyutping && previousCode ? heardAs(currentSound.jyutping, previousCode, melodyMove) : [];
  const character = heard.map(knownCharacter).find((one) => one !== undefined && one !== currentSound.char);
  const { char } = currentSound;
  const heardReading = character ?? heard[0];
  return t('write.risk {melody} {tones} {heard}', {
    melody: t(`write.melodyMove.${melodyMove}`),
    tones: t(`write.toneMove.${lyricMove}`),
    heard:
      heardReading === undefined
        ? t('write.unheard {char}', { char })
        : t('write.heard {char} {heard}', { char, heard: heardReading }),
  });
}

/** Filled for contrary, hollow and dotted for oblique. */
export function RiskShape({ severity }: { readonly severity: Severity }) {
  return (
    <svg class={`risk-shape ${severity}`} width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
      <path d="M7 1 13 7 7 13 1 7Z" />
      {severity === 'contrary' && <path class="cross" d="M4.9 4.9 9.1 9.1M9.1 4.9 4.9 9.1" />}
    </svg>
  );
}

interface RiskMarkProps {
  readonly risk: Risk;
  readonly sound: LineSound;
  /** Cells by sung position. */
  readonly cells: readonly Cell[];
  readonly width: number;
  readonly isOpen: boolean;
  /** Whether the preview has no clash here; the mark is then invisible. */
  readonly isMended: boolean;
  readonly onOpen: (x: number, y: number) => void;
}

/** Half the width of the tooltip, in pixels. */
const TOOLTIP_HALF = 130;

/** The mark between two characters whose tones run against the melody. */
export function RiskMark({ risk, sound, cells, width, isOpen, isMended, onOpen }: RiskMarkProps) {
  const [from, to] = [cells[risk.position - 1], cells[risk.position]];
  if (!from || !to) return null;
  const x = from.row === to.row ? (from.left + from.width + to.left) / 2 : to.left - 11;
  const y = to.row * ROW_HEIGHT + GLYPH_CENTRE_Y;
  const side = x < TOOLTIP_HALF ? 'from-left' : x > width - TOOLTIP_HALF ? 'from-right' : 'centred';
  const oneIn = oneOf(risk);
  const sentence = `${sentenceOf(sound, risk)}${oneIn === null ? t('write.neverSungSo') : t('write.sungSo {oneOf}', { oneOf: oneIn })}`;
  return (
    <Button
      class={`bare risk-mark ${side}${isMended ? ' mended' : ''}`}
      style={{ left: px(x), top: px(y) }}
      data-position={risk.position}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-label={`${t(`write.severity.${risk.severity}`)}：${sentence}`}
      onFocus={() => void loadReadingTable()}
      onPointerEnter={() => void loadReadingTable()}
      onClick={() => {
        completeHint('mark');
        onOpen(x, to.row * ROW_HEIGHT + ROW_HEIGHT - 4);
      }}
    >
      <RiskShape severity={risk.severity} />
      <span class="tip" aria-hidden="true">
        {sentence}
      </span>
    </Button>
  );
}

/** The mark focused last by `goToNextRisk`. Opening suggestions takes the focus away from it. */
let lastVisited: { readonly lineId: string; readonly position: number } | undefined;

/** Focuses the next mark after the focused or last visited one; after the last mark of the song, the first. */
export function goToNextRisk(): void {
  const { lines } = store.song.peek();
  const mark = document.activeElement?.closest<HTMLElement>('.risk-mark');
  const line = document.activeElement?.closest<HTMLElement>('.line')?.dataset.line;
  const from = line === undefined ? lines.findIndex(({ id }) => id === lastVisited?.lineId) : Number(line);
  const isThere = from >= 0 && lastVisited?.lineId === lines[from]?.id;
  const after = mark ? Number(mark.dataset.position) : isThere ? lastVisited!.position : -1;
  for (let step = 0; step <= lines.length; step++) {
    const index = (Math.max(0, from) + step) % lines.length;
    const line = lines[index]!;
    const { own } = risksOfLine(line, soundOfSongLine(line), riskContextOf(line));
    const next = own.find(({ position }) => step > 0 || position > after);
    if (!next) continue;
    update({ revealedLine: line.id });
    lastVisited = { lineId: line.id, position: next.position };
    focusMark(index, next.position);
    return;
  }
}

/** Animation frames to wait, at most, until a line that was out of view is drawn and measured. */
const FRAMES_TO_DRAW = 30;

function focusMark(line: number, position: number, frames = FRAMES_TO_DRAW): void {
  const mark = document.querySelector<HTMLElement>(
    `.line[data-line="${line}"] .risk-mark[data-position="${position}"]`,
  );
  if (!mark && frames > 0) requestAnimationFrame(() => focusMark(line, position, frames - 1));
  mark?.focus();
  mark?.scrollIntoView({ block: 'nearest' });
}
