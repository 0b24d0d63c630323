import { deriveAggregateId } from '@guildhall/domain/ids.js';
import { limits } from '@guildhall/domain/limits.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import type { ThreadCommand } from '@guildhall/domain/thread/decide.js';
import { writeResponseWithId } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { parseIfMatch } from '../http/if-match.js';
import {
  createContentSchema,
  flag,
  parseId,
  isOneLine,
  nullableId,
  optionalId,
  createTextSchema,
} from '../request/input.js';
import { requireSelf } from '../http/access.js';
import type { Call } from '../http/operation.js';
import { route, tagRoutes, defineDefaults } from './operation.js';
import { runOnText } from './run-with-reason.js';
import { limitPerMember, limitPerText } from '../http/operation-limits.js';
import { readAutoWatch } from '../notifications/notification-choices.js';
import type { Result } from '../http/responses/result.js';
import type { Services } from '../services.js';
import { findPlaceByName } from '../policy/place-named.js';
import { reasonBody, reasonField, type WithReason } from '../staff/reason.js';
import { requireVisible } from '../read-models/require-visible-thread.js';
import { toCommandContext, requireUser } from '../request/request-context.js';
import { AuthorErased } from '../vault/vault.js';

const title = createTextSchema('title-and-content', 'title-length', limits.title.max)
  .refine((value) => value.length >= limits.title.min, { error: 'title-length' })
  .refine(isOneLine, { error: 'one-line' })
  .meta({ minLength: limits.title.min, description: 'One line with at least one visible character' });
const texts = { title, content: createContentSchema('title-and-content') };
const place = {
  section_id: optionalId.describe('Required unless `subsection_id` is sent'),
  subsection_id: optionalId.describe('If the thread is in one; its section may be omitted'),
};

const threadPath = '/forums/threads/:id';

const newThread = z.object({
  ...place,
  ...texts,
  user_id: optionalId.describe("The caller's own id, if sent"),
  locked: flag.default(false).describe('Needs `lock_topics`'),
  sticky: flag.default(false).describe('Pins the thread; needs `sticky_topics`'),
  prefix_id: optionalId.describe("One of the section's prefixes"),
});
const changedThread = z.object({
  ...texts,
  locked: flag.optional().describe('Needs `lock_topics`. If omitted, it does not change'),
  sticky: flag.optional().describe('Pins the thread; needs `sticky_topics`. If omitted, it does not change'),
  prefix_id: nullableId.optional().describe('null removes the prefix. If omitted, it does not change'),
  ...reasonField,
});
const move = z.object({ ...place, ...reasonField });
const solution = z.object({ post_id: nullableId.describe('null removes the solution'), ...reasonField });

const writeFields = { response: writeResponseWithId, login: 'must-be-logged-in' } as const;
const moderatorOperation = defineDefaults({
  ...writeFields,
  limits: [limitPerText('thread')],
  authorize: (call, services) => requireModerator(services, call),
});

export const threadRoutes = tagRoutes('Forums', [
  route.post('/forums/threads', {
    scope: 'write:forum',
    ...writeFields,
    summary: 'Start a thread',
    body: newThread,
    status: 201,
    limits: [limitPerMember('write')],
    needsPlace: true,
    run: async (call, services) => {
      const { body, actor } = call;
      const userId = requireUser(call);
      requireSelf(userId, body.user_id);
      const context = toCommandContext('create-thread', call);
      const threadId = deriveAggregateId(context.commandId);
      const command = {
        type: 'CreateThread' as const,
        threadId,
        place: findPlaceByName(services.policy.structure, body),
        locked: body.locked,
        sticky: body.sticky,
        prefixId: body.prefix_id,
        watch: await readAutoWatch(services, userId),
        title: await services.texts.seal(userId, body.title),
        ...(await services.writing.sealPost({ authorId: userId }, body.content)),
      };
      const commandResult = await services.commands.thread(threadId, command, actor, context);
      if (commandResult.position) await services.readMarks.markOwnThread(userId, threadId, commandResult.position);
      return services.responses.respondToWrite(commandResult, { id: threadId });
    },
  }),
  route.put(threadPath, {
    scope: 'write:forum',
    ...writeFields,
    summary: 'Change a thread: its title and text, and whether it is locked or pinned',
    body: changedThread,
    ifMatch: true,
    limits: [limitPerMember('write'), limitPerText('thread')],
    run: async (call, services) => {
      const ifVersions = parseIfMatch(call);
      const threadId = parseId(call.params.id);
      const thread = await services.commands.readCachedState('thread', threadId);
      requireVisible(services, call, thread);
      // Seals the post with its author's key, whoever edits it, so that erasing the author also erases the post.
      const { title, content, locked, sticky, prefix_id: prefixId } = call.body;
      const { content: contentBefore, uploads } = thread;
      const author = { ...thread, editorId: requireUser(call) };
      const sealedTexts = {
        title: await sealOrKeep(thread.title, services.texts.seal(thread.authorId, title)),
        ...(await sealOrKeep({ content: contentBefore, uploads }, services.writing.sealPost(author, content))),
      };
      return execute(services, call, 'edit', {
        type: 'ChangeThread',
        ...sealedTexts,
        locked,
        sticky,
        prefixId,
        ifVersions,
      });
    },
  }),
  route.delete(threadPath, {
    scope: 'write:forum',
    ...writeFields,
    summary: 'Delete a thread',
    body: reasonBody,
    limits: [limitPerText('thread')],
    run: (call, services) => execute(services, call, 'delete', { type: 'DeleteThread' }),
  }),
  route.post(`${threadPath}/restore`, {
    scope: 'write:moderation',
    summary: 'Restore a deleted thread',
    body: reasonBody,
    ...moderatorOperation,
    run: (call, services) => execute(services, call, 'restore', { type: 'RestoreThread' }),
  }),
  route.post(`${threadPath}/move`, {
    scope: 'write:moderation',
    summary: 'Move a thread to another section or subsection',
    body: move,
    ...moderatorOperation,
    needsPlace: true,
    run: (call, services) =>
      execute(services, call, 'move', {
        type: 'MoveThread',
        place: findPlaceByName(services.policy.structure, call.body),
      }),
  }),
  route.put(`${threadPath}/solution`, {
    scope: 'write:forum',
    ...writeFields,
    summary: "Mark a reply as a thread's solution, or remove the solution",
    body: solution,
    limits: [limitPerMember('write'), limitPerText('thread')],
    run: (call, services) => execute(services, call, 'solve', { type: 'SetSolution', postId: call.body.post_id }),
  }),
]);

async function requireModerator(services: Services, call: Pick<Call, 'actor' | 'params'>): Promise<void> {
  const thread = await services.commands.readCachedState('thread', parseId(call.params.id));
  requireVisible(services, call, thread);
  if (call.actor.keys.has('delete_topics')) return;
  throw new Refusal(thread.status === 'active' ? 'forbidden' : 'not-found');
}

function execute(services: Services, call: Call<WithReason>, verb: string, command: ThreadCommand): Promise<Result> {
  return runOnText(services, call, 'thread', `${verb}-thread`, (context, id) =>
    services.commands.thread(id, command, call.actor, context),
  );
}

/** Allows a thread to be locked even after its author's key has been erased. */
async function sealOrKeep<T, U>(existing: T, sealing: Promise<U>): Promise<T | U> {
  return sealing.catch((error: unknown) => {
    if (error instanceof AuthorErased) return existing;
    throw error;
  });
}
