/**
 * JSON in UTF-8 as a string with one character a byte. Such strings are joined without copying and measured by their length, and
 * Node writes one together with the head of the answer: for pages made of parts that is cheaper than buffers.
 */
export function jsonBytes(value: unknown): string {
  return Buffer.from(JSON.stringify(value), 'utf8').toString('latin1');
}

const kept = new WeakMap<object, string>();

/** {@link jsonBytes} of a value that is never changed and comes again: it is written once. */
export function keptJsonBytes(value: object): string {
  let bytes = kept.get(value);
  if (bytes === undefined) kept.set(value, (bytes = jsonBytes(value)));
  return bytes;
}
