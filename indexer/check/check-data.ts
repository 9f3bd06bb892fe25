import { DATA_ROOT } from '../tables/hand-written.ts';
import type { Problem } from '../tables/read-table.ts';
import { type Check, readCheckContext } from './context.ts';
import { definitionsExplainWords } from './definitions.ts';
import { exchangesFitTheirWord } from './exchanges.ts';
import { functionWordsAreWords } from './function-words.ts';
import { lineEndsAreWords } from './line-ends.ts';
import { overlayHasNoDuplicates, overlayIsApplicable } from './overlay.ts';
import { readingsAreKnownOrDeliberate, syllablesMatchCharacters } from './readings.ts';
import { endsExist, relationsAgree } from './relations.ts';
import { soundTablesAreWellFormed } from './sound.ts';
import { typedFormsLeadToWords, variantsLeadToWords } from './typed.ts';
import { affectIsLegal, categoriesAreLegal, seedsExist } from './vocabulary.ts';
import { examplesContainTheWord, noDuplicates, noSimplifiedCharacters, rowsAreWellFormed } from './writing.ts';

export const CHECKS: Readonly<Record<string, Check>> = {
  'rows are well formed': rowsAreWellFormed,
  'readings have one syllable a character': syllablesMatchCharacters,
  'readings are known to the packages or meant': readingsAreKnownOrDeliberate,
  'nothing is written twice': noDuplicates,
  'no simplified characters': noSimplifiedCharacters,
  'examples contain their word': examplesContainTheWord,
  'categories are legal': categoriesAreLegal,
  'emotions and themes are legal': affectIsLegal,
  'seeds are lemmas of WordNet': seedsExist,
  'both ends of relations are in the lexicon': endsExist,
  'relations do not contradict each other': relationsAgree,
  'typed forms lead to words': typedFormsLeadToWords,
  'other spellings lead to words': variantsLeadToWords,
  'tables of sound are well formed': soundTablesAreWellFormed,
  'words that may stand for others fit them': exchangesFitTheirWord,
  'function words are words': functionWordsAreWords,
  'definitions explain words': definitionsExplainWords,
  'weights at line ends are of words': lineEndsAreWords,
  'accepted suggestions can be applied': overlayIsApplicable,
  'accepted suggestions do not contradict each other': overlayHasNoDuplicates,
};

/** Everything that is wrong in the hand-written tables under `root`, check by check. */
export function checkData(root: string = DATA_ROOT): Problem[] {
  const context = readCheckContext(root);
  return Object.values(CHECKS).flatMap((check) => check(context));
}
