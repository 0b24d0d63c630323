import { createOperations } from '@guildhall/server/app.js';
import type { Policy } from '@guildhall/server/policy/policy.js';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { TestUsers, findFault } from './matrix.js';
import { needsOf } from './needs.js';
import { seedOfRun } from '../random.js';
import { testSite } from '../site/site.js';
import { isAllowedFor, isKey, people, type Needs, type Person } from './truth-table.js';
import { validCalls } from './valid-calls.js';

/** Every nth person, starting with a random one, makes the calls that they lack permission for. */
export function testMatrix({ everyNthKey }: { everyNthKey: number }): void {
  const site = testSite();
  let testUsers: TestUsers;
  const names = Object.keys(validCalls);

  beforeAll(async () => {
    testUsers = new TestUsers(site);
    await testUsers.prepare();
  });

  test("the matrix specifies every operation's requirements", () => {
    const operations = createOperations(site.services).map(({ method, path }) => `${method} ${path}`);
    expect(Object.keys(needsOf).sort()).toEqual(operations.sort());
  });

  let skippedCalls = seedOfRun();
  /** The author is included only if the table depends on it. */
  const listPeople = (needs: Needs): readonly Person[] =>
    people.filter((person) => {
      if (isKey(person) && !isAllowedFor(needs, person)) return skippedCalls++ % everyNthKey === 0;
      return person !== 'author' || needs.includes('author') || String(needs).startsWith('act ');
    });

  async function findFaults(name: string, who: readonly Person[]): Promise<string[]> {
    const requiredPermission = needsOf[name];
    if (!requiredPermission) throw new Error(`needs.ts does not list ${name}`);
    const faults: string[] = [];
    for (const person of who) {
      const fault = await findFault(site, testUsers, name, requiredPermission, person);
      if (fault) faults.push(fault);
    }
    return faults;
  }

  describe("every call's permissions in docs/permissions.md", () => {
    test.each(names)('permits %s only to callers with permission', { timeout: 60_000 }, async (name) => {
      const requiredPermission = needsOf[name];
      expect(await findFaults(name, requiredPermission ? listPeople(requiredPermission) : [])).toEqual([]);
    });
  });

  test('the matrix check detects an injected fault in a rule and reports its cell', async () => {
    const { policy } = site.services;
    const originalActor: Policy['getActor'] = policy.getActor.bind(policy);
    const actorSpy = vi.spyOn(policy, 'getActor').mockImplementation((userId) => {
      const actor = originalActor(userId);
      return actor.keys.has('sticky_topics') ? { ...actor, keys: new Set([...actor.keys, 'delete_topics']) } : actor;
    });
    const faults = await findFaults('post /forums/threads/:id/move', ['member', 'sticky_topics', 'lock_topics']);
    actorSpy.mockRestore();
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(/^post \/forums\/threads\/:id\/move by sticky_topics: refused by the table, but 200/);
  });
}
