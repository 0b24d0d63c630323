import { notificationKinds } from '@guildhall/domain/wire/kinds.js';
import type { NotificationChoices } from '@guildhall/domain/wire/schemas/members/notifications.js';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anna, successResponse } from '../../testing/rows.js';
import { server } from '../../testing/server.js';
import { show } from '../../testing/show.js';
import { NotificationsPart } from './notifications-part.js';

const all = Object.fromEntries(notificationKinds.map((kind) => [kind, true])) as NotificationChoices;
const savedBodies = () => server.calls('PUT /notifications/choices').map(({ body }) => body);

test('saves each notification choice immediately and restores the old one if saving fails', async () => {
  server.respondWith('GET /notifications/choices', { ...all, wall: false });
  server.respondWith('GET /ignored', []);
  server.respondWith('PUT /notifications/choices', successResponse());
  const user = await show(<NotificationsPart />, { as: anna });
  const box = (name: RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name });
  expect([(await box(/^Mentions/)).checked, (await box(/^Walls/)).checked]).toEqual([true, false]);
  await user.click(await box(/^Mentions/));
  expect((await box(/^Mentions/)).checked).toBe(false);
  await waitFor(() => expect(savedBodies()).toEqual([{ mention: false }]));
  server.fails('PUT /notifications/choices');
  await user.click(await box(/^Quotes/));
  await screen.findByText('Your choice could not be saved. Please try again.');
  expect((await box(/^Quotes/)).checked).toBe(true);
  expect((await box(/^Mentions/)).checked).toBe(false);
});
