import type { SourceNotice } from '../../src/lexicon/entry.ts';

/** Licence of a built lexicon as a whole: CC-CEDICT asks for it. */
export const LEXICON_LICENCE = 'CC BY-SA 4.0';

/** The text that lies beside a built lexicon and says where it comes from. */
export function noticeText(sources: readonly SourceNotice[]): string {
  const parts = sources.map(
    ({ name, version, licence, url, attribution, used_for }) =>
      `${name} (${version})\n  ${attribution}\n  Licence: ${licence}\n  ${url}\n  Used for: ${used_for}`,
  );
  return [
    'Cantonese lyric lexicon',
    '',
    `This lexicon as a whole is licensed under ${LEXICON_LICENCE} (https://creativecommons.org/licenses/by-sa/4.0/).`,
    'It was composed, with changes, from these sources:',
    '',
    parts.join('\n\n'),
    '',
  ].join('\n');
}
