import { placeFlags } from '@guildhall/domain/permissions.js';
import { refusals } from '@guildhall/domain/refusals.js';
import { permissionKeys } from '@guildhall/domain/roles.js';
import type {
  Me,
  PostRow,
  RefusalAnswer,
  SectionRow,
  SubsectionRow,
  ThreadRow,
  ThreadSummary,
  WriteAnswer,
} from '@guildhall/domain/wire/rest.js';
import { z } from 'zod';

/** The shapes of the answers, closed: a field more or less fails. */
const id = z.int().positive();
const time = z.iso.datetime();
const position = z.string().regex(/^\d{20}$/);

const author = {
  user_id: id,
  username: z.string().min(1),
  avatar_url: z.string().nullable(),
  role: z.string().nullable(),
};

const threadFacts = {
  ...{ id, pos: position, section_id: id, subsection_id: id.nullable(), ...author, title: z.string().min(1) },
  ...{ content: z.string().min(1), locked: z.boolean(), sticky: z.boolean(), created_at: time },
  ...{ edited_at: time.nullable(), reply_count: z.int().min(0), last_post_at: time, last_username: z.string().min(1) },
};
export const threadSummary = z.strictObject(threadFacts) satisfies z.ZodType<ThreadSummary>;
export const threadRow = z.strictObject({
  ...threadFacts,
  content_html: z.string().min(1),
}) satisfies z.ZodType<ThreadRow>;

export const postRow = z.strictObject({
  ...{ id, pos: position, thread_id: id, ...author, content: z.string().min(1), content_html: z.string().min(1) },
  ...{ created_at: time, edited_at: time.nullable(), order: position },
}) satisfies z.ZodType<PostRow>;

const flags = Object.fromEntries(placeFlags.map((flag) => [flag, z.boolean()])) as Record<
  (typeof placeFlags)[number],
  z.ZodBoolean
>;
const placeFacts = {
  ...{ id, name: z.string().min(1), display_name: z.string().min(1), description: z.string(), icon: z.string() },
  ...{ thread_count: z.int().min(0), post_count: z.int().min(0), can: z.strictObject(flags) },
  last_thread: z.strictObject({ id, title: z.string(), username: z.string(), at: time }).nullable(),
};
export const subsectionRow = z.strictObject({ ...placeFacts, section_id: id }) satisfies z.ZodType<SubsectionRow>;
export const sectionRow = z.strictObject({
  ...placeFacts,
  allow_threads_direct: z.boolean(),
  subcategories: z.array(subsectionRow),
}) satisfies z.ZodType<SectionRow>;

export const me = z.strictObject({
  ...{ id, username: z.string(), email: z.email(), verified: z.boolean(), banned: z.boolean(), is_admin: z.boolean() },
  ...{ role: z.string(), role_id: id, permissions: z.array(z.enum(permissionKeys)) },
  ...{ avatar_url: z.string().nullable(), created_at: time },
}) satisfies z.ZodType<Me>;

export const memberStat = z.strictObject({
  ...{
    id,
    username: z.string(),
    posts: z.int().min(0),
    avatar_url: z.string().nullable(),
    role: z.string().nullable(),
  },
});

const writeAnswerFields = {
  ...{ success: z.literal(true), id: id.optional(), message: z.string().optional(), stale: z.literal(true).optional() },
};
export const writeAnswer = z.strictObject(writeAnswerFields) satisfies z.ZodType<WriteAnswer>;
export const writeAnswerWithId = z.strictObject({ ...writeAnswerFields, id });

export const refusalAnswer = z.strictObject({
  error: z.string().min(1),
  code: z.string().refine((code) => Object.hasOwn(refusals, code), { error: 'is no code of the table of refusals' }),
  field: z.string().min(1).optional(),
}) satisfies z.ZodType<RefusalAnswer>;

const outcome = z
  .strictObject({ at: time, ok: z.boolean(), message: z.string(), report: z.unknown().optional() })
  .nullable();
export const projectionsStatus = z.strictObject({
  ...{ generation: z.int(), checkpoint: position, head: position.nullable(), state: z.string() },
  ...{ poison: z.array(z.unknown()), work: z.enum(['rebuild', 'verify']).nullable(), progress: z.unknown() },
  ...{ lastRebuild: outcome, lastVerify: outcome },
});
