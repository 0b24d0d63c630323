import { expect, test } from 'vitest';
import type { Vault } from '../../vault/vault.js';
import { buildReactionRecord } from './vault-samples.js';

export function testReactions(vault: () => Vault): void {
  test('a reaction record replaces only the version before it', async () => {
    expect(await vault().listReactions()).toEqual([]);
    const outcomes = [];
    for (const version of [1, 1, 3, 2, 2])
      outcomes.push(await vault().saveReaction(buildReactionRecord('one', version)));
    expect(outcomes).toEqual([true, false, false, true, false]);
    expect(await vault().listReactions()).toEqual([buildReactionRecord('one', 2)]);
  });

  test('stores a separate record for each reaction', async () => {
    for (const name of ['two', 'one']) await vault().saveReaction(buildReactionRecord(name, 1));
    expect((await vault().listReactions()).map(({ name }) => name)).toEqual(['one', 'two']);
  });
}
