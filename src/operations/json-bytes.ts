/** Shared buffer for short texts: allocating one costs more than encoding. */
const SCRATCH_BYTES = 16_384;
const scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);
/** Most UTF-8 bytes per UTF-16 unit. */
const MAX_BYTES_PER_UNIT = 3;

/**
 * UTF-8 JSON as a Latin-1 string. Such strings are concatenated without copying, have their length in bytes, and are written by Node
 * together with the headers: for pages of cached parts this is cheaper than buffers.
 */
export function jsonBytes(value: unknown): string {
  const text = JSON.stringify(value);
  if (text.length > SCRATCH_BYTES / MAX_BYTES_PER_UNIT) return Buffer.from(text, 'utf8').toString('latin1');
  return scratch.toString('latin1', 0, scratch.write(text));
}

const jsonByValue = new WeakMap<object, string>();

/** {@link jsonBytes} of an immutable value, cached. */
export function cachedJsonBytes(value: object): string {
  let bytes = jsonByValue.get(value);
  if (bytes === undefined) jsonByValue.set(value, (bytes = jsonBytes(value)));
  return bytes;
}
