import { gunzipSync } from 'node:zlib';

/**
 * Reads a word list of Python's wordfreq: gzipped MessagePack, a header and then one list of words for each hundredth of a
 * power of ten that their frequency lies below 1 ("centibels"). Only the MessagePack types that such lists have are decoded.
 */
export function readWordfreq(file: Buffer): Map<string, number> {
  const list = decode(gunzipSync(file));
  if (!Array.isArray(list)) throw new Error('The file is no list of word frequencies.');
  const [header, ...steps] = list as [{ format?: unknown; version?: unknown }, ...string[][]];
  if (header.format !== 'cB' || header.version !== 1)
    throw new Error('The file is no list in the format cB, version 1.');
  return new Map(steps.flatMap((words, centibels) => words.map((word): [string, number] => [word, centibels])));
}

type Value = number | string | Value[] | { [key: string]: Value };

function decode(bytes: Buffer): Value {
  let offset = 0;
  const skip = (length: number) => {
    offset += length;
    return offset - length;
  };
  const text = (length: number) => bytes.toString('utf8', skip(length), offset);
  const array = (length: number) => Array.from({ length }, value);
  const map = (length: number) => Object.fromEntries(Array.from({ length }, () => [String(value()), value()]));
  function value(): Value {
    const type = bytes.readUInt8(skip(1));
    if (type < 0x80) return type;
    if (type < 0x90) return map(type & 0x0f);
    if (type < 0xa0) return array(type & 0x0f);
    if (type < 0xc0) return text(type & 0x1f);
    if (type === 0xd9) return text(bytes.readUInt8(skip(1)));
    if (type === 0xdc) return array(bytes.readUInt16BE(skip(2)));
    if (type === 0xdd) return array(bytes.readUInt32BE(skip(4)));
    throw new Error(`The list has a MessagePack value of the type 0x${type.toString(16)} at byte ${offset - 1}.`);
  }
  return value();
}
