import { aggregateIdOf } from '@guildhall/domain/ids.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import type { WallCommand } from '@guildhall/domain/wall/decide.js';
import { wallReplyRow } from '@guildhall/domain/wire/schemas/members/profiles.js';
import { writeResponseWithId } from '@guildhall/domain/wire/schemas/write.js';
import { wallPostById, wallRepliesTo } from '@guildhall/projections/views/wallposts/queries.js';
import { z } from 'zod';
import { content, idIn } from '../request/input.js';
import { commandContext, requireUser } from '../request/request-context.js';
import { operation, type Call, type Operation } from '../http/operation.js';
import { perMember, perText } from '../http/operation-limits.js';
import type { Result } from '../http/responses/result.js';
import { fillPage, inSteps, paging, position } from '../request/paging.js';
import type { Services } from '../services.js';
import { reasonField, contextWithReason } from '../staff/reason.js';
import { addressedIn } from '../text/addressed.js';
import { refuseTooMuchMarkup } from '../text/markdown.js';
import { wallReplyRows } from '../read-models/wall-rows.js';
import { memberIn } from './named-member.js';

type Writes = Pick<Services, 'responses' | 'directory' | 'texts' | 'commands'>;

const written = z.object({ content: content('type-something') });
const reasoned = z.object(reasonField);
const page = paging(position);

export function wallPostRoutes(services: Services): Operation[] {
  const one = '/profile/posts/:id';
  const write = { method: 'post', atRoot: true, tag: 'Profiles', response: writeResponseWithId, status: 201 } as const;
  const manage = { tag: 'Profiles', response: writeResponseWithId, body: reasoned } as const;
  return [
    operation({
      ...write,
      path: '/profile/:username/posts',
      summary: 'Write on the wall of a member',
      body: written,
      login: 'login-required',
      limits: [perMember('write')],
      run: (call) => post(services, call),
    }),
    operation({
      ...write,
      path: `${one}/replies`,
      summary: 'Reply to a wall post',
      body: written,
      login: 'login-required',
      limits: [perMember('write')],
      run: (call) => reply(services, call),
    }),
    operation({
      method: 'get',
      path: `${one}/replies`,
      tag: 'Profiles',
      summary: 'The replies to a wall post, newest first',
      query: page,
      response: z.array(wallReplyRow),
      run: (call) => listReplies(services, call),
    }),
    operation({
      ...manage,
      method: 'delete',
      path: one,
      summary: 'Delete a wall post or a reply to one',
      login: 'login-required',
      limits: [perText('wall')],
      run: (call) => execute(services, call, 'DeleteWallPost'),
    }),
    operation({
      ...manage,
      method: 'post',
      path: `${one}/restore`,
      summary: 'Restore a deleted wall post or reply',
      login: 'login-required',
      actions: ['moderate-walls'],
      limits: [perText('wall')],
      run: (call) => execute(services, call, 'RestoreWallPost'),
    }),
  ];
}

async function post(services: Writes, call: Call<z.infer<typeof written>>): Promise<Result> {
  const { id: ownerId } = await memberIn(services, call);
  return write(services, call, `wall-post ${ownerId}`, (wallPostId, content) => ({
    type: 'PostOnWall',
    wallPostId,
    ownerId,
    content,
  }));
}

async function reply(services: Writes, call: Call<z.infer<typeof written>>): Promise<Result> {
  const parentId = idIn(call.params.id);
  return write(services, call, `wall-reply ${parentId}`, (wallPostId, content) => ({
    type: 'ReplyOnWall',
    wallPostId,
    parentId,
    content,
  }));
}

/** `make`: the command for a new id and the sealed text. */
async function write(
  services: Writes,
  call: Call<z.infer<typeof written>>,
  name: string,
  make: (wallPostId: number, content: string) => WallCommand,
): Promise<Result> {
  const userId = requireUser(call);
  refuseTooMuchMarkup(call.body.content, 'content');
  const context = commandContext(name, call);
  const wallPostId = aggregateIdOf(context.commandId);
  const { content } = addressedIn(call.body.content, (name) => services.directory.memberId(name));
  const command = make(wallPostId, await services.texts.seal(userId, content));
  const handled = await services.commands.wall(wallPostId, command, call.actor, context);
  return services.responses.written(handled, { id: wallPostId });
}

async function execute(
  services: Writes,
  call: Call<z.infer<typeof reasoned>>,
  type: 'DeleteWallPost' | 'RestoreWallPost',
): Promise<Result> {
  const id = idIn(call.params.id);
  const before = await services.commands.knownWallPost(id);
  if (before.status === 'none') throw new Refusal('not-found');
  const context = await contextWithReason(services, call, `${type} ${id}`, call.body.reason, before.authorId);
  const handled = await services.commands.wall(id, { type }, call.actor, context);
  return services.responses.written(handled, { id, acts: handled.eventIds });
}

/** Newest first, as the page extends backwards from the replies sent with the post. */
async function listReplies(
  services: Pick<Services, 'responses' | 'views' | 'directory' | 'texts'>,
  call: Call<unknown, z.infer<typeof page>>,
): Promise<Result> {
  const id = idIn(call.params.id);
  const { limit, cursor = null } = call.query;
  return services.responses.shared(call, async () => {
    const { store } = services.views;
    const post = await wallPostById(store, id);
    if (!post || post.deleted || post.parentId !== null) throw new Refusal('not-found');
    await services.directory.ensure([post.ownerId]);
    if (!services.directory.isMember(post.ownerId)) throw new Refusal('not-found');
    const found = inSteps(limit, (behind, count) => wallRepliesTo(store, id, behind ?? cursor, count));
    const { rows, last } = await fillPage(found, limit, (some) => wallReplyRows(services, id, some));
    return { rows, cursor: last?.order ?? null };
  });
}
