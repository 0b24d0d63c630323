import type { Decider } from '../decider.js';
import { can, type Actor } from '../permissions.js';
import { Refusal } from '../refusals.js';
import { toUploadsField, type WithUploads } from '../uploads.js';
import type { ReportEvent, ReportKind, ReportSubject } from './events.js';

export interface FiledReport {
  status: 'open' | 'taken' | 'resolved';
  reportId: number;
  kind: ReportKind;
  authorId: number;
  subject: ReportSubject | null;
  staffId: number | null;
}
export type ReportState = { status: 'none' } | FiledReport;

export type ReportCommand =
  | ({ type: 'File'; reportId: number; kind: ReportKind; subject: ReportSubject | null; text: string } & WithUploads)
  | { type: 'Take' }
  | { type: 'Resolve'; answer: string | null }
  | { type: 'Reopen' }
  | { type: 'Note'; note: string };

export interface ReportContext {
  /** A banned member who appeals uses a token instead of a session. */
  actor: Actor;
}

export const report: Decider<ReportState, ReportCommand, ReportEvent, ReportContext> = {
  initial: () => ({ status: 'none' }),

  evolve(state, event) {
    if (event.type === 'ReportFiled.v1') {
      const { reportId, kind, authorId, subject } = event.data;
      return { status: 'open', reportId, kind, authorId, subject, staffId: null };
    }
    if (state.status === 'none') return state;
    switch (event.type) {
      case 'ReportTaken.v1':
        return { ...state, status: 'taken', staffId: event.data.staffId };
      case 'ReportResolved.v1':
        return { ...state, status: 'resolved', staffId: event.data.staffId };
      case 'ReportReopened.v1':
        return { ...state, status: 'open', staffId: null };
      default:
        return state;
    }
  },

  decide(command, state, { actor }) {
    if (actor.userId === null || !can(actor, 'file-report')) throw new Refusal('login-first');
    if (command.type === 'File') {
      if (state.status !== 'none') throw new Refusal('id-in-use');
      const { reportId, kind, subject, text } = command;
      const data = { reportId, kind, authorId: actor.userId, subject, text };
      return [{ type: 'ReportFiled.v1', data: { ...data, ...toUploadsField(command) } }];
    }
    if (state.status === 'none' || !can(actor, 'handle-reports')) throw new Refusal('not-found');
    return decideStaffCommand(command, state, actor.userId);
  },
};

function decideStaffCommand(
  command: Exclude<ReportCommand, { type: 'File' }>,
  state: FiledReport,
  staffId: number,
): ReportEvent[] {
  const { reportId, status } = state;
  switch (command.type) {
    case 'Take':
      if (status === 'taken' && state.staffId === staffId) return [];
      if (status === 'resolved') throw new Refusal('report-resolved');
      return [{ type: 'ReportTaken.v1', data: { reportId, staffId } }];
    case 'Resolve':
      if (status === 'resolved') throw new Refusal('report-resolved');
      return [{ type: 'ReportResolved.v1', data: { reportId, staffId, answer: command.answer } }];
    case 'Reopen':
      return status === 'open' ? [] : [{ type: 'ReportReopened.v1', data: { reportId, staffId } }];
    case 'Note':
      return [{ type: 'ReportNoted.v1', data: { reportId, staffId, note: command.note } }];
  }
}
