import { describe, expect, test } from 'vitest';
import type { Actor } from '../permissions.js';
import { given } from '../testing/given.js';
import { anna, bram, holderOf, mila, guestActor } from '../testing/people.js';
import { report, type ReportCommand } from './decide.js';
import type { ReportEvent } from './events.js';

const by = (actor: Actor) => ({ actor });
const moderator = holderOf('moderate_comments');
const subject = { kind: 'post', id: 5 } as const;
const file: ReportCommand = { type: 'File', reportId: 9, kind: 'post', subject, text: 'sealed' };
const filed: ReportEvent = {
  type: 'ReportFiled.v1',
  data: { reportId: 9, kind: 'post', authorId: 101, subject, text: 'sealed' },
};
const taken = (staffId: number): ReportEvent => ({ type: 'ReportTaken.v1', data: { reportId: 9, staffId } });
const resolved = (staffId: number, answer: string | null = null): ReportEvent => ({
  type: 'ReportResolved.v1',
  data: { reportId: 9, staffId, answer },
});
const reopened = (staffId: number): ReportEvent => ({ type: 'ReportReopened.v1', data: { reportId: 9, staffId } });
const work: ReportCommand[] = [
  { type: 'Take' },
  { type: 'Resolve', answer: null },
  { type: 'Reopen' },
  { type: 'Note', note: 'sealed' },
];

describe('handling a report', () => {
  test('a logged-in member can file a report only once per id', () => {
    given(report).when(file, by(anna)).then(filed);
    given(report).when(file, by(guestActor)).thenRefused('login-first');
    given(report, filed).when(file, by(anna)).thenRefused('id-in-use');
  });

  test.each(work)('rejects $type by members without moderate_comments', (command) => {
    given(report, filed).when(command, by(guestActor)).thenRefused('login-first');
    given(report, filed).when(command, by(bram)).thenRefused('not-found');
    given(report, filed).when(command, by(anna)).thenRefused('not-found');
    given(report).when(command, by(mila)).thenRefused('not-found');
  });

  test('assigns a report to the last staff member who took it', () => {
    given(report, filed).when({ type: 'Take' }, by(moderator)).then(taken(104));
    given(report, filed, taken(104)).when({ type: 'Take' }, by(moderator)).thenNothing();
    given(report, filed, taken(104)).when({ type: 'Take' }, by(mila)).then(taken(103));
    given(report, filed, taken(104), resolved(104)).when({ type: 'Take' }, by(mila)).thenRefused('report-resolved');
  });

  test('resolves a report only once, with or without an answer', () => {
    given(report, filed).when({ type: 'Resolve', answer: 'sealed' }, by(moderator)).then(resolved(104, 'sealed'));
    given(report, filed, taken(103)).when({ type: 'Resolve', answer: null }, by(moderator)).then(resolved(104));
    given(report, filed, resolved(103))
      .when({ type: 'Resolve', answer: 'other' }, by(moderator))
      .thenRefused('report-resolved');
  });

  test('reopens a report only if it is taken or resolved', () => {
    given(report, filed).when({ type: 'Reopen' }, by(moderator)).thenNothing();
    given(report, filed, taken(103)).when({ type: 'Reopen' }, by(moderator)).then(reopened(104));
    given(report, filed, resolved(103)).when({ type: 'Reopen' }, by(moderator)).then(reopened(104));
    given(report, filed, resolved(103), reopened(104)).when({ type: 'Take' }, by(mila)).then(taken(103));
  });

  test('accepts staff notes on a report in every status', () => {
    const note: ReportEvent = { type: 'ReportNoted.v1', data: { reportId: 9, staffId: 104, note: 'sealed' } };
    for (const before of [[], [taken(103)], [resolved(103)]]) {
      given(report, filed, ...before)
        .when({ type: 'Note', note: 'sealed' }, by(moderator))
        .then(note);
    }
    given(report, filed, note).when({ type: 'Reopen' }, by(mila)).thenNothing();
  });

  test('rejects taking a resolved report, even by the member who resolved it', () => {
    given(report, filed, taken(104), resolved(104))
      .when({ type: 'Take' }, by(moderator))
      .thenRefused('report-resolved');
  });

  test('derives the status and assignee of a report from its events', () => {
    const after = (...events: ReportEvent[]) => events.reduce(report.evolve, report.initial());
    const open = {
      status: 'open',
      reportId: 9,
      kind: 'post',
      authorId: 101,
      subject: { kind: 'post', id: 5 },
      staffId: null,
    };
    const noted: ReportEvent = { type: 'ReportNoted.v1', data: { reportId: 9, staffId: 104, note: 'sealed' } };
    expect(after(filed)).toEqual(open);
    expect(after(filed, taken(104), noted)).toEqual({ ...open, status: 'taken', staffId: 104 });
    expect(after(filed, taken(104), resolved(103))).toEqual({ ...open, status: 'resolved', staffId: 103 });
    expect(after(filed, resolved(103), reopened(104))).toEqual(open);
  });

  test.each([taken(104), resolved(104), reopened(104)])('ignores $type before the report is filed', (event) => {
    expect(report.evolve(report.initial(), event)).toEqual({ status: 'none' });
  });
});
