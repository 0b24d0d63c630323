import { thingIdOf } from '@guildhall/domain/ids.js';
import type { PostCommand } from '@guildhall/domain/post/decide.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import type { PostDocument } from '@guildhall/projections/posts/document.js';
import { postsAfter, postsBefore } from '@guildhall/projections/posts/queries.js';
import { z } from 'zod';
import { content, id, idIn, optionalId } from '../input.js';
import {
  answerWrite,
  commandContext,
  operation,
  refuseOthers,
  requireUser,
  type Call,
  type Operation,
} from '../operation.js';
import { limitOf, positionForm, queryText } from '../paging.js';
import type { Parts } from '../parts.js';
import { answerShared, type SharedRead } from '../shared-answers.js';
import { refuseUnlessVisible, visibleThread } from './threads.js';

const reply = z.object({ thread_id: id, user_id: optionalId, content: content('reply-empty') });
const edit = z.object({ content: content('reply-empty') });

export function postRoutes(parts: Parts): Operation[] {
  const one = '/forums/posts/:id';
  return [
    operation({ method: 'get', path: one, run: (call) => list(parts, call) }),
    operation({ method: 'post', path: '/forums/posts', body: reply, run: (call) => create(parts, call) }),
    operation({ method: 'put', path: one, body: edit, run: (call) => change(parts, call) }),
    operation({ method: 'delete', path: one, run: (call) => act(parts, call, 'delete', { type: 'DeleteReply' }) }),
    operation({
      method: 'post',
      path: `${one}/restore`,
      run: (call) => act(parts, call, 'restore', { type: 'RestoreReply' }),
    }),
  ];
}

/** A thread's replies, ascending: from the start or a cursor, before an order, or the newest ones (`last`). */
async function list(parts: Parts, call: Call<unknown>): Promise<void> {
  const { req } = call;
  const threadId = idIn(req.params.id);
  const limit = limitOf(req);
  const cursor = queryText(req, 'cursor', positionForm);
  const before = queryText(req, 'before', positionForm);
  const last = queryText(req, 'last', /^[1-9]\d{0,2}$/);
  await answerShared(parts, call, async () => {
    await visibleThread(parts, call, threadId);
    const { store } = parts.views;
    if (last !== null) return page(parts, await postsBefore(store, threadId, null, Number(last)));
    if (before !== null) return page(parts, await postsBefore(store, threadId, before, limit));
    const found = await postsAfter(store, threadId, cursor ?? '', limit + 1);
    const shown = found.slice(0, limit);
    return page(parts, shown, found.length > limit ? shown.at(-1)?.order : null);
  });
}

async function page(parts: Parts, documents: PostDocument[], cursor: string | null = null): Promise<SharedRead> {
  return { rows: await parts.rows.posts(documents), cursor };
}

async function create(parts: Parts, call: Call<z.infer<typeof reply>>): Promise<void> {
  const { body, res, actor } = call;
  const userId = requireUser(call, 'login-first');
  refuseOthers(userId, body.user_id);
  await parts.limits.take('write', String(userId));
  const context = commandContext('post-reply', call);
  const postId = thingIdOf(context.commandId);
  const sealed = await parts.texts.seal(userId, body.content);
  const command = { type: 'PostReply' as const, postId, threadId: body.thread_id, content: sealed };
  const handled = await parts.commands.post(postId, body.thread_id, command, actor, context);
  await answerWrite(parts, res, handled, { id: postId }, 201);
}

async function change(parts: Parts, call: Call<z.infer<typeof edit>>): Promise<void> {
  const userId = requireUser(call, 'login-first');
  await parts.limits.take('write', String(userId));
  const before = await parts.commands.postState(idIn(call.req.params.id));
  if (before.status === 'none') throw new Refusal('not-found');
  refuseUnlessVisible(parts, call, await parts.commands.threadState(before.threadId));
  const sealed = await parts.texts.seal(before.authorId, call.body.content);
  await act(parts, call, 'edit', { type: 'EditReply', content: sealed });
}

async function act(parts: Parts, call: Call<unknown>, verb: string, command: PostCommand): Promise<void> {
  requireUser(call, 'login-first');
  const postId = idIn(call.req.params.id);
  const before = await parts.commands.postState(postId);
  if (before.status === 'none') throw new Refusal('not-found');
  const context = commandContext(`${verb}-reply ${postId}`, call);
  const handled = await parts.commands.post(postId, before.threadId, command, call.actor, context);
  await answerWrite(parts, call.res, handled, { id: postId });
}
