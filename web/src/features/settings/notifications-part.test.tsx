import { choiceKinds } from '@guildhall/domain/wire/kinds.js';
import type { NotificationSettings } from '@guildhall/domain/wire/schemas/members/notifications.js';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { preferenceChanges } from '../../shared/state/own-changes.js';
import { anna, buildPerson, buildSuccessResponse } from '../../testing/rows.js';
import { server } from '../../testing/server.js';
import { show } from '../../testing/show.js';
import { NotificationsPart } from './notifications-part.js';

const buildPerKind = (value: string | boolean) => Object.fromEntries(choiceKinds.map((kind) => [kind, value]));
const settings = {
  page: { ...buildPerKind(true), wall: false },
  email: { ...buildPerKind('never'), follow: 'daily' },
  push: buildPerKind(true),
  push_text: true,
  auto_watch: true,
  time_zone: 'Europe/Berlin',
} as NotificationSettings;
const listSavedBodies = () => server.calls('PUT /notifications/settings').map(({ body }) => body);

async function showPart(current: NotificationSettings) {
  server.respondWith('GET /notifications/settings', current);
  server.respondWith('GET /ignored', []);
  server.respondWith('GET /muted', []);
  server.respondWith('GET /notifications/devices', { key: 'key', devices: [] });
  server.respondWith('PUT /notifications/settings', buildSuccessResponse());
  return show(<NotificationsPart />, { as: anna });
}

test('saves each notification choice immediately and restores the old one if saving fails', async () => {
  const user = await showPart(settings);
  const findBox = (name: RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name });
  expect([(await findBox(/^Mentions/)).checked, (await findBox(/^Walls/)).checked]).toEqual([true, false]);
  await user.click(await findBox(/^Mentions/));
  expect((await findBox(/^Mentions/)).checked).toBe(false);
  await waitFor(() => expect(listSavedBodies()).toEqual([{ page: { mention: false } }]));
  server.fail('PUT /notifications/settings');
  await user.click(await findBox(/^Quotes/));
  await screen.findByText('Your choice could not be saved. Please try again.');
  expect((await findBox(/^Quotes/)).checked).toBe(true);
  expect((await findBox(/^Mentions/)).checked).toBe(false);
});

test('saves how often emails about a kind are sent, and the time zone', async () => {
  const user = await showPart(settings);
  const select = (name: string) => screen.findByRole<HTMLSelectElement>('combobox', { name });
  expect((await select('Emails about: Followers')).value).toBe('daily');
  await user.selectOptions(await select('Emails about: Mentions'), 'Email every hour');
  await waitFor(() => expect(listSavedBodies()).toEqual([{ email: { mention: 'hourly' } }]));
  expect((await select('Emails about: Mentions')).value).toBe('hourly');
  await user.selectOptions(await select('Time zone'), 'Asia/Tokyo');
  await waitFor(() => expect(listSavedBodies()).toContainEqual({ time_zone: 'Asia/Tokyo' }));
});

test("saves the browser's time zone if none has been chosen", async () => {
  await showPart({ ...settings, time_zone: null });
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  await waitFor(() => expect(listSavedBodies()).toEqual([{ time_zone: timeZone }]));
  expect((await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Time zone' })).value).toBe(timeZone);
});

test('lists muted members, including those muted on another page, and can unmute them', async () => {
  const user = await showPart(settings);
  const list = within(await screen.findByRole('region', { name: 'Muted members' }));
  await list.findByText("You haven't muted anyone.");
  server.respondWith('GET /muted', [buildPerson(12, 'Bram')]);
  act(() => preferenceChanges.notify());
  server.respondWith('POST /profile/Bram/unmute', buildSuccessResponse());
  await user.click(await list.findByRole('button', { name: 'Unmute notifications: Bram' }));
  await list.findByText("You haven't muted anyone.");
});

test('saves whether the member watches the threads that they write in', async () => {
  const user = await showPart(settings);
  const findWatchBox = () =>
    screen.findByRole<HTMLInputElement>('checkbox', { name: /^Watch threads that I write in/ });
  expect((await findWatchBox()).checked).toBe(true);
  await user.click(await findWatchBox());
  await waitFor(() => expect(listSavedBodies()).toEqual([{ auto_watch: false }]));
  expect((await findWatchBox()).checked).toBe(false);
});
