import { expect, test } from 'vitest';

const modules = import.meta.glob<object>(['../**/texts.ts', '../**/*-texts.ts'], { eager: true });
const files = Object.entries(modules);
const plurals = new RegExp(
  '\\b(1 (?:actions|attempts|accounts|changes|colours|days|documents|events|followers|holders|members|pairs|people|players|posts' +
    '|replies|results|sessions|subcategories|threads|tries|users))\\b',
  'gi',
);
/** These parameters are names, averages, or numbers that are never one, such as a limit. */
const notCounts = [
  'texts.span.tooMany',
  'texts.deleteMany',
  'texts.progress',
  'texts.compared',
  'texts.playersSummary',
  'texts.registrationsSummary',
  'texts.postsSummary',
  'texts.batch.counted',
];

type Text = (...args: unknown[]) => unknown;

function listFunctions(value: unknown, name: string): [string, Text][] {
  if (typeof value === 'function') return [[name, value as Text]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => listFunctions(inner, name === '' ? key : `${name}.${key}`));
}

function findText(text: Text, count: number): string | null {
  try {
    const words = text(count, count, count);
    return typeof words === 'string' && new RegExp(`\\b${count}\\b`).test(words) ? words : null;
  } catch {
    return null; // The parameters are not counts.
  }
}

const countTexts = files.flatMap(([file, module]) =>
  listFunctions(module, '').flatMap(([name, text]): [string, string, Text][] => {
    const pluralText = findText(text, 7)?.replaceAll('7', '1');
    return pluralText?.match(plurals) && !notCounts.includes(name) ? [[file, name, text]] : [];
  }),
);

test('finds all page texts that contain a count', () => expect(countTexts.length).toBeGreaterThan(30));

test.each(countTexts)('uses the singular form for the number one: %s %s', (_file, _name, text) => {
  expect(findText(text, 1)?.match(plurals) ?? null).toBeNull();
});
