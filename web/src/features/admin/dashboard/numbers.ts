import { can, type Actor, type SiteAction } from '@guildhall/domain/permissions.js';
import type { AdminPageName } from '@guildhall/domain/wire/pages.js';
import type { SiteResponse } from '@guildhall/domain/wire/schemas/site/site.js';
import { get } from '../../../shared/api/api.js';
import { formatDateAndTime } from '../../../shared/dates.js';
import { texts } from '../users/texts.js';

export interface Figure {
  name: string;
  page?: AdminPageName;
  /** If omitted, everyone in the admin area sees the figure. */
  needs?: SiteAction;
  isUrgent?: true;
  count: (actor: Actor) => Promise<Count>;
}

interface Count {
  value: string;
  hint?: string | null;
  page?: AdminPageName;
}

const { dashboard } = texts;
const maxReports = 100;

const formatCount = (count: number) => count.toLocaleString('en');
const loadTotal = async (path: string): Promise<Count> => ({
  value: formatCount((await get<unknown[]>(path)).total ?? 0),
});

async function countPosts(): Promise<Count> {
  const { body } = await get<{ threads: number; replies: number }[]>('/stats/growth');
  return { value: formatCount(body.reduce((sum, { threads, replies }) => sum + threads + replies, 0)) };
}

async function countReports(): Promise<Count> {
  const { body, next } = await get<unknown[]>(`/admin/reports?status=open&limit=${maxReports}`);
  return { value: next === null ? String(body.length) : dashboard.more(body.length) };
}

async function countFailedMails(): Promise<Count> {
  const { body } = await get<{ last_error: string | null }[]>('/admin/mails');
  return { value: String(body.filter(({ last_error }) => last_error !== null).length) };
}

async function countPlayers(actor: Actor): Promise<Count> {
  const { body } = await get<SiteResponse>('/site');
  const { count, unknown_since: since, counted } = body.players;
  if (counted)
    return { value: formatCount(count), hint: since && dashboard.unknownSince(formatDateAndTime(new Date(since))) };
  return { value: dashboard.notSetUp, ...(can(actor, 'manage-settings') ? { page: 'adminSettings' } : {}) };
}

export const figures: readonly Figure[] = [
  { name: dashboard.members, page: 'adminUsers', needs: 'view-users', count: () => loadTotal('/admin/users?limit=1') },
  { name: dashboard.banned, needs: 'ban', count: () => loadTotal('/admin/bans?limit=1') },
  { name: dashboard.posts, count: countPosts },
  { name: dashboard.reports, page: 'adminReports', needs: 'handle-reports', isUrgent: true, count: countReports },
  { name: dashboard.mails, page: 'adminMails', needs: 'view-mails', isUrgent: true, count: countFailedMails },
  { name: dashboard.players, count: countPlayers },
];

export function readReportsPosition(): Promise<string | null> {
  return get<unknown[]>('/admin/reports?limit=1').then(
    ({ position }) => position,
    () => null,
  );
}
