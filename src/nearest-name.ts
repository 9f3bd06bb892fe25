/** Edits (insert, delete, replace, swap of neighbours) that make `a` into `b`. */
export function editDistance(a: string, b: string): number {
  const [x, y] = [[...a], [...b]];
  const rows: number[][] = [Array.from({ length: y.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= x.length; i++) {
    const row = [i];
    for (let j = 1; j <= y.length; j++) {
      const substitutionCost = x[i - 1] === y[j - 1] ? 0 : 1;
      let smallest = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + substitutionCost);
      if (i > 1 && j > 1 && x[i - 1] === y[j - 2] && x[i - 2] === y[j - 1])
        smallest = Math.min(smallest, rows[i - 2]![j - 2]! + 1);
      row.push(smallest);
    }
    rows.push(row);
  }
  return rows[x.length]![y.length]!;
}

/** Names longer than this are not worth comparing: nobody mistypes that much. */
const MAX_NAME_LENGTH = 100;

/**
 * The known name that `name` was probably meant to be: few edits away, or one that is a part of the other.
 * Undefined when nothing is near.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_NAME_LENGTH) return undefined;
  const typed = name.toLowerCase();
  let nearest: string | undefined;
  let smallest = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const target = candidate.toLowerCase();
    const isSubstring = typed.length > 2 && target.length > 2 && (target.includes(typed) || typed.includes(target));
    const distance = isSubstring ? Math.min(2, editDistance(typed, target)) : editDistance(typed, target);
    const differingLength = target.length - sharedWordsLength(typed, target);
    const maxDistance = Math.max(isSubstring ? 2 : 1, Math.floor(differingLength / 3));
    if (distance <= maxDistance && distance < smallest) {
      smallest = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

/** Characters of the words (`rel_`) that both names begin with. `rel_trg` is no nearer to `rel_nry` than `trg` to `nry`. */
function sharedWordsLength(one: string, other: string): number {
  let length = 0;
  for (let index = 0; index < one.length && one[index] === other[index]; index++)
    if (one[index] === '_') length = index + 1;
  return length;
}
