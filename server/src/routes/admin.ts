import { can } from '@guildhall/domain/permissions.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { z } from 'zod';
import { isSetUpToken } from '../accounts/first-admin.js';
import { projectionsStatus } from '../answers/projections.js';
import { writeAnswer, writeAnswerWithId } from '../answers/write.js';
import { flag, idIn } from '../http/input.js';
import { commandContext, operation, type Call, type Operation } from '../http/operation.js';
import type { Result } from '../http/result.js';
import type { Services } from '../services.js';
import { isCommandLine } from '../process/command-line-token.js';
import { reasonField } from '../staff/reason.js';
import { requireAct } from '../staff/staff-calls.js';
import { deleteUser } from '../staff/user-acts.js';

const erasure = z.object({ texts: flag.default(false), ...reasonField });

const setUpQuery = z.object({ token: z.string({ error: 'not-found' }) });

export function adminRoutes(parts: Services): Operation[] {
  return [
    operation({
      method: 'post',
      path: '/admin/delete/:id',
      atRoot: true,
      tag: 'Admin',
      summary: 'Erase an account for ever, with or without its texts',
      body: erasure,
      answer: writeAnswerWithId,
      run: (call) => erase(parts, call),
    }),
    operation({
      method: 'get',
      path: '/setup',
      tag: 'Admin',
      summary: 'The link that the server prints: makes its follower the first Admin',
      query: setUpQuery,
      answer: 'redirect',
      run: (call) => setUp(parts, call),
    }),
    ...projectionRoutes(parts),
  ];
}

function projectionRoutes(parts: Services): Operation[] {
  const begun = { method: 'post', atRoot: true, tag: 'Admin', answer: writeAnswer, status: 202 } as const;
  return [
    operation({
      method: 'get',
      path: '/admin/projections',
      atRoot: true,
      tag: 'Admin',
      summary: 'How the views stand',
      answer: projectionsStatus,
      run: (call) => projections(parts, call),
    }),
    operation({
      ...begun,
      path: '/admin/projections/rebuild',
      summary: 'Begin to build the views anew beside the live ones',
      run: (call) => begin(parts, call, () => parts.projections.startRebuild()),
    }),
    operation({
      ...begun,
      path: '/admin/projections/verify',
      summary: 'Begin to compare the views with the log',
      run: (call) => begin(parts, call, () => parts.projections.startVerify()),
    }),
  ];
}

async function erase(parts: Services, call: Call<z.infer<typeof erasure>>): Promise<Result> {
  requireAct(call, 'erase');
  const userId = idIn(call.params.id);
  const handled = await deleteUser(parts, call, userId, call.body);
  return parts.responses.written(handled, { id: userId, acts: handled.acts });
}

/** The link that the server printed: whoever is logged in when he follows it becomes the first Admin. */
async function setUp(parts: Services, call: Call<unknown, z.infer<typeof setUpQuery>>): Promise<Result> {
  const { query, identity } = call;
  if (!isSetUpToken(parts.env, query.token)) throw new Refusal('not-found');
  if (!identity) return { redirect: '/auth' };
  const context = commandContext('set-up', call);
  await parts.commands.staff({ type: 'ClaimAdmin', userId: identity.userId }, null, context);
  return { redirect: '/' };
}

async function projections(parts: Services, call: Call<unknown>): Promise<Result> {
  requireOperator(parts, call);
  return { body: await parts.projections.status() };
}

async function begin(parts: Services, call: Call<unknown>, start: () => Promise<void>): Promise<Result> {
  requireOperator(parts, call);
  await start();
  return { body: { success: true } };
}

/** An Admin, or the command line on this machine. Others are told that there is no such page. */
function requireOperator({ env }: Services, { header, actor }: Call<unknown>): void {
  if (!can(actor, 'manage-projections') && !isCommandLine(env, header('authorization'))) throw new Refusal('not-found');
}
