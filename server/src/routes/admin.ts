import { trimInvisible } from '@guildhall/domain/account/names.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { projectionsStatus } from '@guildhall/domain/wire/schemas/staff/projections.js';
import { writeResponse } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { isSetUpToken } from '../accounts/first-admin.js';
import { route, tagRoutes } from './operation.js';
import { limitPerAddress, limitPerMember } from '../http/operation-limits.js';
import type { Result } from '../http/responses/result.js';
import { toCommandContext } from '../request/request-context.js';
import { serverStatus, type ServerStatusResponse } from '@guildhall/domain/wire/schemas/staff/server-status.js';
import { findMailDelivery } from '../mail/mail-delivery.js';

const setUpQuery = z.object({
  token: z.string({ error: 'not-found' }).max(500, { error: 'not-found' }).transform(trimInvisible),
});

const access = { actions: ['manage-projections'], commandLine: true } as const;
const writeFields = { atRoot: true, response: writeResponse, status: 202 } as const;
const jobOperation = { ...writeFields, ...access, keyless: true, limits: [limitPerMember('staff')] } as const;

export const adminRoutes = tagRoutes('Admin', [
  route.get('/setup', {
    scope: null,
    summary: 'The link that the server prints; the member who follows it becomes the first Admin',
    query: setUpQuery,
    response: 'redirect',
    refusals: ['not-found', 'forbidden'],
    limits: [limitPerAddress('link')],
    run: async (call, services) => {
      const { query, identity } = call;
      if (!isSetUpToken(services.env, query.token)) throw new Refusal('not-found');
      if (!identity) return { redirect: '/auth' };
      const context = toCommandContext('set-up', call);
      await services.commands.staff({ type: 'ClaimAdmin', userId: identity.userId }, null, context);
      return { redirect: '/' };
    },
  }),
  route.get('/admin/projections', {
    scope: 'read',
    atRoot: true,
    summary: 'The state of the views and of the reactions to events',
    response: projectionsStatus,
    ...access,
    run: async (_call, services) => {
      const [status, reactions] = await Promise.all([services.projections.getStatus(), services.vault.listReactions()]);
      const rows = reactions.map(({ name, position, skipped }) => ({ name, position, skipped }));
      return { body: { ...status, reactions: rows } };
    },
  }),
  route.post('/admin/projections/rebuild', {
    scope: 'write:site',
    ...jobOperation,
    summary: 'Start rebuilding the views; the current ones stay live',
    run: (_call, services) => startJob(() => services.projections.startRebuild()),
  }),
  route.post('/admin/projections/verify', {
    scope: 'write:site',
    ...jobOperation,
    summary: 'Start comparing the views with the log',
    run: (_call, services) => startJob(() => services.projections.startVerify()),
  }),
  route.get('/admin/server', {
    scope: 'read',
    summary: 'The state of the server that responds, and its key metrics',
    actions: ['manage-projections'],
    response: serverStatus,
    run: async (_call, { env, forwardedAddresses, metrics }) => {
      const { readings, ...counts } = await metrics.summarize();
      const body: ServerStatusResponse = {
        forwarded_address: forwardedAddresses.state,
        mail_delivery: findMailDelivery(env),
        up_seconds: Math.floor(process.uptime()),
        memory_bytes: process.memoryUsage.rss(),
        ...counts,
        live_sockets: readings.live_sockets,
        projection_lag_seconds: readings.projection_lag_seconds,
        passwords_waiting: readings.passwords_waiting,
        pictures_waiting: readings.pictures_waiting,
        mails_waiting: readings.mails_waiting,
      };
      return { body };
    },
  }),
]);

async function startJob(start: () => Promise<void>): Promise<Result> {
  await start();
  return { body: { success: true } };
}
