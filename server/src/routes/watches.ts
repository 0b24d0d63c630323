import { Refusal } from '@guildhall/domain/refusals.js';
import { watchLevels, type WatchTarget } from '@guildhall/domain/watch/events.js';
import { watchResponse, type WatchRow, watchRow } from '@guildhall/domain/wire/schemas/members/notifications.js';
import { writeResponseWithId } from '@guildhall/domain/wire/schemas/write.js';
import { threadsByIds } from '@guildhall/projections/views/threads/queries.js';
import type { WatchDocument } from '@guildhall/projections/views/watches/project.js';
import { ownWatches, watchesOf } from '@guildhall/projections/views/watches/queries.js';
import { z } from 'zod';
import { id, idIn } from '../request/input.js';
import { commandContext, requireUser } from '../request/request-context.js';
import { operation, type Call, type Operation } from '../http/operation.js';
import { perMember } from '../http/operation-limits.js';
import type { Result } from '../http/responses/result.js';
import { watchedPlace } from '../commands/watched-place.js';
import { nextPage, paging, position, readQuery, type ReadQuery } from '../request/paging.js';
import type { Services } from '../services.js';
import { renderTexts } from '../read-models/rendered-texts.js';
import { threadNamed } from '../read-models/require-visible-thread.js';

const kind = z.enum(['thread', 'section', 'subsection'], { error: 'must be thread, section or subsection' });
const level = z.enum(watchLevels, { error: 'must be watching or muted, or null' }).nullable();
const setting = z.object({ kind, id, level });
const page = paging(position);

export function watchRoutes(services: Services): Operation[] {
  return [
    operation({
      method: 'put',
      path: '/forums/watches',
      tag: 'Notifications',
      summary: 'Watch or mute a thread, section or subsection, or neither with null',
      body: setting,
      response: writeResponseWithId,
      login: 'login-first',
      limits: [perMember('write')],
      run: (call) => set(services, call),
    }),
    operation({
      method: 'get',
      path: '/forums/watches',
      tag: 'Notifications',
      summary: 'What the caller chose to watch or mute, newest first',
      query: page,
      response: z.array(watchRow),
      login: 'login-first',
      run: (call) => list(services, call),
    }),
    operation({
      method: 'get',
      path: '/forums/watches/:id',
      tag: 'Notifications',
      summary: 'How the caller watches one thread, section or subsection',
      query: readQuery,
      response: watchResponse,
      login: 'login-first',
      run: (call) => show(services, call),
    }),
  ];
}

async function set(
  services: Pick<Services, 'responses' | 'commands'>,
  call: Call<z.infer<typeof setting>>,
): Promise<Result> {
  const { kind, id, level } = call.body;
  const command = { type: 'SetWatch' as const, target: { kind, id }, level };
  const context = commandContext(`watch ${kind} ${id}`, call);
  const handled = await services.commands.watch(command, call.actor, context);
  return services.responses.written(handled, { id });
}

async function list(
  services: Pick<Services, 'responses' | 'views' | 'policy' | 'texts'>,
  call: Call<unknown, z.infer<typeof page>>,
): Promise<Result> {
  const userId = requireUser(call);
  const { limit, cursor = null } = call.query;
  const { position } = await services.responses.begin(call);
  const found = await ownWatches(services.views.store, userId, cursor, limit + 1);
  const shown = found.slice(0, limit);
  const links = nextPage(found.length > limit ? (shown.at(-1)?.order ?? null) : null);
  return { cache: 'no-cache', position, links, body: await rowsOf(services, call, shown) };
}

/** Targets that the member no longer sees are omitted. */
async function rowsOf(
  services: Pick<Services, 'views' | 'policy' | 'texts'>,
  { actor }: Call<unknown>,
  watches: readonly WatchDocument[],
): Promise<WatchRow[]> {
  const ids = watches.filter(({ kind }) => kind === 'thread').map(({ targetId }) => targetId);
  const found = await threadsByIds(services.views.store, ids);
  const threads = new Map(found.map((thread) => [thread.id, thread]));
  const opened = await renderTexts(
    services.texts,
    found.map(({ title }) => title),
  );
  const titleOf = ({ kind, targetId }: WatchDocument): string | null => {
    if (kind !== 'thread') return placeTitle(services, { kind, id: targetId }, actor);
    const thread = threads.get(targetId);
    return thread && !thread.deleted && services.policy.mayView(actor, thread) ? opened(thread.title).text : null;
  };
  return watches.flatMap((watch) => {
    const title = titleOf(watch);
    return title === null ? [] : [{ kind: watch.kind, id: watch.targetId, level: watch.level, title }];
  });
}

function placeTitle(
  { policy }: Pick<Services, 'policy'>,
  { kind, id }: WatchTarget,
  actor: Call['actor'],
): string | null {
  const place = watchedPlace(policy.structure, { kind, id }, null);
  if (!place || !policy.mayView(actor, place)) return null;
  const { sections, subsections } = policy.structure;
  return (kind === 'section' ? sections : subsections).get(id)?.displayName ?? null;
}

async function show(
  services: Pick<Services, 'responses' | 'views' | 'policy'>,
  call: Call<unknown, ReadQuery>,
): Promise<Result> {
  const userId = requireUser(call);
  const { position } = await services.responses.begin(call);
  const targetId = idIn(call.params.id);
  if (!(await isVisible(services, call, targetId))) throw new Refusal('not-found');
  const [watch] = await watchesOf(services.views.store, userId, [targetId]);
  const body = { level: watch?.level ?? null, tells: watch?.tells ?? false };
  return { cache: 'no-cache', position, body };
}

async function isVisible(
  services: Pick<Services, 'views' | 'policy'>,
  call: Call<unknown>,
  id: number,
): Promise<boolean> {
  const { actor } = call;
  if (placeTitle(services, { kind: 'section', id }, actor) !== null) return true;
  if (placeTitle(services, { kind: 'subsection', id }, actor) !== null) return true;
  const thread = await threadNamed(services, call, id);
  return thread !== null && !thread.deleted && services.policy.mayView(actor, thread);
}
