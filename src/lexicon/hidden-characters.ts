/**
 * Characters that are not seen and change how other text is seen: controls (escape sequences, line breaks), format controls
 * (bidirectional ones, zero-width ones, tags), line and paragraph separators, halves of surrogate pairs, and letters without a shape.
 * Not the variation selectors: they belong to the Han characters and emoji before them.
 */
const HIDDEN_CHARACTER = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u115F\u1160\u3164\uFFA0]|\u034F|\u17B4|\u17B5/gu;
const BIDIRECTIONAL_CONTROL = /\p{Bidi_Control}/u;
const LINE_BREAKS_AND_TABS = /\r?\n|\t/g;

/** Why a text for people is invalid; undefined if it is valid. `lines`: whether line breaks and tabs are allowed. */
export function findHiddenCharacter(
  text: string,
  { allowLineBreaks = false }: { readonly allowLineBreaks?: boolean } = {},
): string | undefined {
  const [found] = (allowLineBreaks ? text.replace(LINE_BREAKS_AND_TABS, ' ') : text).match(HIDDEN_CHARACTER) ?? [];
  return found && `holds the control or invisible formatting character ${codePointName(found)}; take it out`;
}

/** Why a text must not be shown beside others; undefined if it may be. */
export function findBidirectionalControl(text: string): string | undefined {
  const [found] = text.match(BIDIRECTIONAL_CONTROL) ?? [];
  return found && `holds the bidirectional control ${codePointName(found)}; take it out`;
}

function codePointName(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Escapes hidden characters and line breaks of a foreign text as `\u{202e}`, for one line on a terminal. */
export function escapeHiddenCharacters(text: string): string {
  return text.replace(HIDDEN_CHARACTER, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}

/** Equivalent JSON with hidden characters escaped; line breaks outside of strings stay. */
export function escapeHiddenCharactersInJson(json: string): string {
  const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return json.replace(HIDDEN_CHARACTER, (character) =>
    character === '\n' ? character : character.split('').map(escapeUnit).join(''),
  );
}
