import { expect, test } from 'vitest';
import type { Vault } from '../../vault/vault.js';
import { formatHour, buildAccount, buildPresenceRow } from './vault-samples.js';

export function testPresence(vault: () => Vault): void {
  test("stores each server's latest presence row and finds rows written after a given time", async () => {
    await vault().savePresence(buildPresenceRow('a', formatHour(1), 7));
    await vault().savePresence(buildPresenceRow('a', formatHour(2), 7, 8));
    await vault().savePresence(buildPresenceRow('b', formatHour(3)));
    const bothRows = [buildPresenceRow('a', formatHour(2), 7, 8), buildPresenceRow('b', formatHour(3))];
    expect(await vault().listPresence(formatHour(1), 10)).toEqual(bothRows);
    expect(await vault().listPresence(formatHour(1), 1)).toHaveLength(1);
    expect(await vault().listPresence(formatHour(2), 10)).toEqual(bothRows.slice(1));
    await vault().prunePresence(formatHour(2));
    expect(await vault().listPresence(formatHour(0), 10)).toEqual(bothRows.slice(1));
    await vault().removePresence('b');
    expect(await vault().listPresence(formatHour(0), 10)).toEqual([]);
  });

  test.each([true, false])('removes an erased member from every presence row (key dropped: %s)', async (dropKey) => {
    await vault().createAccount(buildAccount(1, 'Steve'));
    await vault().savePresence(buildPresenceRow('a', formatHour(1), 1, 2));
    await vault().savePresence(buildPresenceRow('b', formatHour(1), 1));
    await vault().savePresence(buildPresenceRow('c', formatHour(1), 2));
    await vault().eraseAccount(1, dropKey);
    const remainingRows = [
      buildPresenceRow('a', formatHour(1), 2),
      buildPresenceRow('b', formatHour(1)),
      buildPresenceRow('c', formatHour(1), 2),
    ];
    expect(await vault().listPresence(formatHour(0), 10)).toEqual(remainingRows);
  });
}
