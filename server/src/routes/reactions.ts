import { emojiKeys, emojis } from '@guildhall/domain/reaction/emoji.js';
import type { ReactionTarget } from '@guildhall/domain/reaction/events.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { ownReactions, reactionRow, type ReactionRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import { writeResponseWithId } from '@guildhall/domain/wire/schemas/write.js';
import { findReactionsInThread, findReactionsTo } from '@guildhall/projections/views/reactions/queries.js';
import { z } from 'zod';
import { id, parseId } from '../request/input.js';
import { toCommandContext, requireUser } from '../request/request-context.js';
import type { Call } from '../http/operation.js';
import { route, tagRoutes } from './operation.js';
import { limitPerMember } from '../http/operation-limits.js';
import { position, createPagingSchema, queryPage } from '../request/paging.js';
import type { Services } from '../services.js';
import { requireVisibleText, requireVisibleThread } from '../read-models/require-visible-thread.js';

const kind = z.enum(['post', 'thread'], { error: 'must be post or thread' });
const emoji = z
  .enum(emojiKeys, { error: 'must be one of the reactions, or null' })
  .nullable()
  .describe(
    `${Object.entries(emojis)
      .map((entry) => entry.join(' '))
      .join(', ')}. \`GET /site\` lists those that the site offers; null removes the reaction`,
  );
const reactionBody = z.object({ kind, id, emoji });
const page = createPagingSchema(position);

export const reactionRoutes = tagRoutes('Forums', [
  route.put('/forums/reactions', {
    scope: 'write:forum',
    summary: "React to a reply or to a thread's opening post, or remove the reaction with null",
    body: reactionBody,
    response: writeResponseWithId,
    login: 'login-first',
    limits: [limitPerMember('write')],
    run: async (call, services) => {
      const { kind, id, emoji } = call.body;
      const command = { type: 'React' as const, target: { kind, id }, emoji };
      const commandResult = await services.commands.react(
        command,
        call.actor,
        toCommandContext(`react ${kind} ${id}`, call),
      );
      return services.responses.respondToWrite(commandResult, { id });
    },
  }),
  route.get('/forums/reactions/:id', {
    scope: 'read',
    summary: "The caller's reactions in a thread, by post id",
    query: page,
    response: ownReactions,
    login: 'login-first',
    run: async (call, services) => {
      const userId = requireUser(call);
      const { position } = await services.responses.begin(call);
      const thread = await requireVisibleThread(services, call, parseId(call.params.id));
      const { page, cursor } = await queryPage(call.query, (beforeOrder, count) =>
        findReactionsInThread(services.views.store, userId, thread.id, beforeOrder, count),
      );
      const ownEmojis = Object.fromEntries(page.map(({ targetId, emoji }) => [targetId, emoji]));
      return { cache: 'no-cache', position, cursor, body: ownEmojis };
    },
  }),
  route.get('/forums/reactions/:kind/:id/people', {
    scope: 'read',
    summary: "The members who reacted to a reply or to a thread's opening post, newest first",
    query: page,
    response: z.array(reactionRow),
    run: (call, services) =>
      services.responses.respondShared(call, async () => {
        const target = await requireVisibleTarget(services, call);
        const { page, cursor } = await queryPage(call.query, (beforeOrder, count) =>
          findReactionsTo(services.views.store, target.id, beforeOrder, count),
        );
        await services.directory.ensure(page.map(({ userId }) => userId));
        const rows = page.flatMap(({ userId, emoji, at }): ReactionRow[] =>
          emoji ? [{ ...services.directory.getAuthor(userId), emoji, at }] : [],
        );
        return { rows, cursor };
      }),
  }),
]);

async function requireVisibleTarget(services: Services, call: Call<unknown>): Promise<ReactionTarget> {
  const result = kind.safeParse(call.params.kind);
  const id = parseId(call.params.id);
  if (!result.success) throw new Refusal('not-found');
  const target = { kind: result.data, id };
  await requireVisibleText(services, call, target);
  return target;
}
