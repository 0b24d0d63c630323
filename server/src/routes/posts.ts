import { thingIdOf } from '@guildhall/domain/ids.js';
import { limits } from '@guildhall/domain/limits.js';
import type { PostCommand } from '@guildhall/domain/post/decide.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import type { PostRow } from '@guildhall/domain/wire/rest.js';
import type { PostDocument } from '@guildhall/projections/views/posts/document.js';
import {
  postNumbered,
  postsAfter,
  postsBefore,
  postsByIds,
  postsFrom,
} from '@guildhall/projections/views/posts/queries.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import type { ViewStore } from '@guildhall/projections/view-store.js';
import { z } from 'zod';
import { postRow } from '../answers/forum.js';
import { writeAnswerWithId } from '../answers/write.js';
import type { PostFold } from '../commands/commands.js';
import { versionIn } from '../http/if-match.js';
import { content, id, idIn, optionalId, time } from '../http/input.js';
import { commandContext, operation, refuseOthers, requireUser, type Call, type Operation } from '../http/operation.js';
import type { Result } from '../http/result.js';
import { fillPage, inSteps, paging, position, upTo, type PageLinks } from '../http/paging.js';
import type { Services } from '../services.js';
import { reasonField } from '../staff/reason.js';
import { staffContext } from '../staff/staff-calls.js';
import { refuseUnlessVisible, visibleThread } from '../read-models/require-visible-thread.js';
import { addressedIn } from '../text/addressed.js';
import { refuseTooMuchMarkup } from '../text/markdown.js';

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

type PageReads = Pick<Services, 'views' | 'rows'>;
type Writes = Pick<Services, 'responses' | 'policy' | 'texts' | 'commands' | 'limits'>;

interface PostPage {
  rows: PostRow[];
  links: PageLinks;
}

export function postRoutes(services: Services): Operation[] {
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
      run: (call) => list(services, call),
    }),
    operation({
      method: 'post',
      path: '/forums/posts',
      ...written,
      summary: 'Reply in a thread',
      body: reply,
      status: 201,
      run: (call) => create(services, call),
    }),
    operation({
      method: 'put',
      path: one,
      ...written,
      summary: 'Change the text of a reply',
      body: edit,
      ifMatch: true,
      run: (call) => change(services, call),
    }),
    operation({
      method: 'delete',
      path: one,
      ...written,
      summary: 'Delete a reply',
      body: justified,
      run: (call) => act(services, call, 'delete', { type: 'DeleteReply' }),
    }),
    operation({
      method: 'post',
      path: `${one}/restore`,
      ...written,
      summary: 'Let a deleted reply stand again',
      body: justified,
      run: (call) => act(services, call, 'restore', { type: 'RestoreReply' }),
    }),
  ];
}

/** A thread's replies, ascending: from the start, a cursor or an order, before one, around one, or the newest ones. */
async function list(
  services: Pick<Services, 'responses' | 'views' | 'policy' | 'rows'>,
  call: Call<unknown, z.infer<typeof page>>,
): Promise<Result> {
  const threadId = idIn(call.params.id);
  const { limit, cursor, before, from, last } = call.query;
  return services.responses.shared(call, async () => {
    const thread = await visibleThread(services, call, threadId);
    // The pages beside a page name it by its edge, and keep what else was asked for.
    if (cursor !== undefined) return pageAfter(services, threadId, cursor, limit);
    if (before !== undefined) return pageBefore(services, threadId, before, limit);
    if (last !== undefined) return pageBefore(services, threadId, null, last);
    const { around, number, at } = call.query;
    if (around ?? number ?? at) return pageAround(services, thread, call.query);
    return pageFrom(services, threadId, from ?? '', limit);
  });
}

/** The neighbours of a reply, and it itself where it stands. @throws Refusal not-found for one of another thread */
async function pageAround(services: PageReads, thread: ThreadDocument, query: z.infer<typeof page>): Promise<PostPage> {
  const { limit, around } = query;
  const { store } = services.views;
  const middle = around === undefined ? await postNamed(store, thread, query) : (await postsByIds(store, [around]))[0];
  if (around !== undefined && middle?.threadId !== thread.id) throw new Refusal('not-found');
  if (!middle) return pageBefore(services, thread.id, null, limit);
  const half = Math.floor(limit / 2);
  const earlier = await pageBefore(services, thread.id, middle.order, half, limits.listBytes / 2);
  const later = await pageFrom(services, thread.id, middle.order, limit - half, limits.listBytes / 2);
  return { rows: [...earlier.rows, ...later.rows], links: { ...earlier.links, ...later.links } };
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

/** The last replies before an order, or of all. `limit` and `maxBytes` as `fillPage` has them; so below. */
async function pageBefore(
  services: PageReads,
  threadId: number,
  order: string | null,
  limit: number,
  maxBytes?: number,
) {
  const found = inSteps(limit, async (behind, count) => {
    return (await postsBefore(services.views.store, threadId, behind ?? order, count)).reverse();
  });
  const { rows, last } = await fillPage(found, limit, (some) => services.rows.posts(some), maxBytes);
  const prev = last && { before: last.order, limit: String(limit), last: null, cursor: null };
  return { rows: rows.reverse(), links: prev ? { prev } : {} } satisfies PostPage;
}

function pageAfter(services: PageReads, threadId: number, order: string, limit: number): Promise<PostPage> {
  const { store } = services.views;
  const found = inSteps(limit, (behind, count) => postsAfter(store, threadId, behind ?? order, count));
  return pageOf(services, found, limit);
}

/** As `pageAfter`, with the reply of that order itself. */
function pageFrom(services: PageReads, threadId: number, order: string, limit: number, maxBytes?: number) {
  const { store } = services.views;
  const found = inSteps(limit, (behind, count) =>
    behind === null ? postsFrom(store, threadId, order, count) : postsAfter(store, threadId, behind, count),
  );
  return pageOf(services, found, limit, maxBytes);
}

async function pageOf(
  { rows: made }: Pick<Services, 'rows'>,
  found: AsyncIterable<readonly PostDocument[]>,
  limit: number,
  maxBytes?: number,
): Promise<PostPage> {
  const { rows, last } = await fillPage(found, limit, (some) => made.posts(some), maxBytes);
  return { rows, links: last ? { next: { cursor: last.order } } : {} };
}

async function create(
  services: Pick<Services, 'responses' | 'directory' | 'texts' | 'commands' | 'limits'>,
  call: Call<z.infer<typeof reply>>,
): Promise<Result> {
  const { body, actor } = call;
  const userId = requireUser(call, 'login-first');
  refuseOthers(userId, body.user_id);
  await services.limits.take('write', String(userId));
  refuseTooMuchMarkup(body.content, 'content');
  const context = commandContext('post-reply', call);
  const postId = thingIdOf(context.commandId);
  const sealed = await services.texts.seal(userId, body.content);
  const addressed = addressedIn(body.content, (written) => services.directory.memberId(written));
  const command = { type: 'PostReply' as const, postId, threadId: body.thread_id, content: sealed, ...addressed };
  const handled = await services.commands.post(postId, body.thread_id, command, actor, context);
  return services.responses.written(handled, { id: postId });
}

async function change(services: Writes, call: Call<z.infer<typeof edit>>): Promise<Result> {
  const userId = requireUser(call, 'login-first');
  const ifVersion = versionIn(call);
  await services.limits.take('write', String(userId));
  const fold = await services.commands.postFold(idIn(call.params.id));
  const before = fold.state;
  if (before.status === 'none') throw new Refusal('not-found');
  refuseUnlessVisible(services, call, await services.commands.threadState(before.threadId));
  refuseTooMuchMarkup(call.body.content, 'content');
  const sealed = await services.texts.seal(before.authorId, call.body.content);
  return act(services, call, 'edit', { type: 'EditReply', content: sealed, ifVersion }, fold);
}

async function act(
  services: Omit<Writes, 'policy'>,
  call: Call<z.infer<typeof justified>>,
  verb: string,
  command: PostCommand,
  known?: PostFold,
): Promise<Result> {
  const userId = requireUser(call, 'login-first');
  const postId = idIn(call.params.id);
  await services.limits.take('change-text', `post ${postId} ${userId}`);
  const fold = known ?? (await services.commands.postFold(postId));
  const before = fold.state;
  if (before.status === 'none') throw new Refusal('not-found');
  const context = await staffContext(services, call, `${verb}-reply ${postId}`, call.body.reason, before.authorId);
  const handled = await services.commands.post(postId, before.threadId, command, call.actor, context, fold);
  return services.responses.written(handled, { id: postId, acts: handled.acts });
}
