import { expect, test, vi } from 'vitest';
import type { JobKind, JobQueue } from './job-queue.js';
import { JobWorker } from './job-worker.js';
import type { Projector } from './projector.js';

function createWorker(job: JobKind | null = null) {
  const steps: string[] = [];
  let finish: () => void = () => undefined;
  const site = { job, steps, finish: () => finish(), over: new AbortController(), publishFails: false };
  const start = async (kind: JobKind) => void steps.push(`start ${kind}`);
  const projector = {
    getStatus: async () => ({ state: `after ${steps.filter((step) => step.startsWith('start')).length} jobs` }),
    startRebuild: () => start('rebuild'),
    startVerify: () => start('verify'),
    waitUntilIdle: () => new Promise<void>((resolve) => (finish = resolve)),
  } as unknown as Projector;
  const queue = {
    publishStatus: async ({ state }: { state: string }) => {
      if (site.publishFails) throw new Error('the notes cannot be reached');
      steps.push(`publish ${state}`);
    },
    findNextJob: async () => site.job,
    completeJob: async () => {
      site.job = null;
      steps.push('complete');
    },
  } as unknown as JobQueue;
  return Object.assign(site, { worker: new JobWorker(projector, queue, site.over.signal) });
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test.each(['rebuild', 'verify'] as const)(
  'runs a %s job only once and removes it when its outcome is published',
  async (kind) => {
    const { worker, steps, finish } = createWorker(kind);
    await worker.poll();
    await turn();
    await worker.poll();
    expect(steps).toEqual(['publish after 0 jobs', `start ${kind}`, 'publish after 1 jobs']);
    finish();
    await vi.waitFor(() => expect(steps).toHaveLength(5));
    expect(steps.slice(3)).toEqual(['publish after 1 jobs', 'complete']);
    await turn();
    await worker.poll();
    expect(steps.slice(5)).toEqual(['publish after 1 jobs']);
  },
);

test('leaves an interrupted job to the next projector', async () => {
  const { worker, steps, finish, over } = createWorker('rebuild');
  await worker.poll();
  await turn();
  over.abort();
  finish();
  await turn();
  expect(steps).toEqual(['publish after 0 jobs', 'start rebuild']);
});

test('runs a job again if its outcome cannot be published', async () => {
  const site = createWorker('verify');
  await site.worker.poll();
  await turn();
  site.publishFails = true;
  site.finish();
  await turn();
  site.publishFails = false;
  await site.worker.poll();
  await turn();
  expect(site.steps.filter((step) => step === 'start verify')).toHaveLength(2);
  site.finish();
  await vi.waitFor(() => expect(site.job).toBeNull());
});
