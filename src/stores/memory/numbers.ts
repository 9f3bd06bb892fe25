/** A list of whole numbers below 2³² that grows as it is written: a plain array would take four times the room. */
export interface NumberList {
  readonly length: number;
  push(value: number): void;
  /** A copy of exactly the length. */
  toUint32(): Uint32Array<ArrayBuffer>;
  toUint16(): Uint16Array<ArrayBuffer>;
  toUint8(): Uint8Array<ArrayBuffer>;
}

const FIRST_ROOM = 1024;

export function numberList(): NumberList {
  let room = new Uint32Array(FIRST_ROOM);
  let length = 0;
  return {
    get length() {
      return length;
    },
    push(value) {
      if (length === room.length) {
        const wider = new Uint32Array(length * 2);
        wider.set(room);
        room = wider;
      }
      room[length++] = value;
    },
    toUint32: () => room.slice(0, length),
    toUint16: () => Uint16Array.from(room.subarray(0, length)),
    toUint8: () => Uint8Array.from(room.subarray(0, length)),
  };
}

/** Turns counts, each one place after its own, into starts: `starts[i]` becomes the sum of all before. In place. */
export function sumUp(starts: Uint32Array): void {
  for (let i = 1; i < starts.length; i++) starts[i]! += starts[i - 1]!;
}
