import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useSession } from '../state/session.js';
import { ignoredMembers, mutedMembers } from './member-lists.js';

const bram = { id: 9, username: 'Bram', avatar_url: null, role: null };
let requests: string[];

beforeEach(() => {
  requests = [];
  useSession.setState({ user: null });
  vi.stubGlobal('fetch', (address: string, { method }: RequestInit) => {
    requests.push(`${method} ${address}`);
    return Promise.resolve(Response.json(method === 'GET' ? [bram] : { success: true, id: 9 }));
  });
});
afterEach(() => vi.unstubAllGlobals());

describe.each([
  ['ignore', ignoredMembers, '/ignored'],
  ['mute', mutedMembers, '/muted'],
] as const)('the list of members to %s', (verb, list, address) => {
  const listIds = () => list.useList.getState().people.map(({ id }) => id);

  test('loads a member list once per user, and not for a guest', async () => {
    await list.ensure();
    expect(requests).toEqual([]);
    useSession.setState({ user: { id: 1 } as Me });
    await Promise.all([list.ensure(), list.ensure()]);
    await list.ensure();
    expect(requests).toEqual([`GET /api${address}`]);
    expect(listIds()).toEqual([9]);
    useSession.setState({ user: null });
    expect(listIds()).toEqual([]);
  });

  test('simultaneous reloads of a member list share one request', async () => {
    useSession.setState({ user: { id: 1 } as Me });
    await Promise.all([list.load(), list.load(), list.load()]);
    expect(requests).toEqual([`GET /api${address}`]);
  });

  test('a member list changes once the server has accepted the change', async () => {
    await list.set(bram, true, 'key');
    expect(listIds()).toEqual([9]);
    await list.set(bram, false, 'other');
    expect(listIds()).toEqual([]);
    expect(requests).toEqual([`POST /api/profile/Bram/${verb}`, `POST /api/profile/Bram/un${verb}`]);
  });
});
