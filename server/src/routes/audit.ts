import { can } from '@guildhall/domain/permissions.js';
import { eventTypes, kindOf, type EventType } from '@guildhall/domain/events.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { auditAreas } from '@guildhall/domain/wire/kinds.js';
import { auditRow, undoResult } from '@guildhall/domain/wire/schemas/staff/audit.js';
import { writeResponse } from '@guildhall/domain/wire/schemas/write.js';
import { auditById, auditPage, type AuditFilter } from '@guildhall/projections/views/audit/queries.js';
import { z } from 'zod';
import { auditCsv } from '../audit/csv.js';
import { auditRows } from '../audit/rows.js';
import { undoEntry, undoSpan } from '../audit/undo-entry.js';
import { id, idIn, time } from '../http/input.js';
import { operation, requireUser, type Call, type Operation, requireAnyAction } from '../http/operation.js';
import type { Result } from '../http/responses/result.js';
import { fillPage, inSteps, matching, nextPage, readQuery, positiveIntUpTo } from '../http/paging.js';
import type { Services } from '../services.js';
import { reasonField } from '../staff/reason.js';

type Reads = Pick<Services, 'responses' | 'views' | 'policy' | 'directory' | 'texts'>;
type Writes = Pick<Services, 'log' | 'responses' | 'views' | 'texts' | 'commands' | 'limits'>;

const kinds = eventTypes.map(kindOf);
const kind = z.enum(kinds, { error: 'is no kind of act' });

const filters = readQuery.extend({
  area: z.enum(auditAreas, { error: 'is no area' }).optional(),
  kind: kind.optional(),
  actor: z.string().max(40).optional().describe('The id or the name of whoever did it'),
  target: z.string().max(60).optional().describe('A member by name or id, or a thing as `thread:17`'),
  from: time.optional(),
  to: time.optional(),
});
const paged = filters.extend({
  limit: positiveIntUpTo(200).default(50),
  cursor: matching(/^\d{4}-\d\d-\d\dT[\d:.]+Z \d{20}$/),
});
const history = readQuery.extend({ limit: positiveIntUpTo(200).default(50), cursor: paged.shape.cursor });
const span = z.object({ actor_id: id, from: time, to: time, ...reasonField });

export function auditRoutes(services: Services): Operation[] {
  return [
    operation({
      method: 'get',
      path: '/admin/audit',
      atRoot: true,
      tag: 'Admin',
      summary: 'What the staff did, the newest first',
      query: paged,
      response: z.array(auditRow),
      run: (call) => list(services, call),
    }),
    operation({
      method: 'get',
      path: '/admin/audit.csv',
      tag: 'Admin',
      summary: 'What the staff did, as a table in a file',
      query: filters,
      response: { contentType: 'text/csv' },
      run: (call) => csv(services, call),
    }),
    operation({
      method: 'get',
      path: '/admin/users/:id/history',
      tag: 'Admin',
      summary: "A member's bans and roles, the newest first",
      query: history,
      response: z.array(auditRow),
      run: (call) => memberHistory(services, call),
    }),
    operation({
      method: 'post',
      path: '/admin/audit/undo',
      tag: 'Admin',
      summary: 'Take back what somebody did in a span of time, the newest first, with a result for each act',
      body: span,
      response: writeResponse.extend({ results: z.array(undoResult) }),
      run: (call) => undoMany(services, call),
    }),
    operation({
      method: 'post',
      path: '/admin/audit/:act/undo',
      tag: 'Admin',
      summary: 'Take back one act',
      body: z.object(reasonField),
      response: writeResponse,
      run: (call) => undoOne(services, call),
    }),
  ];
}

async function list(services: Reads, call: Call<unknown, z.infer<typeof paged>>): Promise<Result> {
  requireAnyAction(call, 'view-audit');
  const { limit, cursor, ...query } = call.query;
  return auditPageResult(services, call, { ...filterOf(services, query), after: cursor }, limit);
}

async function memberHistory(services: Reads, call: Call<unknown, z.infer<typeof history>>): Promise<Result> {
  requireAnyAction(call, 'view-audit');
  const { limit, cursor } = call.query;
  const personId = idIn(call.params.id);
  return auditPageResult(services, call, { area: 'staff', personId, after: cursor }, limit);
}

async function auditPageResult(
  services: Reads,
  call: Call<unknown, { after?: string | undefined }>,
  filter: AuditFilter,
  limit: number,
): Promise<Result> {
  const { position } = await services.responses.begin(call);
  const { store } = services.views;
  const found = inSteps(limit, (behind, count) =>
    auditPage(store, { ...filter, after: behind ?? filter.after }, count),
  );
  const { rows, last } = await fillPage(found, limit, (some) => auditRows(services, some));
  const links = nextPage(last?.order ?? null);
  return { cache: 'no-store', position, links, body: rows };
}

async function csv(services: Reads, call: Call<unknown, z.infer<typeof filters>>): Promise<Result> {
  requireAnyAction(call, 'view-audit');
  const { position } = await services.responses.begin(call);
  const text = auditCsv(services, filterOf(services, call.query));
  return { cache: 'no-store', position, file: { name: 'audit.csv', contentType: 'text/csv; charset=utf-8', text } };
}

function filterOf(services: Pick<Services, 'directory'>, query: z.infer<typeof filters>): AuditFilter {
  const { area, kind: asked, actor, target, from, to } = query;
  const filter: AuditFilter = { area, from, to };
  if (asked) filter.types = eventTypes.filter((type): type is EventType => kindOf(type) === asked);
  if (actor) filter.actorId = memberIn(services, actor);
  if (target && /^[a-z]+:\d{1,16}$/.test(target)) filter.subject = target;
  else if (target) filter.personId = memberIn(services, target);
  return filter;
}

/** By name or id; 0, which is no member's id, for an unknown name. */
function memberIn({ directory }: Pick<Services, 'directory'>, nameOrId: string): number {
  return directory.idOf(nameOrId) ?? (/^[1-9]\d{0,15}$/.test(nameOrId) ? Number(nameOrId) : 0);
}

async function undoOne(services: Writes, call: Call<z.infer<z.ZodObject<typeof reasonField>>>): Promise<Result> {
  await services.limits.take('undo', String(requireUser(call)));
  const entryId = z.uuid().safeParse(call.params.act);
  const entry = entryId.success ? await auditById(services.views.store, entryId.data) : null;
  if (!entry) throw new Refusal('not-found');
  const handled = await undoEntry(services, call, entry, call.body.reason);
  return services.responses.written(handled, { acts: handled.eventIds });
}

/** One's own entries, or anyone's for those who read the audit. */
async function undoMany(services: Writes, call: Call<z.infer<typeof span>>): Promise<Result> {
  const userId = requireUser(call);
  const { actor_id: actorId, from, to, reason } = call.body;
  if (actorId !== userId && !can(call.actor, 'view-audit')) throw new Refusal('not-found');
  const { results, last } = await undoSpan(services, call, { actorId, from, to }, reason);
  return services.responses.written(last ?? { position: null, repeated: false, eventIds: [] }, { results });
}
