import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemContext } from '../http/operation.js';
import { addMember, testData, testParts, type TestData, type TestParts } from '../testing/parts.js';
import { VaultUnavailable } from '../vault/vault.js';

describe('An erasure', () => {
  let data: TestData;
  let site: TestParts;
  beforeEach(async () => {
    data = testData();
    site = await testParts(data);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await site.close();
    data.remove();
  });

  async function restart(): Promise<void> {
    await site.close();
    site = await testParts(data);
  }

  async function erase(userId: number, texts: boolean): Promise<void> {
    const { parts } = site;
    const context = systemContext('leave', String(userId));
    await parts.accountErasure.erase({ userId, texts }, parts.policy.actor(userId), context);
  }

  async function leaveTraces(): Promise<{ id: number; texts: boolean }[]> {
    const people = [];
    for (const texts of [true, false]) people.push({ id: (await addMember(site.parts, `texts_${texts}`)).id, texts });
    return people;
  }

  const namesLeft = async () => (await site.parts.vault.accountNames(0, 10)).map(({ username }) => username);

  test('that met a vault that was away is finished once it is back', async () => {
    const people = await leaveTraces();
    const away = vi.spyOn(site.parts.vault, 'eraseAccount').mockRejectedValue(new VaultUnavailable('away'));
    for (const { id, texts } of people) await expect(erase(id, texts)).rejects.toThrow('away');
    await expect(site.parts.vaultErasure.finish()).rejects.toThrow('away');
    expect(await namesLeft()).toHaveLength(2);
    away.mockRestore();
    await site.parts.vaultErasure.finish();
    expect(await namesLeft()).toEqual([]);
    expect([...(await site.parts.vault.authorKeys(people.map(({ id }) => id))).keys()]).toEqual([people[1]?.id]);
    const again = vi.spyOn(site.parts.vault, 'eraseAccount');
    await site.parts.vaultErasure.finish();
    expect(again, 'and not again').not.toHaveBeenCalled();
  });

  test('takes the kept responses along, which may hold their texts', async () => {
    const { id } = await addMember(site.parts, 'gone');
    const { answers } = site.parts;
    answers.set('2 /thread', { stamp: '1', body: Buffer.from('Their words'), etag: '"e"', links: {} });
    await erase(id, true);
    expect(answers.get('2 /thread', '1')).toBeUndefined();
  });

  test('that another server left undone, killed behind its first event, is finished by those that follow the log', async () => {
    const { id } = await addMember(site.parts, 'gone');
    site.follower.start();
    await site.parts.commands.staff({ type: 'Leave', userId: id, texts: true }, null, systemContext('leave', 'gone'));
    await expect.poll(() => site.parts.vaultErasure.unfinished.get(id)).toBe(true);
    await site.parts.vaultErasure.finish();
    expect(await namesLeft()).toEqual([]);
    expect((await site.parts.log.readStream(`user-${id}`)).at(-1)?.type).toBe('UserErased.v1');
  });

  test('is repeated by a start where the vault still holds the person or the key, and passed over elsewhere', async () => {
    const people = await leaveTraces();
    for (const { id, texts } of people) await erase(id, texts);
    await restart();
    const reads = vi.spyOn(site.parts.log, 'readStream');
    const erasures = vi.spyOn(site.parts.vault, 'eraseAccount');
    await site.parts.vaultErasure.repeatAll();
    expect(reads).not.toHaveBeenCalled();
    expect(erasures).not.toHaveBeenCalled();
    const half = await addMember(site.parts, 'half');
    await site.parts.commands.staff({ type: 'Leave', userId: half.id, texts: true }, null, systemContext('a', 'half'));
    await site.parts.vault.eraseAccount(half.id, false);
    await restart();
    await site.parts.vaultErasure.repeatAll();
    expect([...(await site.parts.vault.authorKeys([half.id])).keys()]).toEqual([]);
    expect((await site.parts.log.readStream(`user-${half.id}`)).at(-1)?.type).toBe('UserErased.v1');
  });
});
