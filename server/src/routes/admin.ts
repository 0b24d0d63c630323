import { can } from '@guildhall/domain/permissions.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { projectionsStatus } from '@guildhall/domain/wire/schemas/staff/projections.js';
import { writeResponse, writeResponseWithId } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { isSetUpToken } from '../accounts/first-admin.js';
import { flag, idIn } from '../http/input.js';
import { commandContext, operation, type Call, type Operation } from '../http/operation.js';
import { perAddress, perMember } from '../http/operation-limits.js';
import type { Result } from '../http/responses/result.js';
import type { Services } from '../services.js';
import { isCommandLine } from '../process/command-line-token.js';
import { reasonField } from '../staff/reason.js';

const erasure = z.object({ texts: flag.default(false), ...reasonField });

const setUpQuery = z.object({ token: z.string({ error: 'not-found' }).max(500, { error: 'not-found' }) });

export function adminRoutes(services: Services): Operation[] {
  return [
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
      run: (call) => erase(services, call),
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
      run: (call) => setUp(services, call),
    }),
    ...projectionRoutes(services),
  ];
}

function projectionRoutes(services: Services): Operation[] {
  const begun = { method: 'post', atRoot: true, tag: 'Admin', response: writeResponse, status: 202 } as const;
  return [
    operation({
      method: 'get',
      path: '/admin/projections',
      atRoot: true,
      tag: 'Admin',
      summary: 'The state of the views',
      response: projectionsStatus,
      refusals: ['not-found'],
      run: (call) => projections(services, call),
    }),
    operation({
      ...begun,
      path: '/admin/projections/rebuild',
      summary: 'Start a rebuild of the views beside the live ones',
      keyless: true,
      limits: [perMember('staff')],
      run: (call) => begin(services, call, () => services.projections.startRebuild()),
    }),
    operation({
      ...begun,
      path: '/admin/projections/verify',
      summary: 'Start comparing the views with the log',
      keyless: true,
      limits: [perMember('staff')],
      run: (call) => begin(services, call, () => services.projections.startVerify()),
    }),
  ];
}

async function erase(
  services: Pick<Services, 'responses' | 'userActions'>,
  call: Call<z.infer<typeof erasure>>,
): Promise<Result> {
  const userId = idIn(call.params.id);
  const handled = await services.userActions.erase(call, userId, call.body);
  return services.responses.written(handled, { id: userId, acts: handled.eventIds });
}

/** The link that the server printed: the logged-in member who follows it becomes the first Admin. */
async function setUp(
  services: Pick<Services, 'env' | 'commands'>,
  call: Call<unknown, z.infer<typeof setUpQuery>>,
): Promise<Result> {
  const { query, identity } = call;
  if (!isSetUpToken(services.env, query.token)) throw new Refusal('not-found');
  if (!identity) return { redirect: '/auth' };
  const context = commandContext('set-up', call);
  await services.commands.staff({ type: 'ClaimAdmin', userId: identity.userId }, null, context);
  return { redirect: '/' };
}

async function projections(services: Pick<Services, 'env' | 'projections'>, call: Call<unknown>): Promise<Result> {
  requireOperator(services, call);
  return { body: await services.projections.status() };
}

async function begin(
  services: Pick<Services, 'env'>,
  call: Call<unknown>,
  start: () => Promise<void>,
): Promise<Result> {
  requireOperator(services, call);
  await start();
  return { body: { success: true } };
}

/** An Admin, or the command line on this machine. Others get not-found. */
function requireOperator({ env }: Pick<Services, 'env'>, { header, actor }: Call<unknown>): void {
  if (!can(actor, 'manage-projections') && !isCommandLine(env, header('authorization'))) throw new Refusal('not-found');
}
