import { can } from '@guildhall/domain/permissions.js';
import { eventTypes, kindOf, type EventType } from '@guildhall/domain/events.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { auditAreas } from '@guildhall/projections/audit/document.js';
import { auditById, auditPage, type AuditFilter } from '@guildhall/projections/audit/queries.js';
import { z } from 'zod';
import { auditRow, undoResult } from '../answers/audit.js';
import { writeAnswer } from '../answers/write.js';
import { auditCsv } from '../audit/csv.js';
import { auditRows } from '../audit/rows.js';
import { undoAct, undoSpan } from '../audit/undo-act.js';
import { id, idIn, time } from '../input.js';
import { answerWrite, beginRead, operation, requireUser, type Call, type Operation } from '../operation.js';
import { formed, linkNext, reading, upTo } from '../paging.js';
import type { Parts } from '../parts.js';
import { reasonField } from '../reason.js';
import { sendText } from '../send-text.js';
import { requireAct } from '../staff-calls.js';

const kinds = eventTypes.map(kindOf);
const kind = z.enum(kinds, { error: 'is no kind of act' });

const filters = reading.extend({
  area: z.enum(auditAreas, { error: 'is no area' }).optional(),
  kind: kind.optional(),
  actor: z.string().max(40).optional().describe('The id or the name of whoever did it'),
  target: z.string().max(60).optional().describe('A member by name or id, or a thing as `thread:17`'),
  from: time.optional(),
  to: time.optional(),
});
const paged = filters.extend({
  limit: upTo(200).default(50),
  cursor: formed(/^\d{4}-\d\d-\d\dT[\d:.]+Z \d{20}$/),
});
const history = reading.extend({ limit: upTo(200).default(50), cursor: paged.shape.cursor });
const span = z.object({ actor_id: id, from: time, to: time, ...reasonField });

export function auditRoutes(parts: Parts): Operation[] {
  return [
    operation({
      method: 'get',
      path: '/admin/audit',
      atRoot: true,
      tag: 'Admin',
      summary: 'What the staff did, the newest first',
      query: paged,
      answer: z.array(auditRow),
      run: (call) => list(parts, call),
    }),
    operation({
      method: 'get',
      path: '/admin/audit.csv',
      tag: 'Admin',
      summary: 'What the staff did, as a table in a file',
      query: filters,
      answer: { contentType: 'text/csv' },
      run: (call) => csv(parts, call),
    }),
    operation({
      method: 'get',
      path: '/admin/users/:id/history',
      tag: 'Admin',
      summary: "A member's bans and roles, the newest first",
      query: history,
      answer: z.array(auditRow),
      run: (call) => memberHistory(parts, call),
    }),
    operation({
      method: 'post',
      path: '/admin/audit/undo',
      tag: 'Admin',
      summary: 'Take back what somebody did in a span of time, the newest first, with a result for each act',
      body: span,
      answer: writeAnswer.extend({ results: z.array(undoResult) }),
      run: (call) => undoMany(parts, call),
    }),
    operation({
      method: 'post',
      path: '/admin/audit/:act/undo',
      tag: 'Admin',
      summary: 'Take back one act',
      body: z.object(reasonField),
      answer: writeAnswer,
      run: (call) => undoOne(parts, call),
    }),
  ];
}

async function list(parts: Parts, call: Call<unknown, z.infer<typeof paged>>): Promise<void> {
  requireAct(call, 'view-audit');
  const { limit, cursor, ...query } = call.query;
  await answerPage(parts, call, { ...filterOf(parts, query), after: cursor }, limit);
}

async function memberHistory(parts: Parts, call: Call<unknown, z.infer<typeof history>>): Promise<void> {
  requireAct(call, 'view-audit');
  const { limit, cursor } = call.query;
  const personId = idIn(call.req.params.id);
  await answerPage(parts, call, { area: 'staff', personId, after: cursor }, limit);
}

async function answerPage(
  parts: Parts,
  call: Call<unknown, { after?: string | undefined }>,
  filter: AuditFilter,
  limit: number,
): Promise<void> {
  await beginRead(parts, call);
  const found = await auditPage(parts.views.store, filter, limit + 1);
  const shown = found.slice(0, limit);
  linkNext(call.req, call.res, found.length > limit ? (shown.at(-1)?.order ?? null) : null);
  call.res.set('cache-control', 'private, no-store').json(await auditRows(parts, shown));
}

async function csv(parts: Parts, call: Call<unknown, z.infer<typeof filters>>): Promise<void> {
  requireAct(call, 'view-audit');
  await beginRead(parts, call);
  call.res.set({ 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'private, no-store' });
  call.res.set('content-disposition', 'attachment; filename="audit.csv"');
  await sendText(call.res, auditCsv(parts, filterOf(parts, call.query)));
}

function filterOf(parts: Parts, query: z.infer<typeof filters>): AuditFilter {
  const { area, kind: asked, actor, target, from, to } = query;
  const filter: AuditFilter = { area, from, to };
  if (asked) filter.types = eventTypes.filter((type): type is EventType => kindOf(type) === asked);
  if (actor) filter.actorId = memberIn(parts, actor);
  if (target && /^[a-z]+:\d{1,16}$/.test(target)) filter.subject = target;
  else if (target) filter.personId = memberIn(parts, target);
  return filter;
}

/** By name or id; 0, which nobody is, for a name that nobody has. */
function memberIn({ directory }: Parts, nameOrId: string): number {
  return directory.idOf(nameOrId) ?? (/^[1-9]\d{0,15}$/.test(nameOrId) ? Number(nameOrId) : 0);
}

async function undoOne(parts: Parts, call: Call<z.infer<z.ZodObject<typeof reasonField>>>): Promise<void> {
  requireUser(call);
  const actId = z.uuid().safeParse(call.req.params.act);
  const act = actId.success ? await auditById(parts.views.store, actId.data) : null;
  if (!act) throw new Refusal('not-found');
  const handled = await undoAct(parts, call, act, call.body.reason);
  await answerWrite(parts, call.res, handled, { acts: handled.acts });
}

/** One's own acts, or anybody's by those who read the audit. */
async function undoMany(parts: Parts, call: Call<z.infer<typeof span>>): Promise<void> {
  const userId = requireUser(call);
  const { actor_id: actorId, from, to, reason } = call.body;
  if (actorId !== userId && !can(call.actor, 'view-audit')) throw new Refusal('not-found');
  const { results, last } = await undoSpan(parts, call, { actorId, from, to }, reason);
  await answerWrite(parts, call.res, last ?? { position: null, repeated: false, acts: [] }, { results });
}
