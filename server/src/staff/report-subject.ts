import type { ReportKind, ReportSubject } from '@guildhall/domain/report/events.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { findPostsByIds } from '@guildhall/projections/views/posts/queries.js';
import { findWallPostById } from '@guildhall/projections/views/wallposts/queries.js';
import type { RequestContext } from '../request/request-context.js';
import type { Directory } from '../read-models/members/directory.js';
import type { Views } from '../stores/views.js';
import type { Policy } from '../policy/policy.js';
import { requireVisibleThread } from '../read-models/require-visible-thread.js';

interface Dependencies {
  views: Views;
  policy: Policy;
  directory: Directory;
}

export interface NamedSubject {
  subject: ReportSubject | null;
  /** Identifies players, who have no id. */
  username?: string | undefined;
}

/** @throws Refusal report-subject if the subject does not fit the kind; player-unknown; not-found */
export async function readSubject(
  services: Dependencies,
  call: RequestContext,
  kind: ReportKind,
  { subject, username }: NamedSubject,
): Promise<ReportSubject | null> {
  if (kind === 'bug') return null;
  if (kind === 'player') return findPlayer(services, subject, username);
  if (!subject || subject.kind === 'member') throw new Refusal('report-subject', 'subject');
  await requireVisibleSubject(services, call, subject);
  return subject;
}

async function findPlayer(
  { directory }: Dependencies,
  subject: ReportSubject | null,
  username: string | undefined,
): Promise<ReportSubject> {
  if (username === undefined && subject?.kind !== 'member') throw new Refusal('report-subject', 'subject');
  const id = username === undefined ? (subject?.id ?? 0) : (directory.findId(username) ?? 0);
  if (!directory.isMember(id)) await directory.ensure([id]);
  if (!directory.isMember(id)) throw new Refusal('player-unknown', username === undefined ? 'subject' : 'username');
  return { kind: 'member', id };
}

async function requireVisibleSubject(
  services: Dependencies,
  call: RequestContext,
  { kind, id }: ReportSubject,
): Promise<void> {
  const { store } = services.views;
  if (kind === 'thread') return void (await requireVisibleThread(services, call, id));
  if (kind === 'post') {
    const [post] = await findPostsByIds(store, [id]);
    if (!post || post.deleted) throw new Refusal('not-found');
    return void (await requireVisibleThread(services, call, post.threadId));
  }
  const post = await findWallPostById(store, id);
  const parent = post?.parentId ? await findWallPostById(store, post.parentId) : null;
  const isVisible = post && !post.deleted && !parent?.deleted && services.directory.isMember(post.ownerId);
  if (!isVisible) throw new Refusal('not-found');
}
