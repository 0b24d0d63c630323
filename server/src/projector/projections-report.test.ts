import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Outcome, ProjectionsAdmin, ProjectionsStatus } from './projections-admin.js';
import { followRebuild, followVerify, printStatus } from './projections-report.js';

let printedLines: string[];
beforeEach(() => {
  printedLines = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printedLines.push(line));
});
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

const buildStatus = (more: Partial<ProjectionsStatus> = {}): ProjectionsStatus => ({
  generation: 3,
  checkpoint: '0007',
  head: '0007',
  state: 'following',
  poison: [],
  work: null,
  progress: null,
  fault: null,
  lastRebuild: null,
  lastVerify: null,
  ...more,
});

function buildProjections(...statuses: ProjectionsStatus[]) {
  const start = vi.fn(async () => undefined);
  const takeStatus = async () => (statuses.length > 1 ? statuses.shift() : statuses[0]) as ProjectionsStatus;
  return {
    start,
    admin: { getStatus: takeStatus, startRebuild: start, startVerify: start } satisfies ProjectionsAdmin,
  };
}

const buildOutcome = (at: string, more: Partial<Outcome> = {}): Outcome => ({
  at,
  ok: true,
  message: `ended ${at}`,
  ...more,
});

test('the status shows whether the views are up to date and lists skipped events', async () => {
  await printStatus(buildProjections(buildStatus()).admin);
  expect(printedLines.join('\n')).toContain('checkpoint  0007 (up to date)');
  printedLines = [];
  const skippedEvent = { position: '0005', type: 'A.v1', stream: 's', error: 'Error: no', at: 'now' };
  await printStatus(buildProjections(buildStatus({ head: '0009', poison: [skippedEvent] })).admin);
  expect(printedLines).toContain('checkpoint  0007');
  expect(printedLines.slice(-2)).toEqual(['skipped     1 events', '  0005 A.v1 s: Error: no']);
  await printStatus(buildProjections(buildStatus({ head: null })).admin);
  expect(printedLines).toContain('log head    unknown');
});

test('the rebuild command waits for the outcome, which determines its exit code', async () => {
  const formerStatus = buildStatus({ lastRebuild: buildOutcome('1', { ok: false }) });
  const { admin, start } = buildProjections(
    formerStatus,
    formerStatus,
    buildStatus({ lastRebuild: buildOutcome('2') }),
  );
  await followRebuild(admin);
  expect(start).toHaveBeenCalledTimes(1);
  expect(printedLines).toEqual(['ended 2']);
  expect(process.exitCode).toBeUndefined();
  await followRebuild(buildProjections(buildStatus(), formerStatus).admin);
  expect(process.exitCode).toBe(1);
});

test('a verification lists each document that differs', async () => {
  const differences = [
    { collection: 'threads', id: 7, kind: 'different' as const, fields: ['title', 'pos'] },
    { collection: 'posts', id: 8, kind: 'missing' as const, fields: [] },
  ];
  const report = { position: '0007', documents: 12, differences, more: true };
  const { admin } = buildProjections(
    buildStatus(),
    buildStatus({ lastVerify: buildOutcome('1', { ok: false, report }) }),
  );
  await followVerify(admin);
  expect(printedLines).toEqual([
    '12 documents compared, up to 0007',
    'threads 7: different (title, pos)',
    'posts 8: missing',
    'and more',
    'ended 1',
  ]);
  expect(process.exitCode).toBe(1);
});

test('the command fails immediately if no projector is running', async () => {
  const awayProjections = buildProjections(buildStatus(), buildStatus({ state: 'away' }));
  await expect(followVerify(awayProjections.admin)).rejects.toThrow('No projector is running.');
});
