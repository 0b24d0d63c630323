import type { WithUploads } from '../uploads.js';

export const reportKinds = ['player', 'bug', 'post', 'appeal'] as const;
export type ReportKind = (typeof reportKinds)[number];

export interface ReportSubject {
  kind: 'member' | 'thread' | 'post' | 'wallpost';
  id: number;
}

/**
 * The events in the `report-<id>` stream. `text` and `answer` are sealed with the reporter's key, and `note` with its
 * author's.
 */
export type ReportEvent =
  | {
      type: 'ReportFiled.v1';
      data: {
        reportId: number;
        kind: ReportKind;
        authorId: number;
        subject: ReportSubject | null;
        text: string;
      } & WithUploads;
    }
  | { type: 'ReportTaken.v1'; data: { reportId: number; staffId: number } }
  | { type: 'ReportResolved.v1'; data: { reportId: number; staffId: number; answer: string | null } }
  | { type: 'ReportReopened.v1'; data: { reportId: number; staffId: number } }
  | { type: 'ReportNoted.v1'; data: { reportId: number; staffId: number; note: string } };
