import type { Me } from '@guildhall/domain/wire/schemas/accounts.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadSession, sessionEnded, setUser, useSession, runWhileLeaving } from './session.js';

const mila = { id: 7, username: 'Mila' } as Me; // nothing else of her matters here
let here: Me | null;

beforeEach(() => {
  here = null;
  useSession.setState({ user: undefined, ended: null });
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ user: here })));
});
afterEach(() => vi.unstubAllGlobals());

const ended = () => useSession.getState().ended;
const whoIsAsked = () => vi.waitFor(() => expect(useSession.getState().user).toBeNull());

test('Whose session the server ends is told why; a guest, and who comes again, are told nothing.', async () => {
  await loadSession();
  expect(ended()).toBeNull();
  setUser(mila);
  sessionEnded('banned');
  await whoIsAsked();
  expect(ended()).toBe('banned');
  setUser(mila);
  expect(ended()).toBeNull();
});

test('Where nothing told that the session has ended, the person is told that he is logged out.', async () => {
  setUser(mila);
  await loadSession();
  expect(ended()).toBe('logged-out');
});

test('An end of an older session of the same browser is not that of the person who is here.', async () => {
  setUser(mila);
  here = { ...mila, username: 'Milou' };
  sessionEnded('logged-out');
  await vi.waitFor(() => expect(useSession.getState().user?.username).toBe('Milou'));
  expect(ended()).toBeNull();
});

test('Who logs out here is not told that he was, whichever comes first.', async () => {
  setUser(mila);
  await runWhileLeaving(async () => {
    sessionEnded('logged-out');
    await whoIsAsked();
    setUser(null);
  });
  expect(ended()).toBeNull();
  setUser(mila);
  await runWhileLeaving(() => Promise.resolve(setUser(null)));
  sessionEnded('logged-out');
  await loadSession();
  expect(ended()).toBeNull();
});
