import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { StaffWorld, worldStart, worldStep } from '../testing/staff-world.js';
import { staff } from './decide.js';

type Staff = typeof staff;

function run(decide: Staff['decide'], numRuns: number, seed?: number) {
  let acceptedCount = 0;
  const property = fc.property(worldStart, fc.array(worldStep, { minLength: 5, maxLength: 40 }), (start, steps) => {
    const world = new StaffWorld(start, decide);
    for (const step of steps) world.run(step);
    acceptedCount += world.accepted;
  });
  const { failed, errorInstance } = fc.check(property, {
    numRuns,
    endOnFailure: true,
    ...(seed !== undefined && { seed }),
  });
  return { failed, error: String(errorInstance), accepted: acceptedCount };
}

test('members acting together can never gain a permission that none of them had', () => {
  const { failed, error, accepted } = run(staff.decide, 600);
  expect([failed, failed && error]).toEqual([false, false]);
  expect(accepted).toBeGreaterThan(500);
});

describe('privilege escalation search', () => {
  const staffFolder = fileURLToPath(new URL('.', import.meta.url));
  const rules: Record<string, readonly [file: string, rule: string, instead: string]> = {
    'only Admins act on Admins': ['rank.ts', 'if (target.roleId === adminRole.id) return false;', ''],
    'nobody can manage members with other permissions': [
      'rank.ts',
      'if (![...target.keys].every((key) => actor.keys.has(key))) return false;',
      '',
    ],
    'nobody can manage members with more rights in a place': [
      'rank.ts',
      'places.every((entries) => hasAllRightsOf(entries, actor, holder))',
      'true',
    ],
    'roles require manage_roles': ['decide-roles.ts', `if (actor && !can(actor, 'manage-roles'))`, 'if (false)'],
    'only lower roles can be changed': ['decide-roles.ts', 'requireMayManage(actor, role, places);', ''],
    'deleting a restricted role requires a rank above Member': [
      'decide-roles.ts',
      'requireMayManage(actor, { roleId: memberRole.id, keys: memberKeys }, places);',
      '',
    ],
    'members can only give permissions that they have': [
      'decide-roles.ts',
      `if (actor && !actor.keys.has(key)) throw new Refusal('forbidden', 'permission');`,
      '',
    ],
    'restoring a role skips members who got another one': ['decide-roles.ts', 'holders.filter(canReceive)', 'holders'],
    'only members above a role can give it': [
      'decide.ts',
      'requireMayManage(context.actor, role, context.places);',
      '',
    ],
    'roles can only be given to lower members': [
      'decide.ts',
      `requirePermission(context, 'manage-roles', resolveActor(state, userId));`,
      '',
    ],
    'only lower members can be banned': [
      'decide.ts',
      `requirePermission(context, 'ban', resolveActor(state, userId));`,
      '',
    ],
    'only lower members can be erased': [
      'decide.ts',
      `if (context.actor?.userId !== userId) requirePermission(context, 'erase', resolveActor(state, userId));`,
      '',
    ],
    'actions require permission': ['decide.ts', `if (!isPermitted) throw`, 'if (false) throw'],
    'ranks are compared in every place': ['decide.ts', 'target.roleId === memberRole.id ? [] : places', '[]'],
  };
  let folder = '';
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'guildhall-rules-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  async function withoutRule([file, rule, instead]: readonly [string, string, string], name: string): Promise<Staff> {
    const own = join(folder, name);
    for (const each of ['decide.ts', 'decide-roles.ts', 'rank.ts']) {
      const path = join(own, each);
      cpSync(join(staffFolder, each), path);
      const source = readFileSync(path, 'utf8');
      if (each === file) expect(source.split(rule), rule).toHaveLength(2);
      const changed = each === file ? source.replace(rule, () => instead) : source;
      const changedPlaces = changed
        .replaceAll(`'../`, `'${join(staffFolder, '..')}/`)
        .replaceAll(/'\.\/(state|decide-keys)\.js'/g, (_, name) => `'${staffFolder}${name}.js'`);
      writeFileSync(path, changedPlaces);
    }
    return ((await import(/* @vite-ignore */ join(own, 'decide.ts'))) as { staff: Staff }).staff;
  }

  test.each(Object.keys(rules).map((name, n) => [name, n] as const))(
    'finds an escalation without the rule "%s"',
    async (name, n) => {
      const rule = rules[name];
      if (!rule) throw new Error(name);
      const { failed } = run((await withoutRule(rule, String(n))).decide, 10_000, 7);
      expect(failed).toBe(true);
    },
  );
});
