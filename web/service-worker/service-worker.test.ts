import { expect, test, vi } from 'vitest';

const message = { title: 'Anna', body: 'Hello', tag: 'thread:7', icon: null, path: '/', notifications: ['1:11'] };
const origin = 'https://forum.example';
const events = {
  install: {},
  activate: {},
  'message fill': { data: { type: 'fill' } },
  'message activate': { data: { type: 'activate' } },
  fetch: { request: { method: 'GET', url: `${origin}/theme.css` }, respondWith: () => {} },
  push: { data: { json: () => message } },
  notificationclick: { notification: { close: () => {}, data: message } },
  pushsubscriptionchange: { newSubscription: { toJSON: () => ({ endpoint: 'https://push.example', keys: {} }) } },
};

/** Stubs the members that the service worker uses. */
function stubWorker(call: (name: string) => Promise<unknown>) {
  const listeners = new Map<string, (event: object) => void>();
  const cache = { keys: () => Promise.resolve([]), add: () => call('add'), put: () => call('put') };
  const globals = {
    self: {
      addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
      location: { origin },
      registration: {
        navigationPreload: { enable: () => call('enable') },
        showNotification: () => call('showNotification'),
      },
      clients: {
        claim: () => call('claim'),
        matchAll: () => Promise.resolve([]),
        openWindow: () => call('openWindow'),
      },
      skipWaiting: () => call('skipWaiting'),
    },
    caches: {
      open: () => Promise.resolve(cache),
      has: () => Promise.resolve(true),
      keys: () => Promise.resolve(['frame 1', 'frame 2', 'frame 3']),
      delete: () => call('delete'),
    },
    fetch: (target: string | object) =>
      call(typeof target === 'string' ? target : 'theme').then(() => Response.json({})),
    Request: class {},
    FILES: { '/index.html': 'sha256-' },
    BUILD: '4',
    ENTRY: '/assets/main.js',
  };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  return listeners;
}

test.each([
  ['install', 'add'],
  ['activate', 'delete'],
  ['activate', 'enable'],
  ['activate', 'claim'],
  ['message fill', 'add'],
  ['message activate', 'skipWaiting'],
  ['fetch', 'put'],
  ['push', 'showNotification'],
  ['notificationclick', 'openWindow'],
  ['notificationclick', '/api/notifications/read'],
  ['pushsubscriptionchange', '/api/notifications/devices'],
] as const)('the event "%s" keeps the worker running until "%s" has finished', async (name, slowCall) => {
  let finish = () => {};
  const slow = new Promise<void>((resolve) => (finish = resolve));
  const call = vi.fn((path: string) => (path === slowCall ? slow : Promise.resolve()));
  const listeners = stubWorker(call);
  vi.resetModules();
  await import('./service-worker.js');
  const pending: Promise<unknown>[] = [];
  const waitUntil = (work: Promise<unknown>) => void pending.push(work);
  listeners.get(name.split(' ')[0] ?? '')?.({ ...events[name], waitUntil });
  await vi.waitFor(() => expect(call.mock.calls.map(([path]) => path)).toContain(slowCall));
  await new Promise((resolve) => setTimeout(resolve)); // Everything but the slow call finishes first.
  const onEnd = vi.fn();
  void Promise.all(pending).then(onEnd);
  await new Promise((resolve) => setTimeout(resolve));
  expect(onEnd).not.toHaveBeenCalled();
  finish();
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalledOnce());
  vi.unstubAllGlobals();
});
