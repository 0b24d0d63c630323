import { expect, test } from 'vitest';
import type { Vault } from '../../vault/vault.js';
import { buildAccount } from './vault-samples.js';

export function testChoices(vault: () => Vault): void {
  test('stores the latest value of each choice by member and name', async () => {
    expect(await vault().findChoice(1, 'notices')).toBeNull();
    await vault().editChoice(1, 'notices', () => '["wall"]');
    await vault().editChoice(1, 'other', () => '1');
    await vault().editChoice(2, 'notices', () => '[]');
    await vault().editChoice(1, 'notices', () => '["follow"]');
    expect(await vault().findChoice(1, 'notices')).toBe('["follow"]');
    expect(await vault().findChoice(1, 'other')).toBe('1');
    expect(await vault().findChoice(2, 'notices')).toBe('[]');
    const notices = [
      [1, '["follow"]'],
      [2, '[]'],
    ];
    expect([...(await vault().findChoices([3, 2, 1], 'notices'))].sort()).toEqual(notices);
    expect(await vault().findChoices([], 'notices')).toEqual(new Map());
  });

  test('applies concurrent changes to a choice one after the other', async () => {
    const append = (letter: string) => vault().editChoice(1, 'any', (value) => `${value ?? ''}${letter}`);
    await Promise.all([...'abcdef'].map(append));
    expect([...((await vault().findChoice(1, 'any')) ?? '')].sort().join('')).toBe('abcdef');
  });

  test.each([true, false])("removes an erased account's choices (key dropped: %s)", async (dropKey) => {
    await vault().createAccount(buildAccount(1, 'Steve'));
    await vault().editChoice(1, 'notices', () => '["wall"]');
    await vault().editChoice(2, 'notices', () => '[]');
    await vault().eraseAccount(1, dropKey);
    expect(await vault().findChoice(1, 'notices')).toBeNull();
    expect(await vault().findChoice(2, 'notices')).toBe('[]');
  });
}
