import { signal } from '@preact/signals';
import { type Answer, request } from '../../api/request.ts';
import { pitchesOf, type SongDocument, type SongLine } from '../model/document.ts';
import type { LineSound } from '../sound/line-sound.ts';
import { learnReading } from './annotations.ts';

/** What the service suggests for the clashes of one line; five credits a line, so it is asked only when someone looks. */

export interface WordSwapView {
  readonly start: number;
  readonly word: string;
  readonly replaces: string;
  readonly jyutping: string;
  readonly code: string;
  readonly source: string;
  readonly line: string;
}

export interface CharSwapView {
  readonly char: string;
  readonly jyutping: string;
  readonly tone: number;
  readonly definition: string;
  readonly line: string;
}

export interface RiskView {
  readonly position: number;
  readonly word_swaps: readonly WordSwapView[];
  readonly char_swaps: readonly CharSwapView[];
  readonly reason_code: 'top_of_range' | 'bottom_of_range' | 'neighbours_conflict' | 'no_candidate' | null;
}

export interface RepairView {
  readonly line: string;
  readonly swaps: readonly {
    readonly start: number;
    readonly replaces: string;
    readonly word: string;
    readonly jyutping: string;
    readonly code: string;
  }[];
}

export interface Fixes {
  readonly risks: readonly RiskView[];
  readonly repairs?: readonly RepairView[];
}

const KEPT = 100;
const answered = new Map<string, Fixes>();

/** A text that a line would have, shown in its place while a suggestion is looked at. `readings` by place. */
export interface Preview {
  readonly lineId: string;
  readonly text: string;
  readonly readings: Readonly<Record<number, string>>;
}

export const preview = signal<Preview | null>(null);

/** Asks once for each state of a line. */
export async function fixesFor(
  line: SongLine,
  sound: LineSound,
  tolerance: SongDocument['tolerance'],
  signal: AbortSignal,
): Promise<Answer<Fixes>> {
  const readings = sound.places.flatMap((place, position) => {
    const jyutping = line.readings[place];
    return jyutping === undefined ? [] : [{ position, jyutping }];
  });
  const body = {
    ...{ line: line.text, tolerance },
    melody: pitchesOf(line.melody, sound.places.length),
    ...(readings.length > 0 ? { readings } : {}),
  };
  const key = JSON.stringify(body);
  const known = answered.get(key);
  if (known) return { kind: 'ok', data: known, headers: new Headers() };
  const answer = await request<Fixes>('/api/lexicon/workflow/fix-contour', { body, signal });
  if (answer.kind === 'ok') {
    answered.set(key, answer.data);
    for (const oldest of [...answered.keys()].slice(0, -KEPT)) answered.delete(oldest);
    for (const { char_swaps: swaps } of answer.data.risks)
      for (const { char, jyutping } of swaps) learnReading(char, jyutping);
  }
  return answer;
}
