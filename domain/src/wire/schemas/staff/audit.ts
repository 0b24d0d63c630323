import { auditAreas } from '../../kinds.js';
import { z } from 'zod';
import { id, name, position, time, userName } from '../fields.js';

export type AuditPerson = z.infer<typeof userName>;
const values = z.record(z.string(), z.unknown()).nullable();

export const auditRow = z.strictObject({
  /** The id to send in order to undo this entry. */
  id: z.uuid(),
  position,
  kind: name,
  area: z.enum(auditAreas),
  at: time,
  actor: userName.nullable(),
  subject: z.strictObject({ kind: name, id: z.int().min(0), name: z.string().nullable() }),
  person: userName.nullable(),
  reason: z.string().nullable(),
  /** Shared by all entries of a call. Null for the installation's own entries. */
  batch: z.uuid().nullable(),
  /** `before` and `after` contain the changed fields. Either is null if the target did not exist at that time. */
  before: values,
  after: values,
  undoes: z.uuid().nullable(),
  undone_by: z.uuid().nullable(),
  undoable: z.boolean(),
});
export type AuditRow = z.infer<typeof auditRow>;

export const undoResult = z.strictObject({
  id: z.uuid(),
  kind: name,
  success: z.boolean(),
  error: z.string().optional(),
  code: z.string().optional(),
  field: z.string().optional(),
});
export type UndoResult = z.infer<typeof undoResult>;

export const memberBan = z.strictObject({
  reason: z.string().nullable(),
  until: time.nullable(),
  /** Whether the member's game accounts are not banned. */
  site_only: z.boolean(),
});

export const banRow = memberBan.extend({ user_id: id, username: name });
export type BanRow = z.infer<typeof banRow>;
