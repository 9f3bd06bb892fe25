import type { Operation, Parameter } from '../fuzz/operations.ts';
import { percentEncoded } from '../fuzz/requests.ts';
import { type Costly, getRequest, MAX_BODY_BYTES, MAX_TARGET_LENGTH, postRequest } from './request.ts';
import { accented, largest, lyric, MARKS, oversized, withField } from './values.ts';

/** The dearest requests of an operation that follow from the API document alone. */
export function costlyFromDocument(operation: Operation): Costly[] {
  return operation.body ? postedToAll(operation) : askedOfAll(operation);
}

type Pair = readonly [name: string, value: string];

function askedOfAll({ id, path, parameters }: Operation): Costly[] {
  const inPath = parameters.filter((one) => one.in === 'path');
  const inQuery = parameters.filter((one) => one.in === 'query');
  const filled = (turn: number) =>
    inPath.reduce((text, { name, schema }) => text.replace(`{${name}}`, percentEncoded(exampleOf(schema, turn))), path);
  const required = (turn: number, but?: Parameter): Pair[] =>
    inQuery.filter((one) => one.required && one !== but).map((one) => [one.name, exampleOf(one.schema, turn)]);
  const costly: Costly[] = [];
  const add = (about: string, pairsOf: (turn: number) => Pair[], target = filled) =>
    costly.push({
      about: `${id}: ${about}`,
      isValid: false,
      make: (turn) => getRequest(`${id}: ${about}`, target(turn), pairsOf(turn)),
    });
  for (const one of inQuery)
    for (const [about, textAt] of texts(one))
      add(`${one.name}, ${about}`, (turn) => [...required(turn, one), [one.name, textAt(turn)]]);
  for (const one of inPath)
    for (const [about, textAt] of texts(one)) {
      const target = (turn: number) =>
        path.replace(`{${one.name}}`, percentEncoded(textAt(turn))).slice(0, MAX_TARGET_LENGTH);
      add(`${one.name}, ${about}`, required, target);
    }
  add('all parameters at their largest', (turn) => inQuery.map((one) => [one.name, textOf(one, turn)]));
  add('2,700 unknown names', (turn) => Array.from({ length: 2700 }, (_, i): Pair => [(i + turn).toString(36), '']));
  add('names one letter away', (turn) =>
    Array.from({ length: 900 }, (_, i): Pair => [`${inQuery[i % inQuery.length]?.name ?? 'x'}${i + turn}`, '']),
  );
  add('one name again and again', () => Array.from({ length: 2700 }, (): Pair => [inQuery[0]?.name ?? 'x', '']));
  return costly;
}

/** Texts for a parameter: the longest that it takes, and longer ones. */
function texts(parameter: Parameter): [about: string, textAt: (turn: number) => string][] {
  return [
    ['its largest', (turn) => textOf(parameter, turn)],
    ['100 accented letters', () => accented(100)],
    ['100 Latin letters', (turn) => ('hoisam'.repeat(20) + turn).slice(-100)],
    ['combining marks', (turn) => MARKS.repeat(600 + turn)],
    ['500 commas', () => ','.repeat(500)],
    ['4,000 letters', (turn) => 'a'.repeat(4000 + turn)],
    ['a number of 4,000 digits', (turn) => '9'.repeat(4000 + turn)],
  ];
}

function textOf({ schema, isList }: Parameter, turn: number): string {
  const value = largest(isList ? { ...schema, items: { ...schema.items, maxLength: 4 } } : schema, turn);
  return isList ? (value as unknown[]).join(',') : String(value);
}

function exampleOf({ examples = [] }: Parameter['schema'], turn: number): string {
  return String(examples[0] ?? lyric(1, turn));
}

function postedToAll({ id, path, body }: Operation): Costly[] {
  const whole = (turn: number) => largest(body, turn) as Record<string, unknown>;
  // What stands beside the field that is dear is short: a body has room for one.
  const small = (turn: number) => {
    const required = Object.entries<Operation['body']>(body.properties).filter(([name]) =>
      body.required?.includes(name),
    );
    return Object.fromEntries(required.map(([name, one]) => [name, one.examples?.[0] ?? largest(one, turn)]));
  };
  const costly: Costly[] = [];
  const add = (about: string, jsonOf: (turn: number) => string) =>
    costly.push({
      about: `${id}: ${about}`,
      isValid: false,
      make: (turn) => postRequest(`${id}: ${about}`, path, jsonOf(turn), (['gzip', 'br', 'plain'] as const)[turn % 3]),
    });
  add('every field at its largest', (turn) => JSON.stringify(whole(turn)).slice(0, MAX_BODY_BYTES));
  for (const about of oversized(0).keys()) {
    add(about, (turn) => oversized(turn).get(about)!);
    for (const field of Object.keys(body.properties))
      add(`${field}, ${about}`, (turn) => withField(smallWithout(small(turn)), field, oversized(turn).get(about)!));
  }
  for (const [field, schema] of Object.entries<typeof body>(body.properties)) {
    const most = schema.maxItems;
    if (most === undefined) continue;
    for (const item of wrongItems(schema.items))
      add(`${field}, ${most} of ${item.slice(0, 30)}`, (turn) => {
        const items = Array(Math.min(most, Math.floor((MAX_BODY_BYTES - 2000) / (item.length + 1)))).fill(item);
        return withField(smallWithout(small(turn)), field, `[${items.join(',')}]`);
      });
  }
  add('20 MB of spaces', (turn) => ' '.repeat(20 * 2 ** 20 + turn));
  return costly;
}

/** Without what would fill the body by itself. */
function smallWithout(whole: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => !Array.isArray(value)));
}

/** Items that are wrong, those in which lists are full of wrong items first. */
function wrongItems({ properties = {} }: Operation['body']): string[] {
  const inner = Object.entries<Operation['body']>(properties).flatMap(([name, { type, maxItems }]) =>
    type === 'array' ? [1, 5, 25, maxItems].map((count) => `{"${name}":[${Array(count).fill('{}').join(',')}]}`) : [],
  );
  return [...inner, '{}', '""', '0', '{"x":0}', 'null'];
}
