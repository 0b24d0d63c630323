import { can } from '@guildhall/domain/permissions.js';
import type { Place } from '@guildhall/domain/structure/state.js';
import { type DeletedPostRow, deletedPostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import { type ThreadActionRow, threadActionRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { PostDocument } from '@guildhall/projections/views/posts/document.js';
import { findDeletedPosts } from '@guildhall/projections/views/posts/queries.js';
import { findActionsOnThread } from '@guildhall/projections/views/thread-actions/project.js';
import { z } from 'zod';
import { parseId } from '../request/input.js';
import { requireUser } from '../request/request-context.js';
import type { Call } from '../http/operation.js';
import type { Services } from '../services.js';
import { route, tagRoutes } from './operation.js';
import { position, createPagingSchema, readPage, queryPage } from '../request/paging.js';
import { renderTexts } from '../read-models/rendered-texts.js';
import { requireVisibleThread } from '../read-models/require-visible-thread.js';

const page = createPagingSchema(position);
type Page = z.infer<typeof page>;

export const threadActionRoutes = tagRoutes('Forums', [
  route.get('/forums/threads/:id/acts', {
    scope: 'read',
    summary: 'The changes to a thread (locked, pinned, moved, renamed, prefix changed), newest first',
    query: page,
    response: z.array(threadActionRow),
    run: async (call, services) => {
      const threadId = parseId(call.params.id);
      return services.responses.respondShared(
        call,
        async () => {
          const thread = await requireVisibleThread(services, call, threadId);
          const { page, cursor } = await queryPage(call.query, (beforeOrder, count) =>
            findActionsOnThread(services.views.store, thread.id, beforeOrder ?? undefined, count),
          );
          await services.directory.ensure(page.flatMap(({ actorId }) => actorId ?? []));
          const findPrefixLabel = (id: number | null) =>
            services.directory.findPrefix(thread.sectionId, id)?.label ?? null;
          const actions = page.map(({ id, order, kind, at, actorId, from, to, ...prefix }): ThreadActionRow => ({
            id,
            order,
            kind,
            at,
            by: actorId === null ? null : services.directory.getName(actorId),
            from: from ? findPlaceName(services, call, from) : findPrefixLabel(prefix.fromPrefixId),
            to: to ? findPlaceName(services, call, to) : findPrefixLabel(prefix.toPrefixId),
          }));
          return { rows: actions, cursor };
        },
        { threadId },
      );
    },
  }),
  route.get('/forums/threads/:id/deleted', {
    scope: 'read',
    summary: "A thread's newest deleted replies: your own, or all of them if you can restore them",
    query: page,
    response: z.array(deletedPostRow),
    login: 'must-be-logged-in',
    /** Unlike other lists, this one is in ascending order. */
    run: async (call, services) => {
      const userId = requireUser(call);
      const { position } = await services.responses.begin(call);
      const thread = await requireVisibleThread(services, call, parseId(call.params.id));
      const flags = services.policy.getFlags(call.actor, thread);
      const mayRestoreAll = flags !== null && can(call.actor, 'restore-reply', { flags });
      const { rows, cursor } = await readPage(
        call.query,
        (behind, count) =>
          findDeletedPosts(services.views.store, thread.id, mayRestoreAll ? null : userId, behind, count),
        (some) => buildDeletedRows(services, some),
      );
      return { cache: 'no-cache', position, cursor, body: rows.reverse() };
    },
  }),
]);

function findPlaceName({ policy }: Services, { actor }: Call<unknown, Page>, place: Place): string | null {
  if (!policy.mayView(actor, place)) return null;
  const { sections, subsections } = policy.structure;
  const targetPlace = place.subsectionId === null ? sections.get(place.sectionId) : subsections.get(place.subsectionId);
  return targetPlace?.displayName ?? null;
}

async function buildDeletedRows(services: Services, posts: readonly PostDocument[]): Promise<DeletedPostRow[]> {
  await services.directory.ensure(posts.flatMap(({ authorId, deletion }) => [authorId, deletion?.by ?? authorId]));
  const contents = posts.map(({ content }) => content);
  const openedTexts = await renderTexts(services.texts, contents, 'html', contents);
  return posts.map((post) => ({
    id: post.id,
    order: post.order,
    ...services.directory.getAuthor(post.authorId),
    content_html: openedTexts(post.content).html,
    created_at: post.createdAt,
    deleted_at: post.deletion?.at ?? null,
    deleted_by: post.deletion?.by ? services.directory.getName(post.deletion.by) : null,
  }));
}
