import { levelOfCode } from '../../../../src/cantonese/tone.ts';
import type { SongLine } from '../model/document.ts';
import type { LineSound } from '../model/line-sound.ts';
import { soundOfPreview } from '../state/annotations.ts';
import type { LineRepair } from '../state/repairs.ts';
import { store } from '../state/store.ts';
import type { Suggestion } from './suggestions.ts';

interface RepairedWordsProps {
  readonly line: SongLine;
  readonly repair: LineRepair;
  /** null where nothing is put in. */
  readonly after: Suggestion | null;
}

/** A line with its melody as it was, and below it as it would be, what changes marked. */
export function RepairedWords({ line, repair, after }: RepairedWordsProps) {
  const { text, readings } = repair.before;
  const clashing = new Set(repair.repaired.risks.map(({ position }) => position));
  const changed = new Set(Object.keys(after?.readings ?? {}).map(Number));
  return (
    <>
      <Row line={line} sound={soundOfPreview(line, text, readings)} clashing={clashing} changed={new Set()} />
      {after && (
        <Row
          line={line}
          sound={soundOfPreview(line, after.line, { ...readings, ...after.readings })}
          clashing={new Set()}
          changed={changed}
        />
      )}
    </>
  );
}

interface RowProps {
  readonly line: SongLine;
  readonly sound: LineSound;
  /** Sung positions that clash with the one before. */
  readonly clashing: ReadonlySet<number>;
  /** Places whose character or reading is another one. */
  readonly changed: ReadonlySet<number>;
}

function Row({ line, sound, clashing, changed }: RowProps) {
  const positionOf = new Map(sound.places.map((place, position) => [place, position]));
  return (
    <p class="repair-row" lang="zh-HK">
      {sound.characters.map(({ char, jyutping }, place) => {
        const position = positionOf.get(place);
        const isChanged = changed.has(place);
        const isClash = position !== undefined && clashing.has(position);
        return (
          <span key={place} class={isClash ? 'repair-cell clash' : 'repair-cell'}>
            <Steps pitch={line.melody[position ?? -1]?.pitch} code={sound.codes[position ?? -1] ?? null} />
            {isChanged ? <mark class="han">{char}</mark> : <span class="han">{char}</span>}
            {isChanged && <small lang="yue-Latn">{jyutping}</small>}
          </span>
        );
      })}
    </p>
  );
}

const WIDTH = 28;
const HEIGHT = 26;
const MARGIN = 3;

interface StepsProps {
  readonly pitch: number | undefined;
  readonly code: LineSound['codes'][number];
}

/** The note of one character and the level of its tone, as in the lane of the melody. */
function Steps({ pitch, code }: StepsProps) {
  const { low, high } = store.pitchRange.value;
  const heightOf = (share: number) => MARGIN + (1 - share) * (HEIGHT - 2 * MARGIN);
  const noteY = pitch === undefined ? null : heightOf((pitch - low) / (high - low));
  const toneY = code === null ? null : heightOf(levelOfCode(code) / 3);
  return (
    <svg class="repair-steps" width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {toneY !== null && (
        <line
          class={`pitch-${levelOfCode(code!)}`}
          x1={6}
          x2={WIDTH - 6}
          y1={toneY}
          y2={toneY}
          stroke-width={4}
          stroke-linecap="round"
        />
      )}
      {noteY !== null && <line class="repair-note" x1={0} x2={WIDTH} y1={noteY} y2={noteY} />}
    </svg>
  );
}
