import { expect, test } from 'vitest';
import { WrittenIds } from './written-ids.js';

const some = 100_000;
const numbers = (from: number) => Array.from({ length: some }, (_, n) => (from + n) * 90_071_992_547);
const texts = (from: number) => numbers(from).map((id) => `${id}:7/${id % 32}`);

test('Written ids are never missed, and hardly any other one is taken for written', () => {
  const written = WrittenIds.ofCollections(['a', 'b']).get('a')!;
  for (const id of [...numbers(0), ...texts(0)]) written.add(id);
  expect([...numbers(0), ...texts(0)].every((id) => written.mayHave(id))).toBe(true);
  const mistaken = [...numbers(some), ...texts(some)].filter((id) => written.mayHave(id));
  expect(mistaken.length).toBeLessThan(some / 500);
});

test('Collections share no ids', () => {
  const all = WrittenIds.ofCollections(['a', 'b']);
  all.get('a')!.add(1);
  all.get('b')!.add('x');
  expect(['a', 'b'].map((name) => [1, 'x', '1'].filter((id) => all.get(name)!.mayHave(id)))).toEqual([[1], ['x']]);
});
