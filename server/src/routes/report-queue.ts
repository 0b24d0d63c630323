import { Refusal } from '@guildhall/domain/refusals.js';
import type { ReportCommand } from '@guildhall/domain/report/decide.js';
import { reportKinds } from '@guildhall/domain/report/events.js';
import { reportFilters } from '@guildhall/domain/wire/kinds.js';
import {
  reportCount,
  reportDetail,
  reportRow,
  type ReportCount,
} from '@guildhall/domain/wire/schemas/staff/reports.js';
import { writeResponseWithId } from '@guildhall/domain/wire/schemas/write.js';
import { findReportById, findReports } from '@guildhall/projections/views/reports/queries.js';
import { z } from 'zod';
import { createContentSchema, parseId, optionalId } from '../request/input.js';
import type { Call } from '../http/operation.js';
import { route, tagRoutes, defineDefaults } from './operation.js';
import { runOnText } from './run-with-reason.js';
import { limitPerMember } from '../http/operation-limits.js';
import type { Result } from '../http/responses/result.js';
import { readQuery, readPage } from '../request/paging.js';
import type { Services } from '../services.js';
import { reasonBody, reasonField, type WithReason, sealReason } from '../staff/reason.js';
import { readNotes } from '../staff/report-notes.js';
import { countVisibleReports, requireVisibleReport, filterVisibleReports } from '../staff/visible-reports.js';
import { readReportedText } from '../staff/reported-text.js';
import { ReportRows } from '../read-models/report-rows.js';
import { reportListing } from './reports.js';
import { requireUser } from '../request/request-context.js';

const queue = reportListing.extend({
  status: z.enum(reportFilters, { error: `must be one of ${reportFilters.join(', ')}` }).optional(),
  kind: z.enum(reportKinds, { error: `must be one of ${reportKinds.join(', ')}` }).optional(),
  member_id: optionalId.describe('The reported member, or the author of the reported text'),
});
const note = z.object({ note: createContentSchema('type-something'), ...reasonField });
const resolution = z.object({ answer: createContentSchema('type-something').nullish(), ...reasonField });

const reportPath = '/admin/reports/:id';

const work = defineDefaults({
  response: writeResponseWithId,
  actions: ['handle-reports'],
  limits: [limitPerMember('staff')],
  authorize: (call, services) => requireVisibleReport(services, call),
});

export const reportQueueRoutes = tagRoutes('Admin', [
  route.get('/admin/reports', {
    scope: 'read',
    summary: 'The reports, newest first',
    query: queue,
    response: z.array(reportRow),
    actions: ['handle-reports'],
    run: async (call, services) => {
      const { position } = await services.responses.begin(call);
      const { status, kind, member_id: memberId } = call.query;
      const { rows, cursor } = await readPage(
        call.query,
        (behind, count) =>
          findReports(
            services.views.store,
            { status, kind, memberId: memberId ?? undefined },
            behind ?? undefined,
            count,
          ),
        (some) => new ReportRows(services, call.actor).buildRows(some),
        (some) => filterVisibleReports(services, call.actor, some),
      );
      return { cache: 'no-store', position, cursor, body: rows };
    },
  }),
  route.get('/admin/reports/count', {
    scope: 'read',
    summary: 'How many reports are open',
    query: readQuery,
    response: reportCount,
    actions: ['handle-reports'],
    run: async (call, services) => {
      const { position } = await services.responses.begin(call);
      const body: ReportCount = { open: await countVisibleReports(services, call.actor) };
      return { cache: 'no-cache', position, body };
    },
  }),
  route.get(reportPath, {
    scope: 'read',
    summary: 'A report, with its history',
    query: readQuery,
    response: reportDetail,
    actions: ['handle-reports'],
    authorize: (call, services) => requireVisibleReport(services, call),
    run: async (call, services) => {
      const reportId = parseId(call.params.id);
      const { position } = await services.responses.begin(call);
      const report = await findReportById(services.views.store, reportId);
      if (!report) throw new Refusal('not-found');
      const [row] = await new ReportRows(services, call.actor).buildRows([report]);
      const notes = await readNotes(services, report.id);
      const text_when_reported = row?.subject?.edited ? await readReportedText(services, report) : null;
      return { cache: 'no-store', position, body: { ...row, text_when_reported, notes } };
    },
  }),
  route.post(`${reportPath}/take`, {
    scope: 'write:moderation',
    ...work,
    summary: 'Claim a report',
    body: reasonBody,
    run: (call, services) => execute(services, call, 'take', { type: 'Take' }),
  }),
  route.post(`${reportPath}/resolve`, {
    scope: 'write:moderation',
    ...work,
    summary: 'Resolve a report, with an optional reply to its reporter',
    body: resolution,
    /** Seals the report with the reporter's key so that it is erased together with the reporter. */
    run: async (call, services) => {
      const userId = requireUser(call);
      const report = await services.commands.readCachedState('report', parseId(call.params.id));
      if (report.status === 'none') throw new Refusal('not-found');
      const sealedText = (await sealReason(services, call.body.answer, userId, report.authorId)) ?? null;
      return execute(services, call, 'resolve', { type: 'Resolve', answer: sealedText });
    },
  }),
  route.post(`${reportPath}/reopen`, {
    scope: 'write:moderation',
    ...work,
    summary: 'Reopen a report, or release it for others',
    body: reasonBody,
    run: (call, services) => execute(services, call, 'reopen', { type: 'Reopen' }),
  }),
  route.post(`${reportPath}/note`, {
    scope: 'write:moderation',
    ...work,
    summary: 'Add a note to a report, visible to staff only',
    body: note,
    run: async (call, services) => {
      const userId = requireUser(call);
      const sealedNote = await services.texts.seal(userId, call.body.note);
      return execute(services, call, 'note', { type: 'Note', note: sealedNote });
    },
  }),
]);

function execute(services: Services, call: Call<WithReason>, verb: string, command: ReportCommand): Promise<Result> {
  return runOnText(services, call, 'report', `${verb}-report`, (context, id) =>
    services.commands.report(id, command, call.actor, context),
  );
}
