import { reportKinds } from '@guildhall/domain/report/events.js';
import type {
  OwnReportRow,
  ReportDetail,
  ReportNoteRow,
  ReportRow,
  ReportSubjectRow,
} from '@guildhall/domain/wire/admin.js';
import { z } from 'zod';
import { author, id, name, position, time } from './fields.js';

export const subjectKinds = ['member', 'thread', 'post', 'wallpost'] as const;
export const reportStates = ['open', 'taken', 'resolved'] as const;

const subject = z.strictObject({
  kind: z.enum(subjectKinds),
  id,
  path: name.nullable(),
  title: name.nullable(),
}) satisfies z.ZodType<ReportSubjectRow>;

const own = {
  id,
  kind: z.enum(reportKinds),
  subject: subject.nullable(),
  text: name,
  status: z.enum(reportStates),
  created_at: time,
  resolved_at: time.nullable(),
  answer: z.string().nullable(),
};
export const ownReportRow = z.strictObject(own).meta({ id: 'OwnReport' }) satisfies z.ZodType<OwnReportRow>;

const person = z.strictObject(author);
const worked = { ...own, pos: position, reporter: person, staff: person.nullable() };
export const reportRow = z.strictObject(worked).meta({ id: 'Report' }) satisfies z.ZodType<ReportRow>;

const note = z.strictObject({
  ...author,
  at: time,
  kind: z.enum(['taken', 'resolved', 'reopened', 'noted']),
  text: z.string().nullable(),
}) satisfies z.ZodType<ReportNoteRow>;
export const reportDetail = z.strictObject({ ...worked, notes: z.array(note) }) satisfies z.ZodType<ReportDetail>;
