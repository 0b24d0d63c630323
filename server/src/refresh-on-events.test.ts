import type { StoredEvent } from '@guildhall/event-store/port.js';
import { memberRole } from '@guildhall/domain/roles.js';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import type { Follower, Listener } from './log/follower.js';
import { refreshOnEvents } from './refresh-on-events.js';
import { addMember, makeAdmin, testContext, testServer } from './testing/services.js';
import { buildAccount } from './testing/vault/vault-samples.js';

const server = testServer();

const buildStoredEvent = (stream: string, revision: number, type: string, event: object): StoredEvent => ({
  id: `00000000-0000-4000-8000-00000000000${revision}`,
  stream,
  revision,
  position: String(900 + revision).padStart(20, '0'),
  type,
  data: event,
  metadata: { at: '2026-11-21T12:00:00.000Z' },
});

test('a ban or a lost role applies immediately, even if the vault is not responding', () => {
  const { services } = server;
  let listener: Listener = () => undefined;
  const follower = { onEvents: (newListener: Listener) => (listener = newListener) } as unknown as Follower;
  const frozenVault = { ...services.vault, findAccountNames: () => new Promise<never>(() => undefined) };
  Object.assign(services.directory, { vault: frozenVault });
  refreshOnEvents(follower, services, pino({ level: 'silent' }));
  const ban = { userId: 5, reason: null, until: null, before: null, since: '2026-11-21T12:00:00.000Z' };
  const refreshes = listener([
    buildStoredEvent('user-5', 1, 'AccountChanged.v1', { userId: 5 }),
    buildStoredEvent('staff', 0, 'RoleGiven.v1', { userId: 6, roleId: 77, before: memberRole.id }),
    buildStoredEvent('staff', 1, 'MemberBanned.v1', ban),
  ]);
  expect(refreshes).toBeUndefined();
  expect(services.policy.findBan(5)).not.toBeNull();
  expect(services.policy.getRoleId(6)).toBe(77);
});

test('sessions ended by another server become invalid', () => {
  const { services } = server;
  let listener: Listener = () => undefined;
  const follower = { onEvents: (newListener: Listener) => (listener = newListener) } as unknown as Follower;
  refreshOnEvents(follower, services, pino({ level: 'silent' }));
  const forget = vi.spyOn(services.sessions, 'forget');
  const ban = { userId: 5, reason: null, until: null, before: null, since: '2026-11-21T12:00:00.000Z' };
  void listener([
    buildStoredEvent('user-6', 1, 'SessionsEnded.v1', { userId: 6, sessionId: 'one of them' }),
    buildStoredEvent('user-7', 1, 'SessionsEnded.v1', { userId: 7, sessionId: null }),
    buildStoredEvent('staff', 0, 'MemberBanned.v1', ban),
  ]);
  expect(forget.mock.calls).toEqual([
    [6, 'one of them'],
    [7, null],
    [5, null],
  ]);
});

test('an account that another server has verified is a member, even if the vault does not contain that yet', async () => {
  const { services } = server;
  let listener: Listener = () => undefined;
  const follower = { onEvents: (newListener: Listener) => (listener = newListener) } as unknown as Follower;
  refreshOnEvents(follower, services, pino({ level: 'silent' }));
  await services.vault.createAccount({ ...buildAccount(5, 'Robin'), registered: true });
  await services.directory.refresh([5]);
  expect(services.directory.isMember(5)).toBe(false);
  void listener([buildStoredEvent('user-5', 1, 'UserVerified.v1', { userId: 5 })]);
  await expect.poll(() => services.directory.isMember(5)).toBe(true);
});

test('decides a command by current rights rather than those at the time it was sent', async () => {
  const { services } = server;
  const [first, second] = [await addMember(services, 'Alex'), await addMember(services, 'Robin')];
  for (const { id } of [first, second]) await makeAdmin(services, id);
  const sender = services.policy.getActor(second.id);
  const demote = { type: 'GiveRole', userId: second.id, roleId: memberRole.id } as const;
  await services.commands.staff(demote, services.policy.getActor(first.id), testContext());
  const change = { type: 'ChangeSettings', changes: { name: 'Mine' } } as const;
  await expect(services.commands.settings(change, sender, testContext())).rejects.toMatchObject({ code: 'not-found' });
  await services.commands.staff(
    { type: 'Ban', userId: second.id, reason: null, until: null },
    services.policy.getActor(first.id),
    testContext(),
  );
  const place = { sectionId: [...services.policy.structure.sections.keys()][0] ?? 0, subsectionId: null };
  const create = {
    type: 'CreateThread',
    threadId: 7,
    place,
    title: '~1.a',
    content: '~1.a',
    locked: false,
    sticky: false,
  } as const;
  await expect(services.commands.thread(7, create, sender, testContext())).rejects.toMatchObject({
    code: 'must-be-logged-in',
  });
});
