/** Where short texts are written: a buffer of its own costs each more than the writing. */
const SCRATCH_BYTES = 16_384;
const scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);
/** Bytes of UTF-8 that one unit of a JavaScript string takes at most. */
const MAX_BYTES_PER_UNIT = 3;

/**
 * JSON in UTF-8 as a string with one character a byte. Such strings are joined without copying and measured by their length, and
 * Node writes one together with the head of the answer: for pages made of parts that is cheaper than buffers.
 */
export function jsonBytes(value: unknown): string {
  const text = JSON.stringify(value);
  if (text.length > SCRATCH_BYTES / MAX_BYTES_PER_UNIT) return Buffer.from(text, 'utf8').toString('latin1');
  return scratch.toString('latin1', 0, scratch.write(text));
}

const jsonByValue = new WeakMap<object, string>();

/** {@link jsonBytes} of a value that is never changed and comes again: it is written once. */
export function cachedJsonBytes(value: object): string {
  let bytes = jsonByValue.get(value);
  if (bytes === undefined) jsonByValue.set(value, (bytes = jsonBytes(value)));
  return bytes;
}
