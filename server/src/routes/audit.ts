import { eventTypes, kindOf, type EventType } from '@guildhall/domain/events.js';
import { auditAreas } from '@guildhall/domain/wire/kinds.js';
import { auditRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import { auditPage, type AuditFilter } from '@guildhall/projections/views/audit/queries.js';
import { z } from 'zod';
import { auditCsv } from '../audit/csv.js';
import { auditRows } from '../audit/rows.js';
import { idIn, time } from '../request/input.js';
import { operation, type Call, type Operation } from '../http/operation.js';
import type { Result } from '../http/responses/result.js';
import { fillPage, inSteps, matching, nextPage, readQuery, positiveIntUpTo } from '../request/paging.js';
import type { Services } from '../services.js';

type Reads = Pick<Services, 'responses' | 'views' | 'policy' | 'directory' | 'texts'>;

const kinds = eventTypes.map(kindOf);
const kind = z.enum(kinds, { error: 'is not a kind of action' });

const filters = readQuery.extend({
  area: z.enum(auditAreas, { error: 'is not an area' }).optional(),
  kind: kind.optional(),
  actor: z.string().max(40).optional().describe('The id or the name of the staff member'),
  target: z.string().max(60).optional().describe('A member by name or id, or an item such as `thread:17`'),
  from: time.optional(),
  to: time.optional(),
});
const paged = filters.extend({
  limit: positiveIntUpTo(200).default(50),
  cursor: matching(/^\d{4}-\d\d-\d\dT[\d:.]+Z \d{20}$/),
});
const history = readQuery.extend({ limit: positiveIntUpTo(200).default(50), cursor: paged.shape.cursor });

export function auditRoutes(services: Services): Operation[] {
  return [
    operation({
      method: 'get',
      path: '/admin/audit',
      atRoot: true,
      tag: 'Admin',
      summary: 'Staff actions, newest first',
      query: paged,
      response: z.array(auditRow),
      actions: ['view-audit'],
      run: (call) => list(services, call),
    }),
    operation({
      method: 'get',
      path: '/admin/audit.csv',
      tag: 'Admin',
      summary: 'Staff actions as a CSV file',
      query: filters,
      response: { contentType: 'text/csv' },
      actions: ['view-audit'],
      run: (call) => csv(services, call),
    }),
    operation({
      method: 'get',
      path: '/admin/users/:id/history',
      tag: 'Admin',
      summary: "A member's bans and roles, newest first",
      query: history,
      response: z.array(auditRow),
      actions: ['view-audit'],
      run: (call) => memberHistory(services, call),
    }),
  ];
}

async function list(services: Reads, call: Call<unknown, z.infer<typeof paged>>): Promise<Result> {
  const { limit, cursor, ...query } = call.query;
  return auditPageResult(services, call, { ...filterOf(services, query), after: cursor }, limit);
}

async function memberHistory(services: Reads, call: Call<unknown, z.infer<typeof history>>): Promise<Result> {
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
