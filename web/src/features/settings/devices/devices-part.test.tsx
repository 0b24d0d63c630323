import { choiceKinds } from '@guildhall/domain/wire/kinds.js';
import type { DeviceRow } from '@guildhall/domain/wire/schemas/members/devices.js';
import type { NotificationSettings } from '@guildhall/domain/wire/schemas/members/notifications.js';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { anna, buildSuccessResponse } from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';
import { show } from '../../../testing/show.js';
import { DevicesPart } from './devices-part.js';

afterEach(() => {
  for (const name of ['Notification', 'PushManager']) Reflect.deleteProperty(window, name);
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

const buildDevice = (id: string, current = false): DeviceRow => ({
  id,
  current,
  created_at: '2026-01-02T00:00:00.000Z',
  user_agent: 'Mozilla/5.0 (Android 14; Mobile) Gecko/120.0 Firefox/120.0',
});
const buildPerKind = (value: string | boolean) => Object.fromEntries(choiceKinds.map((kind) => [kind, value]));
const settings = {
  page: buildPerKind(true),
  email: buildPerKind('never'),
  push: buildPerKind(true),
  push_text: true,
  time_zone: null,
} as NotificationSettings;
const subscription = { endpoint: 'https://push.example/1', keys: { p256dh: 'key', auth: 'secret' } };

function showPart(devices: DeviceRow[]) {
  server.respondWith('GET /notifications/devices', { key: 'site key', devices });
  server.respondWith('GET /notifications/settings', settings);
  server.respondWith('PUT /notifications/settings', buildSuccessResponse());
  server.respondWith('POST /notifications/devices', { success: true, id: 'b' });
  return show(<DevicesPart />, { as: anna });
}

/** jsdom has neither service workers nor notifications. */
function stubBrowser(permission: NotificationPermission) {
  const subscribe = vi.fn(() => Promise.resolve({ toJSON: () => subscription }));
  const notifications = { permission, requestPermission: () => Promise.resolve(notifications.permission) };
  Object.assign(window, { Notification: notifications, PushManager: {} });
  const serviceWorker = { ready: Promise.resolve({ pushManager: { subscribe } }) };
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  return { subscribe, notifications };
}

test('pressing the button adds this device', async () => {
  const { subscribe } = stubBrowser('granted');
  const user = await showPart([]);
  const button = await screen.findByRole('button', { name: 'Notify me on this device' });
  expect(subscribe).not.toHaveBeenCalled();
  server.respondWith('GET /notifications/devices', { key: 'site key', devices: [buildDevice('b', true)] });
  await user.click(button);
  await screen.findByText('Firefox on Android (this device)');
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'site key' });
  expect(server.calls('POST /notifications/devices').map(({ body }) => body)).toEqual([subscription]);
});

test('explains how to allow notifications that the browser blocks', async () => {
  const { notifications, subscribe } = stubBrowser('default');
  const user = await showPart([]);
  const button = await screen.findByRole('button', { name: 'Notify me on this device' });
  notifications.permission = 'denied';
  await user.click(button);
  await screen.findByText(/This browser blocks notifications/);
  expect([subscribe.mock.calls, server.calls('POST /notifications/devices')]).toEqual([[], []]);
});

test('offers no button in a browser without push', async () => {
  await showPart([]);
  await screen.findByText(/This browser cannot receive notifications/);
  expect(screen.queryByRole('button', { name: 'Notify me on this device' })).toBeNull();
});

test('removes another device and stores whether texts are shown', async () => {
  const user = await showPart([buildDevice('a')]);
  server.respondWith('DELETE /notifications/devices/a', buildSuccessResponse());
  await user.click(await screen.findByRole('button', { name: 'Remove Firefox on Android' }));
  await waitFor(() => expect(screen.queryByText('Firefox on Android')).toBeNull());
  await user.click(screen.getByRole('checkbox', { name: /^Show what was written/ }));
  await waitFor(() =>
    expect(server.calls('PUT /notifications/settings').map(({ body }) => body)).toEqual([{ push_text: false }]),
  );
});
