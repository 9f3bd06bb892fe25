/** A list of whole numbers below 2³² that grows as it is written: a plain array would take four times the room. */
export interface NumberList {
  readonly length: number;
  push(value: number): void;
  /** A copy of exactly the length. */
  toUint32(): Uint32Array<ArrayBuffer>;
  toUint16(): Uint16Array<ArrayBuffer>;
  toUint8(): Uint8Array<ArrayBuffer>;
}

const INITIAL_CAPACITY = 1024;

export function numberList(): NumberList {
  let buffer = new Uint32Array(INITIAL_CAPACITY);
  let length = 0;
  return {
    get length() {
      return length;
    },
    push(value) {
      if (length === buffer.length) {
        const grown = new Uint32Array(length * 2);
        grown.set(buffer);
        buffer = grown;
      }
      buffer[length++] = value;
    },
    toUint32: () => buffer.slice(0, length),
    toUint16: () => Uint16Array.from(buffer.subarray(0, length)),
    toUint8: () => Uint8Array.from(buffer.subarray(0, length)),
  };
}

/** Turns counts, each one place after its own, into starts: `starts[i]` becomes the sum of all before. In place. */
export function prefixSum(starts: Uint32Array): void {
  for (let i = 1; i < starts.length; i++) starts[i]! += starts[i - 1]!;
}
