import { trimUnseen } from '@guildhall/domain/account/names.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { projectionsStatus } from '@guildhall/domain/wire/schemas/staff/projections.js';
import { writeResponse, writeResponseWithId } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { isSetUpToken } from '../accounts/first-admin.js';
import { flag, idIn } from '../request/input.js';
import type { Call } from '../http/operation.js';
import { operation } from './operation.js';
import { perAddress, perMember } from '../http/operation-limits.js';
import type { Result } from '../http/responses/result.js';
import type { Services } from '../services.js';
import { reasonField } from '../staff/reason.js';
import { commandContext } from '../request/request-context.js';

const erasure = z.object({ texts: flag.default(false), ...reasonField });

const setUpQuery = z.object({
  token: z.string({ error: 'not-found' }).max(500, { error: 'not-found' }).transform(trimUnseen),
});

const access = { actions: ['manage-projections'], commandLine: true } as const;
const written = { method: 'post', atRoot: true, tag: 'Admin', response: writeResponse, status: 202 } as const;
const begun = { ...written, ...access, keyless: true, limits: [perMember('staff')] } as const;

export const adminRoutes = [
  operation({
    method: 'post',
    path: '/admin/delete/:id',
    atRoot: true,
    tag: 'Admin',
    summary: 'Erase an account permanently, with or without its texts',
    body: erasure,
    response: writeResponseWithId,
    actions: ['erase'],
    limits: [perMember('staff')],
    run: (call, services) => erase(services, call),
  }),
  operation({
    method: 'get',
    path: '/setup',
    tag: 'Admin',
    summary: 'The link that the server prints: makes whoever follows it the first Admin',
    query: setUpQuery,
    response: 'redirect',
    refusals: ['not-found', 'forbidden'],
    limits: [perAddress('link')],
    /** The link that the server printed: the logged-in member who follows it becomes the first Admin. */
    run: async (call, services) => {
      const { query, identity } = call;
      if (!isSetUpToken(services.env, query.token)) throw new Refusal('not-found');
      if (!identity) return { redirect: '/auth' };
      const context = commandContext('set-up', call);
      await services.commands.staff({ type: 'ClaimAdmin', userId: identity.userId }, null, context);
      return { redirect: '/' };
    },
  }),
  operation({
    method: 'get',
    path: '/admin/projections',
    atRoot: true,
    tag: 'Admin',
    summary: 'The state of the views and of the reactions to events',
    response: projectionsStatus,
    ...access,
    run: async (_call, services) => {
      const [status, reactions] = await Promise.all([services.projections.status(), services.vault.reactions()]);
      const rows = reactions.map(({ name, position, skipped }) => ({ name, position, skipped }));
      return { body: { ...status, reactions: rows } };
    },
  }),
  operation({
    ...begun,
    path: '/admin/projections/rebuild',
    summary: 'Start a rebuild of the views beside the live ones',
    run: (_call, services) => begin(() => services.projections.startRebuild()),
  }),
  operation({
    ...begun,
    path: '/admin/projections/verify',
    summary: 'Start comparing the views with the log',
    run: (_call, services) => begin(() => services.projections.startVerify()),
  }),
];

async function erase(services: Services, call: Call<z.infer<typeof erasure>>): Promise<Result> {
  const userId = idIn(call.params.id);
  const handled = await services.userActions.erase(call, userId, call.body);
  return services.responses.written(handled, { id: userId, acts: handled.eventIds });
}

async function begin(start: () => Promise<void>): Promise<Result> {
  await start();
  return { body: { success: true } };
}
