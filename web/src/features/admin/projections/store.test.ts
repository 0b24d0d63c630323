import type { ProjectionsResponse } from '@guildhall/domain/wire/schemas/staff/projections.js';
import { expect, test } from 'vitest';
import { isBusy, hasStarted } from './store.js';

const status = (more: Partial<ProjectionsResponse> = {}): ProjectionsResponse => ({
  generation: 1,
  checkpoint: '1',
  head: '1',
  state: 'following',
  poison: [],
  reactions: [],
  work: null,
  progress: null,
  lastRebuild: null,
  lastVerify: null,
  fault: null,
  ...more,
});
const ended = (at: string) => ({ at, ok: true, message: 'Done.' });

test('awaits a requested job until it is seen running, or has ended since', () => {
  const order = { job: 'rebuild', before: '10:00' } as const;
  expect(hasStarted(order, status({ lastRebuild: ended('10:00') }))).toBe(false);
  expect(hasStarted(order, status({ lastRebuild: ended('10:00'), work: 'verify' }))).toBe(false);
  expect(hasStarted(order, status({ lastRebuild: ended('10:00'), work: 'rebuild' }))).toBe(true);
  expect(hasStarted(order, status({ lastRebuild: ended('10:05') }))).toBe(true);
  expect(hasStarted({ job: 'verify', before: null }, status({ lastVerify: ended('10:05') }))).toBe(true);
});

test('polls often while a job is requested or running', () => {
  expect(isBusy({ status: status(), ordered: null })).toBe(false);
  expect(isBusy({ status: status({ work: 'verify' }), ordered: null })).toBe(true);
  expect(isBusy({ status: null, ordered: { job: 'rebuild', before: null } })).toBe(true);
});
