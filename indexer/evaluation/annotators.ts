import { getJyutpingList } from 'to-jyutping';
import { annotateLine } from '../../src/cantonese/annotation.ts';
import type { WordTable } from '../../src/cantonese/segmentation.ts';
import type { Annotator } from './score.ts';

export function ownAnnotator(table: WordTable): Annotator {
  return (text) => {
    const { characters, segments } = annotateLine(text, table);
    const starts: number[] = [];
    const readings: (string | null)[] = [];
    // A syllable of a Latin word is one place of the line, and here as many as it has letters.
    for (const { char, jyutping } of characters) {
      starts.push(readings.length);
      for (const _ of char) readings.push(jyutping);
    }
    return { readings, boundaries: new Set(segments.map(({ start }) => starts[start]!)) };
  };
}

/** The package that readings are measured against. It does not cut words. */
export const toJyutping: Annotator = (text) => ({
  readings: getJyutpingList(text).map(([, reading]) => reading),
});

/** What the platform offers for word boundaries. It knows no readings. */
export function platformSegmenter(): Annotator {
  const segmenter = new Intl.Segmenter('zh-HK', { granularity: 'word' });
  return (text) => {
    const boundaries = new Set<number>();
    let index = 0;
    for (const { segment } of segmenter.segment(text)) {
      boundaries.add(index);
      index += Array.from(segment).length;
    }
    return { readings: [], boundaries };
  };
}
