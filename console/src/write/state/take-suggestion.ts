import type { SongDocument } from '../model/document.ts';
import { chooseReading, editText } from '../model/edit.ts';
import type { Suggestion } from '../view/suggestions.ts';
import { recordReading } from './readings.ts';

/** The song with a suggestion in place. */
export function withSuggestion(document: SongDocument, index: number, suggestion: Suggestion): SongDocument {
  for (const [character, jyutping] of suggestion.sounds) recordReading(character, jyutping);
  return Object.entries(suggestion.chosen).reduce(
    (changed, [place, jyutping]) => chooseReading(changed, index, Number(place), jyutping),
    editText(document, index, suggestion.line),
  );
}
