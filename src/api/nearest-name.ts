/** Edits (insert, delete, replace, swap of neighbours) that make `a` into `b`. */
export function editDistance(a: string, b: string): number {
  const [x, y] = [[...a], [...b]];
  const rows: number[][] = [Array.from({ length: y.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= x.length; i++) {
    const row = [i];
    for (let j = 1; j <= y.length; j++) {
      const same = x[i - 1] === y[j - 1] ? 0 : 1;
      let least = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + same);
      if (i > 1 && j > 1 && x[i - 1] === y[j - 2] && x[i - 2] === y[j - 1])
        least = Math.min(least, rows[i - 2]![j - 2]! + 1);
      row.push(least);
    }
    rows.push(row);
  }
  return rows[x.length]![y.length]!;
}

/** Names longer than this are not worth comparing: nobody mistypes that much. */
const COMPARED = 100;

/**
 * The known name that `name` was probably meant to be: few edits away, or one that is a part of the other.
 * Undefined when nothing is near.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > COMPARED) return undefined;
  const typed = name.toLowerCase();
  let nearest: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const target = candidate.toLowerCase();
    const part = typed.length > 2 && target.length > 2 && (target.includes(typed) || typed.includes(target));
    const distance = part ? Math.min(2, editDistance(typed, target)) : editDistance(typed, target);
    const bound = Math.max(part ? 2 : 1, Math.floor(target.length / 3));
    if (distance <= bound && distance < least) {
      least = distance;
      nearest = candidate;
    }
  }
  return nearest;
}
