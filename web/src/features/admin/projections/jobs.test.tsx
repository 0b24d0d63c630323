import type { ProjectionsResponse } from '@guildhall/domain/wire/schemas/staff/projections.js';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { admin, buildSuccessResponse, toRowPosition } from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';
import { show } from '../../../testing/show.js';
import { Jobs, findRunningJob } from './jobs.js';

const buildStatus = (work: ProjectionsResponse['work'] = null): ProjectionsResponse => ({
  generation: 1,
  checkpoint: toRowPosition(1),
  head: toRowPosition(1),
  state: 'following',
  poison: [],
  reactions: [],
  work,
  fault: null,
  progress: null,
  lastRebuild: null,
  lastVerify: null,
});
const countStarts = () => server.calls('POST /admin/projections/rebuild').length;

test('starts only one projection job at a time', async () => {
  server.respondWith('POST /admin/projections/rebuild', buildSuccessResponse());
  const user = await show(<Jobs status={buildStatus('verify')} order={null} setOrder={vi.fn()} />, { as: admin });
  const rebuild = screen.getByRole('button', { name: 'Rebuild' });
  expect(rebuild.getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByText('A verification is running.')).toBeDefined();
  await user.click(rebuild);
  expect(countStarts()).toBe(0);
});

test('requests a rebuild and shows when and how the last one ended', async () => {
  server.respondWith('POST /admin/projections/rebuild', buildSuccessResponse());
  const lastRebuild = { ok: true, message: 'The rebuilt views are live.', at: '2026-03-01T12:00:00.000Z' };
  const user = await show(<Jobs status={{ ...buildStatus(), lastRebuild }} order={null} setOrder={vi.fn()} />, {
    as: admin,
  });
  const rebuild = within(screen.getByRole('region', { name: 'Rebuild' }));
  rebuild.getByText('The rebuilt views are live.');
  expect(rebuild.getByRole('time').getAttribute('datetime')).toBe(lastRebuild.at);
  within(screen.getByRole('region', { name: 'Verify' })).getByText('None since the projector started.');
  await user.click(rebuild.getByRole('button', { name: 'Rebuild' }));
  await waitFor(() => expect(countStarts()).toBe(1));
});

test('shows how far and how fast a rebuild has come', async () => {
  const progress = { phase: 'building', done: 1_200, position: toRowPosition(1), eventsPerSecond: 300 } as const;
  await show(<Jobs status={{ ...buildStatus('rebuild'), progress }} order={null} setOrder={vi.fn()} />, { as: admin });
  expect(screen.getByRole('status').textContent).toBe('Building the new views');
  expect(screen.getByText('1.200 events, 300 per second')).toBeDefined();
});

test('shows why a projection job could not be started', async () => {
  server.refuse('POST /admin/projections/rebuild', 'forbidden');
  const user = await show(<Jobs status={buildStatus()} order={null} setOrder={vi.fn()} />, { as: admin });
  await user.click(screen.getByRole('button', { name: 'Rebuild' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).not.toBe(''));
  expect(countStarts()).toBe(1);
});

const createOutcome = (at: string) => ({ at, ok: true, message: 'Done.' });

test('treats a requested projection job as running until it ends', () => {
  const order = { job: 'rebuild', previousEnd: '10:00' } as const;
  expect(findRunningJob(buildStatus(), null)).toBeNull();
  expect(findRunningJob(buildStatus('verify'), null)).toBe('verify');
  expect(findRunningJob({ ...buildStatus(), lastRebuild: createOutcome('10:00') }, order)).toBe('rebuild');
  expect(findRunningJob({ ...buildStatus('rebuild'), lastRebuild: createOutcome('10:00') }, order)).toBe('rebuild');
  expect(findRunningJob({ ...buildStatus(), lastRebuild: createOutcome('10:05') }, order)).toBeNull();
  expect(
    findRunningJob({ ...buildStatus(), lastVerify: createOutcome('10:05') }, { job: 'verify', previousEnd: null }),
  ).toBeNull();
});
