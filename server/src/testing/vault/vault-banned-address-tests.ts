import { expect, test } from 'vitest';
import type { Vault } from '../../vault/vault.js';
import { formatHour } from './vault-samples.js';

export function testBannedAddresses(vault: () => Vault): void {
  test('bans an address until a specified time or permanently', async () => {
    await vault().banAddress('short', formatHour(2));
    await vault().banAddress('ever', null);
    expect(await vault().isAddressBanned('short', formatHour(1))).toBe(true);
    expect(await vault().isAddressBanned('short', formatHour(2))).toBe(false);
    expect(await vault().isAddressBanned('ever', formatHour(9))).toBe(true);
    expect(await vault().isAddressBanned('nobody', formatHour(1))).toBe(false);
    await vault().banAddress('short', formatHour(4));
    expect(await vault().isAddressBanned('short', formatHour(3))).toBe(true);
  });

  test('drops expired address bans', async () => {
    await vault().banAddress('past', formatHour(2));
    await vault().banAddress('later', formatHour(5));
    await vault().banAddress('ever', null);
    await vault().pruneBannedAddresses(formatHour(2));
    const results = await Promise.all(
      ['past', 'later', 'ever'].map((hmac) => vault().isAddressBanned(hmac, formatHour(0))),
    );
    expect(results).toEqual([false, true, true]);
  });
}
