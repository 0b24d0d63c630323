import { beginning } from '@guildhall/event-store/port.js';
import { expect, onTestFinished, test, vi } from 'vitest';
import { UnsettledReports } from './unsettled-reports.js';

function recordReport(
  reports: UnsettledReports,
  commandId: string,
  kind: 'unban' | 'rank.add',
  atMs = Date.now(),
): void {
  const change = kind === 'unban' ? { kind } : { kind, rank: 'vip' };
  const at = new Date(atMs).toISOString();
  reports.apply({
    id: commandId,
    stream: 'gamereports-1',
    revision: 0,
    position: beginning,
    type: 'GameReportRecorded.v1',
    data: { serverId: 1, accountId: 7, position: 0, change, at },
    metadata: { at, commandId },
  });
}

test('settling a report leaves the others about the same account unsettled', () => {
  const reports = new UnsettledReports();
  recordReport(reports, 'one', 'rank.add');
  recordReport(reports, 'two', 'rank.add');
  recordReport(reports, 'three', 'unban');
  reports.settle('two');
  reports.settle('three');
  expect([reports.has(7, 'ranks'), reports.has(7, 'ban'), reports.has(8, 'ranks')]).toEqual([true, false, false]);
  reports.settle('one');
  expect(reports.has(7, 'ranks')).toBe(false);
});

test("reports are settled after ten seconds, even if the recording server's clock is ahead", () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const reports = new UnsettledReports();
  recordReport(reports, 'one', 'rank.add', Date.now() + 60_000);
  recordReport(reports, 'two', 'unban');
  vi.setSystemTime(Date.now() + 9_000);
  expect([reports.has(7, 'ranks'), reports.has(7, 'ban')]).toEqual([true, true]);
  vi.setSystemTime(Date.now() + 1_000);
  expect([reports.has(7, 'ranks'), reports.has(7, 'ban')]).toEqual([false, false]);
});

test('a report is overdue once, after ten seconds, unless it was settled or is older', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const reports = new UnsettledReports();
  recordReport(reports, 'old', 'unban', Date.now() - 10_000);
  expect(reports.takeOverdue()).toEqual([]);
  recordReport(reports, 'one', 'rank.add');
  recordReport(reports, 'two', 'unban');
  reports.settle('two');
  expect(reports.takeOverdue()).toEqual([]);
  vi.setSystemTime(Date.now() + 10_000);
  expect(reports.takeOverdue()).toEqual([7]);
  expect(reports.takeOverdue()).toEqual([]);
});
