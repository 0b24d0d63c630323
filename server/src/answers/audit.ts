import { auditAreas } from '@guildhall/projections/views/audit/document.js';
import type { AuditRow, BanRow, UndoResult } from '@guildhall/domain/wire/audit.js';
import { z } from 'zod';
import { id, name, position, time } from './fields.js';

const person = z.strictObject({ id, username: name }).nullable();
const facts = z.record(z.string(), z.unknown()).nullable();

export const auditRow = z.strictObject({
  id: z.uuid(),
  position,
  kind: name,
  area: z.enum(auditAreas),
  at: time,
  actor: person,
  subject: z.strictObject({ kind: name, id: z.int().min(0), name: z.string().nullable() }),
  person,
  reason: z.string().nullable(),
  before: facts,
  after: facts,
  undoes: z.uuid().nullable(),
  undone_by: z.uuid().nullable(),
  undoable: z.boolean(),
}) satisfies z.ZodType<AuditRow>;

export const undoResult = z.strictObject({
  id: z.uuid(),
  kind: name,
  success: z.boolean(),
  error: z.string().optional(),
  code: z.string().optional(),
  field: z.string().optional(),
}) satisfies z.ZodType<UndoResult>;

export const banRow = z.strictObject({
  user_id: id,
  username: name,
  reason: z.string().nullable(),
  until: time.nullable(),
}) satisfies z.ZodType<BanRow>;
