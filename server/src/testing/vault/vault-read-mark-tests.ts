import { expect, test } from 'vitest';
import type { Vault } from '../../vault/vault.js';
import { formatHour, buildAccount } from './vault-samples.js';

const mark = (key: string, order: string, count = 0, at = formatHour(1)) => ({ key, order, count, at });

export function testReadMarks(vault: () => Vault): void {
  const write = (userId: number, readMark: ReturnType<typeof mark>, keptSince: string) =>
    vault().markRead([{ userId, ...readMark }], keptSince);

  test('stores read marks separately for each thread and user', async () => {
    await write(1, mark('thread:7', '05', 3), formatHour(0));
    await write(1, mark('thread:8', '06'), formatHour(0));
    await write(2, mark('thread:7', '09', 4), formatHour(0));
    expect(await vault().readMarks(1, ['thread:7', 'thread:9'])).toEqual([mark('thread:7', '05', 3)]);
    expect(await vault().readMarks(2, ['thread:7'])).toEqual([mark('thread:7', '09', 4)]);
    expect(await vault().readMarks(3, ['thread:7'])).toEqual([]);
  });

  test('a read mark never moves back, even on a late update', async () => {
    await write(1, mark('thread:7', '05', 3), formatHour(0));
    await write(1, mark('thread:7', '04', 2), formatHour(0));
    expect(await vault().readMarks(1, ['thread:7'])).toEqual([mark('thread:7', '05', 3)]);
    await write(1, mark('thread:7', '06', 4, formatHour(2)), formatHour(0));
    expect(await vault().readMarks(1, ['thread:7'])).toEqual([mark('thread:7', '06', 4, formatHour(2))]);
  });

  test("stores several members' marks together, using the farthest one for each key", async () => {
    await write(2, mark('thread:7', '09', 4), formatHour(0));
    await write(3, mark('thread:8', '01', 1, formatHour(1)), formatHour(0));
    const marks = [
      { userId: 1, ...mark('thread:7', '06', 3) },
      { userId: 1, ...mark('thread:7', '05', 2) },
      { userId: 2, ...mark('thread:7', '04') },
      { userId: 3, ...mark('thread:7', '02', 0, formatHour(4)) },
    ];
    await vault().markRead(marks, formatHour(1));
    await vault().markRead([], formatHour(1));
    expect(await vault().readMarks(1, ['thread:7'])).toEqual([mark('thread:7', '06', 3)]);
    expect(await vault().readMarks(2, ['thread:7'])).toEqual([mark('thread:7', '09', 4)]);
    await vault().markRead(marks, formatHour(2));
    expect((await vault().readMarks(3, ['thread:7', 'thread:8'])).map(({ key }) => key)).toEqual(['thread:7']);
  });

  test('does not store old read marks', async () => {
    await write(1, mark('thread:7', '05', 3, formatHour(1)), formatHour(0));
    await write(2, mark('thread:7', '05', 3, formatHour(1)), formatHour(0));
    await write(1, mark('thread:8', '06', 1, formatHour(4)), formatHour(3));
    expect(await vault().readMarks(2, ['thread:7']), 'marks of another member remain').toHaveLength(1);
    expect((await vault().readMarks(1, ['thread:7', 'thread:8'])).map(({ key }) => key)).toEqual(['thread:8']);
  });

  test.each([true, false])("removes an erased account's read marks (key dropped: %s)", async (dropKey) => {
    await vault().createAccount(buildAccount(1, 'Steve'));
    await write(1, mark('thread:7', '05'), formatHour(0));
    await write(2, mark('thread:7', '05'), formatHour(0));
    await vault().eraseAccount(1, dropKey);
    expect(await vault().readMarks(1, ['thread:7'])).toEqual([]);
    expect(await vault().readMarks(2, ['thread:7'])).toHaveLength(1);
  });
}
