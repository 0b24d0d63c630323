/** Missing values, values of another type, overlong ones, and text that programs often mishandle. */
export const badValues: Readonly<Record<string, unknown>> = {
  missing: undefined,
  null: null,
  empty: '',
  blanks: ' \t\n ',
  word: 'word',
  'a hundred thousand letters': 'x'.repeat(100_000),
  'lone surrogate': 'a\ud800b',
  'surrogates in the wrong order': '\udc00\ud800',
  NUL: 'a\0b',
  'control characters': '\u0001\u001b[2J\u007f',
  'right to left': '\u202egnp.exe',
  markup: '<script>alert(1)</script>',
  query: "' OR 1=1 --",
  'operator of a query': { $gt: '' },
  true: true,
  zero: 0,
  one: 1,
  negative: -1,
  fraction: 1.5,
  'beyond the safe integers': 2 ** 53 + 1,
  'beyond the safe integers, as text': '9007199254740993',
  'largest number': 1.7976931348623157e308,
  'empty list': [],
  list: ['a', 'b'],
  'list of numbers': [1, 2],
  'empty object': {},
  'nested object': { a: { b: { c: [{ d: 1 }] } } },
  'deep list': nestedValue(1_000),
  'the name __proto__': '__proto__',
  'the name constructor': 'constructor',
  'the name toString': 'toString',
  'own __proto__': JSON.parse(
    '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  ) as unknown,
};

/** Contains the counterparts of `badValues` for queries and paths. */
export const badTexts: readonly string[] = [
  ...['', ' ', '0', '-1', '1.5', '1e3', '0x10', '00', '+1', '1001', 'NaN', 'Infinity', 'null', 'undefined', 'true'],
  ...['9007199254740993', '99999999999999999999', '9'.repeat(500), 'x'.repeat(4_000), 'word', "' OR 1=1 --"],
  ...['\0', 'a\0b', '\u202e', '\ufffd', '😀', '..', '../..', '/', '\\', '%', '[object Object]', '{"$gt":""}'],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty'],
];

export const brokenPieces: readonly string[] = ['%', '%zz', '%00', '%ff', '%c0%80', '%ed%a0%80', '%2e%2e%2f', ';', '|'];

function nestedValue(levels: number): unknown {
  let inner: unknown = 1;
  for (let level = 0; level < levels; level++) inner = [inner];
  return inner;
}
