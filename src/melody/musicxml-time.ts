import type { ScoreMap } from './imported.ts';
import { MAX_TEMPO } from './limits.ts';
import { find, findAll, numberIn, textIn, type XmlElement } from './xml-element.ts';

/** An element of a measure at its time. */
interface TimedItem {
  readonly item: XmlElement;
  /** Beats from the beginning of the piece; of a note of a chord those of its first. */
  readonly at: number;
  readonly beats: number;
  readonly inChord: boolean;
}

interface TimedMeasure {
  readonly start: number;
  readonly items: readonly TimedItem[];
}

/** The measures of a part in time: a measure is as long as what stands in it, so that a pick-up is short. */
export function timedMeasures(part: XmlElement): TimedMeasure[] {
  let divisions = 1;
  let start = 0;
  return findAll(part, 'measure').map((measure) => {
    let [at, farthest, chordStart] = [start, start, start];
    const items = measure.children.map((item): TimedItem => {
      if (item.name === 'attributes') divisions = numberIn(item, 'divisions') || divisions;
      const beats = (numberIn(item, 'duration') ?? 0) / divisions;
      const inChord = find(item, 'chord') !== undefined;
      if (!inChord) chordStart = at;
      const timed = { item, at: item.name === 'note' ? chordStart : at, beats, inChord };
      // Some programs go back past the beginning of the measure.
      if (item.name === 'backup') at = Math.max(start, at - beats);
      else if (item.name === 'forward') at += beats;
      else if (item.name === 'note' && !find(item, 'grace') && !inChord) at += beats;
      farthest = Math.max(farthest, at);
      return timed;
    });
    const timedMeasure = { start, items };
    start = farthest;
    return timedMeasure;
  });
}

/** What a part says of tempo, metre, key and bar lines. */
export function scoreMapOf(part: XmlElement): ScoreMap {
  const measures = timedMeasures(part);
  const items = measures.flatMap((measure) => measure.items);
  const attributes = items.filter(({ item }) => item.name === 'attributes');
  return {
    tempos: items.flatMap(({ item, at: start }) => {
      const sound = item.name === 'sound' ? item : find(item, 'sound');
      const bpm = Number(sound?.attributes.tempo);
      return bpm > 0 && bpm <= MAX_TEMPO ? [{ start, bpm }] : [];
    }),
    meters: attributes.flatMap(({ item, at: start }) => {
      const time = find(item, 'time');
      const [beats, unit] = [numberIn(time, 'beats'), numberIn(time, 'beat-type')];
      return beats && unit ? [{ start, beats, unit }] : [];
    }),
    keys: attributes.flatMap(({ item, at: start }) => {
      const key = find(item, 'key');
      const fifths = numberIn(key, 'fifths');
      return fifths === undefined ? [] : [{ start, fifths, isMinor: textIn(key, 'mode') === 'minor' }];
    }),
    bars: measures.map(({ start }) => start),
  };
}
