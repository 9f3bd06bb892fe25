import * as OpenCC from 'opencc-js';
import compatibilityForms from 'opencc-js/dict/CJK_Compatibility_Ideographs';
import hongKongVariants from 'opencc-js/dict/HKVariants';
import hongKongPhrases from 'opencc-js/dict/HKVariantsPhrases';
import { DATA_ROOT, TABLES } from '../tables/hand-written.ts';
import { readTable } from '../tables/read-table.ts';

/** OpenCC: conversion between simplified, standard traditional, Taiwan and Hong Kong forms. */

const standardToHongKong = OpenCC.Converter({ from: 't', to: 'hk' });
const hongKongToStandard = OpenCC.Converter({ from: 'hk', to: 't' });
const standardToTaiwan = OpenCC.Converter({ from: 't', to: 'tw' });
const standardToSimplified = OpenCC.Converter({ from: 't', to: 'cn' });

/**
 * Variants that OpenCC's Hong Kong table leaves apart, or settles by a glyph standard that few follow, each before the form that people here
 * write.
 */
const PREFERRED_BY_VARIANT: ReadonlyMap<string, string> = new Map(
  '揾搵 裡裏 牀床 羣群 峯峰 啓啟 嫺嫻 檐簷 汙污 痺痹 睪睾 繮韁 麪麵 綫線 粧妝 糭粽 恒恆 踪蹤 迹跡 滙匯 歎嘆 鷄雞'
    .split(' ')
    .map((pair) => Array.from(pair) as [string, string]),
);
const VARIANT_PATTERN = new RegExp(`[${[...PREFERRED_BY_VARIANT.keys()].join('')}]`, 'gu');
const VARIANT_BY_PREFERRED = new Map([...PREFERRED_BY_VARIANT].map(([variant, preferred]) => [preferred, variant]));
const PREFERRED_PATTERN = new RegExp(`[${[...VARIANT_BY_PREFERRED.keys()].join('')}]`, 'gu');

function replaceVariants(text: string): string {
  return text.replace(VARIANT_PATTERN, (char) => PREFERRED_BY_VARIANT.get(char)!);
}

/** The characters that an entry of these dictionaries replaces. */
function replacedCharacters(...dictionaries: readonly string[]): string[] {
  const pairs = dictionaries.flatMap((dictionary) => dictionary.split('|')).map((entry) => entry.split(' '));
  return pairs.flatMap(([source = '', replacement = '']) => {
    const [sources, replacements] = [Array.from(source), Array.from(replacement)];
    const isLonger = replacements.length > sources.length;
    return sources.filter((character, i) => isLonger || character !== replacements[i]);
  });
}

/** Most words have no such character, and converting them would take four times as long as all else. */
const MAY_CHANGE = new RegExp(
  `[${[...replacedCharacters(compatibilityForms, hongKongVariants, hongKongPhrases), ...PREFERRED_BY_VARIANT.keys()].join('')}]`,
  'u',
);

/** The canonical form of a word: traditional characters as Hong Kong writes them, in the preferred spelling. */
export function toHongKong(word: string): string {
  return preferredSpelling(MAY_CHANGE.test(word) ? replaceVariants(standardToHongKong(word)) : word);
}

/** Makes the conversion from simplified characters. Its tables are large: make it where it is used, and let it go. */
export function createSimplifiedToHongKong(): (word: string) => string {
  const convert = OpenCC.Converter({ from: 'cn', to: 'hk' });
  return (word) => preferredSpelling(replaceVariants(convert(word)));
}

export function toSimplified(word: string): string {
  return standardToSimplified(hongKongToStandard(word));
}

/**
 * Other ways to write a canonical word: standard traditional, Taiwan, simplified, replaced spellings. The word itself is not
 * among them.
 */
export function otherForms(word: string): string[] {
  const standard = hongKongToStandard(word);
  const variant = word.replace(PREFERRED_PATTERN, (char) => VARIANT_BY_PREFERRED.get(char)!);
  const forms = new Set([variant, standard, standardToTaiwan(standard), standardToSimplified(standard)]);
  for (const spelling of replacedSpellings(word)) forms.add(spelling);
  forms.delete(word);
  return [...forms];
}

/**
 * Words that packages write with a character of another meaning (得誌), or in a way that few people in Hong Kong do: the
 * preferred spelling of each, from `data/words/spellings.tsv`.
 */

interface Spellings {
  readonly preferred: ReadonlyMap<string, string>;
  readonly replaced: ReadonlyMap<string, readonly string[]>;
}

let spellings: Spellings | undefined;

function readSpellings(): Spellings {
  const preferred = new Map<string, string>();
  const replaced = new Map<string, readonly string[]>();
  for (const { value } of readTable(DATA_ROOT, TABLES.spellings).rows) {
    preferred.set(value.spelling, value.word);
    replaced.set(value.word, [...(replaced.get(value.word) ?? []), value.spelling]);
  }
  return { preferred, replaced };
}

/** The word itself, unless the table has a better spelling of it. */
function preferredSpelling(word: string): string {
  spellings ??= readSpellings();
  return spellings.preferred.get(word) ?? word;
}

/** The spellings of a word that the table replaces by it. */
function replacedSpellings(word: string): readonly string[] {
  spellings ??= readSpellings();
  return spellings.replaced.get(word) ?? [];
}
