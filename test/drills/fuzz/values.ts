import fc, { type Arbitrary } from 'fast-check';
import type { Schema } from './operations.ts';

/** Values that some parameter of the service takes: words, readings, finals, categories, feelings. */
const PLAUSIBLE = [
  ...['愛', '開心', '开心', '行:hong4', '說話', '𡃁仔', '海', '夜', '冇', '畀', '嘅', '我哋', '一生一世', '𠮷', '㗎'],
  ...['oi', 'oeng', 'hoi1 sam', 'hoi', 'sam1', 'ng5', 'noun.feeling', 'adj.all', 'noun.classifier', '喜悅', '愛情'],
  ...['33', '3?', '0243', '+-', '*', '=', 'happy', 'to look forward', 'cursor_expired', '我在期待', '月亮代表我的心'],
];

/** Texts that have broken other services: encodings, controls, look-alikes, names of JavaScript's own, other languages' syntax. */
export const HOSTILE = [
  ...[
    '',
    ' ',
    '\u0000',
    '愛\u0000心',
    '\ud800',
    '\udc00愛',
    '愛\udfff',
    '\u202e愛\u202c',
    '\u2066心\u2069',
    '\ufeff愛',
    '\uffff',
  ],
  ...[
    'e' + '\u0301'.repeat(60),
    '愛' + '\u0338'.repeat(99),
    '\u200b',
    '\u200d'.repeat(40),
    '👩‍👩‍👧‍👦',
    '𠮷'.repeat(100),
    '🀄︎',
  ],
  ...[
    '愛'.repeat(101),
    '開'.repeat(2500),
    'a'.repeat(7000),
    ','.repeat(500),
    ':'.repeat(200),
    '?'.repeat(99),
    '+'.repeat(300),
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '__proto__.polluted',
    'constructor[prototype]',
    'null',
    'undefined',
  ],
  ...[
    "' OR 1=1 --",
    '"; DROP TABLE keys; --',
    '*',
    '愛*',
    'a~2',
    '愛 OR 心',
    '{"match_all":{}}',
    '_exists_:char',
    '[a TO z]',
  ],
  ...[
    '愛\r\nFLUSHALL\r\n',
    '*1\r\n$8\r\nFLUSHALL\r\n',
    '愛\r\nX-Injected: yes',
    '$' + '{7*7}',
    '{{7*7}}',
    '<script>alert(1)</script>',
  ],
  ...['../../../etc/passwd', '..', '.', '/', '//', '\\', '%', '%2e%2e', '%00', '%ED%A0%80', '/etc/passwd\u0000.json'],
  ...[
    '-1',
    '0',
    '1e9',
    '1e400',
    'NaN',
    'Infinity',
    '-0',
    '0x10',
    '9007199254740993',
    '2.5',
    '１２',
    '٣',
    'TRUE',
    'true ',
  ],
  ...[
    '(a+)+$',
    '[',
    '\\',
    '^(.*)*$',
    '愛,愛',
    ',愛',
    '愛,',
    'n-l,n-l',
    '行:',
    ':',
    '行:hong9',
    '行:hong4:hong4',
    'hoi7',
    'zz zz',
  ],
];

const text = (maxLength: number): Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...PLAUSIBLE) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: Math.min(maxLength, 12) }) },
  );

/** Values that a schema allows; they may still contradict each other. */
export function validValue(schema: Schema): Arbitrary<unknown> {
  const { type, enum: values, pattern, examples = [], properties, required = [] } = schema;
  if (values) return fc.constantFrom(...values);
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => validValue({ ...schema, type: one })));
  switch (type) {
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'number':
      return fc.oneof(fc.integer({ min: 30, max: 90 }), fc.double({ min: 0, max: 127, noNaN: true }));
    case 'integer':
      return integerIn(schema.minimum ?? 0, schema.maximum ?? 20_000);
    case 'array':
      return fc.array(validValue(schema.items), { minLength: schema.minItems ?? 0, maxLength: 4 });
    case 'object':
      return fc.record(Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, validValue(one)])), {
        requiredKeys: required,
        noNullPrototype: true,
      });
    default: {
      const exampleValues = examples.length > 0 ? [fc.constantFrom(...examples)] : [];
      const fitting = pattern
        ? fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: 6 })
        : text(schema.maxLength ?? 100);
      return fc.oneof(...exampleValues, fitting);
    }
  }
}

function integerIn(min: number, max: number): Arbitrary<number> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min, max: Math.min(max, min + 30) }) },
    { weight: 1, arbitrary: fc.constantFrom(min, max) },
    { weight: 1, arbitrary: fc.integer({ min, max }) },
  );
}

/** Anything that can stand in a query or a path. */
export const hostileText: Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(...PLAUSIBLE), fc.constantFrom(...HOSTILE)).map((parts) => parts.join('')),
  },
);

/** Anything that JSON can say. */
export const hostileJson: Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.constantFrom(null, true, 0, -1, 1e308, 2 ** 53, 0.1, [], {}, [[]], [null], { a: {} }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) as Arbitrary<unknown> },
);
