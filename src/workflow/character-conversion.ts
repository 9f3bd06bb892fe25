import { ConverterFactory } from 'opencc-js/core';
import compatibilityForms from 'opencc-js/dict/CJK_Compatibility_Ideographs';
import hongKongVariants from 'opencc-js/dict/HKVariants';
import hongKongPhrases from 'opencc-js/dict/HKVariantsPhrases';
import simplifiedCharacters from 'opencc-js/dict/STCharacters';
import simplifiedPhrases from 'opencc-js/dict/STPhrases';
import regionalPhrases from 'opencc-js/dict/STPhrases_GeneratedFromRegionalPhrases';
import traditionalCharacters from 'opencc-js/dict/TSCharacters';
import traditionalPhrases from 'opencc-js/dict/TSPhrases';
import taiwanVariants from 'opencc-js/dict/TWVariantsRev';
import { phraseConverter } from './simplified-phrases.ts';

type Convert = (text: string) => string;

/** Made at the first text that needs it: most processes never see simplified text. */
function lazyConverter(create: () => Convert): Convert {
  let convert: Convert | undefined;
  return (text) => (convert ??= create())(text);
}

/** OpenCC's s2hk for a text of one character. */
export const simplifiedCharacterToHongKong = lazyConverter(() =>
  ConverterFactory([compatibilityForms], [simplifiedCharacters], [hongKongVariants]),
);

/** OpenCC's tw2t and t2hk for a text of one character. */
export const variantCharacterToHongKong = lazyConverter(() => ConverterFactory([taiwanVariants], [hongKongVariants]));

/** OpenCC's t2s. */
export const traditionalToSimplified = lazyConverter(() =>
  ConverterFactory([compatibilityForms], [traditionalPhrases, traditionalCharacters]),
);

/** OpenCC's s2hk. */
export const simplifiedToHongKong = lazyConverter(() => {
  const normalize = ConverterFactory([compatibilityForms]);
  const toTraditional = phraseConverter([simplifiedPhrases, regionalPhrases], ConverterFactory([simplifiedCharacters]));
  const toHongKong = ConverterFactory([hongKongPhrases, hongKongVariants]);
  // Piece by piece, as a Hong Kong phrase must not begin in one simplified phrase and end in the next.
  return (text) => toTraditional(normalize(text)).map(toHongKong).join('');
});
