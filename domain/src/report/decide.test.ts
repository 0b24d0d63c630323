import { describe, expect, test } from 'vitest';
import type { Actor } from '../permissions.js';
import { given } from '../testing/given.js';
import { anna, bram, buildHolder, mila, guestActor } from '../testing/people.js';
import { report, type ReportCommand } from './decide.js';
import type { ReportEvent } from './events.js';

const buildContext = (actor: Actor) => ({ actor });
const moderator = buildHolder('moderate_comments');
const subject = { kind: 'post', id: 5 } as const;
const fileCommand: ReportCommand = { type: 'File', reportId: 9, kind: 'post', subject, text: 'sealed' };
const reportFiled: ReportEvent = {
  type: 'ReportFiled.v1',
  data: { reportId: 9, kind: 'post', authorId: 101, subject, text: 'sealed' },
};
const buildReportTaken = (staffId: number): ReportEvent => ({ type: 'ReportTaken.v1', data: { reportId: 9, staffId } });
const buildReportResolved = (staffId: number, answer: string | null = null): ReportEvent => ({
  type: 'ReportResolved.v1',
  data: { reportId: 9, staffId, answer },
});
const buildReportReopened = (staffId: number): ReportEvent => ({
  type: 'ReportReopened.v1',
  data: { reportId: 9, staffId },
});
const work: ReportCommand[] = [
  { type: 'Take' },
  { type: 'Resolve', answer: null },
  { type: 'Reopen' },
  { type: 'Note', note: 'sealed' },
];

describe('handling a report', () => {
  test('a logged-in member can file a report only once per id', () => {
    given(report).when(fileCommand, buildContext(anna)).then(reportFiled);
    given(report).when(fileCommand, buildContext(guestActor)).thenRefused('login-first');
    given(report, reportFiled).when(fileCommand, buildContext(anna)).thenRefused('id-in-use');
  });

  test('a report lists the uploads in its text', () => {
    const uploads = ['1'.repeat(32)];
    given(report)
      .when({ ...fileCommand, uploads }, buildContext(anna))
      .then({ type: 'ReportFiled.v1', data: { ...reportFiled.data, uploads } });
  });

  test.each(work)('rejects $type by members without moderate_comments', (command) => {
    given(report, reportFiled).when(command, buildContext(guestActor)).thenRefused('login-first');
    given(report, reportFiled).when(command, buildContext(bram)).thenRefused('not-found');
    given(report, reportFiled).when(command, buildContext(anna)).thenRefused('not-found');
    given(report).when(command, buildContext(mila)).thenRefused('not-found');
  });

  test('assigns a report to the last staff member who took it', () => {
    given(report, reportFiled).when({ type: 'Take' }, buildContext(moderator)).then(buildReportTaken(104));
    given(report, reportFiled, buildReportTaken(104)).when({ type: 'Take' }, buildContext(moderator)).thenNothing();
    given(report, reportFiled, buildReportTaken(104))
      .when({ type: 'Take' }, buildContext(mila))
      .then(buildReportTaken(103));
    given(report, reportFiled, buildReportTaken(104), buildReportResolved(104))
      .when({ type: 'Take' }, buildContext(mila))
      .thenRefused('report-resolved');
  });

  test('resolves a report only once, with or without an answer', () => {
    given(report, reportFiled)
      .when({ type: 'Resolve', answer: 'sealed' }, buildContext(moderator))
      .then(buildReportResolved(104, 'sealed'));
    given(report, reportFiled, buildReportTaken(103))
      .when({ type: 'Resolve', answer: null }, buildContext(moderator))
      .then(buildReportResolved(104));
    given(report, reportFiled, buildReportResolved(103))
      .when({ type: 'Resolve', answer: 'other' }, buildContext(moderator))
      .thenRefused('report-resolved');
  });

  test('reopens a report only if it is taken or resolved', () => {
    given(report, reportFiled).when({ type: 'Reopen' }, buildContext(moderator)).thenNothing();
    given(report, reportFiled, buildReportTaken(103))
      .when({ type: 'Reopen' }, buildContext(moderator))
      .then(buildReportReopened(104));
    given(report, reportFiled, buildReportResolved(103))
      .when({ type: 'Reopen' }, buildContext(moderator))
      .then(buildReportReopened(104));
    given(report, reportFiled, buildReportResolved(103), buildReportReopened(104))
      .when({ type: 'Take' }, buildContext(mila))
      .then(buildReportTaken(103));
  });

  test('accepts staff notes on a report in every status', () => {
    const note: ReportEvent = { type: 'ReportNoted.v1', data: { reportId: 9, staffId: 104, note: 'sealed' } };
    for (const earlierEvents of [[], [buildReportTaken(103)], [buildReportResolved(103)]]) {
      given(report, reportFiled, ...earlierEvents)
        .when({ type: 'Note', note: 'sealed' }, buildContext(moderator))
        .then(note);
    }
    given(report, reportFiled, note).when({ type: 'Reopen' }, buildContext(mila)).thenNothing();
  });

  test('rejects taking a resolved report, even by the member who resolved it', () => {
    given(report, reportFiled, buildReportTaken(104), buildReportResolved(104))
      .when({ type: 'Take' }, buildContext(moderator))
      .thenRefused('report-resolved');
  });

  test("derives a report's status and assignee from its events", () => {
    const foldEvents = (...events: ReportEvent[]) => events.reduce(report.evolve, report.initial());
    const open = {
      status: 'open',
      reportId: 9,
      kind: 'post',
      authorId: 101,
      subject: { kind: 'post', id: 5 },
      staffId: null,
    };
    const noteEvent: ReportEvent = { type: 'ReportNoted.v1', data: { reportId: 9, staffId: 104, note: 'sealed' } };
    expect(foldEvents(reportFiled)).toEqual(open);
    expect(foldEvents(reportFiled, buildReportTaken(104), noteEvent)).toEqual({
      ...open,
      status: 'taken',
      staffId: 104,
    });
    expect(foldEvents(reportFiled, buildReportTaken(104), buildReportResolved(103))).toEqual({
      ...open,
      status: 'resolved',
      staffId: 103,
    });
    expect(foldEvents(reportFiled, buildReportResolved(103), buildReportReopened(104))).toEqual(open);
  });

  test.each([buildReportTaken(104), buildReportResolved(104), buildReportReopened(104)])(
    'ignores $type before the report is filed',
    (event) => {
      expect(report.evolve(report.initial(), event)).toEqual({ status: 'none' });
    },
  );
});
