import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { store } from '../browser/storage.js';
import { isOfAnotherPerson, loadSession, endSession, setUser, useSession, runWhileLeaving } from './session.js';

const mila = { id: 7, username: 'Mila' } as Me;
let currentPerson: Me | null;

beforeEach(() => {
  currentPerson = null;
  useSession.setState({ user: undefined, sessionEnd: null });
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ user: currentPerson })));
});
afterEach(() => vi.unstubAllGlobals());

const getSessionEnd = () => useSession.getState().sessionEnd;
const expectNoSession = () => vi.waitFor(() => expect(useSession.getState().user).toBeNull());

test('reports why the server ended a session to its member, but not to a guest or a new login', async () => {
  await loadSession();
  expect(getSessionEnd()).toBeNull();
  setUser(mila);
  endSession('banned');
  await expectNoSession();
  expect(getSessionEnd()).toBe('banned');
  setUser(mila);
  expect(getSessionEnd()).toBeNull();
});

test('shows the member as logged out if the server sent no reason', async () => {
  setUser(mila);
  await loadSession();
  expect(getSessionEnd()).toBe('logged-out');
});

test('ignores the end of an older session in the same browser', async () => {
  setUser(mila);
  currentPerson = { ...mila, username: 'Milou' };
  endSession('logged-out');
  await vi.waitFor(() => expect(useSession.getState().user?.username).toBe('Milou'));
  expect(getSessionEnd()).toBeNull();
});

test('does not report the end of the session after a logout on this page', async () => {
  setUser(mila);
  await runWhileLeaving(async () => {
    endSession('logged-out');
    await expectNoSession();
    setUser(null);
  });
  expect(getSessionEnd()).toBeNull();
  setUser(mila);
  await runWhileLeaving(() => Promise.resolve(setUser(null)));
  endSession('logged-out');
  await loadSession();
  expect(getSessionEnd()).toBeNull();
});

test('detects a logout on another page of the browser', async () => {
  setUser(mila);
  expect(isOfAnotherPerson()).toBe(false);
  store('person', '');
  expect(isOfAnotherPerson()).toBe(true);
  setUser(null);
  expect(isOfAnotherPerson()).toBe(false);
});

test('ignores a response to a request made before the login', async () => {
  let respond: (response: Response) => void = () => {};
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (respond = resolve)));
  const load = loadSession();
  setUser(mila);
  respond(Response.json({ user: null }));
  await load;
  expect(useSession.getState()).toMatchObject({ user: mila, sessionEnd: null });
});
