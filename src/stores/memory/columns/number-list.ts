/** A growable list of integers below 2³². A plain array would take four times the memory. */
export interface NumberList {
  readonly length: number;
  push(value: number): void;
  /** A copy without spare capacity. */
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

/** Prefix sum in place: `starts[i]` becomes the sum of all counts before `i`. */
export function prefixSum(starts: Uint32Array): void {
  for (let i = 1; i < starts.length; i++) starts[i]! += starts[i - 1]!;
}
