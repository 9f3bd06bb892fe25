import type { Schema } from '../fuzz/operations.ts';
import { MAX_BODY_BYTES } from './request.ts';

/** Characters of songs, with many readings and many words among them. */
const CHARACTERS = Array.from(
  '我哋喺海邊行咗好耐望住個天慢慢黑晒諗起舊時嘅你同埋嗰啲冇講出口嘅說話月亮代表我的心為何要樂觀長大重新得到快樂相見好會合',
);
/** Two classes that have to be sorted: the dearest run to normalise. */
export const MARKS = '\u0301\u0323';

/** A text of so many characters, another one each turn. */
export function lyric(length: number, turn: number): string {
  return Array.from({ length }, (_, i) => CHARACTERS[(i * (1 + (turn % 7)) + turn) % CHARACTERS.length]!).join('');
}

/** A text of so many characters that is as much work to normalise as one that is taken can be. */
export function accented(length: number): string {
  return ('a' + MARKS.repeat(15)).repeat(Math.ceil(length / 31)).slice(0, length);
}

/** The largest value that a schema allows. */
export function largest(schema: Schema, turn: number): unknown {
  const { type, enum: values, examples = [], pattern, properties, items } = schema;
  if (values) return values[turn % values.length];
  switch (Array.isArray(type) ? type[0] : (type ?? schema.anyOf?.[0]?.type)) {
    case 'boolean':
      return true;
    case 'integer':
      return schema.maximum ?? Number.MAX_SAFE_INTEGER - turn;
    case 'number':
      return 60 + (turn % 12);
    case 'array':
      return Array.from({ length: schema.maxItems ?? 1000 }, (_, i) => largest(items, turn + i));
    case 'object':
      return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, largest(one as Schema, turn)]));
    default:
      return pattern ? examples[0] : lyric(schema.maxLength ?? 100, turn);
  }
}

/** Values that no schema allows, each as large as a body may be. */
export function oversized(turn: number): ReadonlyMap<string, string> {
  const room = MAX_BODY_BYTES - 2000 - (turn % 10);
  const list = (item: string) =>
    `[${Array(Math.floor(room / (item.length + 1)))
      .fill(item)
      .join(',')}]`;
  return new Map([
    ['a list of {}', list('{}')],
    ['a list of ""', list('""')],
    ['a list of 0', list('0')],
    ['a list of [[0]]', list('[[0]]')],
    ['a list of objects with an unknown field', list('{"x":0}')],
    ['lists in lists', '['.repeat(room / 2) + ']'.repeat(room / 2)],
    ['objects in objects', '{"a":'.repeat(room / 6) + '0' + '}'.repeat(room / 6)],
    ['a text of combining marks', JSON.stringify(MARKS.repeat(room / 4))],
    ['a text of letters', JSON.stringify('x'.repeat(room))],
    ['a text of Han', JSON.stringify('愛'.repeat(room / 3))],
    ['a text of lines', JSON.stringify('\n'.repeat(room / 2))],
    ['a number of many digits', '9'.repeat(room)],
    ['many fields', `{${Array.from({ length: room / 12 }, (_, i) => `"f${i}":0`).join(',')}}`],
  ]);
}

/** The paths of all fields that are lists or texts, and what is around each: a body with `value` there, the rest as in `whole`. */
export function withField(whole: object, field: string, value: string): string {
  const others = Object.entries(whole)
    .filter(([name]) => name !== field)
    .map(([name, one]) => `${JSON.stringify(name)}:${JSON.stringify(one)},`);
  return `{${others.join('')}${JSON.stringify(field)}:${value}}`;
}
