import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FoldInMemory } from '../../testing/fold-in-memory.js';
import { History } from '../../testing/random-history.js';
import { reportsView, type ReportDocument } from './project.js';
import { getFrom, report, sample } from '../../testing/sample-events.js';
import { eventTypes } from '@guildhall/domain/events.js';
import type { ProjectedEvent } from '../../view.js';

const foldReport = (history: History, id: number) =>
  new FoldInMemory([reportsView], history.events).getOne<ReportDocument>('reports', id);

it('a report goes from open to taken, then resolved with an answer, then reopened', () => {
  const history = new History();
  const id = history.report(1, 'sealed');
  const { position: order, metadata } = history.events.at(-1)!;
  const open = {
    id,
    kind: 'bug',
    authorId: 1,
    subject: null,
    text: 'sealed',
    status: 'open',
    staffId: null,
    answer: null,
    createdAt: metadata['at'],
    resolvedAt: null,
    order,
  };
  expect(foldReport(history, id)).toMatchObject(open);
  history.workOn({ type: 'ReportTaken.v1', data: { reportId: id, staffId: 2 } });
  expect(foldReport(history, id)).toMatchObject({ ...open, status: 'taken', staffId: 2 });
  history.workOn({ type: 'ReportNoted.v1', data: { reportId: id, staffId: 3, note: 'sealed too' } });
  expect(foldReport(history, id)).toMatchObject({ ...open, status: 'taken', staffId: 2 });
  history.workOn({ type: 'ReportResolved.v1', data: { reportId: id, staffId: 3, answer: 'sealed answer' } });
  const resolvedAt = history.events.at(-1)!.metadata['at'];
  expect(foldReport(history, id)).toMatchObject({
    ...open,
    status: 'resolved',
    staffId: 3,
    answer: 'sealed answer',
    resolvedAt,
  });
  history.workOn({ type: 'ReportReopened.v1', data: { reportId: id, staffId: 3 } });
  expect(foldReport(history, id)).toMatchObject(open);
});

const work = fc.array(fc.record({ which: fc.nat(4), action: fc.nat(3), staffId: fc.nat(3) }), { minLength: 1 });

it('every filed report exists, and has an assignee unless it is open', () => {
  let assignedReports = 0;
  fc.assert(
    fc.property(work, (steps) => {
      const history = new History();
      const ids = [history.report(1, 'a'), history.report(2, 'b'), history.report(3, 'c')];
      for (const { which, action, staffId } of steps) {
        const reportStaff = { reportId: ids[which] ?? 4711, staffId };
        if (action === 0) history.workOn({ type: 'ReportTaken.v1', data: reportStaff });
        else if (action === 1) history.workOn({ type: 'ReportResolved.v1', data: { ...reportStaff, answer: null } });
        else if (action === 2) history.workOn({ type: 'ReportReopened.v1', data: reportStaff });
        else history.workOn({ type: 'ReportNoted.v1', data: { ...reportStaff, note: 'n' } });
      }
      const reports = new FoldInMemory([reportsView], history.events).listAll<ReportDocument>('reports');
      expect(reports.map(({ id }) => id).sort()).toEqual(ids);
      for (const { status, staffId, resolvedAt } of reports) {
        expect([staffId === null, resolvedAt !== null]).toEqual([status === 'open', status === 'resolved']);
      }
      assignedReports += reports.filter(({ status }) => status !== 'open').length;
    }),
  );
  expect(assignedReports, 'reports that somebody holds').toBeGreaterThan(10);
});

it('notes and unrelated events do not change a report', () => {
  const others = eventTypes.filter((type) => !/^Report(Filed|Taken|Resolved|Reopened)/.test(type));
  for (const type of others) {
    const event = { ...sample(type), data: { ...sample(type).data, reportId: report.id } } as ProjectedEvent;
    expect(reportsView.project(event, getFrom({ reports: [report] })), type).toEqual([]);
  }
});

it('a report that was never filed cannot be taken, resolved or reopened', () => {
  for (const type of ['ReportTaken.v1', 'ReportResolved.v1', 'ReportReopened.v1'] as const) {
    expect(reportsView.project(sample(type), getFrom({}))).toEqual([]);
  }
});

it('stores an empty time if a report event has none', () => {
  const projectWithoutTime = (event: ProjectedEvent) =>
    reportsView.project({ ...event, metadata: {} }, getFrom({ reports: [report] }))[0]?.document;
  expect(projectWithoutTime(sample('ReportFiled.v1'))).toMatchObject({ createdAt: '', resolvedAt: null });
  expect(projectWithoutTime(sample('ReportResolved.v1'))).toMatchObject({
    createdAt: report.createdAt,
    resolvedAt: null,
  });
});
