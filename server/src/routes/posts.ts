import { thingIdOf } from '@guildhall/domain/ids.js';
import { limits } from '@guildhall/domain/limits.js';
import type { PostCommand } from '@guildhall/domain/post/decide.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import type { PostDocument } from '@guildhall/projections/posts/document.js';
import { postNumbered, postsAfter, postsBefore, postsByIds, postsFrom } from '@guildhall/projections/posts/queries.js';
import type { ThreadDocument } from '@guildhall/projections/threads/document.js';
import type { ViewStore } from '@guildhall/projections/view-store.js';
import { z } from 'zod';
import { postRow } from '../answers/forum.js';
import { writeAnswerWithId } from '../answers/write.js';
import { versionIn } from '../if-match.js';
import { content, id, idIn, optionalId, time } from '../input.js';
import {
  answerWrite,
  commandContext,
  operation,
  refuseOthers,
  requireUser,
  type Call,
  type Operation,
} from '../operation.js';
import { paging, position, upTo } from '../paging.js';
import type { Parts } from '../parts.js';
import { reasonField } from '../reason.js';
import { answerShared, type SharedRead } from '../shared-answers.js';
import { staffContext } from '../staff-calls.js';
import { refuseUnlessVisible } from '../thread-seen.js';
import { addressedIn } from '../text/addressed.js';
import { visibleThread } from './threads.js';

const reply = z.object({ thread_id: id, user_id: optionalId, content: content('reply-empty') });
const edit = z.object({ content: content('reply-empty'), ...reasonField });
const justified = z.object(reasonField);

const page = paging(position).extend({
  before: position,
  from: position,
  around: id.optional(),
  number: upTo(1_000_000_000).optional(),
  at: time.optional(),
  last: upTo(limits.listRows).optional(),
});

export function postRoutes(parts: Parts): Operation[] {
  const one = '/forums/posts/:id';
  const written = { tag: 'Forums', answer: writeAnswerWithId } as const;
  return [
    operation({
      method: 'get',
      path: one,
      tag: 'Forums',
      summary:
        'The replies of a thread, oldest first: after a cursor, before an order or from it on, around a reply, a number or a moment, or the last ones',
      query: page,
      answer: z.array(postRow),
      run: (call) => list(parts, call),
    }),
    operation({
      method: 'post',
      path: '/forums/posts',
      ...written,
      summary: 'Reply in a thread',
      body: reply,
      status: 201,
      run: (call) => create(parts, call),
    }),
    operation({
      method: 'put',
      path: one,
      ...written,
      summary: 'Change the text of a reply',
      body: edit,
      ifMatch: true,
      run: (call) => change(parts, call),
    }),
    operation({
      method: 'delete',
      path: one,
      ...written,
      summary: 'Delete a reply',
      body: justified,
      run: (call) => act(parts, call, 'delete', { type: 'DeleteReply' }),
    }),
    operation({
      method: 'post',
      path: `${one}/restore`,
      ...written,
      summary: 'Let a deleted reply stand again',
      body: justified,
      run: (call) => act(parts, call, 'restore', { type: 'RestoreReply' }),
    }),
  ];
}

/** A thread's replies, ascending: from the start, a cursor or an order, before one, around one, or the newest ones. */
async function list(parts: Parts, call: Call<unknown, z.infer<typeof page>>): Promise<void> {
  const threadId = idIn(call.req.params.id);
  const { limit, cursor, before, from, last } = call.query;
  await answerShared(parts, call, async () => {
    const thread = await visibleThread(parts, call, threadId);
    const { store } = parts.views;
    if (last !== undefined) return pageOf(parts, await postsBefore(store, threadId, null, last));
    if (before !== undefined) return pageOf(parts, await postsBefore(store, threadId, before, limit));
    const { around, number, at } = call.query;
    if (around ?? number ?? at) return pageAround(parts, thread, call.query);
    const found = await (from === undefined
      ? postsAfter(store, threadId, cursor ?? '', limit + 1)
      : postsFrom(store, threadId, from, limit + 1));
    const shown = found.slice(0, limit);
    return pageOf(parts, shown, found.length > limit ? shown.at(-1)?.order : null);
  });
}

/** The neighbours of a reply, and it itself where it stands. @throws Refusal not-found for one of another thread */
async function pageAround(parts: Parts, thread: ThreadDocument, query: z.infer<typeof page>): Promise<SharedRead> {
  const { limit, around } = query;
  const { store } = parts.views;
  const middle = around === undefined ? await postNamed(store, thread, query) : (await postsByIds(store, [around]))[0];
  if (around !== undefined && middle?.threadId !== thread.id) throw new Refusal('not-found');
  if (!middle) return pageOf(parts, await postsBefore(store, thread.id, null, limit));
  const half = Math.floor(limit / 2);
  const [before, after] = [
    await postsBefore(store, thread.id, middle.order, half),
    await postsFrom(store, thread.id, middle.order, limit - half + 1),
  ];
  const shown = after.slice(0, limit - half);
  const next = after.length > shown.length ? (shown.at(-1)?.order ?? middle.order) : null;
  return pageOf(parts, [...before, ...shown], next);
}

/** The nth reply, or the first one since a moment; null where there is none so late. */
async function postNamed(
  store: ViewStore,
  { id: threadId, posted }: ThreadDocument,
  { number, at = '' }: z.infer<typeof page>,
): Promise<PostDocument | null> {
  if (number !== undefined) return postNumbered(store, threadId, number - 1);
  // Numbers rise with time: a few steps, however long the thread is.
  let [low, high] = [0, posted];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const post = await postNumbered(store, threadId, middle);
    if (post && post.createdAt < at) low = post.number + 1;
    else high = middle;
  }
  return postNumbered(store, threadId, low);
}

async function pageOf(parts: Parts, documents: PostDocument[], cursor: string | null = null): Promise<SharedRead> {
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
  const addressed = addressedIn(body.content, (written) => parts.directory.memberId(written));
  const command = { type: 'PostReply' as const, postId, threadId: body.thread_id, content: sealed, ...addressed };
  const handled = await parts.commands.post(postId, body.thread_id, command, actor, context);
  await answerWrite(parts, res, handled, { id: postId });
}

async function change(parts: Parts, call: Call<z.infer<typeof edit>>): Promise<void> {
  const userId = requireUser(call, 'login-first');
  const ifVersion = versionIn(call.req);
  await parts.limits.take('write', String(userId));
  const before = await parts.commands.postState(idIn(call.req.params.id));
  if (before.status === 'none') throw new Refusal('not-found');
  refuseUnlessVisible(parts, call, await parts.commands.threadState(before.threadId));
  const sealed = await parts.texts.seal(before.authorId, call.body.content);
  await act(parts, call, 'edit', { type: 'EditReply', content: sealed, ifVersion });
}

async function act(
  parts: Parts,
  call: Call<z.infer<typeof justified>>,
  verb: string,
  command: PostCommand,
): Promise<void> {
  requireUser(call, 'login-first');
  const postId = idIn(call.req.params.id);
  const before = await parts.commands.postState(postId);
  if (before.status === 'none') throw new Refusal('not-found');
  const context = await staffContext(parts, call, `${verb}-reply ${postId}`, call.body.reason, before.authorId);
  const handled = await parts.commands.post(postId, before.threadId, command, call.actor, context);
  await answerWrite(parts, call.res, handled, { id: postId, acts: handled.acts });
}
