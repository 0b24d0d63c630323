import { describe, expect, it } from 'vitest';
import { IdReads } from './id-reads.js';

/** A collection of the even numbers that records the ids of each command. */
function evenNumbers(delay: () => Promise<void> = () => Promise.resolve()) {
  const commands: number[][] = [];
  const find = async (ids: number[]) => {
    commands.push(ids);
    await delay();
    return ids.filter((id) => id % 2 === 0).reverse();
  };
  return { commands, reads: new IdReads<number, number>(find, (found) => found) };
}

const range = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n);

describe('Reads by id', () => {
  it('share one command in one turn, and each gets the documents of its own ids', async () => {
    const { commands, reads } = evenNumbers();
    const found = await Promise.all([reads.read([2, 3, 4]), reads.read([4, 4, 6]), reads.read([7]), reads.read([])]);
    expect(found).toEqual([[2, 4], [4, 6], [], []]);
    expect(commands).toEqual([[2, 3, 4, 6, 7]]);
  });

  it('do not join a command that has begun', async () => {
    let finish: () => void = () => undefined;
    const { commands, reads } = evenNumbers(() => new Promise((resolve) => (finish = resolve)));
    const first = reads.read([2]);
    while (commands.length === 0) await new Promise(setImmediate);
    const second = reads.read([2]);
    finish();
    await first;
    while (commands.length === 1) await new Promise(setImmediate);
    finish();
    expect(await second).toEqual([2]);
    expect(commands).toEqual([[2], [2]]);
  });

  it('ask for at most 500 documents in a command, and put small reads into others than large ones', async () => {
    const { commands, reads } = evenNumbers();
    const [small, large] = await Promise.all([reads.read([2]), reads.read(range(0, 1_200)), reads.read([4])]);
    expect(small).toEqual([2]);
    expect(large).toHaveLength(600);
    expect(commands.map((ids) => ids.length).sort((a, b) => a - b)).toEqual([1, 1, 200, 500, 500]);
  });

  it('all fail with their command, and later ones ask again', async () => {
    const failures = [new Error('unavailable')];
    const { reads } = evenNumbers(async () => {
      const failure = failures.pop();
      if (failure) throw failure;
    });
    const outcomes = await Promise.allSettled([reads.read([2]), reads.read([4])]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await reads.read([2])).toEqual([2]);
  });
});
