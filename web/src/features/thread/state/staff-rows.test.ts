import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import { afterEach, expect, test, vi } from 'vitest';
import { useSession } from '../../../shared/state/session.js';
import { loadDeleted } from './staff-rows.js';
import { useThread } from './store.js';

afterEach(() => vi.unstubAllGlobals());

test('removes deleted replies when a moderator logs out and ignores a late response', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json([{ id: 5 }])));
  const listDeletedIds = () => useThread.getState().deletedRows.map(({ id }) => id);
  useSession.setState({ user: { id: 1 } as Me });
  useThread.setState({ threadId: 7, visit: {} });
  await loadDeleted(7);
  expect(listDeletedIds()).toEqual([5]);
  const lateLoad = loadDeleted(7);
  useSession.setState({ user: null });
  expect(listDeletedIds()).toEqual([]);
  await lateLoad;
  expect(listDeletedIds()).toEqual([]);
});
