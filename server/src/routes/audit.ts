import { eventTypes, stripVersion, type EventType } from '@guildhall/domain/events.js';
import { auditAreas } from '@guildhall/domain/wire/kinds.js';
import { auditRow, undoResult } from '@guildhall/domain/wire/schemas/staff/audit.js';
import { readAuditPage, type AuditFilter } from '@guildhall/projections/views/audit/queries.js';
import { z } from 'zod';
import { auditColumns, streamAuditCsv } from '../audit/csv.js';
import { buildAuditRows } from '../audit/rows.js';
import { parseId, time, id } from '../request/input.js';
import type { Call } from '../http/operation.js';
import { route, tagRoutes } from './operation.js';
import type { Result } from '../http/responses/result.js';
import { createPositiveIntSchema, createStringSchema, readQuery, readPage } from '../request/paging.js';
import type { Services } from '../services.js';
import { writeResponse } from '@guildhall/domain/wire/schemas/write.js';
import { countInHandler, limitPerMember } from '../http/operation-limits.js';
import { maxUndoneEntries } from '../request/rate-limits.js';
import { reasonBody, reasonField } from '../staff/reason.js';

const kinds = eventTypes.map(stripVersion);
const kindField = z.enum(kinds, { error: 'is not a kind of action' });

const filters = readQuery.extend({
  area: z.enum(auditAreas, { error: 'is not an area' }).optional(),
  kind: kindField.optional(),
  actor: z.string().max(40).optional().describe("The staff member's id or name"),
  target: z.string().max(60).optional().describe('A member by name or id, or an item such as `thread:17`'),
  batch: z.uuid().optional().describe('Only the entries of one call, which share the value of `batch`'),
  from: time.optional(),
  to: time.optional(),
});
const pageQuery = filters.extend({
  limit: createPositiveIntSchema(200).default(50),
  cursor: createStringSchema(/^\d{4}-\d\d-\d\dT[\d:.]+Z \d{20}$/),
});
const history = readQuery.extend({ limit: createPositiveIntSchema(200).default(50), cursor: pageQuery.shape.cursor });

const bulkUndoBody = z.object({ actor_id: id, from: time, to: time, batch: filters.shape.batch, ...reasonField });

export const auditRoutes = tagRoutes('Admin', [
  route.get('/admin/audit', {
    scope: 'read',
    atRoot: true,
    summary: 'Staff actions, newest first',
    query: pageQuery,
    response: z.array(auditRow),
    actions: ['view-audit'],
    run: (call, services) => readAuditResult(services, call, buildFilter(services, call.query)),
  }),
  route.get('/admin/audit.csv', {
    scope: 'read',
    summary: 'Staff actions as a CSV file',
    query: filters,
    response: { contentType: 'text/csv', schema: { description: `The header row is ${auditColumns.join(',')}` } },
    actions: ['view-audit'],
    run: async (call, services) => {
      const { position } = await services.responses.begin(call);
      const content = streamAuditCsv(services, buildFilter(services, call.query));
      const file = { name: 'audit.csv', contentType: 'text/csv; charset=utf-8', content };
      return { cache: 'no-store', position, file };
    },
  }),
  route.get('/admin/users/:id/history', {
    scope: 'read',
    summary: "A member's bans and roles, newest first",
    query: history,
    response: z.array(auditRow),
    actions: ['view-audit'],
    run: async (call, services) =>
      readAuditResult(services, call, { area: 'staff', personId: parseId(call.params.id) }),
  }),
  route.post('/admin/audit/undo', {
    scope: null,
    summary:
      'Undo what a staff member did in a time range, or in one call, newest first, with a result for each action',
    body: bulkUndoBody,
    response: writeResponse.extend({ results: z.array(undoResult) }),
    rows: maxUndoneEntries,
    actions: ['view-audit'],
    concerns: 'actor_id',
    limits: [countInHandler('undo')],
    /** Staff who cannot view the audit can undo only their own entries. */
    run: async (call, services) => {
      const { actor_id: actorId, from, to, batch, reason } = call.body;
      const { results, last } = await services.auditUndo.span(call, { actorId, from, to, batch }, reason);
      return services.responses.respondToWrite(last ?? { position: null, eventIds: [] }, { results });
    },
  }),
  route.post('/admin/audit/:act/undo', {
    scope: null,
    summary: 'Undo one action',
    body: reasonBody,
    response: writeResponse,
    refusals: ['changed-since'],
    login: 'must-be-logged-in',
    authorize: (call, services) => services.auditUndo.authorize(call, call.params.act ?? ''),
    limits: [limitPerMember('undo')],
    run: async (call, services) => {
      const commandResult = await services.auditUndo.undoOne(call, call.params.act ?? '', call.body.reason);
      return services.responses.respondToWrite(commandResult, { acts: commandResult.eventIds });
    },
  }),
]);

async function readAuditResult(
  services: Services,
  call: Call<unknown, z.infer<typeof history>>,
  filter: AuditFilter,
): Promise<Result> {
  const { position } = await services.responses.begin(call);
  const { rows, cursor } = await readPage(
    call.query,
    (behind, count) => readAuditPage(services.views.store, { ...filter, after: behind ?? undefined }, count),
    (some) => buildAuditRows(services, some),
  );
  return { cache: 'no-store', position, cursor, body: rows };
}

function buildFilter(services: Services, query: z.infer<typeof filters>): AuditFilter {
  const { area, kind, actor, target, batch, from, to } = query;
  const filter: AuditFilter = { area, batch, from, to };
  if (kind) filter.types = eventTypes.filter((type): type is EventType => stripVersion(type) === kind);
  if (actor) filter.actorId = findMember(services, actor);
  if (target && /^[a-z]+:\d{1,16}$/.test(target)) filter.subject = target;
  else if (target) filter.personId = findMember(services, target);
  return filter;
}

/** Returns 0 for unknown names, which is not the id of any member. */
function findMember({ directory }: Services, nameOrId: string): number {
  return directory.findId(nameOrId) ?? (/^[1-9]\d{0,15}$/.test(nameOrId) ? Number(nameOrId) : 0);
}
