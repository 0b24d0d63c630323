import { isAdmin } from '@guildhall/domain/permissions.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { z } from 'zod';
import { isSetUpToken } from '../first-admin.js';
import { flag, idIn } from '../input.js';
import { answerWrite, commandContext, operation, requireUser, type Call, type Operation } from '../operation.js';
import type { Parts } from '../parts.js';
import { isCommandLine } from '../command-line-token.js';

const erasure = z.object({ texts: flag.default(false) });

export function adminRoutes(parts: Parts): Operation[] {
  return [
    operation({
      method: 'post',
      path: '/admin/delete/:id',
      atRoot: true,
      body: erasure,
      run: (call) => erase(parts, call),
    }),
    operation({ method: 'get', path: '/setup', run: (call) => setUp(parts, call) }),
    operation({ method: 'get', path: '/admin/projections', atRoot: true, run: (call) => projections(parts, call) }),
    operation({
      method: 'post',
      path: '/admin/projections/rebuild',
      atRoot: true,
      run: (call) => begin(parts, call, () => parts.projections.startRebuild()),
    }),
    operation({
      method: 'post',
      path: '/admin/projections/verify',
      atRoot: true,
      run: (call) => begin(parts, call, () => parts.projections.startVerify()),
    }),
  ];
}

/** Permanent. Without `texts` the person goes and the posts stand under "[deleted]". */
async function erase(parts: Parts, call: Call<z.infer<typeof erasure>>): Promise<void> {
  requireUser(call);
  const userId = idIn(call.req.params.id);
  const { texts } = call.body;
  if ((await parts.log.readStream(`user-${userId}`)).length === 0) throw new Refusal('not-found');
  const context = commandContext(`erase-user ${userId}`, call);
  await parts.commands.staff({ type: 'Leave', userId, texts }, call.actor, context);
  // What was decided first stays decided: a second call cannot take back the loss of the texts, nor add it.
  const dropKey = parts.policy.staff.gone.get(userId) ?? texts;
  const handled = await parts.commands.account({ type: 'Erase', userId, texts: dropKey }, context);
  await parts.erase(userId, dropKey);
  await answerWrite(parts, call.res, handled, { id: userId });
}

/** The link that the server printed: whoever is logged in when he follows it becomes the first Admin. */
async function setUp(parts: Parts, { req, res, identity }: Call<unknown>): Promise<void> {
  if (!isSetUpToken(parts.env, req.query.token)) throw new Refusal('not-found');
  if (!identity) return res.redirect('/auth');
  const context = commandContext('set-up', { req, res, identity, body: undefined, actor: parts.policy.actor(null) });
  await parts.commands.staff({ type: 'ClaimAdmin', userId: identity.userId }, null, context);
  res.redirect('/');
}

async function projections(parts: Parts, call: Call<unknown>): Promise<void> {
  requireOperator(parts, call);
  call.res.json(await parts.projections.status());
}

async function begin(parts: Parts, call: Call<unknown>, start: () => Promise<void>): Promise<void> {
  requireOperator(parts, call);
  await start();
  call.res.status(202).json({ success: true });
}

/** An Admin, or the command line on this machine. Others are told that there is no such page. */
function requireOperator({ env }: Parts, { req, actor }: Call<unknown>): void {
  if (!isAdmin(actor) && !isCommandLine(env, req.get('authorization'))) throw new Refusal('not-found');
}
