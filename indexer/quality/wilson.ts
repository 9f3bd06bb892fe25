/** z of a two-sided 95 % interval. */
const Z = 1.959964;

/**
 * The 95 % interval of a share by Wilson's score, which holds for small samples and for shares near 0 and 1 too.
 * Bounds are 0–1; without any trial the interval is everything.
 */
export function wilson(successes: number, trials: number): readonly [low: number, high: number] {
  if (trials === 0) return [0, 1];
  const share = successes / trials;
  const z2 = Z * Z;
  const centre = share + z2 / (2 * trials);
  const spread = Z * Math.sqrt((share * (1 - share)) / trials + z2 / (4 * trials * trials));
  const scale = 1 + z2 / trials;
  return [Math.max(0, (centre - spread) / scale), Math.min(1, (centre + spread) / scale)];
}
