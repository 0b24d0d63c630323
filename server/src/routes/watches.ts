import type { Place } from '@guildhall/domain/structure/state.js';
import { watchLevels, type WatchTarget } from '@guildhall/domain/watch/events.js';
import { watchResponse, type WatchRow, watchRow } from '@guildhall/domain/wire/schemas/members/notifications.js';
import { writeResponseWithId } from '@guildhall/domain/wire/schemas/write.js';
import { findThreadsByIds } from '@guildhall/projections/views/threads/queries.js';
import { findPlaceWatchState, findWatchState, type WatchState } from '@guildhall/projections/views/watches/levels.js';
import type { WatchDocument } from '@guildhall/projections/views/watches/project.js';
import { findOwnWatches } from '@guildhall/projections/views/watches/queries.js';
import { z } from 'zod';
import { id, parseId } from '../request/input.js';
import { toCommandContext, requireUser } from '../request/request-context.js';
import type { Call } from '../http/operation.js';
import { route, tagRoutes } from './operation.js';
import { limitPerMember } from '../http/operation-limits.js';
import { findWatchedPlace } from '../commands/watched-place.js';
import { position, readQuery, createPagingSchema, queryPage } from '../request/paging.js';
import type { Services } from '../services.js';
import { renderTexts } from '../read-models/rendered-texts.js';
import { requireVisibleThread } from '../read-models/require-visible-thread.js';

const kind = z.enum(['thread', 'section', 'subsection'], { error: 'must be thread, section or subsection' });
const level = z.enum(watchLevels, { error: 'must be watching, normal or muted, or null' }).nullable();
const watchBody = z.object({ kind, id, level: level.describe('null resets the choice') });
const page = createPagingSchema(position);

export const watchRoutes = tagRoutes('Notifications', [
  route.put('/forums/watches', {
    scope: null,
    summary: 'Watch or mute a thread, section or subsection, or neither (normal); null resets the choice',
    body: watchBody,
    response: writeResponseWithId,
    login: 'login-first',
    limits: [limitPerMember('write')],
    run: async (call, services) => {
      const { kind, id, level } = call.body;
      const command = { type: 'SetWatch' as const, target: { kind, id }, level };
      const context = toCommandContext(`watch ${kind} ${id}`, call);
      const commandResult = await services.commands.watch(command, call.actor, context);
      return services.responses.respondToWrite(commandResult, { id });
    },
  }),
  route.get('/forums/watches', {
    scope: null,
    summary: 'What the caller watches and mutes, newest first',
    query: page,
    response: z.array(watchRow),
    login: 'login-first',
    run: async (call, services) => {
      const userId = requireUser(call);
      const { position } = await services.responses.begin(call);
      const { page, cursor } = await queryPage(call.query, (beforeOrder, count) =>
        findOwnWatches(services.views.store, userId, beforeOrder, count, ['watching', 'muted']),
      );
      return { cache: 'no-cache', position, cursor, body: await buildRows(services, call, page) };
    },
  }),
  route.get('/forums/watches/:id', {
    scope: null,
    summary:
      'Whether the caller watches or mutes one thread, section or subsection: their own choice, the level that applies, and the one without a choice',
    query: readQuery,
    response: watchResponse,
    login: 'login-first',
    run: async (call, services) => {
      const { position } = await services.responses.begin(call);
      const { level: applies, defaultLevel, own } = await findStateAt(services, call, parseId(call.params.id));
      const body = { level: own?.level ?? null, applies, default_level: defaultLevel, tells: own?.tells ?? false };
      return { cache: 'no-cache', position, body };
    },
  }),
]);

async function buildRows(
  services: Services,
  { actor }: Call<unknown>,
  watches: readonly WatchDocument[],
): Promise<WatchRow[]> {
  const ids = watches.filter(({ kind }) => kind === 'thread').map(({ targetId }) => targetId);
  const watchedThreads = await findThreadsByIds(services.views.store, ids);
  const threads = new Map(watchedThreads.map((thread) => [thread.id, thread]));
  const openedTexts = await renderTexts(
    services.texts,
    watchedThreads.map(({ title }) => title),
  );
  const findTitle = ({ kind, targetId }: WatchDocument): string | null => {
    if (kind !== 'thread') return findPlaceTitle(services, { kind, id: targetId }, actor);
    const thread = threads.get(targetId);
    return thread && !thread.deleted && services.policy.mayView(actor, thread) ? openedTexts(thread.title).text : null;
  };
  return watches.flatMap((watch) => {
    const title = findTitle(watch);
    return title === null ? [] : [{ kind: watch.kind, id: watch.targetId, level: watch.level, title }];
  });
}

function findPlaceTitle(services: Services, target: WatchTarget, actor: Call['actor']): string | null {
  if (!findVisiblePlace(services, target, actor)) return null;
  const { sections, subsections } = services.policy.structure;
  return (target.kind === 'section' ? sections : subsections).get(target.id)?.displayName ?? null;
}

function findVisiblePlace({ policy }: Services, target: WatchTarget, actor: Call['actor']): Place | null {
  const place = findWatchedPlace(policy.structure, target, null);
  return place && policy.mayView(actor, place) ? place : null;
}

/** @throws Refusal not-found */
async function findStateAt(services: Services, call: Call<unknown>, id: number): Promise<WatchState> {
  const { store } = services.views;
  const userId = requireUser(call);
  for (const kind of ['section', 'subsection'] as const) {
    const place = findVisiblePlace(services, { kind, id }, call.actor);
    if (place) return findPlaceWatchState(store, userId, place);
  }
  return findWatchState(store, userId, await requireVisibleThread(services, call, id));
}
