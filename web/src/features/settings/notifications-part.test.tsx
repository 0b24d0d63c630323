import { choiceKinds } from '@guildhall/domain/wire/kinds.js';
import type { NotificationSettings } from '@guildhall/domain/wire/schemas/members/notifications.js';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anna, successResponse } from '../../testing/rows.js';
import { server } from '../../testing/server.js';
import { show } from '../../testing/show.js';
import { NotificationsPart } from './notifications-part.js';

const forEachKind = (value: string | boolean) => Object.fromEntries(choiceKinds.map((kind) => [kind, value]));
const settings = {
  page: { ...forEachKind(true), wall: false },
  email: { ...forEachKind('never'), follow: 'daily' },
  push: forEachKind(true),
  time_zone: 'Europe/Berlin',
} as NotificationSettings;
const savedBodies = () => server.calls('PUT /notifications/settings').map(({ body }) => body);

async function showPart(current: NotificationSettings) {
  server.respondWith('GET /notifications/settings', current);
  server.respondWith('GET /ignored', []);
  server.respondWith('PUT /notifications/settings', successResponse());
  return show(<NotificationsPart />, { as: anna });
}

test('saves each notification choice immediately and restores the old one if saving fails', async () => {
  const user = await showPart(settings);
  const box = (name: RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name });
  expect([(await box(/^Mentions/)).checked, (await box(/^Walls/)).checked]).toEqual([true, false]);
  await user.click(await box(/^Mentions/));
  expect((await box(/^Mentions/)).checked).toBe(false);
  await waitFor(() => expect(savedBodies()).toEqual([{ page: { mention: false } }]));
  server.fails('PUT /notifications/settings');
  await user.click(await box(/^Quotes/));
  await screen.findByText('Your choice could not be saved. Please try again.');
  expect((await box(/^Quotes/)).checked).toBe(true);
  expect((await box(/^Mentions/)).checked).toBe(false);
});
