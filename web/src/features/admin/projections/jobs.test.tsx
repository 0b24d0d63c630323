import type { ProjectionsResponse } from '@guildhall/domain/wire/schemas/staff/projections.js';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { admin, done, positionString } from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';
import { show } from '../../../testing/show.js';
import { Jobs } from './jobs.js';
import { watchProjections } from './store.js';

const status = (work: ProjectionsResponse['work'] = null): ProjectionsResponse => ({
  ...{
    generation: 1,
    checkpoint: positionString(1),
    head: positionString(1),
    state: 'following',
    poison: [],
    reactions: [],
  },
  ...{ work, fault: null, progress: null, lastRebuild: null, lastVerify: null },
});
const started = () => server.calls('POST /admin/projections/rebuild').length;

test('starts one job at a time', async () => {
  server.respondWith('POST /admin/projections/rebuild', done());
  const user = await show(<Jobs status={status('verify')} />, { as: admin });
  const rebuild = screen.getByRole('button', { name: 'Rebuild' });
  expect(rebuild.getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByText('A verification is running.')).toBeDefined();
  await user.click(rebuild);
  expect(started()).toBe(0);
});

test('says why a job could not be started', async () => {
  server.refuses('POST /admin/projections/rebuild', 'forbidden');
  const user = await show(<Jobs status={status()} />, { as: admin });
  await user.click(screen.getByRole('button', { name: 'Rebuild' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).not.toBe(''));
  expect(started()).toBe(1);
});

test('asks no further when the page is left, also during a request', async () => {
  vi.useFakeTimers();
  const release = server.holds('GET /admin/projections');
  server.respondWith('GET /admin/projections', status());
  const stop = watchProjections();
  stop();
  release();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.calls('GET /admin/projections')).toHaveLength(1);
});
