import type { Topic } from '@guildhall/domain/wire/topics.js';
import { toPlaceId } from '@guildhall/projections/views/places/project.js';
import { findPostsByIds } from '@guildhall/projections/views/posts/queries.js';
import { findThreadsByIds } from '@guildhall/projections/views/threads/queries.js';
import type { UploadUseDocument } from '@guildhall/projections/views/upload-uses/project.js';
import { findUploadUses } from '@guildhall/projections/views/upload-uses/queries.js';
import { findWallPostsByIds } from '@guildhall/projections/views/wallposts/queries.js';
import type { ViewStore } from '@guildhall/projections/view-store.js';
import { readNewestFirst } from '../../../stores/pages.js';

interface Change {
  topic: Topic;
  rowId: number;
}

const usesPerRead = 100;
/** Pages with older uses show the removal when they are next loaded. */
const maxUses = 10_000;

/**
 * Replaces an upload's removal with the topics of the posts that use it. Their pages reload, because the stored posts
 * do not change and browsers would drop a row that is no newer than theirs.
 */
export async function addTopicsOfUploads<T extends Change>(store: ViewStore, changes: readonly T[]): Promise<T[]> {
  const expandedChanges: T[] = [];
  for (const change of changes) {
    const [prefix, uploadId = ''] = change.topic.split(':');
    if (prefix !== 'upload') expandedChanges.push(change);
    else
      for (const [topic, rowId] of await findTopics(store, uploadId)) expandedChanges.push({ ...change, topic, rowId });
  }
  return expandedChanges;
}

/** @returns the id of each topic's thread, or 0 */
async function findTopics(store: ViewStore, uploadId: string): Promise<Map<Topic, number>> {
  const topics = new Map<Topic, number>();
  let count = 0;
  for await (const uses of readNewestFirst(
    (beforeOrder) => findUploadUses(store, uploadId, beforeOrder, usesPerRead),
    usesPerRead,
  )) {
    for (const [topic, threadId] of await findTopicsOfTexts(store, uses)) topics.set(topic, threadId);
    if ((count += uses.length) >= maxUses) break;
  }
  return topics;
}

async function findTopicsOfTexts(store: ViewStore, uses: readonly UploadUseDocument[]): Promise<[Topic, number][]> {
  const listTextIds = (kind: UploadUseDocument['kind']) => uses.flatMap((use) => (use.kind === kind ? use.textId : []));
  const threads = await findThreadsByIds(store, listTextIds('thread'));
  const posts = await findPostsByIds(store, listTextIds('post'));
  const wallPosts = await findWallPostsByIds(store, listTextIds('wallpost'));
  const threadIds = [...threads.map(({ id }) => id), ...posts.map(({ threadId }) => threadId)];
  return [
    ...threadIds.map((id): [Topic, number] => [`thread:${id}`, id]),
    ...threads.map((thread): [Topic, number] => [toPlaceId(thread) as Topic, 0]),
    ...wallPosts.map(({ ownerId }): [Topic, number] => [`profile:${ownerId}`, 0]),
  ];
}
