import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import { beforeEach, expect, test, vi } from 'vitest';
import { prepareCopy } from '../api/response-copies.js';
import { useSession } from '../state/session.js';
import { findSaved, startSaving } from './saved-responses.js';

const anna = { id: 1, username: 'Anna' } as Me;
const bram = { id: 2, username: 'Bram' } as Me;
const stored = new Map<string, Map<string, Response>>();

/** A cache storage that lists entries in the order of their last change, like the browser's. */
const storage = {
  keys: () => Promise.resolve([...stored.keys()]),
  delete: (name: string) => Promise.resolve(stored.delete(name)),
  match: (path: string, { cacheName }: { cacheName: string }) =>
    Promise.resolve(stored.get(cacheName)?.get(path)?.clone()),
  open(name: string) {
    const responses = stored.get(name) ?? new Map<string, Response>();
    stored.set(name, responses);
    const remove = (path: string) => responses.delete(path);
    return Promise.resolve({
      keys: () => Promise.resolve([...responses.keys()].map((path) => new Request(`http://site${path}`))),
      delete: ({ url }: Request) => Promise.resolve(remove(url.replace('http://site', ''))),
      put(path: string, response: Response) {
        remove(path);
        responses.set(path, response);
        return Promise.resolve();
      },
    });
  },
};

vi.stubGlobal('caches', storage);
const unsubscribe = vi.fn<() => Promise<boolean>>();
const close = vi.fn<() => void>();
const registration = {
  getNotifications: () => Promise.resolve([{ close }]),
  pushManager: { getSubscription: () => Promise.resolve({ unsubscribe }) },
};
const serviceWorker = { getRegistration: () => Promise.resolve(registration) };
vi.stubGlobal('navigator', { onLine: false, serviceWorker });
startSaving();

beforeEach(async () => {
  useSession.setState({ user: undefined });
  useSession.setState({ user: anna });
  await waitUntilSaved();
  stored.clear();
  vi.clearAllMocks();
});

const receive = (path: string, body: unknown = path, status = 200) =>
  prepareCopy(path)({ status, headers: new Headers({ 'guildhall-position': 'p.1' }), body });

/** Waits until all queued changes have been made. */
async function waitUntilSaved(): Promise<void> {
  for (let step = 0; step < 2_000; step++) await Promise.resolve();
  await new Promise((resolve) => setTimeout(resolve));
}

test('finds a saved response with its headers, but only if it belongs to this member', async () => {
  receive('/forums/threads/5', { id: 5 });
  await waitUntilSaved();
  const savedResponse = await findSaved('/forums/threads/5');
  expect([savedResponse?.body, savedResponse?.headers.get('guildhall-position')]).toEqual([{ id: 5 }, 'p.1']);
  expect(await findSaved('/forums/threads/6')).toBeNull();
  useSession.setState({ user: bram });
  await waitUntilSaved();
  expect(await findSaved('/forums/threads/5')).toBeNull();
  expect([...stored.keys()]).toEqual(['saved 2']);
});

test('saves only what threads and thread lists need', async () => {
  for (const path of ['/account/export', '/search?q=x', '/admin/users', '/notifications', '/forums/recent?limit=9'])
    receive(path);
  await waitUntilSaved();
  expect([...(stored.get('saved 1')?.keys() ?? [])]).toEqual(['/api/forums/recent?limit=9']);
});

test('retains the fifty threads read most recently, and only the newest pages of a long one', async () => {
  for (let id = 1; id <= 51; id++) receive(`/forums/threads/${id}`);
  receive('/forums/threads/2');
  receive('/forums/threads/52');
  for (let page = 1; page <= 21; page++) receive(`/forums/posts/52?before=${page}`);
  await waitUntilSaved();
  const paths = [...(stored.get('saved 1')?.keys() ?? [])];
  const threads = new Set(paths.map((path) => /\d+/.exec(path)?.[0]));
  expect(threads.size).toBe(50);
  expect([threads.has('1'), threads.has('2'), threads.has('3'), threads.has('4')]).toEqual([false, true, false, true]);
  expect(paths.filter((path) => path.includes('/posts/52?'))).toHaveLength(20);
  expect(paths).not.toContain('/api/forums/posts/52?before=1');
});

test('section watches do not count as threads', async () => {
  for (let id = 1; id <= 50; id++) receive(`/forums/threads/${id}`);
  for (let page = 1; page <= 20; page++) receive(`/forums/recent?cursor=${page}`);
  for (let id = 101; id <= 130; id++) receive(`/forums/watches/${id}`);
  await waitUntilSaved();
  const paths = [...(stored.get('saved 1')?.keys() ?? [])];
  expect(paths.filter((path) => path.includes('/threads/'))).toHaveLength(50);
  expect(paths.filter((path) => path.includes('/watches/'))).toHaveLength(20);
  expect(paths.filter((path) => path.includes('/recent?'))).toHaveLength(20);
});

test('retains what every page needs while other lists replace each other', async () => {
  receive('/site');
  for (let page = 1; page <= 25; page++) receive(`/forums/recent?cursor=${page}`);
  await waitUntilSaved();
  expect(await findSaved('/site')).not.toBeNull();
  expect(stored.get('saved 1')?.size).toBe(21);
});

test('does not save a response that is too large', async () => {
  receive('/forums/threads/5', 'x'.repeat(300_000));
  await waitUntilSaved();
  expect(await findSaved('/forums/threads/5')).toBeNull();
});

test.each([
  [403, 'forbidden'],
  [404, 'not-found'],
])('removes a thread after a %d response', async (status, code) => {
  receive('/forums/threads/5');
  receive('/forums/posts/5?limit=20');
  receive('/forums/threads/5', { error: 'Refused', code }, status);
  await waitUntilSaved();
  expect([...(stored.get('saved 1')?.keys() ?? [])]).toEqual([]);
});

test('removes everything, and saves nothing more, at logout or if the session has ended', async () => {
  stored.set('frame x', new Map());
  receive('/forums/threads/5');
  receive('/forums/threads/6', { error: 'Log in first', code: 'login-first' }, 401);
  await waitUntilSaved();
  expect([...stored.keys()]).toEqual(['frame x']);
  useSession.setState({ user: null });
  receive('/forums/threads/5');
  await waitUntilSaved();
  expect([...stored.keys()]).toEqual([]);
  useSession.setState({ user: anna });
  receive('/forums/threads/5');
  await waitUntilSaved();
  expect([...stored.keys()]).toEqual(['saved 1']);
});

test.each([
  ['another member takes over in an open page', anna, bram],
  ['another member logged in while no page was open', undefined, bram],
  ['the member logged out while no page was open, or at the logout address', undefined, null],
])('ends push notifications if %s', async (_, previousUser, user) => {
  receive('/forums/threads/5');
  await waitUntilSaved();
  useSession.setState({ user: previousUser });
  useSession.setState({ user });
  await waitUntilSaved();
  expect([unsubscribe.mock.calls.length, close.mock.calls.length]).toEqual([1, 1]);
});

test('does not end push notifications when the same member returns, or when a guest logs in', async () => {
  receive('/forums/threads/5');
  await waitUntilSaved();
  useSession.setState({ user: undefined });
  useSession.setState({ user: anna });
  await waitUntilSaved();
  stored.clear();
  stored.set('saved guest', new Map());
  useSession.setState({ user: undefined });
  useSession.setState({ user: anna });
  await waitUntilSaved();
  expect([...stored.keys()]).toEqual(['saved 1']);
  expect(unsubscribe).not.toHaveBeenCalled();
});

test.each([
  ['a guest', null],
  ['another member', bram],
])(
  'does not end the push notifications that a member turned on in another tab while this one showed %s',
  async (_, shown) => {
    useSession.setState({ user: shown });
    await waitUntilSaved();
    stored.clear();
    unsubscribe.mockClear();
    await storage.open('saved 1');
    useSession.setState({ user: anna });
    await waitUntilSaved();
    expect(unsubscribe).not.toHaveBeenCalled();
  },
);
