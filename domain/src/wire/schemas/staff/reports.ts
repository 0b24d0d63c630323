import { reportKinds } from '../../../report/events.js';
import { reportStates, reportSubjectKinds } from '../../kinds.js';
import { z } from 'zod';
import { author, authorFields, count, id, name, position, time } from '../fields.js';

const reportSubject = z.strictObject({
  kind: z.enum(reportSubjectKinds),
  id,
  path: name.nullable(),
  title: name.nullable(),
});
export type ReportSubjectRow = z.infer<typeof reportSubject>;

/** Sent only to members who handle reports. All fields are null if the subject is hidden or is a member. */
const reportedSubject = z.strictObject({
  ...reportSubject.shape,
  author: authorFields.nullable(),
  text: z.string().nullable(),
  html: z.string().nullable(),
  deleted: z.boolean(),
  edited: z.boolean(),
});
export type ReportedSubjectRow = z.infer<typeof reportedSubject>;

const ownFields = {
  id,
  kind: z.enum(reportKinds),
  subject: reportSubject.nullable(),
  text: name,
  text_html: z.string(),
  status: z.enum(reportStates),
  created_at: time,
  resolved_at: time.nullable(),
  answer: z.string().nullable(),
};
export const ownReportRow = z.strictObject(ownFields).meta({ id: 'OwnReport' });
export type OwnReportRow = z.infer<typeof ownReportRow>;

const reportFields = {
  ...ownFields,
  subject: reportedSubject.nullable(),
  pos: position,
  reporter: authorFields,
  staff: authorFields.nullable(),
};
export const reportRow = z.strictObject(reportFields).meta({ id: 'Report' });
export type ReportRow = z.infer<typeof reportRow>;

const note = z.strictObject({
  ...author,
  at: time,
  kind: z.enum(['taken', 'resolved', 'reopened', 'noted']),
  text: z.string().nullable(),
});
export type ReportNoteRow = z.infer<typeof note>;

export const reportDetail = z.strictObject({
  ...reportFields,
  text_when_reported: z.string().nullable(),
  notes: z.array(note),
});
export type ReportDetail = z.infer<typeof reportDetail>;

export const reportCount = z.strictObject({ open: count });
export type ReportCount = z.infer<typeof reportCount>;
