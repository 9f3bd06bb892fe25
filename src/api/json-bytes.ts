/** Where short texts are written: a buffer of its own costs each more than the writing. */
const SCRATCH = 16_384;
const scratch = Buffer.allocUnsafeSlow(SCRATCH);
/** Bytes of UTF-8 that one unit of a JavaScript string takes at most. */
const MOST_BYTES = 3;

/**
 * JSON in UTF-8 as a string with one character a byte. Such strings are joined without copying and measured by their length, and
 * Node writes one together with the head of the answer: for pages made of parts that is cheaper than buffers.
 */
export function jsonBytes(value: unknown): string {
  const text = JSON.stringify(value);
  if (text.length > SCRATCH / MOST_BYTES) return Buffer.from(text, 'utf8').toString('latin1');
  return scratch.toString('latin1', 0, scratch.write(text));
}

const kept = new WeakMap<object, string>();

/** {@link jsonBytes} of a value that is never changed and comes again: it is written once. */
export function keptJsonBytes(value: object): string {
  let bytes = kept.get(value);
  if (bytes === undefined) kept.set(value, (bytes = jsonBytes(value)));
  return bytes;
}
