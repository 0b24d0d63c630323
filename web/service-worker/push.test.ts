import { expect, test, vi } from 'vitest';
import { handlePushes } from './push.js';

const message = { title: 'Anna', body: 'Hello', tag: 'thread:7', icon: null, path: '/', notifications: ['1:11'] };
const events = {
  push: { data: { json: () => message } },
  notificationclick: { notification: { close: () => {}, data: message } },
  pushsubscriptionchange: { newSubscription: { toJSON: () => ({ endpoint: 'https://push.example', keys: {} }) } },
};

test.each([
  ['push', 'showNotification'],
  ['notificationclick', 'openWindow'],
  ['notificationclick', '/api/notifications/read'],
  ['pushsubscriptionchange', '/api/notifications/devices'],
] as const)('the event %s keeps the worker running until %s has finished', async (name, slowCall) => {
  let finish = () => {};
  const slow = new Promise<void>((resolve) => (finish = resolve));
  const call = vi.fn((one: string) => (one === slowCall ? slow : Promise.resolve()));
  vi.stubGlobal('fetch', call);
  const listeners = new Map<string, (event: object) => void>();
  handlePushes({
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    registration: { showNotification: () => call('showNotification') },
    clients: { matchAll: () => Promise.resolve([]), openWindow: () => call('openWindow') },
  } as unknown as ServiceWorkerGlobalScope); // The handlers use only these members.
  const onEnd = vi.fn();
  const waitUntil = (work: Promise<unknown>) => void work.then(onEnd);
  listeners.get(name)?.({ ...events[name], waitUntil });
  await vi.waitFor(() => expect(call.mock.calls.map(([one]) => one)).toContain(slowCall));
  await new Promise((resolve) => setTimeout(resolve)); // Everything but the slow call finishes first.
  expect(onEnd).not.toHaveBeenCalled();
  finish();
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalledOnce());
  vi.unstubAllGlobals();
});
