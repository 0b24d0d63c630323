import { isAdmin, type Actor } from '@guildhall/domain/permissions.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import type { Place } from '@guildhall/domain/structure/state.js';
import type { ReportDocument } from '@guildhall/projections/views/reports/project.js';
import { countOpenReports, findReports } from '@guildhall/projections/views/reports/queries.js';
import type { Commands } from '../commands/commands.js';
import { parseId } from '../request/input.js';
import type { Policy } from '../policy/policy.js';
import { loadForumTexts } from '../stores/forum-texts.js';
import { readPages } from '../stores/pages.js';
import type { Views } from '../stores/views.js';

interface Dependencies {
  views: Pick<Views, 'store'>;
  policy: Pick<Policy, 'mayView' | 'listVisiblePlaces' | 'structure'>;
}

export async function findPlacesOfReports(
  { store }: Dependencies['views'],
  reports: readonly ReportDocument[],
): Promise<Map<number, Place | null>> {
  const subjects = reports.flatMap(({ subject }) => subject ?? []);
  const forumTexts = await loadForumTexts(store, subjects);
  return new Map(reports.map(({ id, subject }) => [id, subject && forumTexts.findThread(subject)]));
}

/**
 * Omits reports of posts in places hidden from the caller. Admins see everything, including posts in deleted places.
 */
export async function filterVisibleReports(
  { views, policy }: Dependencies,
  actor: Actor,
  reports: readonly ReportDocument[],
): Promise<ReportDocument[]> {
  if (isAdmin(actor)) return [...reports];
  const places = await findPlacesOfReports(views, reports);
  return reports.filter(({ id }) => {
    const place = places.get(id);
    return !place || policy.mayView(actor, place);
  });
}

const countBatchSize = 500;

export async function countVisibleReports(services: Dependencies, actor: Actor): Promise<number> {
  const { store } = services.views;
  if (isAdmin(actor)) return countOpenReports(store);
  let visibleCount = 0;
  const pages = readPages<ReportDocument>(countBatchSize, (last) =>
    findReports(store, { status: 'open' }, last?.order, countBatchSize),
  );
  for await (const openReports of pages)
    visibleCount += (await filterVisibleReports(services, actor, openReports)).length;
  return visibleCount;
}

/** The decision uses the log, which is more recent than the views. @throws Refusal not-found */
export async function requireVisibleReport(
  { commands, policy }: Pick<Dependencies, 'policy'> & { commands: Commands },
  { actor, params }: { actor: Actor; params: Readonly<Record<string, string>> },
): Promise<void> {
  const report = await commands.readCachedState('report', parseId(params['id']));
  if (report.status === 'none') throw new Refusal('not-found');
  const { subject } = report;
  if (isAdmin(actor) || (subject?.kind !== 'thread' && subject?.kind !== 'post')) return;
  const post = subject.kind === 'post' ? await commands.readCachedState('post', subject.id) : null;
  const threadId = post === null ? subject.id : post.status === 'none' ? null : post.threadId;
  const thread = threadId === null ? null : await commands.readCachedState('thread', threadId);
  if (thread && thread.status !== 'none' && !policy.mayView(actor, thread)) throw new Refusal('not-found');
}
