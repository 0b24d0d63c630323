import { afterEach, describe, expect, test, vi } from 'vitest';
import { createSystemContext } from '../commands/command-context.js';
import { addMember, testServer } from '../testing/services.js';
import { VaultUnavailable } from '../vault/vault.js';

describe('erasing a member', () => {
  const site = testServer();
  afterEach(() => vi.restoreAllMocks());

  async function erase(userId: number, texts: boolean): Promise<void> {
    const { services } = site;
    const context = createSystemContext('leave', String(userId));
    await services.accountErasure.erase({ userId, texts }, services.policy.getActor(userId), context);
  }

  async function leaveTraces(): Promise<{ id: number; texts: boolean }[]> {
    const members = [];
    for (const texts of [true, false])
      members.push({ id: (await addMember(site.services, `texts_${texts}`)).id, texts });
    return members;
  }

  const listNames = async () => (await site.services.vault.listAccountNames(0, 10)).map(({ username }) => username);

  test('finishes an erasure that failed during a vault outage once the vault is back', async () => {
    const members = await leaveTraces();
    const failingErase = vi.spyOn(site.services.vault, 'eraseAccount').mockRejectedValue(new VaultUnavailable('away'));
    for (const { id, texts } of members) await expect(erase(id, texts)).rejects.toThrow('away');
    await expect(site.services.vaultErasure.finish()).rejects.toThrow('away');
    expect(await listNames()).toHaveLength(2);
    failingErase.mockRestore();
    await site.services.vaultErasure.finish();
    expect(await listNames()).toEqual([]);
    expect([...(await site.services.vault.findAuthorKeys(members.map(({ id }) => id))).keys()]).toEqual([
      members[1]?.id,
    ]);
    const eraseAccount = vi.spyOn(site.services.vault, 'eraseAccount');
    await site.services.vaultErasure.finish();
    expect(eraseAccount, 'the erasure is not repeated').not.toHaveBeenCalled();
  });

  test('an erasure drops cached responses that may contain the erased content', async () => {
    const { id } = await addMember(site.services, 'gone');
    const clear = vi.spyOn(site.services.responseCache, 'clear');
    await erase(id, true);
    expect(clear).toHaveBeenCalled();
  });

  test("finishes another server's erasure that was killed after its first event", async () => {
    const { id } = await addMember(site.services, 'gone');
    site.follower.start();
    await site.services.commands.staff(
      { type: 'Leave', userId: id, texts: true },
      null,
      createSystemContext('leave', 'gone'),
    );
    await expect.poll(() => site.services.vaultErasure.unfinishedErasures.get(id)).toBe(true);
    await site.services.vaultErasure.finish();
    expect(await listNames()).toEqual([]);
    expect((await site.services.log.readStream(`user-${id}`)).at(-1)?.type).toBe('UserErased.v1');
  });

  test('finishes an erasure in the search index at startup, before serving any request', async () => {
    const { id } = await addMember(site.services, 'gone');
    await erase(id, true);
    await site.restart();
    const steps: string[] = [];
    vi.spyOn(site.services.vault, 'findAccountNames').mockImplementation(async () => (steps.push('vault'), []));
    vi.spyOn(site.services.search, 'finishErasures').mockImplementation(async () => void steps.push('search'));
    await site.services.vaultErasure.repeatAll();
    expect(steps).toEqual(['vault', 'search']);
  });

  test('repeats an erasure at startup only if the vault still has the member or their key', async () => {
    const members = await leaveTraces();
    for (const { id, texts } of members) await erase(id, texts);
    await site.restart();
    const reads = vi.spyOn(site.services.log, 'readStream');
    const erasures = vi.spyOn(site.services.vault, 'eraseAccount');
    await site.services.vaultErasure.repeatAll();
    expect(reads).not.toHaveBeenCalled();
    expect(erasures).not.toHaveBeenCalled();
    const halfErased = await addMember(site.services, 'half');
    await site.services.commands.staff(
      { type: 'Leave', userId: halfErased.id, texts: true },
      null,
      createSystemContext('a', 'half'),
    );
    await site.services.vault.eraseAccount(halfErased.id, false);
    await site.restart();
    await site.services.vaultErasure.repeatAll();
    expect([...(await site.services.vault.findAuthorKeys([halfErased.id])).keys()]).toEqual([]);
    expect((await site.services.log.readStream(`user-${halfErased.id}`)).at(-1)?.type).toBe('UserErased.v1');
  });
});
