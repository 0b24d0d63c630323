import { aggregateIdOf } from '@guildhall/domain/ids.js';
import { limits } from '@guildhall/domain/limits.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import type { Place } from '@guildhall/domain/structure/state.js';
import type { ThreadCommand } from '@guildhall/domain/thread/decide.js';
import { writeResponseWithId } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { versionIn } from '../http/if-match.js';
import { content, flag, id, idIn, isOneLine, optionalId, text } from '../request/input.js';
import { type Access, requireSelf } from '../http/access.js';
import { type Call, operation, type Operation } from '../http/operation.js';
import { perMember, perText } from '../http/operation-limits.js';
import type { Result } from '../http/responses/result.js';
import type { Services } from '../services.js';
import { placeNamed } from '../policy/place-named.js';
import { contextWithReason, reasonField } from '../staff/reason.js';
import { requireVisible } from '../read-models/require-visible-thread.js';
import { addressedIn } from '../text/addressed.js';
import { titleLine } from '../text/patterns.js';
import { refuseTooMuchMarkup } from '../text/markdown.js';
import { commandContext, requireUser } from '../request/request-context.js';
import { AuthorErased } from '../vault/vault.js';

type Writes = Pick<Services, 'responses' | 'policy' | 'directory' | 'texts' | 'commands'>;
/** The place that a body names. @throws Refusal validation, not-found */
type PlaceOf = (named: z.infer<z.ZodObject<typeof place>>) => Place;

const title = text('title-and-content', 'title-length', limits.title.max)
  .refine((value) => value.length >= limits.title.min, { error: 'title-length' })
  .refine(isOneLine, { error: 'one-line' })
  .meta({ ...titleLine, minLength: limits.title.min });
const texts = { title, content: content('title-and-content') };
const place = { section_id: optionalId, subsection_id: optionalId };

const one = '/forums/threads/:id';

const newThread = z.object({
  ...place,
  ...texts,
  user_id: optionalId,
  locked: flag.default(false),
  sticky: flag.default(false),
  prefix_id: optionalId,
});
const changedThread = z.object({
  ...texts,
  locked: flag.optional(),
  sticky: flag.optional(),
  prefix_id: id.nullish(),
  ...reasonField,
});
const move = z.object({ ...place, ...reasonField });
const justified = z.object(reasonField);

/** Threads as they are written; `thread-reads.ts` has the others. */
export function threadRoutes(services: Services): Operation[] {
  const written = { tag: 'Forums', response: writeResponseWithId } as const;
  const placeOf: PlaceOf = (body) => placeNamed(services.policy.structure, body);
  return [
    operation({
      method: 'post',
      path: '/forums/threads',
      ...written,
      summary: 'Start a thread',
      body: newThread,
      status: 201,
      login: 'must-be-logged-in',
      limits: [perMember('write')],
      needsPlace: true,
      run: (call) => create(services, placeOf, call),
    }),
    operation({
      method: 'put',
      path: one,
      ...written,
      summary: 'Change a thread: its texts, whether it is locked or pinned',
      body: changedThread,
      ifMatch: true,
      login: 'must-be-logged-in',
      limits: [perMember('write'), perText('thread')],
      run: (call) => change(services, call),
    }),
    operation({
      method: 'delete',
      path: one,
      ...written,
      summary: 'Delete a thread',
      body: justified,
      login: 'must-be-logged-in',
      limits: [perText('thread')],
      run: (call) => execute(services, call, 'delete', { type: 'DeleteThread' }),
    }),
    operation({
      method: 'post',
      path: `${one}/restore`,
      ...written,
      summary: 'Restore a deleted thread',
      body: justified,
      ...ofModerators(services),
      limits: [perText('thread')],
      run: (call) => execute(services, call, 'restore', { type: 'RestoreThread' }),
    }),
    operation({
      method: 'post',
      path: `${one}/move`,
      ...written,
      summary: 'Move a thread to another section or subsection',
      body: move,
      ...ofModerators(services),
      limits: [perText('thread')],
      needsPlace: true,
      run: (call) => moveTo(services, placeOf, call),
    }),
  ];
}

const ofModerators = (services: Services): Access => ({
  login: 'must-be-logged-in',
  authorize: (call) => requireModerator(services, call),
});

/** @throws Refusal for members without the key: not-found for a thread that they may not see, else forbidden */
async function requireModerator(
  services: Pick<Services, 'commands' | 'policy'>,
  call: Pick<Call, 'actor' | 'params'>,
): Promise<void> {
  const thread = await services.commands.knownThread(idIn(call.params.id));
  requireVisible(services, call, thread);
  if (call.actor.keys.has('delete_topics')) return;
  throw new Refusal(thread.status === 'active' ? 'forbidden' : 'not-found');
}

async function create(
  services: Pick<Services, 'responses' | 'directory' | 'texts' | 'commands' | 'readMarks'>,
  placeOf: PlaceOf,
  call: Call<z.infer<typeof newThread>>,
): Promise<Result> {
  const { body, actor } = call;
  const userId = requireUser(call);
  requireSelf(userId, body.user_id);
  refuseTooMuchMarkup(body.content, 'content');
  const context = commandContext('create-thread', call);
  const threadId = aggregateIdOf(context.commandId);
  const addressed = addressedIn(body.content, (name) => services.directory.memberId(name));
  const handled = await services.commands.thread(
    threadId,
    {
      type: 'CreateThread',
      threadId,
      place: placeOf(body),
      locked: body.locked,
      sticky: body.sticky,
      prefixId: body.prefix_id,
      title: await services.texts.seal(userId, body.title),
      ...addressed,
      content: await services.texts.seal(userId, addressed.content),
    },
    actor,
    context,
  );
  if (handled.position) await services.readMarks.ownThread(userId, threadId, handled.position);
  return services.responses.written(handled, { id: threadId });
}

async function change(services: Writes, call: Call<z.infer<typeof changedThread>>): Promise<Result> {
  const ifVersion = versionIn(call);
  const threadId = idIn(call.params.id);
  const before = await services.commands.knownThread(threadId);
  requireVisible(services, call, before);
  // Sealed under the author's key, whoever edits: an erasure removes the author's text.
  const { title, content, locked, sticky, prefix_id: prefixId } = call.body;
  const addressed = addressedIn(content, (name) => services.directory.memberId(name));
  const sealed = {
    title: await sealOrKeep(before.title, services, before.authorId, title),
    content: await sealOrKeep(before.content, services, before.authorId, addressed.content),
  };
  // Texts from before this limit remain: their thread can still be locked and renamed.
  if (sealed.content !== before.content) refuseTooMuchMarkup(content, 'content');
  return execute(services, call, 'edit', {
    type: 'ChangeThread',
    ...addressed,
    ...sealed,
    locked,
    sticky,
    prefixId,
    ifVersion,
  });
}

async function moveTo(
  services: Omit<Writes, 'policy' | 'directory'>,
  placeOf: PlaceOf,
  call: Call<z.infer<typeof move>>,
): Promise<Result> {
  const place = placeOf(call.body);
  return execute(services, call, 'move', { type: 'MoveThread', place });
}

async function execute(
  services: Omit<Writes, 'policy' | 'directory'>,
  call: Call<z.infer<typeof justified>>,
  verb: string,
  command: ThreadCommand,
): Promise<Result> {
  const threadId = idIn(call.params.id);
  const before = await services.commands.knownThread(threadId);
  if (before.status === 'none') throw new Refusal('not-found');
  const context = await contextWithReason(
    services,
    call,
    `${verb}-thread ${threadId}`,
    call.body.reason,
    before.authorId,
  );
  const handled = await services.commands.thread(threadId, command, call.actor, context);
  return services.responses.written(handled, { id: threadId, acts: handled.eventIds });
}

/** Returns the existing text where the key of its author is erased, so that such a thread can still be locked. */
async function sealOrKeep(
  existing: string,
  { texts }: Pick<Services, 'texts'>,
  authorId: number,
  text: string,
): Promise<string> {
  return texts.seal(authorId, text).catch((error: unknown) => {
    if (error instanceof AuthorErased) return existing;
    throw error;
  });
}
