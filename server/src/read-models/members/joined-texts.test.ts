import fc from 'fast-check';
import { expect, test } from 'vitest';
import { charactersRead } from '../../testing/characters-read.js';
import { JoinedTexts } from './joined-texts.js';

/** A list of texts, and how many of them were read to join them. */
class List {
  read = 0;
  private readonly joined: JoinedTexts;

  constructor(readonly texts: string[]) {
    this.joined = new JoinedTexts(texts.length, (from, to) => {
      this.read += to - from;
      return this.texts.slice(from, to);
    });
  }

  insert(index: number, text: string): void {
    this.texts.splice(index, 0, text);
    this.joined.inserted(index);
  }

  remove(index: number): void {
    this.texts.splice(index, 1);
    this.joined.removed(index);
  }

  containing = (text: string): number[] => [...this.joined.containing(text)];
}

test('after any changes it finds what a look at each text finds', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '👍'), maxLength: 6 });
  const change = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    added: fc.option(text),
    times: fc.nat(200),
  });
  fc.assert(
    fc.property(fc.array(text, { maxLength: 300 }), fc.array(change), (texts, changes) => {
      const list = new List(texts);
      for (const { at, added, times } of changes) {
        for (let n = 0; n < times; n++) {
          if (added !== null) list.insert(Math.round(at * list.texts.length), added);
          else if (list.texts.length > 0) list.remove(Math.floor(at * (list.texts.length - 1)));
        }
        for (const part of ['a', 'ab', 'abé', 'éa👍', 'bbbbb', added ?? 'b'])
          expect(list.containing(part)).toEqual(list.texts.flatMap((it, n) => (it.includes(part) ? n : [])));
      }
    }),
  );
});

test('a rare part is looked for in few of many texts, and after a change those of one block are joined again', async () => {
  const many = 10_000;
  const list = new List(Array.from({ length: many }, (_, n) => `member${(n * 7919) % many}@example.org`));
  const length = list.texts.join('\n').length;
  expect(list.containing('ber4711@')).toEqual([list.texts.indexOf('member4711@example.org')]);
  expect(list.read).toBe(many);
  for (const index of [0, 5_000, many - 1]) {
    list.remove(index);
    list.insert(index, `other${index}@example.org`);
    list.read = 0;
    const { made, characters } = await charactersRead(() => list.containing(`her${index}@`));
    expect(made).toEqual([index]);
    expect(list.read).toBeGreaterThan(0);
    expect(list.read).toBeLessThanOrEqual(1_024);
    list.read = 0;
    expect(characters).toBeGreaterThan(0);
    const again = await charactersRead(() => list.containing(`her${index}@`));
    expect(again.made).toEqual([index]);
    expect(again.characters).toBeLessThan(length / 5);
    expect(list.read).toBe(0);
  }
});
