/** Bands of popularity: what a lyricist meets daily is measured apart from what hardly anybody looks up. */
export interface Band {
  readonly name: string;
  /** Ranks from 0: `from` is the first, `to` the one after the last. */
  readonly from: number;
  readonly to: number;
}

export const BANDS: readonly Band[] = [
  { name: '1–1k', from: 0, to: 1000 },
  { name: '1k–5k', from: 1000, to: 5000 },
  { name: '5k–20k', from: 5000, to: 20_000 },
  { name: '20k–60k', from: 20_000, to: 60_000 },
  { name: 'rest', from: 60_000, to: Number.POSITIVE_INFINITY },
];

/** Number of the band that a rank lies in. */
export function bandOf(rank: number): number {
  return BANDS.findIndex(({ to }) => rank < to);
}
