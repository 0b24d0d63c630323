import type { WatchedThreadRow } from '@guildhall/domain/wire/schemas/members/notifications.js';
import { findPostsBefore } from '@guildhall/projections/views/posts/queries.js';
import type { Directory } from '../read-models/members/directory.js';
import { renderTexts } from '../read-models/rendered-texts.js';
import type { Views } from '../stores/views.js';
import type { Texts } from '../vault/texts.js';
import type { WatchedUpdate } from './watched-updates.js';

interface Dependencies {
  views: Pick<Views, 'store'>;
  directory: Directory;
  texts: Texts;
}

const maxThreadsCounted = 10;
const maxRepliesCounted = 20;

export async function buildWatchedThreadRows(
  services: Dependencies,
  updates: readonly WatchedUpdate[],
  excludedAuthors: ReadonlySet<number>,
): Promise<WatchedThreadRow[]> {
  await services.directory.ensure(updates.map(({ lastAuthorId }) => lastAuthorId));
  const openedTexts = await renderTexts(
    services.texts,
    updates.map(({ title }) => title),
  );
  const otherAuthorIds = await Promise.all(
    updates.slice(0, maxThreadsCounted).map((update) => findOtherAuthors(services, update, excludedAuthors)),
  );
  return updates.map(({ id, title, lastPostId, lastPostAt, lastAuthorId }, n) => {
    const { username, avatar_url } = services.directory.getAuthor(lastAuthorId);
    return {
      thread_id: id,
      title: openedTexts(title).text,
      last_post_id: lastPostId,
      last_post_at: lastPostAt,
      last_user_id: lastAuthorId,
      last_username: username,
      last_avatar_url: avatar_url,
      others: otherAuthorIds[n] ?? 0,
    };
  });
}

async function findOtherAuthors(
  { views }: Dependencies,
  { id, newAfter, lastAuthorId }: WatchedUpdate,
  excludedAuthors: ReadonlySet<number>,
): Promise<number> {
  const replies = await findPostsBefore(views.store, id, null, maxRepliesCounted);
  const authors = new Set(replies.filter(({ order }) => order > newAfter).map(({ authorId }) => authorId));
  authors.delete(lastAuthorId);
  return [...authors].filter((authorId) => !excludedAuthors.has(authorId)).length;
}
