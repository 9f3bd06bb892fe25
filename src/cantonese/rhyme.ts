import table from '../../data/sound/rhyme-groups.json' with { type: 'json' };

const GROUPS: readonly (readonly string[])[] = table.groups;

const SUNG = new Map<string, number>();
for (const [a, b, lift] of table.sung as [string, string, number][]) {
  SUNG.set(`${a} ${b}`, lift);
  SUNG.set(`${b} ${a}`, lift);
}

/** How much more often than chance songs rhyme two different finals (a ratio above 1); 0 where they do not. */
export function sungTogether(a: string, b: string): number {
  return SUNG.get(`${a} ${b}`) ?? 0;
}

function widen(final: string): string[] {
  const near = new Set<string>();
  for (const group of GROUPS) if (group.includes(final)) for (const other of group) near.add(other);
  near.delete(final);
  const tradition = [...near];
  return [final, ...tradition.sort((a, b) => sungTogether(final, b) - sungTogether(final, a))];
}

const WIDENED = new Map<string, readonly string[]>();
for (const final of new Set(GROUPS.flat())) WIDENED.set(final, widen(final));

/**
 * The finals that rhyme with `final` when the rhyme is widened to its common-rhyme groups (通韻), nearest first:
 * the final itself, then those that songs really rhyme with it, then the rest of the tradition.
 * A final that is in no group widens to itself.
 */
export function widenedFinals(final: string): readonly string[] {
  return WIDENED.get(final) ?? [final];
}
