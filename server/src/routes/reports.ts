import { deriveCommandId, deriveAggregateId } from '@guildhall/domain/ids.js';
import { trimInvisible } from '@guildhall/domain/account/names.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { reportSubjectKinds } from '@guildhall/domain/wire/kinds.js';
import { ownReportRow } from '@guildhall/domain/wire/schemas/staff/reports.js';
import { writeResponseWithId } from '@guildhall/domain/wire/schemas/write.js';
import { findReports } from '@guildhall/projections/views/reports/queries.js';
import { z } from 'zod';
import { readAppealToken } from '../accounts/appeal-token.js';
import { createContentSchema, id } from '../request/input.js';
import { toCommandContext, requireUser } from '../request/request-context.js';
import { route, tagRoutes } from './operation.js';
import { countInHandler, limitPerMember } from '../http/operation-limits.js';
import { createStringSchema, createPagingSchema, readPage } from '../request/paging.js';
import type { Services } from '../services.js';
import { ReportRows } from '../read-models/report-rows.js';
import { readSubject } from '../staff/report-subject.js';

const text = createContentSchema('type-something');
/** Before invisible characters are removed. */
const maxNameLength = 100;
const kinds = ['player', 'bug', 'post'] as const;
const report = z
  .object({
    kind: z.enum(kinds, { error: 'must be player, bug or post' }),
    subject: z
      .object({ kind: z.enum(reportSubjectKinds, { error: `must be one of ${reportSubjectKinds.join(', ')}` }), id })
      .nullish()
      .transform((subject) => subject ?? null),
    username: z
      .string()
      .max(maxNameLength)
      .nullish()
      .transform((name) => (name && trimInvisible(name)) || undefined),
    text,
  })
  .describe(
    'A report of a player needs `username`, or a `subject` of the kind member; a report of a post needs a `subject` of another kind.',
  );
const appeal = z.object({
  token: z.string({ error: 'link-invalid' }).max(200, { error: 'link-invalid' }).transform(trimInvisible),
  text,
});

export const reportListing = createPagingSchema(createStringSchema(/^\d{20}$/));

const writeFields = { response: writeResponseWithId, status: 201 } as const;

export const reportRoutes = tagRoutes('Site', [
  route.post('/reports', {
    scope: 'write:reports',
    ...writeFields,
    summary: 'Report a player, a bug or a post',
    body: report,
    login: 'must-be-logged-in',
    limits: [limitPerMember('write')],
    run: async (call, services) => {
      const userId = requireUser(call);
      const { kind, text, ...target } = call.body;
      const subject = await readSubject(services, call, kind, target);
      const context = toCommandContext('file-report', call);
      const reportId = deriveAggregateId(context.commandId);
      const { content, ...uploads } = await services.writing.sealReport(userId, text);
      const command = { type: 'File', reportId, kind, subject, text: content, ...uploads } as const;
      const commandResult = await services.commands.report(reportId, command, call.actor, context);
      return services.responses.respondToWrite(commandResult, { id: reportId });
    },
  }),
  route.post('/reports/appeal', {
    scope: null,
    ...writeFields,
    summary: 'Appeal a ban, once, with the token from the refused login',
    body: appeal,
    limits: [countInHandler('write')],
    /** The report's id is derived from the ban, so a second appeal has the same id regardless of its token. */
    run: async (call, services) => {
      const { userId, since } = requireBannedMember(services, call.body.token);
      await services.limits.take('write', String(userId));
      const context = { ...toCommandContext(`appeal ${since}`, call), actorId: String(userId) };
      const reportId = deriveAggregateId(deriveCommandId(String(userId), 'appeal', since));
      const subject = { kind: 'member', id: userId } as const;
      const text = await services.texts.seal(userId, call.body.text);
      const command = { type: 'File', reportId, kind: 'appeal', subject, text } as const;
      const actor = services.policy.getActor(userId);
      const commandResult = await services.commands
        .report(reportId, command, actor, context)
        .catch((error: unknown) => {
          throw error instanceof Refusal && error.code === 'id-in-use' ? new Refusal('appeal-used') : error;
        });
      return services.responses.respondToWrite(commandResult, { id: reportId });
    },
  }),
  route.get('/reports/mine', {
    scope: 'read',
    summary: 'Your own reports with the replies to them, newest first',
    query: reportListing,
    response: z.array(ownReportRow),
    login: 'must-be-logged-in',
    run: async (call, services) => {
      const authorId = requireUser(call);
      const { position } = await services.responses.begin(call);
      const { rows, cursor } = await readPage(
        call.query,
        (behind, count) => findReports(services.views.store, { authorId }, behind ?? undefined, count),
        (some) => new ReportRows(services, call.actor).buildOwnRows(some),
      );
      return { cache: 'no-cache', position, cursor, body: rows };
    },
  }),
]);

/** `since` identifies the ban. @throws Refusal link-invalid, including when the member is no longer banned */
function requireBannedMember({ env, policy }: Services, token: string): { userId: number; since: string } {
  const userId = readAppealToken(env.secret, token);
  const since = userId === null ? undefined : policy.getBannedSince(userId);
  if (userId === null || since === undefined) throw new Refusal('link-invalid', 'token');
  return { userId, since };
}
