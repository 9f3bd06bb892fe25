import { signal } from '@preact/signals';
import { type ApiResult, request } from '../../api/request.ts';
import { pitchesOf, type SongDocument, type SongLine } from '../model/document.ts';
import type { LineSound } from '../sound/line-sound.ts';
import { recordReading } from './annotations.ts';

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

export interface ReadingSwapView {
  readonly jyutping: string;
  readonly code: string;
}

export interface RiskView {
  readonly position: number;
  readonly reading_swaps: readonly ReadingSwapView[];
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
    /** `reading`: the character stays and is read otherwise. */
    readonly source: string;
  }[];
}

export interface Fixes {
  readonly risks: readonly RiskView[];
  readonly repairs?: readonly RepairView[];
}

const MAX_CACHED_LINES = 100;
const fixesCache = new Map<string, Fixes>();

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
): Promise<ApiResult<Fixes>> {
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
  const cached = fixesCache.get(key);
  if (cached) return { kind: 'ok', data: cached, headers: new Headers() };
  const result = await request<Fixes>('/api/lexicon/workflow/fix-contour', { body, signal });
  if (result.kind === 'ok') {
    fixesCache.set(key, result.data);
    for (const oldest of [...fixesCache.keys()].slice(0, -MAX_CACHED_LINES)) fixesCache.delete(oldest);
    for (const { char_swaps: swaps } of result.data.risks)
      for (const { char, jyutping } of swaps) recordReading(char, jyutping);
  }
  return result;
}
