const IN_BRACKETS = /^\s*[[【〔].{1,24}[\]】〕]\s*[:：]?\s*$/u;
const NAMED =
  /^\s*(?:副歌|主歌|前奏|間奏|尾奏|過門|橋段|導歌|說唱|intro|verse|pre-?chorus|chorus|bridge|hook|rap|interlude|outro)\s*[\dA-D一二三四]?\s*[:：]\s*$/iu;

/** Whether a line names a section of the song, such as `[Chorus]` or `副歌：`: it is not sung. */
export function isHeading(text: string): boolean {
  return IN_BRACKETS.test(text) || NAMED.test(text);
}
