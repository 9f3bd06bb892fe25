import { getJyutpingList } from 'to-jyutping';
import { annotateLine } from '../../src/cantonese/annotation.ts';
import type { WordTable } from '../../src/cantonese/segmentation.ts';
import type { Annotator } from './score.ts';

export function ownAnnotator(table: WordTable): Annotator {
  return (text) => {
    const { characters } = annotateLine(text, table);
    // A place may have several letters; the annotated lines count characters.
    const places = characters.flatMap((place) => Array.from(place.char, () => place));
    return {
      readings: places.map(({ jyutping }) => jyutping),
      boundaries: new Set(places.keys().filter((i) => places[i]!.group !== places[i - 1]?.group)),
    };
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
