import { auditAreas } from '../../kinds.js';
import { z } from 'zod';
import { id, name, position, time } from '../fields.js';

const person = z.strictObject({ id, username: name });
export type AuditPerson = z.infer<typeof person>;
const values = z.record(z.string(), z.unknown()).nullable();

/** An action of the staff, as the audit shows it. Names are today's. */
export const auditRow = z.strictObject({
  /** The id by which it is undone. */
  id: z.uuid(),
  position,
  /** The event's type without its version: 'MemberBanned'. */
  kind: name,
  area: z.enum(auditAreas),
  at: time,
  /** Null: the installation itself. */
  actor: person.nullable(),
  subject: z.strictObject({ kind: name, id: z.int().min(0), name: z.string().nullable() }),
  /** The member whom it concerns. */
  person: person.nullable(),
  reason: z.string().nullable(),
  /** What it changed: the same fields in both; null where there is nothing before or after. */
  before: values,
  after: values,
  undoes: z.uuid().nullable(),
  undone_by: z.uuid().nullable(),
  /** Whether it is of a kind that can be undone, and has not been. */
  undoable: z.boolean(),
});
export type AuditRow = z.infer<typeof auditRow>;

/** The result for each requested action of a span, the newest first. */
export const undoResult = z.strictObject({
  id: z.uuid(),
  kind: name,
  success: z.boolean(),
  error: z.string().optional(),
  code: z.string().optional(),
  field: z.string().optional(),
});
export type UndoResult = z.infer<typeof undoResult>;

/** A ban in force. */
export const banRow = z.strictObject({
  user_id: id,
  username: name,
  reason: z.string().nullable(),
  /** Null: no end. */
  until: time.nullable(),
});
export type BanRow = z.infer<typeof banRow>;
