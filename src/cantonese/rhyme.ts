import table from '../../data/sound/rhyme-groups.json' with { type: 'json' };

const GROUPS: readonly (readonly string[])[] = table.groups;

const RHYME_LIFT = new Map<string, number>();
for (const [a, b, lift] of table.sung as [string, string, number][]) {
  RHYME_LIFT.set(`${a} ${b}`, lift);
  RHYME_LIFT.set(`${b} ${a}`, lift);
}

/** How much more often than chance songs rhyme two different finals (a ratio above 1); 0 where they do not. */
export function rhymeLift(a: string, b: string): number {
  return RHYME_LIFT.get(`${a} ${b}`) ?? 0;
}

const STOP = /[ptk]$/;
const NASAL = /(?:m|n|ng)$/;

/** A stop is cut off and a nasal is held: tradition groups finals such as ok and ong by their vowel, singing tells them apart. */
function isStopWithNasal(a: string, b: string): boolean {
  return (STOP.test(a) && NASAL.test(b)) || (NASAL.test(a) && STOP.test(b));
}

function widen(final: string): string[] {
  const related = new Set<string>();
  for (const group of GROUPS) if (group.includes(final)) for (const other of group) related.add(other);
  related.delete(final);
  const sung = [...related].filter((other) => !isStopWithNasal(final, other) || rhymeLift(final, other) > 0);
  return [final, ...sung.sort((a, b) => rhymeLift(final, b) - rhymeLift(final, a))];
}

const WIDENED = new Map<string, readonly string[]>();
for (const final of new Set(GROUPS.flat())) WIDENED.set(final, widen(final));

/**
 * The finals that rhyme with `final` when the rhyme is widened to its common-rhyme groups (通韻), nearest first:
 * the final itself, then those that songs really rhyme with it, then the rest of the tradition. A stop widens to a nasal, and a nasal
 * to a stop, only where songs are known to rhyme the two.
 * A final that is in no group widens to itself.
 */
export function widenedFinals(final: string): readonly string[] {
  return WIDENED.get(final) ?? [final];
}
