import { expect, test, vi } from 'vitest';
import { openLiveList } from './live-list.js';

const reloads = vi.hoisted(() => [] as { load: () => void; failures: number }[]);
vi.mock('../../live/connection.js', () => ({ listen: () => ({ rejoin: () => {}, stop: () => {} }) }));
vi.mock('../../live/schedule-reload.js', () => ({
  scheduleReload: (load: () => void, failures: number) => {
    reloads.push({ load, failures });
    return () => {};
  },
}));

test('the reload delay grows with each failure, until a success resets it', async () => {
  const responses = [false, false, true, false];
  const list = openLiveList({
    read: () => (responses.shift() ? Promise.resolve('1.5') : Promise.reject(new Error('offline'))),
    show: (position) => ({ topics: ['site'], position }),
    apply: () => {},
    fail: () => true,
  });
  const waitForReloads = (failures: number[]) =>
    vi.waitFor(() => expect(reloads.map((reload) => reload.failures)).toEqual(failures));
  await waitForReloads([1]);
  reloads[0]?.load();
  await waitForReloads([1, 2]);
  await list.load();
  list.resync();
  await waitForReloads([1, 2, 0]);
  reloads[2]?.load();
  await waitForReloads([1, 2, 0, 1]);
  list.stop();
});
