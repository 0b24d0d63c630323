import type { ActivityRow } from '@guildhall/domain/wire/schemas/members/profiles.js';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { toRowPosition } from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';
import { show } from '../../../testing/show.js';
import { Activity } from './activity.js';

test("shows a thread's prefix before its title, even above a reply", async () => {
  const thread: ActivityRow = {
    kind: 'thread',
    id: 7,
    thread_id: 7,
    section_id: 3,
    subsection_id: null,
    content: 'Look.',
    title: 'It breaks',
    prefix: { id: 71, label: 'Bug', color: 'red' },
    created_at: '2026-03-01T12:00:00.000Z',
    order: toRowPosition(10),
  };
  const reply: ActivityRow = { ...thread, kind: 'post', id: 701, order: toRowPosition(9) };
  server.respondWith('GET /profile/Bram/activity', [thread, reply]);
  await show(<Activity username="Bram" />, { at: '/', path: '/' });
  expect(await screen.findAllByRole('link', { name: 'Bug It breaks' })).toHaveLength(2);
});
