import { can, type Actor } from '@guildhall/domain/permissions.js';
import type { AdminPageName } from '@guildhall/domain/wire/pages.js';
import type { SiteResponse } from '@guildhall/domain/wire/schemas/site/site.js';
import { get } from '../../../shared/api/api.js';
import { dateAndTime } from '../../../shared/dates.js';
import { texts } from '../users/texts.js';

export interface Figure {
  name: string;
  /** Null if it is not available. */
  value: string | null;
  /** Explains a misleading figure. */
  hint: string | null;
  /** The page that lists what the figure counts. */
  page: AdminPageName | null;
  isUrgent: boolean;
}

type Counted = Pick<Figure, 'value'> & Partial<Pick<Figure, 'hint' | 'page'>>;

interface Source {
  name: string;
  page: AdminPageName | null;
  isVisible: (actor: Actor) => boolean;
  /** Whether any value above zero needs attention. */
  isUrgent?: true;
  count: (actor: Actor) => Promise<string | Counted>;
}

const { dashboard } = texts;
const maxReports = 100;

const grouped = (count: number) => count.toLocaleString('en');
const total = async (path: string) => grouped((await get<unknown[]>(path)).total ?? 0);
const growthSum = (days: { threads: number; replies: number }[]) =>
  days.reduce((sum, { threads, replies }) => sum + threads + replies, 0);

async function countPlayers(actor: Actor): Promise<Counted> {
  const { body } = await get<SiteResponse>('/site');
  const { count, unknown_since: since, counted } = body.players;
  if (!counted) return { value: dashboard.notSetUp, page: can(actor, 'manage-settings') ? 'adminSettings' : null };
  return { value: grouped(count), hint: since && dashboard.unknownSince(dateAndTime(new Date(since))) };
}

const sources: Source[] = [
  {
    name: dashboard.members,
    page: 'adminUsers',
    isVisible: (actor) => can(actor, 'view-users'),
    count: () => total('/admin/users?limit=1'),
  },
  {
    name: dashboard.banned,
    page: null,
    isVisible: (actor) => can(actor, 'ban'),
    count: () => total('/admin/bans?limit=1'),
  },
  {
    name: dashboard.posts,
    page: null,
    isVisible: () => true,
    count: async () => grouped(growthSum((await get<{ threads: number; replies: number }[]>('/stats/growth')).body)),
  },
  {
    name: dashboard.reports,
    page: 'adminReports',
    isVisible: (actor) => can(actor, 'handle-reports'),
    isUrgent: true,
    count: async () => {
      const { body, next } = await get<unknown[]>(`/admin/reports?status=open&limit=${maxReports}`);
      return next === null ? String(body.length) : dashboard.more(body.length);
    },
  },
  {
    name: dashboard.mails,
    page: 'adminMails',
    isVisible: (actor) => can(actor, 'view-mails'),
    isUrgent: true,
    count: async () => {
      const { body } = await get<{ last_error: string | null }[]>('/admin/mails');
      return String(body.filter(({ last_error }) => last_error !== null).length);
    },
  },
  {
    name: dashboard.players,
    page: null,
    isVisible: () => true,
    count: countPlayers,
  },
];

/** Loads each figure separately, so that a failure does not hold back the others. */
export async function loadFigures(actor: Actor): Promise<Figure[]> {
  const mine = sources.filter(({ isVisible }) => isVisible(actor));
  return Promise.all(
    mine.map(async ({ name, page, isUrgent, count }) => {
      const found = await count(actor).catch(() => null);
      const counted: Counted = typeof found === 'object' && found !== null ? found : { value: found };
      const urgent = isUrgent === true && counted.value !== null && counted.value !== '0';
      return { name, page, hint: null, ...counted, isUrgent: urgent };
    }),
  );
}

/** Number of figures that the person may see. */
export const figureCount = (actor: Actor): number => sources.filter(({ isVisible }) => isVisible(actor)).length;

/** Returns the position of the views, taken from the reports, or null without a response. */
export function positionOfReports(): Promise<string | null> {
  return get<unknown[]>('/admin/reports?limit=1').then(
    ({ position }) => position,
    () => null,
  );
}
