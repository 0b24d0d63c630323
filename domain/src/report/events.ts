export const reportKinds = ['player', 'bug', 'post', 'appeal'] as const;
export type ReportKind = (typeof reportKinds)[number];

/** What is reported, where it is on the site. */
export interface ReportSubject {
  kind: 'member' | 'thread' | 'post' | 'wallpost';
  id: number;
}

/** Stream `report-<id>`. `text` and `answer` are sealed under the reporter's key, `note` under its writer's. */
export type ReportEvent =
  | {
      type: 'ReportFiled.v1';
      data: { reportId: number; kind: ReportKind; authorId: number; subject: ReportSubject | null; text: string };
    }
  /** Somebody of the staff looks after it. */
  | { type: 'ReportTaken.v1'; data: { reportId: number; staffId: number } }
  /** `answer` is what its reporter reads. */
  | { type: 'ReportResolved.v1'; data: { reportId: number; staffId: number; answer: string | null } }
  | { type: 'ReportReopened.v1'; data: { reportId: number; staffId: number } }
  /** For the staff alone. */
  | { type: 'ReportNoted.v1'; data: { reportId: number; staffId: number; note: string } };
