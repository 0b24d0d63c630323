import type { Actor } from '@guildhall/domain/permissions.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import type { ReportCommand } from '@guildhall/domain/report/decide.js';
import { reportKinds } from '@guildhall/domain/report/events.js';
import { reportFilters } from '@guildhall/domain/wire/kinds.js';
import {
  reportCount,
  reportDetail,
  reportRow,
  type ReportCount,
  type ReportNoteRow,
} from '@guildhall/domain/wire/schemas/staff/reports.js';
import { writeResponseWithId } from '@guildhall/domain/wire/schemas/write.js';
import { reportById, reportPage } from '@guildhall/projections/views/reports/queries.js';
import type { ReportDocument } from '@guildhall/projections/views/reports/project.js';
import { z } from 'zod';
import { content, idIn } from '../request/input.js';
import type { Access } from '../http/access.js';
import { operation, type Call, type Operation } from '../http/operation.js';
import { perMember } from '../http/operation-limits.js';
import type { Result } from '../http/responses/result.js';
import { fillPage, inSteps, nextPage, readQuery, type ReadQuery } from '../request/paging.js';
import type { Services } from '../services.js';
import { reasonField, sealedReason, contextWithReason } from '../staff/reason.js';
import { notesOf } from '../staff/report-notes.js';
import { countVisibleReports, requireVisibleReport, visibleReports } from '../staff/visible-reports.js';
import { textWhenReported } from '../staff/reported-text.js';
import { ReportRows } from '../read-models/report-rows.js';
import { reportListing } from './reports.js';
import { requireUser } from '../request/request-context.js';

type RowsFor = (actor: Actor) => Pick<ReportRows, 'rows'>;
type Writes = Pick<Services, 'responses' | 'texts' | 'commands'>;

/** `before`: the reported text as it was when it was reported. */
interface History {
  notes: ReportNoteRow[];
  before: string | null;
}

const queue = reportListing.extend({
  status: z.enum(reportFilters, { error: `must be one of ${reportFilters.join(', ')}` }).optional(),
  kind: z.enum(reportKinds, { error: `must be one of ${reportKinds.join(', ')}` }).optional(),
});
const note = z.object({ note: content('type-something'), ...reasonField });
const resolution = z.object({ answer: content('type-something').nullish(), ...reasonField });
const justified = z.object(reasonField);

const one = '/admin/reports/:id';

/** The queue of reports, for those who handle them. Several may take one: the last one to take it is responsible. */
export function reportQueueRoutes(services: Services): Operation[] {
  return [...readingRoutes(services), ...workRoutes(services)];
}

function readingRoutes(services: Services): Operation[] {
  const rowsFor: RowsFor = (actor) => new ReportRows(services, actor);
  const historyOf = async (report: ReportDocument): Promise<History> => ({
    notes: await notesOf(services, report.id),
    before: await textWhenReported(services, report),
  });
  return [
    operation({
      method: 'get',
      path: '/admin/reports',
      tag: 'Admin',
      summary: 'The reports, newest first',
      query: queue,
      response: z.array(reportRow),
      actions: ['handle-reports'],
      run: (call) => list(services, rowsFor, call),
    }),
    operation({
      method: 'get',
      path: '/admin/reports/count',
      tag: 'Admin',
      summary: 'How many reports are open',
      query: readQuery,
      response: reportCount,
      actions: ['handle-reports'],
      run: (call) => count(services, call),
    }),
    operation({
      method: 'get',
      path: one,
      tag: 'Admin',
      summary: 'A report, with its history',
      query: readQuery,
      response: reportDetail,
      actions: ['handle-reports'],
      authorize: (call) => requireVisibleReport(services, call),
      run: (call) => show(services, rowsFor, historyOf, call),
    }),
  ];
}

function workRoutes(services: Services): Operation[] {
  const authorize: Access['authorize'] = (call) => requireVisibleReport(services, call);
  const work = { method: 'post', tag: 'Admin', response: writeResponseWithId, authorize } as const;
  return [
    operation({
      ...work,
      path: `${one}/take`,
      summary: 'Take a report',
      body: justified,
      actions: ['handle-reports'],
      limits: [perMember('staff')],
      run: (call) => execute(services, call, 'take', { type: 'Take' }),
    }),
    operation({
      ...work,
      path: `${one}/resolve`,
      summary: 'Resolve a report, with an optional reply to its reporter',
      body: resolution,
      actions: ['handle-reports'],
      limits: [perMember('staff')],
      run: (call) => resolve(services, call),
    }),
    operation({
      ...work,
      path: `${one}/reopen`,
      summary: 'Reopen a report, or release it for others',
      body: justified,
      actions: ['handle-reports'],
      limits: [perMember('staff')],
      run: (call) => execute(services, call, 'reopen', { type: 'Reopen' }),
    }),
    operation({
      ...work,
      path: `${one}/note`,
      summary: 'Add a note to a report, visible to staff only',
      body: note,
      actions: ['handle-reports'],
      limits: [perMember('staff')],
      run: async (call) => {
        const userId = requireUser(call);
        const sealed = await services.texts.seal(userId, call.body.note);
        return execute(services, call, 'note', { type: 'Note', note: sealed });
      },
    }),
  ];
}

async function list(
  services: Pick<Services, 'responses' | 'views' | 'policy'>,
  rowsFor: RowsFor,
  call: Call<unknown, z.infer<typeof queue>>,
): Promise<Result> {
  const { position } = await services.responses.begin(call);
  const { status, kind, limit, cursor } = call.query;
  const { store } = services.views;
  const found = inSteps(
    limit,
    (behind, count) => reportPage(store, { status, kind }, behind ?? cursor, count),
    (some) => visibleReports(services, call.actor, some),
  );
  const { rows, last } = await fillPage(found, limit, (some) => rowsFor(call.actor).rows(some));
  const links = nextPage(last?.order ?? null);
  return { cache: 'no-store', position, links, body: rows };
}

async function count(
  services: Pick<Services, 'responses' | 'views' | 'policy'>,
  call: Call<unknown, ReadQuery>,
): Promise<Result> {
  const { position } = await services.responses.begin(call);
  const body: ReportCount = { open: await countVisibleReports(services, call.actor) };
  return { cache: 'no-cache', position, body };
}

async function show(
  services: Pick<Services, 'responses' | 'views'>,
  rowsFor: RowsFor,
  historyOf: (report: ReportDocument) => Promise<History>,
  call: Call<unknown, ReadQuery>,
): Promise<Result> {
  const reportId = idIn(call.params.id);
  const { position } = await services.responses.begin(call);
  const report = await reportById(services.views.store, reportId);
  if (!report) throw new Refusal('not-found');
  const [row] = await rowsFor(call.actor).rows([report]);
  const { notes, before } = await historyOf(report);
  const text_when_reported = row?.subject?.edited ? before : null;
  return { cache: 'no-store', position, body: { ...row, text_when_reported, notes } };
}

/** The answer is for the reporter, and is erased with them. */
async function resolve(services: Writes, call: Call<z.infer<typeof resolution>>): Promise<Result> {
  const userId = requireUser(call);
  const report = await services.commands.knownReport(idIn(call.params.id));
  if (report.status === 'none') throw new Refusal('not-found');
  const answer = (await sealedReason(services, call.body.answer, userId, report.authorId)) ?? null;
  return execute(services, call, 'resolve', { type: 'Resolve', answer });
}

async function execute(
  services: Writes,
  call: Call<z.infer<typeof justified>>,
  verb: string,
  command: ReportCommand,
): Promise<Result> {
  const reportId = idIn(call.params.id);
  const before = await services.commands.knownReport(reportId);
  if (before.status === 'none') throw new Refusal('not-found');
  const context = await contextWithReason(
    services,
    call,
    `${verb}-report ${reportId}`,
    call.body.reason,
    before.authorId,
  );
  const handled = await services.commands.report(reportId, command, call.actor, context);
  return services.responses.written(handled, { id: reportId, acts: handled.eventIds });
}
