/** Raised whenever {@link tokensOf} answers differently; kept in a build's manifest and in an index's `_meta`. */
export const TOKENS_VERSION = 1;

const RUN = /\p{Script=Han}|[\p{L}\p{M}\p{N}]+/gu;
const HAN_INSIDE = /\p{Script=Han}/u;

/**
 * The one tokeniser of definitions and of `q`: NFC, lower case, runs of letters, marks and numbers; Han by code point.
 * Answers distinct tokens in order of appearance.
 */
export function tokensOf(text: string): string[] {
  const tokens = new Set<string>();
  for (const [run] of text.normalize('NFC').toLowerCase().matchAll(RUN)) {
    if (!HAN_INSIDE.test(run)) tokens.add(run);
    else for (const part of run.split(/(\p{Script=Han})/u)) if (part) tokens.add(part);
  }
  return [...tokens];
}
