import { can, type Actor } from '@guildhall/domain/permissions.js';
import type { EventLog } from '@guildhall/event-store/port.js';
import { readPoisonEvents } from '@guildhall/projections/runner/poison.js';
import { StoreUnavailable } from '@guildhall/projections/view-store.js';
import type { PostDocument } from '@guildhall/projections/views/posts/document.js';
import type { ReportDocument } from '@guildhall/projections/views/reports/project.js';
import { findReportsByIds } from '@guildhall/projections/views/reports/queries.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import type { UploadUseDocument } from '@guildhall/projections/views/upload-uses/project.js';
import { findUsedUploads, findUploadUses } from '@guildhall/projections/views/upload-uses/queries.js';
import type { WallPostDocument } from '@guildhall/projections/views/wallposts/project.js';
import { findWallPostsByIds } from '@guildhall/projections/views/wallposts/queries.js';
import type { FileUse } from '../files/file-use.js';
import type { LogWatermark } from '../log/log-watermark.js';
import type { Policy } from '../policy/policy.js';
import { loadForumTexts } from '../stores/forum-texts.js';
import type { Directory } from '../read-models/members/directory.js';
import { readNewestFirst } from '../stores/pages.js';
import { waitForHead, type Views } from '../stores/views.js';

interface Dependencies {
  views: Views;
  log: Pick<EventLog, 'readHead'>;
  logWatermark: Pick<LogWatermark, 'waitFor'>;
  policy: Pick<Policy, 'mayView' | 'getFlags' | 'staff'>;
  directory: Pick<Directory, 'ensure' | 'isMember'>;
  visibleReports: (actor: Actor, reports: readonly ReportDocument[]) => Promise<ReportDocument[]>;
}

const usesAtOnce = 100;
/** If more texts use a picture, the older ones do not make it visible. */
const maxCheckedUses = 1_000;

/**
 * A picture in the newest version of a text is visible to whoever may see the text, and one in a
 * former version to whoever may read the text's history.
 */
export function createTextPictureUse(services: Dependencies): FileUse {
  const { views, policy } = services;
  return {
    inTexts: true,
    async findUsed(files) {
      const pictures = files.flatMap(({ id, picture }) => (picture ? [id] : []));
      if (pictures.length === 0) return new Set();
      await waitForHead(services);
      // A text whose event could not be projected may use any picture.
      if ((await readPoisonEvents(views.store)).length > 0) throw new StoreUnavailable('the views lack skipped events');
      return findUsedUploads(views.store, pictures);
    },
    async isVisible({ id, ownerId, picture }, { actor }) {
      if (!picture || ownerId === null || policy.staff.erasedMembers.get(ownerId) === true) return false;
      const pages = readNewestFirst(
        (beforeOrder) => findUploadUses(views.store, id, beforeOrder, usesAtOnce),
        usesAtOnce,
      );
      let checkedCount = 0;
      for await (const uses of pages) {
        if (await isAnyVisible(services, actor, uses)) return true;
        if ((checkedCount += uses.length) >= maxCheckedUses) return false;
      }
      return false;
    },
  };
}

async function isAnyVisible(services: Dependencies, actor: Actor, uses: readonly UploadUseDocument[]) {
  const listTextIds = (kind: UploadUseDocument['kind']) => uses.flatMap((use) => (use.kind === kind ? use.textId : []));
  const references = uses.map(({ kind, textId }) => ({ kind, id: textId }));
  const forumTexts = await loadForumTexts(services.views.store, references);
  const isVisibleInForum = ({ kind, textId, current }: UploadUseDocument) => {
    const thread = forumTexts.findThread({ kind, id: textId });
    const post = kind === 'post' ? (forumTexts.posts.get(textId) ?? null) : null;
    return thread !== null && mayRead(services.policy, actor, thread, post, current);
  };
  return (
    uses.some(isVisibleInForum) ||
    (await isOnVisibleWall(services, actor, listTextIds('wallpost'))) ||
    (await isInVisibleReport(services, actor, listTextIds('report')))
  );
}

/** Deleted texts are visible to those who may restore them, and in reports. */
function mayRead(
  policy: Dependencies['policy'],
  actor: Actor,
  thread: ThreadDocument,
  post: PostDocument | null,
  isCurrent: boolean,
): boolean {
  const flags = policy.getFlags(actor, thread);
  if (!flags?.can_view) return false;
  const isDeleted = thread.deleted || post?.deleted === true;
  if (!isCurrent && (isDeleted || !can(actor, 'view-edit-history'))) return false;
  if (thread.deleted && !can(actor, 'restore-thread', { flags })) return false;
  if (thread.deleted && post && !can(actor, 'handle-reports')) return false;
  return !post?.deleted || can(actor, 'restore-reply', { flags });
}

async function isOnVisibleWall({ views, directory }: Dependencies, actor: Actor, ids: readonly number[]) {
  const posts = await findWallPostsByIds(views.store, ids);
  const parentIds = posts.flatMap(({ parentId }) => parentId ?? []);
  const parents = new Map((await findWallPostsByIds(views.store, parentIds)).map((parent) => [parent.id, parent]));
  await directory.ensure(posts.map(({ ownerId }) => ownerId));
  const isDeleted = ({ deleted, parentId }: WallPostDocument) =>
    deleted || (parentId !== null && parents.get(parentId)?.deleted !== false);
  return posts.some((post) => directory.isMember(post.ownerId) && (!isDeleted(post) || can(actor, 'moderate-walls')));
}

async function isInVisibleReport({ views, visibleReports }: Dependencies, actor: Actor, ids: readonly number[]) {
  if (ids.length === 0 || !can(actor, 'handle-reports')) return false;
  return (await visibleReports(actor, await findReportsByIds(views.store, ids))).length > 0;
}
