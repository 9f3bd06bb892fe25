import * as OpenCC from 'opencc-js';
import type { Notice } from './notice.ts';
import { packageVersion } from './packages.ts';

/** Conversion between simplified, standard traditional, Taiwan and Hong Kong forms. */
export const notice = (): Notice => ({
  name: 'OpenCC',
  version: `opencc-js ${packageVersion('opencc-js')}`,
  licence: 'MIT (package); Apache-2.0 (dictionaries)',
  url: 'https://github.com/nk2028/opencc-js',
  attribution: 'The nk2028 Project (opencc-js); Carbo Kuo and contributors (OpenCC)',
  used_for: 'Hong Kong forms of words, aliases',
});

const standardToHongKong = OpenCC.Converter({ from: 't', to: 'hk' });
const hongKongToStandard = OpenCC.Converter({ from: 'hk', to: 't' });
const standardToTaiwan = OpenCC.Converter({ from: 't', to: 'tw' });
const standardToSimplified = OpenCC.Converter({ from: 't', to: 'cn' });

/** OpenCC follows a glyph standard; people in Hong Kong write 搵 for "look for". */
const AS_WRITTEN: Readonly<Record<string, string>> = { 揾: '搵' };
const asWritten = (text: string) => text.replace(/揾/g, (char) => AS_WRITTEN[char] ?? char);

/** The canonical form of a word: traditional characters as Hong Kong writes them. */
export function toHongKong(word: string): string {
  return asWritten(standardToHongKong(word));
}

/** Makes the conversion from simplified characters. Its tables are large: make it where it is used, and let it go. */
export function createSimplifiedToHongKong(): (word: string) => string {
  const convert = OpenCC.Converter({ from: 'cn', to: 'hk' });
  return (word) => asWritten(convert(word));
}

export function toSimplified(word: string): string {
  return standardToSimplified(hongKongToStandard(word));
}

/** Other ways to write a canonical word: standard traditional, Taiwan, simplified. The word itself is not among them. */
export function otherForms(word: string): string[] {
  const standard = hongKongToStandard(word);
  const forms = new Set([
    standardToHongKong(word),
    standard,
    standardToTaiwan(standard),
    standardToSimplified(standard),
  ]);
  forms.delete(word);
  return [...forms];
}
