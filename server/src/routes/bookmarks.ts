import { limits } from '@guildhall/domain/limits.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { bookmark, bookmarkRow, type BookmarkTarget } from '@guildhall/domain/wire/schemas/members/notifications.js';
import { writeResponse } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import type { Call } from '../http/operation.js';
import { limitPerMember } from '../http/operation-limits.js';
import { findBookmarkFields, buildBookmarkRows } from '../notifications/bookmark-rows.js';
import { requireVisibleText } from '../read-models/require-visible-thread.js';
import { parseId, createOptionalTextSchema, time } from '../request/input.js';
import { createStringSchema, createPagingSchema, queryPage } from '../request/paging.js';
import { requireUser } from '../request/request-context.js';
import { route, tagRoutes } from './operation.js';

const kinds: readonly string[] = ['thread', 'post'] satisfies BookmarkTarget['kind'][];
const page = createPagingSchema(createStringSchema(/^[\d:.TZ-]{25,41}$/));
const content = z.object({
  note: createOptionalTextSchema(limits.bookmarkNote.max).default(''),
  remind_at: time
    .nullish()
    .transform((at) => at ?? null)
    .describe('When the reminder is due. If omitted, there is none'),
});

const path = '/bookmarks/:kind/:id';
const changeOperation = { response: writeResponse, login: 'must-be-logged-in', keyless: true } as const;

export const bookmarkRoutes = tagRoutes('Profiles', [
  route.get('/bookmarks', {
    scope: null,
    summary: "The caller's bookmarks, newest first",
    query: page,
    response: z.array(bookmarkRow),
    login: 'must-be-logged-in',
    run: async (call, services) => {
      const userId = requireUser(call);
      const { position } = await services.responses.begin(call);
      const { page, cursor } = await queryPage(call.query, (beforeOrder, count) =>
        services.vault.findBookmarksBefore(userId, beforeOrder, count),
      );
      return { cache: 'no-cache', position, cursor, body: await buildBookmarkRows(services, call.actor, page) };
    },
  }),
  route.get('/bookmarks/threads/:id', {
    scope: null,
    summary: "The caller's bookmarks for a thread and its replies",
    response: z.array(bookmark),
    rows: limits.bookmarks,
    login: 'must-be-logged-in',
    run: async (call, services) => {
      const bookmarks = await services.vault.findBookmarksInThread(requireUser(call), parseId(call.params.id));
      return { cache: 'no-cache', body: await findBookmarkFields(services, bookmarks) };
    },
  }),
  route.put(path, {
    scope: null,
    summary: "Bookmark a thread or reply, or change the bookmark's note and reminder",
    body: content,
    ...changeOperation,
    limits: [limitPerMember('write')],
    run: async (call, services) => {
      const userId = requireUser(call);
      const target = parseTarget(call);
      const { threadId } = await requireVisibleText(services, call, target);
      const { note, remind_at: remindAt } = call.body;
      await services.bookmarks.save(userId, { ...target, threadId }, { note: note.trim(), remindAt });
      return { body: { success: true } };
    },
  }),
  route.delete(path, {
    scope: null,
    summary: 'Remove a bookmark; also succeeds if there is none',
    ...changeOperation,
    limits: [limitPerMember('write')],
    run: async (call, services) => {
      await services.bookmarks.remove(requireUser(call), parseTarget(call));
      return { body: { success: true } };
    },
  }),
]);

function parseTarget({ params }: Call<unknown>): BookmarkTarget {
  const kind = kinds.find((candidate) => candidate === params.kind);
  if (!kind) throw new Refusal('not-found');
  return { kind: kind as BookmarkTarget['kind'], id: parseId(params.id) };
}
