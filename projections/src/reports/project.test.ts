import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FoldInMemory } from '../testing/fold-in-memory.js';
import { History, randomHistory } from '../testing/random-history.js';
import { reportsView, type ReportDocument } from './project.js';

const folded = (history: History, id: number) =>
  new FoldInMemory([reportsView], history.events).one<ReportDocument>('reports', id);

it('A report is open, then somebody takes it, resolves it with an answer, and it is opened again', () => {
  const history = new History();
  const id = history.report(1, 'sealed');
  const { position: order, metadata } = history.events.at(-1)!;
  const open = {
    ...{ id, kind: 'bug', authorId: 1, subject: null, text: 'sealed', status: 'open', staffId: null, answer: null },
    ...{ createdAt: metadata['at'], resolvedAt: null, order },
  };
  expect(folded(history, id)).toMatchObject(open);
  history.workOn({ type: 'ReportTaken.v1', data: { reportId: id, staffId: 2 } });
  expect(folded(history, id)).toMatchObject({ ...open, status: 'taken', staffId: 2 });
  history.workOn({ type: 'ReportNoted.v1', data: { reportId: id, staffId: 3, note: 'sealed too' } });
  expect(folded(history, id)).toMatchObject({ ...open, status: 'taken', staffId: 2 });
  history.workOn({ type: 'ReportResolved.v1', data: { reportId: id, staffId: 3, answer: 'sealed answer' } });
  const resolvedAt = history.events.at(-1)!.metadata['at'];
  expect(folded(history, id)).toMatchObject({
    ...{ ...open, status: 'resolved', staffId: 3, answer: 'sealed answer', resolvedAt },
  });
  history.workOn({ type: 'ReportReopened.v1', data: { reportId: id, staffId: 3 } });
  expect(folded(history, id)).toMatchObject(open);
});

it('Every report that was filed is there, taken by somebody exactly where it is not open', () => {
  let worked = 0;
  fc.assert(
    fc.property(randomHistory, (events) => {
      const reports = new FoldInMemory([reportsView], events).all<ReportDocument>('reports');
      expect(reports.length).toBe(events.filter(({ type }) => type === 'ReportFiled.v1').length);
      for (const { status, staffId } of reports) expect(staffId === null).toBe(status === 'open');
      worked += reports.filter(({ status }) => status !== 'open').length;
    }),
    { numRuns: 300 },
  );
  expect(worked, 'reports that somebody worked on').toBeGreaterThan(10);
});
