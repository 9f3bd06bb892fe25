/** What an edit did to a text: code points `start` … `end` of the old one became `inserted`. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly inserted: readonly string[];
}

/** The smallest single change that leads from one text to another: what both begin and end with is left out of it. */
export function changeBetween(before: string, after: string): TextChange {
  const [oldCharacters, newCharacters] = [Array.from(before), Array.from(after)];
  const shorter = Math.min(oldCharacters.length, newCharacters.length);
  let start = 0;
  while (start < shorter && oldCharacters[start] === newCharacters[start]) start++;
  let commonSuffix = 0;
  while (
    commonSuffix < shorter - start &&
    oldCharacters[oldCharacters.length - 1 - commonSuffix] === newCharacters[newCharacters.length - 1 - commonSuffix]
  )
    commonSuffix++;
  return {
    start,
    end: oldCharacters.length - commonSuffix,
    inserted: newCharacters.slice(start, newCharacters.length - commonSuffix),
  };
}

/** Where a place of the old text lies in the new one; undefined when the change has taken it away. */
export function placeAfter({ start, end, inserted }: TextChange, place: number): number | undefined {
  if (place < start) return place;
  return place < end ? undefined : place + inserted.length - (end - start);
}
