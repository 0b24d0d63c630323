import { expect, test } from 'vitest';
import type { Vault } from '../../vault/vault.js';
import { hour, newAccount } from './vault-samples.js';

const mark = (key: string, order: string, count = 0, at = hour(1)) => ({ key, order, count, at });

export function readMarkTests(vault: () => Vault): void {
  const write = (userId: number, one: ReturnType<typeof mark>, keptSince: string) =>
    vault().markRead([{ userId, ...one }], keptSince);

  test('stores read marks separately for each thread and user', async () => {
    await write(1, mark('thread:7', '05', 3), hour(0));
    await write(1, mark('thread:8', '06'), hour(0));
    await write(2, mark('thread:7', '09', 4), hour(0));
    expect(await vault().readMarks(1, ['thread:7', 'thread:9'])).toEqual([mark('thread:7', '05', 3)]);
    expect(await vault().readMarks(2, ['thread:7'])).toEqual([mark('thread:7', '09', 4)]);
    expect(await vault().readMarks(3, ['thread:7'])).toEqual([]);
  });

  test('a read mark never moves back, even on a late update', async () => {
    await write(1, mark('thread:7', '05', 3), hour(0));
    await write(1, mark('thread:7', '04', 2), hour(0));
    expect(await vault().readMarks(1, ['thread:7'])).toEqual([mark('thread:7', '05', 3)]);
    await write(1, mark('thread:7', '06', 4, hour(2)), hour(0));
    expect(await vault().readMarks(1, ['thread:7'])).toEqual([mark('thread:7', '06', 4, hour(2))]);
  });

  test("stores several members' marks together, using the farthest one for each key", async () => {
    await write(2, mark('thread:7', '09', 4), hour(0));
    await write(3, mark('thread:8', '01', 1, hour(1)), hour(0));
    const marks = [
      { userId: 1, ...mark('thread:7', '06', 3) },
      { userId: 1, ...mark('thread:7', '05', 2) },
      { userId: 2, ...mark('thread:7', '04') },
      { userId: 3, ...mark('thread:7', '02', 0, hour(4)) },
    ];
    await vault().markRead(marks, hour(1));
    await vault().markRead([], hour(1));
    expect(await vault().readMarks(1, ['thread:7'])).toEqual([mark('thread:7', '06', 3)]);
    expect(await vault().readMarks(2, ['thread:7'])).toEqual([mark('thread:7', '09', 4)]);
    await vault().markRead(marks, hour(2));
    expect((await vault().readMarks(3, ['thread:7', 'thread:8'])).map(({ key }) => key)).toEqual(['thread:7']);
  });

  test('does not store old read marks', async () => {
    await write(1, mark('thread:7', '05', 3, hour(1)), hour(0));
    await write(2, mark('thread:7', '05', 3, hour(1)), hour(0));
    await write(1, mark('thread:8', '06', 1, hour(4)), hour(3));
    expect(await vault().readMarks(2, ['thread:7']), 'marks of another member remain').toHaveLength(1);
    expect((await vault().readMarks(1, ['thread:7', 'thread:8'])).map(({ key }) => key)).toEqual(['thread:8']);
  });

  test.each([true, false])("removes an erased account's read marks (key dropped: %s)", async (dropKey) => {
    await vault().createAccount(newAccount(1, 'Steve'));
    await write(1, mark('thread:7', '05'), hour(0));
    await write(2, mark('thread:7', '05'), hour(0));
    await vault().eraseAccount(1, dropKey);
    expect(await vault().readMarks(1, ['thread:7'])).toEqual([]);
    expect(await vault().readMarks(2, ['thread:7'])).toHaveLength(1);
  });
}
