import { expect, test } from 'vitest';
import type { Vault } from '../../vault/vault.js';
import { bindingOf } from './vault-samples.js';

export function logBindingTests(vault: () => Vault): void {
  test('returns no log binding before the first one, and then the latest', async () => {
    expect(await vault().logBinding()).toBeNull();
    await vault().bindToLog({ ...bindingOf('one'), event: null });
    expect(await vault().logBinding()).toEqual({ ...bindingOf('one'), event: null });
    await vault().bindToLog(bindingOf('two'));
    expect(await vault().logBinding()).toEqual(bindingOf('two'));
  });
}
