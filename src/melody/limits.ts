/** Bytes that a zipped score may unfold to in the service: reading as many takes 0.1 to 0.3 s. */
export const MAX_SCORE_BYTES = 1024 * 1024;
