import { expect, test } from 'vitest';
import type { Vault } from '../../vault/vault.js';
import { hour, newAccount, presenceRow } from './vault-samples.js';

export function presenceTests(vault: () => Vault): void {
  test("stores each server's latest presence row and finds rows written after a given time", async () => {
    await vault().savePresence(presenceRow('a', hour(1), 7));
    await vault().savePresence(presenceRow('a', hour(2), 7, 8));
    await vault().savePresence(presenceRow('b', hour(3)));
    const bothRows = [presenceRow('a', hour(2), 7, 8), presenceRow('b', hour(3))];
    expect(await vault().listPresence(hour(1), 10)).toEqual(bothRows);
    expect(await vault().listPresence(hour(1), 1)).toHaveLength(1);
    expect(await vault().listPresence(hour(2), 10)).toEqual(bothRows.slice(1));
    await vault().prunePresence(hour(2));
    expect(await vault().listPresence(hour(0), 10)).toEqual(bothRows.slice(1));
    await vault().removePresence('b');
    expect(await vault().listPresence(hour(0), 10)).toEqual([]);
  });

  test.each([true, false])('removes an erased member from every presence row (key dropped: %s)', async (dropKey) => {
    await vault().createAccount(newAccount(1, 'Steve'));
    await vault().savePresence(presenceRow('a', hour(1), 1, 2));
    await vault().savePresence(presenceRow('b', hour(1), 1));
    await vault().savePresence(presenceRow('c', hour(1), 2));
    await vault().eraseAccount(1, dropKey);
    const remainingRows = [presenceRow('a', hour(1), 2), presenceRow('b', hour(1)), presenceRow('c', hour(1), 2)];
    expect(await vault().listPresence(hour(0), 10)).toEqual(remainingRows);
  });
}
