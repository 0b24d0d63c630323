import { deriveAggregateId } from '@guildhall/domain/ids.js';
import { limits } from '@guildhall/domain/limits.js';
import { can } from '@guildhall/domain/permissions.js';
import type { PostCommand } from '@guildhall/domain/post/decide.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { postRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import { writeResponseWithId } from '@guildhall/domain/wire/schemas/write.js';
import { findPostsByIds } from '@guildhall/projections/views/posts/queries.js';
import { z } from 'zod';
import { parseIfMatch } from '../http/if-match.js';
import { createContentSchema, id, parseId, optionalId, time } from '../request/input.js';
import { requireSelf } from '../http/access.js';
import type { Call } from '../http/operation.js';
import { route, tagRoutes } from './operation.js';
import { runOnText } from './run-with-reason.js';
import { limitPerMember, limitPerText } from '../http/operation-limits.js';
import { readAutoWatch } from '../notifications/notification-choices.js';
import type { Result } from '../http/responses/result.js';
import { createPositiveIntSchema, position, createPagingSchema } from '../request/paging.js';
import {
  readPageAfter,
  readPageAround,
  readPageBefore,
  readPageFrom,
  readPageOfReplies,
} from '../read-models/post-pages.js';
import type { Services } from '../services.js';
import { reasonBody, reasonField, type WithReason } from '../staff/reason.js';
import { requireVisible, requireVisibleThread } from '../read-models/require-visible-thread.js';
import { toCommandContext, requireUser } from '../request/request-context.js';

const reply = z.object({
  thread_id: id,
  user_id: optionalId.describe("The caller's own id, if sent"),
  reply_to: optionalId.describe('The reply in the same thread that this one responds to'),
  content: createContentSchema('reply-empty'),
});
const edit = z.object({ content: createContentSchema('reply-empty'), ...reasonField });

const page = createPagingSchema(position).extend({
  before: position.describe('Only the last replies before this `order`'),
  from: position.describe('Only replies from this `order` on'),
  around: optionalId.describe('A page around the reply with this id'),
  number: createPositiveIntSchema(1_000_000_000).optional().describe('A page around the reply with this number'),
  at: time.optional().describe('A page around the first reply written at or after this time'),
  last: createPositiveIntSchema(limits.listRows).optional().describe('Only this many of the newest replies'),
});

const pageOfOne = createPagingSchema(position);

const postPath = '/forums/posts/:id';
const writeFields = { response: writeResponseWithId, login: 'login-first' } as const;

const preview = z.object({ content: createContentSchema('reply-empty') });
const previewResponse = z.strictObject({ content_html: z.string() });

export const postRoutes = tagRoutes('Forums', [
  route.get(postPath, {
    scope: 'read',
    summary: "A thread's replies, oldest first; all of them, or those that a parameter selects",
    query: page,
    response: z.array(postRow),
    run: async (call, services) => {
      const threadId = parseId(call.params.id);
      const { limit, cursor, before, from, last } = call.query;
      const read = async () => {
        const thread = await requireVisibleThread(services, call, threadId);
        if (cursor !== undefined) return readPageAfter(services, threadId, cursor, limit);
        if (before !== undefined) return readPageBefore(services, threadId, before, limit);
        if (last !== undefined) return readPageBefore(services, threadId, null, last);
        const { around, number, at } = call.query;
        if (around ?? number ?? at) return readPageAround(services, thread, call.query);
        return readPageFrom(services, threadId, from ?? '', limit);
      };
      return services.responses.respondShared(call, read, { threadId });
    },
  }),
  route.get('/forums/posts/:id/replies', {
    scope: 'read',
    summary: 'The replies to one reply, oldest first',
    query: pageOfOne,
    response: z.array(postRow),
    run: async (call, services) => {
      const { position } = await services.responses.begin(call);
      const [target] = await findPostsByIds(services.views.store, [parseId(call.params.id)]);
      if (!target || target.deleted) throw new Refusal('not-found');
      await requireVisibleThread(services, call, target.threadId);
      const { rows, links } = await readPageOfReplies(services, target.id, call.query.cursor ?? '', call.query.limit);
      return { cache: 'no-cache', position, links, body: rows };
    },
  }),
  route.post('/forums/posts', {
    scope: 'write:forum',
    ...writeFields,
    summary: 'Reply in a thread',
    body: reply,
    status: 201,
    limits: [limitPerMember('write')],
    run: async (call, services) => {
      const { body, actor } = call;
      const userId = requireUser(call);
      requireSelf(userId, body.user_id);
      const context = toCommandContext('post-reply', call);
      const postId = deriveAggregateId(context.commandId);
      const [sealedText, watch] = await Promise.all([
        services.writing.sealPost({ authorId: userId }, body.content),
        readAutoWatch(services, userId),
      ]);
      const { thread_id: threadId, reply_to: replyTo } = body;
      const command = { type: 'PostReply' as const, postId, threadId, replyTo, watch, ...sealedText };
      const commandResult = await services.commands.post(postId, command, actor, context);
      const result = await services.responses.respondToWrite(commandResult, { id: postId });
      if (commandResult.position && !result.body.stale)
        await services.readMarks.markOwnReply(userId, threadId, commandResult.position);
      return result;
    },
  }),
  route.put(postPath, {
    scope: 'write:forum',
    ...writeFields,
    summary: 'Edit a reply',
    body: edit,
    ifMatch: true,
    limits: [limitPerMember('write'), limitPerText('post')],
    run: async (call, services) => {
      const receivedAt = performance.now();
      const ifVersions = parseIfMatch(call);
      const post = await services.commands.readCachedState('post', parseId(call.params.id));
      if (post.status === 'none') throw new Refusal('not-found');
      requireVisible(services, call, await services.commands.readCachedState('thread', post.threadId));
      const author = { ...post, editorId: requireUser(call) };
      const sealedText = await services.writing.sealPost(author, call.body.content);
      return execute(services, call, 'edit', { type: 'EditReply', ...sealedText, ifVersions }, receivedAt);
    },
  }),
  route.delete(postPath, {
    scope: 'write:forum',
    ...writeFields,
    summary: 'Delete a reply',
    body: reasonBody,
    limits: [limitPerText('post')],
    run: (call, services) => execute(services, call, 'delete', { type: 'DeleteReply' }),
  }),
  route.post(`${postPath}/restore`, {
    scope: 'write:moderation',
    ...writeFields,
    summary: 'Restore a deleted reply',
    body: reasonBody,
    authorize: async (call, { commands, policy }) => {
      const post = await commands.readCachedState('post', parseId(call.params.id));
      if (post.status === 'none') throw new Refusal('not-found');
      const thread = await commands.readCachedState('thread', post.threadId);
      requireVisible({ policy }, call, thread);
      const flags = policy.getFlags(call.actor, thread);
      if (flags && can(call.actor, 'restore-reply', { flags })) return;
      throw new Refusal(post.status === 'active' ? 'forbidden' : 'not-found');
    },
    limits: [limitPerText('post')],
    run: (call, services) => execute(services, call, 'restore', { type: 'RestoreReply' }),
  }),
  route.post('/forums/preview', {
    scope: 'write:forum',
    summary: 'A text rendered like a post, without storing it',
    body: preview,
    response: previewResponse,
    login: 'login-first',
    keyless: true,
    limits: [limitPerMember('preview')],
    run: async (call, services) => {
      const findPicture = (id: string) => services.files.findVisiblePicture(id, call);
      const content_html = await services.writing.preview(call.body.content, findPicture);
      return { cache: 'no-store', body: { content_html } };
    },
  }),
]);

function execute(
  services: Services,
  call: Call<WithReason>,
  verb: string,
  command: PostCommand,
  receivedAt = performance.now(),
): Promise<Result> {
  return runOnText(services, call, 'post', `${verb}-reply`, (context, id) =>
    services.commands.post(id, command, call.actor, { ...context, receivedAt }),
  );
}
