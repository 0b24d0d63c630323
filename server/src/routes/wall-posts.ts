import { deriveAggregateId } from '@guildhall/domain/ids.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { toUploadsField } from '@guildhall/domain/uploads.js';
import type { WallCommand, WallText } from '@guildhall/domain/wall/decide.js';
import { wallReplyRow } from '@guildhall/domain/wire/schemas/members/profiles.js';
import { writeResponseWithId } from '@guildhall/domain/wire/schemas/write.js';
import { findWallPostById, findWallRepliesTo } from '@guildhall/projections/views/wallposts/queries.js';
import { z } from 'zod';
import { createContentSchema, parseId } from '../request/input.js';
import { toCommandContext, requireUser } from '../request/request-context.js';
import type { Call } from '../http/operation.js';
import { route, tagRoutes } from './operation.js';
import { runOnText } from './run-with-reason.js';
import { limitPerMember, limitPerText } from '../http/operation-limits.js';
import type { Result } from '../http/responses/result.js';
import { position, createPagingSchema, readPage } from '../request/paging.js';
import type { Services } from '../services.js';
import { reasonBody, type WithReason } from '../staff/reason.js';
import { buildWallReplyRows } from '../read-models/wall-rows.js';
import { findMember } from './named-member.js';

const writeBody = z.object({ content: createContentSchema('type-something') });
const page = createPagingSchema(position);

const wallPostPath = '/profile/posts/:id';
const newText = {
  atRoot: true,
  body: writeBody,
  response: writeResponseWithId,
  status: 201,
  login: 'login-required',
  limits: [limitPerMember('write')],
} as const;
const manage = { response: writeResponseWithId, body: reasonBody } as const;

export const wallPostRoutes = tagRoutes('Profiles', [
  route.post('/profile/:username/posts', {
    scope: 'write:walls',
    ...newText,
    summary: "Write on a member's wall",
    run: async (call, services) => {
      const { id: ownerId } = await findMember(services, call);
      return write(services, call, `wall-post ${ownerId}`, (wallPostId, text) => ({
        type: 'PostOnWall',
        wallPostId,
        ownerId,
        ...text,
      }));
    },
  }),
  route.post(`${wallPostPath}/replies`, {
    scope: 'write:walls',
    ...newText,
    summary: 'Reply to a wall post',
    run: async (call, services) => {
      const parentId = parseId(call.params.id);
      return write(services, call, `wall-reply ${parentId}`, (wallPostId, text) => ({
        type: 'ReplyOnWall',
        wallPostId,
        parentId,
        ...text,
      }));
    },
  }),
  route.get(`${wallPostPath}/replies`, {
    scope: 'read',
    summary: 'The replies to a wall post, newest first',
    query: page,
    response: z.array(wallReplyRow),
    run: async (call, services) => {
      const id = parseId(call.params.id);
      return services.responses.respondShared(call, async () => {
        const { store } = services.views;
        const post = await findWallPostById(store, id);
        if (!post || post.deleted || post.parentId !== null) throw new Refusal('not-found');
        await services.directory.ensure([post.ownerId]);
        if (!services.directory.isMember(post.ownerId)) throw new Refusal('not-found');
        return readPage(
          call.query,
          (behind, count) => findWallRepliesTo(store, id, behind, count),
          (some) => buildWallReplyRows(services, id, some),
        );
      });
    },
  }),
  route.delete(wallPostPath, {
    scope: 'write:walls',
    ...manage,
    summary: 'Delete a wall post or a reply to one',
    login: 'login-required',
    limits: [limitPerText('wall')],
    run: (call, services) => execute(services, call, 'DeleteWallPost'),
  }),
  route.post(`${wallPostPath}/restore`, {
    scope: 'write:moderation',
    ...manage,
    summary: 'Restore a deleted wall post or reply',
    login: 'login-required',
    actions: ['moderate-walls'],
    limits: [limitPerText('wall')],
    run: (call, services) => execute(services, call, 'RestoreWallPost'),
  }),
]);

async function write(
  services: Services,
  call: Call<z.infer<typeof writeBody>>,
  name: string,
  make: (wallPostId: number, text: WallText) => WallCommand,
): Promise<Result> {
  const userId = requireUser(call);
  const context = toCommandContext(name, call);
  const wallPostId = deriveAggregateId(context.commandId);
  const { content, mentions, uploads } = await services.writing.sealPost({ authorId: userId }, call.body.content);
  const command = make(wallPostId, { content, mentions, ...toUploadsField({ uploads }) });
  const commandResult = await services.commands.wall(wallPostId, command, call.actor, context);
  return services.responses.respondToWrite(commandResult, { id: wallPostId });
}

function execute(
  services: Services,
  call: Call<WithReason>,
  type: 'DeleteWallPost' | 'RestoreWallPost',
): Promise<Result> {
  return runOnText(services, call, 'wallPost', type, (context, id) =>
    services.commands.wall(id, { type }, call.actor, context),
  );
}
