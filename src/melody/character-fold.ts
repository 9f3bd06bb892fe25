/// <reference path="./opencc-dictionaries.d.ts" />
import { ConverterFactory } from 'opencc-js/core';
import hongKongForms from 'opencc-js/dict/HKVariantsRev';
import traditionalCharacters from 'opencc-js/dict/TSCharacters';
import taiwanForms from 'opencc-js/dict/TWVariantsRev';

/** Characters converted to one form, for texts that recur; bounded as texts may hold anything. */
const FOLDED = new Map<string, string>();
const MAX_FOLDED = 20_000;
let convert: ((text: string) => string) | undefined;

/**
 * The form by which texts are compared, whoever wrote them: of simplified, Hong Kong's and Taiwan's forms of a character, of
 * compatibility forms, widths and cases one. Not for showing.
 */
export function foldForComparison(text: string): string {
  const known = FOLDED.get(text);
  if (known !== undefined) return known;
  convert ??= ConverterFactory([taiwanForms], [hongKongForms], [traditionalCharacters]);
  const folded = convert(text.normalize('NFKC')).toLowerCase();
  if (FOLDED.size < MAX_FOLDED) FOLDED.set(text, folded);
  return folded;
}
