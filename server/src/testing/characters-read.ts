/** These methods scan the whole string once. Other methods count only the characters of their result. */
const wholeStringMethods = [
  'indexOf',
  'lastIndexOf',
  'includes',
  'match',
  'matchAll',
  'replace',
  'replaceAll',
  'search',
  'split',
  'trim',
  'normalize',
  'toLowerCase',
  'toWellFormed',
];
const parts = ['charCodeAt', 'codePointAt', 'at', 'slice', 'substring', 'repeat', 'concat'];

type Methods = Record<string, (...given: unknown[]) => unknown>;

/** Each map operation counts as one character. Unlike the duration, the count is the same on every machine. */
export async function countCharactersRead<T>(work: () => T | Promise<T>): Promise<{ made: T; characters: number }> {
  let characters = 0;
  const strings = String.prototype as unknown as Methods;
  const maps = Map.prototype as unknown as Methods;
  const getLength = (value: unknown) => (typeof value === 'string' ? value.length : 1);
  const restore = [
    ...wholeStringMethods.map((name) => countCalls(strings, name, (receiver) => (characters += getLength(receiver)))),
    ...parts.map((name) => countCalls(strings, name, (_, result) => (characters += getLength(result)))),
    ...['get', 'set', 'delete'].map((name) => countCalls(maps, name, () => (characters += 1))),
  ];
  try {
    return { made: await work(), characters };
  } finally {
    for (const undo of restore) undo();
  }
}

function countCalls(methods: Methods, name: string, count: (receiver: unknown, result: unknown) => void): () => void {
  const original = methods[name];
  if (!original) throw new Error(`No method ${name}`);
  methods[name] = function (this: unknown, ...given: unknown[]) {
    const result = original.apply(this, given);
    count(this, result);
    return result;
  };
  return () => void (methods[name] = original);
}
