/** Pairs of finals in which the spoken and the literary reading of a character differ: meng6 and ming6, saang1 and sang1. */
const DOUBLETS = new Set(['eng ing', 'ek ik', 'aang ang', 'aak ak', 'ing eng', 'ik ek', 'ang aang', 'ak aak']);

/**
 * Whether a word is seldom meant when a rhyme finds it by this reading: another than its primary one (行 hong4, 句 gau1), and not the
 * spoken or literary side of it, as both are sung.
 */
export function isSecondaryRhyme(primaryFinal: string, final: string, readingIndex: number): boolean {
  return readingIndex > 0 && primaryFinal !== final && !DOUBLETS.has(`${primaryFinal} ${final}`);
}
