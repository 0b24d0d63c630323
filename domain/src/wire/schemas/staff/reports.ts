import { reportKinds } from '../../../report/events.js';
import { reportStates, reportSubjectKinds } from '../../kinds.js';
import { z } from 'zod';
import { author, authorFields, id, name, position, time } from '../fields.js';

/** Path and title are null for what the reader may not see. */
const reportSubject = z.strictObject({
  kind: z.enum(reportSubjectKinds),
  id,
  path: name.nullable(),
  title: name.nullable(),
});
export type ReportSubjectRow = z.infer<typeof reportSubject>;

const own = {
  id,
  kind: z.enum(reportKinds),
  subject: reportSubject.nullable(),
  text: name,
  status: z.enum(reportStates),
  created_at: time,
  resolved_at: time.nullable(),
  /** The staff's answer. */
  answer: z.string().nullable(),
};
/** A report, as its reporter sees it. */
export const ownReportRow = z.strictObject(own).meta({ id: 'OwnReport' });
export type OwnReportRow = z.infer<typeof ownReportRow>;

const worked = {
  ...own,
  pos: position,
  reporter: authorFields,
  /** The staff member who handles it, or resolved it. */
  staff: authorFields.nullable(),
};
export const reportRow = z.strictObject(worked).meta({ id: 'Report' });
export type ReportRow = z.infer<typeof reportRow>;

const note = z.strictObject({
  ...author,
  at: time,
  kind: z.enum(['taken', 'resolved', 'reopened', 'noted']),
  /** The text of a note, or the answer to the reporter. */
  text: z.string().nullable(),
});
export type ReportNoteRow = z.infer<typeof note>;

/** `notes`: its history, in order. */
export const reportDetail = z.strictObject({ ...worked, notes: z.array(note) });
export type ReportDetail = z.infer<typeof reportDetail>;
