import type { Actor } from '@guildhall/domain/permissions.js';
import type { ActivityRow } from '@guildhall/domain/wire/schemas/members/profiles.js';
import { listNewestByAuthor, type AuthoredRow } from '@guildhall/projections/views/activity-queries.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import { findThreadsByIds } from '@guildhall/projections/views/threads/queries.js';
import type { Views } from '../stores/views.js';
import type { Policy } from '../policy/policy.js';
import type { Texts } from '../vault/texts.js';
import type { SharedRead } from '../request/paging.js';
import type { Directory } from './members/directory.js';
import { renderTexts } from './rendered-texts.js';

interface Dependencies {
  views: Views;
  policy: Policy;
  texts: Texts;
  directory: Directory;
}

/** Limits the reads if most of a member's posts are hidden from the caller. The page is then shorter. */
const maxReads = 5;
const rowsPerRead = 100;

interface VisibleRow {
  authoredRow: AuthoredRow;
  thread: ThreadDocument;
}

/** Callers can see a post if they may view its thread's current place. The cursor also counts hidden posts. */
export async function readActivity(
  services: Dependencies,
  actor: Actor,
  authorId: number,
  cursor: string | null,
  limit: number,
): Promise<SharedRead & { rows: ActivityRow[] }> {
  const rows: VisibleRow[] = [];
  let beforeOrder = cursor;
  let more = true;
  for (let read = 0; read < maxReads && more && rows.length <= limit; read++) {
    const size = read === 0 ? limit + 1 : rowsPerRead;
    const newestPosts = await listNewestByAuthor(services.views.store, authorId, beforeOrder, size);
    more = newestPosts.length === size;
    beforeOrder = newestPosts.at(-1)?.order ?? beforeOrder;
    rows.push(...(await filterVisible(services, actor, newestPosts)));
  }
  const pageRows = rows.slice(0, limit);
  const next = rows.length > limit ? pageRows.at(-1)?.authoredRow.order : more ? beforeOrder : null;
  return { rows: await buildRows(services, pageRows), cursor: next ?? null };
}

async function filterVisible(
  { views, policy }: Pick<Dependencies, 'views' | 'policy'>,
  actor: Actor,
  newestPosts: readonly AuthoredRow[],
): Promise<VisibleRow[]> {
  const ids = new Set(
    newestPosts.flatMap((authoredRow) => (authoredRow.kind === 'post' ? [authoredRow.post.threadId] : [])),
  );
  const threadsById = new Map((await findThreadsByIds(views.store, [...ids])).map((thread) => [thread.id, thread]));
  return newestPosts.flatMap((authoredRow) => {
    if (authoredRow.kind === 'post' && authoredRow.post.deleted) return [];
    const thread = authoredRow.kind === 'post' ? threadsById.get(authoredRow.post.threadId) : authoredRow.thread;
    if (!thread || thread.deleted || !policy.mayView(actor, thread)) return [];
    return [{ authoredRow, thread }];
  });
}

async function buildRows({ texts, directory }: Dependencies, pageRows: readonly VisibleRow[]): Promise<ActivityRow[]> {
  const getText = ({ authoredRow }: VisibleRow) =>
    authoredRow.kind === 'post' ? authoredRow.post : authoredRow.thread;
  const contents = pageRows.map((visibleRow) => getText(visibleRow).content);
  const titles = pageRows.map(({ thread }) => thread.title);
  const openedTexts = await renderTexts(texts, [...titles, ...contents], 'preview', contents);
  return pageRows.map((visibleRow) => {
    const { id, content, createdAt } = getText(visibleRow);
    return {
      kind: visibleRow.authoredRow.kind,
      id,
      thread_id: visibleRow.thread.id,
      section_id: visibleRow.thread.sectionId,
      subsection_id: visibleRow.thread.subsectionId,
      title: openedTexts(visibleRow.thread.title).text,
      prefix: directory.findPrefix(visibleRow.thread.sectionId, visibleRow.thread.prefixId),
      content: openedTexts(content).preview,
      created_at: createdAt,
      order: visibleRow.authoredRow.order,
    };
  });
}
