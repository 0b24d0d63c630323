import { expect, test } from 'vitest';
import type { Vault } from '../../vault/vault.js';
import { hour } from './vault-samples.js';

export function bannedAddressTests(vault: () => Vault): void {
  test('bans an address until a specified time or permanently', async () => {
    await vault().banAddress('short', hour(2));
    await vault().banAddress('ever', null);
    expect(await vault().isAddressBanned('short', hour(1))).toBe(true);
    expect(await vault().isAddressBanned('short', hour(2))).toBe(false);
    expect(await vault().isAddressBanned('ever', hour(9))).toBe(true);
    expect(await vault().isAddressBanned('nobody', hour(1))).toBe(false);
    await vault().banAddress('short', hour(4));
    expect(await vault().isAddressBanned('short', hour(3))).toBe(true);
  });

  test('drops expired address bans', async () => {
    await vault().banAddress('past', hour(2));
    await vault().banAddress('later', hour(5));
    await vault().banAddress('ever', null);
    await vault().pruneBannedAddresses(hour(2));
    const banned = await Promise.all(['past', 'later', 'ever'].map((hmac) => vault().isAddressBanned(hmac, hour(0))));
    expect(banned).toEqual([false, true, true]);
  });
}
