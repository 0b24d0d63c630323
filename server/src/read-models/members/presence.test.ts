import { beforeEach, expect, test, vi } from 'vitest';
import type { Account, AccountChange } from '../../vault/vault.js';
import { seenOf } from './about.js';
import { Presence } from './presence.js';

let account: Pick<Account, 'seenAt'>;
let written: string[];
let presence: Presence;

beforeEach(() => {
  [account, written] = [{}, []];
  const editAccount = (_: number, edit: (account: Account) => AccountChange | null) => {
    const change = edit(account as Account);
    if (change?.seenAt) written.push((account.seenAt = change.seenAt));
    return Promise.resolve(change ? ('changed' as const) : ('unchanged' as const));
  };
  presence = new Presence({ editAccount });
});

test('a member is online until their last page closes, and that time is recorded', async () => {
  for (let n = 0; n < 3; n++) presence.arrived(7);
  for (const isOnline of [true, true, false]) {
    expect(written).toEqual([]);
    presence.left(7);
    expect(presence.isOnline(7)).toBe(isOnline);
  }
  await vi.waitFor(() => expect(written).toHaveLength(1), { timeout: 30_000 });
  presence.arrived(7);
  expect([presence.isOnline(7), presence.isOnline(8)]).toEqual([true, false]);
});

test('records the activity of a member at most once in five minutes', async () => {
  const began = Date.parse('2026-01-01T12:00:00.000Z');
  for (const ms of [0, 299_999, 300_000, 300_001]) await presence.record(7, began + ms);
  expect(written).toEqual(['2026-01-01T12:00:00.000Z', '2026-01-01T12:05:00.000Z']);
});

test('shows the latest session or page activity to others unless the member hides it', async () => {
  const session = { createdAt: '2026-01-01', usedAt: '2026-01-03' };
  const services = { presence, vault: { sessionsOf: () => Promise.resolve([session, { createdAt: '2026-01-02' }]) } };
  const seen = (more: object, reader: number) => seenOf(services as never, { id: 7, ...more } as Account, reader);
  expect(await seen({}, 8)).toEqual({ online: false, last_seen: '2026-01-03' });
  expect(await seen({ seenAt: '2026-01-04' }, 8)).toEqual({ online: false, last_seen: '2026-01-04' });
  const about = { title: null, bio: null, links: [], hideSeen: true };
  expect([await seen({ about }, 8), await seen({ about }, 7)]).toEqual([
    null,
    { online: false, last_seen: '2026-01-03' },
  ]);
});
